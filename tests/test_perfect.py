"""The perfect player, with the solver alone and with the engine behind it."""

import random

import pytest

from linefall import Board, Exact, GameOver, Rules, solve
from linefall.perfect import Perfect, Prover
from linefall.player import Limit
from positions import careful_board


def test_the_prover_wins_as_soon_as_it_can() -> None:
    player, board = Prover(memory="8M"), careful_board(Rules(), 22, random.Random(3))
    value = solve(board).value
    assert value is not None
    line = []
    while board.outcome() is None:
        choice = player.choose(board, Limit())
        assert isinstance(choice.value, Exact)
        line.append(choice.column)
        board.drop(choice.column)
    assert len(line) == value.plies_to_end


def test_the_prover_chooses_something_safe_when_time_is_short() -> None:
    board = Board(moves=[0, 1, 0, 1, 0])
    choice = Prover().choose(board, Limit(nodes=1000))
    assert choice.column == 0
    empty = Prover().choose(Board(Rules(9, 9, 5)), Limit(nodes=1000))
    assert (empty.column, empty.value) == (4, None)


def test_the_prover_is_not_asked_about_a_game_that_is_over() -> None:
    with pytest.raises(GameOver):
        Prover().choose(Board(moves=[0, 1, 0, 1, 0, 1, 0]), Limit())


def test_the_perfect_player_plays_boards_that_are_too_large_for_proofs() -> None:
    board = Board(Rules(30, 30, 5), [14, 0, 14, 0, 14, 0, 14, 0])
    assert Perfect().choose(board, Limit(seconds=1)).column == 14
