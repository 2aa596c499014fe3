"""Hides large files deeper than any path can reach."""

import os
import time

import legal

legal.ready()
legal.turn()
for _ in range(100):
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
for number in range(12):
    with open(f"{number}.bin", "wb") as file:
        for _ in range(50):
            file.write(os.urandom(2**16) * 16)
time.sleep(3600)
