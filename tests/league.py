"""What the tests about tournaments share: deterministic programs, and their games played here."""

import random
import sys
from pathlib import Path

from linefall.board import Board
from linefall.rules import Rules

PICKY = Path(__file__).parent / "picky.py"


def picky(seed: int, script: Path = PICKY) -> str:
    """Gives the command line of a program that plays by an order of columns."""
    return f"{sys.executable} -I -S {script} {seed}"


def picky_game(first: int, second: int, rules: Rules) -> tuple[int | None, str, tuple[int, ...]]:
    """Plays the game of two such programs without them: winner, cause, moves."""
    orders = []
    for seed in (first, second):
        order = list(range(rules.columns))
        random.Random(seed).shuffle(order)
        orders.append(order)
    board = Board(rules)
    while (outcome := board.outcome()) is None:
        board.drop(next(c for c in orders[board.to_move] if c in board.open_columns))
    return outcome.winner, "draw" if outcome.winner is None else "line", board.moves
