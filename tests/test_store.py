"""The store on SQLite and on a real PostgreSQL server: the same tests for both."""

import csv
import itertools
import json
import multiprocessing
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pyarrow.parquet
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from linefall.board import Board
from linefall.cli import run
from linefall.record import GameRecord, MoveTime, Seat, Verdict
from linefall.rules import Rules
from linefall.standings import Result, standings
from linefall.store import Place, Store, StoredGame, StoreError, database, tables
from linefall.store.exchange import COLUMNS, add_games, export_games, read_games, table_row
from postgres import server

names = itertools.count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with server() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    pattern: str = request.getfixturevalue("postgres")
    name = f"games{next(names)}"
    with psycopg.connect(pattern.format(name="postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return pattern.format(name=name)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store(url) as opened:
        yield opened


def played(
    first: str = "Ann", second: str = "Bob", *, moves=(0, 1, 0, 1, 0), **changed
) -> GameRecord:
    return GameRecord(
        **{
            "rules": Rules(4, 4, 3),
            "players": (Seat(first, "bot", "a1"), Seat(second, "bot", "b2")),
            "moves": tuple(moves),
            "times": tuple(MoveTime(0.1 * ply + 1 / 3, cpu=ply / 7) for ply in range(len(moves))),
            "verdict": Verdict(0, "line", "Player A has a line.", {"cells": [[0, 0]], "n": 0.1}),
            "seconds": 0.25,
            "started_at": "2026-01-31T12:00:00+00:00",
            "software": "linefall test",
            "conditions": {"sandbox": "limits", "load": [0.1, 0.2]},
            **changed,
        }
    )


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    rules = Rules(draw(st.integers(1, 5)), draw(st.integers(1, 12)), draw(st.integers(2, 5)))
    board = Board(rules)
    for _ in range(draw(st.integers(0, rules.cells))):
        if not board.open_columns:
            break
        board.drop(draw(st.sampled_from(board.open_columns)))
    seconds = st.floats(0, 1e6)
    time_ = st.none() | st.builds(MoveTime, seconds, st.none() | seconds)
    winner = draw(st.sampled_from([0, 1, None]))
    cause = "time" if winner is not None else draw(st.sampled_from(["start-up", "unfinished"]))
    text = st.text(st.characters(codec="utf-8"), max_size=9).filter(str.isprintable)
    return GameRecord(
        rules,
        players=tuple(Seat(draw(text), "program", draw(st.none() | st.just("f0"))) for _ in "AB"),
        start=draw(st.integers(0, 1)),
        moves=board.moves,
        times=tuple(draw(time_) for _ in board.moves) if draw(st.booleans()) else (),
        verdict=Verdict(winner, cause, draw(text), {"x": draw(text)}),
        seconds=draw(st.none() | st.floats(0.001, 100)),
    )


def snapshot(store: Store) -> list[tuple[Place | None, GameRecord]]:
    return [(game.place, game.record) for game in store.games()]


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(record=records())
def test_a_record_comes_back_as_it_went_in(store: Store, record: GameRecord) -> None:
    assert store.add(record)
    (last,) = store.games(number=max(game.number for game in store.games()))
    assert last.record == record


def test_a_game_with_a_key_is_added_once_and_the_first_one_stays(store: Store) -> None:
    store.begin("t", "Title", {})
    assert store.add(played(), Place("t", "k"))
    assert not store.add(played(moves=(0, 1, 0, 2, 0)), Place("t", "k"))
    assert snapshot(store) == [(Place("t", "k"), played())]


def test_games_without_a_place_may_repeat(store: Store) -> None:
    assert store.add_all([(played(), None)] * 3) == 3
    assert store.results() == [Result("Ann", "Bob", 0, "line", 3)]


def test_what_was_played_is_found_under_its_key_with_the_first_mover_first(store: Store) -> None:
    store.begin("t", "Title", {})
    store.begin("other", "Title", {})
    store.add(played(), Place("t", "k1", 3, "m"))
    late = Verdict(0, "time", "B was late.")
    store.add(played(start=1, moves=(0,), times=(), verdict=late), Place("t", "k2"))
    store.add(played(), Place("other", "k3"))
    assert store.played("t") == {
        "k1": Result("Ann", "Bob", 0, "line"),
        "k2": Result("Bob", "Ann", 1, "time"),
    }
    assert next(store.games(tournament="t")).place == Place("t", "k1", 3, "m")


def test_results_are_counted_and_unfinished_games_left_out(store: Store) -> None:
    store.add_all([(played(), None)] * 2)
    store.add(played(verdict=Verdict(None, "unfinished", "Stopped."), moves=(0,), times=()))
    store.add(played("Cleo", verdict=Verdict(1, "crash", "It ended."), moves=(), times=()))
    table = standings(store.results())
    assert {row.name: row.points for row in table.rows} == {"Ann": 2, "Bob": 1, "Cleo": 0}
    assert [row.faults for row in table.rows if row.name == "Cleo"] == [{"crash": 1}]


def test_programs_of_one_name_are_told_apart_by_their_content(store: Store) -> None:
    for content in ("aaaaaaaaaa", "bbbbbbbbbb"):
        store.add(played(players=(Seat("bot.py", "program", content), Seat("Bob", "bot", "b"))))
    assert {result.first for result in store.results()} == {"bot.py aaaaaa", "bot.py bbbbbb"}


def test_a_tournament_keeps_the_settings_it_was_begun_with(store: Store) -> None:
    assert store.begin("t", "Title", {"openings": [[3]]}) == {"openings": [[3]]}
    assert store.begin("t", "Again", {"openings": [[4]]}) == {"openings": [[3]]}
    store.add(played(), Place("t", "k"))
    (tournament,) = store.tournaments()
    assert (tournament.id, tournament.title, tournament.games) == ("t", "Title", 1)


def test_the_settings_of_a_tournament_are_renewed_where_that_is_asked_for(store: Store) -> None:
    store.begin("t", "Class", {"entrants": ["1"]})
    assert store.begin("t", "Class", {"entrants": ["1", "2"]}, renew=True) == {
        "entrants": ["1", "2"]
    }


def test_a_tournament_read_from_a_file_takes_the_settings_it_is_then_begun_with(
    store: Store,
) -> None:
    store.begin("t", "from games.csv", {})
    assert store.begin("t", "Title", {"openings": [[3]]}) == {"openings": [[3]]}
    assert store.begin("t", "Again", {"openings": [[4]]}) == {"openings": [[3]]}
    assert [tournament.title for tournament in store.tournaments()] == ["Title"]


def test_games_are_found_by_tournament_program_cause_and_number(store: Store) -> None:
    store.begin("t", "Title", {})
    store.add(played(), Place("t", "k"))
    store.add(played("Cleo", "Dan"))
    store.add(played("Cleo", "Ann", verdict=Verdict(1, "time", "Late."), moves=(), times=()))

    def found(**filters) -> list[str]:
        return [game.record.players[0].name for game in store.games(**filters)]

    assert found() == ["Ann", "Cleo", "Cleo"]
    assert found(tournament="t") == ["Ann"]
    assert found(program="Ann") == ["Ann", "Cleo"]
    assert found(program="Nobody") == []
    assert found(cause="time") == ["Cleo"]
    assert found(limit=2) == ["Ann", "Cleo"]
    assert found(number=2) == ["Cleo"]


def test_more_games_than_one_batch_come_in_order(store: Store, monkeypatch) -> None:
    monkeypatch.setattr("linefall.store.BATCH", 7)
    store.add_all((played(f"p{i:02}"), None) for i in range(30))
    assert [game.record.players[0].name for game in store.games()] == [
        f"p{i:02}" for i in range(30)
    ]
    assert len(list(store.games(limit=9))) == 9


def test_many_games_are_added_all_or_none(store: Store) -> None:
    def broken() -> Iterator[tuple[GameRecord, None]]:
        yield played(), None
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.add_all(broken())
    assert snapshot(store) == []


def _add_from_another_process(url: str, worker: int) -> None:
    with Store(url) as store:
        store.begin("t", "Title", {})
        for i in range(5):
            store.add(played(f"p{worker}"), Place("t", f"own {worker} {i}"))
            store.add(played("shared"), Place("t", f"shared {i}"))


def test_several_processes_make_and_fill_one_database_together(url: str) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_add_from_another_process, args=(url, i)) for i in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    with Store(url) as store:
        keys = sorted(store.played("t"))
    assert keys == sorted(
        [f"own {w} {i}" for w in range(3) for i in range(5)] + [f"shared {i}" for i in range(5)]
    )


def test_the_commands_take_either_database(store: Store, url: str, tmp_path: Path, capsys) -> None:
    filled(store)
    target = str(tmp_path / "games.jsonl")
    assert run(["games", "--database", url, "--export", target]) == 0
    assert run(["standings", "--all", "--database", url, "--json"]) == 0
    out, err = capsys.readouterr()
    assert {row["name"] for row in json.loads(out)["standings"]} > {"Ann", "Bob"}
    assert "4 games in" in err


# ------------------------------------------------------------------------------- migrations


def at_revision(url: str, revision: str) -> sa.Engine:
    """Makes a database as an older version would have left it."""
    from alembic.command import upgrade

    engine = database._engine(database.parse_url(url))
    config = database._config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        upgrade(config, revision)
    return engine


def test_an_old_database_migrates_and_keeps_its_games(url: str) -> None:
    engine = at_revision(url, "0001")
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO programs (name, kind, hash) VALUES ('Ann', 'bot', 'a')"
        )
        connection.exec_driver_sql(
            "INSERT INTO programs (name, kind, hash) VALUES ('Bob', 'bot', 'b')"
        )
        connection.exec_driver_sql(
            "INSERT INTO games (first, second, winner, cause, board, plies, rest)"
            " VALUES (1, 2, 1, 'time', '6x7x4', 0, '{}')"
        )
    engine.dispose()
    with Store(url) as store:
        assert store.results() == [Result("Ann", "Bob", 1, "time")]
        assert store.add(played())
    with Store(url) as again:
        assert len(again.results()) == 2


def test_the_migrations_lead_to_the_tables_that_the_code_expects(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with Store(url) as store, store._engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), tables.metadata)
    assert differences == []


def test_a_newer_database_is_refused_and_left_alone(url: str) -> None:
    engine = at_revision(url, "head")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match=r"newer Linefall \(revision 9999\).*up to 0002"):
        Store(url)
    with engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    assert found == "9999"
    engine.dispose()


def test_a_migration_that_breaks_off_leaves_the_old_database(url: str, monkeypatch) -> None:
    at_revision(url, "0001").dispose()

    def broken(connection: sa.Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE half (x INTEGER)")
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(database, "_upgrade", broken)
        with pytest.raises(RuntimeError, match="killed"):
            Store(url)
    engine = database._engine(database.parse_url(url))
    assert "half" not in sa.inspect(engine).get_table_names()
    engine.dispose()
    with Store(url) as store:
        assert store.results() == []


# ---------------------------------------------------------------------------------- errors


def test_what_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("This is no database, however long it goes on. " * 30)
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE games (x)")
    connection.close()
    for wrong, said in [
        (text, "not a database"),
        (tmp_path, "is a folder"),
        (tmp_path / "no" / "games.db", "no folder"),
        (foreign, "'games' that Linefall did not make"),
        ("mysql://host/x", "mysql was given; possible"),
        ("postgresql://user:secret@/x?host=/nowhere", "nowhere"),
        ("://", "no database URL"),
        ("postgresql://user@[::1/x", "'\\[::1/x' is no database URL"),
        ("", "nothing was given"),
    ]:
        with pytest.raises(StoreError, match=said) as caught:
            Store(wrong)
        assert "\n" not in str(caught.value)
        assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("statement", "command", "said"),
    [
        ("UPDATE tournaments SET settings = '{'", "standings", "tournament t1 cannot be read"),
        ("UPDATE tournaments SET settings = '[1]'", "standings", "tournament t1 cannot be read"),
        ("UPDATE games SET winner = 7", "standings", "a game of Ann and Bob has no result"),
        ("UPDATE games SET winner = 7", "standings --all", "a game of Ann and Bob has no result"),
        ("UPDATE games SET rest = '{}'", "games", "game 1 cannot be read"),
        ("UPDATE verdicts SET evidence = '['", "games", "game 1 cannot be read"),
        ("UPDATE verdicts SET evidence = '[]'", "games", "game 1 cannot be read: verdict"),
        ("DELETE FROM verdicts", "games", "game 1 cannot be read"),
    ],
)
def test_a_damaged_database_is_told_in_one_line(
    url: str, statement: str, command: str, said: str, capsys
) -> None:
    """A value that no Linefall had written ended lists and standings in a traceback."""
    with Store(url) as store:
        store.begin("t1", "autumn", {})
        store.add(played(), Place("t1", "k1"))
    engine = database._engine(database.parse_url(url))
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()
    assert run([*command.split(), "--database", url]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"linefall: the database is damaged: {said}")
    assert told.count("\n") == 1


def test_a_damage_that_even_sqlite_cannot_put_into_words_is_told_in_one_line(
    tmp_path: Path, capsys
) -> None:
    """SQLite quoted the bytes that it could not read, and they are no text: a traceback."""
    path = tmp_path / "games.db"
    Store(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(
        "UPDATE sqlite_master SET name = CAST(x'81' AS TEXT), sql = 'x' WHERE name = 'moves'"
    )
    connection.commit()
    connection.close()
    assert run(["games", "--database", str(path)]) == 2
    assert capsys.readouterr().err == f"linefall: {path}: the database is damaged\n"


def test_bytes_where_a_title_should_be_are_told_in_one_line(tmp_path: Path, capsys) -> None:
    """SQLite keeps them in a column of texts, and a list for programs ended in a traceback."""
    path = tmp_path / "games.db"
    with Store(path) as store:
        store.begin("t1", "autumn", {})
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE tournaments SET title = x'ff'")
    connection.close()
    assert run(["standings", "--list", "--json", "--database", str(path)]) == 2
    said = "linefall: the database is damaged: tournament t1 cannot be read\n"
    assert capsys.readouterr() == ("", said)


def test_a_database_to_read_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database"):
        Store(tmp_path / "none.db", create=False)
    assert not (tmp_path / "none.db").exists()


def test_a_database_where_nothing_can_be_written_is_read_all_the_same(tmp_path: Path) -> None:
    """SQLite wants to write beside a file, even to read it: a share for reading showed no table."""
    folder = tmp_path / "a share?"
    folder.mkdir()
    path = folder / "games #1.db"
    with Store(path) as store:
        store.add(played())
    path.chmod(0o444)
    folder.chmod(0o555)
    # Root may write everywhere, unless it is without its privileges.
    without = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] if os.geteuid() == 0 else []
    command = [*without, sys.executable, "-m", "linefall", "games", "--database", str(path)]
    try:
        read = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        lines = tmp_path / "games.jsonl"
        lines.write_text(played().to_json() + "\n")
        command += ["--import", str(lines)]
        wrote = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    finally:
        folder.chmod(0o755)
    assert (read.returncode, read.stderr) == (0, "")
    assert "Ann - Bob" in read.stdout
    assert wrote.returncode == 2
    assert wrote.stderr.endswith("attempt to write a readonly database\n")


def test_sqlite_writes_ahead_and_to_the_disk(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store, store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


# -------------------------------------------------------------------------------- exchange


def filled(store: Store) -> Store:
    store.begin("t", "Title", {})
    store.add(played("=1+1", "'Bob\u00e9', the \"second\""), Place("t", "k1", 1, "m"))
    store.add(played(times=(None, MoveTime(0.5), None, None, None)), Place("t", "k2"))
    store.add(played("Ann", "Bob", times=(), verdict=Verdict(1, "time", "Late."), moves=(0,)))
    store.add(played(rules=Rules(5, 12, 4), moves=(11, 0), times=(), opening=2,
                     verdict=Verdict(None, "unfinished", "Stopped.")))  # fmt: skip
    return store


def import_games(store: Store, file: Path) -> int:
    return add_games(store, read_games(file), file)


def test_json_lines_carry_everything_both_ways(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert export_games(filled(store).games(), file) == 4
    with Store(tmp_path / "copy.db") as copy:
        assert import_games(copy, file) == 4
        assert snapshot(copy) == snapshot(store)
        assert import_games(copy, file) == 2  # those with a key are there already


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_tables_carry_moves_times_verdicts_and_places(
    store: Store, tmp_path: Path, ending: str
) -> None:
    file = tmp_path / f"games.{ending}"
    assert export_games(filled(store).games(), file) == 4
    with Store(tmp_path / "copy.db") as copy:
        assert import_games(copy, file) == 4
        again = tmp_path / f"again.{ending}"
        export_games(copy.games(), again)
        assert again.read_bytes() == file.read_bytes()
        for (place, record), (_, original) in zip(snapshot(copy), snapshot(store), strict=True):
            assert (place is None) == (record.players[0].name == "Ann" and place is None)
            assert record.moves == original.moves
            assert record.players == original.players
            assert record.verdict.cause == original.verdict.cause


def test_a_csv_table_opens_in_a_spreadsheet_without_running_a_name(
    store: Store, tmp_path: Path
) -> None:
    file = tmp_path / "games.csv"
    export_games(filled(store).games(), file)
    header, first = file.read_text().splitlines()[:2]
    assert header == ",".join(COLUMNS)
    assert ",'=1+1," in first


@pytest.mark.parametrize("name", ["=1+1", "+1", "-2+3", "@SUM(A1)", "'quoted'", "''"])
def test_no_name_is_a_formula_in_a_csv_table_and_every_name_comes_back(
    tmp_path: Path, name: str
) -> None:
    """Names such as @rand and -x went out bare, and 'x' came back without its first quote."""
    file = tmp_path / "games.csv"
    with Store(tmp_path / "games.db") as store, Store(tmp_path / "copy.db") as copy:
        store.add(played(name, "Bob", times=(None, *[MoveTime(0.5)] * 4)))
        export_games(store.games(), file)
        with file.open(newline="") as table:
            row = next(csv.DictReader(table))
        assert row["first"] == f"'{name}"
        assert row["times"] == "'- 0.5 0.5 0.5 0.5"
        import_games(copy, file)
        assert snapshot(copy)[0][1].players[0].name == name


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_an_export_that_fails_leaves_the_file_of_before(tmp_path: Path, ending: str) -> None:
    """A table was emptied first: games that could not be read then cost the old export."""
    file = tmp_path / f"games.{ending}"
    with Store(tmp_path / "games.db") as store:
        export_games(filled(store).games(), file)
        before = file.read_bytes()

        def breaking() -> Iterator[StoredGame]:
            yield from store.games(limit=1)
            raise StoreError("the database is gone")

        with pytest.raises(StoreError, match="gone"):
            export_games(breaking(), file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.jsonl", b"{}\n", "game 1.*format"),
        ("a.jsonl", b"\n[1]\n", "game 1"),
        ("a.jsonl", b"no json\n", "game 1: no JSON"),
        ("a.jsonl", b'{"place": {"key": 1}, "record": {}}\n', "game 1"),
        ("a.csv", b"first,second\nA,B\n", "game 1.*board"),
        ("a.csv", b"first,second,board,moves\nA,B,6x7x4,9\n", "game 1"),
        ("a.csv", b"first,second,board,moves,winner\nA,B,6x7x4,4,C\n", "game 1"),
        ("a.csv", b"\xff\xfe", "not UTF-8"),
        ("a.parquet", b"nothing", "no Parquet"),
        ("a.txt", b"", r"possible: \.jsonl, \.csv, \.parquet"),
    ],
)
def test_a_file_that_cannot_be_read_adds_nothing(
    tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with Store(tmp_path / "games.db") as store:
        with pytest.raises(StoreError, match=said):
            import_games(store, file)
        assert snapshot(store) == []


GOOD_PLACE = {"tournament": "t", "key": "k", "round": 1, "meeting": "m"}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"tournament": "\ud800"}, r"tournament: '\\ud800' was given; possible: one line of text"),
        ({"tournament": "\x1b[2J"}, "tournament: "),
        ({"tournament": ""}, "tournament: "),
        ({"key": 5}, "key: 5 was given"),
        ({"key": "a\0b"}, "key: "),
        ({"meeting": 0}, "meeting: 0 was given"),
        ({"round": 10**30}, "round: 10+ was given; possible: 0 to 2147483647"),
        ({"round": -1}, "round: -1 was given"),
        ({"round": "1"}, "round: '1' was given"),
    ],
)
def test_a_place_that_no_database_holds_is_refused(
    tmp_path: Path, changed: dict[str, object], said: str
) -> None:
    """Half a character, and a round of thirty digits, ended in the database driver's traceback."""
    file = tmp_path / "a.jsonl"
    line = {"place": GOOD_PLACE | changed, "record": played().to_dict()}
    file.write_text(json.dumps(line) + "\n")
    with Store(tmp_path / "games.db") as store:
        with pytest.raises(StoreError, match=said):
            import_games(store, file)
        assert snapshot(store) == []
        assert store.tournaments() == []


@pytest.mark.parametrize(
    "changed", [{"winner": [1]}, {"seconds": [1.0]}, {"key": {"a": 1}}, {"tournament": 5}]
)
def test_a_parquet_column_of_another_kind_is_refused(
    tmp_path: Path, changed: dict[str, object]
) -> None:
    """A list where a text or a number belongs was a traceback."""
    file = tmp_path / "a.parquet"
    row = table_row(StoredGame(1, Place("t", "k"), played())) | changed
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([row]), file)
    with Store(tmp_path / "games.db") as store:
        with pytest.raises(StoreError, match="game 1: "):
            import_games(store, file)
        assert snapshot(store) == []


# ----------------------------------------------------------------------------------- speed


@pytest.mark.unwatched
def test_standings_of_a_hundred_thousand_games_take_under_a_second(tmp_path: Path) -> None:
    """Measured in processor time: 64 programs, the games multiplied inside the database."""
    with Store(tmp_path / "games.db") as store:
        store.begin("t", "Title", {})
        pairs = itertools.permutations([f"p{i:02}" for i in range(64)], 2)
        store.add_all(
            (
                played(a, b, moves=(0,), times=(), verdict=Verdict(i % 2, "time", "")),
                Place("t", a + b),
            )
            for i, (a, b) in enumerate(pairs)
        )
        with store._writing() as connection:
            connection.exec_driver_sql(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)"
                " INSERT INTO games (tournament, key, first, second, winner, cause, board, plies,"
                " rest) SELECT tournament, key || i, first, second, winner, cause, board, plies,"
                " rest FROM games, n"
            )
        spent = []
        for _ in range(2):  # the first also loads numpy
            started = time.process_time()
            table = standings(store.results("t"))
            spent.append(time.process_time() - started)
    assert table.games == 64 * 63 * 25 > 100_000
    assert min(spent) < 1.0
