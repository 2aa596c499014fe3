"""Answers with a gigabyte of moves at once."""

import os

import legal

legal.ready()
legal.turn()
for _ in range(1024):
    data = b"3\n" * 2**19
    while data:
        data = data[os.write(1, data) :]
