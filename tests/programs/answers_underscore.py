"""Answers with a number with an underscore, which Python would read."""

import legal

legal.ready()
legal.turn()
legal.say("0_0")
legal.setup()
