"""Fits the weights of the evaluation to the results of games that the search plays itself.

Quiet positions of many games are described by the features of the evaluation, each as the leader's
number less the follower's, and a logistic regression tells what each is worth. 250 points make the
odds e times better. The games of a board are kept in build/fit, so that a second fit is quick.
Needs numpy, git and a C++ compiler.

    python bench/fit.py --board 6x7x4,8x8x4 --games 2500 --nodes 1000
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from linefall.board import Board
from linefall.rules import Rules
from matches import random_position
from versions import ROOT, WON, Version, build

POINTS = 250
PRIOR = 3.0
DATA = ROOT / "build" / "fit"
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
NEAR = 2
FEW_PROSPECTS = 4
Sets = NDArray[np.bool_]  # positions, columns, rows
Numbers = NDArray[np.float64]


def cells_of(board: Board) -> NDArray[np.int8]:
    """Gives the cells by column and row: 0 empty, 1 and 2 the sides."""
    rules = board.rules
    cells = np.zeros((rules.columns, rules.rows), np.int8)
    for column in range(rules.columns):
        for row in range(board.height(column)):
            cells[column, row] = 1 + (board[column, row] or 0)
    return cells


def play(
    search: Version, rules: Rules, nodes: int, chance: random.Random
) -> tuple[list[NDArray[np.int8]], float]:
    """Plays a game from a random opening; gives quiet positions and the leader's points."""
    board, kept = random_position(rules, chance.randint(4, 9), chance), []
    search.forget()
    while (outcome := board.outcome()) is None:
        column, score = search.look(board, nodes)
        quiet = not board.winning_moves(0) and not board.winning_moves(1)
        if quiet and abs(score) < WON:
            kept.append(cells_of(board))
        board.drop(column)
    return kept, 0.5 if outcome.winner is None else float(outcome.winner == rules.cells % 2)


def collect(rules: Rules, games: int, nodes: int, seed: int) -> tuple[NDArray[np.int8], Numbers]:
    """Gives positions and results of games, played now or earlier."""
    path = DATA / f"{rules}-{games}-{nodes}-{seed}.npz"
    if not path.exists():
        DATA.mkdir(parents=True, exist_ok=True)
        chance, search = random.Random(seed), Version(build("."), rules, (), nodes)
        table, points = [], []
        for _ in range(games):
            kept, result = play(search, rules, nodes, chance)
            table += kept
            points += [result] * len(kept)
        np.savez_compressed(path, table=np.array(table), points=points)
    data = np.load(path)
    return data["table"], data["points"]


def lines_of(rules: Rules) -> tuple[NDArray[np.int64], int]:
    """Lists the cells of all lines, column * rows + row; those straight up come first: so many."""
    far, found, upright = rules.connect - 1, [], 0
    for right, up in STEPS:
        for column in range(rules.columns - right * far):
            for row in range(rules.rows):
                if 0 <= row + far * up < rules.rows:
                    steps = range(rules.connect)
                    found.append([(column + k * right) * rules.rows + row + k * up for k in steps])
                    upright += right == 0
    return np.array(found), upright


class Features:
    """Describes positions as the evaluation sees them: see cpp/search_move.hpp."""

    def __init__(self, rules: Rules, table: NDArray[np.int8]) -> None:
        """Counts everything."""
        self.rules, self.table = rules, table
        self.named: dict[str, Numbers] = {}
        leader = rules.cells % 2
        above = rules.rows - 1 - np.arange(rules.rows)
        self.odd = np.broadcast_to(above % 2 == 1, table.shape[1:])
        to_move = (table != 0).sum((1, 2)) % 2
        self.named["tempo"] = np.where(to_move == leader, 1.0, -1.0)
        self.named["follows"] = -np.ones(len(table))
        self.count_lines(leader)

    def count_lines(self, leader: int) -> None:
        """Counts open lines by discs and by what they lack, then threats."""
        rules, flat = self.rules, self.table.reshape(len(self.table), -1)
        lines, upright = lines_of(rules)
        empty = flat[:, lines] == 0
        odd = self.odd.reshape(-1)[lines]
        height = (self.table != 0).sum(2)[:, :, None]
        near = (np.arange(rules.rows) - height <= NEAR).reshape(len(flat), -1)[:, lines]
        threats = []
        for side, sign, good in ((leader, 1, odd), (1 - leader, -1, ~odd)):
            discs = (flat[:, lines] == side + 1).sum(2)
            is_open = discs + empty.sum(2) == rules.connect
            threats.append(self.threats(lines, empty, is_open & (discs == rules.connect - 1)))
            is_open[:, :upright] = False
            all_good, all_near = (good | ~empty).all(2), (near | ~empty).all(2)
            self.add("prospects", sign * np.log2(1 + (is_open & all_good).sum(1) / FEW_PROSPECTS))
            for k in range(1, rules.connect - 1):
                here = is_open & (discs == k)
                self.add(f"line with {k}", sign * here.sum(1))
                if k >= rules.connect - 3:
                    less = "" if k == rules.connect - 2 else "_less"
                    self.add(f"good{less}", sign * (here & all_good).sum(1))
                    self.add(f"near{less}", sign * (here & all_near).sum(1))
        self.count_threats(*threats)

    def threats(self, lines: NDArray[np.int64], empty: Sets, hit: Sets) -> Sets:
        """Gives the cells that complete one of the lines."""
        found = np.zeros((len(empty), self.rules.cells), bool)
        position, line = np.nonzero(hit)
        found[position, lines[line, empty[position, line].argmax(1)]] = True
        return found.reshape(self.table.shape)

    def count_threats(self, lead: Sets, follow: Sets) -> None:
        """Counts threats as `tally` does."""
        low = (lead | follow) & (np.cumsum(lead | follow, 2) == 1)
        leads, follows = lead & ~one_up(follow & ~lead), follow & ~one_up(lead & ~follow)
        odd = self.odd
        shared = total(lead & follow & low & odd)
        first = total(leads & low & odd & ~follow) + shared % 2
        spoil = total(follows & low & odd & ~lead)
        self.add("leader", first > 0)
        self.add("leader_more", np.maximum(0, first - 1))
        self.add("leader_even", total(leads & low & ~odd & ~follow))
        self.add("leader_high", total(leads & ~low & odd))
        self.add("follower", -total(follows & low & ~odd))
        self.add("follower_odd", -1.0 * (spoil > 0))
        self.add("follower_odd_more", -np.maximum(0, spoil - 1))
        self.add("follower_high", -total(follows & ~low & ~odd))
        self.add("follower_odd_high", -total(follows & ~low & odd))
        self.add("decided", (first > 0) & (spoil == 0))

    def add(self, name: str, numbers: NDArray[np.generic]) -> None:
        """Adds to a feature."""
        self.named[name] = self.named.get(name, 0) + numbers.astype(float)

    def matrix(self, names: Sequence[str]) -> Numbers:
        """Gives features as columns."""
        return np.stack([self.named[name] for name in names], 1)


def one_up(cells: Sets) -> Sets:
    """Gives the cells right above."""
    return np.concatenate([np.zeros_like(cells[:, :, :1]), cells[:, :, :-1]], 2)


def total(cells: Sets) -> Numbers:
    """Counts the cells of each position."""
    counts: Numbers = cells.sum((1, 2)).astype(float)
    return counts


def fit(table: Numbers, points: Numbers) -> Numbers:
    """Gives the weights that make the results likeliest, by Newton's steps."""
    weights: Numbers = np.zeros(table.shape[1])
    scale: Numbers = np.maximum(table.std(0), 1e-3)
    table = table / scale
    for _ in range(15):
        chances = 1 / (1 + np.exp(-table @ weights))
        spread = table.T @ (table * (chances * (1 - chances) + 1e-9)[:, None])
        gain = table.T @ (points - chances) - PRIOR * weights
        weights += np.linalg.solve(spread + PRIOR * np.eye(len(weights)), gain)
    return weights / scale


def surprise(table: Numbers, points: Numbers, weights: Numbers) -> float:
    """Gives the mean of what the results say against the weights, in nats."""
    chances = np.clip(1 / (1 + np.exp(-table @ weights)), 1e-9, 1 - 1e-9)
    return float(-(points * np.log(chances) + (1 - points) * np.log(1 - chances)).mean())


def held_out(table: Numbers, points: Numbers) -> float:
    """Gives the surprise at the last fifth of the games when the others were fitted."""
    cut = len(points) * 4 // 5
    return surprise(table[cut:], points[cut:], fit(table[:cut], points[:cut]))


def main() -> None:
    """Plays, fits and prints the weights in points, a column for each board."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", default="6x7x4,8x8x4,7x9x5,9x9x5,10x10x5")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for size in options.board.split(","):
        rules = Rules.parse(size)
        table, points = collect(rules, options.games, options.nodes, options.seed)
        features = Features(rules, table)
        matrix = features.matrix(list(features.named))
        print(f"{size}: {len(points)} positions, surprise {held_out(matrix, points):.4f} nats")
        for name, weight in zip(features.named, fit(matrix, points), strict=True):
            print(f"{name:>20} {POINTS * weight:7.0f}", flush=True)


if __name__ == "__main__":
    main()
