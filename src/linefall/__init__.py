"""Linefall: the laboratory of Connect-X.

>>> from linefall import Board
>>> board = Board(moves=[3, 2, 3, 2, 3, 2, 3])
>>> board.outcome().winner
0

Rules, boards, values and errors are here at once; everything above them is loaded when its name
is first used, so that importing the package stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from linefall.engine import Engine
    from linefall.game import Game
    from linefall.house import PRESETS, HouseRules
    from linefall.match import play_match
    from linefall.player import Choice, Limit, Player
    from linefall.record import GameRecord, Verdict
    from linefall.series import Series
    from linefall.solution import Analysis, Solution
    from linefall.solver import Solver, analyze, solve

__all__ = [
    "PRESETS",
    "Analysis",
    "Board",
    "Cell",
    "Choice",
    "ColumnFull",
    "Direction",
    "Engine",
    "Exact",
    "Game",
    "GameOver",
    "GameRecord",
    "Guess",
    "HouseRules",
    "Limit",
    "LinefallError",
    "MoveError",
    "NoSuchColumn",
    "NotationError",
    "NothingToUndo",
    "Outcome",
    "Player",
    "PositionError",
    "Rules",
    "RulesError",
    "Series",
    "Solution",
    "Solver",
    "Verdict",
    "analyze",
    "play_match",
    "solve",
]

_LATER = {  # where the names are that are loaded when first used
    "Analysis": "linefall.solution",
    "Choice": "linefall.player",
    "Engine": "linefall.engine",
    "Game": "linefall.game",
    "GameRecord": "linefall.record",
    "HouseRules": "linefall.house",
    "Limit": "linefall.player",
    "PRESETS": "linefall.house",
    "Player": "linefall.player",
    "Series": "linefall.series",
    "Solution": "linefall.solution",
    "Solver": "linefall.solver",
    "Verdict": "linefall.record",
    "analyze": "linefall.solver",
    "play_match": "linefall.match",
    "solve": "linefall.solver",
}

if not TYPE_CHECKING:  # a type checker would take it for a promise of every name

    def __getattr__(name: str) -> object:
        """Loads a public name when it is first used."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(_LATER[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
