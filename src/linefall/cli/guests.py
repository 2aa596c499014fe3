"""Turns the name of a player into somebody who sits at the table, and finds who gives hints."""

from __future__ import annotations

import random

from linefall import bots
from linefall.board import Board
from linefall.errors import LinefallError
from linefall.partner import ProgramPlayer
from linefall.player import Choice, Limit
from linefall.roster import command_for
from linefall.terminal import Advisor, Guest

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


def advisor() -> Advisor | None:
    """Gives whoever can give hints."""
    return None
