"""Plays well and leaves a child that would live for an hour."""

import os
import time

import legal

if os.fork() == 0:
    time.sleep(3600)
legal.play()
