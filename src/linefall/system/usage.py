"""What processes had of the processor, and how busy the machine was: the judge's evidence of time.

Read from Linux's `/proc`; where there is none, the answers are empty or None and nobody fails.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable

from linefall.system import proc


class Usage:
    """Holds what a process tree had used at one moment: seconds on a core, and waiting for one."""

    def __init__(self, cpu: float, waits: dict[int, float]) -> None:
        """Takes the seconds of the whole tree, and the waiting of each thread."""
        self.cpu = cpu
        self.waits = waits

    def waited_since(self, before: Usage) -> float:
        """Gives the longest wait for a core of any one thread since `before`."""
        return max(
            (wait - before.waits.get(task, 0.0) for task, wait in self.waits.items()), default=0.0
        )


def usage_of(pids: Iterable[int], collector: int | None = None) -> Usage:
    """Adds up the processor time of processes, of their threads and of children they collected.

    `collector` is a process whose collected children count, too, but not its own time.
    """
    cpu, waits = 0.0, {}
    for pid in pids:
        fields = proc.fields_of(pid)
        if len(fields) < 15:
            continue
        own, collected = (sum(map(int, fields[at : at + 2])) / proc.TICKS for at in (11, 13))
        exact = 0.0
        for task in proc.tasks(pid):
            ran, waited = proc.schedule(pid, task)
            exact += ran
            waits[task] = waited
        cpu += max(own, exact) + collected  # ticks also count threads that have ended
    if collector is not None and len(fields := proc.fields_of(collector)) >= 15:
        cpu += sum(map(int, fields[13:15])) / proc.TICKS
    return Usage(cpu, waits)


def can_see_waits() -> bool:
    """Says whether this system tells how long a thread waited for a core."""
    return len(proc.read("/proc/self/schedstat").split()) >= 2


def stolen(cores: Iterable[int]) -> float:
    """Gives the seconds that a hypervisor took from these cores for others, since the start."""
    wanted = {b"cpu%d" % core for core in cores}
    ticks = 0
    for line in proc.read("/proc/stat").splitlines():
        words = line.split()
        if words and words[0] in wanted and len(words) > 8:
            ticks += int(words[8])
    return ticks / proc.TICKS


def load() -> float | None:
    """Gives the load of the machine over the last minute; None where nobody counts it."""
    if hasattr(os, "getloadavg"):
        with contextlib.suppress(OSError):
            return float(os.getloadavg()[0])
    return None


def running() -> int | None:
    """Gives how many threads of the whole machine want a core right now; None if unknown."""
    words = proc.read("/proc/loadavg").split()
    return int(words[3].split(b"/")[0]) if len(words) > 3 else None
