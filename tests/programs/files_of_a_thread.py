"""Keeps files in memory in a list of open files that only one of its threads has."""

import ctypes
import os
import threading
import time

import legal

CLOSE_RANGE, UNSHARE, NONE_THERE = 436, 2, 2**20


def hide():
    ctypes.CDLL(None).syscall(CLOSE_RANGE, NONE_THERE, NONE_THERE, UNSHARE)
    for _ in range(10):
        file = os.memfd_create("hidden")
        for _ in range(50):
            os.write(file, b"x" * 2**20)
    time.sleep(3600)


legal.ready()
legal.turn()
threading.Thread(target=hide).start()
time.sleep(3600)
