"""What the tests about tournaments share: deterministic programs, and their games played here."""

import os
import random
import sys
import time
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


def processes_with(text: str) -> list[int]:
    """Lists the processes (not this one) whose command line holds a text."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            try:
                words = Path("/proc", entry, "cmdline").read_bytes()
                state = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if text.encode() in words and state != "Z":
                found.append(int(entry))
    return found


def wait_until(condition, seconds: float = 30.0) -> None:
    """Waits for something that must come about."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.02)
