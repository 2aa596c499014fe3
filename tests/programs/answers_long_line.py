"""Answers with a good column, on a line that is longer than any may be."""

import time

import legal

legal.ready()
legal.turn()
legal.say(" " * 5000 + "0")
time.sleep(3600)
