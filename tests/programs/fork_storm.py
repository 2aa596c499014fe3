"""Forks until it may no more and goes on trying: whoever looks at its memory waits for that."""

import os
import signal
import time

import legal

legal.ready()
legal.turn()
signal.signal(signal.SIGTERM, signal.SIG_IGN)
more = 9  # where nobody counts, not without an end
while more:
    try:
        if os.fork() == 0:
            os.setsid()
        more -= 1
    except OSError:
        pass
time.sleep(3600)
