"""Reads its own answers out of the pipe to the judge, and writes questions to itself."""

import contextlib
import os
import time

import legal

legal.ready()
legal.turn()
answers = os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK)
questions = os.open("/proc/self/fd/0", os.O_WRONLY)
os.write(questions, b"3\n" * 1000)
while True:
    os.write(1, b"3")
    with contextlib.suppress(BlockingIOError):
        os.read(answers, 100)
    time.sleep(0.002)
