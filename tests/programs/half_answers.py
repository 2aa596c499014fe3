"""Sends its answer byte by byte; slow, but nothing is wrong with it."""

import os
import time

import legal


def choose(heights, rows, seconds, number):
    time.sleep(0.02)
    os.write(1, b" ")
    time.sleep(0.02)


legal.play(choose)
