"""Exact values: of a position, of each of its columns, and best play to the end of the game.

>>> solve(Board(moves=[3, 2, 3, 2, 3, 2])).value.words()
'first player wins in 1 move'

A ``Solver`` keeps what it has proved from one call to the next; ``solve`` and ``analyze`` take a
new one each time. Scores count stones, as in the literature: (cells + 2 - n) // 2 for who wins
with stone n, 0 for a draw. docs/solver.md explains how the search works.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from linefall import _core
from linefall.board import Board, centre_first
from linefall.book import Book, BookError, shipped
from linefall.errors import LinefallError
from linefall.player import Limit
from linefall.rules import Rules
from linefall.score import score_of_stone
from linefall.settings import parse_memory
from linefall.solution import Analysis, Bounds, Solution

__all__ = [
    "Analysis",
    "Bounds",
    "Solution",
    "Solver",
    "SolverError",
    "analyze",
    "solve",
]

# Bytes of a table that nobody gave a size. Fresh memory costs time, up to a second per gigabyte,
# and boards up to the size of 6x7 are solved well before the smaller table is too small for them.
MOST_FOR_SMALL, MOST_BY_DEFAULT = 1 << 26, 1 << 30
SHARE_OF_RAM: Final = 8
BYTES_A_SECOND: Final = 100 << 20
"""The system hands out memory when it is first touched, a millisecond or more for each large page:
a larger table costs a short search more than it gains."""

Tell = Callable[[int, Solution], None]


class SolverError(LinefallError, ValueError):
    """Says why the solver cannot take a board, so little memory, or a second call at once."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Says what a solver at work has proved: about the position, or about playing `column`."""

    column: int | None
    bounds: Bounds
    nodes: int


def solve(
    board: Board,
    *,
    threads: int = 1,
    memory: int | str | None = None,
    weak: bool = False,
    seconds: float | None = None,
    nodes: int | None = None,
    book: bool | Book = True,
) -> Solution:
    """Finds the exact value of a position; `weak` asks for win, draw or loss alone.

    `seconds` and `nodes` stop it early, and the solution then holds what is proved. `memory` is
    the size of the table, in bytes or as text such as ``"1G"``; see :func:`default_memory`.

    >>> solve(Board(Rules(4, 5, 4))).result
    'draw'
    """
    memory = default_memory(board.rules, seconds) if memory is None else memory
    solver = Solver(board.rules, memory=memory, threads=threads, book=book)
    return solver.solve(board, weak=weak, seconds=seconds, nodes=nodes)


def analyze(
    board: Board,
    *,
    threads: int = 1,
    memory: int | str | None = None,
    weak: bool = False,
    seconds: float | None = None,
    nodes: int | None = None,
    book: bool | Book = True,
    line: bool = True,
) -> Analysis:
    """Finds the exact value of every open column, the best ones, and best play to the end.

    >>> found = analyze(Board(moves=[3, 2, 3, 2, 3, 2]))
    >>> found.best, found.line
    ((3,), (3,))
    """
    memory = default_memory(board.rules, seconds) if memory is None else memory
    solver = Solver(board.rules, memory=memory, threads=threads, book=book)
    return solver.analyze(board, weak=weak, seconds=seconds, nodes=nodes, line=line)


class Solver:
    """Solves positions of one board, and keeps what it has proved from one call to the next.

    One thread calls it at a time; another one that does is refused.

    >>> solver = Solver(Rules(4, 4, 4), memory="1M")
    >>> solver.solve(Board(Rules(4, 4, 4))).score
    0
    """

    def __init__(
        self,
        rules: Rules = Rules(),
        *,
        memory: int | str | None = None,
        threads: int = 1,
        book: bool | Book = True,
    ) -> None:
        """Takes a table of `memory` bytes.

        By default those are an eighth of the machine's, but at most 64 MiB for boards up to the
        size of 6x7 and 1 GiB for larger ones.
        `book` is a book of openings, or whether to use the one that comes along.
        """
        self.rules = rules
        self.threads = checked_threads(threads)
        self.book = _chosen_book(rules, book)
        self._core = _core.Solver(
            rules.rows, rules.columns, rules.connect, checked_memory(rules, memory)
        )
        self._work = _Work(Limit())  # the latest call, for `progress`
        self._busy = threading.Lock()

    @property
    def bytes(self) -> int:
        """Gives the size of the table."""
        return self._core.bytes

    def clear(self) -> None:
        """Forgets everything that was proved."""
        with self._alone():
            self._core.clear()

    @property
    def progress(self) -> Progress:
        """Says what the call under way has proved; for another thread, or after Ctrl-C."""
        work = self._work
        while True:  # until both are about the same question
            question, proved = work.question, self._core.progress
            if work.question is question:
                return work.progress(question, proved)

    def solve(
        self,
        board: Board,
        *,
        weak: bool = False,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int | None = None,
    ) -> Solution:
        """Finds the exact value of a position, or its result alone; see :func:`solve`."""
        with self._alone():
            work = self._begin(board, seconds, nodes, threads)
            bounds = self._narrow(work, board, work.known, weak=weak)
        return _solution(board, bounds, weak, work.nodes, work.searched)

    def analyze(
        self,
        board: Board,
        *,
        weak: bool = False,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int | None = None,
        line: bool = True,
        tell: Tell = lambda column, solution: None,
    ) -> Analysis:
        """Finds the value of every open column and the line; see :func:`analyze`.

        `tell` hears each time that more is known about a column.
        """
        with self._alone():
            work = self._begin(board, seconds, nodes, threads)
            if board.outcome() is not None:
                bounds = self._narrow(work, board, work.known, weak=weak)
                return Analysis(_solution(board, bounds, weak, 0, work.seconds))
            columns = self._columns(work, board, weak, tell)
            bounds = work.known = Bounds.best_of(found.bounds for found in columns.values())
            asked = line and bounds.exact
            played = self._line(work, board, bounds.lower, columns) if asked else ()
            whole = _solution(board, bounds, weak, work.nodes, work.seconds)
            return Analysis(whole, columns, played)

    # -- inside ----------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Refuses a second thread, which would take limits and progress from the first."""
        if not self._busy.acquire(blocking=False):
            raise SolverError("the solver is at work in another thread")
        try:
            yield
        finally:
            self._busy.release()

    def _begin(
        self, board: Board, seconds: float | None, nodes: int | None, threads: int | None
    ) -> _Work:
        if board.rules != self.rules:
            raise SolverError(f"a solver of {self.rules} was given a board of {board.rules}")
        try:
            limit = Limit(seconds=seconds, nodes=nodes)
        except ValueError as error:
            raise SolverError(str(error)) from None
        work = _Work(limit, self.threads if threads is None else checked_threads(threads))
        work.known = Bounds.of(board.rules, board.plies)  # nothing more is known yet
        self._work = work
        return work

    def _columns(self, work: _Work, board: Board, weak: bool, tell: Tell) -> dict[int, Solution]:
        """Finds all results first, then all scores: a limit then leaves the most behind."""
        found = dict.fromkeys(board.open_columns, work.known)
        solutions: dict[int, Solution] = {}
        for results_only in (True,) if weak else (True, False):
            for column in centre_first(board):
                before = work.nodes, work.seconds
                found[column] = self._column(work, board, column, found[column], results_only)
                nodes, seconds = work.nodes - before[0], work.seconds - before[1]
                if column in solutions:
                    nodes += solutions[column].nodes
                    seconds += solutions[column].seconds
                solutions[column] = _solution(board, found[column], weak, nodes, seconds)
                tell(column, solutions[column])
        return {column: solutions[column] for column in sorted(solutions)}

    def _column(self, work: _Work, board: Board, column: int, known: Bounds, weak: bool) -> Bounds:
        after = board.copy()
        after.drop(column)
        below = Bounds.of(after.rules, after.plies)
        below = Bounds(max(below.lower, -known.upper), min(below.upper, -known.lower))
        return -self._narrow(work, after, below, weak=weak, column=column)

    def _narrow(
        self, work: _Work, board: Board, known: Bounds, *, weak: bool, column: int | None = None
    ) -> Bounds:
        """Asks for the exact score, or for its sign, within what is known."""
        if (value := self._at_once(board)) is not None:
            return Bounds(value, value)
        if known.exact or (weak and known.result is not None):
            return known
        window = Bounds(max(known.lower, -1), min(known.upper, 1)) if weak else known
        return self._ask(work, board, known, window, _Question(column, known, window))

    def _at_once(self, board: Board) -> int | None:
        """Gives the score where the core need not be asked: over, or in the book."""
        outcome = board.outcome()
        if outcome is not None:
            if outcome.winner is None:
                return 0
            return -score_of_stone(board.plies, board.rules.cells)  # the other side's
        if self.book is not None:
            mover, taken = mover_and_all(board)
            value = self.book.get(mover, taken)
            possible = Bounds.of(board.rules, board.plies)
            if value is not None and not possible.lower <= value <= possible.upper:
                raise BookError(
                    f"the book says {value:+} of a position with {board.plies} discs; "
                    f"possible: {possible.lower} to {possible.upper}"
                )
            return value
        return None

    def _ask(
        self, work: _Work, board: Board, known: Bounds, window: Bounds, question: _Question
    ) -> Bounds:
        """Asks the core where in a window the score lies, and gives what that proves."""
        if work.spent:  # what can be seen without a search is still told
            return Bounds(known.upper, known.upper) if board.winning_moves() else known
        mover, taken = mover_and_all(board)
        self._core.forget_progress()
        work.question = question
        lower, upper, nodes, seconds = self._core.solve(
            mover, taken, window.lower, window.upper, 0, work.threads, *work.limits()
        )
        work.question = None
        work.nodes += nodes
        work.searched += seconds
        return _proved(known, window, lower, upper)

    def _line(
        self, work: _Work, board: Board, score: int, columns: dict[int, Solution]
    ) -> tuple[int, ...]:
        """Follows best moves to the end of the game; each is found by a window of one score."""
        best = [c for c in centre_first(board) if columns[c].score == score]
        board, played = board.copy(), best[:1]
        board.drop(best[0])
        score = -score
        while board.outcome() is None:
            column = self._keeping(work, board, score)
            if column is None:
                break
            board.drop(column)
            played.append(column)
            score = -score
        return tuple(played)

    def _keeping(self, work: _Work, board: Board, score: int) -> int | None:
        """Finds a move that keeps the value of the position, or None when time is up."""
        if wins := board.winning_moves():
            return wins[0]
        columns = centre_first(board)
        for column in columns[:-1]:
            after = board.copy()
            after.drop(column)
            bounds = self._at_most(work, after, -score)
            if bounds.upper <= -score:
                return column
            if bounds.lower <= -score:
                return None  # it was stopped, and nothing is proved
        return columns[-1]  # one of them does, and it was none of the others

    def _at_most(self, work: _Work, board: Board, score: int) -> Bounds:
        """Finds out whether the score of a position is at most this."""
        if (value := self._at_once(board)) is not None:
            return Bounds(value, value)
        known = Bounds.of(board.rules, board.plies)
        if not known.lower <= score < known.upper:
            return known
        return self._ask(work, board, known, Bounds(score, score + 1), _Question())


def default_memory(rules: Rules = Rules(), seconds: float | None = None) -> int:
    """Gives the size of the table where the user names none, for a search of so many seconds."""
    small = rules.bits_needed <= Rules().bits_needed
    wanted = min(MOST_FOR_SMALL if small else MOST_BY_DEFAULT, _ram() // SHARE_OF_RAM)
    if seconds is not None and 0 < seconds < MOST_BY_DEFAULT / BYTES_A_SECOND:
        wanted = min(wanted, max(MOST_FOR_SMALL, int(BYTES_A_SECOND * seconds)))
    return max(wanted, _core.least_solver_memory(rules.rows, rules.columns, rules.connect))


def _ram() -> int:
    if hasattr(os, "sysconf"):
        with contextlib.suppress(ValueError, OSError):  # not every system tells
            return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return MOST_BY_DEFAULT


class _Question(NamedTuple):
    """Is what the core is asked, as far as the answer tells of the position or of a column."""

    column: int | None = None
    known: Bounds | None = None  # before, for the side to move after the column
    window: Bounds | None = None


class _Work:
    """Is one call: its limits, what it has spent, and what it is about."""

    def __init__(self, limit: Limit, threads: int = 1) -> None:
        self.limit, self.threads = limit, threads
        self.start = time.perf_counter()
        self.nodes = 0
        self.searched = 0.0  # seconds inside the core
        self.known = Bounds(0, 0)  # about the position
        self.question: _Question | None = None  # what the core is asked just now

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.start

    @property
    def spent(self) -> bool:
        seconds, nodes = self.limit.seconds, self.limit.nodes
        late = seconds is not None and self.seconds >= seconds
        return late or (nodes is not None and self.nodes >= nodes)

    def limits(self) -> tuple[int, float | None]:
        """Gives the nodes and seconds that are left, as the core wants to hear it."""
        nodes, seconds = self.limit.nodes, self.limit.seconds
        return (
            0 if nodes is None else nodes - self.nodes,
            None if seconds is None else max(0.0, seconds - self.seconds),
        )

    def progress(self, question: _Question | None, core: tuple[int, int, int]) -> Progress:
        if question is None:
            return Progress(None, self.known, self.nodes)
        lower, upper, nodes = core
        column, known, window = question
        if known is None or window is None:
            return Progress(None, self.known, self.nodes + nodes)
        bounds = _proved(known, window, lower, upper)
        return Progress(column, bounds if column is None else -bounds, self.nodes + nodes)


def _proved(known: Bounds, window: Bounds, lower: int, upper: int) -> Bounds:
    """Gives what an answer proves: an end of the window that did not move says nothing."""
    return Bounds(
        lower if lower > window.lower else known.lower,
        upper if upper < window.upper else known.upper,
    )


def _solution(board: Board, bounds: Bounds, weak: bool, nodes: int, seconds: float) -> Solution:
    return Solution(bounds, board.plies, board.rules.cells, weak, nodes, seconds)


def mover_and_all(board: Board) -> tuple[int, int]:
    """Gives the discs of the side to move, and all discs."""
    discs = board.bits
    return discs[board.to_move], discs[0] | discs[1]


def checked_threads(threads: int) -> int:
    """Gives the number of threads; a `SolverError` says how many are possible."""
    if type(threads) is not int or not 1 <= threads <= 1024:
        raise SolverError(f"threads: {threads} was given; possible: 1 to 1024")
    return threads


def checked_memory(rules: Rules, memory: int | str | None) -> int:
    """Gives the bytes of a table for this board; a `SolverError` says what it needs instead."""
    size = rules.rows, rules.columns, rules.connect
    if not _core.solver_fits(*size):
        raise SolverError(
            f"a board of {rules} is too large for the solver; possible: boards with "
            "(rows + 1) x columns up to 512, such as 20x20 or 6x70"
        )
    if memory is None:
        return default_memory(rules)
    given, least = parse_memory(memory), _core.least_solver_memory(*size)
    if given < least:
        raise SolverError(
            f"memory: {memory} was given; a solver of {rules} needs {least} bytes or more"
        )
    return given


def _chosen_book(rules: Rules, book: bool | Book) -> Book | None:
    if book is True:
        return shipped() if rules == Rules() else None
    if book is False:
        return None
    if book.rules != rules:
        raise SolverError(f"a solver of {rules} was given a book of {book.rules}")
    return book
