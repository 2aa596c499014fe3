"""A program at the end of three pipes, the Windows way: threads instead of `poll`, a job object
instead of a keeper. The same names as in `posix.py`.

A job object ends every process in it when its last handle is closed, and the judge's end closes it,
however the judge dies. Pipes cannot be waited for there, so that a thread reads each of them and
notes when something arrived. There are no fences: the only sandbox level is `none`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import shutil
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from typing import IO, Any, NamedTuple

from linefall.system import proc
from linefall.system.usage import Usage

CHUNK = 65536
KILL_ON_CLOSE = 0x2000
EXTENDED_LIMITS = 9
JOB_MEMORY = 0x200
LOOK = 0.005
LAST_WORDS = 2.0
#: Chunks that wait to be judged; then the thread, and so the program, has to wait.
MOST_WAITING = 64


class Happening(NamedTuple):
    """Is something that arrived: bytes on a stream (none: it was closed), or an event."""

    child: Child
    stream: str
    data: bytes
    at: float
    facts: Mapping[str, Any] = {}


class Job:
    """Is a job object; where there are none (in the tests), the process alone is ended."""

    def __init__(self, process: subprocess.Popen[bytes], memory: int | None) -> None:
        """Puts the process, and so all its children to come, into a new job.

        The limit is on memory that is promised, the only kind that Windows limits: what goes
        beyond is refused to the program.
        """
        self.process = process
        self.handle: int | None = None
        if sys.platform != "win32":
            return
        kernel = ctypes.windll.kernel32
        self.handle = kernel.CreateJobObjectW(None, None)
        limits = bytearray(144)  # JOBOBJECT_EXTENDED_LIMIT_INFORMATION on 64 bits
        flags = KILL_ON_CLOSE | (JOB_MEMORY if memory else 0)
        struct.pack_into("<I", limits, 16, flags)
        struct.pack_into("<Q", limits, 120, memory or 0)
        kernel.SetInformationJobObject(self.handle, EXTENDED_LIMITS, bytes(limits), 144)
        kernel.AssignProcessToJobObject(self.handle, int(process._handle))

    def end(self) -> None:
        """Ends every process of the job."""
        if self.handle is not None and sys.platform == "win32":
            ctypes.windll.kernel32.TerminateJobObject(self.handle, 1)
            ctypes.windll.kernel32.CloseHandle(self.handle)
            self.handle = None
        with contextlib.suppress(OSError):
            self.process.kill()


class Child:
    """Is one program; threads hear it."""

    def __init__(self, plan: dict[str, Any]) -> None:
        """Starts the program in its scratch folder."""
        self.plan = plan
        self.scratch = plan["scratch"]
        self.happenings: queue.Queue[Happening] = queue.Queue(MOST_WAITING)
        self.events: queue.SimpleQueue[Happening] = queue.SimpleQueue()
        self.process: subprocess.Popen[bytes] | None = None
        self.keeper = None
        self.tree = proc.Tree(0)
        self._writing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._pending = 0
        self._threads: list[threading.Thread] = []
        try:
            os.mkdir(self.scratch)
            self.process = subprocess.Popen(
                plan["argv"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self.scratch,
                env=plan["environment"],
                bufsize=0,
            )
        except OSError as error:
            self._tell("failed", why=error.strerror or str(error))
            return
        self.job = Job(self.process, plan["memory"])
        self._tell("started", pid=self.process.pid)
        works = (self._hear_out, self._hear_err, self._write_all, self._wait)
        self._threads = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in self._threads:
            thread.start()

    def _tell(self, event: str, **facts: object) -> None:
        now = time.monotonic()
        told = {"event": event, "at": now, **facts}
        self.events.put(Happening(self, "keeper", b"", now, told))

    def _hear_out(self) -> None:
        assert self.process is not None
        self._hear("out", self.process.stdout)

    def _hear_err(self) -> None:
        assert self.process is not None
        self._hear("err", self.process.stderr)

    def _hear(self, stream: str, pipe: IO[bytes] | None) -> None:
        assert pipe is not None
        data = b"."
        while data:
            try:
                data = os.read(pipe.fileno(), CHUNK)
            except (OSError, ValueError):
                data = b""
            self.happenings.put(Happening(self, stream, data, time.monotonic()))
        pipe.close()

    def _write_all(self) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        while (data := self._writing.get()) is not None:
            try:
                self.process.stdin.write(data)
                self._pending -= len(data)
            except (OSError, ValueError):
                self._pending = -1
                break
        with contextlib.suppress(OSError):
            self.process.stdin.close()

    def _wait(self) -> None:
        assert self.process is not None
        self._tell("ended", status=self.process.wait())

    def _not_output(self) -> list[tuple[str, bytes, dict[str, Any]]]:
        return [
            (stream, data, dict(facts))
            for _, stream, data, _, facts in self.heard()
            if stream != "out"
        ]

    def heard(self) -> list[Happening]:
        """Gives everything that has arrived."""
        things: list[Happening] = []
        for waiting in (self.happenings, self.events):
            with contextlib.suppress(queue.Empty):
                while len(things) < 2 * MOST_WAITING:
                    things.append(waiting.get_nowait())
        return things

    def write(self, data: bytes) -> int | None:
        """Hands bytes to the thread that writes; None when nobody can read them."""
        if self.process is None or self._pending < 0:
            return None
        self._pending += len(data)
        self._writing.put(data)
        return len(data)

    def input_is_closed(self) -> bool:
        """Says whether writing to the program has failed."""
        return self._pending < 0

    def close_input(self) -> None:
        """Closes the program's input: for a program, the game is over."""
        self._writing.put(None)

    def command(self, letter: str) -> None:
        """Ends everything at the letter `k`; nobody can be stopped here."""
        if letter == "k" and self.process is not None:
            self.job.end()
        elif letter in "sc":
            self._tell({"s": "stopped", "c": "continued"}[letter])

    def usage(self, *, quick: bool = False) -> Usage:
        """Gives nothing: the standard library cannot tell."""
        return Usage(0.0, {})

    def wants_core(self) -> bool:
        """Says no: the standard library cannot tell."""
        return False

    def kill(self) -> list[tuple[str, bytes, dict[str, Any]]]:
        """Ends the program and everything it started; gives its last words."""
        self.command("k")
        self.close_input()
        if self.process is not None:
            self.process.wait()
        words: list[tuple[str, bytes, dict[str, Any]]] = []
        for thread in self._threads:
            end = time.monotonic() + LAST_WORDS
            while thread.is_alive() and time.monotonic() < end:
                words += self._not_output()  # which makes room for what the thread still hears
                thread.join(LOOK)
        words += self._not_output()
        shutil.rmtree(self.scratch, ignore_errors=True)
        words.append(("keeper", b"", {"event": "gone", "at": time.monotonic(), "peak": 0}))
        return words


class Wire:
    """Hears everything that arrives from the children on it."""

    def __init__(self) -> None:
        """Begins with nobody on the wire."""
        self._children: list[Child] = []
        self.overslept = 0.0

    def add(self, child: Child) -> None:
        """Puts a child on the wire."""
        self._children.append(child)

    def remove(self, child: Child) -> None:
        """Takes a child off the wire."""
        if child in self._children:
            self._children.remove(child)

    def listen(self, child: Child, stream: str, *, on: bool) -> None:
        """Does nothing: the threads always listen."""

    def wait(self, until: float, first: Child | None = None) -> list[Happening]:
        """Gives what arrived, at the latest at the time `until`; what `first` said comes first.

        How late the wait ended is not told: nobody could say what this thread itself waited.
        """
        while True:
            heard = [one for child in self._children for one in child.heard()]
            if heard or time.monotonic() >= until:
                return sorted(heard, key=lambda one: (one.child is not first, one.stream != "out"))
            time.sleep(min(0.0005, max(0.0, until - time.monotonic())))

    def send(self, child: Child, data: bytes, until: float) -> float:
        """Writes all of it and gives the time before that.

        A `TimeoutError` if the pipe stays full until then, a `BrokenPipeError` if nobody reads.
        """
        now = time.monotonic()
        if child.write(data) is None:
            raise BrokenPipeError
        while child._pending > 0:
            if time.monotonic() >= until:
                raise TimeoutError
            time.sleep(0.0002)
        if child._pending < 0:
            raise BrokenPipeError
        return now


def files_allowed() -> float:
    """Gives no limit: there is none but memory."""
    return float("inf")


def own_wait() -> float:
    """Gives nothing: the standard library cannot tell."""
    return 0.0


@contextlib.contextmanager
def raised_priority() -> Iterator[int]:
    """Leaves the priority as it is."""
    yield 0
