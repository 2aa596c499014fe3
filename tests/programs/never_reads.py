"""Never reads a line and never answers."""

import time

import legal

legal.ready()
time.sleep(3600)
