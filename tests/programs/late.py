"""Answers a few milliseconds too late."""

import time

import legal


def choose(heights, rows, seconds, number):
    time.sleep(seconds + 0.006)


legal.play(choose)
