"""Plays the first column whether or not it is full."""

import legal


def choose(heights, rows, seconds, number):
    return 0


legal.play(choose)
