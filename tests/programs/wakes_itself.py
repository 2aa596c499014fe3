"""Sees to it that it is woken when it is stopped, and works while the other one thinks."""

import os
import signal
import time

import legal
import wakes


def wake_for_ever():
    """Lets timers send what wakes this process, one after the other."""
    signal.signal(signal.SIGCONT, lambda _number, _frame: None)
    for number in range(1, 500):
        wakes.after(number * 0.02)


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
