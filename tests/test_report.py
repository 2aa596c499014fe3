"""Reports: complete, harmless whatever programs print, and usable in a real browser."""

import json
import random
import re
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import sync_playwright

from linefall.blunders import Kept
from linefall.board import Board
from linefall.grade_report import class_page, in_words, student_page, without_others_errors
from linefall.grading import Grade, Mark
from linefall.grading_settings import GradingSettings
from linefall.record import GameRecord, MoveTime, Seat, Verdict
from linefall.report import (
    ERRORS_SHOWN,
    ReportGame,
    error_output,
    page,
    rating_chart,
    review_words,
    write_report,
)
from linefall.rules import Rules
from linefall.standings import Result, standings
from linefall.submissions import Submission

HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=alert(1)>"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def game(number: int, first: str, second: str, moves, verdict: Verdict, rules=Rules()):
    record = GameRecord(
        rules,
        players=(Seat(first), Seat(second)),
        moves=tuple(moves),
        times=tuple(MoveTime(0.25) for _ in moves),
        verdict=verdict,
        seconds=0.5,
    )
    return ReportGame(number, record, "Part 2, tournament")


def sample() -> list[ReportGame]:
    line = Verdict(0, "line", "Player A won.", {"cells": [[3, 0], [3, 1], [3, 2], [3, 3]]})
    crash = {"player": "B", "error_output": ["Traceback", HOSTILE, "bad \u2028 line"]}
    return [
        game(1, "Ann", "Bob", [3, 2, 3, 2, 3, 2, 3], line),
        game(2, "Bob", HOSTILE, [3, 2, 3], Verdict(0, "crash", f"It died: {HOSTILE}", crash)),
        game(3, "Ann", HOSTILE, [0, 1], Verdict(None, "draw", "Full."), Rules(1, 2, 2)),
    ]


def results(games):
    records = (one.record for one in games)
    return [
        Result(*(seat.name for seat in record.sides), record.winning_side, record.verdict.cause)
        for record in records
    ]


def write(path: Path, games: list[ReportGame]) -> str:
    write_report(path, "Autumn <b>league</b>", standings(results(games)), games)
    return path.read_text(encoding="utf-8")


def data_of(page_text: str) -> dict:
    return json.loads(re.search(r'id="data">(.*?)</script>', page_text, re.DOTALL)[1])


# ----------------------------------------------------------------------------------- the text


def test_the_page_asks_for_nothing_outside(tmp_path):
    text = write(tmp_path / "report.html", sample())
    links = re.findall(r'(?:href|src|action)="([^"]*)"', text)
    assert links
    assert all(link.startswith("#") for link in links)
    assert "@import" not in text
    assert "url(" not in text
    # The one address in it is the name of SVG, which nobody fetches.
    assert set(re.findall(r"https?://[^\"' ]*", text)) == {"http://www.w3.org/2000/svg"}


def test_what_programs_print_is_never_markup(tmp_path):
    text = write(tmp_path / "report.html", sample())
    assert "<script>document" not in text
    assert "<img" not in text
    assert "<b>" not in text
    assert text.count("<script") == 2
    assert data_of(text)["games"][1]["e"][2] == HOSTILE


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_comes_back_from_the_data_as_it_was(name, sentence):
    verdict = Verdict(None, "draw", sentence)
    text = page(name, [], [game(1, name, "b", [], verdict)])
    text.encode("utf-8", "surrogatepass")
    found = data_of(text)
    assert (found["names"][0], found["games"][0]["x"]) == (name, sentence)


def test_all_parts_of_the_report_are_there(tmp_path):
    text = write(tmp_path / "report.html", sample())
    for part in ("standings", "ratings", "cross", "faults", "games", "kept"):
        assert f'<section id="{part}">' in text
    assert "<td >1/1</td>" in text
    assert "Ann kept the result in " in data_of(text)["games"][0]["r"]


def test_the_cross_table_shows_the_ranks_that_the_standings_show(tmp_path):
    """It counted 1, 2, 3 where the table above it said 1, 1, 3."""
    line = Verdict(0, "line", "Player A won.")
    pairs = [("A", "C"), ("B", "C"), ("A", "D"), ("B", "D")]
    text = write(tmp_path / "report.html", [game(1, *pair, [3], line) for pair in pairs])
    cross = text.split('<section id="cross">')[1].split("</table>")[0]
    lines = [re.sub("<[^>]*>", " ", row).split() for row in cross.split("<tr>")[1:]]
    assert lines == [
        ["program", "1", "1", "3", "3"],
        ["1.", "A", "x", "·", "1/1", "1/1"],
        ["1.", "B", "·", "x", "1/1", "1/1"],
        ["3.", "C", "0/1", "0/1", "x", "·"],
        ["3.", "D", "0/1", "0/1", "·", "x"],
    ]


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([3], "A kept the result in 1 of 1 moves; b made no move. No blunder."),
        (
            [3, 3],
            "A kept the result in 1 of 1 moves; b made moves about which nothing is proved. "
            "No blunder among the moves that were proved.",
        ),
    ],
)
def test_who_has_no_move_that_is_proved_kept_none_of_none(moves, said):
    """The report said that the result was kept in 0 of 0 moves."""
    one = game(1, "A", "b", moves, Verdict(0, "crash", "It died."))
    kept = Kept((1, 0), (1, 0), None, None, complete=len(moves) == 1)
    assert review_words(replace(one, kept=kept)) == said


def test_a_chart_of_nobody_says_so():
    assert rating_chart([]) == "<p>Nobody has played.</p>"


@pytest.mark.unwatched
def test_the_report_of_64_programs_is_small_and_quick(tmp_path):
    source, names = random.Random(1), [f"program{n}" for n in range(64)]
    games = []
    for first in names:
        for second in names:
            if first != second:
                board = Board()
                while board.outcome() is None:
                    board.drop(source.choice(board.open_columns))
                won = board.outcome().winner
                verdict = Verdict(won, "draw" if won is None else "line", "It ended.")
                games.append(game(len(games) + 1, first, second, board.moves, verdict))
    start = time.process_time()
    text = write(tmp_path / "report.html", games)
    assert time.process_time() - start < 10
    assert len(text.encode()) < 20e6
    assert len(data_of(text)["games"]) == 64 * 63


# ----------------------------------------------------------------------------------- students


def test_a_game_is_told_in_plain_words():
    won, crashed, tied = sample()
    assert in_words(won, "Ann").endswith("moving first: won by a line after 7 moves.")
    assert in_words(won, "Bob").endswith("moving second: lost by a line after 7 moves.")
    assert "won after 3 moves, because" in in_words(crashed, "Bob")
    assert "your program ended in the middle of the game. It died" in in_words(crashed, HOSTILE)
    assert in_words(tied, "Ann").endswith("a tie after 2 moves; the board was full.")
    both = game(4, "Ann", "Bob", [], Verdict(None, "start-up", "Both died."))
    assert in_words(both, "Ann").endswith("neither program could play. Both died.")


def students() -> list[Grade]:
    marks = {
        name: Mark(10.0, 150.0, f"Because {HOSTILE}")
        for name in ("minimax", "deepening", "alphabeta", "rank", "score")
    }
    ann = Submission("Ann", "Ann.zip", name=HOSTILE, program=Path("hw2.py"), notes=(HOSTILE,))
    return [
        Grade(ann, marks, 1),
        Grade(Submission(HOSTILE, "x.zip", problems=(HOSTILE,)), marks),
    ]


def test_the_page_of_a_class_has_every_student_and_no_markup_of_theirs():
    games = sample()
    text = class_page("Grades", GradingSettings(), students(), standings(results(games)), games)
    assert 'id="student-Ann"' in text
    assert "consistently: at least 90 %" in text
    assert text.count("<script") == 2
    assert "<img" not in text


def test_a_students_own_page_holds_ones_own_games_alone():
    text = student_page("Grades", GradingSettings(), students()[0], sample())
    assert [one["n"] for one in data_of(text)["games"]] == [1, 3]


def test_nobody_is_shown_the_error_output_of_others():
    crash = sample()[1]  # Bob's opponent crashed, and wrote why
    assert error_output(without_others_errors(crash, HOSTILE).record)[1] == "Traceback"
    assert error_output(without_others_errors(crash, "Bob").record) == []
    evidence = {"A": {"error_output": ["a"]}, "B": {"error_output": ["b"]}}
    both = game(4, "Ann", "Bob", [], Verdict(None, "start-up", "Both died.", evidence))
    assert error_output(both.record) == ["Ann:", "a", "Bob:", "b"]
    assert error_output(without_others_errors(both, "Bob").record) == ["Bob:", "b"]


@pytest.mark.parametrize("odd", [3, "text", [], [None, 3], [[], []], {"A": 1}, [["x"], "y"]])
def test_error_output_of_another_form_is_none(odd):
    """A record that somebody else wrote ended the report with a traceback."""
    won = sample()[0]
    for record in (
        replace(won.record, conditions={"error_output": odd}),
        won.record.with_verdict(Verdict(None, "crash", "...", {"A": odd, "B": odd})),
    ):
        shown = error_output(record)
        assert all(line in (f"{record.players[0].name}:", "x") for line in shown)
        others = without_others_errors(replace(won, record=record), won.names[1])
        assert error_output(others.record) == []


def test_a_game_that_was_won_shows_what_both_programs_wrote_the_last_of_it():
    won = game(5, "Ann", "Bob", [0, 1] * 3 + [0], Verdict(0, "line", "A line."))
    written = [["depth 4"], [f"line {number:04}" for number in range(1000)]]
    won = replace(won, record=replace(won.record, conditions={"error_output": written}))
    lines = error_output(won.record)
    assert lines[:3] == ["Ann:", "depth 4", "Bob:"]
    assert lines[-1] == "line 0999"
    assert len(lines) == 3 + ERRORS_SHOWN // 9
    assert error_output(without_others_errors(won, "Ann").record) == ["Ann:", "depth 4"]


# -------------------------------------------------------------------------------- the browser


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=FLAGS, timeout=120_000
        )
        yield chromium
        chromium.close()


@pytest.fixture
def tab(browser, tmp_path):
    """The sample report, open in a browser that has no network and notes what goes wrong."""
    write(tmp_path / "report.html", sample())
    context = browser.new_context(offline=True)
    tab = context.new_page()
    tab.set_default_timeout(60_000)
    tab.wrong = []
    tab.on("pageerror", lambda error: tab.wrong.append(str(error)))
    tab.on("console", lambda said: tab.wrong.append(said.text) if said.type == "error" else None)
    tab.on("dialog", lambda dialog: (tab.wrong.append("dialog"), dialog.dismiss()))
    tab.goto(f"file://{tmp_path / 'report.html'}")
    yield tab
    assert tab.wrong == []
    context.close()


def discs(tab) -> int:
    return tab.locator("#board circle[r='20']:not([fill='#fff'])").count()


def test_a_game_is_replayed_by_keys_and_buttons(tab):
    assert tab.text_content("#number") == "Game 1"
    assert (discs(tab), tab.locator("#board circle.line").count()) == (7, 4)
    tab.keyboard.press("ArrowLeft")
    assert (discs(tab), tab.locator("#board circle.line").count()) == (6, 0)
    assert "move 6 of 7: Bob plays column 2, 0.25 s" in tab.text_content("#step")
    tab.focus("#viewer")
    tab.keyboard.press("Home")
    assert discs(tab) == 0
    assert tab.is_disabled("#back")
    tab.keyboard.press("ArrowRight")
    assert discs(tab) == 1
    tab.click("#to-end")
    assert discs(tab) == 7
    tab.click("#moves button:nth-child(3)")
    assert discs(tab) == 3


def test_every_game_can_be_chosen_and_shows_its_error_output(tab):
    tab.keyboard.press("n")
    tab.wait_for_selector("#number:text-is('Game 2')")
    assert HOSTILE in tab.text_content("#errors")
    assert HOSTILE in tab.text_content("#verdict")
    tab.click("#rows a[href='#game-3']")
    tab.wait_for_selector("#number:text-is('Game 3')")
    assert tab.is_hidden("#errors")
    assert discs(tab) == 2
    assert tab.title() == "Autumn <b>league</b>"


def test_games_are_listed_by_program(tab):
    assert tab.locator("#rows tr").count() == 3
    tab.select_option("#who", label="Bob")
    assert tab.locator("#rows tr").count() == 2
    assert tab.text_content("#count") == "2 games"


def test_all_is_reached_by_the_keyboard_alone(tab):
    reached = set()
    for _ in range(60):
        tab.keyboard.press("Tab")
        reached.add(tab.evaluate("document.activeElement.id"))
    assert {"viewer", "to-start", "back", "previous", "next", "who"} <= reached


def test_it_prints_without_what_only_a_screen_needs(tab):
    tab.emulate_media(media="print")
    assert tab.is_hidden("#buttons")
    assert tab.is_hidden("nav")
    assert tab.is_visible("#board svg")
    assert tab.pdf()[:4] == b"%PDF"


# ------------------------------------------------------------------------------------ commands


def test_a_tournament_writes_its_report(tmp_path):
    command = [sys.executable, "-m", "linefall", "tournament", "@left", "@right", "--boards",
               "2x2x2", "--seconds", "5", "--ready", "30", "--report"]  # fmt: skip
    ran = subprocess.run(
        [*command, "league.html"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    found = data_of((tmp_path / "league.html").read_text())
    assert [one["n"] for one in found["games"]] == [1, 2]
    assert sorted(found["names"]) == ["@left", "@right"]
    ran = subprocess.run(
        [*command, "no/league.html"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "there is no folder" in ran.stderr
