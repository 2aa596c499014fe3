"""Answers with bytes that are no text in any encoding."""

import os

import legal

legal.ready()
legal.turn()
os.write(1, b"\xff\xfe\x000\n")
legal.setup()
