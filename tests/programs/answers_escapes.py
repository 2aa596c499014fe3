"""Answers with codes that would clear the judge's screen."""

import sys

import legal

legal.ready()
legal.turn()
legal.say("\x1b[2J\x1b]0;gone\x07")
for _ in sys.stdin:
    pass
