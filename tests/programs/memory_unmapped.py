"""Touches memory that it shares with nobody and gives back all but a page, which keeps the rest."""

import ctypes
import time

import legal

libc = ctypes.CDLL(None)
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
libc.mmap.restype = ctypes.c_void_p
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
READ_AND_WRITE, SHARED_WITHOUT_FILE = 3, 0x21
SIZE = 2**24

legal.ready()
legal.turn()
for _ in range(40):
    place = libc.mmap(None, SIZE, READ_AND_WRITE, SHARED_WITHOUT_FILE, -1, 0)
    ctypes.memset(place, 1, SIZE)
    libc.munmap(place + 4096, SIZE - 4096)
time.sleep(3600)
