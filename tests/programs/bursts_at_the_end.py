"""Plays well, and pours out what it can when the game is over."""

import os

import legal

try:
    legal.play()
finally:
    while True:
        for descriptor in (1, 2):
            os.write(descriptor, b"0\n" * 50_000)
