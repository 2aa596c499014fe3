"""Greets with another word."""

import time

import legal

legal.say("Hello, judge")
time.sleep(3600)
