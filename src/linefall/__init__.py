"""Linefall: the laboratory of Connect-X.

>>> from linefall import Board
>>> board = Board(moves=[3, 2, 3, 2, 3, 2, 3])
>>> board.outcome().winner
0

Every name is loaded when it is first used, so that importing the package takes no time.
"""

TYPE_CHECKING = False  # for a type checker it is true; the module of that name takes its time
if TYPE_CHECKING:
    from linefall.board import Board, Cell, Direction, Outcome
    from linefall.engine import Engine
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
    from linefall.game import Game
    from linefall.house import PRESETS, HouseRules
    from linefall.match import play_match
    from linefall.player import Choice, Limit, Player
    from linefall.record import GameRecord, Verdict
    from linefall.rules import Rules
    from linefall.score import Exact, Guess
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

_HOMES = {  # the modules of the names
    "Analysis": "linefall.solution",
    "Board": "linefall.board",
    "Cell": "linefall.board",
    "Choice": "linefall.player",
    "ColumnFull": "linefall.errors",
    "Direction": "linefall.board",
    "Engine": "linefall.engine",
    "Exact": "linefall.score",
    "Game": "linefall.game",
    "GameOver": "linefall.errors",
    "GameRecord": "linefall.record",
    "Guess": "linefall.score",
    "HouseRules": "linefall.house",
    "Limit": "linefall.player",
    "LinefallError": "linefall.errors",
    "MoveError": "linefall.errors",
    "NoSuchColumn": "linefall.errors",
    "NotationError": "linefall.errors",
    "NothingToUndo": "linefall.errors",
    "Outcome": "linefall.board",
    "PRESETS": "linefall.house",
    "Player": "linefall.player",
    "PositionError": "linefall.errors",
    "Rules": "linefall.rules",
    "RulesError": "linefall.errors",
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
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
