"""Answers with a column behind a blank that is none."""

import legal

legal.ready()
legal.turn()
legal.say("v0")
legal.setup()
