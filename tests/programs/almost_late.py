"""Uses most of its time on the wall, and is in time."""

import time

import legal


def choose(heights, rows, seconds, number):
    if number == 0:
        time.sleep(seconds * 0.5)


legal.play(choose)
