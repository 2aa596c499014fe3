"""Sees to it that it is woken when it is stopped, and works while the other one thinks."""

import ctypes
import os
import signal
import time

import legal

TIMER_CREATE, TIMER_SETTIME = (222, 223) if os.uname().machine == "x86_64" else (107, 110)
CLOCK_MONOTONIC, SIGEV_SIGNAL = 1, 0


class Event(ctypes.Structure):
    """Is what happens when the time is up."""

    _fields_ = (
        ("value", ctypes.c_void_p),
        ("signal", ctypes.c_int),
        ("kind", ctypes.c_int),
        ("rest", ctypes.c_byte * 48),
    )


def wake_for_ever():
    """Lets timers send what wakes this process, one after the other."""
    libc = ctypes.CDLL(None)
    signal.signal(signal.SIGCONT, lambda _number, _frame: None)
    event = Event(signal=signal.SIGCONT, kind=SIGEV_SIGNAL)
    for number in range(1, 500):
        timer = ctypes.c_int()
        libc.syscall(TIMER_CREATE, CLOCK_MONOTONIC, ctypes.byref(event), ctypes.byref(timer))
        once = (ctypes.c_long * 4)(0, 0, number // 50, number % 50 * 20_000_000)
        libc.syscall(TIMER_SETTIME, timer, 0, ctypes.byref(once), None)


wake_for_ever()
heard, told = os.pipe()
if os.fork() == 0:
    wake_for_ever()
    os.write(told, b".")
    end = time.monotonic() + 30
    while time.monotonic() < end:
        pass
os.read(heard, 1)
legal.play()
