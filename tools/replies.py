#!/usr/bin/env python3
"""Works out what the single file knows by heart: REPLIES in src/linefall/bots/handin.py.

Prints it, after a quarter of an hour of two cores. Up to SURE discs there are replies wherever the
file's own short search would give the result away, with more only where that is a draw, and with
MOST_DISCS only in such draws as the replies to SURE discs lead to. All are told by the order of
that search: when it changes, they must be worked out again.

    .venv/bin/python tools/replies.py
"""

from __future__ import annotations

import base64
import lzma
import sys
from multiprocessing import Pool

from linefall.board import Board
from linefall.bots.handin import KNOWN, MOST_DISCS, SURE, Replies
from linefall.bots.handin import Board as HandinBoard
from linefall.errors import PositionError
from linefall.rules import Rules
from linefall.solver import Solver

RULES = Rules(*KNOWN)
PACKING = [{"id": lzma.FILTER_LZMA1, "preset": 9, "lc": 0, "pb": 0}]  # no byte tells of the next
OPPOSITE: dict[str | None, str] = {"win": "loss", "draw": "draw", "loss": "win"}


def sides_of(key: int) -> tuple[int, int]:
    """Reads the mover's discs and the other's from a key: in each column his and all together."""
    me = opp = 0
    for bottom in range(0, RULES.columns * (RULES.rows + 1), RULES.rows + 1):
        file = (key >> bottom & (2 << RULES.rows) - 1) + 1
        top = 1 << file.bit_length() - 1
        me |= file - top << bottom
        opp |= (top - 1 ^ file - top) << bottom
    return me, opp


def board_of(me: int, opp: int) -> Board | None:
    """Gives the position as a board; None where the game is over, or somebody played on."""
    moved = (me | opp).bit_count() % 2
    try:
        board = Board.from_bits(RULES, *((opp, me) if moved else (me, opp)))
    except PositionError:
        return None
    return None if board.outcome() else board


def packed(places: list[int]) -> str:
    """Packs the places that are not 0, each with how many lie between; 0 where these are many."""
    columns = RULES.columns
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

    def __init__(self) -> None:
        """Has a solver and a file of its own."""
        sys.setrecursionlimit(20_000)
        self.solver, self.replies = Solver(RULES), Replies(HandinBoard(*KNOWN))

    def place(self, key: int) -> int:
        """Tells how many columns the short search puts before one to play, 0 if that is its own.

        It is if the game is over, won at once or lost, if something is forced, and where there are
        replies in draws alone if it is won.
        """
        me, opp = sides_of(key)
        board = board_of(me, opp)
        if board is None or any(map(board.winning_moves, (0, 1))):
            return 0
        result = self.result(board)
        if result == "loss" or (result == "win" and board.plies > SURE):
            return 0
        for place, column in enumerate(self.replies.order(me, opp, float("inf"))):
            if self.result(dropped(board, column)) == OPPOSITE[result]:
                return place
        return 0

    def led_to(self, known: tuple[int, int]) -> set[int]:
        """Lists what may follow a draw, known by its key, after the reply at a place."""
        key, place = known
        me, opp = sides_of(key)
        board = board_of(me, opp)
        if board is None or board.winning_moves() or self.result(board) != "draw":
            return set()
        stops = board.winning_moves(1 - board.to_move)
        column = stops[0] if stops else self.replies.order(me, opp, float("inf"))[place]
        after = dropped(board, column)
        return {self.key(dropped(after, answer)) for answer in after.open_columns}

    def key(self, board: Board) -> int:
        """Gives the key of a position or of its mirror image."""
        sides = board.bits[board.to_move], board.bits[1 - board.to_move]
        images = map(self.replies.mirrored, sides)
        return min(me + (me | opp) for me, opp in (sides, images))

    def result(self, board: Board) -> str | None:
        """Says what a position is worth to the side to move."""
        return self.solver.solve(board, weak=True).result


def dropped(board: Board, column: int) -> Board:
    """Gives the position after a move."""
    after = board.copy()
    after.drop(column)
    return after


worker: Worker


def begin() -> None:
    """Makes the worker of a process."""
    global worker
    worker = Worker()


def place(key: int) -> int:
    """Asks the worker of this process."""
    return worker.place(key)


def led_to(known: tuple[int, int]) -> set[int]:
    """Asks the worker of this process."""
    return worker.led_to(known)


def main() -> None:
    """Prints the replies as they stand in the single file."""
    replies = Replies(HandinBoard(*KNOWN))
    places: list[int] = []
    wanted: set[int] = set()
    with Pool(initializer=begin) as pool:
        for discs in range(MOST_DISCS + 1):
            replies.list_up_to(discs, float("inf"))
            keys = sorted(replies.levels[discs])
            asked = [key for key in keys if discs < MOST_DISCS or key in wanted]
            found = dict(zip(asked, pool.map(place, asked, chunksize=50), strict=True))
            places += [found.get(key, 0) for key in keys]
            print(f"{discs} discs: {len(asked)} positions", file=sys.stderr, flush=True)
            if discs == SURE:
                wanted = set().union(*pool.map(led_to, found.items(), chunksize=50))
    text = packed(places)
    print(*(text[start : start + 99] for start in range(0, len(text), 99)), sep="\n")


if __name__ == "__main__":
    main()
