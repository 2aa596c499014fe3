"""Answers a moment too late."""

import time

import legal


def choose(heights, rows, seconds, number):
    time.sleep(seconds + 0.03)


legal.play(choose)
