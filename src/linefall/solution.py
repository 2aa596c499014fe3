"""What the solver has proved, as plain values: about a position, and about each of its columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from linefall.notation import counted
from linefall.rules import Rules
from linefall.score import NAMES, Exact, Result, score_of_stone


@dataclass(frozen=True, slots=True)
class Bounds:
    """Holds what is proved about a score: it is at least `lower` and at most `upper`.

    >>> Bounds(1, 4).result, Bounds(0, 4).result, Bounds(-3, -3).exact
    ('win', None, True)
    """

    lower: int
    upper: int

    @classmethod
    def of(cls, rules: Rules, plies: int) -> Bounds:
        """Gives what is true of every open board with so many discs: a line takes enough of them.

        >>> Bounds.of(Rules(), 0)
        Bounds(lower=-18, upper=18)
        """
        if rules.connect > max(rules.rows, rules.columns):
            return cls(0, 0)
        cells, own = rules.cells, plies // 2
        other = plies - own
        soonest_win = plies - 1 + 2 * max(1, rules.connect - own)
        soonest_loss = plies + 2 * max(1, rules.connect - other)
        return cls(
            -max(0, score_of_stone(soonest_loss, cells)),
            max(0, score_of_stone(soonest_win, cells)),
        )

    @classmethod
    def best_of(cls, columns: Iterable[Bounds]) -> Bounds:
        """Gives what is proved about a position by what is about each of its columns.

        >>> Bounds.best_of([Bounds(-3, 2), Bounds(0, 1)])
        Bounds(lower=0, upper=2)
        """
        every = list(columns)
        return cls(max(bounds.lower for bounds in every), max(bounds.upper for bounds in every))

    @property
    def exact(self) -> bool:
        """Says whether only one score is left."""
        return self.lower == self.upper

    @property
    def result(self) -> Result | None:
        """Gives the result for the side to move, once it is proved."""
        if self.lower > 0:
            return "win"
        if self.upper < 0:
            return "loss"
        return "draw" if self.exact else None

    def __neg__(self) -> Bounds:
        """Gives the same bounds as the other side sees them."""
        return Bounds(-self.upper, -self.lower)


@dataclass(frozen=True, slots=True)
class Solution:
    """Holds what a solve has proved about a position, for its side to move.

    A solve that was stopped, or that was asked for the result alone, may leave the score open;
    `bounds` then say what is proved. Nothing here is ever a guess.
    """

    bounds: Bounds
    plies: int  # discs on the board
    cells: int
    weak: bool = False
    nodes: int = 0
    seconds: float = 0.0

    @property
    def solved(self) -> bool:
        """Says whether all that was asked is proved."""
        return self.result is not None if self.weak else self.bounds.exact

    @property
    def result(self) -> Result | None:
        """Gives "win", "draw" or "loss" for the side to move, or None while it is open."""
        return self.bounds.result

    @property
    def score(self) -> int | None:
        """Gives the stone-count score, or None while it is open."""
        return self.bounds.lower if self.bounds.exact else None

    @property
    def value(self) -> Exact | None:
        """Gives the exact value, or None while it is open."""
        return Exact(self.bounds.lower, self.plies, self.cells) if self.bounds.exact else None

    @property
    def plies_to_end(self) -> int | None:
        """Counts the moves of both sides until the game ends, or None while that is open."""
        return None if self.value is None else self.value.plies_to_end

    def words(self, names: tuple[str, str] = NAMES) -> str:
        """Says for people what is proved, and no more.

        >>> Solution(Bounds(0, 3), plies=0, cells=42).words()
        'not solved: draw, or first player wins in 19 moves or later'
        """
        if self.value is not None:
            return self.value.words(names)
        mover = self.plies % 2
        if self.weak and self.result is not None:
            return f"{names[mover if self.result == 'win' else 1 - mover]} wins"
        return f"not solved: {_open_words(self, names)}"

    def to_dict(self) -> dict[str, Any]:
        """Gives it as plain data."""
        return {
            "solved": self.solved,
            "result": self.result,
            "score": self.score,
            "plies_to_end": self.plies_to_end,
            "bounds": [self.bounds.lower, self.bounds.upper],
            "weak": self.weak,
            "nodes": self.nodes,
            "seconds": self.seconds,
        }


def _open_words(solution: Solution, names: tuple[str, str]) -> str:
    """Says which ends are still possible, the loss first."""
    bounds, mover = solution.bounds, solution.plies % 2
    if bounds.result is not None:
        name = names[mover if bounds.result == "win" else 1 - mover]
        return f"{name} wins, {_between(solution)}"
    ends = []
    if bounds.lower < 0:
        ends.append(_not_before(solution, bounds.lower, names[1 - mover]))
    if bounds.lower <= 0 <= bounds.upper:
        ends.append("draw")
    if bounds.upper > 0:
        ends.append(_not_before(solution, bounds.upper, names[mover]))
    return ", or ".join(ends)


def _between(solution: Solution) -> str:
    scores = solution.bounds.lower, solution.bounds.upper
    first, last = sorted(Exact(s, solution.plies, solution.cells).moves_to_end for s in scores)
    return f"in {first} to {last} moves"


def _not_before(solution: Solution, score: int, name: str) -> str:
    moves = Exact(score, solution.plies, solution.cells).moves_to_end
    return f"{name} wins in {counted(moves, 'move')} or later"


@dataclass(frozen=True, slots=True)
class Analysis:
    """Holds what is proved about a position and about each of its open columns.

    `columns` tells what playing a column is worth, for the side to move and counted from before
    that move. `line` is best play by both sides to the end of the game; it ends early only where
    a limit stopped the work, and is empty where not even a best move is proved.
    """

    solution: Solution
    columns: Mapping[int, Solution] = field(default_factory=dict)
    line: tuple[int, ...] = ()

    @property
    def complete(self) -> bool:
        """Says whether everything that was asked about every column is proved."""
        return all(column.solved for column in self.columns.values())

    @property
    def value(self) -> Exact | None:
        """Gives the exact value of the position, or None while it is open."""
        return self.solution.value

    @property
    def values(self) -> dict[int, Exact]:
        """Gives the exact value of each column that has one."""
        found = {column: solution.value for column, solution in self.columns.items()}
        return {column: value for column, value in found.items() if value is not None}

    @property
    def best(self) -> tuple[int, ...]:
        """Lists the columns that are proved to be best: none of the others can be better.

        In a weak analysis those are the columns with the best result.
        """
        if not self.columns:
            return ()
        if self.solution.weak:
            return self._best_results()
        most = max(solution.bounds.upper for solution in self.columns.values())
        return tuple(c for c, s in self.columns.items() if s.bounds.lower == most)

    def _best_results(self) -> tuple[int, ...]:
        order = ("loss", "draw", "win")
        ranks = {
            column: order.index(solution.result)
            for column, solution in self.columns.items()
            if solution.result is not None
        }
        best = max(ranks.values(), default=0)
        if len(ranks) < len(self.columns) and best < order.index("win"):
            return ()
        return tuple(column for column, rank in ranks.items() if rank == best)

    def to_dict(self) -> dict[str, Any]:
        """Gives it as plain data; columns count from 0."""
        return {
            **self.solution.to_dict(),
            "complete": self.complete,
            "columns": {str(column): s.to_dict() for column, s in self.columns.items()},
            "best": list(self.best),
            "line": list(self.line),
        }
