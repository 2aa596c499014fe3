"""Doubles itself as fast as it can; stops under 200 processes, so that it can be tried."""

import os
import time

import legal

legal.ready()
legal.turn()
for _ in range(7):
    try:
        os.fork()
    except OSError:
        break
time.sleep(3600)
