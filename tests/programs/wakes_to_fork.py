"""Has itself woken for a moment when it is stopped, and leaves a child at work."""

import os
import signal
import time

import legal
import wakes

resting = False


def leave_child(_number, _frame):
    """Starts a child that nobody has stopped, and rests again."""
    global resting
    if resting:
        resting = False
        if os.fork() == 0:
            end = time.monotonic() + 30
            while time.monotonic() < end:
                pass
        os.kill(os.getpid(), signal.SIGSTOP)


def choose(heights, rows, seconds, number):
    global resting
    resting = number > 0
    wakes.after(0.06)


signal.signal(signal.SIGCONT, leave_child)
legal.play(choose)
