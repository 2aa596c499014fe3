"""Answers, but never ends the line."""

import sys

import legal

legal.ready()
legal.turn()
legal.say(3, end="")
for _ in sys.stdin:
    pass
