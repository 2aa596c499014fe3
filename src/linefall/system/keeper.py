"""The keeper: a small process between the judge and one program, so that nothing survives.

    judge  ---  guard  ---  keeper  ---  program  ---  whatever the program starts

It starts the program behind its fences (`launch.py`), adopts every orphan below it (a program
cannot slip away by forking twice), watches memory, processes and the scratch folder of the whole
tree (`lookout.py`), and ends everything (`hold.py`) when it is told to, and also when the judge is
gone, however the judge died. It takes no part in the conversation: the pipes go straight from the
judge to the program. What judge and keeper say to each other stands in `messages.py`.

The guard does nothing as long as the keeper lives. If somebody kills the keeper, the orphans become
the guard's, which ends them; if somebody kills the guard, the keeper ends everything.

It runs with the standard library alone, isolated from the user's Python settings: see `BOOT` in
`posix.py`.
"""

from __future__ import annotations

import _socket as socket  # what the module of that name wraps, at a third of the time
import os
import resource
import select
import sys
import time

from linefall.system import proc
from linefall.system.hold import Hold
from linefall.system.launch import become_program
from linefall.system.light import TYPE_CHECKING, ignoring
from linefall.system.lookout import Lookout, rest_after
from linefall.system.messages import LONGEST_PLAN, Nonsense, read_plan, write_event
from linefall.system.scratch import furnish, remove

if TYPE_CHECKING:
    import signal
    from typing import Any, NoReturn
else:
    import _signal as signal

LINUX = sys.platform == "linux"
if LINUX:
    from linefall.system import fences, groups

#: Who is stopped takes nothing; the keeper only looks whether it stays so, and the judge is there.
STOPPED_LOOK = 0.05


class Keeper:
    """Watches one program from its start until nothing of it is left."""

    def __init__(
        self,
        control: socket.socket,
        plan: dict[str, Any],
        count: groups.ProcessCount | None,
        above: tuple[int, int],
    ) -> None:
        """Gets ready to start the program of the plan; `above` are the guard and the judge."""
        self.control = control
        self.plan = plan
        self.count = count
        self.guard, self.judge = above
        self.program = 0
        self.hold = Hold(os.getpid(), count)
        self.lookout = Lookout(self.hold.tree, plan, self.over)

    def tell(self, event: str, **facts: object) -> None:
        """Tells the judge something; a judge that is gone hears nothing."""
        with ignoring(OSError):
            self.control.sendall(write_event(event, time.monotonic_ns(), facts))

    def run(self) -> None:
        """Starts the program and stays until nothing of it is left."""
        wake = _wake_on_signals()
        try:
            self.program = self.start()
            if self.program:
                self.watch(wake)
        finally:
            self.hold.end(self.collect)
            self.tell("gone", peak=max(self.lookout.peak, _largest_child()))

    def start(self) -> int:
        """Starts the program; gives its number, or 0 after telling the judge why not."""
        heard, told = os.pipe()  # closed by a good exec, written to by a bad one
        child = os.fork()
        if child == 0:
            become_program(self.plan, told, self.count)
        os.close(told)
        _close_pipes(self.plan)
        with open(heard, "rb") as file:
            why = file.read(1000)
        if why:
            self.tell("failed", why=why.decode(errors="replace"))
            return 0
        self.tell("started", pid=child, keeper=os.getpid())
        return child

    def watch(self, wake: int) -> None:
        """Serves the judge and watches the tree until the judge has heard enough."""
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        poll.register(wake, select.POLLIN)
        next_look = next_stopped_look = 0.0
        while self.is_wanted():
            stopped = self.hold.is_stopped
            now = time.monotonic()
            if stopped and now >= next_stopped_look:
                next_stopped_look = now + self.look_whether_it_stays_so()
            elif not stopped and now >= next_look:
                next_look = now + self.lookout.look()
            next_one = next_stopped_look if stopped else next_look
            pause = max(0.0, next_one - time.monotonic())
            ready = {number for number, _ in poll.poll(pause * 1000)}
            if wake in ready:
                os.read(wake, 4096)
                self.collect()
            if self.control.fileno() in ready and not self.serve():
                return

    def is_wanted(self) -> bool:
        """Says whether judge and guard are still there."""
        if os.getppid() != self.guard:
            self.tell("broken", why="somebody killed its guard")
            return False
        return proc.parent(self.guard) in (self.judge, None)  # None: some systems hide that

    def serve(self) -> bool:
        """Does what the judge's letters ask for; False when it is time to end."""
        letters = self.control.recv(64)
        for letter in letters:
            if letter == ord("s"):
                self.hold.stop()
                self.tell("stopped")
            elif letter == ord("c"):
                self.look_whether_it_stays_so()
                self.hold.go_on()
                self.tell("continued")
            else:
                return False
        return bool(letters)

    def collect(self) -> bool:
        """Collects children that ended, and tells the judge if it was the program.

        Gives whether any child is left.
        """
        with ignoring(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return True
                if pid == self.program:
                    self.tell("ended", status=os.waitstatus_to_exitcode(status))
        return False

    def look_whether_it_stays_so(self) -> float:
        """Ends a program that works on the other one's time; gives the time until the next look."""
        began = time.thread_time()
        if self.hold.has_woken():
            self.over("rest", 1, 0)
        return max(STOPPED_LOOK, rest_after(began))

    def over(self, what: str, amount: int, limit: int) -> None:
        """Tells the judge which limit was broken, and ends the tree."""
        self.tell("over", what=what, amount=amount, limit=limit)
        self.hold.end(self.collect)


def _close_pipes(plan: dict[str, Any]) -> None:
    for name in ("stdin", "stdout", "stderr"):
        os.close(plan[name])


def _largest_child() -> int:
    """Gives the largest memory that one collected process ever had; Linux counts kibibytes."""
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return most * 1024 if LINUX else most


def _wake_on_signals() -> int:
    """Gives a descriptor that becomes readable when a child ends, or the guard."""
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: None)
    if LINUX:
        fences.die_with_parent(signal.SIGTERM)
    return heard


# ---------------------------------------------------------------------------------- the door


def main(number: int) -> None:
    """Runs a keeper that hears and tells on the socket of that number, and its guard."""
    os.set_inheritable(number, False)
    control = socket.socket(fileno=number)
    above = os.getpid(), os.getppid()
    plan = _read_plan(control)
    count = None
    if LINUX:
        fences.adopt_orphans()
        fences.close_to_others(closed=True)
        most = plan["processes"] if plan["level"] != "none" else None
        count = groups.ProcessCount(plan["token"], most)
    keeper = os.fork()
    if keeper == 0:
        _keep(control, plan, count, above)
    control.close()
    _close_pipes(plan)
    _guard(keeper, plan, count)


def _read_plan(control: socket.socket) -> dict[str, Any]:
    """Reads what the judge wants; ends with it when the judge is gone before it has said it."""
    text = b""
    while not text.endswith(b"\n\n") and len(text) <= LONGEST_PLAN:
        part = control.recv(65536)
        if not part:
            os._exit(0)
        text += part
    try:
        plan = read_plan(text)
    except Nonsense as error:
        _tell_broken(control, error)
        os._exit(0)
    for name in ("stdin", "stdout", "stderr"):
        os.set_inheritable(plan[name], False)  # the program gets copies of its own
    return plan


def _keep(
    control: socket.socket,
    plan: dict[str, Any],
    count: groups.ProcessCount | None,
    above: tuple[int, int],
) -> NoReturn:
    """Is the keeper from its first moment to its last."""
    try:
        furnish(plan["scratch"], plan["links"])
        if LINUX:
            fences.adopt_orphans()
        Keeper(control, plan, count, above).run()
    except BaseException as error:
        _tell_broken(control, error)
    finally:
        remove(plan["scratch"])
        os._exit(0)  # a thread may still wait for somebody's page tables


def _tell_broken(control: socket.socket, error: BaseException) -> None:
    with ignoring(OSError):
        control.sendall(write_event("broken", time.monotonic_ns(), {"why": repr(error)[:500]}))


def _guard(keeper: int, plan: dict[str, Any], count: groups.ProcessCount | None) -> NoReturn:
    """Waits for the keeper's end; if somebody killed it, ends what it kept."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    _, status = os.waitpid(keeper, 0)
    try:
        if status != 0:
            Hold(os.getpid(), count).end(_collect_all)
            remove(plan["scratch"])
    finally:
        os._exit(0 if status == 0 else 1)


def _collect_all() -> bool:
    """Collects every child that has ended; says whether any is left."""
    with ignoring(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
        return True
    return False
