"""Takes leases on files that the other one will open: whoever opens them has to wait."""

import fcntl
import importlib.util
import os
import signal
import sys

import legal


def lease(path):
    try:
        fcntl.fcntl(os.open(path, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_WRLCK)
        print(f"left a lease on {path}", file=sys.stderr)
    except OSError:
        pass


legal.only_fenced()
signal.signal(signal.SIGIO, signal.SIG_IGN)
module = importlib.util.find_spec("colorsys")
for path in (module.origin, module.cached):
    lease(path)
legal.play()
