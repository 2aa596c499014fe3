"""Speaks the judge's protocol for the perfect player.

Run by the judge for `@perfect`, as `python -m linefall.adapters.perfect`; it keeps below T.
"""

from __future__ import annotations

import sys
from typing import Final

from linefall.board import Board
from linefall.errors import LinefallError
from linefall.perfect import Perfect
from linefall.player import Limit, Player
from linefall.protocol import Setup, format_column, parse_answer, parse_setup

#: What is left of T for waking up, printing and the pipe: a share, between these two.
SHARE: Final = 0.2
LEAST, MOST = 0.01, 0.1


def thinking_time(seconds: float) -> float:
    """Gives how long to think when T seconds are allowed.

    >>> thinking_time(1.0), thinking_time(0.1)
    (0.9, 0.08)
    """
    return round(max(seconds / 2, seconds - min(MOST, max(LEAST, SHARE * seconds))), 6)


def play(player: Player, setup: Setup) -> None:
    """Plays one game, until it is over or the judge has no more lines."""
    board = Board(setup.rules, setup.opening)
    mine = setup.first == (board.to_move == 0)
    seconds = thinking_time(setup.seconds)
    while board.outcome() is None:
        if mine:
            column = player.choose(board, Limit(seconds=seconds)).column
            print(format_column(column), flush=True)
        else:
            line = sys.stdin.buffer.readline()
            if not line:
                return
            column = parse_answer(line)
        board.drop(column)
        mine = not mine


def main() -> None:
    """Plays one game on standard input and output."""
    player = Perfect()
    print("Ready", flush=True)
    line = sys.stdin.buffer.readline()
    if line:
        try:
            play(player, parse_setup(line.decode("ascii", "replace")))
        except LinefallError as error:
            sys.exit(f"perfect: {error}")


if __name__ == "__main__":
    main()
