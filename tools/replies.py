#!/usr/bin/env python3
"""Works out what the single file knows by heart: REPLIES in src/linefall/bots/handin.py.

Prints it for a board and a number of discs. With that many discs the columns are some that keep
the result, which takes less room, with fewer discs they are the best. Of several, the one nearest
the centre is taken.

    .venv/bin/python tools/replies.py 6x7x4 7
"""

from __future__ import annotations

import base64
import lzma
import sys

from linefall.board import Board
from linefall.bots.handin import Board as HandinBoard
from linefall.bots.handin import Replies
from linefall.rules import Rules
from linefall.solver import Solver

PACKING = [{"id": lzma.FILTER_LZMA1, "preset": 9, "lc": 0, "pb": 0}]  # no byte tells of the next


def positions(replies: Replies, rules: Rules, discs: int) -> list[Board]:
    """Lists the positions with so many discs in the order of their keys."""
    level = replies.levels[discs]
    pairs = [level[key][:2] for key in sorted(level)]
    return [Board.from_bits(rules, *(pair if discs % 2 == 0 else pair[::-1])) for pair in pairs]


def decided(board: Board) -> bool:
    """Tells whether the single file needs no reply: the game is over, won at once, or forced."""
    sides = (board.to_move, 1 - board.to_move)
    return board.outcome() is not None or any(board.winning_moves(side) for side in sides)


def main() -> None:
    """Prints the replies as they stand in the single file."""
    rules, most = Rules.parse(sys.argv[1]), int(sys.argv[2])
    solver = Solver(rules)
    empty = HandinBoard(rules.rows, rules.columns, rules.connect)
    replies = Replies(empty)
    places = bytearray()
    for discs in range(most + 1):
        if discs:
            replies.list_next(float("inf"))
        for board in positions(replies, rules, discs):
            if decided(board):
                places.append(0)
                continue
            best = solver.analyze(board, weak=discs == most, line=False).best
            places.append(min(map(empty.from_centre.index, best)))
    packed = base64.b85encode(lzma.compress(places, lzma.FORMAT_ALONE, filters=PACKING)).decode()
    lines = "\n".join(packed[start : start + 99] for start in range(0, len(packed), 99))
    size = rules.rows, rules.columns, rules.connect
    print(f'    {size}: (\n        {most},\n        """\n{lines}\n""",\n    ),')


if __name__ == "__main__":
    main()
