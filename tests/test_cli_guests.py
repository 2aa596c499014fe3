"""Names to guests at the table, and hints that are certain."""

import random

import pytest

from linefall import bots
from linefall.board import Board
from linefall.cli.guests import hint, invite
from linefall.errors import LinefallError
from linefall.player import Limit
from linefall.rules import Rules


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
