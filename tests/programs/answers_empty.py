"""Answers with an empty line."""

import sys

import legal

legal.ready()
legal.turn()
legal.say("")
for _ in sys.stdin:
    pass
