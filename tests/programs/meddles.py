"""Tries to trace other processes, and to read and write their memory and their pipes."""

import ctypes
import os
import sys

import legal

ATTACH = 16
libc = ctypes.CDLL(None)


def meddle(pid):
    for name, mode in (("mem", "rb"), ("fd/0", "wb"), ("fd/1", "wb"), ("environ", "rb")):
        try:
            with open(f"/proc/{pid}/{name}", mode, buffering=0) as file:
                if mode == "wb":
                    file.write(b"99\n")
                print(f"opened {pid} {name}", file=sys.stderr)
        except OSError:
            pass
    if libc.ptrace(ATTACH, pid, 0, 0) == 0:
        print(f"traced {pid}", file=sys.stderr)


def choose(heights, rows, seconds, number):
    for name in os.listdir("/proc") if number == 1 else ():
        if name.isdecimal() and int(name) != os.getpid():
            meddle(int(name))


legal.only_fenced()
legal.play(choose)
