"""A program as a player: it is started, asked and ended, and every byte it sends is judged.

Nothing here blocks for ever and nothing a program does raises: what it does wrong is a `Fault`.
"""

from __future__ import annotations

import hashlib
import os
import signal
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from linefall.errors import visible
from linefall.protocol import LONGEST_LINE, escape
from linefall.system.here import Child

HASHED_AT_ONCE: Final = 2**16
#: What a folder on a command line may hold to be known by its content.
HASHED_FILES: Final = 10_000
HASHED_BYTES: Final = 2**30
#: Bytes of error output that are kept, and those that may arrive during one move.
KEPT_ERRORS: Final = 8192
ERROR_FLOOD: Final = 8 * 2**20
#: Bytes that a program may send out of turn before it is called flooding.
OUTPUT_FLOOD: Final = LONGEST_LINE
#: Error output that is read from a program that is not asked, in bytes and in pieces: reading takes
#: somebody's time, perhaps the opponent's.
ERRORS_UNASKED: Final = 2**16
PIECES_UNASKED: Final = 64
#: How long more output may follow a wrong line before the verdict: is it a flood?
SETTLE: Final = 0.01
#: How long the end of a program may take to be known after it closed its output.
LAST_WORDS: Final = 0.05
#: How long after the deadline an answer is still waited for, to say how late it was.
GRACE: Final = 0.03
#: A judge that looks so much later than it should was stopped itself, as by Ctrl-Z: what lies there
#: then came nobody knows when.
STANDSTILL: Final = 2 * GRACE
#: How long a program may take to leave by itself once its input is closed.
FAREWELL: Final = 0.1


@dataclass(frozen=True, slots=True)
class Command:
    """Says how to run a program: what it is called, the words of its command line, its kind."""

    name: str
    argv: tuple[str, ...]
    kind: str = "program"
    #: Whether it takes an opening as the sixth word of its first line.
    takes_openings: bool = False
    #: How it counts columns, where that is known; else the judge's settings say it.
    columns_from: int | None = None

    @property
    def files(self) -> tuple[str, ...]:
        """Gives the words of the command line that are files or folders: its own things."""
        return tuple(word for word in self.argv if os.path.isabs(word) and os.path.exists(word))

    def hash(self) -> str | None:
        """Gives a hash of the program's files, by which equal programs are known.

        The interpreter in front of them is not the program, unless nothing else is there; all that
        lies below a folder is. None when a file may be run but not read, or there are too many.
        """
        words = [os.path.basename(word) for word in self.argv[1:] or self.argv]
        total = hashlib.sha256("\n".join(words).encode("utf-8", "surrogateescape"))
        try:
            for path in self.files[1:] or self.files:
                if os.path.isfile(path):
                    _hash_file(path, total)
                elif not _hash_folder(path, total):
                    return None
        except OSError:
            return None
        return total.hexdigest()


def _hash_file(path: str, total: hashlib._Hash) -> None:
    with open(path, "rb") as file:
        while part := file.read(HASHED_AT_ONCE):
            total.update(part)


def _hash_folder(path: str, total: hashlib._Hash) -> bool:
    """Adds what lies below a folder, names and content; says whether it was not too much."""
    files = everything = 0
    for folder, folders, names in os.walk(path):
        folders.sort()
        for name in sorted(names):
            file = os.path.join(folder, name)
            if not os.path.isfile(file):
                continue
            size = os.path.getsize(file)
            files, everything = files + 1, everything + size
            if files > HASHED_FILES or everything > HASHED_BYTES:
                return False
            inside = os.path.relpath(file, path).encode("utf-8", "surrogateescape")
            total.update(b"\0%d %b %d\0" % (len(inside), inside, size))
            _hash_file(file, total)
    return True


@dataclass(frozen=True, slots=True)
class Fault:
    """Holds what a program did wrong: the cause, a sentence for its author, and the evidence."""

    cause: str
    sentence: str
    at: float
    evidence: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """Holds a column (from 0, perhaps impossible), the line it came in and the seconds it took."""

    column: int
    line: bytes
    seconds: float
    cpu: float | None = None


class Program:
    """Is one running program: bytes in, lines out, and the first thing that went wrong."""

    def __init__(self, name: str, child: Child) -> None:
        """Begins with a program that is being started."""
        self.name = name
        self.child = child
        self.started: float | None = None
        self.ended: Mapping[str, Any] | None = None
        self.gone = False
        self.gone_at: float | None = None
        self.continued = self.stopped = True
        self.output_closed: float | None = None
        self.peak = 0
        self.lines: deque[tuple[bytes, float]] = deque()
        self.partial = b""
        self.sent = 0  # bytes of output since the last question
        self.errors = b""
        self.error_bytes = 0
        self.error_pieces = 0
        self.broken: Fault | None = None
        self.judge_failure: str | None = None

    # ------------------------------------------------------------------ what arrives

    def take(self, stream: str, data: bytes, at: float, facts: Mapping[str, Any]) -> None:
        """Takes one thing that arrived, and notes what it means."""
        if stream == "out":
            self._take_output(data, at)
        elif stream == "err":
            self._take_errors(data, at)
        else:
            self._take_event(facts, at)

    def _take_output(self, data: bytes, at: float) -> None:
        if not data:
            self.output_closed = at
            return
        self.sent += len(data)
        *lines, rest = (self.partial + data[: 2 * LONGEST_LINE]).split(b"\n")
        self.lines.extend((line + b"\n", at) for line in lines if len(self.lines) < 3)
        self.partial = rest[: LONGEST_LINE + 1]

    def _take_errors(self, data: bytes, at: float) -> None:
        self.errors = (self.errors + data)[-KEPT_ERRORS:]
        self.error_bytes += len(data)
        self.error_pieces += 1
        if self.error_bytes > ERROR_FLOOD:
            self.blame(
                "flood", f"{self.name} wrote more than {ERROR_FLOOD} bytes of error output", at
            )

    def _take_event(self, facts: Mapping[str, Any], at: float) -> None:
        event = facts["event"]
        if event == "started":
            self.started = at
        elif event == "ended":
            self.ended = facts
        elif event == "gone":
            self.peak = facts["peak"]
            self.gone, self.gone_at = True, at
        elif event == "continued":
            self.continued = True
        elif event == "stopped":
            self.stopped = True
        elif event == "failed":
            self.blame("start-up", f"{self.name} could not be started: {facts['why']}", at)
        elif event == "over":
            self._blame_limit(facts, at)
        elif event == "broken":
            self.judge_failure = facts["why"]
        elif event == "keeper gone" and not self.gone:
            self.judge_failure = (
                "somebody killed it; a program can do that where it is not fenced in: "
                "use --sandbox landlock or bubblewrap"
            )

    def _blame_limit(self, facts: Mapping[str, Any], at: float) -> None:
        what, amount, limit = facts["what"], facts["amount"], facts["limit"]
        cause, text = {
            "memory": ("memory", f"used {_mega(amount)} of memory; {_mega(limit)} are allowed"),
            "scratch": ("flood", f"wrote {_mega(amount)} of files; {_mega(limit)} are allowed"),
            "files": ("flood", f"made more than {limit} files"),
            "open files": ("flood", f"had more than {limit} files open"),
            "mappings": ("flood", f"cut its memory into more than {limit} pieces"),
            "rest": ("crash", "was ended: it went on working while it had to wait"),
            "look": ("crash", "was ended: it did not let anybody look at its memory"),
            "processes": (
                "crash",
                f"was ended: it ran {amount} processes or threads; {limit} are allowed",
            ),
        }[what]
        self.blame(cause, f"{self.name} {text}", at, {what: amount, "limit": limit})

    def blame(
        self, cause: str, sentence: str, at: float, evidence: Mapping[str, Any] | None = None
    ) -> Fault:
        """Notes a fault; the first one stays."""
        if self.broken is None:
            self.broken = Fault(cause, sentence + ".", at, evidence or {})
        return self.broken

    def count_anew(self) -> None:
        """Forgets how much it has sent so far."""
        self.sent = self.error_bytes = self.error_pieces = 0

    # ------------------------------------------------------------------ what it means

    @property
    def is_noisy(self) -> bool:
        """Says whether it writes more error output than anybody reads while another one thinks."""
        return self.error_bytes > ERRORS_UNASKED or self.error_pieces > PIECES_UNASKED

    @property
    def is_flooding(self) -> bool:
        """Says whether more has come since the last question than any answer needs."""
        return self.sent > OUTPUT_FLOOD or len(self.partial) > LONGEST_LINE

    def flood(self, at: float, line: bytes = b"") -> Fault:
        """Blames too much output, or a line that is too long."""
        return self.blame(
            "flood",
            f"{self.name} sent more than {OUTPUT_FLOOD} bytes where one line was due",
            at,
            {"received": escape(line + self._seen())},
        )

    def _seen(self) -> bytes:
        return b"".join(line for line, _ in self.lines) + self.partial

    def death(self, during: str) -> Fault:
        """Blames a program that has ended or closed its output."""
        cause = "start-up" if during == "start" else "crash"
        before = "before it printed Ready" if during == "start" else "in the middle of the game"
        seen = {"received": escape(self._seen())} if self._seen() else {}
        if self.ended is not None:
            status = int(self.ended["status"])
            text = f"{self.name} ended {before} ({describe_status(status)})"
            return self.blame(cause, text, self.ended["at"], {"exit_status": status, **seen})
        text = f"{self.name} closed its output {before}"
        return self.blame(cause, text, self.output_closed or 0.0, seen)

    def spoke_out_of_turn(self, at: float) -> Fault | None:
        """Blames output that came when none was due; None if there was none."""
        if self.broken is not None or not (self.lines or self.partial):
            return None
        if self.is_flooding:
            return self.flood(at)
        text = escape(self._seen())
        return self.blame(
            "protocol",
            f"{self.name} printed out of turn: {text}",
            at,
            {"received": text, "out_of_turn": True},
        )

    def error_lines(self, most: int = 20) -> list[str]:
        """Gives the last lines of its error output, printable."""
        lines = self.errors.decode("utf-8", "replace").splitlines()[-most:]
        return [visible(line)[:300] for line in lines]


def describe_status(status: int) -> str:
    """Says in words how a process ended.

    Shells and bubblewrap tell signals as 128 and more; a program can say that, too.

    >>> describe_status(1), describe_status(-9)
    ('exit status 1', 'killed by signal 9, SIGKILL')
    >>> describe_status(137)
    'exit status 137, as if killed by signal 9, SIGKILL'
    """
    number = -status if status < 0 else status - 128
    try:
        name = signal.Signals(number).name if number > 0 else ""
    except ValueError:
        name = ""
    if not name:
        return f"exit status {status}"
    killed = f"killed by signal {number}, {name}"
    return killed if status < 0 else f"exit status {status}, as if {killed}"


def _mega(amount: int) -> str:
    return f"{amount / 2**20:.0f} MB"
