"""Levels for people: how a weaker engine slips.

A level looks less far, overlooks diagonals now and then, judges a little by mood, and sometimes
just plays somewhere. From level 3 on it never misses a win at once or lets the other side have one.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from linefall import _core
from linefall.board import Board
from linefall.player import Choice
from linefall.score import Exact, Guess

POINTS: Final = 400.0
"""What looks good, in the points of the search."""

EARLY: Final = 20
EARLY_MOOD: Final = 100
"""Up to so many discs a mood has up to so many points more, so that games begin differently."""


@dataclass(frozen=True, slots=True)
class Level:
    """Holds how far a level looks and how often it slips."""

    depth: int
    """Moves ahead."""
    blind: float = 0.0
    """The chance that it overlooks diagonals in this move."""
    mood: float = 0.0
    """Points by which its judgement of a column may be off."""
    anywhere: float = 0.0
    """The chance that it plays just somewhere."""
    careful: bool = True
    """Whether it never misses what decides at once."""


HIGHEST: Final = 10

LEVELS: Final = {
    1: Level(1, blind=0.6, mood=500, anywhere=0.35, careful=False),
    2: Level(2, blind=0.5, mood=300, anywhere=0.2, careful=False),
    3: Level(2, blind=0.4, mood=250, anywhere=0.12),
    4: Level(3, blind=0.25, mood=180, anywhere=0.05),
    5: Level(4, blind=0.15, mood=120, anywhere=0.02),
    6: Level(5, blind=0.08, mood=80),
    7: Level(7, blind=0.03, mood=50),
    8: Level(9, mood=25),
    9: Level(12, mood=10),
    10: Level(0),
}


def weak_choice(
    board: Board,
    level: Level,
    search: _core.Search,
    blind: _core.Search,
    *,
    seed: int | None,
    nodes: int,
    seconds: float | None,
) -> Choice:
    """Chooses a column as the level does, and says what the level thinks of it.

    `blind` sees no diagonals. Without a seed every game is different; with one, the same position
    gives the same column.
    """
    chance = random.Random() if seed is None else random.Random(f"{seed} {board.bits}")
    columns, used = list(board.open_columns), 0
    if level.careful:
        columns, used = sensible(board, search)
    if len(columns) == 1 or chance.random() < level.anywhere:
        column = chance.choice(columns)
        won = Exact.from_plies(1, board) if column in board.winning_moves() else None
        return Choice(column, won, depth=min(used, 1), nodes=used, line=(column,))
    eyes = blind if chance.random() < level.blind else search
    values, more = eyes.values(*board.bits, level.depth, nodes=nodes, seconds=seconds)
    mood = level.mood + EARLY_MOOD * max(0.0, 1 - board.plies / EARLY)
    moods = {column: chance.gauss(0, mood) for column in columns}
    lost = -2 * _core.WON  # columns that were not worth a look on a wide board
    column = max(columns, key=lambda column: values.get(column, lost) + moods[column])
    value = Guess.from_points(values[column], board, scale=POINTS) if column in values else None
    return Choice(column, value, depth=level.depth, nodes=used + more, line=(column,))


def sensible(board: Board, search: _core.Search) -> tuple[list[int], int]:
    """Lists the columns that win at once, or else those that do not lose at once; counts nodes.

    >>> sensible(Board(moves=[0, 1, 0, 1, 0]), _core.Search(6, 7, 4))
    ([0], 0)
    """
    if wins := board.winning_moves():
        return list(wins), 0
    if blocks := board.winning_moves(1 - board.to_move):
        return list(blocks), 0
    values, nodes = search.values(*board.bits, 2)  # of a wide board, the columns that matter
    loses_at_once = 2 - _core.WON - (board.rules.cells - board.plies)
    return [column for column in values if values[column] > loses_at_once] or list(values), nodes
