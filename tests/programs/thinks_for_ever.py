"""Thinks in an endless loop."""

import legal


def choose(heights, rows, seconds, number):
    while True:
        pass


legal.play(choose)
