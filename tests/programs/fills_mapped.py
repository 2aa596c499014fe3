"""Fills the disk with files that have neither a name nor a handle: a page of each is mapped."""

import ctypes
import os
import time

import legal

libc = ctypes.CDLL(None)
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
READ, SHARED = 1, 1

legal.ready()
legal.turn()
for _ in range(12):
    with open("file", "w+b") as file:
        for _ in range(50):
            file.write(b"x" * 2**20)
        file.flush()
        libc.mmap(None, 4096, READ, SHARED, file.fileno(), 0)
    os.unlink("file")
time.sleep(3600)
