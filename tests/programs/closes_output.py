"""Closes its output and stays."""

import os
import time

import legal

legal.ready()
legal.turn()
os.close(1)
time.sleep(3600)
