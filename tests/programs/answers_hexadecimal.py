"""Answers with a column in hexadecimal."""

import legal

legal.ready()
legal.turn()
legal.say("0x0")
legal.setup()
