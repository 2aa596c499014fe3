"""Answers with the number of columns, one too many."""

import sys

import legal

legal.ready()
legal.turn()
legal.say(7)
for _ in sys.stdin:
    pass
