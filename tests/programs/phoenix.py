"""Plays well beside two processes, each of which starts the other one again when it ends."""

import contextlib
import os
import select
import signal

import legal


def rise(other):
    """Waits for the end of the other one, and starts it again, for ever."""
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    while True:
        with contextlib.suppress(OSError):
            select.select([os.pidfd_open(other)], [], [])
        me = os.getpid()
        try:
            other = os.fork()
        except OSError:
            continue
        if other == 0:
            other = me


if (first := os.fork()) == 0:
    first = os.getpid()
    if (second := os.fork()) == 0:
        rise(first)
    rise(second)
legal.play()
