"""Plays well, and starts one process after the other when it is told that the game is over."""

import os
import signal
import sys
import time

import legal

signal.signal(signal.SIGTERM, signal.SIG_IGN)
legal.play()
sys.stdin.read()
for _ in range(25):
    try:
        if os.fork() == 0:
            os.setsid()
            os.fork()
            time.sleep(3600)
    except OSError:
        break
time.sleep(3600)
