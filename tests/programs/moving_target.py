"""Plays well beside a chain of processes, each of which starts the next one and ends."""

import os

import legal

if os.fork() == 0:
    os.setsid()
    for descriptor in (0, 1, 2):
        os.close(descriptor)
    while True:
        try:
            if os.fork():
                os._exit(0)
        except OSError:
            pass
legal.play()
