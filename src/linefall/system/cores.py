"""The cores that there are to think on."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

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


def share_of_time(groups: str = "/proc/self/cgroup", root: str = "/sys/fs/cgroup") -> float:
    """Gives how many cores' time the control groups of this process allow it; infinite if all."""
    least = math.inf
    with suppress(OSError, ValueError, ArithmeticError):
        for line in Path(groups).read_text(encoding="utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers == "" or "cpu" in controllers.split(","):
                least = min(least, *_limits(PurePosixPath(root), controllers, path))
    return least


def _limits(root: PurePosixPath, controllers: str, path: str) -> Iterator[float]:
    """Gives the limit of a group and of all that it lies in.

    Inside a container the path may be that of the machine outside: then only the top is found.
    """
    yield math.inf
    tops = [root] if controllers == "" else [root / controllers, root / "cpu"]
    for top in tops:
        folder = top / path.lstrip("/")
        for group in (folder, *folder.parents):
            if not group.is_relative_to(top):
                break
            yield _limit(Path(group))


def _limit(group: Path) -> float:
    """Reads the limit of one group, in the form of either version of control groups."""
    with suppress(OSError, ValueError, ArithmeticError):
        quota, period = (group / "cpu.max").read_text(encoding="ascii").split()
        return int(quota) / int(period)
    with suppress(OSError, ValueError, ArithmeticError):
        quota = (group / "cpu.cfs_quota_us").read_text(encoding="ascii")
        period = (group / "cpu.cfs_period_us").read_text(encoding="ascii")
        if int(quota) > 0:
            return int(quota) / int(period)
    return math.inf
