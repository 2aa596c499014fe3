"""Fits the heuristic of the single file, src/linefall/bots/handin.py, to the games of fit.py.

Only positions without a threat at hand count, as only such are valued. Prints what the heuristic
goes by, PAIRS packed as it is in the file.

    python bench/fit.py play --board 8x8x4,6x7x4,10x10x5 --games 30000 --nodes 600
    python bench/fit_file.py --board 8x8x4,6x7x4,10x10x5
"""

from __future__ import annotations

import argparse
import base64
import lzma

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, sparse

from features import LEVELS, Cells, Describer, Numbers
from fit import CHUNK, POINTS, SEATS, games_of, positions, surprise
from linefall.bots.handin import LINE_WEIGHTS, PAIRS, STEP
from linefall.rules import Rules

WORTH = np.array([0, 0, 1, 1, 2])
"""What the levels of cells are here: nothing, promising, threat."""
KINDS = 3
LOW = 5
AFTER = 4
"""So many moves after the search knew who wins, positions are still taken."""
WIDTH = 99
"""Characters of a line of the file."""
PACKING = [{"id": lzma.FILTER_LZMA1, "preset": 9, "lc": 0, "pb": 0}]


def worth_of_lines(connect: int) -> Numbers:
    """Gives what a line is worth by what it lacks, one that lacks two discs being worth 1."""
    worth = [
        sum(weight for bit, weight in enumerate(LINE_WEIGHTS) if discs >> bit & 1)
        for discs in range(connect + 1)
    ]
    return np.array(worth[::-1], np.float32) / np.float32(worth[max(connect - 2, 1)])


def pairs(describer: Describer, lead: Cells, follow: Cells) -> sparse.csr_matrix:
    """Gives how often each position has each number of PAIRS."""
    rows = describer.rules.rows
    codes = WORTH[lead].astype(np.int64) * KINDS + WORTH[follow]
    low = np.zeros(codes.shape[:2], np.int64)
    positions, numbers = [], []
    for row in range(rows - 1):
        odd = int(describer.odd_rows[row])
        under = codes[:, :, row]
        number = ((under * KINDS**2 + codes[:, :, row + 1]) * 2 + odd) * LOW + low
        at = np.nonzero(number >= 2 * LOW)  # two cells that nobody wants are worth nothing
        positions.append(at[0])
        numbers.append(number[at])
        leads, follows = under // KINDS == KINDS - 1, under % KINDS == KINDS - 1
        lowest = (low == 0) & (leads | follows)
        low = np.where(lowest, np.where(follows, 3, 1) + odd, low)
    where = np.concatenate(positions), np.concatenate(numbers)
    return sparse.csr_matrix((np.ones(len(where[0]), np.float32), where), (len(lead), len(PAIRS)))


def describe(describer: Describer, table: Cells) -> tuple[sparse.csr_matrix, NDArray[np.bool_]]:
    """Gives the features of positions, and which of them have no threat at hand."""
    rules, count = describer.rules, len(table)
    flat, heights = table.reshape(count, -1), (table != 0).sum(2)
    quiet, levels, lines = np.ones(count, bool), [], np.zeros(count, np.float32)
    for sign, (side, good) in zip((1, -1), describer.sides(), strict=True):
        level, by_lack = describer.side(flat, side, good)
        levels.append(level.reshape(table.shape))
        lacking = by_lack.reshape(count, -1, 2).sum(2)[:, 2 : rules.connect]
        lines += sign * lacking @ worth_of_lines(rules.connect)[2 : 2 + lacking.shape[1]]
        above = np.pad(levels[-1], ((0, 0), (0, 0), (0, 1)))
        top = np.take_along_axis(above, heights[:, :, None], 2)
        quiet &= ~(top == LEVELS - 1).any((1, 2))
    to_move = np.where(heights.sum(1) % 2 == describer.leader, 1, -1)
    rest = np.stack([lines / 10, to_move, np.ones(count)], 1).astype(np.float32)
    return sparse.hstack([pairs(describer, *levels), sparse.csr_matrix(rest)], "csr"), quiet


def sample(rules: Rules, games: int, every: int) -> tuple[sparse.csr_matrix, Numbers, Numbers]:
    """Gives features, the leader's points, and whether a position is held out.

    Who plays matters too: three more features tell that, so that the others need not.
    """
    chance, describer = np.random.default_rng(2), Describer(rules)
    tables, told = [], []
    for number, game, ply, cells in positions(rules, games_of(rules, games), chance, every, AFTER):
        tables.append(cells)
        told.append((game.worth(ply), number % 10 == 0, game.strangers))
    points, held_out, strangers = np.array(told, np.float32).T
    parts = [
        describe(describer, np.array(tables[k : k + CHUNK])) for k in range(0, len(tables), CHUNK)
    ]
    quiet = np.concatenate([part[1] for part in parts])
    seats = np.eye(SEATS + 1, dtype=np.float32)[strangers.astype(int)][:, 1:]
    features = sparse.hstack([sparse.vstack([part[0] for part in parts]), seats], "csr")
    return features[quiet], points[quiet], held_out[quiet]


def fit(features: sparse.csr_matrix, points: Numbers, shrink: float) -> Numbers:
    """Gives the weights that make the results likeliest."""
    back = features.T.tocsr()

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        expected = 1 / (1 + np.exp(-(features @ weights.astype(np.float32))))
        slope = back @ ((expected - points) / len(points)).astype(np.float32)
        size = float(weights @ weights)
        return surprise(points, expected) + shrink * size / 2, slope + shrink * weights

    start = np.zeros(features.shape[1])
    options = {"maxiter": 600, "maxfun": 800}
    found = optimize.minimize(loss, start, jac=True, method="L-BFGS-B", options=options)
    weights: Numbers = found.x.astype(np.float32)
    return weights


def packed(worth: Numbers) -> str:
    """Packs PAIRS in steps of so many points, as bytes."""
    steps = np.clip(np.rint(worth / STEP), -128, 127).astype(int) + 128
    data = lzma.compress(bytes(steps.tolist()), lzma.FORMAT_ALONE, filters=PACKING)
    text = base64.b85encode(data).decode()
    return "\n".join(text[k : k + WIDTH] for k in range(0, len(text), WIDTH))


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", default="8x8x4,6x7x4,10x10x5")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--every", type=int, default=6, help="one position of so many is taken")
    parser.add_argument("--shrink", type=float, default=3e-5)
    options = parser.parse_args()
    boards = options.board.split(",")
    samples = [sample(Rules.parse(size), options.games, options.every) for size in boards]
    features = sparse.vstack([each[0] for each in samples], "csr")
    points, held_out = (np.concatenate([each[k] for each in samples]) for k in (1, 2))
    weights = fit(features[held_out == 0], points[held_out == 0], options.shrink)
    for size, (described, truth, held) in zip(boards, samples, strict=True):
        expected = 1 / (1 + np.exp(-(described[held == 1] @ weights)))
        print(
            f"{size}: {len(truth)} positions, surprise {surprise(truth[held == 1], expected):.4f}"
        )
    line, to_move, leader = POINTS * weights[len(PAIRS) : len(PAIRS) + 3]
    print(f"LINE_LACKING_TWO {line / 10:.0f} TO_MOVE {to_move:.0f} LEADER {leader:.0f}")
    print(packed(POINTS * weights[: len(PAIRS)]))


if __name__ == "__main__":
    main()
