"""Fits the weights of the evaluation to the results of games that the search plays itself.

Quiet positions of many games are described by the features of the evaluation, each as the leader's
number less the follower's, and a logistic regression tells what each is worth. The unit is an open
line across that lacks two discs: 51 points, as in `cpp/search.hpp`. Needs numpy.

    python bench/fit.py --board 8x8x4 --games 1000 --nodes 800
"""

from __future__ import annotations

import argparse
import random

import numpy as np

from linefall import _core
from linefall.board import Board
from linefall.rules import Rules

POINTS = 51
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
THREATS = (
    *("leader", "leader_more", "leader_even", "follower", "follower_odd", "follower_odd_more"),
    *("leader_buried", "follower_buried", "follower_odd_buried", "decided"),
)


def lines_of(rules: Rules) -> list[tuple[bool, list[tuple[int, int]]]]:
    """Lists all lines, each with whether it goes straight up."""
    far, found = rules.connect - 1, []
    for right, up in STEPS:
        for column in range(rules.columns):
            for row in range(rules.rows):
                end = (column + far * right, row + far * up)
                if 0 <= end[0] < rules.columns and 0 <= end[1] < rules.rows:
                    cells = [(column + k * right, row + k * up) for k in range(rules.connect)]
                    found.append((right == 0, cells))
    return found


def features(board: Board, lines: list[tuple[bool, list[tuple[int, int]]]]) -> list[float]:
    """Describes a position from the leader's side."""
    rules = board.rules
    leader = rules.cells % 2
    counts = [0.0] * (2 * rules.connect)  # by discs, across and upright
    wins: dict[tuple[int, int], set[int]] = {}
    for upright, cells in lines:
        owners = [board[cell] for cell in cells]
        sides = {owner for owner in owners if owner is not None}
        if len(sides) != 1:
            continue
        (side,) = sides
        discs = sum(owner is not None for owner in owners)
        counts[discs + rules.connect * upright] += 1 if side == leader else -1
        if discs == rules.connect - 1:
            wins.setdefault(cells[owners.index(None)], set()).add(side)
    own = counts[1 : rules.connect] + counts[2 * rules.connect - 2 :]
    mover = 1.0 if board.to_move == leader else -1.0
    return [mover, 1.0, *own, *threats(board, wins, leader)]


def threats(board: Board, wins: dict[tuple[int, int], set[int]], leader: int) -> list[float]:
    """Counts threats as the evaluation does: see `tally` in cpp/search_move.hpp."""
    rules = board.rules
    low, high = {}, {}
    for column in range(rules.columns):
        first, below = True, set()
        for row in range(board.height(column), rules.rows):
            here = wins.get((column, row), set())
            for side in here:
                if below != {1 - side}:  # stopped by the answer to the threat below
                    key = side == leader, (rules.rows - 1 - row) % 2 == 1
                    into = low if first else high
                    into[key] = into.get(key, 0) + 1
            first, below = first and not here, here
    odd, spoil = low.get((True, True), 0), low.get((False, True), 0)
    return [
        float(odd > 0),
        max(0, odd - 1),
        low.get((True, False), 0),
        -low.get((False, False), 0),
        -float(spoil > 0),
        -max(0, spoil - 1),
        high.get((True, True), 0),
        -high.get((False, False), 0),
        -high.get((False, True), 0),
        float(odd > 0 and spoil == 0),
    ]


def play(rules: Rules, nodes: int, chance: random.Random) -> tuple[list[list[float]], float]:
    """Plays a game; gives the features of quiet positions and the leader's points."""
    lines, search = lines_of(rules), _core.Search(*astuple(rules), 1 << 23)
    board, rows = Board(rules), []
    for _ in range(chance.randint(4, 9)):
        if board.outcome() is None:
            board.drop(chance.choice(board.open_columns))
    while board.outcome() is None:
        column, score, *_ = search.search(*board.bits, nodes=nodes)
        quiet = not board.winning_moves(0) and not board.winning_moves(1)
        if quiet and abs(score) < _core.WON and chance.random() < 0.5:
            rows.append(features(board, lines))
        board.drop(column)
    winner = board.outcome().winner
    return rows, 0.5 if winner is None else float(winner == rules.cells % 2)


def astuple(rules: Rules) -> tuple[int, int, int]:
    """Gives rows, columns, connect."""
    return rules.rows, rules.columns, rules.connect


def fit(table: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Gives the weights that make the results likeliest, by Newton's steps."""
    weights = np.zeros(table.shape[1])
    for _ in range(30):
        chances = 1 / (1 + np.exp(-table @ weights))
        spread = table.T @ (table * (chances * (1 - chances) + 1e-9)[:, None])
        gain = table.T @ (points - chances) - weights
        weights += np.linalg.solve(spread + np.eye(len(weights)), gain)
    return weights


def main() -> None:
    """Plays, fits and prints the weights in points."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", default="8x8x4")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules, chance = Rules.parse(options.board), random.Random(options.seed)
    table, points = [], []
    for _ in range(options.games):
        rows, result = play(rules, options.nodes, chance)
        table += rows
        points += [result] * len(rows)
    across = [f"line with {k}" for k in range(1, rules.connect)]
    upright = [f"upright with {k}" for k in (rules.connect - 2, rules.connect - 1)]
    names = ["tempo", "follows", *across, *upright, *THREATS]
    weights = fit(np.array(table), np.array(points))
    unit = weights[names.index(f"line with {rules.connect - 2}")] / POINTS
    print(f"{len(points)} positions of {options.games} games on {rules}")
    for name, weight in zip(names, weights, strict=True):
        print(f"{name:>20} {weight / unit:7.0f}")


if __name__ == "__main__":
    main()
