"""Answers with a digit of another script, which Python would read."""

import legal

legal.ready()
legal.turn()
legal.say("uff10")
legal.setup()
