"""Prints what it thinks, a line each millisecond, and never a move."""

import time

import legal

legal.ready()
legal.turn()
number = 0
while True:
    legal.say(f"info depth {number} still thinking")
    number += 1
    time.sleep(0.001)
