"""Turns the name of a player into somebody who sits at the table, and finds who gives hints."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec

from click import Context, Parameter

from linefall import bots
from linefall.board import Board
from linefall.errors import LinefallError
from linefall.notation import format_column
from linefall.partner import ProgramPlayer
from linefall.player import Choice, Limit
from linefall.review import Insight
from linefall.roster import command_for
from linefall.terminal import Guest

BOTS = ", ".join(bots.NAMES)
PLAYERS = ("person", "engine", *(f"engine:{n}" for n in range(1, 11)), "perfect", *bots.NAMES)
POSSIBLE = f"person, engine, engine:LEVEL, perfect, {BOTS}, program:COMMAND"


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
    if plain == "perfect" or plain.partition(":")[0] == "engine":
        return _thinker(plain, chance)
    if name.startswith(("program:", "kaggle:", "riddles:")):
        player = ProgramPlayer(command_for(name))
        return Guest(name, player, kind="program", forgets=False)
    raise LinefallError(f"there is no player {name!r}; possible: {POSSIBLE}")


def offer(names: Sequence[str]) -> Callable[[Context, Parameter, str], list[str]]:
    """Gives a shell completion that offers names.

    >>> offer(["left", "rand"])(None, None, "r")
    ['rand']
    """

    def complete(_context: Context, _option: Parameter, begun: str) -> list[str]:
        return [name for name in names if name.startswith(begun)]

    return complete


def _thinker(name: str, chance: random.Random) -> Guest:
    """Invites the engine, at a level from 1 to 10, or the perfect player."""
    kind, colon, level = name.partition(":")
    if colon and (not re.fullmatch("[0-9]{1,2}", level) or not 1 <= int(level) <= 10):
        raise LinefallError(f"{name!r} was given; possible: engine:1 to engine:10")
    module = f"linefall.{'engine' if kind == 'engine' else 'solver'}"
    if find_spec(module) is None:
        raise LinefallError(f"{name} is not part of this installation; possible: {BOTS}")
    make = import_module(module)
    seed = chance.getrandbits(32)
    player = make.Engine(level=int(level or 10), seed=seed) if kind == "engine" else make.Perfect()
    return Guest(name, player, kind="engine")


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
    insight = _insight(board)
    if insight is None or insight.best is None:
        return "nothing is decided at once, and nobody here sees further."
    return proved_hint(insight, columns_from=columns_from)


def proved_hint(insight: Insight, *, columns_from: int) -> str:
    """Says what is best where the value of every column is proved."""
    best = max(insight.values.values())
    columns = tuple(column for column, value in insight.values.items() if value == best)
    which, one = _columns(columns, columns_from), len(columns) == 1
    moves = f"{best.moves_to_end} move{'' if best.moves_to_end == 1 else 's'}"
    if best.result == "win":
        return f"{which} {'wins' if one else 'win'} in {moves}."
    if best.result == "draw" and len(columns) == len(insight.values) > 1:
        return "every column draws."
    if best.result == "draw":
        return f"{which} {'draws' if one else 'draw'}; no column wins."
    return f"every column loses; {which} {'lasts' if one else 'last'} longest, {moves}."


def _insight(board: Board) -> Insight | None:
    """Asks the solver, where it is installed, for a few seconds."""
    return None


def _columns(columns: tuple[int, ...], columns_from: int) -> str:
    *names, last = (format_column(column, columns_from=columns_from) for column in columns)
    return f"columns {', '.join(names)} and {last}" if names else f"column {last}"


def engine_is_here() -> bool:
    """Says whether the engine is part of this installation."""
    return find_spec("linefall.engine") is not None
