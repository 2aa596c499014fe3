"""Prints two moves at once."""

import sys

import legal

legal.ready()
legal.turn()
legal.say("0\n1")
for _ in sys.stdin:
    pass
