"""Answers with a negative column."""

import sys

import legal

legal.ready()
legal.turn()
legal.say(-1)
for _ in sys.stdin:
    pass
