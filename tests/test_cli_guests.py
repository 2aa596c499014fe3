"""Names to guests at the table, and hints that are certain."""

import random
import re
import subprocess
import sys

import pytest

import zoo
from linefall import bots
from linefall.board import Board
from linefall.cli.guests import Adviser, at_once, invite, names_a_move, proved_hint
from linefall.errors import LinefallError
from linefall.notation import parse_moves
from linefall.player import Limit
from linefall.rules import Rules
from linefall.score import Exact
from linefall.solution import Bounds, Solution


def test_a_person_has_no_player_behind_the_name() -> None:
    guest = invite("person", random.Random(1))
    assert (guest.player, guest.kind) == (None, "person")


@pytest.mark.parametrize(
    ("name", "columns"), [("left", {0}), ("right", {6}), ("rand", set(range(7)))]
)
def test_simple_players_play_as_they_are_called(name, columns) -> None:
    for called in (name, f"@{name}"):
        player = invite(called, random.Random(1)).player
        assert player is not None
        assert {player.choose(Board(), Limit()).column for _ in range(200)} == columns


@pytest.mark.parametrize("name", bots.NAMES)
def test_every_bot_can_be_invited(name) -> None:
    guest = invite(name, random.Random(1))
    assert (guest.name, guest.kind) == (name, "bot")
    assert guest.player is not None


def test_a_program_can_be_invited_and_is_known_by_its_command() -> None:
    guest = invite(f"program:{bots.path('left')}", random.Random(1))
    assert guest.name == f"program:{bots.path('left')}"
    assert (guest.kind, guest.forgets) == ("program", False)
    assert guest.player is not None
    assert guest.player.choose(Board(), Limit()).column == 0
    guest.player.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("words", [["play"], ["console"], ["window", "--frames", "."]])
def test_every_table_says_how_its_programs_are_fenced_in(words, tmp_path) -> None:
    bot = f"program:{zoo.PROGRAMS / 'memory_touched.py'}"
    words += ["--rules", "console", "--first", bot, "--sandbox", "none", "--memory", "100M"]
    game = subprocess.run(
        [sys.executable, "-m", "linefall", *words],
        input="BOARD\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert re.search(r"used \d+ MB of memory; 100 MB are allowed", " ".join(game.stdout.split()))


@pytest.mark.parametrize("name", ["nobody", "", "engine:x", "program:", "program:/nowhere/bot"])
def test_an_unknown_name_is_one_line_with_what_is_possible(name) -> None:
    with pytest.raises(LinefallError) as caught:
        invite(name, random.Random(1))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("moves", "columns_from", "said"),
    [
        ([0, 1, 0, 1, 0, 1], 1, "column 1 wins at once."),
        ([0, 1, 0, 1, 0, 1], 0, "column 0 wins at once."),
        ([2, 2, 3, 3, 4, 4], 1, "columns 2 and 6 win at once."),
        ([2, 2, 3, 3, 4], 1, "none helps: the other wins in columns 2 and 6."),
        ([0, 1, 0, 1, 0], 1, "column 1, or the other wins there."),
    ],
)
def test_a_hint_names_what_decides_at_once(moves, columns_from, said) -> None:
    assert at_once(Board(Rules(), moves), columns_from=columns_from) == said
    assert Adviser()(Board(Rules(), moves), columns_from=columns_from) == said


def test_where_nothing_is_decided_at_once_the_solver_is_asked() -> None:
    advise = Adviser(seconds=60)
    assert advise(Board(Rules(4, 4, 4)), columns_from=1) == "every column draws."
    assert advise(Board(Rules(3, 3, 3), [1]), columns_from=0) == "column 1 draws; no column wins."


def test_a_board_that_is_too_large_for_proofs_gets_an_honest_answer() -> None:
    """The answer used to end there, and a player was as wise as before."""
    said = Adviser(seconds=0.01)(Board(Rules(100, 100, 30)), columns_from=1)
    assert re.fullmatch(
        r"nothing is decided at once, and no more is proved in time\. "
        r"The engine would try column [0-9]{1,3}\.",
        said,
    )


def solved(lower: int, upper: int) -> Solution:
    return Solution(Bounds(lower, upper), plies=0, cells=42)


def test_a_guess_is_told_where_no_move_is_proved_but_none_that_is_proved_to_lose() -> None:
    columns = {3: solved(-4, -1), 4: solved(-4, 4)}
    said = "not column 4, which loses; more is not proved in time."
    assert not names_a_move(columns)
    assert proved_hint(columns, 3, columns_from=1) == said
    assert proved_hint(columns, 4, columns_from=1) == f"{said} The engine would try column 5."


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({0: solved(1, 9), 1: solved(-3, 4), 2: solved(2, 9)}, "columns 1 and 3 win."),
        ({0: solved(-9, 9), 1: solved(3, 3)}, "column 2 wins."),
        ({0: solved(-4, -1), 1: solved(-4, -2)}, "every column loses, if the other plays well."),
        (
            {0: solved(-4, -1), 1: solved(-4, 2)},
            "not column 1, which loses; more is not proved in time.",
        ),
        ({0: solved(-4, 4)}, "nothing is decided at once, and no more is proved in time."),
        ({}, "nothing is decided at once, and no more is proved in time."),
    ],
)
def test_what_is_proved_in_part_is_told_and_no_more(columns, said) -> None:
    assert proved_hint(columns, columns_from=1) == said


def test_the_perfect_player_can_be_invited_and_wins_what_is_won() -> None:
    guest = invite("perfect", random.Random(1))
    assert guest.kind == "engine"
    assert guest.player is not None
    board = Board(Rules(), [3, 3, 2, 2])
    while board.outcome() is None:
        board.drop(
            guest.player.choose(board, guest.limit).column
            if board.to_move == 0
            else board.open_columns[-1]
        )
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner == 0


def value(board: Board) -> Exact:
    """Works out what a small board is worth for its side to move."""
    outcome = board.outcome()
    if outcome is not None:
        return (
            Exact.from_last_stone(board.plies, board) if outcome.directions else Exact.draw(board)
        )
    return max(values(board).values())


def values(board: Board) -> dict[int, Exact]:
    found = {}
    for column in board.open_columns:
        board.drop(column)
        after = -value(board)
        board.undo()
        found[column] = Exact(after.score, board.plies, board.rules.cells)
    return found


def solutions(board: Board) -> dict[int, Solution]:
    exact = values(board).items()
    cells = board.rules.cells
    return {c: Solution(Bounds(v.score, v.score), board.plies, cells) for c, v in exact}


@pytest.mark.parametrize(
    ("rules", "moves", "said"),
    [
        ("2x4x2", "-", "columns 1, 2, 3 and 4 win in 2 moves."),
        ("1x4x3", "-", "every column draws."),
        ("3x3x3", "2", "column 2 draws; no column wins."),
        ("3x3x3", "211", "columns 1 and 2 draw; no column wins."),
        ("2x3x2", "2", "every column loses, in 1 move if both play well."),
        ("3x4x3", "1", "every column loses; columns 1 and 3 last longest, 5 moves."),
    ],
)
def test_a_proved_hint_says_what_is_best_and_how_far_it_is(rules, moves, said) -> None:
    rules = Rules.parse(rules)
    board = Board(rules, parse_moves(moves, rules))
    assert proved_hint(solutions(board), columns_from=1) == said


def test_every_kind_of_program_that_is_taken_is_named_among_the_possible_ones() -> None:
    """Agents of Kaggle and riddles.io programs were taken, and nobody was told."""
    with pytest.raises(LinefallError, match=r"program:COMMAND, kaggle:FILE\.py, riddles:"):
        invite("nobody", random.Random(1))
