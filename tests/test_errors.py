"""Errors carry their data from 0, say what was possible, and stay on one line."""

from __future__ import annotations

import copy
import inspect
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linefall import errors
from linefall.errors import (
    ColumnFull,
    GameOver,
    LinefallError,
    MoveError,
    NoSuchColumn,
    NotationError,
    NothingToUndo,
    PositionError,
    RulesError,
)
from linefall.player import PlayerFault
from linefall.protocol import ProtocolError


def test_every_error_is_a_linefall_error_and_drawn_in_the_tree() -> None:
    classes = [
        c for _, c in inspect.getmembers(errors, inspect.isclass) if c.__module__ == errors.__name__
    ]
    assert len(classes) >= 9
    for each in classes:
        assert issubclass(each, LinefallError)
        assert each.__name__ in (errors.__doc__ or "")
        assert each.__doc__


@pytest.mark.parametrize("each", [ColumnFull, NoSuchColumn, GameOver, NothingToUndo])
def test_refused_moves_are_move_errors_and_no_value_errors(each: type[MoveError]) -> None:
    assert issubclass(each, MoveError)
    assert not issubclass(each, ValueError)


@pytest.mark.parametrize("each", [RulesError, NotationError, PositionError])
def test_bad_values_are_value_errors_too(each: type[LinefallError]) -> None:
    assert issubclass(each, ValueError)


def test_a_full_column_says_which_columns_are_open() -> None:
    error = ColumnFull(3, (0, 2))
    assert (error.column, error.open_columns) == (3, (0, 2))
    assert str(error) == "column 3 is full; open columns: 0 2 (counting from 0)"


def test_a_missing_column_says_which_columns_there_are() -> None:
    error = NoSuchColumn(-1, 7)
    assert (error.column, error.columns) == (-1, 7)
    assert str(error) == "there is no column -1; columns are 0 to 6 (counting from 0)"
    assert "the only column is 0" in str(NoSuchColumn(1, 1))


def test_a_gigantic_column_makes_a_short_sentence() -> None:
    assert len(str(NoSuchColumn(10**6000, 7))) < 120
    assert len(str(NoSuchColumn(-(10**6000), 7))) < 120


@pytest.mark.parametrize(
    ("winner", "expected"),
    [(None, "the board is full"), (0, "the first player has a line"), (1, "the second player has")],
)
def test_a_game_that_is_over_says_how(winner: int | None, expected: str) -> None:
    assert expected in str(GameOver(winner, 3))


def test_nothing_to_undo_says_so() -> None:
    assert str(NothingToUndo()) == "there is no move to take back"


def test_a_notation_error_points_at_the_character() -> None:
    error = NotationError("44z3", 2, "no digit")
    assert (error.text, error.position, error.reason) == ("44z3", 2, "no digit")
    assert str(error) == "no digit: character 3 ('z') of '44z3'"


def test_a_notation_error_points_behind_the_text_and_at_nothing() -> None:
    assert str(NotationError("6x7", 3, "no x")) == "no x: the end of '6x7'"
    assert str(NotationError("", 0, "no moves")) == "no moves: the text is empty"


def test_a_notation_error_in_many_lines_names_the_line() -> None:
    error = NotationError(". .\nx z\n", 6, "no disc")
    assert str(error) == "no disc: line 2, character 3 ('z') of 'x z'"
    assert str(NotationError("a\n", 2, "no end")) == "no end: line 2, the end of ''"


def test_a_long_text_is_quoted_around_the_character_only() -> None:
    message = str(NotationError("1" * 5000 + "z" + "2" * 5000, 5000, "no digit"))
    assert "character 5001 ('z')" in message
    assert "1z2" in message
    assert len(message) < 150


@given(st.text(), st.data())
def test_messages_are_one_short_line_whatever_was_typed(text: str, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, len(text)))
    message = str(NotationError(text, position, "no"))
    assert message.isprintable()
    assert len(message) < 600


@pytest.mark.parametrize(
    "error",
    [
        NotationError("4z", 1, "no digit"),
        ColumnFull(3, (0, 1)),
        NoSuchColumn(9, 7),
        GameOver(1, 2),
        NothingToUndo(),
        RulesError("rows"),
        PositionError("discs"),
        PlayerFault("crash", "it ended."),
        ProtocolError(b"\xff\n", "no number"),
    ],
)
def test_errors_cross_process_borders_whole(error: LinefallError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)
