"""Fills memory in many small children."""

import os
import time

import legal

legal.ready()
legal.turn()
for _ in range(40):
    if os.fork() == 0:
        block = b"x" * (24 * 2**20)
        time.sleep(3600)
time.sleep(3600)
