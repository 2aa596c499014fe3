"""Ends every line with CR LF, as programs from Windows do; nothing is wrong with it."""

import legal

legal.play(end="\r\n")
