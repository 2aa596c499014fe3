"""Players that are no persons at a person's table: what they answer, and what is told of them.

A terminal, a desk and a window each ask and show in their own way; what follows is the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from linefall.board import Board
from linefall.events import ChooseSymbol, Drop, Forfeit, Intention, Sure
from linefall.game import Phase
from linefall.player import Choice, Guest, Limit, Player, PlayerFault
from linefall.score import Exact
from linefall.series import Series

Found = Choice | PlayerFault


def answer(series: Series) -> Intention | None:
    """Gives what such a player answers to a question; None where a column is asked for.

    It is always sure, and takes X, or the first symbol where none is X.

    >>> from linefall.house import PRESETS
    >>> for name in ("classic", "bitmap", "console"):
    ...     series = Series(PRESETS[name])
    ...     events = series.begin()
    ...     print(answer(series))
    ChooseSymbol(symbol=1)
    ChooseSymbol(symbol=0)
    None
    """
    if series.phase is Phase.CHOICE:
        return ChooseSymbol(int(series.house.symbols[1] == "X"))
    return Sure(yes=True) if series.phase is Phase.SURE else None


def think(player: Player, board: Board, limit: Limit) -> Found:
    """Gives what a player chooses on a copy of the board, or the fault by which it loses."""
    try:
        return player.choose(board.copy(), limit)
    except PlayerFault as fault:
        return fault


def intention(series: Series, found: Found) -> Intention:
    """Gives what the player to move wants who found this; a fault loses it the game.

    >>> from linefall.house import PRESETS
    >>> intention(Series(PRESETS["console"]), Choice(3))
    Drop(column=3)
    """
    if isinstance(found, PlayerFault):
        return Forfeit(series.to_move, found.cause, found.sentence)
    return Drop(found.column)


def no_redo(guests: Iterable[Guest]) -> str:
    """Gives the reason why no move is taken back: somebody cannot forget one; else nothing."""
    stubborn = next((guest.name for guest in guests if not guest.forgets), None)
    return "" if stubborn is None else f"{stubborn} cannot take a move back"


class Doubts:
    """Tells once that a player who is trusted to prove its moves did not prove one."""

    def __init__(self) -> None:
        self._told = False

    def about(self, player: Player, found: Found) -> str:
        """Says that this move is not proved; nothing where it is, or where that was said before."""
        if self._told or not getattr(player, "proves", False) or isinstance(found, PlayerFault):
            return ""
        self._told = not isinstance(found.value, Exact)
        said = f"{player.name} could not prove this move in time and plays as the engine would."
        return said if self._told else ""
