"""The cores that there are to think on."""

from __future__ import annotations

import os


def usable_cores() -> list[int]:
    """Gives the cores that this process may use; all, where the system cannot say which."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))
