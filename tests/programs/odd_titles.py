"""Calls itself and its children what a reader of lists of processes would stumble over."""

import ctypes
import os
import time

import legal

PR_SET_NAME = 15
libc = ctypes.CDLL(None)
for title in (b") Z 1 1 1", b"a\nb) T 0", b"(((", b"\xff\xfe)", b""):
    if os.fork() == 0:
        if os.fork() == 0:
            os.setsid()
            libc.prctl(PR_SET_NAME, title, 0, 0, 0)
            time.sleep(3600)
        os._exit(0)
libc.prctl(PR_SET_NAME, b") Z 1", 0, 0, 0)
legal.play()
