"""Turns the name of a player into somebody who sits at the table, and finds who gives hints."""

from __future__ import annotations

import random
from importlib.util import find_spec

from linefall import bots
from linefall.board import Board
from linefall.errors import LinefallError
from linefall.notation import format_column
from linefall.partner import ProgramPlayer
from linefall.player import Choice, Limit
from linefall.roster import command_for
from linefall.terminal import Guest

POSSIBLE = f"person, engine, engine:LEVEL, perfect, {', '.join(bots.NAMES)}, program:COMMAND"


class Simple:
    """Plays by a simple rule: anywhere, or as far left or right as it can."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name = name
        self._chance = chance

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Gives a column that is open."""
        columns = board.open_columns
        place = {"left": 0, "right": -1}.get(self.name)
        return Choice(self._chance.choice(columns) if place is None else columns[place])


def invite(name: str, chance: random.Random) -> Guest:
    """Gives the guest of that name, ready to play.

    >>> invite("person", random.Random(1)).player is None
    True
    """
    plain = name.removeprefix("@")
    if plain == "person":
        return Guest("person")
    if plain in ("rand", "left", "right"):
        return Guest(plain, Simple(plain, chance), kind="bot")
    if plain in bots.NAMES:
        return Guest(plain, ProgramPlayer(command_for(f"@{plain}")), kind="bot", forgets=False)
    if name.startswith(("program:", "kaggle:", "riddles:")):
        player = ProgramPlayer(command_for(name))
        return Guest(name, player, kind="program", forgets=False)
    raise LinefallError(f"there is no player {name!r}; possible: {POSSIBLE}")


def hint(board: Board, *, columns_from: int) -> str:
    """Says what to play, in words that are true: what decides at once, or what is proved.

    >>> hint(Board(moves=[0, 1, 0, 1, 0, 1]), columns_from=1)
    'column 1 wins at once.'
    >>> hint(Board(moves=[0, 1, 0, 1, 0, 2, 1]), columns_from=1)
    'column 1, or the other wins there.'
    """
    if wins := board.winning_moves():
        return f"{_columns(wins, columns_from)} {'wins' if len(wins) == 1 else 'win'} at once."
    losses = board.winning_moves(1 - board.to_move)
    if len(losses) > 1:
        return f"none helps: the other wins in {_columns(losses, columns_from)}."
    if losses:
        return f"{_columns(losses, columns_from)}, or the other wins there."
    return "nothing is decided at once, and nobody here sees further."


def _columns(columns: tuple[int, ...], columns_from: int) -> str:
    names = [format_column(column, columns_from=columns_from) for column in columns]
    return f"column{'' if len(names) == 1 else 's'} {' and '.join(names)}"


def engine_is_here() -> bool:
    """Says whether the engine is part of this installation."""
    return find_spec("linefall.engine") is not None
