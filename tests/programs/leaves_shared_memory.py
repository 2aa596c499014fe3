"""Puts memory, queues and keys where they outlive it, as far as it can, and plays."""

import ctypes
import os
import sys

import legal

legal.only_fenced()
X86 = os.uname().machine == "x86_64"
libc = ctypes.CDLL(None)
for name, numbers in {
    "memory": (29 if X86 else 194, 0x4C46, 2**20, 0o1600),
    "semaphores": (64 if X86 else 190, 0x4C46, 10, 0o1600),
    "messages": (68 if X86 else 186, 0x4C46, 0o1600),
    "queue": (240 if X86 else 180, b"linefall_was_here", os.O_CREAT | os.O_RDWR, 0o600, 0),
    "key": (248 if X86 else 217, b"user", b"linefall_was_here", b"x", 1, -4),
}.items():
    if libc.syscall(*numbers) >= 0:
        print(f"left {name}", file=sys.stderr)
legal.play()
