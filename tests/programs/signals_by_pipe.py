"""Lets the system itself send the strongest signal to others, whenever something is in a pipe."""

import contextlib
import fcntl
import os
import signal

import legal

F_SETSIG = 10


def choose(heights, rows, seconds, number):
    for target in (*range(max(2, os.getpid() - 60), os.getpid()), os.getppid()):
        heard, told = os.pipe()
        with contextlib.suppress(OSError):
            fcntl.fcntl(heard, fcntl.F_SETOWN, target)
            fcntl.fcntl(heard, F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(heard, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
            os.write(told, b"x")
        os.close(heard)
        os.close(told)


legal.only_fenced()
legal.play(choose)
