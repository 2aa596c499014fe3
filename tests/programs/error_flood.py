"""Writes errors without end instead of a move."""

import os

import legal

legal.ready()
legal.turn()
while True:
    os.write(2, b"error\n" * 10000)
