"""Starts processes that live in its own memory for a while, as everybody's do before `exec`."""

import ctypes

import legal

CLONE_VM, CLONE_VFORK, SIGCHLD = 0x100, 0x4000, 17
STACK = 2**16
libc = ctypes.CDLL(None)
kept = bytearray(b"x") * (130 * 2**20)
stack = ctypes.create_string_buffer(STACK)


def choose(heights, rows, seconds, number):
    top = ctypes.c_void_p(ctypes.addressof(stack) + STACK & ~15)
    nap = ctypes.cast(libc.usleep, ctypes.c_void_p)
    if number < 2:
        libc.clone(nap, top, CLONE_VM | CLONE_VFORK | SIGCHLD, ctypes.c_void_p(500_000))


legal.play(choose)
