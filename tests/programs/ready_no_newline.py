"""Prints Ready, but never ends the line."""

import sys

import legal

legal.ready(end="")
sys.stdin.readline()
