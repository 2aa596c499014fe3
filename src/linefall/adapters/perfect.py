"""Plays for the perfect player: what is proved to be best, and else the engine's move.

Run by the judge for `@perfect`, as `python -m linefall.adapters.perfect`; it keeps below T.
"""

from __future__ import annotations

import sys
import time
from typing import Final

from linefall.board import Board
from linefall.engine import Engine
from linefall.errors import LinefallError
from linefall.player import Choice, Limit, Player
from linefall.protocol import Setup, format_column, parse_answer, parse_setup
from linefall.solver import Perfect, SolverError

#: What is left of T for waking up, printing and the pipe: a share, between these two.
SHARE: Final = 0.2
LEAST, MOST = 0.01, 0.1
#: The part of its time after which the perfect player gives up the proof.
FOR_THE_PROOF: Final = 0.7
#: Memory for the table of the perfect player, well below what the judge allows.
MEMORY: Final = "128M"


def thinking_time(seconds: float) -> float:
    """Gives how long to think when T seconds are allowed.

    >>> thinking_time(1.0), thinking_time(0.1)
    (0.9, 0.08)
    """
    return round(max(seconds / 2, seconds - min(MOST, max(LEAST, SHARE * seconds))), 6)


class Sure:
    """Plays what is proved to be best, and the engine's move where nothing is proved in time."""

    name = "perfect"
    proves = True  # what it is trusted to do, so that people are told when it could not

    def __init__(self) -> None:
        """Prepares both thinkers."""
        self.prover, self.engine = Perfect(memory=MEMORY), Engine()

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Gives a choice within the limit."""
        start, seconds = time.monotonic(), limit.seconds or 1.0
        try:
            proved = self.prover.choose(board, Limit(seconds=seconds * FOR_THE_PROOF))
        except SolverError:  # the board is too large for proofs
            return self.engine.choose(board, Limit(seconds=seconds))
        left = start + seconds - time.monotonic()
        if proved.value is not None or left <= 0:
            return proved
        return self.engine.choose(board, Limit(seconds=left))


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
    """Speaks the judge's protocol for the perfect player."""
    player = Sure()
    print("Ready", flush=True)
    line = sys.stdin.buffer.readline()
    if line:
        try:
            play(player, parse_setup(line.decode("ascii", "replace")))
        except LinefallError as error:
            sys.exit(f"perfect: {error}")


if __name__ == "__main__":
    main()
