"""Makes a good move and stops itself, with all of its family, before the next one."""

import os
import signal

import legal

if os.fork() == 0:
    while True:
        signal.pause()


def choose(heights, rows, seconds, number):
    if number == 1:
        os.kill(0, signal.SIGSTOP)


legal.play(choose)
