"""A player, as everything above sees it: a person, a program or the engine behind one protocol.

`Player` is who chooses columns; a `Guest` is one of the two at a person's table, perhaps a person.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from linefall.board import Board
from linefall.errors import LinefallError, short_number
from linefall.score import Exact, Guess


class LimitError(LinefallError, ValueError):
    """Says of a limit what was given and what would be possible."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Says how much a player may think about one move; None is no limit.

    >>> Limit(seconds=0.2)
    Limit(seconds=0.2, nodes=None)
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        """Refuses limits that leave no move possible."""
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise LimitError(f"seconds: {self.seconds} was given; possible: more than 0, or None")
        whole = type(self.nodes) is int
        if self.nodes is not None and not (whole and 1 <= self.nodes < 2**63):
            given = short_number(self.nodes) if whole else str(self.nodes)
            raise LimitError(f"nodes: {given} was given; possible: 1 to 2**63 - 1, or None")


@dataclass(frozen=True, slots=True)
class Choice:
    """Holds a chosen column (from 0) and what the player knows about it, as far as it says."""

    column: int
    value: Exact | Guess | None = None
    depth: int | None = None
    nodes: int | None = None
    line: tuple[int, ...] = ()
    seconds: float | None = None


class PlayerFault(LinefallError):
    """Says why a player lost the game instead of choosing: `cause` is one of a verdict's."""

    def __init__(self, cause: str, sentence: str) -> None:
        super().__init__(cause, sentence)
        self.cause = cause
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


@runtime_checkable
class Player(Protocol):
    """Is anything with a name that can choose a column of an open board."""

    name: str

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Gives a choice among the board's open columns, within the limit."""
        ...


@dataclass(frozen=True, slots=True)
class Guest:
    """Sits at the table: a player that thinks by itself, or a person (`player` is None)."""

    name: str
    player: Player | None = None
    limit: Limit = field(default_factory=Limit)
    kind: str = "person"
    forgets: bool = True  # whether it can play on after a move was taken back


def only_person(guests: tuple[Guest, Guest]) -> int | None:
    """Gives the player who is a person and plays against none; None if there is no such one.

    A move is taken back for that one, or else for whoever moved last.
    """
    persons = [player for player in (0, 1) if guests[player].player is None]
    return persons[0] if len(persons) == 1 else None


def dismiss(guests: tuple[Guest, Guest]) -> None:
    """Ends those that run programs; persons, and players that only think, need no end."""
    for guest in guests:
        close = getattr(guest.player, "close", None)
        if close is not None:
            close()
