"""The prover of endings measured: how many it tells in a time, beside the solver where that can.

python bench/endings.py --board 10x10x5 --left 42 --positions 24
python bench/endings.py --board 20x20x6 --left 70 --seconds 1

The positions are of games that the search plays against itself from random openings. Those that it
sees the end of are left out. Both provers are asked in turn, each time with empty tables.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from statistics import geometric_mean
from typing import NamedTuple

from linefall import _core
from linefall.board import Board
from linefall.engine import MOST_BITS, Engine
from linefall.player import Limit
from linefall.rules import Rules
from linefall.solver import mover_and_all

OPENING = 6
A_MOVE = Limit(nodes=20_000)
LOOK = 120_000
MEMORY = 64 << 20
AT_LEAST = 1e-4
"""Seconds that count where a prover was quicker: a clock does not tell them apart."""


class Told(NamedTuple):
    """Holds what a prover found: 1, 0, -1 or nothing, and the seconds it took."""

    result: int | None
    seconds: float


def positions(rules: Rules, left: int, seed: int) -> Iterator[Board]:
    """Gives positions with so many cells left whose end the search does not see."""
    chance = random.Random(f"{rules} {seed}")
    player = Engine(seed=0, memory="4M")
    search = _core.Search(rules.rows, rules.columns, rules.connect)
    while True:
        board = Board(rules)
        while board.outcome() is None and rules.cells - board.plies > left:
            if board.plies < OPENING:
                board.drop(chance.choice(board.open_columns))
            else:
                board.drop(player.choose(board, A_MOVE).column)
        if board.outcome() is None:
            search.forget()
            _, score, *_ = search.search(*board.bits, nodes=LOOK)
            if abs(score) < _core.WON:
                yield board


def told(prover: _core.Solver, board: Board, seconds: float) -> Told:
    """Asks a prover that knows nothing for the result."""
    prover.clear()
    lower, upper, _, used = prover.solve(*mover_and_all(board), -1, 1, seconds=seconds)
    return Told(lower if lower == upper else None, max(used, AT_LEAST))


def main() -> None:
    """Prints what each was told of, and how much quicker the prover of endings was."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", type=Rules.parse, default=Rules(10, 10, 5))
    parser.add_argument("--left", type=int, default=42)
    parser.add_argument("--positions", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules, wanted = options.board, options.positions
    size = (rules.rows, rules.columns, rules.connect)
    endgame = _core.Endgame(*size, MEMORY)
    solver = _core.Solver(*size, MEMORY) if rules.bits_needed <= MOST_BITS else None
    found: list[Told] = []
    ratios: list[float] = []
    by_solver = 0
    for _, board in zip(range(wanted), positions(rules, options.left, options.seed), strict=False):
        one = told(endgame, board, options.seconds)
        found.append(one)
        if solver is not None:
            other = told(solver, board, options.seconds)
            assert None in (one.result, other.result) or one.result == other.result, board.moves
            by_solver += other.result is not None
            ratios.append(other.seconds / one.seconds)
    known = sum(each.result is not None for each in found)
    print(f"{rules}, {options.left} cells left: {known} of {wanted} told in {options.seconds} s")
    if ratios:
        mean = geometric_mean(ratios)
        print(
            f"the solver told {by_solver} and took {mean:.1f} times as long, or was stopped before"
        )


if __name__ == "__main__":
    main()
