"""Leaves the game to a child and ends."""

import os
import time

import legal

legal.ready()
if os.fork() == 0:
    time.sleep(0.3)
    legal.play(greet=False)
os._exit(0)
