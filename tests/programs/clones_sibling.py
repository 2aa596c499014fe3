"""Starts processes that are not its children but its keeper's, and plays."""

import ctypes
import os
import signal
import time

import legal

CLONE_PARENT = 0x8000
CLONE = 56 if os.uname().machine == "x86_64" else 220
libc = ctypes.CDLL(None)
for _ in range(5):
    if libc.syscall(CLONE, CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0) == 0:
        os.setsid()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        time.sleep(3600)
legal.play()
