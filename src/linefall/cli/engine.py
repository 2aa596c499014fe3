"""`linefall engine`: the engine as a program that speaks the judge's protocol."""

from __future__ import annotations

import gc
import os
import sys
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, TextIO

import click

from linefall.cli.options import columns_from_option_of
from linefall.errors import LinefallError, MoveError
from linefall.system.cores import cores_at_once, longest_stall
from linefall.system.limits import most_memory

if TYPE_CHECKING:
    from linefall.board import Board
    from linefall.engine import Engine
    from linefall.player import Choice
    from linefall.protocol import Setup

LEVEL_HELP = "How strong, from 1 to 10."
SETTING_UP: Final = 0.08
"""Seconds for making memory ready, at most."""

MOST_THREADS: Final = 8
"""Unless more are asked for."""

WITHOUT_TABLES: Final = 80 << 20
"""Bytes that the program takes beside its tables."""

NAPS: Final = 5
"""Naps that tell, at the start, how late this machine wakes a process."""


class EngineError(LinefallError):
    """Says what the engine was sent and could not take."""


class Margin:
    """Keeps the time that a move needs beside the thinking: waking up, stopping, writing.

    A fixed part for what cannot be seen from inside, a share of the limit, and three times the
    worst delay that was seen: of naps at the start, of the end of thinking since then.

    >>> margin = Margin(worst=0.001)
    >>> round(margin.thinking(1.0), 3), round(margin.thinking(0.05), 3)
    (0.947, 0.02)
    >>> round(Margin(worst=0.001, stall=0.05).thinking(1.0), 3)
    0.897
    """

    FIXED: Final = 0.03
    SHARE: Final = 0.02
    MOST: Final = 0.6

    def __init__(self, worst: float, stall: float = 0.0) -> None:
        """Starts from the worst delay seen so far; a container may stall for so long, besides."""
        self.worst, self.stall = worst, stall

    def thinking(self, seconds: float) -> float:
        """Gives how long to think about a move that may take so many seconds."""
        margin = self.FIXED + self.SHARE * seconds + 3 * self.worst + self.stall
        return seconds - min(margin, self.MOST * seconds)

    def learn(self, late: float) -> None:
        """Takes note of a delay; older ones fade slowly."""
        self.worst = max(late, 0.95 * self.worst)


def measured_margin(naps: int = NAPS) -> Margin:
    """Measures how late a short nap ends, at worst."""
    worst = 0.0
    for _ in range(naps):
        start = time.perf_counter()
        time.sleep(0.001)
        worst = max(worst, time.perf_counter() - start - 0.001)
    return Margin(min(worst, 0.02), longest_stall())


class Ears:
    """Reads lines as they come, and knows when each did."""

    def __init__(self, file: int = 0) -> None:
        """Reads from a file descriptor."""
        self.file = file
        self.waiting = b""
        self.heard = time.perf_counter()

    def line(self) -> bytes | None:
        """Gives the next line; None at the end. `heard` is then when it came."""
        while b"\n" not in self.waiting and len(self.waiting) < 65536:
            data = os.read(self.file, 65536)
            self.heard = time.perf_counter()
            if not data:
                line, self.waiting = self.waiting, b""
                return line or None
            self.waiting += data
        line, _, self.waiting = self.waiting.partition(b"\n")
        return line


class Talk:
    """Plays one game by the protocol."""

    def __init__(self, engine: Engine, margin: Margin, ears: Ears, *, columns_from: int) -> None:
        """Takes the player, its margin, and where lines come from."""
        self.engine, self.margin, self.ears = engine, margin, ears
        self.columns_from = columns_from
        self.log: TextIO | None = None

    def note(self, text: str) -> None:
        """Writes a line into the log, if there is one."""
        if self.log is None:
            return
        try:
            self.log.write(f"{time.time():.6f} {text}\n")
            self.log.flush()
        except OSError:
            self.log = None  # the game is worth more; that the disk is full is told at its end

    def play(self) -> None:
        """Plays until the game is over; an error says what was wrong with the input."""
        from linefall.board import Board

        setup = self.read_setup()
        self.engine.prepare(setup.rules)
        board = Board(setup.rules, setup.opening)
        mine = setup.first == (board.plies % 2 == 0)
        while board.outcome() is None:
            board.drop(self.move(board, setup.seconds) if mine else self.read_column(board))
            mine = not mine
        self.note("the game is over")

    def read_setup(self) -> Setup:
        """Reads the judge's first line."""
        from linefall.protocol import parse_setup

        line = self.ears.line()
        if line is None:
            raise EngineError("the input ended where a line 'N M X F T' should be")
        self.note(f"> {line!r}")
        return parse_setup(line.decode("ascii", "replace"), columns_from=self.columns_from)

    def read_column(self, board: Board) -> int:
        """Reads the other side's move."""
        from linefall.notation import describe_error
        from linefall.protocol import parse_answer

        line = self.ears.line()
        if line is None:
            raise EngineError("the input ended in the middle of a game, on the other side's turn")
        self.note(f"> {line!r}")
        column = parse_answer(line, columns_from=self.columns_from)
        try:
            board.copy().drop(column)
        except MoveError as error:
            raise EngineError(
                describe_error(error, board.rules, columns_from=self.columns_from)
            ) from None
        return column

    def move(self, board: Board, seconds: float) -> int:
        """Thinks, answers, and learns how late the thinking ended."""
        from linefall.player import Limit

        deadline = self.ears.heard + self.margin.thinking(seconds)
        left = max(0.001, deadline - time.perf_counter())
        choice = self.engine.choose(board, Limit(seconds=left))
        say(self.name(choice.column))
        self.margin.learn(time.perf_counter() - deadline)
        self.note(self.describe(choice))
        return choice.column

    def name(self, column: int) -> str:
        """Gives a column as the judge counts it."""
        from linefall.protocol import format_column

        return format_column(column, columns_from=self.columns_from)

    def describe(self, choice: Choice) -> str:
        """Words a choice for the log."""
        value = choice.value.words() if choice.value is not None else "-"
        used = time.perf_counter() - self.ears.heard
        return (
            f"< {self.name(choice.column)} after {used:.4f} s: {value}, "
            f"depth {choice.depth}, {choice.nodes} nodes, margin {self.margin.worst:.4f} s"
        )


def warm_up() -> None:
    """Plays a move on a small board, so that the first real one waits for no module or page."""
    from linefall import notation
    from linefall.board import Board
    from linefall.book import shipped
    from linefall.engine import LEAST_MEMORY, Engine
    from linefall.player import Limit
    from linefall.protocol import parse_setup

    shipped()
    setup = parse_setup("6 7 4 1 1")
    moves = notation.parse_moves("4444435272")
    Engine(memory=LEAST_MEMORY).choose(Board(setup.rules, moves), Limit(nodes=200))


def ready_memory(size: int) -> int:
    """Makes the memory of the search's table ready; gives how much of `size` it has.

    The system hands out memory when it is first touched, which may take longer than a short move.
    Where that is slow, a smaller table has to do: `Ready` must not wait either.
    """
    from linefall import _core

    return _core.reserve_memory(size, SETTING_UP)


def default_threads() -> int:
    """Gives how many threads think where nobody says: those that help stay out of others' way."""
    return min(MOST_THREADS, cores_at_once())


def default_memory() -> int:
    """Gives the bytes for each of the tables, three at most, where nobody says."""
    from linefall.engine import LEAST_MEMORY, MEMORY

    return int(max(LEAST_MEMORY, min(MEMORY, (most_memory() - WITHOUT_TABLES) / 4)))


def say(line: str) -> None:
    """Writes a line at once, past Python's buffers."""
    os.write(1, line.encode() + b"\n")


@click.command("engine")
@columns_from_option_of(0, "What the leftmost column is called.")
@click.option("--level", type=click.IntRange(1, 10), default=10, show_default=True, help=LEVEL_HELP)
@click.option("--memory", metavar="SIZE",
              help="For each table.  [default: 64M, less in a small container]")  # fmt: skip
@click.option("--threads", type=click.IntRange(1, 1024), metavar="N",
              help="So many cores at once.  [default: all, up to 8]")  # fmt: skip
@click.option("--seed", type=int, help="Makes weaker levels play the same again.")
@click.option("--log", metavar="FILE", type=click.Path(dir_okay=False), help="Write what happens.")
def command(
    columns_from: int,
    level: int,
    memory: str | None,
    threads: int | None,
    seed: int | None,
    log: str | None,
) -> None:
    """Run the engine as a program that speaks the judge's protocol.

    It prints `Ready`, reads a line `N M X F T` (rows, columns, discs in line, 1 if it moves
    first, seconds a move) and then plays: one column on each line. To be in time, it measures
    what the machine itself takes and leaves that out of the thinking.

    \b
    Example: its first move on 6x7x4, with 1 second; the other side's is missing:
      echo "6 7 4 1 1" | linefall engine
    Example: a game of a weaker level against a bot:
      linefall judge "linefall engine --level 3" @minimax 6 7 4 1 0.5
    """
    gc.disable()  # a collection while thinking could cost the game on time
    with open(log, "a", encoding="utf-8") if log is not None else nullcontext() as file:
        size = default_memory() if memory is None else memory
        run(columns_from, level, size, threads or default_threads(), seed, file)


def run(
    columns_from: int,
    level: int,
    memory: str | int,
    threads: int,
    seed: int | None,
    log: TextIO | None,
) -> None:
    """Gets ready and plays."""
    from linefall.engine import Engine

    size = Engine(level, memory=memory).memory  # says what is wrong, before anything takes time
    warm_up()
    engine = Engine(level, seed=seed, memory=ready_memory(size), threads=threads)
    margin = measured_margin()
    say("Ready")
    talk = Talk(engine, margin, Ears(), columns_from=columns_from)
    talk.log = log
    talk.note(f"ready; this machine wakes up {talk.margin.worst:.4f} s late")
    try:
        talk.play()
    except LinefallError as error:
        talk.note(f"the end: {error}")
        print(f"linefall engine: {error}", file=sys.stderr)
        sys.exit(2)
