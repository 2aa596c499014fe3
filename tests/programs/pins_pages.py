"""Puts one byte of each piece of a file into a pipe, and empties the file; or else it plays."""

import contextlib
import os
import time

import legal

PIECE = 2**21


def pin(put):
    """Ends here if the pipe takes a byte of the file."""
    heard, told = os.pipe()
    file = os.open("pages", os.O_CREAT | os.O_RDWR)
    os.write(file, b"x" * PIECE)
    os.lseek(file, 0, os.SEEK_SET)
    with contextlib.suppress(OSError):
        put(file, told)
        os.ftruncate(file, 0)
        time.sleep(3600)
    for descriptor in (heard, told, file):
        os.close(descriptor)


def choose(heights, rows, seconds, number):
    if number == 1:
        pin(lambda file, pipe: os.splice(file, pipe, 1))
        pin(lambda file, pipe: os.sendfile(pipe, file, 0, 1))


legal.play(choose)
