"""Plays well, but ignores every signal it can and never leaves by itself."""

import contextlib
import signal
import time

import legal

for number in range(1, signal.NSIG):
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_IGN)
legal.play()
time.sleep(3600)
