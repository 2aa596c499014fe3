"""Hides files in memory on their way from one socket to another; where it cannot, it plays."""

import contextlib
import os
import socket
import time

import legal


def hide():
    left, right = socket.socketpair()
    for _number in range(30):
        file = os.memfd_create("hidden")
        for _ in range(16):
            os.write(file, b"x" * 2**20)
        socket.send_fds(left, [b"x"], [file])
        os.close(file)
    time.sleep(3600)
    return right


def choose(heights, rows, seconds, number):
    with contextlib.suppress(OSError):
        hide()


legal.play(choose)
