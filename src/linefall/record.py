"""The game record: the one form in which games are saved, judged, reviewed, stored and replayed.

A record is frozen data and has a JSON form with a version. Reading is strict: whatever the bytes
are, they give a record whose moves are possible, or a `RecordError` of one line. Inside, players
are 0 and 1 (A and B), columns count from 0, and `start` says which player moved first:

>>> record = GameRecord(Rules(), players=(Seat("Ann"), Seat("rand", "bot")), moves=(3, 3, 2))
>>> GameRecord.from_json(record.to_json()) == record
True
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any, Final

from linefall.board import Board
from linefall.errors import LinefallError, MoveError, RecordError
from linefall.events import CAUSES, Event, event_from_json, event_to_json
from linefall.files import write_whole
from linefall.house import PRESETS, HouseRules
from linefall.plain import LARGEST_FILE, is_line_of_text, is_plain, parse_json
from linefall.rules import Rules

FORMAT: Final = "linefall game"
VERSION: Final = 1

#: How to turn the plain form of an old version into that of the next one.
MIGRATIONS: Final[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}


@dataclass(frozen=True, slots=True)
class Seat:
    """Says who sat at the table: a name, what kind of player, and a hash of a program's file."""

    name: str
    kind: str = "person"
    hash: str | None = None


@dataclass(frozen=True, slots=True)
class MoveTime:
    """Holds the seconds that one move took: on the wall, and of processor time where known."""

    wall: float
    cpu: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Says how a game ended: the winning player (0, 1 or None), why, and in a sentence.

    `cause` is one of `CAUSES`; `evidence` is plain data that backs the sentence.
    """

    winner: int | None
    cause: str
    sentence: str
    evidence: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuses a cause that is none, and an end that has a winner where none can be."""
        if self.cause not in CAUSES:
            raise RecordError(f"cause: {self.cause!r} was given; possible: {', '.join(CAUSES)}")
        if self.winner not in (0, 1, None):
            raise RecordError(f"winner: {self.winner!r} was given; possible: 0, 1, nobody")
        if self.cause in ("draw", "unfinished") and self.winner is not None:
            raise RecordError(f"cause {self.cause!r} cannot have a winner")
        if self.cause == "line" and self.winner is None:
            raise RecordError("cause 'line' must have a winner")


def _end(verdict: Verdict) -> str:
    who = "nobody" if verdict.winner is None else f"player {'AB'[verdict.winner]}"
    return f"{verdict.cause!r} for {who}"


UNFINISHED: Final = Verdict(None, "unfinished", "The game was not finished.")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Holds one game, whole: who played what under which rules, and how it ended."""

    rules: Rules
    house: HouseRules = PRESETS["connectx"]
    players: tuple[Seat, Seat] = (Seat("A"), Seat("B"))
    #: The player (0 or 1) that moved first, and the columns in the order they were played.
    start: int = 0
    moves: tuple[int, ...] = ()
    #: How many of the moves were given as an opening, before the players took over.
    opening: int = 0
    #: One for each move (None where nobody took the time), or none at all.
    times: tuple[MoveTime | None, ...] = ()
    verdict: Verdict = UNFINISHED
    #: The limit for each move in seconds, where there was one.
    seconds: float | None = None
    seed: int | None = None
    #: When it started: ISO 8601 with an offset, such as 2026-01-31T12:00:00+00:00.
    started_at: str | None = None
    software: str | None = None
    #: Whatever else was fixed for the game: memory limit, sandbox, load of the machine.
    conditions: Mapping[str, Any] = field(default_factory=dict)
    #: What happened beyond plain moves (slips, redos, symbols); empty where nothing did.
    events: tuple[Event, ...] = ()

    def board(self) -> Board:
        """Gives the board after the last move."""
        return Board(self.rules, self.moves)

    def player_of(self, side: int) -> int:
        """Gives the player (0 or 1) who has that side of the board (0 moves first)."""
        return side ^ self.start

    @property
    def sides(self) -> tuple[Seat, Seat]:
        """Gives the two players as they moved: first the one who moved first.

        >>> GameRecord(Rules(), players=(Seat("Ann"), Seat("Bob")), start=1).sides[0].name
        'Bob'
        """
        return self.players[self.player_of(0)], self.players[self.player_of(1)]

    @property
    def winning_side(self) -> int | None:
        """Gives the side of the board that won (0 moved first), or None."""
        winner = self.verdict.winner
        return None if winner is None else winner ^ self.start

    def check(self) -> tuple[str, ...]:
        """Judges the game again from the record alone; gives each thing that does not agree.

        The board decides about lines and draws, the events about slips and redos.

        >>> GameRecord(Rules(1, 2, 1), moves=(0,), verdict=Verdict(1, "line", "B won")).check()
        ('the line belongs to player A, the verdict says player B',)
        """
        return self._check_board() or self._check_events()

    def _check_board(self) -> tuple[str, ...]:
        outcome = self.board().outcome()
        said = self.verdict
        if outcome is None:
            if said.cause in ("line", "draw"):
                return (f"the verdict says {said.cause}, and the board is still open",)
            return self._check_fault()
        if outcome.winner is None:
            return () if said.cause == "draw" else (f"a full board is no {said.cause!r}",)
        winner = self.player_of(outcome.winner)
        if said.cause != "line":
            return (f"player {'AB'[winner]} has a line, the verdict says {said.cause!r}",)
        if said.winner != winner:
            return (
                f"the line belongs to player {'AB'[winner]}, "
                f"the verdict says player {'AB'[said.winner or 0]}",
            )
        return ()

    def _check_fault(self) -> tuple[str, ...]:
        """Checks what a record can show about a game that was lost on an open board."""
        if self.verdict.cause != "illegal move":
            return ()
        board = self.board()
        mover = self.player_of(board.to_move)
        if self.verdict.winner == mover:
            return (f"player {'AB'[mover]} was to move, and is said to have won by it",)
        column = self.verdict.evidence.get("column")
        if column in board.open_columns:
            return (f"column {column} (from 0) was open, and is said to be illegal",)
        return ()

    def _check_events(self) -> tuple[str, ...]:
        """Plays the events again: they must lead to the same moves and the same end."""
        from linefall.series import Series  # which needs records itself

        cause, winner = self.verdict.cause, self.verdict.winner
        if not self.events:
            counted = cause in ("slips", "redos")
            return (f"nothing in the record shows the {cause}",) if counted else ()
        try:
            game = Series.replay(self.house, self.rules, self.events).game
        except LinefallError as error:
            return (f"the events cannot have happened: {error}",)
        if game.board.moves != self.moves or game.start != self.start:
            return ("the events lead to other moves than the record has",)
        shown = game.verdict or UNFINISHED
        if (shown.cause, shown.winner) != (cause, winner):
            return (f"the events end with {_end(shown)}, the verdict says {_end(self.verdict)}",)
        return ()

    def to_dict(self) -> dict[str, Any]:
        """Gives the record as plain data, the way JSON holds it."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": str(self.rules),
            "house": self.house.to_json(),
            "players": [_slots(seat) for seat in self.players],
            "start": self.start,
            "moves": list(self.moves),
            "opening": self.opening,
            "times": [time and _slots(time) for time in self.times],
            "verdict": _slots(self.verdict) | {"evidence": dict(self.verdict.evidence)},
            "seconds": self.seconds,
            "seed": self.seed,
            "started_at": self.started_at,
            "software": self.software,
            "conditions": dict(self.conditions),
            "events": [event_to_json(event) for event in self.events],
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """Gives the record as JSON text, ASCII only, on one line unless `indent` is given."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> GameRecord:
        """Reads JSON text; a `RecordError` says in one line what is wrong with it."""
        return cls.from_dict(parse_json(text))

    @classmethod
    def from_dict(cls, data: object) -> GameRecord:
        """Reads plain data, of this version or an older one."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise RecordError(f'not a game record: "format" must be "{FORMAT}"')
        data = _migrate(data)
        known = {"format", "version", *(part.name for part in fields(cls))}
        if unknown := sorted(data.keys() - known):
            raise RecordError(
                f"unknown key {unknown[0][:60]!r}; possible: {', '.join(sorted(known))}"
            )
        for key in ("rules", "players", "moves", "verdict"):
            if key not in data:
                raise RecordError(f"the key {key!r} is missing")
        values = {key: _READERS[key](key, value) for key, value in data.items() if key in _READERS}
        record = cls(**values)
        _check_whole(record)
        return record

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the record to a file, all or nothing: a reader never sees half of it."""
        write_whole(path, self.to_json(indent=1) + "\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> GameRecord:
        """Reads a record from a file; a `RecordError` names the file and what is wrong."""
        try:
            with open(path, "rb") as file:
                content = file.read(LARGEST_FILE + 1)
            return cls.from_json(content)
        except OSError as error:
            raise RecordError(f"{path}: cannot be read: {error.strerror}") from None
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from None

    def with_verdict(self, verdict: Verdict) -> GameRecord:
        """Gives the same record with another verdict."""
        return replace(self, verdict=verdict)


def this_software() -> str:
    """Names the program that writes records, with its version.

    >>> this_software().split()[0]
    'linefall'
    """
    from importlib.metadata import version  # which takes as long to import as all of this

    return f"linefall {version('linefall')}"


# ------------------------------------------------------------------------------ strict reading


def _migrate(data: dict[str, Any]) -> dict[str, Any]:
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise RecordError(f"version: {_short(version)} was given; possible: 1 to {VERSION}")
    if version > VERSION:
        raise RecordError(
            f"version {version} was written by a newer Linefall; this one reads up to {VERSION}"
        )
    for step in range(version, VERSION):
        data = MIGRATIONS[step](data)
    return data


def _check_whole(record: GameRecord) -> None:
    """Checks what no field can show alone: the moves on the board, and counts that must agree."""
    board = Board(record.rules)
    for number, column in enumerate(record.moves, start=1):
        try:
            board.drop(column)
        except MoveError as error:
            raise RecordError(f"moves: number {number} is not possible: {error}") from None
    if record.opening > len(record.moves):
        raise RecordError(f"opening: {record.opening} of {len(record.moves)} moves were given")
    if record.times and len(record.times) != len(record.moves):
        raise RecordError(f"times: {len(record.times)} for {len(record.moves)} moves")


def _short(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _bad(key: str, value: object, possible: str) -> RecordError:
    return RecordError(f"{key}: {_short(value)} was given; possible: {possible}")


def _read_rules(key: str, value: object) -> Rules:
    if not is_line_of_text(value, 20):
        raise _bad(key, value, 'a board such as "6x7x4"')
    try:
        return Rules.parse(str(value))
    except LinefallError as error:
        raise RecordError(f"{key}: {error}") from None


def _read_house(key: str, value: object) -> HouseRules:
    try:
        return HouseRules.from_json(value)
    except LinefallError as error:
        raise RecordError(f"{key}: {error}") from None


def _read_players(key: str, value: object) -> tuple[Seat, Seat]:
    if not isinstance(value, list) or len(value) != 2:
        raise _bad(key, value, "a list of two players")
    first, second = (_read_seat(f"{key}[{index}]", part) for index, part in enumerate(value))
    return first, second


def _read_seat(key: str, value: object) -> Seat:
    value = _read_table(key, value, needed={"name"}, possible={"name", "kind", "hash"})
    for part, text in value.items():
        if not is_line_of_text(text) and not (part == "hash" and text is None):
            raise _bad(f"{key}.{part}", text, "one line of text")
    return Seat(**value)


def _read_moves(key: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise _bad(key, value, "a list of columns from 0")
    return tuple(_read_count(f"{key}[{index}]", part) for index, part in enumerate(value))


def _read_times(key: str, value: object) -> tuple[MoveTime | None, ...]:
    if not isinstance(value, list):
        raise _bad(key, value, "a list of times")
    return tuple(
        None if part is None else _read_time(f"{key}[{index}]", part)
        for index, part in enumerate(value)
    )


def _read_time(key: str, value: object) -> MoveTime:
    value = _read_table(key, value, needed={"wall"}, possible={"wall", "cpu"})
    wall = _read_seconds(f"{key}.wall", value["wall"])
    if wall is None:
        raise _bad(f"{key}.wall", None, "seconds, 0 or more")
    return MoveTime(wall, _read_seconds(f"{key}.cpu", value.get("cpu")))


def _read_verdict(key: str, value: object) -> Verdict:
    parts = {"winner", "cause", "sentence", "evidence"}
    value = _read_table(key, value, needed=parts - {"evidence"}, possible=parts)
    if value["winner"] is not None:
        _read_player(f"{key}.winner", value["winner"])
    for part in ("cause", "sentence"):
        if not is_line_of_text(value[part]):
            raise _bad(f"{key}.{part}", value[part], "one line of text")
    evidence = _read_plain(f"{key}.evidence", value.get("evidence", {}))
    try:
        return Verdict(value["winner"], value["cause"], value["sentence"], evidence)
    except RecordError as error:
        raise RecordError(f"{key}.{error}") from None


def _read_table(key: str, value: object, *, needed: set[str], possible: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _bad(key, value, f"an object with {', '.join(sorted(possible))}")
    if missing := sorted(needed - value.keys()):
        raise RecordError(f"{key}: the key {missing[0]!r} is missing")
    if unknown := sorted(value.keys() - possible):
        raise RecordError(f"{key}: unknown key {_short(unknown[0])}")
    return value


def _read_player(key: str, value: object) -> int:
    if type(value) is not int or value not in (0, 1):
        raise _bad(key, value, "0, 1")
    return value


def _read_count(key: str, value: object) -> int:
    if type(value) is not int or not 0 <= value <= 2**53:
        raise _bad(key, value, "a whole number, 0 or more")
    return value


def _read_seed(key: str, value: object) -> int | None:
    if value is not None and (type(value) is not int or abs(value) >= 2**128):
        raise _bad(key, value, "a whole number below 2**128, or null")
    return value


def _read_seconds(key: str, value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _bad(key, value, "seconds, 0 or more, or null")
    if not 0 <= value < 1e12 or not math.isfinite(value):
        raise _bad(key, value, "seconds, 0 or more, or null")
    return value


def _read_moment(key: str, value: object) -> str | None:
    if value is None:
        return None
    possible = "a moment such as 2026-01-31T12:00:00+00:00, or null"
    if not is_line_of_text(value, 40):
        raise _bad(key, value, possible)
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        raise _bad(key, value, possible) from None
    if moment.tzinfo is None:
        raise _bad(key, value, possible)
    return str(value)


def _read_text(key: str, value: object) -> str | None:
    if value is not None and not is_line_of_text(value):
        raise _bad(key, value, "one line of text, or null")
    return None if value is None else str(value)


def _read_plain(key: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict) or not is_plain(value):
        raise _bad(key, value, "an object of plain data, not nested too deep")
    return value


def _read_events(key: str, value: object) -> tuple[Event, ...]:
    if not isinstance(value, list):
        raise _bad(key, value, "a list of events")
    try:
        return tuple(event_from_json(part) for part in value)
    except RecordError as error:
        raise RecordError(f"{key}: {error}") from None


_READERS: Final[Mapping[str, Callable[[str, object], Any]]] = {
    "rules": _read_rules,
    "house": _read_house,
    "players": _read_players,
    "start": _read_player,
    "moves": _read_moves,
    "opening": _read_count,
    "times": _read_times,
    "verdict": _read_verdict,
    "seconds": _read_seconds,
    "seed": _read_seed,
    "started_at": _read_moment,
    "software": _read_text,
    "conditions": _read_plain,
    "events": _read_events,
}


def _slots(data: Seat | MoveTime | Verdict) -> dict[str, Any]:
    return {part.name: getattr(data, part.name) for part in fields(data)}
