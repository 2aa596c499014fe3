"""The store: games, moves with times, verdicts with evidence, programs, tournaments.

SQLite by default (one file, write-ahead log), PostgreSQL by URL, the same code for both:

    with Store("linefall.db") as store:
        store.add(record)
        table = standings(store.results())

A game that was added is on the disk. A game with a key is added once, however often it is tried.
"""

from __future__ import annotations

import contextlib
import datetime
import functools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from sqlalchemy import Connection, Select, func, insert, or_, select, true
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from linefall.errors import LinefallError
from linefall.record import GameRecord, Seat, this_software
from linefall.standings import Result
from linefall.store import rows
from linefall.store.database import DEFAULT, StoreError, first_line, open_engine, parse_url
from linefall.store.tables import games, moves, programs, tournaments, verdicts

__all__ = ["DEFAULT", "Place", "Store", "StoreError", "StoredGame", "Tournament", "parse_url"]

BATCH = 500
BEYOND = 2**63 - 1
"""A number that no game has: a database cannot be asked about larger ones."""
NO_SETTINGS = json.dumps({})
"""What stands for the settings of a tournament of which only games are known."""


@dataclass(frozen=True, slots=True)
class Place:
    """Says where a game belongs: its tournament, its key there, its round and its meeting."""

    tournament: str
    key: str
    round: int | None = None
    meeting: str | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """Holds a record as the store has it, with its number and its place."""

    number: int
    place: Place | None
    record: GameRecord


@dataclass(frozen=True, slots=True)
class Tournament:
    """Holds what the store knows about a tournament; `games` counts those played."""

    id: str
    title: str
    created_at: str
    software: str
    settings: Mapping[str, Any]
    games: int


class Store:
    """Keeps games in a database; a context that closes it."""

    def __init__(self, url: str | os.PathLike[str] = DEFAULT, *, create: bool = True) -> None:
        """Opens a database, makes it if it is not there, and brings an old one up to date."""
        self.url = str(url)
        self._engine = open_engine(url, create=create)
        self._dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the database."""
        self._engine.dispose()

    # ------------------------------------------------------------------------------ writing

    def begin(
        self, tournament: str, title: str, chosen: Mapping[str, Any], *, renew: bool = False
    ) -> Mapping[str, Any]:
        """Notes a tournament with its settings, once; gives the settings that were noted first.

        A tournament whose games were read from a file has none yet, and takes those it is given;
        with `renew` every tournament does.
        """
        text = json.dumps(dict(chosen))
        statement = self._dialect.insert(tournaments).values(
            id=tournament,
            title=title,
            created_at=_now(),
            software=this_software(),
            settings=text,
        )
        with self._writing() as connection:
            connection.execute(
                statement.on_conflict_do_update(
                    index_elements=["id"],
                    set_={"title": title, "settings": text},
                    where=None if renew else tournaments.c.settings == NO_SETTINGS,
                )
            )
            kept = select(tournaments.c.settings).where(tournaments.c.id == tournament)
            return _settings(tournament, connection.execute(kept).scalar_one())

    def add(self, record: GameRecord, place: Place | None = None) -> bool:
        """Adds a game; False when its place holds one already, which stays."""
        return self.add_all([(record, place)]) == 1

    def add_all(self, new: Iterable[tuple[GameRecord, Place | None]]) -> int:
        """Adds many games in one go, all or none; counts those that were new."""
        added, remaining = 0, iter(new)
        with self._writing() as connection:
            # Within one transaction only: what is rolled back has no number.
            number_of = functools.cache(lambda seat: self._program(connection, seat))
            while batch := list(islice(remaining, BATCH)):
                added += self._add_batch(connection, batch, number_of)
        return added

    # ------------------------------------------------------------------------------ reading

    def tournaments(self) -> list[Tournament]:
        """Lists the tournaments, the newest first."""
        counted = (
            select(games.c.tournament, func.count().label("games"))
            .group_by(games.c.tournament)
            .subquery()
        )
        query = (
            select(tournaments, func.coalesce(counted.c.games, 0).label("games"))
            .outerjoin(counted, counted.c.tournament == tournaments.c.id)
            .order_by(tournaments.c.created_at.desc(), tournaments.c.id)
        )
        return [_tournament(row) for row in self._read(query)]

    def tournament(self, wanted: str | None = None) -> Tournament:
        """Finds a tournament by its id, the beginning of it, or its title; None is the newest."""
        known = self.tournaments()
        if wanted is None and known:
            return known[0]
        found = [t for t in known if wanted and (t.id.startswith(wanted) or t.title == wanted)]
        if len({t.id for t in found}) == 1 or (found and found[0].title == wanted):
            return found[0]
        if found:
            ids = ", ".join(t.id for t in found)
            raise StoreError(f"{wanted!r} could be any of the tournaments {ids}")
        if wanted is None:
            raise StoreError(f"{self.url} holds no tournament")
        possible = "; possible: an id or a title, which linefall standings --list shows"
        raise StoreError(f"{self.url} holds no tournament {wanted!r}{possible}")

    def played(self, tournament: str) -> dict[str, Result]:
        """Gives the result of each game of a tournament under its key."""
        one, two = programs.alias(), programs.alias()
        names = one.c.name.label("first"), two.c.name.label("second")
        query = (
            select(games.c.key, *names, games.c.winner, games.c.cause)
            .join(one, one.c.id == games.c.first)
            .join(two, two.c.id == games.c.second)
            .where(games.c.tournament == tournament)
        )
        return {
            row["key"]: _result(row["first"], row["second"], row["winner"], row["cause"])
            for row in self._read(query)
        }

    def results(self, tournament: str | None = None) -> list[Result]:
        """Counts results, ready for `standings`; of one tournament, or of all games.

        Programs that share a name and differ in content are told apart by their hash.
        """
        counted = (
            select(
                games.c.first, games.c.second, games.c.winner, games.c.cause,
                func.count().label("count"),
            )
            .where(_of(tournament), games.c.cause != "unfinished")
            .group_by(games.c.first, games.c.second, games.c.winner, games.c.cause)
        )  # fmt: skip
        names = self._names()
        return [
            _result(
                names.get(row["first"]),
                names.get(row["second"]),
                row["winner"],
                row["cause"],
                row["count"],
            )
            for row in self._read(counted)
        ]

    def games(
        self,
        *,
        tournament: str | None = None,
        program: str | None = None,
        cause: str | None = None,
        number: int | None = None,
        limit: int | None = None,
    ) -> Iterator[StoredGame]:
        """Gives the games that fit, in the order they were added, a few at a time."""
        query = select(games).where(_of(tournament)).order_by(games.c.id)
        if program is not None:
            wanted = select(programs.c.id).where(programs.c.name == program)
            query = query.where(or_(games.c.first.in_(wanted), games.c.second.in_(wanted)))
        if cause is not None:
            query = query.where(games.c.cause == cause)
        if number is not None:
            query = query.where(games.c.id == min(number, BEYOND))
        last, left = 0, limit
        while left is None or left > 0:
            size = BATCH if left is None else min(BATCH, left)
            batch = self._read(query.where(games.c.id > last).limit(size))
            yield from self._assembled(batch)
            if len(batch) < size:
                return
            last, left = batch[-1]["id"], None if left is None else left - size

    # ------------------------------------------------------------------------------ inside

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Connection]:
        with (
            _clear_errors(),
            self._engine.connect().execution_options(writing=True) as connection,
            connection.begin(),
        ):
            yield connection

    def _read(self, query: Select[Any]) -> Sequence[Mapping[str, Any]]:
        with _clear_errors(), self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def _insert_once(self, table: Any) -> Any:
        return self._dialect.insert(table).on_conflict_do_nothing()

    def _add_batch(
        self,
        connection: Connection,
        batch: Sequence[tuple[GameRecord, Place | None]],
        number_of: Callable[[Seat], int],
    ) -> int:
        statement = self._insert_once(games).returning(games.c.id)
        move_lines: list[dict[str, Any]] = []
        verdict_lines: list[dict[str, Any]] = []
        for record, place in batch:
            line = _game_line(record, place, number_of)
            number = connection.execute(statement, line).scalar()
            if number is not None:
                move_lines += rows.move_rows(record, number)
                verdict_lines.append(rows.verdict_row(record, number))
        if move_lines:
            connection.execute(insert(moves), move_lines)
        if verdict_lines:
            connection.execute(insert(verdicts), verdict_lines)
        return len(verdict_lines)

    def _program(self, connection: Connection, seat: Seat) -> int:
        line = {"name": seat.name, "kind": seat.kind, "hash": seat.hash or ""}
        query = select(programs.c.id).where(*(programs.c[k] == v for k, v in line.items()))
        number = connection.execute(query).scalar()
        if number is None:
            connection.execute(self._insert_once(programs).values(**line))
            number = connection.execute(query).scalar_one()
        return int(number)

    def _names(self) -> dict[int, str]:
        known = self._read(select(programs.c.id, programs.c.name, programs.c.hash))
        hashes: dict[str, set[str]] = {}
        for row in known:
            hashes.setdefault(row["name"], set()).add(row["hash"])
        return {
            row["id"]: row["name"]
            if len(hashes[row["name"]]) == 1
            else f"{row['name']} {row['hash'][:6] or '-'}"
            for row in known
        }

    def _assembled(self, batch: Sequence[Mapping[str, Any]]) -> Iterator[StoredGame]:
        numbers = [row["id"] for row in batch]
        said = {
            row["game"]: row
            for row in self._read(select(verdicts).where(verdicts.c.game.in_(numbers)))
        }
        ordered = select(moves).where(moves.c.game.in_(numbers)).order_by(moves.c.game, moves.c.ply)
        played = {
            number: list(group)
            for number, group in groupby(self._read(ordered), key=lambda row: row["game"])
        }
        for row in batch:
            with _undamaged(f"game {row['id']}"):
                record = rows.record_from_rows(row, said[row["id"]], played.get(row["id"], []))
            place = None
            if row["tournament"] is not None:
                place = Place(row["tournament"], row["key"], row["round"], row["meeting"])
            yield StoredGame(row["id"], place, record)


def _game_line(
    record: GameRecord, place: Place | None, number_of: Callable[[Seat], int]
) -> dict[str, Any]:
    first, second = record.sides
    return rows.game_row(record) | {
        "first": number_of(first),
        "second": number_of(second),
        "tournament": place and place.tournament,
        "key": place and place.key,
        "round": place and place.round,
        "meeting": place and place.meeting,
    }


def _tournament(row: Mapping[str, Any]) -> Tournament:
    if not all(isinstance(value, str) for key, value in row.items() if key != "games"):
        raise StoreError(f"the database is damaged: tournament {row['id']} cannot be read")
    return Tournament(**{**row, "settings": _settings(row["id"], row["settings"])})


def _settings(tournament: str, text: str) -> Mapping[str, Any]:
    with _undamaged(f"tournament {tournament}"):
        return {**json.loads(text)}


def _result(first: Any, second: Any, winner: Any, cause: Any, count: int = 1) -> Result:
    """Gives a result that can be counted; a database can be made to hold anything."""
    texts = isinstance(first, str) and isinstance(second, str) and isinstance(cause, str)
    if not texts or winner not in (0, 1, None):
        raise StoreError(f"the database is damaged: a game of {first} and {second} has no result")
    return Result(first, second, winner, cause, count)


@contextlib.contextmanager
def _undamaged(what: str) -> Iterator[None]:
    """Says in one line what cannot be read of a database that somebody else has written to."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        why = f": {error}" if isinstance(error, LinefallError) else ""
        raise StoreError(f"the database is damaged: {what} cannot be read{why}") from None


def _of(tournament: str | None) -> Any:
    return true() if tournament is None else games.c.tournament == tournament


@contextlib.contextmanager
def _clear_errors() -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        raise StoreError(f"the database did not do it: {first_line(error)}") from error
    except UnicodeDecodeError:  # what SQLite says about it is no text either
        raise StoreError("the database is damaged") from None


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="microseconds")
