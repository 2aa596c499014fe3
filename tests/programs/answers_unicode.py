"""Answers with a digit that only Unicode knows."""

import sys

import legal

legal.ready()
legal.turn()
legal.say("\u0663")
for _ in sys.stdin:
    pass
