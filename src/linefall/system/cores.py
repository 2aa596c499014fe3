"""The cores that there are to think on."""

from __future__ import annotations

import os
from typing import Final

from linefall.system.limits import share_of_time

USUAL_PERIOD: Final = 0.1
"""Seconds in which a share of the time may be used."""


def usable_cores() -> list[int]:
    """Gives the cores that this process may use; all, where the system cannot say which."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def cores_at_once() -> int:
    """Gives how many of them it can keep busy at the same time.

    These are fewer where a container has a share of the processor's time (`docker run --cpus 1`):
    who uses more is stopped for the rest of each tenth of a second, and is late.
    """
    return max(1, int(min(len(usable_cores()), share_of_time())))


def longest_stall() -> float:
    """Gives the seconds for which one thread that never rests is stopped at a time."""
    return USUAL_PERIOD * max(0.0, 1.0 - share_of_time())
