"""Describes positions as the evaluation sees them; cpp/evaluation.hpp explains the numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from linefall.rules import Rules

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
LEVELS, NEAR, LOW = 5, 3, 5
"""How near cells are to a line, how high above the pile, what threat is below: numbers of each."""
ROUGH = np.array([0, 0, 1, 1, 2])
"""The levels, where three cells are looked at together."""
COARSE = 3
LACKING = 9
PAIRS = LEVELS**4 * 2 * NEAR * LOW
TRIPLES = COARSE**6 * 2 * NEAR
TALLIES = 3**5
LINES = 2 * LACKING * 2
FEATURES = PAIRS + TRIPLES + TALLIES + LINES + 2
OF_LINES = slice(FEATURES - LINES - 2, FEATURES - 2)
NAMES = {"pairs": PAIRS, "triples": TRIPLES, "tallies": TALLIES, "lines": LINES, "rest": 2}

Numbers = NDArray[np.float32]
Cells = NDArray[np.int8]  # positions, columns, rows: 0 empty, 1 and 2 the sides


def lines_of(rules: Rules) -> tuple[Numbers, int]:
    """Gives which cells (column * rows + row) are in which line; those straight up come first."""
    far, found, upright = rules.connect - 1, [], 0
    for right, up in STEPS:
        for column in range(rules.columns - right * far):
            for row in range(rules.rows):
                if 0 <= row + far * up < rules.rows:
                    cells = np.arange(rules.connect) * (right * rules.rows + up)
                    found.append(column * rules.rows + row + cells)
                    upright += right == 0
    member = np.zeros((rules.cells, len(found)), np.float32)
    for line, cells in enumerate(found):
        member[cells, line] = 1
    return member, upright


class Describer:
    """Describes positions of a board as the evaluation sees them."""

    def __init__(self, rules: Rules) -> None:
        """Lists lines and the cells that come to the leader in the end."""
        self.rules, self.leader = rules, rules.cells % 2
        self.member, self.upright = lines_of(rules)
        above = rules.rows - 1 - np.arange(rules.rows)
        self.odd_rows = above % 2
        self.odd = np.tile(above % 2 == 1, rules.columns)

    def features(self, table: Cells) -> sparse.csr_matrix:
        """Gives a row for each position: how often it has each feature, from the leader's view."""
        count = len(table)
        flat = table.reshape(count, -1)
        levels, lines = zip(
            *(self.side(flat, side, good) for side, good in self.sides()), strict=True
        )
        shape = (count, self.rules.columns, self.rules.rows)
        lead, follow = (level.reshape(shape) for level in levels)
        heights = (table != 0).sum(2)
        positions, numbers = self.columns(lead, follow, heights)
        to_move = heights.sum(1) % 2
        dense = np.concatenate([*lines, np.ones((count, 2))], 1)
        dense[:, LINES // 2 : LINES] *= -1
        dense[:, -1] = np.where(to_move == self.leader, 1, -1)
        once = np.ones(len(numbers), np.float32)
        table_part = sparse.csr_matrix((once, (positions, numbers)), (count, OF_LINES.start))
        return sparse.hstack([table_part, sparse.csr_matrix(dense, dtype=np.float32)], "csr")

    def sides(self) -> tuple[tuple[int, NDArray[np.bool_]], ...]:
        """Gives leader and follower with the cells that come to them."""
        return (self.leader, self.odd), (1 - self.leader, ~self.odd)

    def side(
        self, flat: Cells, side: int, good: NDArray[np.bool_]
    ) -> tuple[NDArray[np.int8], Numbers]:
        """Gives the level of every cell for a side, and its lines by what they lack."""
        connect, member = self.rules.connect, self.member
        empty, own = flat == 0, (flat == side + 1).astype(np.float32)
        discs = own @ member
        gaps = empty.astype(np.float32) @ member
        good_gaps = (empty & good).astype(np.float32) @ member
        alive = discs + gaps == connect

        def cells(lines: NDArray[np.bool_]) -> NDArray[np.bool_]:
            found: NDArray[np.bool_] = (lines.astype(np.float32) @ member.T > 0) & empty
            return found

        threats = cells(alive & (gaps == 1))
        alive[:, : self.upright] = False
        started = alive & (discs > 0)
        two, three = started & (gaps == 2), started & (gaps == 3)
        two_good = (cells(two & (good_gaps == 2)) & good) | (cells(two & (good_gaps == 1)) & ~good)
        levels = np.zeros(flat.shape, np.int8)
        for level, where in enumerate((cells(three), cells(two), two_good, threats), 1):
            levels[where] = level
        lines = np.zeros((len(flat), LACKING, 2), np.float32)
        for lacking in range(2, connect + 1):
            these = alive & (gaps == lacking)
            all_good = these & (good_gaps == gaps)
            at = min(lacking, LACKING - 1)
            lines[:, at, 0] += these.sum(1) - all_good.sum(1)
            lines[:, at, 1] += all_good.sum(1)
        return levels, lines.reshape(len(flat), -1)

    def columns(
        self, lead: NDArray[np.int8], follow: NDArray[np.int8], heights: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Gives positions and numbers of what depends on cells on top of each other."""
        rows = self.rules.rows
        codes = lead.astype(np.int64) * LEVELS + follow
        rough_codes = ROUGH[lead] * COARSE + ROUGH[follow]
        low = np.zeros(heights.shape, np.int64)
        tallies = np.zeros((len(lead), LOW), np.int64)
        positions, numbers = [], []

        def emit(where: NDArray[np.bool_], number: NDArray[np.int64]) -> None:
            at = np.nonzero(where)
            positions.append(at[0])
            numbers.append(number[at])

        for row in range(rows):
            odd = self.odd_rows[row]
            near = np.clip(row - heights, 0, NEAR - 1)
            here = row >= heights
            place = odd * NEAR + near
            if row + 1 < rows:
                pair = codes[:, :, row] * LEVELS**2 + codes[:, :, row + 1]
                emit(here, (pair * 2 * NEAR + place) * LOW + low)
            if row + 2 < rows:
                one, two, three = (rough_codes[:, :, row + k] for k in range(3))
                triple = (one * COARSE**2 + two) * COARSE**2 + three
                emit(here, PAIRS + triple * 2 * NEAR + place)
            leads, follows = lead[:, :, row] == LEVELS - 1, follow[:, :, row] == LEVELS - 1
            lowest = (low == 0) & (leads | follows)
            kind = np.where(follows, 2, 1) if odd else np.where(follows, 3, 4)
            kind = np.where(leads & follows, 5, kind) if odd else kind
            for number in range(1, LOW + 1):
                tallies[:, number - 1] += (lowest & (kind == number)).sum(1)
            low = np.where(lowest, np.where(follows, 3, 1) + odd, low)
        few = np.minimum(tallies, 2)
        emit(np.ones(len(lead), bool), PAIRS + TRIPLES + few @ 3 ** np.arange(LOW)[::-1])
        return np.concatenate(positions), np.concatenate(numbers)
