"""The lookout over a tree of processes: its memory, its number, and what it keeps in files."""

from __future__ import annotations

import _thread
import time

from linefall.system import proc
from linefall.system.light import TYPE_CHECKING
from linefall.system.scratch import MOST_FILES, size_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SLOWEST_LOOK, FASTEST_LOOK = 0.1, 0.004
#: No program can touch memory faster than about this many bytes in a second.
GROWTH = 4e9
LOOK_AT_FILES = 0.1
WAIT_FOR_COUNT = 0.01
#: Bubblewrap's own processes are not the program's.
OF_BUBBLEWRAP = 3


class Lookout:
    """Looks again and again whether a tree keeps to the limits of its plan."""

    def __init__(
        self, tree: proc.Tree, plan: dict[str, Any], over: Callable[[str, int, int], None]
    ) -> None:
        """Takes what is called with a limit's name, the amount and the limit when one is broken."""
        self.tree = tree
        self.plan = plan
        self.over = over
        self.peak = 0
        self._next_files = 0.0
        self._exact = ExactMemory()

    def look(self) -> float:
        """Looks once; gives the time until the next look, the shorter the nearer to the limit."""
        pids = self.tree.pids()
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
        return min(SLOWEST_LOOK, max(FASTEST_LOOK, pause))

    def _memory(self, pids: set[int], limit: int) -> int:
        """Gives the bytes that the tree uses, as exactly as it takes to compare them."""
        used = proc.resident(pids)
        now = time.monotonic()
        if now >= self._next_files:
            self._next_files = now + LOOK_AT_FILES
            used += self._look_at_files(pids)
        if limit and used > limit:  # at most: pages that processes share were counted for each
            return self._exact.ask(pids, otherwise=limit)
        return used

    def _look_at_files(self, pids: set[int]) -> int:
        """Looks at what memory and folders hide; gives the bytes of files in memory."""
        in_memory, nameless = proc.nameless_files(pids)
        if in_memory:  # what is mapped, too, was counted as resident
            in_memory = max(0, in_memory - proc.resident_files(pids))
        held, files = size_of(self.plan["scratch"])
        files -= len(self.plan["links"])  # those were put there
        limit = self.plan["scratch_limit"]
        if held + nameless > limit:
            self.over("scratch", held + nameless, limit)
        elif files > MOST_FILES:
            self.over("files", files, MOST_FILES)
        return in_memory


class ExactMemory:
    """Counts memory exactly, in a thread of its own.

    It walks the page tables of each process and must wait for whoever changes them: a fork bomb
    could keep the keeper waiting for seconds.
    """

    def __init__(self) -> None:
        """Begins with nothing counted."""
        self._busy = False
        self._counted: int | None = None

    def ask(self, pids: set[int], *, otherwise: int) -> int:
        """Gives the bytes, or `otherwise` as long as nobody knows."""
        if not self._busy and self._counted is None:
            self._busy = True
            done = _thread.allocate_lock()
            done.acquire()
            _thread.start_new_thread(self._count, (pids, done))
            done.acquire(timeout=WAIT_FOR_COUNT)
        counted, self._counted = self._counted, None
        return otherwise if counted is None else counted

    def _count(self, pids: set[int], done: _thread.LockType) -> None:
        total, mapped = proc.proportional(pids)
        self._counted = total + max(0, proc.nameless_files(pids)[0] - mapped)
        self._busy = False
        done.release()
