"""Takes its time for every move; nothing is wrong with it."""

import time

import legal


def choose(heights, rows, seconds, number):
    time.sleep(0.3)


legal.play(choose)
