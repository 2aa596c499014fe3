"""Openings: short, balanced beginnings drawn by a seed, each to be played with both seats.

The same seed gives the same openings. No two lead to the same position or to its mirror image,
none leaves the side to move a win at once, and none is decided as far as can be told: those of
6x7x4 are proved draws, solved once and kept in a file; on other small boards the solver is asked,
and on all others the engine (`is_balanced`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from linefall._core import least_solver_memory
from linefall.board import Board
from linefall.engine import Engine
from linefall.notation import parse_moves
from linefall.player import Limit
from linefall.rules import Rules
from linefall.score import Exact
from linefall.solver import Solver

PROVED: Final = Path(__file__).with_name("openings-6x7x4.txt")
"""Drawn positions of the usual board after 4 and 6 discs, as moves from 1, one a line."""

SHORTEST: Final = 4
"""Discs in an opening, unless the board is too small or has not enough different ones."""

LONGEST: Final = 8
NODES: Final = (20_000, 200_000)
"""How far the engine looks to tell whether a position is even, and then once more: on 8x8x4 every
second position that seems even with the first is not."""

EVEN: Final = 0.25
"""The largest guess of the engine that still counts as even."""

MEMORY: Final = 64 * 2**20
MOST_CELLS_TO_PROVE: Final = 36
NODES_TO_PROVE: Final = 1_000_000
MEMORY_TO_PROVE: Final = 4 * 2**20
"""How far the solver looks on a small board."""

TRIES: Final = 60
"""How many beginnings in a row may be unfit before longer ones are tried."""

Judge = Callable[[Board], bool]


def draw_openings(
    rules: Rules, count: int, *, seed: int = 0, balanced: Judge | None = None
) -> list[tuple[int, ...]]:
    """Draws up to `count` different openings; fewer where the board has no more.

    On boards so small that an opening would be half the game there are none.

    >>> draw_openings(Rules(), 2, seed=1) == draw_openings(Rules(), 2, seed=1)
    True
    """
    if rules == Rules() and balanced is None:
        return _proved(count, random.Random(f"{rules} {seed}"))
    balanced = balanced or is_balanced
    found: list[tuple[int, ...]] = []
    seen: set[tuple[int, int]] = set()
    for moves in _candidates(rules, random.Random(f"{rules} {seed}"), found):
        if len(found) >= count:
            break
        board = Board(rules, moves)
        position = min(board.bits, _mirrored(board).bits)
        if position not in seen:
            seen.add(position)
            if balanced(board):
                found.append(moves)
    return found


def _proved(count: int, dice: random.Random) -> list[tuple[int, ...]]:
    """Draws from the file; every second one, by lot, as its mirror image."""
    lines = PROVED.read_text(encoding="ascii").split()
    dice.shuffle(lines)
    drawn = [parse_moves(line) for line in sorted(lines, key=len)[:count]]
    last = Rules().columns - 1
    return [
        tuple(last - column for column in moves) if dice.random() < 0.5 else moves
        for moves in drawn
    ]


def _candidates(
    rules: Rules, dice: random.Random, found: list[tuple[int, ...]]
) -> Iterator[tuple[int, ...]]:
    """Random beginnings, longer ones when shorter ones no longer bring anything new."""
    for plies in range(SHORTEST, min(LONGEST, rules.cells // 4) + 1):
        tries, before = 0, len(found)
        while tries < TRIES:
            if len(found) > before:
                tries, before = 0, len(found)
            tries += 1
            if (moves := _random_moves(rules, plies, dice)) is not None:
                yield moves


def _random_moves(rules: Rules, plies: int, dice: random.Random) -> tuple[int, ...] | None:
    """A random beginning in which nobody misses or gets a win; None if it came to one."""
    board = Board(rules)
    for _ in range(plies):
        board.drop(dice.choice(board.open_columns))
        if board.outcome() is not None or board.winning_moves():
            return None
    return board.moves


def _mirrored(board: Board) -> Board:
    return Board(board.rules, [board.rules.columns - 1 - column for column in board.moves])


def is_balanced(board: Board) -> bool:
    """Tells whether a position is open, as far as can be told.

    On small boards the solver proves it: balanced is a draw. Elsewhere, and where it cannot, the
    engine looks, first with few nodes. Both begin anew with a limit of nodes, so that they always
    see the same.

    >>> is_balanced(Board(Rules(), (2, 0, 3, 0, 4)))
    False
    """
    if board.outcome() is not None or board.winning_moves():
        return False
    if len(board.winning_moves(1 - board.to_move)) > 1:
        return False
    if board.rules == Rules():
        return _solver().solve(board, weak=True).result == "draw"
    if board.rules.cells <= MOST_CELLS_TO_PROVE:
        rules = board.rules
        least = least_solver_memory(rules.rows, rules.columns, rules.connect)
        solver = Solver(rules, memory=max(MEMORY_TO_PROVE, least))
        if result := solver.solve(board, weak=True, nodes=NODES_TO_PROVE).result:
            return result == "draw"
    return all(_looks_even(board, nodes) for nodes in NODES)


def _looks_even(board: Board, nodes: int) -> bool:
    value = Engine(seed=0).choose(board, Limit(nodes=nodes)).value
    if isinstance(value, Exact):
        return value.score == 0
    return value is None or abs(value.value) <= EVEN


@cache
def _solver() -> Solver:
    return Solver(Rules(), memory=MEMORY)
