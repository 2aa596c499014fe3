"""What a container allows its processes: a share of the processor's time, and memory.

Linux keeps both as limits of control groups, of which there are two versions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

GROUPS = "/proc/self/cgroup"
ROOT = "/sys/fs/cgroup"


def share_of_time(groups: str = GROUPS, root: str = ROOT) -> float:
    """Gives how many cores' time this process may use at most; infinite if nothing limits it."""
    return min(map(_share, _folders("cpu", groups, root)), default=math.inf)


def most_memory(groups: str = GROUPS, root: str = ROOT) -> float:
    """Gives how many bytes its container may use at most; infinite if nothing limits them."""
    return min(map(_memory, _folders("memory", groups, root)), default=math.inf)


def _folders(controller: str, groups: str, root: str) -> Iterator[Path]:
    """Gives the folders of the groups that this process is in, and of all that those are in.

    Inside a container the path may be that of the machine outside: then only the top is there.
    """
    with suppress(OSError, ValueError):
        for line in Path(groups).read_text(encoding="utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers == "":
                tops = [PurePosixPath(root)]
            elif controller in controllers.split(","):
                tops = [PurePosixPath(root, controllers), PurePosixPath(root, controller)]
            else:
                continue
            for top in tops:
                inner = top / path.lstrip("/")
                yield from (Path(p) for p in (inner, *inner.parents) if p.is_relative_to(top))


def _share(group: Path) -> float:
    with suppress(OSError, ValueError, ArithmeticError):
        quota, period = (group / "cpu.max").read_text(encoding="ascii").split()
        return int(quota) / int(period)
    with suppress(OSError, ValueError, ArithmeticError):
        quota = (group / "cpu.cfs_quota_us").read_text(encoding="ascii")
        period = (group / "cpu.cfs_period_us").read_text(encoding="ascii")
        if int(quota) > 0:
            return int(quota) / int(period)
    return math.inf


def _memory(group: Path) -> float:
    for name in ("memory.max", "memory.limit_in_bytes"):
        with suppress(OSError, ValueError):
            return int((group / name).read_text(encoding="ascii"))
    return math.inf
