"""Closes its input and stays."""

import os
import time

import legal

legal.ready()
os.close(0)
time.sleep(3600)
