"""Prints a move while the other one thinks."""

import sys

import legal

legal.ready()
if legal.setup()[3]:
    legal.say(0)
legal.say(1)
for _ in sys.stdin:
    pass
