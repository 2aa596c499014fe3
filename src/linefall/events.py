"""What players want and what then happens: the words that `Game` and `Series` speak.

An *intention* goes in (`Drop(3)`, `Redo()`), a tuple of *events* comes out (`Dropped`, `Turn`).
Both are frozen data. Events turn into plain JSON objects and back, and a game can be rebuilt from
them alone. Players are 0 and 1; columns and rows count from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final

from linefall.board import Cell
from linefall.errors import RecordError
from linefall.plain import is_line_of_text, is_plain

#: Why a game ended: by the board, by a program's fault, or by what people do.
CAUSES: Final = (
    *("line", "draw", "illegal move", "time", "crash", "start-up", "memory", "flood", "protocol"),
    *("resigned", "slips", "redos", "unfinished"),
)

# ---------------------------------------------------------------------------------- intentions


@dataclass(frozen=True, slots=True)
class Drop:
    """Wants a disc in `column` (any number: one that cannot be played is a slip)."""

    column: int


@dataclass(frozen=True, slots=True)
class Slip:
    """Brings something that is no column at all: `text` is what was typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Redo:
    """Wants a move back: the last disc, or that of `player` together with the answer to it."""

    player: int | None = None


@dataclass(frozen=True, slots=True)
class Sure:
    """Answers 'are you sure?'; no is a redo."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Resign:
    """Gives the game up; `player` is who does (None: the one to move)."""

    player: int | None = None


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Brings a verdict from outside, such as a clock's: `player` loses for `cause`."""

    player: int
    cause: str
    sentence: str
    evidence: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChooseSymbol:
    """Chooses the first or second mark of the house, 0 or 1."""

    symbol: int


@dataclass(frozen=True, slots=True)
class NewGame:
    """Wants the next game of a series."""


GameIntention = Drop | Slip | Redo | Sure | Resign | Forfeit
Intention = GameIntention | ChooseSymbol | NewGame

# -------------------------------------------------------------------------------------- events


@dataclass(frozen=True, slots=True)
class Event:
    """Is something that happened; the classes below say what."""

    name: ClassVar[str] = "event"


@dataclass(frozen=True, slots=True)
class SymbolAsked(Event):
    """Player `player` was drawn to choose a mark."""

    name: ClassVar[str] = "symbol asked"
    player: int


@dataclass(frozen=True, slots=True)
class SymbolChosen(Event):
    """Player `player` took the mark `symbol` (0 or 1) of the house, the other got the other."""

    name: ClassVar[str] = "symbol chosen"
    player: int
    symbol: int


@dataclass(frozen=True, slots=True)
class Started(Event):
    """A game began: which one of the series, on which board, and `start` moves first."""

    name: ClassVar[str] = "started"
    game: int
    rules: str
    start: int


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """It is `player`'s turn."""

    name: ClassVar[str] = "turn"
    player: int


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """A disc of `player` fell into the cell."""

    name: ClassVar[str] = "dropped"
    player: int
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class SureAsked(Event):
    """`player` was asked whether the disc just dropped should stay."""

    name: ClassVar[str] = "sure asked"
    player: int
    column: int


@dataclass(frozen=True, slots=True)
class Slipped(Event):
    """`player` tried what cannot be played; `left` more are forgiven (None: any number).

    `reason` is `no number`, `no such column` or `full`; `given` what was tried.
    """

    name: ClassVar[str] = "slipped"
    player: int
    given: str
    reason: str
    left: int | None


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """`player` took discs back, latest first; `left` more redos are allowed (None: any)."""

    name: ClassVar[str] = "redone"
    player: int
    columns: tuple[int, ...]
    left: int | None


@dataclass(frozen=True, slots=True)
class RedoRefused(Event):
    """`player` may not take a move back; it cost nothing."""

    name: ClassVar[str] = "redo refused"
    player: int
    reason: str


@dataclass(frozen=True, slots=True)
class Won(Event):
    """The game is over and `player` won; a line has its `cells`."""

    name: ClassVar[str] = "won"
    player: int
    cause: str
    sentence: str
    cells: tuple[Cell, ...] = ()
    evidence: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """The game is over and nobody won."""

    name: ClassVar[str] = "drawn"
    sentence: str


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """The score of the series, player 0 to player 1, is now this."""

    name: ClassVar[str] = "scored"
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """An intention came at the wrong moment; nothing changed."""

    name: ClassVar[str] = "refused"
    intention: str
    reason: str


EVENTS: Final[Mapping[str, type[Event]]] = {
    kind.name: kind
    for kind in (
        *(SymbolAsked, SymbolChosen, Started, Turn, Dropped, SureAsked, Slipped),
        *(Redone, RedoRefused, Won, Drawn, Scored, Refused),
    )
}

# ---------------------------------------------------------------------------------- plain form


def event_to_json(event: Event) -> dict[str, Any]:
    """Turns an event into a plain object.

    >>> event_to_json(Dropped(0, 3, 0))
    {'event': 'dropped', 'player': 0, 'column': 3, 'row': 0}
    """
    values = {part.name: getattr(event, part.name) for part in fields(event)}
    return {"event": event.name} | {key: _to_plain(value) for key, value in values.items()}


def event_from_json(data: object) -> Event:
    """Reads what `event_to_json` gave; a `RecordError` says what is wrong with anything else.

    >>> event_from_json({'event': 'dropped', 'player': 0, 'column': 3, 'row': 0})
    Dropped(player=0, column=3, row=0)
    """
    if not isinstance(data, dict):
        raise RecordError(f"an event is an object, not {str(data)[:60]!r}")
    kind = EVENTS.get(str(data.get("event")))
    if kind is None:
        raise RecordError(
            f"event: {str(data.get('event'))[:60]!r} was given; possible: {', '.join(EVENTS)}"
        )
    wanted = {part.name: str(part.type) for part in fields(kind)}
    if extra := sorted(data.keys() ^ {"event", *wanted}):
        raise RecordError(f"event {kind.name!r}: {extra[0]!r} is missing or unknown")
    return kind(**{key: _read(kind.name, key, wanted[key], data[key]) for key in wanted})


def _to_plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_to_plain(part) for part in value]
    return dict(value) if isinstance(value, Mapping) else value


def _read(event: str, key: str, kind: str, value: object) -> object:
    """Reads one field strictly: players are 0 or 1, numbers are no booleans, text is one line."""
    check = _is_player if key in ("player", "start", "symbol") else _CHECKS[kind]
    if not check(value) or (key == "cause" and value not in CAUSES):
        raise RecordError(f"event {event!r}: {key}: {str(value)[:60]!r} cannot be")
    if kind == "tuple[Cell, ...]" and isinstance(value, list):
        return tuple(Cell(*part) for part in value)
    return tuple(value) if isinstance(value, list) else value


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= 2**53


def _is_player(value: object) -> bool:
    return type(value) is int and value in (0, 1)


def _is_list(value: object, check: Callable[[object], bool], length: int | None = None) -> bool:
    return (
        isinstance(value, list)
        and length in (None, len(value))
        and all(check(part) for part in value)
    )


_CHECKS: Final[Mapping[str, Callable[[object], bool]]] = {
    "int": _is_count,
    "int | None": lambda value: value is None or _is_count(value),
    "str": is_line_of_text,
    "tuple[int, ...]": lambda value: _is_list(value, _is_count),
    "tuple[int, int]": lambda value: _is_list(value, _is_count, 2),
    "tuple[Cell, ...]": lambda value: _is_list(value, lambda cell: _is_list(cell, _is_count, 2)),
    "Mapping[str, Any]": lambda value: isinstance(value, dict) and is_plain(value),
}
