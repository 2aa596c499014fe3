"""The prover of endings, which finds who wins, on boards of any size."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from linefall import _core
from linefall.board import Board
from linefall.rules import Rules
from linefall.solver import mover_and_all
from positions import brute, careful_board, new_endgame, open_board


def ask(prover: _core.Endgame, board: Board) -> tuple[int, int]:
    """Gives the bounds of the result for the side to move."""
    lower, upper, _, _ = prover.solve(*mover_and_all(board), -1, 1)
    return lower, upper


def result_of(board: Board) -> int:
    """Gives the result that a new prover finds."""
    lower, upper = ask(new_endgame(board.rules), board)
    assert lower == upper
    return lower


@given(
    st.builds(Rules, st.integers(1, 5), st.integers(1, 6), st.integers(1, 5)),
    st.integers(0, 9),
    st.randoms(use_true_random=False),
)
@settings(max_examples=150, deadline=None)
def test_endings_have_the_result_of_brute_force(
    rules: Rules, left: int, chance: random.Random
) -> None:
    board = Board(rules)
    while rules.cells - board.plies > left and board.outcome() is None:
        board.drop(chance.choice(board.open_columns))
    if board.outcome() is not None:
        board.undo()
    if rules.cells - board.plies <= 9 or rules.connect == 1:
        assert result_of(board) == brute(board)


def test_endings_of_large_boards_have_the_result_of_brute_force() -> None:
    chance = random.Random(3)
    results = []
    for rules, left in (
        (Rules(13, 5, 4), 12),  # 65 cells
        (Rules(43, 3, 4), 12),  # 129
        (Rules(12, 12, 5), 11),
        (Rules(20, 20, 6), 10),
        (Rules(100, 3, 5), 9),
        (Rules(6, 30, 7), 10),
    ):
        for _ in range(20):
            board = careful_board(rules, rules.cells - left, chance)
            results.append(result_of(board))
            assert results[-1] == brute(board)
    assert all(results.count(result) > 9 for result in (-1, 0, 1))


def test_what_was_proved_of_other_positions_changes_nothing() -> None:
    chance = random.Random(4)
    rules = Rules(9, 9, 5)
    kept = new_endgame(rules)
    for _ in range(10):
        game = careful_board(rules, rules.cells - 1, chance).moves
        boards = [Board(rules, game[:plies]) for plies in range(rules.cells - 24, rules.cells - 1)]
        if chance.random() < 0.5:
            chance.shuffle(boards)
        for board in boards:
            assert ask(kept, board) == (result_of(board),) * 2


def test_the_result_goes_from_move_to_move() -> None:
    """A position is worth the best of what follows, on a board that nothing else can solve."""
    chance = random.Random(5)
    rules = Rules(20, 20, 6)
    for _ in range(3):
        board = careful_board(rules, rules.cells - 24, chance)
        following = []
        for column in board.open_columns:
            board.drop(column)
            over = board.outcome()
            following.append(-result_of(board) if over is None else int(over.winner is not None))
            board.undo()
        assert result_of(board) == max(following)


def test_boards_without_lines_are_drawn_at_once() -> None:
    board = open_board(Rules(10, 10, 11), 30, random.Random(1))
    prover = new_endgame(board.rules)
    assert prover.solve(*mover_and_all(board), -1, 1)[:3] == (0, 0, 0)


def test_nothing_is_said_of_positions_with_too_much_left() -> None:
    assert ask(new_endgame(Rules(20, 20, 6)), Board(Rules(20, 20, 6))) == (-1, 1)


def test_a_limit_of_nodes_ends_the_search_and_the_same_nodes_find_the_same() -> None:
    board = careful_board(Rules(9, 9, 5), 81 - 40, random.Random(6))
    prover = new_endgame(board.rules)
    found = []
    for nodes in (20, 20, 500, 500):
        prover.clear()
        lower, upper, used, _ = prover.solve(*mover_and_all(board), -1, 1, nodes=nodes)
        assert used <= nodes + 1
        found.append((lower, upper, used))
    assert found[0] == found[1]
    assert found[2] == found[3]
    assert found[0][0] < found[0][1]


def test_a_narrower_question_gets_a_narrower_answer() -> None:
    board = careful_board(Rules(7, 9, 5), 63 - 14, random.Random(8))
    result = result_of(board)
    for lower, upper in ((-1, 0), (0, 1), (-5, 7), (1, 1)):
        found = new_endgame(board.rules).solve(*mover_and_all(board), lower, upper)
        clamped = min(max(result, lower), upper)
        assert found[:2] == (clamped, clamped)
