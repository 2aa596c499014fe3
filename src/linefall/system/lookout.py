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
WAIT_FOR_LOOK = 0.01
#: No look takes so many seconds, unless somebody means to keep us from it.
LONGEST_LOOK = 5.0
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
        self._held = Held()
        self._count, self._files = Aside(0.0), Aside(LOOK_AT_FILES)

    def look(self) -> float:
        """Looks once; gives the time until the next look, the shorter the nearer to the limit."""
        pids = self.tree.pids()
        held = self._files.ask(lambda: self._look_at_files(pids))
        if self._files.lasts() > LONGEST_LOOK:
            self.over("look", 1, 0)
            return SLOWEST_LOOK
        if held is not None and held is not self._held:
            self._held = held
            if held.over:
                self.over(*held.over)
                return SLOWEST_LOOK
        began = time.thread_time()
        limit = self.plan["memory"]
        used = self._memory(pids, limit)
        self.peak = max(self.peak, used or 0)
        if limit and used is not None and used > limit:
            self.over("memory", used, limit)
        elif (processes := self._processes(pids)) > self.plan["processes"]:
            self.over("processes", processes, self.plan["processes"])
        if not limit:
            return SLOWEST_LOOK
        pause: float = 0.0 if used is None else (limit - used) / GROWTH
        return min(SLOWEST_LOOK, max(FASTEST_LOOK, pause, rest_after(began)))

    def _processes(self, pids: set[int]) -> int:
        """Counts processes and threads, as soon as there could be too many."""
        most = len(pids) if len(pids) > self.plan["processes"] else sum(map(proc.threads, pids))
        return most - OF_BUBBLEWRAP

    def _memory(self, pids: set[int], limit: int) -> int | None:
        """Gives the bytes that the tree uses, as exactly as it takes to compare them.

        None: more than the limit, unless they share much of it, which is still being counted.
        """
        held = self._held
        used = memory.resident(pids) + held.files + held.kernel
        if not limit or used <= limit:
            return used
        # That was at most: pages that processes share were counted for each of them.
        exact = self._count.ask(lambda: _count_exactly(pids, held.memory, limit - held.kernel))
        return None if exact is None else exact + held.kernel

    def _look_at_files(self, pids: set[int]) -> Held:
        """Looks at what memory, folders and the system itself hide."""
        holdings = memory.Holdings(pids, MOST_OPEN, MOST_MAPPINGS)
        shared, shared_files = self._shared_memory(pids)
        held = Held()
        held.memory = held.files = holdings.memory + shared
        if held.files:  # what is mapped, too, was counted as resident
            held.files = max(0, held.files - memory.resident_files(pids))
        sockets = max(0, holdings.sockets - FREE_SOCKETS) * SOCKET_BYTES
        held.kernel = memory.page_tables(pids) + sockets
        size, files = size_of(self.plan["scratch"])
        for what, amount, limit in (
            ("scratch", size + holdings.disk, self.plan["scratch_limit"]),
            # The links were put there.
            ("files", files - len(self.plan["links"]) + shared_files, MOST_FILES),
            ("open files", holdings.files, MOST_OPEN),
            ("mappings", holdings.mappings, MOST_MAPPINGS),
        ):
            if amount > limit:
                held.over = (what, amount, limit)
                break
        return held

    def _shared_memory(self, pids: set[int]) -> tuple[int, int]:
        """Gives the bytes and the files in a `/dev/shm` of its own, which bubblewrap gives it."""
        return memory.own_shared_memory(pids) if self.plan["level"] == "bubblewrap" else (0, 0)


class Held:
    """Holds what was found in files and in the system, in bytes, and which limit that breaks."""

    memory = 0  # in files that exist in memory alone
    files = 0  # of that, what is not resident besides
    kernel = 0
    over: tuple[str, int, int] | None = None


class Aside:
    """Takes looks that can last, one at a time, in a thread of their own.

    Whoever looks at a process's memory must wait for those who change it: a fork bomb could keep
    the keeper waiting for as long as it lives.
    """

    def __init__(self, pause: float) -> None:
        """Begins with nothing found; there is a pause of so many seconds after each look."""
        self._pause = pause
        self._began: float | None = None  # the look under way
        self._found: Any = None
        self._failed: BaseException | None = None
        self._next = 0.0

    def lasts(self) -> float:
        """Gives for how many seconds the look under way has lasted; 0 if there is none."""
        began = self._began
        return 0.0 if began is None else time.monotonic() - began

    def ask(self, look: Callable[[], Any]) -> Any:
        """Gives what was found last, after a look if it is time for one; None if nothing was."""
        if self._began is None and time.monotonic() >= self._next:
            self._began = time.monotonic()
            done = _thread.allocate_lock()
            done.acquire()
            _thread.start_new_thread(self._look, (look, done))
            done.acquire(timeout=WAIT_FOR_LOOK)
        if self._failed is not None:
            raise self._failed
        return self._found

    def _look(self, look: Callable[[], Any], done: _thread.LockType) -> None:
        began = time.thread_time()
        try:
            self._found = look()
        except BaseException as error:
            self._failed = error
        self._next = time.monotonic() + max(self._pause, rest_after(began))
        self._began = None
        done.release()


def _count_exactly(pids: set[int], in_memory: int, limit: int) -> int:
    """Counts; twice if that was too much: what processes share changes while it is counted."""
    counted = _count_once(pids, in_memory)
    return min(counted, _count_once(pids, in_memory)) if counted > limit else counted


def _count_once(pids: set[int], in_memory: int) -> int:
    total, mapped = memory.proportional(pids)
    return total + max(0, in_memory - mapped)


def rest_after(began: float) -> float:
    """Gives how long to rest after work that began at that processor time of this thread."""
    return PAUSES * (time.thread_time() - began)
