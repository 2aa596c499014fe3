"""Leaves politely when it is asked for a move."""

import sys

import legal

legal.ready()
legal.turn()
sys.exit(0)
