"""A hold on a tree of processes: it is stopped, let go on and ended, whatever it does meanwhile."""

from __future__ import annotations

import os
import time

from linefall.system import proc
from linefall.system.light import TYPE_CHECKING, ignoring

if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Iterable

    from linefall.system.groups import ProcessCount
else:
    import _signal as signal

#: How long stopping a tree is tried before it is taken for done.
STOP_SECONDS = 0.1
#: How long ending a tree is tried: longer than any process that can be ended takes.
END_SECONDS = 5.0
A_MOMENT = 0.0002
#: Seconds on a core that a tree which is stopped cannot have had by chance.
WOKEN = 0.02


class Hold:
    """Has a tree of processes in its hand, and the group that counts them, if there is one."""

    def __init__(self, root: int, count: ProcessCount | None = None) -> None:
        """Takes the process below which everything belongs to the tree."""
        self.tree = proc.Tree(root)
        self.count = count
        self.is_stopped = False
        self._used: dict[int, float] = {}

    def stop(self) -> None:
        """Stops every process of the tree, also those that are born meanwhile.

        All is quiet when those that are known were stopped, and a look after that found nobody
        else: who is stopped starts nobody. Who runs away from that may start nobody more.
        """
        known = self._stop(time.monotonic() + STOP_SECONDS)
        self.is_stopped = True
        self._used = {pid: proc.seconds_run(pid) for pid in known}

    def _stop(self, end: float) -> set[int]:
        known = self.tree.still_there() or self.tree.pids()
        signal_all(known, signal.SIGSTOP)
        while (now := time.monotonic()) < end:
            if not all(proc.is_stopped(pid) for pid in known):
                time.sleep(A_MOMENT)
                continue
            before, known = known, self.tree.pids()
            if known <= before:
                break
            signal_all(known, signal.SIGSTOP)
            if self.count is not None and now > end - STOP_SECONDS / 2:
                self.count.close_door()
        return known

    def has_woken(self) -> bool:
        """Says whether something of the tree has worked although it was stopped.

        A process can have itself woken by a timer, and start another one. What counts is the time
        that all of them used: nobody else is harmed by one that was woken and waits.
        """
        there = self.tree.pids() if self.is_stopped else ()
        return sum(proc.seconds_run(pid) - self._used.get(pid, 0.0) for pid in there) >= WOKEN

    def go_on(self) -> None:
        """Lets every process of the tree go on."""
        self.is_stopped = False
        if self.count is not None:
            self.count.open_door()
        signal_all(self.tree.still_there(), signal.SIGCONT)

    def end(self, collect: Callable[[], bool]) -> None:
        """Kills until nothing is left: no child, dead or alive, as every orphan becomes ours.

        `collect` collects children that ended and says whether any is left. The dead are collected
        only when nobody lives: until then they hold their places in the count of processes, and a
        fork bomb runs out of room instead of outrunning us.
        """
        self.is_stopped = False
        if self.count is not None:
            self.count.close_door()
        end = time.monotonic() + END_SECONDS
        self._kill_all(end)
        while collect() and time.monotonic() < end:
            time.sleep(A_MOMENT)
            self._kill_all(end)
        if self.count is not None:
            self.count.remove()

    def _kill_all(self, end: float) -> None:
        """Kills until two looks, one after the other, find the same processes, all of them dead.

        One look is not enough: a process that starts the next one and ends is always just dead.
        """
        before, afresh = None, True
        while time.monotonic() < end:
            pids = self.tree.pids(afresh=afresh)
            signal_all(sorted(pids, reverse=True), signal.SIGKILL)  # the youngest first
            alive = any(proc.is_alive(pid) for pid in pids)
            if not alive and pids == before:
                return
            before, afresh = pids, alive
            if alive:
                time.sleep(A_MOMENT)


def signal_all(pids: Iterable[int], number: int) -> None:
    """Sends a signal to each of them; who is gone needs none."""
    for pid in pids:
        with ignoring(OSError):
            os.kill(pid, number)
