"""Makes empty files without end where files are in memory alone; where it cannot, in its folder."""

import contextlib
import os

import legal


def fill(folder):
    with contextlib.suppress(OSError):
        for number in range(1_000_000):
            os.close(os.open(f"{folder}/{number}", os.O_CREAT | os.O_WRONLY))


legal.only_fenced()
legal.ready()
legal.turn()
fill("/dev/shm")
fill(".")
