"""Lets its first thread end: the system then says that the process has no memory."""

import ctypes
import os
import threading
import time

import legal

EXIT_THREAD = 60 if os.uname().machine == "x86_64" else 93


def fill():
    time.sleep(0.1)  # until the first thread is gone
    legal.ready()
    legal.turn()
    kept = []
    while len(kept) < 100:
        kept.append(b"x" * 2**23)
    time.sleep(3600)


threading.Thread(target=fill).start()
ctypes.CDLL(None).syscall(EXIT_THREAD, 0)
