"""The lookout over a tree of processes: its memory, its number, and what it keeps in files."""

from __future__ import annotations

import _thread
import time

from linefall.system import memory, proc
from linefall.system.light import TYPE_CHECKING
from linefall.system.scratch import MOST_FILES, size_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from linefall.system.proc import Tree

SLOWEST_LOOK, FASTEST_LOOK = 0.1, 0.004
#: No program can touch memory faster than about this many bytes in a second.
GROWTH = 4e9
LOOK_AT_FILES = 0.1
WAIT_FOR_COUNT = 0.01
#: So many times as long as a look kept a core busy is the pause after it: that was the time of
#: somebody, perhaps of the opponent.
PAUSES = 19
#: More files open, or pieces of memory, than this in the whole tree would take too long to look at.
MOST_OPEN, MOST_MAPPINGS = 4096, 100_000
#: What may lie in a socket of those that a program can make; the first few are nobody's concern.
SOCKET_BYTES, FREE_SOCKETS = 212_992, 128
#: Bubblewrap's own processes are not the program's.
OF_BUBBLEWRAP = 3


class Lookout:
    """Looks again and again whether a tree keeps to the limits of its plan."""

    def __init__(
        self, tree: Tree, plan: dict[str, Any], over: Callable[[str, int, int], None]
    ) -> None:
        """Takes what is called with a limit's name, the amount and the limit when one is broken."""
        self.tree = tree
        self.plan = plan
        self.over = over
        self.peak = 0
        self._next_files = 0.0
        self._in_memory = self._in_files = self._in_kernel = 0
        self._exact = ExactMemory()

    def look(self) -> float:
        """Looks once; gives the time until the next look, the shorter the nearer to the limit."""
        pids = self.tree.pids()
        if time.monotonic() >= self._next_files:
            began = time.thread_time()
            self._look_at_files(pids)
            self._next_files = time.monotonic() + max(LOOK_AT_FILES, rest_after(began))
        began = time.thread_time()
        limit = self.plan["memory"]
        used = self._memory(pids, limit)
        self.peak = max(self.peak, used)
        if limit and used > limit:
            self.over("memory", used, limit)
        elif len(pids) > self.plan["processes"] + OF_BUBBLEWRAP:
            self.over("processes", len(pids), self.plan["processes"])
        if not limit:
            return SLOWEST_LOOK
        pause: float = (limit - used) / GROWTH
        return min(SLOWEST_LOOK, max(FASTEST_LOOK, pause, rest_after(began)))

    def _memory(self, pids: set[int], limit: int) -> int:
        """Gives the bytes that the tree uses, as exactly as it takes to compare them."""
        used = memory.resident(pids) + self._in_files + self._in_kernel
        if not limit or used <= limit:
            return used
        # That was at most: pages that processes share were counted for each of them.
        exact = self._exact.ask(pids, self._in_memory, limit - self._in_kernel)
        return limit if exact is None else exact + self._in_kernel

    def _look_at_files(self, pids: set[int]) -> None:
        """Looks at what memory, folders and the system itself hide."""
        holdings = memory.Holdings(pids, MOST_OPEN, MOST_MAPPINGS)
        shared, shared_files = self._shared_memory(pids)
        self._in_memory = self._in_files = holdings.memory + shared
        if self._in_files:  # what is mapped, too, was counted as resident
            self._in_files = max(0, self._in_files - memory.resident_files(pids))
        sockets = max(0, holdings.sockets - FREE_SOCKETS) * SOCKET_BYTES
        self._in_kernel = memory.page_tables(pids) + sockets
        threads = sum(map(proc.threads, pids))
        held, files = size_of(self.plan["scratch"])
        for what, amount, limit in (
            ("scratch", held + holdings.disk, self.plan["scratch_limit"]),
            # The links were put there.
            ("files", files - len(self.plan["links"]) + shared_files, MOST_FILES),
            ("open files", holdings.files, MOST_OPEN),
            ("mappings", holdings.mappings, MOST_MAPPINGS),
            ("processes", threads - OF_BUBBLEWRAP, self.plan["processes"]),
        ):
            if amount > limit:
                self.over(what, amount, limit)
                return

    def _shared_memory(self, pids: set[int]) -> tuple[int, int]:
        """Gives the bytes and the files in a `/dev/shm` of its own, which bubblewrap gives it."""
        return memory.own_shared_memory(pids) if self.plan["level"] == "bubblewrap" else (0, 0)


class ExactMemory:
    """Counts memory exactly, in a thread of its own.

    It walks the page tables of each process and must wait for whoever changes them: a fork bomb
    could keep the keeper waiting for seconds.
    """

    def __init__(self) -> None:
        """Begins with nothing counted."""
        self._busy = False
        self._counted: int | None = None
        self._next = 0.0

    def ask(self, pids: set[int], in_memory: int, limit: int) -> int | None:
        """Gives the bytes of the last count, files in memory with them; None if there was none."""
        if not self._busy and time.monotonic() >= self._next:
            self._busy = True
            done = _thread.allocate_lock()
            done.acquire()
            _thread.start_new_thread(self._count, (pids, in_memory, limit, done))
            done.acquire(timeout=WAIT_FOR_COUNT)
        return self._counted

    def _count(self, pids: set[int], in_memory: int, limit: int, done: _thread.LockType) -> None:
        """Counts; twice if that was too much: what processes share changes while it is counted."""
        began = time.thread_time()
        counted = _count_once(pids, in_memory)
        if counted > limit:
            counted = min(counted, _count_once(pids, in_memory))
        self._counted = counted
        self._next = time.monotonic() + rest_after(began)
        self._busy = False
        done.release()


def _count_once(pids: set[int], in_memory: int) -> int:
    total, mapped = memory.proportional(pids)
    return total + max(0, in_memory - mapped)


def rest_after(began: float) -> float:
    """Gives how long to rest after work that began at that processor time of this thread."""
    return PAUSES * (time.thread_time() - began)
