"""Takes a gigabyte of the disk without writing it; where it cannot, it plays."""

import ctypes
import os
import time

import legal

FALLOCATE = 285 if os.uname().machine == "x86_64" else 47
SIZE = ctypes.c_long(60 * 2**20)


def choose(heights, rows, seconds, number):
    for name in range(20) if number == 1 else ():
        file = os.open(str(name), os.O_CREAT | os.O_WRONLY)
        if ctypes.CDLL(None).syscall(FALLOCATE, file, 0, ctypes.c_long(0), SIZE) == 0:
            time.sleep(0.01)
        os.close(file)


legal.play(choose)
