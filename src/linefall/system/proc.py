"""What the machine knows about running processes: the tree, its memory, its time on a core.

Everything here is read from Linux's `/proc`; where there is none, the answers are empty or None
and nobody fails. The standard library alone is used: the keeper runs without the package.
"""

from __future__ import annotations

import os
import stat
import time
from itertools import chain

from linefall.system.light import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Set

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
NANO = 1e-9
#: For how long a process that was seen outside of a tree is taken to stay there.
TRUSTED_OUTSIDE = 1.0
HAS_PROC = os.path.exists("/proc/self/stat")


def _read(path: str, *, whole: bool = False) -> bytes:
    """Gives the beginning of a file, or all of it; nothing where it cannot be read."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        text = part = os.read(handle, 65536)
        while whole and part:
            part = os.read(handle, 65536)
            text += part
        return text
    except OSError:
        return b""
    finally:
        os.close(handle)


def _fields(pid: int) -> list[bytes]:
    """Gives the fields of /proc/PID/stat after the name, which may hold blanks and brackets."""
    return _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()


def parent(pid: int) -> int | None:
    """Gives the parent of a process; None when it is gone."""
    fields = _fields(pid)
    return int(fields[1]) if len(fields) > 1 else None


def is_alive(pid: int) -> bool:
    """Says whether a process runs; one that only waits to be collected does not."""
    if not HAS_PROC:
        return _ask_ps("stat").get(pid, b"Z")[:1] != b"Z"
    fields = _fields(pid)
    return bool(fields) and fields[0] not in (b"Z", b"X")


def is_stopped(pid: int) -> bool:
    """Says whether a process does nothing: it is stopped, or has ended."""
    if not HAS_PROC:
        return _ask_ps("stat").get(pid, b"Z")[:1] in (b"T", b"Z")
    fields = _fields(pid)
    return not fields or fields[0] in (b"T", b"t", b"Z", b"X")


def _birth(pid: int) -> bytes:
    """Gives when a process started, by which it differs from a later one of the same number."""
    fields = _fields(pid)
    return fields[19] if len(fields) > 19 else b""


def _parents(known: Set[int]) -> tuple[set[int], dict[int, int | None]]:
    """Lists all processes, and the parents of those that are not known yet."""
    try:
        now = {int(name) for name in os.listdir("/proc") if name.isdecimal()}
    except OSError:
        now = set()
    if now:
        return now, {pid: parent(pid) for pid in now - known}
    table = _ask_ps("ppid")
    return set(table), {pid: int(above) for pid, above in table.items() if pid not in known}


def _ask_ps(what: str) -> dict[int, bytes]:
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


def resident(pids: Iterable[int]) -> int:
    """Gives the resident memory of processes in bytes; shared pages count once for each."""
    if not HAS_PROC:
        table = _ask_ps("rss")
        return sum(int(table.get(pid, b"0")) * 1024 for pid in pids)
    total = 0
    for pid in pids:
        fields = _read(f"/proc/{pid}/statm").split()
        if len(fields) > 1:
            total += int(fields[1]) * PAGE
    return total


def proportional(pids: Iterable[int]) -> tuple[int, int]:
    """Gives the resident memory in bytes with every shared page counted once in total.

    The second number is the part of it that lies in files in memory: see `Holdings`.
    This walks page tables and is slow for large programs: ask `resident` first.
    """
    total = in_files = 0
    for pid in pids:
        facts = _kilobytes(_read(f"/proc/{pid}/smaps_rollup"))
        total += facts[b"Pss"] if b"Pss" in facts else resident([pid])
        in_files += facts.get(b"Pss_Shmem", 0)
    return total, in_files


def in_status(pid: int, name: bytes) -> int:
    """Gives the bytes that the system tells of a process under a name like `VmPTE`."""
    _, _, rest = _read(f"/proc/{pid}/status").partition(b"\n" + name + b":")
    word = rest[:40].split(None, 1)[:1]
    return int(word[0]) * 1024 if word else 0


def resident_files(pids: Iterable[int]) -> int:
    """Gives the largest part of one process's resident memory that lies in files in memory."""
    return max((in_status(pid, b"RssShmem") for pid in pids), default=0)


def page_tables(pids: Iterable[int]) -> int:
    """Gives the bytes in which the system keeps where the memory of processes lies."""
    return sum(in_status(pid, b"VmPTE") for pid in pids)


def _kilobytes(text: bytes) -> dict[bytes, int]:
    """Reads lines like `Pss:  120 kB`; gives bytes."""
    words = (line.split() for line in text.splitlines())
    return {
        word[0].rstrip(b":"): int(word[1]) * 1024
        for word in words
        if len(word) == 3 and word[2] == b"kB"
    }


class Holdings:
    """Holds what processes have open or mapped: bytes in files without a name, and counts.

    Such files are in memory, or on a disk; neither is seen by a look at resident memory or at a
    folder. Those that are mapped and no longer open can be looked into by root alone. Looking ends
    when there are more files or mappings than anybody may have.
    """

    def __init__(self, pids: Iterable[int], most_files: int, most_mappings: int) -> None:
        """Looks at everything that these processes hold."""
        pids = list(pids)
        self.files = self.mappings = 0
        self._memory: dict[tuple[int, int], int] = {}
        self._disk: dict[tuple[int, int], int] = {}
        self._sockets: set[int] = set()
        for path in chain(_open_files(pids), self._mapped_files(pids, most_mappings)):
            self.files += 1
            if self.files > most_files:
                break
            self._look(path)

    @property
    def memory(self) -> int:
        """Gives the bytes of files that exist in memory alone."""
        return sum(self._memory.values())

    @property
    def disk(self) -> int:
        """Gives the bytes of files on a disk that have no name any more."""
        return sum(self._disk.values())

    @property
    def sockets(self) -> int:
        """Gives the number of sockets."""
        return len(self._sockets)

    def _look(self, path: str) -> None:
        try:
            status = os.stat(path)
            if stat.S_ISSOCK(status.st_mode):
                self._sockets.add(status.st_ino)
            elif status.st_nlink == 0 and stat.S_ISREG(status.st_mode):
                held = self._memory if _is_in_memory(os.readlink(path)) else self._disk
                held[status.st_dev, status.st_ino] = status.st_blocks * 512
        except OSError:
            return

    def _mapped_files(self, pids: Iterable[int], most: int) -> Iterator[str]:
        """Names the mapped files that have no name any more; most programs have none."""
        for pid in pids:
            text = _read(f"/proc/{pid}/maps", whole=True)
            self.mappings += text.count(b"\n")
            if self.mappings > most:
                return
            for line in text.splitlines() if b" (deleted)\n" in text else ():
                if line.endswith(b" (deleted)"):
                    yield f"/proc/{pid}/map_files/{_plain(line.split(None, 1)[0])}"


def _is_in_memory(name: str) -> bool:
    """Says whether a nameless file is a piece of memory: a program's own, or shared by several."""
    return name.startswith(("/memfd:", "/dev/zero"))


def _open_files(pids: Iterable[int]) -> Iterator[str]:
    for pid in pids:
        try:
            names = os.listdir(f"/proc/{pid}/fd")
        except OSError:
            continue
        yield from (f"/proc/{pid}/fd/{name}" for name in names)


def _plain(addresses: bytes) -> str:
    """Writes a range of addresses as the folder `map_files` does, with no zeros in front."""
    low, _, high = addresses.partition(b"-")
    return f"{int(low, 16):x}-{int(high, 16):x}"


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


def usage(pids: Iterable[int], collector: int | None = None) -> Usage:
    """Adds up the processor time of processes, of their threads and of children they collected.

    `collector` is a process whose collected children count, too, but not its own time.
    """
    cpu, waits = 0.0, {}
    for pid in pids:
        fields = _fields(pid)
        if len(fields) < 15:
            continue
        own, collected = (sum(map(int, fields[at : at + 2])) / TICKS for at in (11, 13))
        exact = 0.0
        for task in _tasks(pid):
            ran, waited = _schedule(pid, task)
            exact += ran
            waits[task] = waited
        cpu += max(own, exact) + collected  # ticks also count threads that have ended
    if collector is not None and len(fields := _fields(collector)) >= 15:
        cpu += sum(map(int, fields[13:15])) / TICKS
    return Usage(cpu, waits)


def _tasks(pid: int) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def _schedule(pid: int, task: int) -> tuple[float, float]:
    fields = _read(f"/proc/{pid}/task/{task}/schedstat").split()
    if len(fields) < 2:
        return 0.0, 0.0
    return int(fields[0]) * NANO, int(fields[1]) * NANO


def can_see_waits() -> bool:
    """Says whether this system tells how long a thread waited for a core."""
    return len(_read("/proc/self/schedstat").split()) >= 2


def stolen(cores: Iterable[int]) -> float:
    """Gives the seconds that a hypervisor took from these cores for others, since the start."""
    wanted = {b"cpu%d" % core for core in cores}
    ticks = 0
    for line in _read("/proc/stat").splitlines():
        words = line.split()
        if words and words[0] in wanted and len(words) > 8:
            ticks += int(words[8])
    return ticks / TICKS


def load() -> float | None:
    """Gives the load of the machine over the last minute; None where nobody counts it."""
    try:
        return os.getloadavg()[0]
    except (OSError, AttributeError):
        return None


def running() -> int | None:
    """Gives how many threads of the whole machine want a core right now; None if unknown."""
    words = _read("/proc/loadavg").split()
    return int(words[3].split(b"/")[0]) if len(words) > 3 else None
