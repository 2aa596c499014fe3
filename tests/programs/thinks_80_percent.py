"""Works for 80 % of its time, by the clock on the wall, for every move."""

import time

import legal


def choose(heights, rows, seconds, number):
    end = time.monotonic() + 0.8 * seconds
    while time.monotonic() < end:
        pass
    return min(range(len(heights)), key=lambda column: (heights[column], column * 7 % 10))


legal.play(choose)
