"""Removes all that it finds in its scratch folder and, if it can, the folder itself; and plays."""

import contextlib
import os

import legal

for name in os.listdir("."):
    os.unlink(name)
with contextlib.suppress(OSError):
    os.rmdir(os.getcwd())
legal.play()
