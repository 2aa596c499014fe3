"""Which processes there are, and who is whose child: read from Linux's `/proc`, or asked of `ps`.

Where there is neither, the answers are empty and nobody fails. `memory.py` and `usage.py` read
there what processes use. The standard library alone is used: the keeper runs without the package.
"""

from __future__ import annotations

import os
import time

from linefall.system.light import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set

#: For how long a process that was seen outside of a tree is taken to stay there.
TRUSTED_OUTSIDE = 1.0
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
NANO = 1e-9
HAS_PROC = os.path.exists("/proc/self/stat")


def read(path: str, *, whole: bool = False) -> bytes:
    """Gives the beginning of a file, or all of it; nothing where it cannot be read."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        parts = [os.read(handle, 65536)]
        while whole and parts[-1]:
            parts.append(os.read(handle, 65536))
        return b"".join(parts)
    except OSError:
        return b""
    finally:
        os.close(handle)


def fields_of(pid: int, task: int | None = None) -> list[bytes]:
    """Gives the fields of `stat` after the name, which may hold blanks and brackets.

    They are those of the whole process, or of one of its threads.
    """
    place = f"/proc/{pid}" if task is None else f"/proc/{pid}/task/{task}"
    return read(f"{place}/stat").rpartition(b")")[2].split()


def parent(pid: int) -> int | None:
    """Gives the parent of a process; None when it is gone."""
    fields = fields_of(pid)
    return int(fields[1]) if len(fields) > 1 else None


def is_alive(pid: int) -> bool:
    """Says whether a process runs; one that only waits to be collected does not."""
    if not HAS_PROC:
        return ask_ps("stat").get(pid, b"Z")[:1] != b"Z"
    fields = fields_of(pid)
    return bool(fields) and fields[0] not in (b"Z", b"X")


def is_stopped(pid: int) -> bool:
    """Says whether a process does nothing: it is stopped, or has ended."""
    if not HAS_PROC:
        return ask_ps("stat").get(pid, b"Z")[:1] in (b"T", b"Z")
    fields = fields_of(pid)
    return not fields or fields[0] in (b"T", b"t", b"Z", b"X")


def tasks(pid: int) -> list[int]:
    """Lists the threads of a process."""
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def threads(pid: int) -> int:
    """Gives the number of threads of a process; one that is gone has none."""
    fields = fields_of(pid)
    return int(fields[17]) if len(fields) > 17 else 0


def schedule(pid: int, task: int) -> tuple[float, float]:
    """Gives the seconds that a thread was on a core, and those that it waited for one."""
    fields = read(f"/proc/{pid}/task/{task}/schedstat").split()
    if len(fields) < 2:
        return 0.0, 0.0
    return int(fields[0]) * NANO, int(fields[1]) * NANO


def wants_core(pid: int) -> bool:
    """Says whether a thread of a process is on a core or waits for one right now."""
    return any(fields_of(pid, task)[:1] == [b"R"] for task in tasks(pid))


def seconds_run(pid: int) -> float:
    """Gives the processor time of a process and all its threads, also of those that have ended."""
    fields = fields_of(pid)
    counted = sum(map(int, fields[11:13])) / TICKS if len(fields) > 12 else 0.0
    return max(counted, sum(schedule(pid, task)[0] for task in tasks(pid)))


def newest() -> int:
    """Gives the number that was given to the newest process or thread; 0 where nobody tells."""
    words = read("/proc/loadavg").split()
    return int(words[4]) if len(words) > 4 else 0


def _birth(pid: int) -> bytes:
    """Gives when a process started, by which it differs from a later one of the same number."""
    fields = fields_of(pid)
    return fields[19] if len(fields) > 19 else b""


def _parents(known: Set[int]) -> tuple[set[int], dict[int, int | None]]:
    """Lists all processes, and the parents of those that are not known yet."""
    try:
        now = {int(name) for name in os.listdir("/proc") if name.isdecimal()}
    except OSError:
        now = set()
    if now:
        return now, {pid: parent(pid) for pid in now - known}
    table = ask_ps("ppid")
    return set(table), {pid: int(above) for pid, above in table.items() if pid not in known}


def ask_ps(what: str) -> dict[int, bytes]:
    """Gives something about each process where there is no /proc (macOS)."""
    if os.name != "posix":
        return {}
    import subprocess  # slow to import, and every keeper imports this module

    told = subprocess.run(["ps", "-axo", f"pid=,{what}="], capture_output=True, check=False).stdout
    pairs = (line.split() for line in told.splitlines())
    return {int(pair[0]): pair[1] for pair in pairs if len(pair) == 2}


class Tree:
    """Finds the processes below one process, cheaply when asked again and again.

    A process that was seen outside of the tree cannot come into it later (orphans move up to an
    ancestor that collects them, never sideways), so only numbers that are new need a look. Numbers
    are used again by the system: those inside are known by the time they started, too, and what
    is outside is forgotten after a while.
    """

    def __init__(self, root: int) -> None:
        """Begins with nothing known."""
        self.root = root
        self._inside: dict[int, bytes] = {}
        self._outside: set[int] = set()
        self._forget = 0.0

    @property
    def seen(self) -> set[int]:
        """Gives the processes that were below the root at the last look."""
        return set(self._inside)

    def still_there(self) -> set[int]:
        """Gives those seen at the last look whose numbers are not another's by now."""
        return {pid for pid, at in self._inside.items() if _birth(pid) == at}

    def pids(self, *, afresh: bool = False) -> set[int]:
        """Gives every process below the root; `afresh` trusts nothing seen before."""
        clock = time.monotonic()
        if afresh or clock > self._forget:
            self._inside.clear()
            self._outside.clear()
            self._forget = clock + TRUSTED_OUTSIDE
        self._inside = {pid: self._inside[pid] for pid in self.still_there()}
        now, parents = _parents(self._inside.keys() | self._outside)
        self._outside &= now
        self._inside = {pid: at for pid, at in self._inside.items() if pid in now}
        for pid in parents:
            if self._is_below(pid, parents):
                self._inside[pid] = _birth(pid)
            else:
                self._outside.add(pid)
        return set(self._inside)

    def _is_below(self, pid: int, parents: dict[int, int | None]) -> bool:
        current: int | None = pid
        for _ in range(len(parents) + 1):
            current = parents.get(current) if current is not None else None
            if current == self.root or current in self._inside:
                return True
            if current is None or current in self._outside:
                return False
        return False
