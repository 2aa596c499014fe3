"""Hides its memory in files that exist in memory alone, where resident memory does not show it."""

import os
import time

import legal

legal.ready()
legal.turn()
files = [os.memfd_create("hidden") for _ in range(40)]
for file in files:
    for _ in range(16):
        os.write(file, b"x" * 2**20)
time.sleep(3600)
