"""Where a disc lies, which way a line runs, and how a game ended: plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Cell(NamedTuple):
    """Names a cell: column and row from 0, row 0 at the bottom."""

    column: int
    row: int


class Direction(Enum):
    """Names the four ways a line can run; ``step`` leads from a cell to the next one."""

    HORIZONTAL = (1, 0)
    VERTICAL = (0, 1)
    DIAGONAL = (1, 1)
    ANTIDIAGONAL = (1, -1)

    @property
    def step(self) -> tuple[int, int]:
        """Gives the change of column and row.

        >>> Direction.DIAGONAL.step
        (1, 1)
        """
        return self.value


@dataclass(frozen=True, slots=True)
class Outcome:
    """Says how a game ended: who won, with which cells, in which directions, and why."""

    winner: int | None
    cells: tuple[Cell, ...]
    directions: tuple[Direction, ...]
    reason: str
