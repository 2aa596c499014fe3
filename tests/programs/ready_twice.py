"""Prints Ready twice, then plays."""

import legal

legal.ready()
legal.play()
