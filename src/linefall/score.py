"""What a position is worth: proved values and guesses, as different types.

The score of the literature counts stones: who wins with stone number n of a board of `cells` cells
scores ``(cells + 2 - n) // 2``, the loser as much below zero, and a draw is 0. Two neighbouring
stones share a score, but one of them is the first player's and the other the second's: the score
and the winner together name one stone. People misread the score as moves to go, so they get words.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeGuard

if TYPE_CHECKING:
    from linefall.board import Board

Result = Literal["win", "draw", "loss"]

NAMES = ("first player", "second player")
"""How words call the two sides when nobody gave names."""

NEARLY = 0.9999
"""The most that a belief comes to; what is sure is beyond it."""


def score_of_stone(stone: int, cells: int) -> int:
    """Gives the score of who wins with this stone, counted from 1, of so many cells.

    >>> score_of_stone(41, 42), score_of_stone(40, 42)
    (1, 2)
    """
    return (cells + 2 - stone) // 2


@dataclass(frozen=True, slots=True)
class Exact:
    """Holds the proved value of a position with `plies` discs on a board of `cells` cells.

    ``score`` is for ``side``; left out (-1), that is the side to move. Values for the same side
    of the same board are ordered, the better the greater; others cannot be compared.

    >>> value = Exact(1, plies=0, cells=42)
    >>> value.last_stone, value.plies_to_end, value.words()
    (41, 41, 'first player wins in 21 moves')
    """

    score: int
    plies: int
    cells: int
    side: int = -1

    def __post_init__(self) -> None:
        if self.side == -1:
            object.__setattr__(self, "side", self.plies % 2)
        _check_side(self.side)
        if not 0 <= self.plies <= self.cells:
            raise ValueError(f"{self.plies} discs do not fit on {self.cells} cells")
        if self.score and not max(1, self.plies) <= self.last_stone <= self.cells:
            raise ValueError(
                f"no game on {self.cells} cells with {self.plies} discs ends with a score of "
                f"{self.score}: its last stone would be number {self.last_stone}"
            )

    @classmethod
    def from_score(cls, score: int, board: Board) -> Exact:
        """Makes the value of a board from the score for its side to move."""
        return cls(score, board.plies, board.rules.cells)

    @classmethod
    def from_last_stone(cls, stone: int, board: Board) -> Exact:
        """Makes the value of a board where the player of stone number `stone` wins with it."""
        score = score_of_stone(stone, board.rules.cells)
        to_move_wins = stone % 2 != board.plies % 2
        return cls.from_score(score if to_move_wins else -score, board)

    @classmethod
    def from_plies(cls, plies_to_end: int, board: Board) -> Exact:
        """Makes the value of a board that is won in so many plies: by the side to move if odd."""
        return cls.from_last_stone(board.plies + plies_to_end, board)

    @classmethod
    def draw(cls, board: Board) -> Exact:
        """Makes the value of a board that ends in a draw."""
        return cls.from_score(0, board)

    @property
    def result(self) -> Result:
        """Says what it is for ``side``: "win", "draw" or "loss"."""
        if self.score == 0:
            return "draw"
        return "win" if self.score > 0 else "loss"

    @property
    def winner(self) -> int | None:
        """Gives the side that wins, or None for a draw."""
        if self.score == 0:
            return None
        return self.side if self.score > 0 else 1 - self.side

    @property
    def last_stone(self) -> int:
        """Numbers, from 1, the stone that ends the game; the last cell's for a draw."""
        if self.winner is None:
            return self.cells
        stone = self.cells + 2 - 2 * abs(self.score)
        # Side 0 has the odd stones; this one or the one before it is the winner's.
        return stone if stone % 2 != self.winner else stone - 1

    @property
    def plies_to_end(self) -> int:
        """Counts the moves of both sides until the game ends; a draw ends on a full board."""
        return self.last_stone - self.plies

    @property
    def moves_to_end(self) -> int:
        """Counts the winner's own moves until the line stands (in a draw, the next side's)."""
        return (self.plies_to_end + 1) // 2

    def __neg__(self) -> Exact:
        """Gives the same value as the other side sees it."""
        return Exact(-self.score, self.plies, self.cells, 1 - self.side)

    def words(self, names: tuple[str, str] = NAMES, to_move: int | None = None) -> str:
        """Says it for people; `names` are those of side 0 and side 1.

        `to_move` is the side that is to move, where turns do not follow from the discs.

        >>> Exact(-2, plies=33, cells=42).words(("Red", "Yellow"))
        'Red wins in 3 moves'
        """
        if self.winner is None:
            return "draw"
        flipped = to_move is not None and to_move != self.plies % 2
        name = names[1 - self.winner if flipped else self.winner]
        moves = self.moves_to_end
        if moves == 0:
            return f"{name} has won"
        return f"{name} wins in {moves} move{'s' if moves > 1 else ''}"

    def __str__(self) -> str:
        return self.words()

    def __lt__(self, other: object) -> bool:
        return self.score < other.score if self._comparable(other) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.score <= other.score if self._comparable(other) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.score > other.score if self._comparable(other) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.score >= other.score if self._comparable(other) else NotImplemented

    def _comparable(self, other: object) -> TypeGuard[Exact]:
        return isinstance(other, Exact) and (self.cells, self.side) == (other.cells, other.side)


@dataclass(frozen=True, slots=True)
class Guess:
    """Holds what an engine believes: -1 surely lost, 0 even, 1 surely won, for ``side``.

    Nobody knows how soon; that is what `Exact` says.

    >>> Guess(0.4, side=0).words()
    'first player looks better'
    """

    value: float
    side: int

    def __post_init__(self) -> None:
        _check_side(self.side)
        if not -1 <= self.value <= 1:
            raise ValueError(f"a guess lies between -1 and 1, not at {self.value}")

    @classmethod
    def from_points(cls, points: float, board: Board, *, scale: float) -> Guess:
        """Makes a guess for the side to move from an engine's points; `scale` points look good."""
        return cls(max(-NEARLY, min(math.tanh(points / scale), NEARLY)), board.to_move)

    @property
    def sure(self) -> bool:
        """Says whether it is no belief any more: who wins is proved, only not how soon."""
        return abs(self.value) == 1

    def __neg__(self) -> Guess:
        """Gives the same guess as the other side sees it."""
        return Guess(-self.value, 1 - self.side)

    def words(self, names: tuple[str, str] = NAMES) -> str:
        """Says it for people, and that it is no more than a look."""
        if abs(self.value) < 0.1:
            return "looks even"
        name = names[self.side if self.value > 0 else 1 - self.side]
        if self.sure:
            return f"{name} wins"
        return f"{name} looks {'much better' if abs(self.value) >= 0.5 else 'better'}"

    def __str__(self) -> str:
        return self.words()

    def __lt__(self, other: object) -> bool:
        return self.value < other.value if self._comparable(other) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.value <= other.value if self._comparable(other) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.value > other.value if self._comparable(other) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.value >= other.value if self._comparable(other) else NotImplemented

    def _comparable(self, other: object) -> TypeGuard[Guess]:
        return isinstance(other, Guess) and self.side == other.side


def _check_side(side: int) -> None:
    if side not in (0, 1):
        raise ValueError(f"a side is 0 or 1, not {side}")
