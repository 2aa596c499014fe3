"""Openings: short, balanced beginnings drawn by a seed, each to be played with both seats.

The same seed gives the same openings. No two lead to the same position or to its mirror image,
none leaves the side to move a win at once, and none is decided as far as can be told: those of
6x7x4 are proved draws, solved once and kept in a file; those of other small boards are proved when
they are drawn (`is_balanced`); on all others the engine takes the most even ones of many.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from typing import Final

from linefall._core import least_solver_memory
from linefall.board import Board
from linefall.engine import Engine
from linefall.notation import parse_moves
from linefall.player import Limit
from linefall.rules import Rules
from linefall.score import Exact, Guess
from linefall.solver import Solver

PROVED: Final = Path(__file__).with_name("openings-6x7x4.txt")
"""Drawn positions of the usual board after 4 and 6 discs, as moves from 1, one a line."""

SHORTEST: Final = 4
"""Discs in an opening, unless the board is too small or has not enough different ones."""

LONGEST: Final = 8
LONGEST_OF_ALL: Final = 40
CELLS_A_DISC: Final = 12
"""On larger boards an opening may have a disc for so many cells, so that games differ more."""

FEW_NODES: Final = 20_000
MANY_NODES: Final = 200_000
"""How far the engine looks to tell whether a position is even, and then once more: on 8x8x4 every
second position that seems even with the first is not."""

EVEN: Final = 0.25
"""The largest guess of the engine that counts as even on any board."""

CHOICE: Final = 12
SHORTLIST: Final = 3
"""Of how many beginnings the most even one is taken, and how many of them get the second look.
Many boards favour one side from the first disc on, so that most beginnings are far from even."""

MOST_CELLS_TO_PROVE: Final = 36
NODES_TO_PROVE: Final = 1_000_000
MEMORY_TO_PROVE: Final = 4 * 2**20
"""How far the solver looks on a small board."""

TRIES: Final = 60
"""How many beginnings in a row may be unfit before longer ones are tried, or no more."""

Judge = Callable[[Board], bool]


def draw_openings(
    rules: Rules, count: int, *, seed: int = 0, balanced: Judge | None = None
) -> list[tuple[int, ...]]:
    """Draws up to `count` different openings; fewer where the board has no more.

    On boards so small that an opening would be half the game there are none.

    >>> draw_openings(Rules(), 2, seed=1) == draw_openings(Rules(), 2, seed=1)
    True
    """
    dice = random.Random(f"{rules} {seed}")
    if balanced is None and rules == Rules():
        return _proved(count, dice)
    if balanced is None and rules.cells > MOST_CELLS_TO_PROVE:
        return _most_even(rules, count, dice)
    balanced = balanced or is_balanced
    found: list[tuple[int, ...]] = []
    seen: set[tuple[int, int]] = set()
    for moves in _candidates(rules, dice, found):
        if len(found) >= count:
            break
        board = Board(rules, moves)
        if (position := _either_way(board)) not in seen:
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


def _most_even(rules: Rules, count: int, dice: random.Random) -> list[tuple[int, ...]]:
    """Takes the most even beginning of a dozen each time, until a few dozen in a row bring none.

    It may be as uneven as the empty board: on some nothing is more even than that. The side that
    began is to move after it.
    """
    longest = max(LONGEST, min(rules.cells // CELLS_A_DISC, LONGEST_OF_ALL))
    lengths = range(SHORTEST, longest + 1, 2)
    before = unevenness(Board(rules), MANY_NODES)
    most = max(EVEN, before) if before < inf else EVEN
    found: list[tuple[int, ...]] = []
    seen: set[tuple[int, int]] = set()
    unfit = 0
    while len(found) < count and unfit < TRIES:
        drawn = (_random_moves(rules, dice.choice(lengths), dice) for _ in range(CHOICE))
        boards = [Board(rules, moves) for moves in drawn if moves is not None]
        boards = [board for board in boards if _either_way(board) not in seen]
        boards.sort(key=lambda board: unevenness(board, FEW_NODES))
        looked = [(unevenness(board, MANY_NODES), board.moves) for board in boards[:SHORTLIST]]
        least, moves = min(looked, default=(inf, ()))
        unfit = 0 if least <= most else unfit + CHOICE
        if not unfit:
            seen.add(_either_way(Board(rules, moves)))
            found.append(moves)
    return found


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


def _either_way(board: Board) -> tuple[int, int]:
    """The position, or its mirror image: the same for both."""
    last = board.rules.columns - 1
    return min(board.bits, Board(board.rules, [last - column for column in board.moves]).bits)


def is_balanced(board: Board) -> bool:
    """Tells whether a position is a draw by the solver, or even for the engine if that is too far.

    Both begin anew with a limit of nodes, so that they always see the same.

    >>> is_balanced(Board(Rules(4, 7, 4), (2, 0, 3, 0, 4)))
    False
    """
    if board.outcome() is not None or board.winning_moves():
        return False
    if len(board.winning_moves(1 - board.to_move)) > 1:
        return False
    rules = board.rules
    least = least_solver_memory(rules.rows, rules.columns, rules.connect)
    solver = Solver(rules, memory=max(MEMORY_TO_PROVE, least))
    if result := solver.solve(board, weak=True, nodes=NODES_TO_PROVE).result:
        return result == "draw"
    return unevenness(board, MANY_NODES) <= EVEN


def unevenness(board: Board, nodes: int) -> float:
    """Tells how far from even a position is to the engine, below 1; infinite if a side has won.

    At a move that is forced the engine hardly looks: there the position after it tells.
    """
    choice = Engine(seed=0).choose(board, Limit(nodes=nodes))
    value = choice.value
    forced = isinstance(value, Guess) and (choice.nodes or 0) < nodes // 2
    if forced and board.plies + 1 < board.rules.cells:
        return unevenness(Board(board.rules, (*board.moves, choice.column)), nodes)
    if isinstance(value, Exact):
        return inf if value.score else 0.0
    off = abs(value.value) if value is not None else 0.0
    return off if off < 1.0 else inf
