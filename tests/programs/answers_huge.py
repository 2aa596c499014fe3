"""Answers with a whole number of 401 digits."""

import sys

import legal

legal.ready()
legal.turn()
legal.say("1" + "0" * 400)
for _ in sys.stdin:
    pass
