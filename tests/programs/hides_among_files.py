"""Opens so many files that one which holds memory might be overlooked."""

import os
import time

import legal

legal.ready()
legal.turn()
for _ in range(5):
    if os.fork() == 0:
        files = [os.open("/dev/null", os.O_RDONLY) for _ in range(1000)]
        time.sleep(3600)
time.sleep(0.3)
file = os.memfd_create("hidden")
for _ in range(60):
    os.write(file, b"x" * 2**20)
time.sleep(3600)
