"""Turns the name of a player into somebody who sits at the table, and finds who gives hints."""

from __future__ import annotations

import random

from linefall.board import Board
from linefall.errors import LinefallError
from linefall.player import Choice, Limit, Player
from linefall.rules import Rules
from linefall.terminal import Advisor, Guest

POSSIBLE = "person, engine, engine:LEVEL, perfect, rand, left, right, program:COMMAND"


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


def invite(name: str, chance: random.Random, rules: Rules) -> Guest:
    """Gives the guest of that name, ready to play.

    >>> invite("person", random.Random(1), Rules()).player is None
    True
    """
    if name == "person":
        return Guest("person")
    if name in ("rand", "left", "right"):
        player: Player = Simple(name, chance)
        return Guest(name, player, kind="bot")
    raise LinefallError(f"there is no player {name!r}; possible: {POSSIBLE}")


def advisor() -> Advisor | None:
    """Gives whoever can give hints."""
    return None
