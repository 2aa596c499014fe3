"""Fills files in a folder that may be listed but not entered."""

import contextlib
import os
import time

import legal

legal.ready()
legal.turn()
os.mkdir("locked")
files = [os.open(f"locked/{number}", os.O_CREAT | os.O_WRONLY) for number in range(12)]
with contextlib.suppress(OSError):
    os.chmod("locked", 0o400)
for file in files:
    for _ in range(50):
        os.write(file, b"x" * 2**20)
time.sleep(3600)
