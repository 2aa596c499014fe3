"""Blunders: which moves of a game kept the result, as far as the solver proves it in time.

On 6x7x4 every position is won, drawn or lost. A move that changes this is a blunder; the others
kept the result. Games are looked at from their end, where proofs are quick, and the time for all
games together is limited: what was not proved is said to be unknown, never guessed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from linefall.board import Board
from linefall.record import GameRecord
from linefall.rules import Rules
from linefall.score import Result
from linefall.solver import Solver

BOARD: Final = Rules(6, 7, 4)
PER_POSITION: Final = 0.2
"""Seconds of the solver, at most."""

MEMORY: Final = "64M"
GIVE_UP_AFTER: Final = 2
"""Positions of one game in a row that were not proved: those before them are harder still."""

_TURNED: Final[dict[Result | None, Result | None]] = {
    "win": "loss", "loss": "win", "draw": "draw", None: None,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kept:
    """Counts for each side (0 moved first) the moves that kept the result, and those proved.

    `blunder` is the place (from 0) of the first move that is proved to have changed the result,
    `change` says how; `complete` that all moves are proved.
    """

    kept: tuple[int, int]
    proved: tuple[int, int]
    blunder: int | None
    change: str | None
    complete: bool


class Reviewer:
    """Looks at games, one after the other, until its time is used up.

    >>> record = GameRecord(BOARD, moves=(3, 2, 3, 2, 3, 2, 6))
    >>> found = Reviewer(seconds=30).look(record)
    >>> found.blunder, found.change
    (2, 'win to draw')
    """

    def __init__(self, *, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Takes the time for all games together."""
        self._clock, self._end = clock, clock() + seconds
        self._solver: Solver | None = None
        self._known: dict[Board, Result | None] = {}

    def look(self, record: GameRecord) -> Kept | None:
        """Says what is proved about a game; None for other boards, and when the time is up."""
        if record.rules != BOARD or len(record.moves) <= record.opening:
            return None
        if self._clock() >= self._end:
            return None
        values = self._values(record)
        kept, proved = [0, 0], [0, 0]
        blunder: int | None = None
        change: str | None = None
        for place in range(record.opening, len(record.moves)):
            before, after = values[place], _TURNED[values[place + 1]]
            if before is None or after is None:
                continue
            proved[place % 2] += 1
            kept[place % 2] += before == after
            if before != after and blunder is None:
                blunder, change = place, f"{before} to {after}"
        if not any(proved):
            return None
        complete = sum(proved) == len(record.moves) - record.opening
        return Kept((kept[0], kept[1]), (proved[0], proved[1]), blunder, change, complete)

    def _values(self, record: GameRecord) -> list[Result | None]:
        """Gives the result of each position for its side to move, from the last to the first."""
        board = record.board()
        values: list[Result | None] = [None] * (len(record.moves) + 1)
        unproved = 0
        for place in range(len(record.moves), record.opening - 1, -1):
            values[place] = self._value(board)
            unproved = 0 if values[place] is not None else unproved + 1
            if unproved >= GIVE_UP_AFTER or place == 0:
                break
            board.undo()
        return values

    def _value(self, board: Board) -> Result | None:
        if (outcome := board.outcome()) is not None:
            return "draw" if outcome.winner is None else "loss"
        if board in self._known:
            return self._known[board]
        left = min(PER_POSITION, self._end - self._clock())
        if left <= 0:
            return None
        if self._solver is None:
            self._solver = Solver(BOARD, memory=MEMORY)
        found = self._solver.solve(board, weak=True, seconds=left).result
        self._known[board.copy()] = found
        return found
