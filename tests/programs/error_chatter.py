"""Writes a lot of error output and plays; nothing is wrong with it."""

import sys

import legal


def choose(heights, rows, seconds, number):
    sys.stderr.write("thinking hard\n" * 2000)


legal.play(choose)
