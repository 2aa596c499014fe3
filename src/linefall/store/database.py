"""Opening a database: SQLite by default, PostgreSQL by URL, always at the newest version.

Old databases are migrated when they are opened, in one transaction: whatever happens in the middle,
the file is either the old one or the new one. A newer one than this version knows is refused.
"""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from alembic.command import upgrade
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, SQLAlchemyError

from linefall.errors import LinefallError
from linefall.store.tables import metadata

DEFAULT: Final = "linefall.db"
"""The file that is used where nothing else is said."""

WAIT: Final = 30
"""Seconds to wait for another process that is writing."""

A_MOMENT: Final = 0.01

MIGRATIONS: Final = Path(__file__).parent / "migrations"


class StoreError(LinefallError):
    """Says what is wrong with a database or with what was to be read into it."""


def open_engine(url: str | os.PathLike[str], *, create: bool = True) -> Engine:
    """Opens a database at its newest version; one that is not there is made if `create`."""
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        _check_file(parsed, create=create)
    engine = _reader(parsed) if not create and _is_fixed(parsed) else _engine(parsed)
    try:
        _migrate(engine)
    except SQLAlchemyError as error:
        engine.dispose()
        raise StoreError(f"{_shown(parsed)}: {first_line(error)}") from None
    except UnicodeDecodeError:  # what SQLite says about it is no text either
        engine.dispose()
        raise StoreError(f"{_shown(parsed)}: the database is damaged") from None
    except BaseException:
        engine.dispose()
        raise
    return engine


def parse_url(url: str | os.PathLike[str]) -> URL:
    """Reads a database URL or the path of an SQLite file.

    >>> str(parse_url("games.db"))
    'sqlite:///games.db'
    """
    given = os.fspath(url)
    if not given:
        raise StoreError("a database is a file or a URL; nothing was given")
    if "://" not in given:
        return URL.create("sqlite", database=given)
    try:
        parsed = make_url(given)
    except (ArgumentError, ValueError):  # the latter where no number is a port
        raise StoreError(f"{given.split('@')[-1]!r} is no database URL") from None
    if parsed.drivername in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(
            f"{parsed.drivername} was given; possible: a file, sqlite:///FILE, postgresql://..."
        )
    return parsed


def _check_file(url: URL, *, create: bool) -> None:
    path = url.database
    if not path or path == ":memory:":
        return
    if os.path.isdir(path):
        raise StoreError(f"{path} is a folder; a database is a file")
    if not os.path.exists(path):
        if not create:
            raise StoreError(f"there is no database {path}")
        folder = os.path.dirname(os.path.abspath(path))
        if not os.path.isdir(folder):
            raise StoreError(f"there is no folder {folder} for the database")


def _is_fixed(url: URL) -> bool:
    """Says whether a file lies where we cannot write, and nobody is at work on it."""
    path = url.database if url.get_backend_name() == "sqlite" else None
    if not path or not os.path.exists(path) or os.path.exists(f"{path}-wal"):
        return False
    folder = os.path.dirname(os.path.abspath(path))
    return not (os.access(path, os.W_OK) and os.access(folder, os.W_OK))


def _reader(url: URL) -> Engine:
    """Opens a file that will not change; SQLite else wants to write beside it, even to read it."""
    file = f"file:{quote(os.path.abspath(url.database or ''))}?immutable=1"
    return create_engine(url, creator=lambda: sqlite3.connect(file, uri=True))


def _engine(url: URL) -> Engine:
    try:
        if url.get_backend_name() != "sqlite":
            return create_engine(url, connect_args={"connect_timeout": WAIT})
        engine = create_engine(url, connect_args={"timeout": WAIT})
    except NoSuchModuleError:
        raise StoreError(f"{url.drivername} is no driver that is installed here") from None
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # Python's sqlite3 begins transactions by its own rules, which leave changes of tables
    # outside of them; with None it leaves beginning and ending to us (see _begin_sqlite).
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    _log_ahead(cursor)
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.close()


def _log_ahead(cursor: sqlite3.Cursor) -> None:
    """Has changes written to a log first; SQLite does not wait for others who do so just now."""
    end = time.monotonic() + WAIT
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(A_MOMENT)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes its lock at once: two that had both begun to read could not both go on.
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _migrate(engine: Engine) -> None:
    scripts = ScriptDirectory.from_config(_config())
    head = scripts.get_current_head()
    with engine.connect() as connection:
        if _revision(connection) == head:
            return
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            # Two that open a new database at once: the second waits and finds it made.
            connection.execute(text("SELECT pg_advisory_xact_lock(5463325)"))
        revision = _revision(connection)
        _check_revision(scripts, connection, revision)
        if revision != head:
            _upgrade(connection)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _check_revision(scripts: ScriptDirectory, connection: Connection, revision: str | None) -> None:
    known = [script.revision for script in scripts.walk_revisions()]
    where = _shown(connection.engine.url)
    if revision is not None and revision not in known:
        raise StoreError(
            f"{where} was written by a newer Linefall (revision {revision}); "
            f"this one knows up to {known[0]}"
        )
    if revision is None and (taken := set(inspect(connection).get_table_names())):
        clash = sorted(taken & set(metadata.tables))
        if clash:
            raise StoreError(f"{where} has a table {clash[0]!r} that Linefall did not make")


def _upgrade(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection  # where migrations/env.py finds it
    upgrade(config, "head")


def _shown(url: URL) -> str:
    """The database as it may be shown: without a password."""
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    return url.render_as_string(hide_password=True)


def first_line(error: SQLAlchemyError) -> str:
    """Gives the database's own words about an error, without the statement that caused it."""
    cause = error.orig if isinstance(error, DatabaseError) and error.orig else error
    lines = str(cause).strip().splitlines()
    return lines[0] if lines else type(error).__name__
