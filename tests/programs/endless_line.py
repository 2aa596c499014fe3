"""Prints one line that never ends."""

import legal

legal.ready()
legal.turn()
while True:
    legal.say("3" * 1000, end="")
