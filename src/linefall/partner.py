"""A program at a person's table: one that speaks the judge's protocol, behind `Player`.

A friendly game needs no fences and no evidence (`match` has those): the program is started, asked
in turn, and ended. What it does wrong is a `PlayerFault`, by which it loses the game.
"""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
from typing import IO, Final

from linefall.board import Board
from linefall.errors import LinefallError, visible
from linefall.player import Choice, Limit, PlayerFault
from linefall.program import Command
from linefall.protocol import (
    LONGEST_LINE,
    ProtocolError,
    escape,
    format_column,
    format_setup,
    is_ready,
    parse_answer,
)
from linefall.rules import Rules

READY_SECONDS: Final = 5.0
#: What a program is told where nobody set a limit, and how long it is waited for beyond it.
USUAL_SECONDS: Final = 1.0
PATIENCE: Final = 2.0
#: How much is kept of the error output, how much is shown of its last line, and how long it may
#: take to arrive after the end.
KEPT_ERRORS: Final = 4096
SHOWN_ERRORS: Final = 200
LAST_WORDS_SECONDS: Final = 0.5


class ProgramPlayer:
    """Plays by asking a program, which is started with the first question."""

    def __init__(self, command: Command) -> None:
        self.name = command.name
        self._argv = command.argv
        self._process: subprocess.Popen[bytes] | None = None
        self._lines = _new_queue()
        self._known: tuple[int, ...] = ()  # the moves that the program knows of
        self._seat = (Rules(), 0)  # the board and the side that the program was told

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Gives the column that the program answers; a `PlayerFault` when it does not."""
        seconds = limit.seconds or USUAL_SECONDS
        if not self._is_in_game(board):
            self._begin(board, seconds)
        column = self._ask(board, seconds)
        self._known = (*board.moves, column)
        return Choice(column)

    def _is_in_game(self, board: Board) -> bool:
        """Says whether the program runs and has played this very game so far."""
        told = self._process is not None and self._seat == (board.rules, board.to_move)
        return told and self._known == board.moves[: len(self._known)]

    def close(self) -> None:
        """Ends the program."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            assert process.stdin is not None
            with contextlib.suppress(OSError):  # what was not sent yet cannot be
                process.stdin.close()

    # --------------------------------------------------------------------------------- dialogue

    def _begin(self, board: Board, seconds: float) -> None:
        """Starts the program and brings it to the position: it must play its own moves again."""
        self.close()
        self._start()
        self._seat = (board.rules, board.to_move)
        self._setup = format_setup(board.rules, first=board.to_move == 0, seconds=seconds)
        self._known, early = (), Board(board.rules)
        for number, column in enumerate(board.moves):
            if number % 2 == board.to_move:
                again = self._ask(early, seconds)
                if again != column:
                    raise LinefallError(f"{self.name} does not play the same moves again")
            early.drop(column)
            self._known = early.moves if number % 2 == board.to_move else self._known

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self._argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise LinefallError(f"{self.name} cannot be started: {error.strerror}") from None
        self._lines = _new_queue()
        threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        assert self._process.stderr is not None
        self._errors = _ErrorOutput(self._process.stderr)
        line = self._receive(READY_SECONDS, "start-up", "did not print Ready")
        if not is_ready(line):
            raise self._fault("start-up", f"printed {escape(line)} where Ready should be")

    def _ask(self, board: Board, seconds: float) -> int:
        """Sends what the program has not heard yet, and gives its answer."""
        news = [format_column(column) for column in board.moves[len(self._known) :]]
        heard = [self._setup] if not self._known else []
        if not self._lines.empty() and (line := self._lines.get()):
            raise self._fault("protocol", f"printed out of turn: {escape(line)}")
        self._send("".join(f"{line}\n" for line in (*heard, *news)))
        line = self._receive(seconds + PATIENCE, "time", f"did not answer within {seconds:g} s")
        try:
            column = parse_answer(line)
        except ProtocolError as error:
            raise self._fault("protocol", f"sent {error.reason}: {error.received}") from None
        if column not in board.open_columns:
            possible = ", ".join(map(format_column, board.open_columns))
            raise self._fault("illegal move", f"answered {escape(line)}; possible: {possible}")
        return column

    def _send(self, text: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(text.encode())
            self._process.stdin.flush()
        except OSError:
            raise self._end("crash", "in the middle of the game") from None

    def _receive(self, seconds: float, cause: str, complaint: str) -> bytes:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise self._fault(cause, complaint) from None
        if not line:
            at_start = cause == "start-up"
            when = "before it printed Ready" if at_start else "in the middle of the game"
            raise self._end("start-up" if at_start else "crash", when)
        return line

    def _end(self, cause: str, when: str) -> PlayerFault:
        words = self._errors.last_line()
        return self._fault(cause, f"ended {when}{words and ': '}{words.removesuffix('.')}")

    def _fault(self, cause: str, what: str) -> PlayerFault:
        self.close()
        return PlayerFault(cause, f"{self.name} {what}.")


class _ErrorOutput:
    """Reads what a program writes to its error output, and keeps the end of it."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe, self._kept = pipe, b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with self._pipe as pipe:
            while data := pipe.readline(KEPT_ERRORS):
                self._kept = (self._kept + data)[-KEPT_ERRORS:]

    def last_line(self) -> str:
        """Gives the last line that says something, such as the last one of a traceback."""
        self._reader.join(LAST_WORDS_SECONDS)
        lines = self._kept.decode("utf-8", "replace").split("\n")
        said = next((line for line in reversed(lines) if line.strip()), "")
        return visible(said.strip())[:SHOWN_ERRORS]


def _new_queue() -> queue.Queue[bytes]:
    return queue.Queue(maxsize=8)  # a program that floods has to wait


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Hands over the program's lines as they come, and an empty one at the end.

    Nobody else closes the pipe: who waits in a read cannot be called back, and what a program has
    started may hold the other end for as long as it likes.
    """
    assert process.stdout is not None
    with process.stdout as pipe:
        while (line := pipe.readline(LONGEST_LINE)) and _is_taken(line, lines, process):
            pass
    _is_taken(b"", lines, process)


def _is_taken(line: bytes, lines: queue.Queue[bytes], process: subprocess.Popen[bytes]) -> bool:
    """Waits until there is room for a line; nobody listens any more to a flood that has ended."""
    while True:
        try:
            lines.put(line, timeout=PATIENCE)
            return True
        except queue.Full:
            if process.poll() is not None:
                return False
