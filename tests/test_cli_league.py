"""What the commands about tournaments share: a tournament is prepared once, found again, shown."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from linefall.cli.league import prepare, show
from linefall.cli.league_settings import Settings
from linefall.rules import Rules
from linefall.standings import Estimate, Result, standings
from linefall.store import Store


def test_a_tournament_whose_games_were_imported_goes_on(tmp_path: Path) -> None:
    """Its settings were not in the file of games: the same command then ended in a traceback."""
    programs: tuple[tuple[str | None, str], ...] = ((None, "@left"), (None, "@right"))
    plan = Settings(programs=programs, boards=(Rules(4, 4, 3),)).plan()
    with Store(tmp_path / "games.db") as store:
        store.begin(plan.id, "from games.jsonl", {})
        prepared = prepare(store, plan, "Autumn")
        assert prepared.id == plan.id
        assert prepared.openings, "they are drawn as for a new tournament"
        assert prepare(store, plan) == prepared
        assert [tournament.title for tournament in store.tournaments()] == ["Autumn"]


def test_a_cross_table_of_two_has_its_title_on_one_line(capsys) -> None:
    show(standings([Result("A", "B", winner=0)]), cross_table=True, benched=frozenset())
    assert "\npoints against each other\n" in capsys.readouterr().out


def test_a_cross_table_shows_the_ranks_that_the_standings_show(capsys) -> None:
    """It counted 1, 2, 3, 4 where the table above it said 1, 2, 2, 4."""
    games = [Result("A", "B", 0), Result("A", "C", 0), Result("B", "D", 0), Result("C", "D", 0)]
    games += [Result(g.second, g.first, 1) for g in games]
    show(standings(games), cross_table=True, benched=frozenset())
    above, below = capsys.readouterr().out.split("points against each other\n")
    assert [line.split()[:2] for line in above.splitlines()[1:]] == [
        ["1", "A"],
        ["2", "B"],
        ["2", "C"],
        ["4", "D"],
    ]
    assert [line.split() for line in below.splitlines()[:5]] == [
        ["#", "program", "1", "2", "2", "4"],
        ["1", "A", "x", "2/2", "2/2", "-"],
        ["2", "B", "0/2", "x", "-", "2/2"],
        ["2", "C", "0/2", "-", "x", "2/2"],
        ["4", "D", "-", "0/2", "0/2", "x"],
    ]


def test_a_cross_table_of_many_is_not_cut_to_a_terminal(capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    games = [Result(f"P{a}", f"P{b}", winner=0) for a in range(30) for b in range(a)]
    show(standings(games), cross_table=True, benched=frozenset())
    text = capsys.readouterr().out
    assert text.count("1/1") == text.count("0/1") == len(games)
    assert "\u2026" not in text


@pytest.mark.parametrize("cause", ["line", "time"])
def test_the_rows_of_few_programs_fit_a_terminal_of_80_columns(capsys, monkeypatch, cause) -> None:
    """Their intervals were folded, for the sake of faults that nobody had."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    names = ("alphabeta", "deepening", "minimax", "mine.py")
    games = [Result(a, b, 0, cause) for b in names for a in names[: names.index(b)]] * 30
    show(standings(games), benched=frozenset())
    heading, *rows = re.sub(r"\x1b\[\d*m", "", capsys.readouterr().out).splitlines()[:5]
    assert [row.split()[1] for row in rows] == list(names)
    assert all(re.search(r" -?\d+ \.\. -?\d+ +[a-d]+( +time \d+)?$", row.rstrip()) for row in rows)
    assert ("faults" in heading) == (cause == "time")


def test_an_advantage_of_nothing_has_no_sign(capsys) -> None:
    found = standings([Result("A", "B", winner=0)])
    show(replace(found, first_mover=Estimate(-0.2, -90.6, 90.4)), benched=frozenset())
    assert "moving first is worth 0 Elo (-91 .. 90)" in capsys.readouterr().out


def test_a_tournament_goes_on_from_another_folder(tmp_path: Path, monkeypatch) -> None:
    """A path that was typed in another way made it another tournament, played from the start."""
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "mine.py").write_text("print('Ready')\n")
    typed = {tmp_path: "build/mine.py", tmp_path / "build": "./mine.py", Path("/"): None}
    plans = []
    with Store(tmp_path / "games.db") as store:
        for folder, program in typed.items():
            monkeypatch.chdir(folder)
            program = program or str(tmp_path / "build" / "mine.py")
            plan = Settings(programs=(("new", program), (None, "@left"))).plan()
            plans.append(prepare(store, plan))
            assert plans[-1].entrants[0].program == program
        assert len(store.tournaments()) == 1
        opened = Settings(programs=(("new", f"openings:{program}"), (None, "@left"))).plan()
        assert opened.id not in {plan.id for plan in plans}
