"""Cuts its memory into pieces, and copies itself, until to look at it takes for ever."""

import mmap
import os
import time

import legal

legal.ready()
legal.turn()
pieces = []
try:
    while len(pieces) < 20_000:
        pieces.append(mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE, prot=1 + len(pieces) % 2))
except OSError:
    pass
for _ in range(3):
    os.fork()
time.sleep(3600)
