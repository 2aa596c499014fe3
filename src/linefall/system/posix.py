"""A program at the end of three pipes, on Linux and macOS: start, hear, tell, end.

The judge owns one `Wire` for a match with a `Child` for each program. Everything that arrives,
from either program, comes out of `Wire.wait` with the time at which it was there.
"""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from linefall.system import proc
from linefall.system.hold import A_MOMENT, signal_all
from linefall.system.messages import LONGEST_EVENT, Nonsense, read_event, write_plan
from linefall.system.usage import Usage, usage_of

if sys.platform == "linux":
    from linefall.system import groups

PACKAGE = str(Path(__file__).resolve().parent.parent)
#: Starts a keeper without importing the package around it, which would cost start-up time.
BOOT = """
import sys
package = sys.modules["linefall"] = type(sys)("linefall")
package.__path__ = [sys.argv[1]]
from linefall.system.keeper import main
main(int(sys.argv[2]))
"""
CHUNK = 65536
LAST_CHUNKS = 16
#: For how long a list of processes is good enough to begin a measurement with.
TRUSTED = 0.1
#: How long a keeper may take to end everything.
KEEPER_SECONDS = 20.0
KEEPER_LOOK = 0.1
#: How long those are hunted whose guard or keeper was killed.
ORPHAN_SECONDS = 5.0
#: How many files must be allowed for a program to get its pipes: see `launch.py`.
LEAST_FILES = 32
#: The number of no process.
NOBODY = -1


class Happening(NamedTuple):
    """Is something that arrived: bytes on a stream (none: it was closed), or a keeper's event."""

    child: Child
    stream: str
    data: bytes
    at: float
    facts: Mapping[str, Any] = {}  # nobody writes to it


class Child:
    """Is one program behind its keeper; the pipes are ours, the rest is the keeper's."""

    def __init__(self, plan: dict[str, Any]) -> None:
        """Starts the keeper, which starts the program: see the `started` event."""
        if files_allowed() < LEAST_FILES:  # or the program would be blamed, which inherits it
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        stdin, self.stdin = os.pipe()
        self._input_open = True
        self.stdout, stdout = os.pipe()
        self.stderr, stderr = os.pipe()
        self.control, control = socket.socketpair()
        theirs = (stdin, stdout, stderr, control.fileno())
        try:
            words = write_plan({**plan, "stdin": stdin, "stdout": stdout, "stderr": stderr})
            self.guard = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", BOOT, PACKAGE, str(control.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=theirs,
                start_new_session=True,
                cwd="/",
            )
        except BaseException:
            self._close_pipes()
            raise
        finally:
            for number in theirs[:3]:
                os.close(number)
            control.close()
        for number in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(number, False)
        with contextlib.suppress(OSError):  # whoever is gone already is found out in time
            self.control.sendall(words)
        self.control.setblocking(False)
        self.keeper = NOBODY  # until the program is started
        self.tree = proc.Tree(self.keeper)
        self.scratch, self.token = plan["scratch"], plan["token"]
        self._told = b""
        self._looked = float("-inf")
        self._newest = NOBODY

    def write(self, data: bytes) -> int | None:
        """Gives how many bytes the pipe took, 0 when it is full, None when nobody can read it."""
        try:
            return os.write(self.stdin, data) if self._input_open else None
        except BlockingIOError:
            return 0
        except OSError:
            return None

    def input_is_closed(self) -> bool:
        """Says whether nobody can read what is written to the program any more."""
        poll = select.poll()
        poll.register(self.stdin, 0)  # errors are told without being asked for
        return not self._input_open or bool(poll.poll(0))

    def close_input(self) -> None:
        """Closes the program's input: for a program, the game is over."""
        if self._input_open:
            self._input_open = False
            os.close(self.stdin)

    def command(self, letter: str) -> None:
        """Sends the keeper a letter: `k` end everything, `s` stop, `c` continue."""
        if letter == "s":
            self._looked = float("inf")  # who is stopped starts nobody: see `usage`
        with contextlib.suppress(OSError):
            self.control.send(letter.encode())

    def usage(self, *, quick: bool = False) -> Usage:
        """Gives what the program and everything it started have used so far.

        A `quick` look trusts the list of processes of a moment ago, if nobody was born since: to
        make it is what takes time.
        """
        now, newest = time.monotonic(), proc.newest()
        may_have_grown = newest != self._newest and self._looked <= now
        if not quick or may_have_grown or now > self._looked + TRUSTED:
            self.tree.pids()
            self._looked, self._newest = now, newest
        self._looked = min(self._looked, now)
        return usage_of(self.tree.seen, collector=self.keeper)

    def wants_core(self) -> bool:
        """Says whether something of the program is on a core or waits for one right now."""
        return any(map(proc.wants_core, self.tree.seen))

    def kill(self) -> list[tuple[str, bytes, dict[str, Any]]]:
        """Ends the program and everything it started, and waits until nothing is left.

        Gives its last words: error output and keeper's events that nobody had read.
        """
        self.command("k")
        self.close_input()
        with contextlib.suppress(OSError):
            self.control.shutdown(socket.SHUT_WR)
        self._await_guard()
        words = self._last_words()
        self._close_pipes()
        if self.guard.returncode != 0:
            self._end_without_keeper()
        return words

    def _await_guard(self) -> None:
        """Waits until everything has ended; whoever stopped guard or keeper cannot stop us."""
        end = time.monotonic() + KEEPER_SECONDS
        while time.monotonic() < end:
            if _ended_within(self.guard, KEEPER_LOOK):
                return
            with contextlib.suppress(OSError):
                os.killpg(self.guard.pid, signal.SIGCONT)
        self.guard.kill()  # it cannot happen, and must not hang the judge
        self.guard.wait()

    def _end_without_keeper(self) -> None:
        """Ends what is left of the program when somebody has killed its keeper or its guard.

        Either of them ends everything when the other one is killed. If both were: the group has
        the names of all, and where there is none, those that were last seen are known.
        """
        end = time.monotonic() + ORPHAN_SECONDS
        while (left := self._orphans()) and time.monotonic() < end:
            signal_all(left, signal.SIGKILL)
            time.sleep(A_MOMENT)
        shutil.rmtree(self.scratch, ignore_errors=True)

    def _orphans(self) -> set[int]:
        left = self.tree.still_there()
        if sys.platform == "linux":
            left.update(groups.members(self.token))
        return {pid for pid in left if proc.is_alive(pid)}

    def _last_words(self) -> list[tuple[str, bytes, dict[str, Any]]]:
        words: list[tuple[str, bytes, dict[str, Any]]] = []
        with contextlib.suppress(OSError):
            while len(words) < LAST_CHUNKS and (data := os.read(self.stderr, CHUNK)):
                words.append(("err", data, {}))
        while (told := self.events()) is not None and (told or self._keeper_goes_on()):
            words += [("keeper", b"", facts) for facts in told]
        return words

    def _keeper_goes_on(self) -> bool:
        """Waits for a word of a keeper whose guard was killed; False if there can be none."""
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        return self.guard.returncode != 0 and bool(poll.poll(ORPHAN_SECONDS * 1000))

    def _close_pipes(self) -> None:
        self.close_input()
        for number in (self.stdout, self.stderr):
            with contextlib.suppress(OSError):
                os.close(number)
        self.control.close()

    def events(self) -> list[dict[str, Any]] | None:
        """Gives what the keeper told since the last time; None once it is gone."""
        try:
            data = self.control.recv(CHUNK)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data:
            return None
        *lines, self._told = (self._told + data).split(b"\n")
        try:
            if len(self._told) > LONGEST_EVENT:
                raise Nonsense(f"a line of more than {LONGEST_EVENT} bytes")
            return [self._noted(read_event(line)) for line in lines]
        except Nonsense as error:
            self._told = b""
            self.control.shutdown(socket.SHUT_RD)  # whoever speaks there is not our keeper
            why = f"the keeper speaks nonsense: {error}"
            return [{"event": "broken", "at": time.monotonic(), "why": why}]

    def _noted(self, told: dict[str, Any]) -> dict[str, Any]:
        """Notes who the keeper is: everything below it is the program's."""
        if told["event"] == "started":
            self.keeper = told["keeper"]
            self.tree, self._looked = proc.Tree(self.keeper), float("-inf")
        return told


def _ended_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Waits for the end of a process; where the system tells of it, without looking in between."""
    if process.returncode is None and hasattr(os, "pidfd_open"):
        handle = os.pidfd_open(process.pid)  # it cannot be another's: nobody has collected it
        try:
            poll = select.poll()
            poll.register(handle, select.POLLIN)
            poll.poll(seconds * 1000)
        finally:
            os.close(handle)
        return process.poll() is not None
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


class Wire:
    """Hears everything that arrives from the children on it."""

    def __init__(self) -> None:
        """Begins with nobody on the wire."""
        self._poll = select.poll()
        self.overslept = 0.0
        self._streams: dict[int, tuple[Child, str]] = {}

    def add(self, child: Child) -> None:
        """Puts a child on the wire."""
        for number, stream in (
            (child.stdout, "out"),
            (child.stderr, "err"),
            (child.control.fileno(), "keeper"),
        ):
            self._streams[number] = (child, stream)
            self._poll.register(number, select.POLLIN)

    def remove(self, child: Child) -> None:
        """Takes a child off the wire."""
        for number in [n for n, (owner, _) in self._streams.items() if owner is child]:
            self._drop(number)

    def listen(self, child: Child, stream: str, *, on: bool) -> None:
        """Stops reading a stream, so that its writer has to wait; or goes on reading it."""
        for number, key in self._streams.items():
            if key == (child, stream):
                self._poll.modify(number, select.POLLIN if on else 0)

    def _drop(self, number: int) -> None:
        del self._streams[number]
        self._poll.unregister(number)

    def wait(self, until: float, first: Child | None = None) -> list[Happening]:
        """Gives what arrived, at the latest at the time `until`; what `first` said comes first.

        The time is taken before anything is read: by then it had arrived. `overslept` then says how
        much later than `until` the wait ended.
        """
        pause = max(0.0, until - time.monotonic())
        ready = self._poll.poll(min(pause, 3600.0) * 1000)
        now = time.monotonic()
        self.overslept = max(0.0, now - until) if pause else 0.0
        keys = [(number, *self._streams[number]) for number, _ in ready if number in self._streams]
        keys.sort(key=lambda key: (key[1] is not first, key[2] != "out"))
        return [happening for key in keys for happening in self._hear(*key, now)]

    def _hear(self, number: int, child: Child, stream: str, now: float) -> Iterator[Happening]:
        if stream == "keeper":
            events = child.events()
            if events is None:
                self._drop(number)
                events = [{"event": "keeper gone", "at": now}]
            for facts in events:
                yield Happening(child, stream, b"", facts["at"], facts)
            return
        try:
            data = os.read(number, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(number)
        yield Happening(child, stream, data, now)

    def send(self, child: Child, data: bytes, until: float) -> float:
        """Writes all of it and gives the time at which the last of it was about to go.

        A `TimeoutError` if the pipe stays full until then, a `BrokenPipeError` if nobody reads.
        """
        while True:
            now = time.monotonic()
            taken = child.write(data)
            if taken is None:
                raise BrokenPipeError
            data = data[taken:]
            if not data:
                return now
            if now >= until:
                raise TimeoutError
            poll = select.poll()
            poll.register(child.stdin, select.POLLOUT)
            poll.poll((until - now) * 1000)


def files_allowed() -> float:
    """Gives how many files a process may have open at a time."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return float("inf") if most == resource.RLIM_INFINITY else most


def own_wait() -> float:
    """Gives the seconds that this very thread has waited for a core since it started."""
    fields = proc.read("/proc/thread-self/schedstat").split()
    return int(fields[1]) * proc.NANO if len(fields) > 1 else 0.0


@contextlib.contextmanager
def raised_priority() -> Iterator[int]:
    """Runs this thread before others where that is allowed; gives the priority it had.

    A judge that waits for a core would see answers later than they came.
    """
    before = os.getpriority(os.PRIO_PROCESS, 0)
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, min(before, -10))
    try:
        yield before
    finally:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, before)
