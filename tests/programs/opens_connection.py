"""Tries to reach a server on this machine, by TCP and by UDP; the port is its argument."""

import socket
import sys

import legal

for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    try:
        with socket.socket(socket.AF_INET, kind) as connection:
            connection.settimeout(1)
            connection.connect(("127.0.0.1", int(sys.argv[1])))
            connection.send(b"hello")
        print("connected", file=sys.stderr)
    except OSError as error:
        print(f"refused: {error.strerror}", file=sys.stderr)
legal.play()
