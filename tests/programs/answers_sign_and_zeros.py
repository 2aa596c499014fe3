"""Writes its columns in every way that a whole number can be written."""

import itertools

import legal

forms = itertools.cycle(["+{}", "00{}", " {}", "{}\t", "\t+000{} ", "{}\r"])


def choose(heights, rows, seconds, number):
    column = next(c for c, height in enumerate(heights) if height < rows)
    text = next(forms).format(column)
    return type("Column", (int,), {"__str__": lambda self: text})(column)


legal.play(choose)
