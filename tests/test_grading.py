"""Grading a class: points by the rules, and a reduced class from zips to grades."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom import hand_in, hand_in_broken
from linefall.cli.grade import grades_table
from linefall.cli.league import table_console
from linefall.grading import (
    grades,
    stages,
    tally,
    to_csv,
    tournament_points,
)
from linefall.grading_settings import (
    GradingSettings,
    parse_settings,
    read_settings,
)
from linefall.rules import Rules
from linefall.settings import SettingsError
from linefall.standings import Result, Score
from linefall.store import Store
from linefall.submissions import Submission
from linefall.tournament import state
from processes import processes_with, wait_until

SMALL = GradingSettings().quick()


def submission(tmp_path: Path, id_: str, text: str = "pass") -> Submission:
    folder = tmp_path / id_
    folder.mkdir(exist_ok=True)
    (folder / "hw2.py").write_text(text)
    return Submission(id_, f"{id_}.zip", program=folder / "hw2.py")


def played(settings, submissions, winner_of):
    """Gives the states of all parts when every game ends as `winner_of` says."""
    states = {}
    for stage in stages(settings, submissions):
        results = {}
        for game in stage.plan.games({}):
            winner, cause = winner_of(game.first, game.second)
            results[game.key] = Result(game.first, game.second, winner, cause)
        states[stage.name] = state(stage.plan, results, bench_after=stage.bench_after)
    return states


# -------------------------------------------------------------------------------- the settings


def test_without_a_file_the_points_are_those_of_the_rules():
    plain = GradingSettings()
    assert {name: exam.points for name, exam in plain.exams.items()} == {
        "minimax": 150,
        "deepening": 150,
        "alphabeta": 200,
    }
    assert plain.exams["minimax"].boards == (Rules(4, 7, 4),)
    assert plain.exams["minimax"].seconds == (1,)
    assert len(plain.exams["deepening"].boards) > 1
    assert len(plain.exams["alphabeta"].seconds) > 1
    assert (plain.rank_points, plain.score_points) == (250, 250)


def test_the_file_in_the_docstring_says_what_is_done_without_one():
    from linefall import grading_settings

    drawn = grading_settings.__doc__.partition("without one:\n")[2]
    lines = [line[4:] for line in drawn.splitlines() if line.startswith("    ")]
    assert parse_settings("\n".join(lines)) == GradingSettings()


def test_the_file_in_the_page_for_teachers_says_the_same():
    page = Path(__file__).parents[1] / "docs" / "for-teachers.md"
    text = page.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
    assert parse_settings(text) == GradingSettings()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("part3 = 1", "there is no setting 'part3'; possible: part1, part2, limits"),
        ("part1 = 1", "part1: 1 was given; possible: a table"),
        ("[part1]\nwon_or_tied = 1.5", "part1.won_or_tied: 1.5 was given; possible: 0 to 1"),
        ("[part1]\nfaults = -1", "part1.faults: -1 was given"),
        ("[part1.minimax]\nboards = []", "part1.minimax.boards: none was given"),
        ("[part1.minimax]\nboards = ['6x7']", "part1.minimax.boards: "),
        ("[part1.minimax]\nboards = [4]", 'boards such as "6x7x4"'),
        ("[part1.minimax]\nseconds = 0", "more than 0, up to 3600"),
        ("[part1.minimax]\nseconds = [1, 1]", "given twice"),
        ("[part1.minimax]\nseconds = nan", "part1.minimax.seconds: nan was given"),
        ("[part1.minimax]\npoint = 1", "possible: points, boards, seconds, rounds"),
        ("[part2]\nrounds = 0", "part2.rounds: 0 was given; possible: 1 to 1000"),
        ("[part2]\npoints = 3", "there is no setting 'part2.points'"),
        ("[limits]\nsandbox = 'iron'", "limits.sandbox: 'iron' was given; possible: auto"),
        ("[limits]\nmemory = true", "limits.memory: True was given"),
        ("[part1", "no TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_what_is_possible(text, said):
    with pytest.raises(SettingsError) as caught:
        parse_settings(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(SettingsError, match=r"none\.toml: cannot be read"):
        read_settings(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff")
    with pytest.raises(SettingsError, match="byte 0 is not UTF-8"):
        read_settings(tmp_path / "bad.toml")


def test_quick_is_one_small_board_with_a_tenth_of_a_second():
    for event in (*SMALL.exams.values(), SMALL.tournament):
        assert (len(event.boards), event.seconds, event.games) == (1, (0.1,), 2)
    assert [exam.points for exam in SMALL.exams.values()] == [150, 150, 200]


# ---------------------------------------------------------------------------------- the points


@given(
    n=st.integers(2, 60),
    wins=st.integers(0, 50),
    ties=st.integers(0, 50),
    losses=st.integers(0, 50),
    data=st.data(),
)
def test_the_points_of_the_tournament_are_the_formula(n, wins, ties, losses, data):
    rank = data.draw(st.integers(1, n))
    games = wins + ties + losses
    by_rank, by_score = tournament_points(GradingSettings(), rank, n, Score(wins, ties, losses))
    assert by_rank == pytest.approx(250 * (n - rank) / (n - 1), abs=0.0051)
    assert by_score == pytest.approx(250 * (wins + ties / 2) / games if games else 0, abs=0.0051)
    assert 0 <= by_rank + by_score <= 500


def by_order(*order):
    """The one further left wins; @baselines stand where they are named."""

    def winner_of(first, second):
        return int(order.index(first) > order.index(second)), "line"

    return winner_of


def test_points_follow_from_games_on_both_sides(tmp_path):
    class_ = [submission(tmp_path, id_) for id_ in ("1", "2", "3")]
    order = by_order("1", "@alphabeta", "2", "@deepening", "@minimax", "3")
    one, two, three = grades(SMALL, class_, played(SMALL, class_, order))
    assert (one.part1, one.part2, one.total, one.rank) == (500, 500, 1000, 1)
    assert (two.part1, two.part2, two.total, two.rank) == (300, 250, 550, 2)
    assert (three.part1, three.part2, three.total, three.rank) == (0, 0, 0, 3)


def test_winning_in_one_seat_only_is_not_consistent(tmp_path):
    class_ = [submission(tmp_path, "1")]
    (found,) = grades(SMALL, class_, played(SMALL, class_, lambda first, second: (0, "line")))
    assert found.part1 == 0
    assert "moving first 1 won, 0 tied, 0 lost" in found.marks["minimax"].sentence
    lenient = replace(SMALL, won_or_tied=0.0)
    (found,) = grades(lenient, class_, played(lenient, class_, lambda first, second: (0, "line")))
    assert found.part1 == 500


def test_ties_are_as_good_as_wins_against_a_baseline(tmp_path):
    class_ = [submission(tmp_path, "1"), submission(tmp_path, "2")]
    found = grades(SMALL, class_, played(SMALL, class_, lambda first, second: (None, "draw")))
    assert [(one.part1, one.rank, one.part2) for one in found] == [(500, 1, 375), (500, 1, 375)]


def test_one_fault_is_one_too_many_unless_the_settings_allow_it(tmp_path):
    settings = replace(SMALL, exams={
        name: replace(exam, rounds=10) for name, exam in SMALL.exams.items()
    })  # fmt: skip
    class_ = [submission(tmp_path, "1")]
    count = {"@minimax": 0, "@deepening": 0, "@alphabeta": 0}

    def winner_of(first, second):
        baseline = second if first == "1" else first
        count[baseline] += 1
        mine = int(second == "1")
        return (1 - mine, "time") if count[baseline] == 1 else (mine, "line")

    states = played(settings, class_, winner_of)
    assert grades(settings, class_, states)[0].part1 == 0
    assert grades(replace(settings, faults=1), class_, states)[0].part1 == 500


def test_programs_that_never_play_score_nothing_in_the_tournament(tmp_path):
    """Three that crash at once would share rank 2 of 4, and half of the points for it."""
    class_ = [submission(tmp_path, id_) for id_ in ("1", "2", "3", "4")]

    def winner_of(first, second):
        good = [name == "1" or name.startswith("@") for name in (first, second)]
        if not any(good):
            return None, "start-up"
        return (0, "line") if all(good) else (good.index(True), "start-up")

    found = grades(SMALL, class_, played(SMALL, class_, winner_of))
    assert [one.part2 for one in found] == [500, 0, 0, 0]
    assert "lost by a fault" in found[1].marks["rank"].sentence


def test_equal_programs_get_equal_points_in_the_tournament(tmp_path):
    """Where a failing program stands in the schedule must not decide what it and others score."""
    class_ = [submission(tmp_path, str(number)) for number in range(1, 9)]

    def winner_of(first, second):  # 1 to 6 hang when they are to move, 7 and 8 crash at once
        crashes = [name in "78" for name in (first, second)]
        if all(crashes):
            return None, "start-up"
        return (crashes.index(False), "start-up") if any(crashes) else (1, "time")

    found = grades(SMALL, class_, played(SMALL, class_, winner_of))
    assert len({one.part2 for one in found[:6]}) == 1
    assert found[0].part2 > 0
    assert [one.part2 for one in found[6:]] == [0, 0]
    benching = parse_settings("[part2]\nbench_after = 2").quick()
    benched = grades(benching, class_, played(benching, class_, winner_of))
    assert len({one.part2 for one in benched[:6]}) > 1  # which is why nobody is benched there


def test_somebody_alone_in_the_class_is_not_punished_for_it(tmp_path):
    class_ = [submission(tmp_path, "1"), Submission("2", "2.zip", problems=("No hw2.py.",))]
    found = grades(SMALL, class_, played(SMALL, class_, by_order("1", "@minimax", "@deepening",
                                                                 "@alphabeta")))  # fmt: skip
    assert [one.total for one in found] == [1000, 0]
    crash = lambda first, second: (int(first == "1"), "crash")  # noqa: E731
    assert grades(SMALL, class_, played(SMALL, class_, crash))[0].total == 0


def test_nobody_with_a_program_is_graded_too():
    class_ = [Submission("2", "2.zip", problems=("No hw2.py.",))]
    assert stages(SMALL, class_) == []
    (found,) = grades(SMALL, class_, {})
    assert (found.total, found.marks["minimax"].sentence) == (0, "No hw2.py.")


def test_a_late_submission_leaves_the_games_of_the_others_as_they_are(tmp_path):
    class_ = [submission(tmp_path, id_) for id_ in ("2", "3", "5")]
    late = sorted([*class_, submission(tmp_path, "1"), submission(tmp_path, "4")],
                  key=lambda one: one.id)  # fmt: skip
    for before, after in zip(stages(SMALL, class_), stages(SMALL, late), strict=True):
        keys = {game.key for game in before.plan.games({})}
        assert before.plan.id == after.plan.id
        assert keys < {game.key for game in after.plan.games({})}
    keys = {game.key for game in stages(SMALL, class_)[-1].plan.games({})}
    again = [submission(tmp_path, "2", "print()"), *class_[1:]]
    kept = keys & {game.key for game in stages(SMALL, again)[-1].plan.games({})}
    assert (len(keys), len(kept)) == (6, 2)  # 3 against 5, on both sides


def test_a_tally_counts_seats_and_faults():
    done = tally("1", [
        Result("1", "2", 0), Result("2", "1", None, "draw"), Result("2", "1", 0, "time"),
        Result("2", "3", 0), Result("1", "2", 0, "crash"),
    ])  # fmt: skip
    assert done.seats == (Score(2, 0, 0), Score(0, 1, 1))
    assert done.faults == {"time": 1}


@pytest.mark.parametrize(("columns", "whole"), [("80", False), ("150", True)])
def test_a_narrow_terminal_is_shown_who_got_what(tmp_path, capsys, monkeypatch, columns, whole):
    """At 80 columns a digit was left of each number, and of the students' names nothing."""
    one = replace(submission(tmp_path, "1234567890"), name="Ada Lovelace of London")
    found = grades(SMALL, [one], {})
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    console = table_console()
    console.print(grades_table(console, found))
    text = capsys.readouterr().out
    assert re.search(r"1234567890 +Ada Lovelace of London +500 ", text)
    assert ("alphabeta" in text) == whole
    assert "\u2026" not in text


def test_a_cell_is_never_a_formula(tmp_path):
    one = replace(submission(tmp_path, "1"), name="=HYPERLINK(1)", notes=("@x", 'b,\n"c'))
    rows = list(csv.DictReader(to_csv(grades(SMALL, [one], {})).splitlines(keepends=True)))
    assert rows[0]["name"] == "'=HYPERLINK(1)"
    assert rows[0]["notes"] == "'@x b,\n\"c"


# ------------------------------------------------------------------------------- a whole class

CONFIG = """
[part1.minimax]
boards = "3x3x3"
seconds = 0.5
rounds = 1
[part1.deepening]
boards = "3x3x3"
seconds = 0.5
rounds = 1
[part1.alphabeta]
boards = "3x3x3"
seconds = 0.5
rounds = 1
[part2]
boards = "3x3x3"
seconds = 0.5
[limits]
ready = 20
bench_after = 1
"""


def scratch_in(folder: Path) -> dict[str, str]:
    """Gives an environment in which scratch folders, and so all programs, lie below a folder."""
    return {**os.environ, "TMPDIR": str(folder)}


def grade(folder: Path, *options: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "linefall", "grade", str(folder / "class"), "--out",
         str(folder / "grades.csv"), "--config", str(folder / "grading.toml"), *options],
        capture_output=True, text=True, timeout=280, check=False, env=scratch_in(folder),
    )  # fmt: skip


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A class with submissions of every kind, graded once."""
    folder = tmp_path_factory.mktemp("graded")
    (folder / "class").mkdir()
    (folder / "grading.toml").write_text(CONFIG)
    class_ = folder / "class"
    hand_in(class_, "1001", "alphabeta", name="Ada Example")
    hand_in(class_, "1002", "left", name="Bob Example", readme=False)
    hand_in(class_, "1003", "crash")
    hand_in(class_, "1004", "hang")
    hand_in(class_, "1005", "illegal")
    hand_in(class_, "1006", "cheat")
    for number, kind in enumerate(BROKEN, start=2001):
        hand_in_broken(class_, str(number), kind)
    hand_in(class_, "12-34", "left")
    (class_ / "notes.txt").write_text("no zip")
    ran = grade(folder, "--report", str(folder / "grades.html"), "--pages", str(folder / "pages"))
    assert ran.returncode == 0, ran.stderr
    lines = (folder / "grades.csv").read_text().splitlines()
    rows = {row["id"]: row for row in csv.DictReader(lines)}
    return folder, ran, rows


BROKEN = {
    "broken zip": "broken",
    "no program": "no hw2.py",
    "local import": "imports helper",
    "bomb": "zip bomb",
    "path": "leads out",
    "link": "holds a link",
}


def test_every_submission_gets_the_grade_it_was_made_for(graded):
    _folder, ran, rows = graded
    assert float(rows["1001"]["total"]) >= 900
    assert rows["1002"]["notes"] == "There is no README at the root of the zip."
    assert (rows["1003"]["total"], rows["1003"]["wins"]) == ("0", "0")
    for id_ in ("1004", "1005", "1006"):
        assert rows[id_]["part1"] == "0"
        assert int(rows[id_]["faults"]) > 0
    noted = rows["1003"]["notes"]
    assert noted.startswith("Lost by faults: ")
    assert sum(map(int, re.findall(r"\d+", noted))) == int(rows["1003"]["faults"])
    assert f"1003: {noted}" in ran.stdout
    assert "illegal move " in rows["1005"]["notes"]
    for number, said in enumerate(BROKEN.values(), start=2001):
        assert rows[str(number)]["total"] == "0"
        assert said in rows[str(number)]["problems"]
    assert "digits only" in rows["12-34"]["problems"]
    assert len(rows) == 13


def test_the_sum_and_each_part_are_in_the_table(graded):
    for row in graded[2].values():
        part1 = sum(float(row[name]) for name in ("minimax", "deepening", "alphabeta"))
        part2 = float(row["rank_points"]) + float(row["score_points"])
        assert float(row["part1"]) == pytest.approx(part1)
        assert float(row["part2"]) == pytest.approx(part2, abs=0.02)
        assert float(row["total"]) == pytest.approx(part1 + part2, abs=0.02)


def test_what_consistently_means_is_printed(graded):
    assert "consistently: at least 90 % of the games won or tied" in graded[1].stdout
    assert "notes.txt is no zip" in graded[1].stderr


def test_sentences_name_the_student_and_not_the_file_that_all_have(graded):
    with Store(graded[0] / "grades.db") as store:
        sentences = [game.record.verdict.sentence for game in store.games()]
    assert any("1003" in sentence for sentence in sentences)
    assert not any("hw2.py" in sentence for sentence in sentences)


def test_no_process_and_no_scratch_folder_is_left(graded):
    wait_until(lambda: not processes_with(str(graded[0])))
    assert list(graded[0].glob("linefall-grade-*")) == []


def test_the_same_command_again_plays_nothing_and_says_the_same(graded):
    folder, ran, _rows = graded
    table = (folder / "grades.csv").read_text()
    again = grade(folder)
    assert (again.returncode, again.stdout) == (0, ran.stdout)
    assert "games to play" not in again.stderr
    assert (folder / "grades.csv").read_text() == table


def test_a_program_that_is_handed_in_again_takes_the_place_of_the_first(tmp_path):
    (tmp_path / "class").mkdir()
    (tmp_path / "grading.toml").write_text(CONFIG)
    hand_in(tmp_path / "class", "1001", "left")
    for kind in ("left", "right"):
        hand_in(tmp_path / "class", "1002", kind)
        assert grade(tmp_path).returncode == 0
    table = subprocess.run(
        [sys.executable, "-m", "linefall", "standings", "--json", "--database", "grades.db"],
        capture_output=True, text=True, timeout=60, check=True, cwd=tmp_path,
    )  # fmt: skip
    standings = json.loads(table.stdout)["standings"]
    assert {row["name"]: row["games"] for row in standings} == {"1001": 2, "1002": 2}


def test_two_gradings_at_the_same_time_give_the_grades_of_the_same_games(tmp_path):
    """Each graded the games that it had played, and kept only what the other had not."""
    (tmp_path / "class").mkdir()
    rounds = CONFIG.replace("[part2]\n", "[part2]\nrounds = 6\n")
    (tmp_path / "grading.toml").write_text(rounds)
    for id_ in ("1001", "1002"):
        hand_in(tmp_path / "class", id_, "rand")
    with ThreadPoolExecutor() as pool:
        both = list(pool.map(grade, [tmp_path, tmp_path]))
    assert [one.returncode for one in both] == [0, 0], [one.stderr for one in both]
    assert both[0].stdout == both[1].stdout == grade(tmp_path).stdout


def test_each_student_has_a_page_and_none_says_more_than_ones_own_games(graded):
    pages = graded[0] / "pages"
    assert sorted(path.stem for path in pages.iterdir()) == sorted(
        id_ for id_ in graded[2] if id_.isdigit()
    )
    assert "zip bomb" in (pages / "2004.html").read_text()
    page = (pages / "1003.html").read_text()
    assert "did not start as it must" in page
    assert "<script>document.title" not in page


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_grading_that_was_stopped_goes_on(tmp_path, how):
    (tmp_path / "class").mkdir()
    (tmp_path / "grading.toml").write_text(CONFIG)
    for id_, kind in (("1", "left"), ("2", "crash")):
        hand_in(tmp_path / "class", id_, kind)
    command = [sys.executable, "-m", "linefall", "grade", "class", "--config", "grading.toml"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env=scratch_in(tmp_path),
    ) as running:
        for line in running.stderr:
            if "Part 1, deepening" in line:
                break
        os.kill(running.pid, how)
        said = running.stderr.read()
    assert running.returncode == (-9 if how == signal.SIGKILL else 130)
    if how == signal.SIGINT:
        assert "; to go on:\nlinefall grade class" in said
        assert "Traceback" not in said
    wait_until(lambda: not processes_with(str(tmp_path)))
    again = subprocess.run(
        [*command, "--json"], cwd=tmp_path, capture_output=True, text=True, timeout=200, check=False
    )
    assert again.returncode == 0
    assert [one["id"] for one in json.loads(again.stdout)["grades"]] == ["1", "2"]
    assert "Part 1, minimax" not in again.stderr  # that was played before
    assert (tmp_path / "grades.csv").read_text().count("\n") == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["nowhere"], "nowhere"),
        (["."], "holds no submission"),
        ([".", "--out", "nowhere/grades.csv"], "there is no folder"),
        ([".", "--out", "grades.db"], "possible: a table such as grades.csv"),
        ([".", "--out", "a.csv", "--report", "a.csv"], "a.csv was given for two things"),
        ([".", "--out", "a.csv", "--report", "./a.db"], "a.db was given for two things"),
        ([".", "--report", "a.pdf"], "a.pdf was given; possible: a page such as report.html"),
        ([".", "--database", "sqlite:///a.csv", "--out", "a.csv"], "given for two things"),
        ([".", "--config", "none.toml"], "cannot be read"),
        ([".", "--games-at-once", "0"], "games-at-once"),
    ],
)
def test_bad_input_is_one_line_and_status_2(tmp_path, options, said):
    ran = subprocess.run(
        [sys.executable, "-m", "linefall", "grade", *options],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ran.returncode == 2
    assert said in ran.stderr
    assert ran.stderr.count("\n") == 1
