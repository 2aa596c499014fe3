"""Digs a folder that is too deep for a simple removal, and plays."""

import os

import legal

here = os.getcwd()
for _ in range(700):
    os.mkdir("d")
    os.chdir("d")
os.chdir(here)
legal.play()
