"""Adopts orphans itself, so that they are not its keeper's, and hides generations of them."""

import ctypes
import os
import time

import legal

PR_SET_CHILD_SUBREAPER = 36


def generation(left):
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for _ in range(2):
        if os.fork() == 0:
            os.setsid()
            if left and os.fork() == 0:
                generation(left - 1)
            if left:
                os._exit(0)
            time.sleep(3600)
    if left < 3:
        time.sleep(3600)


generation(3)
legal.play()
