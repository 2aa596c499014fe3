"""Sends signals to every process there is, to its own group and to its parents; then it plays."""

import contextlib
import os
import signal

import legal


def choose(heights, rows, seconds, number):
    for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
        for target in (-1, os.getppid(), 1):
            with contextlib.suppress(OSError):
                os.kill(target, number)
    os.kill(0, signal.SIGTERM)


signal.signal(signal.SIGTERM, signal.SIG_IGN)
legal.only_fenced()
legal.play(choose)
