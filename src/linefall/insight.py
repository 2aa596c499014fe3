"""What is proved about a position: by the solver, or by a look at the next discs alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from linefall import _core
from linefall.board import Board
from linefall.rules import Rules
from linefall.score import Exact, score_of_stone
from linefall.solution import Bounds
from linefall.solver import Solver

#: After so many positions that were not proved, those before them get a tenth of the time each.
PATIENCE: Final = 3


@dataclass(frozen=True, slots=True)
class Insight:
    """Holds what is proved about a position.

    `values` gives the value of playing each column, for the side to move; columns that are not
    proved are left out, and `bounds` then say what is known of their scores. `complete` says that
    all values are there. `line` is best play to the end.
    """

    values: Mapping[int, Exact]
    line: tuple[int, ...] = ()
    complete: bool = True
    bounds: Mapping[int, Bounds] = field(default_factory=dict)

    @property
    def best(self) -> Exact | None:
        """Gives the value of the position, if it is proved."""
        return max(self.values.values(), default=None) if self.complete else None

    def known(self, column: int) -> Bounds | None:
        """Gives what is proved about the score of a column."""
        if column in self.values:
            return Bounds(self.values[column].score, self.values[column].score)
        return self.bounds.get(column)

    def known_best(self) -> Bounds | None:
        """Gives what is proved about the score of the position."""
        every = [bounds for c in {*self.values, *self.bounds} if (bounds := self.known(c))]
        if not every or (not self.complete and not self.bounds):
            return None
        return Bounds.best_of(every)


Analyst = Callable[[Board], Insight]


def solver_analyst(
    rules: Rules, *, seconds: float | None = None, memory: int | str = "256M", threads: int = 1
) -> Analyst:
    """Gives an analyst that asks the solver, for so many seconds a position.

    A game is reviewed from its end: where a few positions in a row could not be proved, those
    before them hardly can be, and get a tenth of the time.

    >>> analyst = solver_analyst(Rules(4, 4, 4), memory="1M")
    >>> analyst(Board(Rules(4, 4, 4))).best.words()
    'draw'
    """
    solver = Solver(rules, memory=memory, threads=threads)
    patience = Patience(seconds)

    def analyst(board: Board) -> Insight:
        found = solver.analyze(board, seconds=patience.seconds)
        values = {c: solved.value for c, solved in found.columns.items() if solved.value}
        bounds = {c: solved.bounds for c, solved in found.columns.items()}
        insight = Insight(values, found.line, len(values) == len(bounds), bounds)
        best = insight.known_best()
        patience.note(proved=best is not None and best.result is not None)
        return insight

    return analyst


class Patience:
    """Gives the seconds for the next position: a tenth where a few in a row were not proved.

    >>> patience = Patience(5.0)
    >>> for _ in range(PATIENCE):
    ...     patience.note(proved=False)
    >>> patience.seconds
    0.5
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds, self._missed = seconds, 0

    @property
    def seconds(self) -> float | None:
        """Gives the limit for the next position; None is no limit."""
        hopeless = self._seconds is not None and self._missed >= PATIENCE
        return self._seconds / 10 if hopeless and self._seconds else self._seconds

    def note(self, *, proved: bool) -> None:
        """Takes in whether the result of the last position was proved."""
        self._missed = 0 if proved else self._missed + 1


def near_analyst(board: Board) -> Insight:
    """Gives what the next discs decide, on boards that are too large for the solver.

    >>> near_analyst(Board(Rules(100, 100, 2), [0, 50])).values[1].words()
    'first player wins in 1 move'
    """
    rules, bounds = board.rules, {}
    after = _core.Position.from_bits(rules.rows, rules.columns, rules.connect, *board.bits)
    possible = -Bounds.of(rules, board.plies + 1)
    for column in board.open_columns:
        after.drop(column)
        bounds[column] = _near_bounds(after, possible)
        after.undo()
    exact = {c: Exact.from_score(b.lower, board) for c, b in bounds.items() if b.exact}
    return Insight(exact, (), len(exact) == len(bounds), bounds)


def _near_bounds(after: _core.Position, possible: Bounds) -> Bounds:
    """Bounds the score of the last disc: a line at once, the other's, or two cells to win in."""
    mover, cells = 1 - after.to_move, after.rows * after.columns
    if after.is_over:
        score = 0 if after.winner is None else score_of_stone(after.plies, cells)
        return Bounds(score, score)
    if after.winning_moves():
        score = -score_of_stone(after.plies + 1, cells)
        return Bounds(score, score)
    if len(after.winning_moves(mover)) > 1:
        score = score_of_stone(after.plies + 2, cells)
        return Bounds(score, score)
    later = max(0, score_of_stone(after.plies + 3, cells))  # the other's line, at the soonest
    return Bounds(max(possible.lower, -later), possible.upper)
