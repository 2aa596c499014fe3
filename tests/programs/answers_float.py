"""Answers 3.0: a number, but no whole one."""

import sys

import legal

legal.ready()
legal.turn()
legal.say("3.0")
for _ in sys.stdin:
    pass
