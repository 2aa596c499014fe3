"""Plays for a player that thinks inside Linefall: the engine at a level, or the perfect player.

Run by the judge for `@engine`, `@engine:4` and `@perfect` as `python -m linefall.adapters.thinker`.
It keeps a margin below T, and the perfect player asks the engine where the proof takes too long.
"""

from __future__ import annotations

import sys
import time
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from linefall.board import Board
from linefall.errors import LinefallError
from linefall.player import Choice, Limit, Player
from linefall.protocol import Setup, format_column, parse_answer, parse_setup

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


class Perfect:
    """Plays what is proved to be best, and the engine's move where nothing is proved in time."""

    name = "perfect"

    def __init__(self) -> None:
        """Takes the engine along where it is installed."""
        self.prover: Player = import_module("linefall.solver").Perfect(memory=MEMORY)
        self.engine = engine() if find_spec("linefall.engine") is not None else None

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Gives a choice within the limit."""
        start, seconds = time.monotonic(), limit.seconds or 1.0
        share = FOR_THE_PROOF if self.engine is not None else 1.0
        proved = self.prover.choose(board, Limit(seconds=seconds * share))
        left = start + seconds - time.monotonic()
        if proved.value is not None or self.engine is None or left <= 0:
            return proved
        return self.engine.choose(board, Limit(seconds=left))


def engine(level: int = 10) -> Player:
    """Gives the engine at a level."""
    made: Player = import_module("linefall.engine").Engine(level=level)
    return made


def make(name: str) -> Player:
    """Gives the player of that name."""
    kind, _, level = name.partition(":")
    return engine(int(level or 10)) if kind == "engine" else Perfect()


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
    """Speaks the judge's protocol for the player that the command line names."""
    player = make(sys.argv[1])
    print("Ready", flush=True)
    line = sys.stdin.buffer.readline()
    if line:
        try:
            play(player, parse_setup(line.decode("ascii", "replace")))
        except LinefallError as error:
            sys.exit(f"{sys.argv[1]}: {error}")


if __name__ == "__main__":
    main()
