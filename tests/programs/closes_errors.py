"""Closes its error output, and plays."""

import os

import legal

os.close(2)
legal.play()
