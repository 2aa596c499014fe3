"""Answers with null characters."""

import sys

import legal

legal.ready()
legal.turn()
legal.say("\0\0003")
for _ in sys.stdin:
    pass
