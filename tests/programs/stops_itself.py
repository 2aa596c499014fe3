"""Stops itself when it is asked for a move."""

import os
import signal

import legal


def choose(heights, rows, seconds, number):
    os.kill(os.getpid(), signal.SIGSTOP)


legal.play(choose)
