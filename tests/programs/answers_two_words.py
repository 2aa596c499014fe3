"""Answers with two columns on one line."""

import sys

import legal

legal.ready()
legal.turn()
legal.say("3 4")
for _ in sys.stdin:
    pass
