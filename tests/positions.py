"""Positions and games drawn at random, which many tests need; the same chance draws the same."""

import random

from linefall import _core
from linefall.board import Board
from linefall.rules import Rules


def random_board(rules: Rules, discs: int, chance: random.Random) -> Board:
    """Plays at random until there are so many discs, or the game is over."""
    board = Board(rules)
    while board.plies < discs and board.open_columns:
        board.drop(chance.choice(board.open_columns))
    return board


def open_board(rules: Rules, discs: int, chance: random.Random) -> Board:
    """Plays at random, again and again, until there are so many discs and the game goes on."""
    while True:
        board = random_board(rules, discs, chance)
        if board.outcome() is None:
            return board


def quiet_board(rules: Rules, discs: int, chance: random.Random) -> Board:
    """Does the same until the side to move cannot win at once, either."""
    while True:
        board = open_board(rules, discs, chance)
        if not board.winning_moves():
            return board


def careful_board(rules: Rules, discs: int, chance: random.Random) -> Board:
    """Plays at random without making a line, again and again, until there are so many discs."""
    while True:
        board = Board(rules)
        while board.plies < discs and (safe := _safe_columns(board)):
            board.drop(chance.choice(safe))
        if board.plies == discs:
            return board


def _safe_columns(board: Board) -> list[int]:
    wins = board.winning_moves()
    return [column for column in board.open_columns if column not in wins]


def brute(board: Board) -> int:
    """Gives 1, 0 or -1 for the side to move by trying everything."""
    if (outcome := board.outcome()) is not None:
        return 0 if outcome.winner is None else -1
    best = -1
    for column in board.open_columns:
        board.drop(column)
        best = max(best, -brute(board))
        board.undo()
        if best == 1:
            break
    return best


def new_endgame(rules: Rules) -> _core.Endgame:
    """Gives a prover of endings that knows nothing yet."""
    return _core.Endgame(rules.rows, rules.columns, rules.connect, 1 << 20)
