"""Games out of a store and into one: JSON lines (everything), CSV and Parquet (one line a game).

JSON lines hold whole records with their places, so that a store read back from them is the same
store. The tables are for spreadsheets and data frames: they read back into games with moves,
times, verdicts and places, without conditions, evidence and events.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

from linefall.errors import LinefallError
from linefall.files import write_whole
from linefall.notation import format_moves, parse_moves
from linefall.plain import is_line_of_text
from linefall.record import GameRecord, MoveTime, Seat, Verdict
from linefall.rules import Rules
from linefall.store import Place, Store, StoredGame, StoreError

FORMATS: Final = ("jsonl", "csv", "parquet")
LAST_ROUND: Final = 2**31 - 1
"""The largest number of a round that every database can hold."""

COLUMNS: Final = (
    "number", "tournament", "key", "round", "meeting",
    "first", "first_kind", "first_hash", "second", "second_kind", "second_hash",
    "board", "seconds", "opening", "moves", "times", "winner", "cause", "sentence",
    "started_at", "software",
)  # fmt: skip
"""The columns of the tables. Moves are written as people write them, from 1; times in seconds."""

Game = tuple[GameRecord, Place | None]
Way = TypeVar("Way")


def export_games(games: Iterable[StoredGame], path: str | os.PathLike[str]) -> int:
    """Writes games to a file whose ending says the form; counts them."""
    write = _choose(path, {"jsonl": _write_jsonl, "csv": _write_csv, "parquet": _write_parquet})
    return write(games, Path(path))


def read_games(path: str | os.PathLike[str]) -> list[Game]:
    """Reads the games of a file, all or none."""
    read = _choose(path, {"jsonl": _read_jsonl, "csv": _read_csv, "parquet": _read_parquet})
    try:
        return list(_numbered(read(Path(path))))
    except LinefallError as error:
        raise StoreError(f"{path}: {error}") from None
    except UnicodeDecodeError as error:
        raise StoreError(f"{path}: byte {error.start} is not UTF-8") from None


def add_games(store: Store, found: Sequence[Game], path: str | os.PathLike[str]) -> int:
    """Adds games that were read from a file, all or none; counts those that were new.

    A tournament that is new with them is called after the file.
    """
    for tournament in dict.fromkeys(place.tournament for _, place in found if place):
        store.begin(tournament, f"from {Path(path).name}", {})
    return store.add_all(found)


def _choose(path: str | os.PathLike[str], ways: Mapping[str, Way]) -> Way:
    ending = os.path.splitext(os.fspath(path))[1].removeprefix(".")
    if ending not in ways:
        raise StoreError(f"{path}: the ending says the form; possible: .{', .'.join(FORMATS)}")
    return ways[ending]


def _numbered(games: Iterable[Callable[[], Game]]) -> Iterator[Game]:
    """Reads game after game; an error says in which one it is."""
    for number, read in enumerate(games, start=1):
        try:
            yield read()
        except LinefallError as error:
            raise StoreError(f"game {number}: {error}") from None


# -------------------------------------------------------------------------------- JSON lines


def _write_jsonl(games: Iterable[StoredGame], path: Path) -> int:
    lines = [json.dumps(_with_place(game), allow_nan=False) for game in games]
    write_whole(path, "".join(f"{line}\n" for line in lines))
    return len(lines)


def _with_place(game: StoredGame) -> dict[str, Any]:
    place = game.place
    where = None
    if place is not None:
        where = {name: getattr(place, name) for name in ("tournament", "key", "round", "meeting")}
    return {"place": where, "record": game.record.to_dict()}


def _read_jsonl(path: Path) -> Iterator[Callable[[], Game]]:
    with open(path, "rb") as file:
        for line in file:
            if line.strip():
                yield partial(_parse_line, line)


def _parse_line(line: bytes) -> Game:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise StoreError(f"no JSON: {str(error)[:80]}") from None
    if isinstance(data, dict) and data.keys() == {"place", "record"}:
        return GameRecord.from_dict(data["record"]), _parse_place(data["place"])
    return GameRecord.from_dict(data), None  # a saved game, line by line


def _parse_place(data: object) -> Place | None:
    if data is None:
        return None
    if not isinstance(data, dict) or not data.keys() <= {"tournament", "key", "round", "meeting"}:
        raise StoreError("place: possible: tournament, key, round, meeting")
    return _checked_place(
        data.get("tournament"), data.get("key"), data.get("round"), data.get("meeting")
    )


def _checked_place(tournament: Any, key: Any, round_: Any, meeting: Any) -> Place:
    """Gives a place that every database can hold and every terminal can show."""
    texts = {"tournament": tournament, "key": key, "meeting": "-" if meeting is None else meeting}
    for name, text in texts.items():
        if not text or not is_line_of_text(text):
            raise StoreError(f"{name}: {text!a:.60} was given; possible: one line of text")
    if round_ is not None and not (type(round_) is int and 0 <= round_ <= LAST_ROUND):
        raise StoreError(f"round: {round_!a:.60} was given; possible: 0 to {LAST_ROUND}")
    return Place(tournament, key, round_, meeting)


# -------------------------------------------------------------------------------- tables


def table_row(game: StoredGame) -> dict[str, Any]:
    """Gives a game as one line of a table, with the columns of `COLUMNS`."""
    record, place = game.record, game.place
    first, second = record.sides
    winner = record.winning_side
    return {
        "number": game.number,
        "tournament": place and place.tournament,
        "key": place and place.key,
        "round": place and place.round,
        "meeting": place and place.meeting,
        "first": first.name,
        "first_kind": first.kind,
        "first_hash": first.hash,
        "second": second.name,
        "second_kind": second.kind,
        "second_hash": second.hash,
        "board": str(record.rules),
        "seconds": record.seconds,
        "opening": record.opening,
        "moves": format_moves(record.moves, record.rules),
        "times": " ".join("-" if time is None else f"{time.wall:g}" for time in record.times),
        "winner": None if winner is None else ("first", "second")[winner],
        "cause": record.verdict.cause,
        "sentence": record.verdict.sentence,
        "started_at": record.started_at,
        "software": record.software,
    }


def _from_row(row: Mapping[str, Any]) -> Game:
    row = {key: None if value == "" else value for key, value in row.items()}
    if missing := [name for name in ("first", "second", "board", "moves") if not row.get(name)]:
        raise StoreError(f"the column {missing[0]!r} is empty or missing")
    try:
        rules = Rules.parse(str(row["board"]))
        record = GameRecord(
            rules=rules,
            players=(_seat(row, "first"), _seat(row, "second")),
            moves=parse_moves(str(row["moves"]), rules),
            opening=int(row.get("opening") or 0),
            times=_times(row.get("times")),
            verdict=Verdict(
                {None: None, "first": 0, "second": 1}[row.get("winner")],
                row.get("cause") or "unfinished",
                row.get("sentence") or "",
            ),
            seconds=None if row.get("seconds") is None else float(row["seconds"]),
            started_at=row.get("started_at"),
            software=row.get("software"),
        )
        round_ = None if row.get("round") is None else int(row["round"])
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"a column holds what it cannot: {error}") from None
    place = None
    if row.get("tournament") and row.get("key"):
        place = _checked_place(row["tournament"], row["key"], round_, row.get("meeting"))
    return GameRecord.from_dict(record.to_dict()), place  # checks the whole


def _seat(row: Mapping[str, Any], side: str) -> Seat:
    return Seat(row[side], row.get(f"{side}_kind") or "program", row.get(f"{side}_hash"))


def _times(text: Any) -> tuple[MoveTime | None, ...]:
    return tuple(None if word == "-" else MoveTime(float(word)) for word in str(text or "").split())


def _write_csv(games: Iterable[StoredGame], path: Path) -> int:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    rows = [table_row(game) for game in games]
    writer.writerows({key: _harmless(value) for key, value in row.items()} for row in rows)
    write_whole(path, text.getvalue())
    return len(rows)


def _harmless(value: Any) -> Any:
    """Keeps a spreadsheet from taking a text for a formula; the mark goes when it is read back."""
    risky = isinstance(value, str) and value.startswith(("=", "+", "-", "@", "'"))
    return f"'{value}" if risky else value


def _read_csv(path: Path) -> Iterator[Callable[[], Game]]:
    with open(path, encoding="utf-8-sig", newline="") as file:
        try:
            for row in csv.DictReader(file):
                plain = {k: v.removeprefix("'") if v else v for k, v in row.items() if k}
                yield partial(_from_row, plain)
        except csv.Error as error:
            raise StoreError(f"no CSV: {error}") from None


def _write_parquet(games: Iterable[StoredGame], path: Path) -> int:
    arrow, parquet = _pyarrow()
    rows = [table_row(game) for game in games]
    kinds = {"number": arrow.int64(), "round": arrow.int64(), "opening": arrow.int64(),
             "seconds": arrow.float64()}  # fmt: skip
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in COLUMNS])
    content = io.BytesIO()
    parquet.write_table(arrow.Table.from_pylist(rows, schema=schema), content)
    write_whole(path, content.getvalue())
    return len(rows)


def _read_parquet(path: Path) -> Iterator[Callable[[], Game]]:
    arrow, parquet = _pyarrow()
    try:
        rows = parquet.read_table(path).to_pylist()
    except arrow.ArrowInvalid as error:
        raise StoreError(f"no Parquet: {str(error)[:80]}") from None
    for row in rows:
        yield partial(_from_row, row)


def _pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise StoreError("Parquet needs pyarrow; install it: pip install pyarrow") from None
