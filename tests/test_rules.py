"""Rules are checked when made, frozen, and survive the way to text and back."""

from __future__ import annotations

import dataclasses
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linefall.errors import NotationError, RulesError
from linefall.rules import Rules

HUGE = 10**6000
sizes = st.integers(1, 100)


def test_the_default_is_connect_four() -> None:
    assert Rules() == Rules(6, 7, 4)
    assert Rules().cells == 42


@given(sizes, sizes, sizes)
def test_rules_come_back_from_their_text(rows: int, columns: int, connect: int) -> None:
    rules = Rules(rows, columns, connect)
    assert str(rules) == f"{rows}x{columns}x{connect}"
    assert Rules.parse(str(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_a_line_longer_than_the_board_is_legal() -> None:
    assert Rules(1, 1, 100).connect == 100


def test_rules_are_frozen_ordered_and_hashable() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().rows = 7  # type: ignore[misc]
    assert Rules(5, 9, 9) < Rules(6, 1, 1) < Rules(6, 1, 2)
    assert len({Rules(), Rules(6, 7, 4)}) == 1


@pytest.mark.parametrize("field", ["rows", "columns", "connect"])
@pytest.mark.parametrize(
    "value",
    [0, -1, 101, HUGE, 4.0, "4", None, True],
    ids=lambda value: f"{value!s:.9}" if value != HUGE else "huge",
)
def test_impossible_rules_are_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(RulesError, match=rf"^{field} must be .*from 1 to 100") as caught:
        Rules(**{field: value})  # type: ignore[arg-type]
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("6", 1),
        ("6x", 2),
        ("6x7", 3),
        ("6x7x", 4),
        ("6x7x4x", 5),
        ("6x7x4 ", 5),
        (" 6x7x4", 0),
        ("6 x7x4", 1),
        ("6X7x4", 1),
        ("6*7x4", 1),
        ("-6x7x4", 0),
        ("+6x7x4", 0),
        ("06x7x4", 0),
        ("0x7x4", 0),
        ("6x101x4", 2),
        ("6x7x999999999", 4),
        ("6x7x" + "9" * 100_000, 4),
        ("6x7x²", 4),
        ("٦x7x4", 0),
        ("6x7x4\n", 5),
        ("six", 0),
    ],
)
def test_text_that_is_no_board_is_pointed_at(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        Rules.parse(text)
    assert caught.value.position == position
    assert caught.value.text == text


@given(st.text("0123456789x- ²", max_size=12) | st.text())
def test_whatever_is_parsed_prints_the_same(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except NotationError:
        return
    assert str(rules) == text


@given(st.text("0123456789x- ²", max_size=12) | st.text())
def test_the_character_pointed_at_is_in_the_text_or_right_behind_it(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Rules.parse(text + "?")
    assert 0 <= caught.value.position <= len(text)
