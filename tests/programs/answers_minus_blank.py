"""Answers with a sign that stands apart."""

import legal

legal.ready()
legal.turn()
legal.say("- 0")
legal.setup()
