"""The tables of the store, as this version knows them; `migrations/` leads older ones here.

    programs ---< games >--- tournaments        a program is a name, a kind and a content hash
                   |
                   +---< moves                  one line a disc, with its time
                   +---- verdicts               why it ended, with the evidence

`games.first` is the program that moved first and `winner` counts from it (0: first, 1: second,
null: nobody). What a record holds beyond columns stands as JSON in `games.rest`, so that a record
comes back exactly as it went in.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

# SQLite counts up by itself only in a column of exactly its own INTEGER type.
Id = BigInteger().with_variant(Integer(), "sqlite")

# Nobody uses it: to drop it would take a migration, for which a file must be writable.
Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

programs = Table(
    "programs",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("hash", Text, nullable=False, default=""),
    UniqueConstraint("name", "kind", "hash", name="programs_once"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("software", Text, nullable=False),
    Column("settings", Text, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", Id, primary_key=True),
    Column("tournament", Text, ForeignKey("tournaments.id", ondelete="CASCADE")),
    Column("key", Text),
    Column("round", Integer),
    Column("meeting", Text),
    Column("first", Id, ForeignKey("programs.id"), nullable=False),
    Column("second", Id, ForeignKey("programs.id"), nullable=False),
    Column("winner", Integer),
    Column("cause", Text, nullable=False),
    Column("board", Text, nullable=False),
    Column("seconds", Double),
    Column("plies", Integer, nullable=False),
    Column("started_at", Text),
    Column("software", Text),
    Column("rest", Text, nullable=False),
    UniqueConstraint("tournament", "key", name="games_once"),
    # Holds all that standings read: 100,000 games are counted without touching the games.
    Index("games_standings", "tournament", "first", "second", "winner", "cause"),
)

moves = Table(
    "moves",
    metadata,
    Column("game", Id, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("column", Integer, nullable=False),
    Column("wall", Double),
    Column("cpu", Double),
)

verdicts = Table(
    "verdicts",
    metadata,
    Column("game", Id, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("sentence", Text, nullable=False),
    Column("evidence", Text, nullable=False),
)
