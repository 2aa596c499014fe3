"""Prints its column in time, and the end of the line a few milliseconds too late."""

import time

import legal

legal.ready()
seconds = legal.turn()[4]
begin = time.monotonic()
legal.say(3, end="")
time.sleep(begin + seconds + 0.006 - time.monotonic())
legal.say("")
time.sleep(3600)
