"""Ends with a Python error when it is asked for its second move."""

import legal


def choose(heights, rows, seconds, number):
    if number == 1:
        raise RuntimeError("the author forgot something")


legal.play(choose)
