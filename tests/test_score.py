"""Proved values and guesses: the score of the literature, plies to the end, and words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linefall.board import Board
from linefall.rules import Rules
from linefall.score import Exact, Guess, score_of_stone


@pytest.mark.parametrize(
    ("score", "plies", "cells", "stone", "words"),
    [
        (1, 0, 42, 41, "first player wins in 21 moves"),  # the empty 6x7x4 board
        (-1, 1, 42, 41, "first player wins in 20 moves"),  # after the centre
        (-1, 0, 42, 42, "second player wins in 21 moves"),
        (-2, 0, 42, 40, "second player wins in 20 moves"),
        (0, 0, 42, 42, "draw"),
        (18, 6, 42, 7, "first player wins in 1 move"),
        (-18, 7, 42, 7, "first player has won"),
        (1, 41, 42, 42, "second player wins in 1 move"),
        (1, 0, 25, 25, "first player wins in 13 moves"),  # an odd number of cells
        (-1, 0, 25, 24, "second player wins in 12 moves"),
        (1, 1, 25, 24, "second player wins in 12 moves"),
        (1, 24, 25, 25, "first player wins in 1 move"),
        (1, 0, 1, 1, "first player wins in 1 move"),
        (21, 0, 42, 1, "first player wins in 1 move"),  # one in line
        (0, 42, 42, 42, "draw"),
    ],
)
def test_score_stone_and_words_belong_together(
    score: int, plies: int, cells: int, stone: int, words: str
) -> None:
    value = Exact(score, plies, cells)
    assert value.last_stone == stone
    assert value.plies_to_end == stone - plies
    assert value.words() == str(value) == words


@st.composite
def won_games(draw: st.DrawFn) -> tuple[int, int, int]:
    """Cells of a board, the stone that ends the game, and discs on the board before or at it."""
    cells = draw(st.integers(1, 10_000))
    stone = draw(st.integers(1, cells))
    return cells, stone, draw(st.integers(0, stone))


@given(won_games())
def test_every_stone_comes_back_from_its_score(game: tuple[int, int, int]) -> None:
    cells, stone, plies = game
    winner = (stone - 1) % 2
    formula = score_of_stone(stone, cells)
    value = Exact(formula if winner == plies % 2 else -formula, plies, cells)
    assert value.last_stone == stone
    assert value.winner == winner
    assert value.plies_to_end == stone - plies
    assert value.result == ("win" if winner == plies % 2 else "loss")
    assert value.moves_to_end == len([n for n in range(plies + 1, stone + 1) if n % 2 == stone % 2])


@given(won_games())
def test_the_other_side_sees_the_same_game(game: tuple[int, int, int]) -> None:
    cells, stone, plies = game
    score = score_of_stone(stone, cells)
    value = Exact(score if stone % 2 != plies % 2 else -score, plies, cells)
    other = -value
    assert -other == value
    assert other.score == -value.score
    assert other.side == 1 - value.side
    assert {value.result, other.result} == {"win", "loss"}
    for same in ("last_stone", "plies_to_end", "winner"):
        assert getattr(other, same) == getattr(value, same)
    assert other.words(("Red", "Yellow")) == value.words(("Red", "Yellow"))


@given(st.integers(0, 10_000), st.data())
def test_a_draw_ends_on_a_full_board(cells: int, data: st.DataObject) -> None:
    plies = data.draw(st.integers(0, cells))
    value = Exact(0, plies, cells)
    assert (value.score, value.result, value.winner) == (0, "draw", None)
    assert value.plies_to_end == cells - plies
    assert (-value).words() == "draw"


def test_a_board_gives_the_discs_and_cells() -> None:
    board = Board(Rules(5, 5, 4), [2, 2, 1])
    value = Exact.from_score(1, board)
    assert (value.plies, value.cells, value.side) == (3, 25, 1)
    assert value.words(("Red", "Yellow")) == "Yellow wins in 11 moves"


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_a_value_is_made_from_score_stone_or_plies_alike(
    rows: int, columns: int, data: st.DataObject
) -> None:
    board = Board(Rules(rows, columns, 100))
    for _ in range(data.draw(st.integers(0, rows * columns - 1))):
        board.drop(board.open_columns[0])
    stone = data.draw(st.integers(board.plies + 1, rows * columns))
    value = Exact.from_last_stone(stone, board)
    assert value.last_stone == stone
    assert Exact.from_plies(stone - board.plies, board) == value
    assert Exact.from_score(value.score, board) == value
    assert Exact.draw(board) == Exact.from_score(0, board)


def test_a_line_on_the_board_is_a_loss_in_no_plies() -> None:
    board = Board(moves=[0, 1, 0, 1, 0, 1, 0])
    value = Exact.from_plies(0, board)
    assert (value.score, value.result, value.plies_to_end) == (-18, "loss", 0)
    assert value.words(("Red", "Yellow")) == "Red has won"


def test_whose_turn_it_is_can_be_said_where_discs_do_not_tell() -> None:
    value = Exact(18, plies=6, cells=42)
    assert value.words(("Red", "Yellow"), to_move=0) == "Red wins in 1 move"
    assert value.words(("Red", "Yellow"), to_move=1) == "Yellow wins in 1 move"


@pytest.mark.parametrize(
    ("score", "plies", "cells"),
    [(22, 0, 42), (-22, 0, 42), (2, 40, 42), (1, 42, 42), (0, 43, 42), (0, -1, 42), (-21, 0, 41)],
)
def test_scores_that_no_game_can_have_are_refused(score: int, plies: int, cells: int) -> None:
    with pytest.raises(ValueError, match=r"no game|do not fit"):
        Exact(score, plies, cells)


def test_sides_other_than_0_and_1_are_refused() -> None:
    with pytest.raises(ValueError, match="0 or 1"):
        Exact(0, 0, 42, side=2)
    with pytest.raises(ValueError, match="0 or 1"):
        Guess(0.0, side=2)


def test_better_values_are_greater() -> None:
    values = [Exact(score, 0, 42) for score in (-3, -20, 0, 5, 1)]
    assert [value.score for value in sorted(values)] == [-20, -3, 0, 1, 5]
    assert max(values).score == 5
    assert Exact(1, 0, 42) <= Exact(1, 2, 42) <= Exact(2, 0, 42)
    assert Exact(1, 0, 42) >= Exact(1, 2, 42) > Exact(0, 0, 42)


@pytest.mark.parametrize(
    "other",
    [Guess(0.5, side=0), 1, 0.5, None, Exact(1, 0, 25), Exact(1, 1, 42), -Exact(1, 0, 42)],
)
def test_values_that_do_not_compare_raise(other: object) -> None:
    value = Exact(1, 0, 42)
    assert value != other
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(value, compare)(other) is NotImplemented
    with pytest.raises(TypeError):
        sorted([value, other])  # type: ignore[type-var]


@pytest.mark.parametrize("other", [Exact(1, 0, 42), 0.5, Guess(0.5, side=1)])
def test_guesses_compare_with_guesses_of_the_same_side_only(other: object) -> None:
    guess = Guess(0.5, side=0)
    assert guess != other
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(guess, compare)(other) is NotImplemented
    better = Guess(0.7, side=0)
    assert guess < better
    assert guess <= better
    assert better > guess
    assert better >= guess


@pytest.mark.parametrize(
    ("value", "side", "words"),
    [
        (0.0, 0, "looks even"),
        (-0.05, 1, "looks even"),
        (0.3, 0, "Red looks better"),
        (-0.3, 0, "Yellow looks better"),
        (0.9, 1, "Yellow looks much better"),
        (-0.99, 1, "Red looks much better"),
    ],
)
def test_a_guess_in_words_is_only_a_look(value: float, side: int, words: str) -> None:
    guess = Guess(value, side)
    assert guess.words(("Red", "Yellow")) == words
    assert (-guess).words(("Red", "Yellow")) == words
    assert "looks" in str(guess)


@pytest.mark.parametrize("value", [1.01, -2, float("nan"), float("inf")])
def test_a_guess_lies_between_minus_one_and_one(value: float) -> None:
    with pytest.raises(ValueError, match="between -1 and 1"):
        Guess(value, side=0)


def test_points_of_an_engine_become_a_guess_for_the_side_to_move() -> None:
    board = Board(moves=[3])
    assert Guess.from_points(0, board, scale=100) == Guess(0.0, side=1)
    assert 0.7 < Guess.from_points(100, board, scale=100).value < 0.8
    assert -1 < Guess.from_points(-1e9, board, scale=100).value < -0.999


def test_what_is_sure_is_told_from_a_strong_belief() -> None:
    assert Guess(1.0, side=0).words() == "first player wins"
    assert Guess(-1.0, side=0).words() == "second player wins"
    strong = Guess.from_points(1e9, Board(), scale=1)
    assert not strong.sure
    assert strong.words() == "first player looks much better"
