"""Imports what it needs when it needs it; nothing is wrong with it."""

import importlib

import legal


def choose(heights, rows, seconds, number):
    if number == 1:
        importlib.import_module("colorsys")


legal.play(choose)
