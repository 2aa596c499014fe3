"""Hides memory in what was written to sockets and is never read; where it cannot, it plays."""

import os
import resource
import socket
import time

import legal

BLOCK = b"x" * 60_000


def choose(heights, rows, seconds, number):
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    for _ in range(2):
        if os.fork() == 0:
            break
    pairs = [socket.socketpair() for _ in range(450)]
    for one in (one for pair in pairs for one in pair):
        one.setblocking(False)
        try:
            while True:
                one.send(BLOCK)
        except BlockingIOError:
            pass
    time.sleep(3600)


legal.play(choose)
