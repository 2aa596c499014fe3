"""Fills its scratch folder."""

import os
import time

import legal

legal.ready()
legal.turn()
for number in range(12):
    with open(f"{number}.bin", "wb") as file:
        try:
            for _ in range(60):
                file.write(os.urandom(2**16) * 16)
        except OSError:
            pass
time.sleep(3600)
