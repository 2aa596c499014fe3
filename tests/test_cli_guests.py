"""Names to guests at the table, and hints that are certain."""

import random

import pytest

from linefall import bots
from linefall.board import Board
from linefall.cli.guests import hint, invite, proved_hint
from linefall.errors import LinefallError
from linefall.notation import parse_moves
from linefall.player import Limit
from linefall.review import Insight
from linefall.rules import Rules
from linefall.score import Exact


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
    assert hint(Board(Rules(), moves), columns_from=columns_from) == said


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


@pytest.mark.parametrize(
    ("rules", "moves", "said"),
    [
        ("2x4x2", "-", "columns 1, 2, 3 and 4 win in 2 moves."),
        ("1x4x3", "-", "every column draws."),
        ("3x3x3", "2", "column 2 draws; no column wins."),
        ("3x3x3", "211", "columns 1 and 2 draw; no column wins."),
        ("2x3x2", "2", "every column loses; columns 1, 2 and 3 last longest, 1 move."),
    ],
)
def test_a_proved_hint_says_what_is_best_and_how_far_it_is(rules, moves, said) -> None:
    rules = Rules.parse(rules)
    board = Board(rules, parse_moves(moves, rules))
    assert proved_hint(Insight(values(board)), columns_from=1) == said
