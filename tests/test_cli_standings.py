"""`linefall standings` and `linefall games`: what is in a database, shown and carried about."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from linefall.cli import run
from linefall.grading import ClassPlan
from linefall.record import GameRecord, Seat, Verdict
from linefall.rules import Rules
from linefall.schedule import Entrant, Plan
from linefall.store import Place, Store

BOARD = Rules(1, 2, 2)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LINEFALL_DATABASE", raising=False)


def game(first: str, second: str, winner: int | None, cause: str = "resigned") -> GameRecord:
    seats = (Seat(first, "bot", first), Seat(second, "bot", second))
    return GameRecord(BOARD, players=seats, verdict=Verdict(winner, cause, "So it was."))


@pytest.fixture
def filled() -> Iterator[Store]:
    with Store("linefall.db") as store:
        for title, names in (("Old", ("A", "B")), ("New", ("A", "B", "C"))):
            plan = Plan(
                tuple(Entrant(name, f"@{name}") for name in names),
                boards=(BOARD,),
                conditions={"bench_after": 5, "title": title},
            )
            store.begin(plan.id, title, plan.to_json())
            for planned in plan.games({}):
                winner = 0 if planned.first < planned.second else 1
                cause = "time" if "C" in (planned.first, planned.second) else "resigned"
                store.add(
                    game(planned.first, planned.second, winner, cause),
                    Place(plan.id, planned.key, planned.round, planned.meeting),
                )
        store.add(game("D", "A", 0))
        yield store


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(words) == 0
    return capsys.readouterr().out


def rows(text: str) -> dict[str, int]:
    return {row["name"]: row["games"] for row in json.loads(text)["standings"]}


def test_a_tournament_is_found_by_title_and_beginning_of_its_id(filled, capsys) -> None:
    assert rows(printed(capsys, "standings", "--tournament", "Old", "--json")) == {"A": 2, "B": 2}
    new = next(t for t in filled.tournaments() if t.title == "New")
    text = printed(capsys, "standings", "--tournament", new.id[:6], "--json")
    assert rows(text) == {"A": 4, "B": 4, "C": 4}
    (last,) = [r for r in json.loads(text)["standings"] if r["name"] == "C"]
    assert (last["faults"], last["points"]) == ({"time": 4}, 0)


def play_class(store: Store, versions: dict[str, str]) -> None:
    """Plays what a class lacks whose programs have these hashes."""
    plan = ClassPlan(
        tuple(Entrant(name, name, version) for name, version in versions.items()),
        boards=(BOARD,),
        conditions={"bench_after": 0},
    )
    store.begin(plan.id, "Part 2, tournament", plan.to_json(), renew=True)
    for planned in plan.games({}):
        seats = [Seat(n, "program", versions[n]) for n in (planned.first, planned.second)]
        record = replace(game("", "", 0), players=(seats[0], seats[1]))
        store.add(record, Place(plan.id, planned.key, planned.round, planned.meeting))


def test_the_parts_of_a_class_are_counted_as_they_were_played(capsys) -> None:
    """The plan of a class has keys of its own: its table showed nobody with any game."""
    with Store("grades.db") as store:
        play_class(store, {"1": "a", "2": "a", "3": "a"})
    shown = printed(capsys, "standings", "--database", "grades.db", "--json")
    assert rows(shown) == {"1": 4, "2": 4, "3": 4}


def test_a_class_stands_with_the_programs_that_were_graded_last(capsys) -> None:
    """A program that was handed in again had a row for each of its versions."""
    with Store("grades.db") as store:
        for second in ("first try", "second try", "first try"):
            play_class(store, {"1": "a", "2": second})
        play_class(store, {"1": "a", "2": "first try", "3": "late"})
    table = ("standings", "--database", "grades.db", "--json")
    assert rows(printed(capsys, *table)) == {"1": 4, "2": 4, "3": 4}
    everything = rows(printed(capsys, *table, "--all"))
    assert everything == {"1": 6, "2 first ": 4, "2 second": 2, "3": 4}


def test_all_games_together(filled, capsys) -> None:
    text = printed(capsys, "standings", "--all", "--json")
    assert rows(text) == {"A": 7, "B": 6, "C": 4, "D": 1}


def test_tables_for_people_hold_the_cross_table_and_the_faults(filled, capsys) -> None:
    text = printed(capsys, "standings", "--tournament", "New", "--cross-table")
    assert "time 4" in text
    assert "points against each other" in text
    assert "4/4" not in text
    assert "2/2" in text


def test_a_name_in_brackets_or_colons_is_a_name_and_no_colour_or_picture(capsys) -> None:
    with Store("linefall.db") as store:
        store.add(game("[red]A[/]", "[/b]", 0))
        store.add(game("[red]A[/]", ":bug:", 0))
    text = printed(capsys, "standings", "--all", "--cross-table")
    assert "[red]A[/]" in text
    assert ":bug:" in text


@pytest.mark.parametrize("columns", ["40", "80"])
def test_a_narrow_terminal_cuts_no_name_and_no_number(capsys, monkeypatch, columns) -> None:
    """At 50 columns every number was a digit and three dots."""
    with Store("linefall.db") as store:
        store.add(game("a_program_with_a_long_name.py", "Bob", 0, "time"))
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    text = printed(capsys, "standings", "--all")
    assert "\u2026" not in text
    assert re.search(r"Bob +0 +1 +0 +0 +1 +\d{4}", text)
    assert max(map(len, re.sub(r"\x1b\[\d*m", "", text).splitlines())) <= 80


def test_a_name_that_the_output_cannot_show_is_written_in_another_way() -> None:
    """A table for a terminal of ASCII, or of another alphabet, ended in a traceback."""
    with Store("linefall.db") as store:
        store.add(game("b\u00f6t.py", "\u674e", 0))
    shown = subprocess.run(
        [sys.executable, "-m", "linefall", "standings", "--all", "--cross-table"],
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"b\xf6t.py" in shown.stdout
    assert rb"\u674e" in shown.stdout


def test_a_table_that_nobody_reads_ends_as_every_command_does(filled) -> None:
    """The status was 1: rich ended the process by itself."""
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "linefall", "standings", "--tournament", "New"]
    shown = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(writing)
    assert (shown.returncode, shown.stderr) == (141, b"")


def test_tournaments_are_listed(filled, capsys) -> None:
    text = printed(capsys, "standings", "--list")
    assert len(text.splitlines()) == 2
    assert "Old" in text
    listed = json.loads(printed(capsys, "standings", "--list", "--json"))["tournaments"]
    assert {(t["title"], t["games"]) for t in listed} == {("Old", 2), ("New", 6)}


def test_the_newest_is_the_one_that_began_last_and_it_is_named(capsys) -> None:
    """Those that began in the same second, as of a class, came in the order of their ids."""
    with Store("linefall.db") as store:
        for name in "dabc":
            store.begin(name * 20, f"Cup {name}", {})
    lines = printed(capsys, "standings", "--list").splitlines()
    assert [line.split()[-1] for line in lines] == ["c", "b", "a", "d"]
    assert re.fullmatch(r"c{8}  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC {7}0 games  Cup c", lines[0])
    assert run(["standings", "--json"]) == 0
    assert "the newest tournament, cccccccc: Cup c" in capsys.readouterr().err
    assert run(["standings", "--tournament", "Cup"]) == 2
    assert "holds no tournament 'Cup'; possible: an id or a title" in capsys.readouterr().err


def test_the_variable_names_the_database(filled, capsys, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("LINEFALL_DATABASE", str(tmp_path / "linefall.db"))
    monkeypatch.chdir("/")
    assert rows(printed(capsys, "standings", "--all", "--json"))["D"] == 1


def test_games_are_listed_and_filtered(filled, capsys) -> None:
    assert len(printed(capsys, "games").splitlines()) == 9
    assert len(printed(capsys, "games", "--program", "C").splitlines()) == 4
    assert len(printed(capsys, "games", "--cause", "time", "--limit", "3").splitlines()) == 3
    assert len(printed(capsys, "games", "--tournament", "Old").splitlines()) == 2
    (line,) = printed(capsys, "games", "--number", "9").splitlines()
    assert line == "     9  D - A  1x2x2  -  -  resigned: So it was."


def test_a_list_without_games_says_so_beside_it(filled, capsys) -> None:
    """In a pipe nothing was said, and a filter that was mistyped looked like an empty database."""
    for words in (["--program", "Nobody"], ["--tournament", "Old", "--cause", "time"]):
        assert run(["games", *words]) == 0
        assert capsys.readouterr() == ("", "linefall: no game matches\n")
    assert run(["games", "--program", "Nobody", "--json"]) == 0
    assert capsys.readouterr() == ("", "")
    with Store("empty.db"):
        pass
    assert run(["games", "--database", "empty.db"]) == 0
    assert capsys.readouterr() == ("", "linefall: the database holds no game\n")


def test_a_record_can_be_taken_out_whole(filled, capsys) -> None:
    text = printed(capsys, "games", "--number", "9", "--json")
    assert GameRecord.from_json(text) == game("D", "A", 0)


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_games_go_out_of_one_database_and_into_another(filled, capsys, ending: str) -> None:
    printed(capsys, "games", "--export", f"out.{ending}")
    printed(capsys, "games", "--import", f"out.{ending}", "--database", "copy.db")
    before = printed(capsys, "standings", "--all", "--json")
    assert printed(capsys, "standings", "--all", "--json", "--database", "copy.db") == before
    one = printed(capsys, "standings", "--tournament", "New", "--json")
    new = next(t for t in filled.tournaments() if t.title == "New")
    assert printed(capsys, "standings", "--tournament", new.id, "--json", "--database",
                   "copy.db") == one  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["standings", "--database", "none.db"], "there is no database none.db"),
        (["standings", "--tournament", "Winter"], "no tournament 'Winter'"),
        (["standings", "--all", "--tournament", "Old"], "leave out --tournament"),
        (["games", "--number", "99"], "no game number 99"),
        (["games", "--number", "9" * 20], f"no game number {'9' * 20}"),  # was a traceback
        (["games", "--cause", "boredom"], "boredom"),
        (["games", "--program", "\udcff"], r"'\udcff' is no name"),  # was a traceback
        (["games", "--export", "games.txt"], "possible: .jsonl"),
        (["games", "--import", "none.csv"], "none.csv"),
    ],
)
def test_bad_arguments_are_one_line_and_status_2(filled, capsys, words, said) -> None:
    assert run(words) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert len(captured.err.splitlines()) == 1


@pytest.mark.parametrize("name", ["games.txt", "games.csv"])
def test_a_file_without_games_makes_no_database(capsys, name: str) -> None:
    Path(name).write_text("nothing,of,the,kind\n1,2,3,4\n")
    assert run(["games", "--import", name, "--database", "new.db"]) == 2
    assert name in capsys.readouterr().err
    assert not Path("new.db").exists()


def test_an_empty_database_has_no_newest_tournament(capsys) -> None:
    Store("linefall.db").close()
    assert run(["standings"]) == 2
    assert "holds no tournament" in capsys.readouterr().err
