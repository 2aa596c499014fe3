"""Answers that its column is not a number."""

import sys

import legal

legal.ready()
legal.turn()
legal.say("NaN")
for _ in sys.stdin:
    pass
