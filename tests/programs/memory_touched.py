"""Fills more memory than anybody allows."""

import legal


def choose(heights, rows, seconds, number):
    blocks = []
    while len(blocks) < 64:
        blocks.append(b"x" * 2**26)


legal.play(choose)
