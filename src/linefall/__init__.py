"""Linefall: the laboratory of Connect-X.

>>> from linefall import Board
>>> board = Board(moves=[3, 2, 3, 2, 3, 2, 3])
>>> board.outcome().winner
0
"""

from linefall.board import Board, Cell, Direction, Outcome
from linefall.errors import (
    ColumnFull,
    GameOver,
    LinefallError,
    MoveError,
    NoSuchColumn,
    NotationError,
    NothingToUndo,
    PositionError,
    RulesError,
)
from linefall.rules import Rules
from linefall.score import Exact, Guess

__all__ = [
    "Board",
    "Cell",
    "ColumnFull",
    "Direction",
    "Exact",
    "GameOver",
    "Guess",
    "LinefallError",
    "MoveError",
    "NoSuchColumn",
    "NotationError",
    "NothingToUndo",
    "Outcome",
    "PositionError",
    "Rules",
    "RulesError",
]
