"""Lines for people: wrapped at words for a terminal, whole in a pipe."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from linefall.cli import run
from linefall.cli.width import in_parts, wrapped
from linefall.record import GameRecord, Seat, Verdict
from linefall.rules import Rules
from linefall.store import Store
from processes import read_to_the_end

SENTENCE = "A wins (my-own-program.py): time. Player A took longer than it had."


def look_at_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """Lets standard output be a terminal."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)


def test_a_pipe_gets_the_line_whole(capsys) -> None:
    assert wrapped(SENTENCE * 9, indent=2) == SENTENCE * 9


@pytest.mark.parametrize("columns", [1, 12, 24, 40, 66, 67, 200])
def test_a_terminal_gets_words_that_are_not_cut(capsys, monkeypatch, columns: int) -> None:
    look_at_a_terminal(monkeypatch, columns)
    first, *rest = wrapped("  " + SENTENCE, indent=4).split("\n")
    assert first.startswith("  A wins")
    assert all(part.startswith("    ") for part in rest)
    assert " ".join(map(str.strip, [first, *rest])) == SENTENCE
    assert max(map(len, [first, *rest])) <= max(columns, 24)


def test_the_list_of_bots_is_not_cut_in_a_word(capsys, monkeypatch) -> None:
    look_at_a_terminal(monkeypatch, 60)
    assert run(["bot", "--list"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 60
    monkeypatch.undo()
    assert run(["bot", "--list"]) == 0
    whole = capsys.readouterr().out
    assert max(map(len, whole.splitlines())) > 60
    assert shown.split() == whole.split()


@pytest.mark.parametrize(
    "words", [["solve", "121223"], ["best", "121223", "--seconds", "0.2"]], ids=" ".join
)
def test_what_is_said_of_a_position_is_not_cut_in_a_word(capsys, monkeypatch, words) -> None:
    """The terminal broke the value and the effort where it ended."""
    look_at_a_terminal(monkeypatch, 24)
    assert run([*words, "--board", "4x4x4"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 24
    assert "million a second" in " ".join(shown.split())


def test_a_listed_game_is_not_cut_in_a_word(capsys, monkeypatch, tmp_path: Path) -> None:
    look_at_a_terminal(monkeypatch, 60)
    seats = (Seat("alphabeta", "bot", "alphabeta"), Seat("deepening", "bot", "deepening"))
    verdict = Verdict(0, "resigned", "Player B (deepening) gave the game up in its first move.")
    with Store(tmp_path / "games.db") as store:
        store.add(GameRecord(Rules(), players=seats, verdict=verdict))
    assert run(["games", "--database", str(tmp_path / "games.db")]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("     1  alphabeta - deepening  6x7x4")
    assert max(map(len, [first, *rest])) <= 60
    assert verdict.sentence in " ".join(map(str.strip, [first, *rest]))


def test_a_replayed_game_is_not_cut_in_a_word(capsys, monkeypatch, tmp_path: Path) -> None:
    look_at_a_terminal(monkeypatch, 40)
    verdict = Verdict(0, "resigned", "Player B (deepening) gave the game up in its first move.")
    GameRecord(Rules(1, 3, 2), verdict=verdict).save(tmp_path / "game.json")
    run(["replay", str(tmp_path / "game.json")])
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 40
    assert verdict.sentence in " ".join(shown.split())


def test_the_words_of_a_test_are_not_cut_in_a_word(capsys, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    look_at_a_terminal(monkeypatch, 40)
    run(["sprt", "@left", "@right", "--seconds", "5", "--most-games", "2"])
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 40
    assert "by points of @right (0, 1/2, 1, 3/2, 2): " in " ".join(shown.split())


def test_what_grades_are_for_is_not_cut_in_a_word(capsys, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "1.zip").touch()  # which cannot play, so there are no games
    look_at_a_terminal(monkeypatch, 40)
    assert run(["grade", "class", "--quick"]) == 0
    words = capsys.readouterr().out.partition("1: The zip")[2].splitlines()
    assert max(map(len, words)) <= 40
    told = " ".join(map(str.strip, words))
    assert "150 points for consistently winning or tying against minimax" in told


def test_what_a_judge_says_at_the_end_is_not_cut_in_a_word() -> None:
    main, other = pty.openpty()
    words = ["judge", "@left", "@right", "6", "7", "4", "1", "5", "--ready", "15"]
    process = subprocess.Popen(
        [sys.executable, "-m", "linefall", *words],
        stdin=subprocess.DEVNULL, stdout=other,
        env={**os.environ, "TERM": "dumb", "COLUMNS": "60", "LINES": "40"},
    )  # fmt: skip
    os.close(other)
    seen = read_to_the_end(main)
    os.close(main)
    assert process.wait() == 0
    closing = "A wins (@left)" + seen.decode().partition("A wins (@left)")[2]
    assert max(map(len, closing.splitlines())) <= 60
    told = " ".join(closing.split())
    assert "A wins (@left): line. Player A (@left) has 4 in line (vertical)." in told
    assert "; the program that waits " in told


PARTS = {
    "plain": """\
. . . . . .
x o . . . .
1 2 3 4 5 6
. . . . . .
. . . . . x
      1 1 1
7 8 9 0 1 2
""",
    "letters": """\
| _| _| _| _|
| X| O| _| _|
| 1| 2| 3| 4|
| _| _| _| _|
| _| _| _| _|
| 5| 6| 7| 8|
| _| _| _| _|
| _| _| _| X|
| 9|10|11|12|
""",
    "matrix": """\
|  |  |  |  |
| O| @|  |  |
  1  2  3  4
|  |  |  |  |
|  |  |  |  |
  5  6  7  8
|  |  |  |  |
|  |  |  | O|
  9 10 11 12
""",
    "shapes": """\
+--+--+--+--+
|  |  |  |  |
+--+--+--+--+
|\u2b24 \x1b[4G|\u2b1f \x1b[7G|  |  |
+--+--+--+--+
 0  1  2  3
+--+--+--+--+
|  |  |  |  |
+--+--+--+--+
|  |  |  |  |
+--+--+--+--+
 4  5  6  7
+--+--+--+--+
|  |  |  |  |
+--+--+--+--+
|  |  |  |\u2b24 \x1b[13G|
+--+--+--+--+
 8  9  10 11
""",
    "numbers": """\
 , , , , , ,
0,1, , , , ,

 , , , , , ,
 , , , , ,0,
""",
}


@pytest.mark.parametrize("look", PARTS)
def test_a_wide_board_is_drawn_in_parts(capsys, monkeypatch, look: str) -> None:
    """A terminal broke its rows, each where it ended."""
    look_at_a_terminal(monkeypatch, 15)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert run(["draw", "1,2,12", "--board", "2x12x5", "--plain", "--look", look]) == 0
    assert capsys.readouterr().out.partition("2x12x5")[0] == PARTS[look]


@pytest.mark.parametrize("columns", [1, 2, 3, 22, 23, 24])
def test_no_part_is_wider_than_the_terminal_and_none_is_lost(
    capsys, monkeypatch, columns: int
) -> None:
    look_at_a_terminal(monkeypatch, columns)
    shown = in_parts(["x o . . . . . . . . . x", "1 2 3 4 5 6 7 8 9 0 1 2"], 2).split("\n")
    assert max(map(len, shown)) <= max(columns, 1)
    assert "".join("".join(shown[::2]).split()) == "xo.........x"
    assert "".join("".join(shown[1::2]).split()) == "123456789012"


def test_a_solved_board_that_is_wide_is_drawn_in_parts(capsys, monkeypatch) -> None:
    words = ["solve", ",".join(map(str, [*range(1, 17)] * 2))[:-6], "--board", "2x16x16"]
    look_at_a_terminal(monkeypatch, 30)
    assert run(words) == 0
    drawing = capsys.readouterr().out.partition("2x16x16")[0].splitlines()
    assert drawing == [
        "  x  o  x  o  x  o  x  o",
        "  x  o  x  o  x  o  x  o",
        "  1  2  3  4  5  6  7  8",
        "  x  o  x  o  x  o  .  .",
        "  x  o  x  o  x  o  x  o",
        "  9 10 11 12 13 14 15 16",
        "                   *= *=",
        "",
    ]
