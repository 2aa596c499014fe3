#!/usr/bin/env python3
"""Works out what the single file knows by heart: REPLIES in src/linefall/bots/handin.py.

Prints it for a board and a number of discs; for eight on 6x7x4 that takes an hour or more. With
that many discs there are replies only where the file's own short search would give a draw away;
with one or two less the columns are some that keep the result, which takes less room, with fewer
they are the best. All are told by the order of that search: when it changes, they must be worked
out again.

    .venv/bin/python tools/replies.py 6x7x4 8
"""

from __future__ import annotations

import base64
import lzma
import sys
from collections.abc import Iterator
from multiprocessing import Pool

from linefall.board import Board
from linefall.bots.handin import Board as HandinBoard
from linefall.bots.handin import Replies
from linefall.errors import PositionError
from linefall.rules import Rules
from linefall.solver import Solver

PACKING = [{"id": lzma.FILTER_LZMA1, "preset": 9, "lc": 0, "pb": 0}]  # no byte tells of the next


def positions(
    replies: Replies, rules: Rules, discs: int
) -> Iterator[tuple[int, int, Board | None]]:
    """Gives the positions with so many discs in the order of their keys.

    Each as the discs of the side to move, those of the other, and as a board if the single file
    needs a reply there: the game is not over, not won at once, and nothing is forced.
    """
    level = replies.levels[discs]
    for key in sorted(level):
        me, opp, *_ = level[key]
        try:
            board = Board.from_bits(rules, *((opp, me) if discs % 2 else (me, opp)))
        except PositionError:  # somebody played on after the end
            yield me, opp, None
            continue
        decided = board.outcome() or any(board.winning_moves(side) for side in (0, 1))
        yield me, opp, None if decided else board


def packed(places: list[int], columns: int) -> str:
    """Packs the places that are not 0, each with how many lie between; 0 where these are many."""
    most, data, between = 256 // columns - 1, bytearray(), 0
    for place in places:
        if place or between == most:
            data.append(between * columns + place)
            between = 0
        else:
            between += 1
    return base64.b85encode(lzma.compress(data, lzma.FORMAT_ALONE, filters=PACKING)).decode()


class Worker:
    """Finds places of replies in a process of its own."""

    def __init__(self, rules: Rules, most: int) -> None:
        """Has a solver and a file of its own."""
        sys.setrecursionlimit(20_000)
        self.solver, self.most = Solver(rules), most
        self.replies = Replies(HandinBoard(rules.rows, rules.columns, rules.connect))

    def place(self, me: int, opp: int, board: Board | None) -> int:
        """Tells how many columns the short search puts before one to play, 0 if that is its own."""
        if board is None:
            return 0
        if board.plies == self.most and self.solver.solve(board, weak=True).result != "draw":
            return 0
        best = self.solver.analyze(board, weak=board.plies > self.most - 3, line=False).best
        order = self.replies.order(me, opp, float("inf"))
        return min((order.index(column) for column in best if column in order), default=0)


worker: Worker


def begin(rules: Rules, most: int) -> None:
    """Makes the worker of a process."""
    global worker
    worker = Worker(rules, most)


def place(position: tuple[int, int, Board | None]) -> int:
    """Asks the worker of this process."""
    return worker.place(*position)


def main() -> None:
    """Prints the replies as they stand in the single file."""
    rules, most = Rules.parse(sys.argv[1]), int(sys.argv[2])
    replies = Replies(HandinBoard(rules.rows, rules.columns, rules.connect))
    places: list[int] = []
    with Pool(initializer=begin, initargs=(rules, most)) as pool:
        for discs in range(most + 1):
            replies.list_up_to(discs, float("inf"))
            places += pool.map(place, positions(replies, rules, discs), chunksize=20)
            print(f"{discs} discs: {len(places)} positions", file=sys.stderr)
    text = packed(places, rules.columns)
    lines = "\n".join(text[start : start + 99] for start in range(0, len(text), 99))
    size = rules.rows, rules.columns, rules.connect
    print(f'    {size}: (\n        {most},\n        """\n{lines}\n""",\n    ),')


if __name__ == "__main__":
    main()
