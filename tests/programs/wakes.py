"""Timers that wake a process which is stopped; other programs here import it."""

import ctypes
import os
import signal

TIMER_CREATE, TIMER_SETTIME = (222, 223) if os.uname().machine == "x86_64" else (107, 110)
CLOCK_MONOTONIC, SIGEV_SIGNAL = 1, 0
libc = ctypes.CDLL(None)


class Event(ctypes.Structure):
    """Is what happens when the time is up."""

    _fields_ = (
        ("value", ctypes.c_void_p),
        ("signal", ctypes.c_int),
        ("kind", ctypes.c_int),
        ("rest", ctypes.c_byte * 48),
    )


def after(seconds):
    """Lets a timer send the signal by which a stopped process goes on."""
    event, timer = Event(signal=signal.SIGCONT, kind=SIGEV_SIGNAL), ctypes.c_int()
    libc.syscall(TIMER_CREATE, CLOCK_MONOTONIC, ctypes.byref(event), ctypes.byref(timer))
    whole, rest = divmod(round(seconds * 1e9), 10**9)
    once = (ctypes.c_long * 4)(0, 0, whole, rest)
    libc.syscall(TIMER_SETTIME, timer, 0, ctypes.byref(once), None)
