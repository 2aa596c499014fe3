"""What memory processes use, also where a list of processes does not show it.

Read from Linux's `/proc`; where there is none, of resident memory only. The keeper runs this, with
the standard library alone.
"""

from __future__ import annotations

import os
import stat
import sys
from itertools import chain

from linefall.system import proc
from linefall.system.light import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
LINUX = sys.platform == "linux"
SHARED_MEMORY = "/dev/shm"
#: The call that compares what two processes have, and the number of their memory in it.
KCMP, KCMP_VM = 272 if hasattr(os, "uname") and os.uname().machine == "aarch64" else 312, 1


def resident(pids: Iterable[int]) -> int:
    """Gives the resident memory of processes in bytes; shared pages count once for each."""
    if not proc.HAS_PROC:
        table = proc.ask_ps("rss")
        return sum(int(table.get(pid, b"0")) * 1024 for pid in pids)
    return sum(_resident(f"/proc/{pid}") or _resident(_place(pid)) for pid in pids)


def _resident(place: str) -> int:
    fields = proc.read(f"{place}/statm").split()
    return int(fields[1]) * PAGE if len(fields) > 1 else 0


def _place(pid: int) -> str:
    """Gives where the system tells what a process has.

    When its first thread has ended and others go on, it says at the usual place that there is
    nothing, and at theirs what there is.
    """
    others = [task for task in proc.tasks(pid) if task != pid] if not proc.is_alive(pid) else []
    return f"/proc/{pid}/task/{others[0]}" if others else f"/proc/{pid}"


def proportional(pids: Iterable[int]) -> tuple[int, int]:
    """Gives the resident memory in bytes with every shared page counted once in total.

    The second number is the part of it that lies in files in memory: see `Holdings`.
    This walks page tables and is slow for large programs: ask `resident` first.
    """
    total = in_files = 0
    for pid in pids:
        if _has_memory_of(pid, proc.parent(pid)):
            continue
        facts = _kilobytes(proc.read(f"{_place(pid)}/smaps_rollup"))
        total += facts[b"Pss"] if b"Pss" in facts else resident([pid])
        in_files += facts.get(b"Pss_Shmem", 0)
    return total, in_files


def _has_memory_of(pid: int, parent: int | None) -> bool:
    """Says whether a process lives in its parent's memory, as between `vfork` and `exec`."""
    if parent is None or not LINUX:
        return False
    from linefall.system.libc import call  # only where it is needed: seldom

    try:
        return call("syscall", KCMP, pid, parent, KCMP_VM, 0, 0) == 0
    except OSError:
        return False


def in_status(pid: int, name: bytes) -> int:
    """Gives the bytes that the system tells of a process under a name like `VmPTE`."""
    _, _, rest = proc.read(f"{_place(pid)}/status").partition(b"\n" + name + b":")
    word = rest[:40].split(None, 1)[:1]
    return int(word[0]) * 1024 if word else 0


def resident_files(pids: Iterable[int]) -> int:
    """Gives the largest part of one process's resident memory that lies in files in memory."""
    return max((in_status(pid, b"RssShmem") for pid in pids), default=0)


def page_tables(pids: Iterable[int]) -> int:
    """Gives the bytes in which the system keeps where the memory of processes lies."""
    return sum(in_status(pid, b"VmPTE") for pid in pids)


def own_shared_memory(pids: Iterable[int]) -> tuple[int, int]:
    """Gives the bytes and the number of files in the `/dev/shm` of processes, if it is not ours."""
    for pid in pids:
        place = f"/proc/{pid}/root{SHARED_MEMORY}"
        try:
            if os.stat(place).st_dev != os.stat(SHARED_MEMORY).st_dev:
                told = os.statvfs(place)
                return (told.f_blocks - told.f_bfree) * told.f_frsize, told.f_files - told.f_ffree
        except OSError:
            continue
    return 0, 0


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
            text = proc.read(f"{_place(pid)}/maps", whole=True)
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
    """Names what processes have open, and what they run: that may be gone, too."""
    for pid in pids:
        place = _place(pid)
        try:
            names = os.listdir(f"{place}/fd")
        except OSError:
            continue
        yield f"{place}/exe"
        yield from (f"{place}/fd/{name}" for name in names)


def _plain(addresses: bytes) -> str:
    """Writes a range of addresses as the folder `map_files` does, with no zeros in front."""
    low, _, high = addresses.partition(b"-")
    return f"{int(low, 16):x}-{int(high, 16):x}"
