"""Reserves four gigabytes and never touches them; nothing is wrong with it."""

import mmap

import legal

reserved = mmap.mmap(-1, 2**32)
legal.play()
