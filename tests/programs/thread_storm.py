"""Starts threads until the system refuses, or there are 400, and never answers."""

import contextlib
import threading
import time

import legal

legal.ready()
legal.turn()
with contextlib.suppress(RuntimeError):
    for _ in range(400):
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
time.sleep(3600)
