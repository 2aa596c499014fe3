"""Prints Ready long after anybody waits for it, then plays."""

import time

import legal

time.sleep(5)
legal.play()
