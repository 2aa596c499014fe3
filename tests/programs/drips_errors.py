"""Keeps everybody busy with error output, byte by byte, while the other one thinks."""

import os

import legal

if os.fork() == 0:
    while True:
        os.write(2, b".")
legal.play()
