"""The replies that are written down: legal, mirrored, and right as far as a test can prove."""

import pytest

from linefall import _core
from linefall.board import Board
from linefall.engine import Engine
from linefall.first_moves import WORDS, known_reply
from linefall.player import Limit
from linefall.rules import Rules


def test_the_first_move_is_the_centre() -> None:
    assert known_reply(Board()) == 3
    assert Engine().choose(Board(), Limit(nodes=1000)).column == 3


def test_other_boards_and_later_positions_have_none() -> None:
    assert known_reply(Board(Rules(6, 8, 4))) is None
    assert known_reply(Board(moves=[0, 1, 2, 3, 4, 5, 6])) is None


def test_mirror_images_get_mirrored_replies() -> None:
    for word in WORDS.split():
        *moves, reply = (int(digit) - 1 for digit in word)
        assert known_reply(Board(moves=moves)) in Board(moves=moves).open_columns
        mirrored = known_reply(Board(moves=[6 - column for column in moves]))
        if [6 - column for column in moves] != moves:
            assert mirrored is not None
            assert 0 <= mirrored <= 6
        assert 0 <= reply <= 6


@pytest.mark.parametrize("word", ["4444443", "4444433", "4367676"])
def test_replies_to_the_longest_openings_keep_the_result(word: str) -> None:
    solver = _core.Solver(6, 7, 4, 1 << 24)
    board = Board(moves=[int(digit) - 1 for digit in word])
    first, second = board.bits
    assert solver.solve(second, first | second, -1, 0)[1] <= -1
