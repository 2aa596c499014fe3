"""Hides a grandchild in a session of its own, then says nothing."""

import os
import signal
import time

import legal

legal.ready()
legal.turn()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        for descriptor in (0, 1, 2):
            os.close(descriptor)
        time.sleep(3600)
    os._exit(0)
time.sleep(3600)
