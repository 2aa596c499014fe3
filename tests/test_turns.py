"""Which positions turns can have led to, compared with all positions that play leads to."""

from __future__ import annotations

import random
from itertools import product

import pytest

from linefall import turns
from linefall.board import Board
from linefall.errors import PositionError
from linefall.rules import Rules
from linefall.turns import OutOfPatience, order_of_play, turns_are_possible
from positions import random_board


def reachable(rules: Rules) -> set[tuple[int, int]]:
    """Every position that play leads to."""
    found: set[tuple[int, int]] = set()

    def walk(board: Board) -> None:
        if board.bits in found:
            return
        found.add(board.bits)
        for column in board.open_columns:
            board.drop(column)
            walk(board)
            board.undo()

    walk(Board(rules))
    return found


def set_up(rules: Rules) -> list[Board]:
    """Every position that can be set up, however the discs are stacked."""
    stacks = [s for height in range(rules.rows + 1) for s in product((0, 1), repeat=height)]
    boards = []
    for columns in product(stacks, repeat=rules.columns):
        bits = [0, 0]
        for column, stack in enumerate(columns):
            for row, side in enumerate(stack):
                bits[side] |= 1 << (column * (rules.rows + 1) + row)
        try:
            boards.append(Board.from_bits(rules, *bits))
        except PositionError:
            continue
    return boards


@pytest.mark.parametrize("text", ["3x3x3", "3x3x2", "4x2x3", "2x4x2", "5x2x6", "1x6x3", "2x3x1"])
def test_exactly_the_positions_of_games_are_possible(text: str) -> None:
    rules = Rules.parse(text)
    possible = {board.bits for board in set_up(rules) if turns_are_possible(board)}
    assert possible == reachable(rules)


@pytest.mark.parametrize(
    ("text", "games"),
    [("6x7x4", 60), ("6x7x8", 60), ("4x4x3", 60), ("20x20x6", 3), ("60x60x99", 1)],
)
def test_the_order_that_is_found_leads_to_the_position(text: str, games: int) -> None:
    rng = random.Random(text)
    for _ in range(games):
        rules = Rules.parse(text)
        board = random_board(rules, rng.randint(0, rules.cells), rng)
        order = order_of_play(Board.from_bits(board.rules, *board.bits))
        assert order is not None
        assert Board(board.rules, order) == board


def test_the_last_disc_of_an_order_makes_the_line() -> None:
    """Three discs could have been dropped last, but only the middle one joins both halves."""
    board = Board(Rules(2, 7, 4), [0, 0, 1, 1, 2, 2, 4, 4, 5, 5, 6, 6, 3])
    order = order_of_play(Board.from_bits(board.rules, *board.bits))
    assert order is not None
    assert order[-1] == 3


def test_in_doubt_turns_are_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.from_bits(Rules(4, 2, 4), 0b0011, 0b1100)
    assert not turns_are_possible(board)
    monkeypatch.setattr(turns, "_PATIENCE", 0)
    with pytest.raises(OutOfPatience):
        order_of_play(board)
    assert turns_are_possible(board)
