"""Fills its error output with what would paint a terminal or a page, and ends."""

import os
import sys

import legal

legal.ready()
legal.turn()
os.write(2, b"\x1b[2J\x1b]0;gone\x07\x9b31m\xff\xfe\x00\r\x1b]52;c;aGk=\x07")
os.write(2, b"<script>alert(1)</script>")
os.write(2, "\u202egnorw\u2028\u200f\ufeff\U000e0041</pre>\n".encode())
sys.exit(3)
