"""Hangs in the start of a process that never comes about, where signals hardly reach it."""

import ctypes
import os
import time

import legal

CLONE_VFORK, CLONE_VM = 0x4000, 0x100
CLONE = 56 if os.uname().machine == "x86_64" else 220

legal.ready()
legal.turn()
if ctypes.CDLL(None).syscall(CLONE, CLONE_VFORK | 17, 0, 0, 0, 0) == 0:
    time.sleep(3600)
