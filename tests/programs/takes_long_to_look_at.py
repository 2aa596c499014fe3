"""Has almost as many pieces of memory as it may have: to look at them takes its time."""

import mmap
import os
import time

import legal

pieces = [
    mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE, prot=1 + number % 2) for number in range(48_000)
]
if os.fork() == 0:
    time.sleep(3600)
legal.ready()
legal.turn()
time.sleep(3600)
