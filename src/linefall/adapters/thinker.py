"""Plays for a player that thinks inside Linefall: the engine at a level, or the perfect player.

Run by the judge for `@engine`, `@engine:4` and `@perfect` as `python -m linefall.adapters.thinker`.
It keeps a margin below T, and the perfect player answers with the engine's move where the proof
takes too long.
"""

from __future__ import annotations

import sys
import threading
import time
from importlib import import_module
from typing import Final

from linefall.board import Board
from linefall.errors import LinefallError
from linefall.player import Limit, Player
from linefall.protocol import Setup, format_column, parse_answer, parse_setup

#: What is left of T for waking up, printing and the pipe: a share, between these two.
SHARE: Final = 0.2
LEAST, MOST = 0.01, 0.1
#: The part of its time in which the perfect player first asks the engine, to fall back on.
FIRST_GUESS: Final = 0.2


def thinking_time(seconds: float) -> float:
    """Gives how long to think when T seconds are allowed.

    >>> thinking_time(1.0), thinking_time(0.1)
    (0.9, 0.08)
    """
    return round(max(seconds / 2, seconds - min(MOST, max(LEAST, SHARE * seconds))), 6)


class Patient:
    """Asks a player that may think for ever, and answers with another's move in time."""

    def __init__(self, player: Player, stand_in: Player) -> None:
        """Takes the player, and who answers when it does not."""
        self.player, self.stand_in = player, stand_in

    def column(self, board: Board, seconds: float) -> int:
        """Gives the player's column, or the stand-in's."""
        start = time.monotonic()
        found: list[int] = []
        fallback = self.stand_in.choose(board, Limit(seconds=seconds * FIRST_GUESS)).column

        def think() -> None:
            left = max(0.001, start + seconds - time.monotonic())
            found.append(self.player.choose(board.copy(), Limit(seconds=left)).column)

        thread = threading.Thread(target=think, daemon=True)
        thread.start()
        thread.join(max(0.0, start + seconds - time.monotonic()))
        return found[0] if found else fallback


def make(name: str) -> Player | Patient:
    """Gives the player of that name."""
    kind, _, level = name.partition(":")
    engine: Player = import_module("linefall.engine").Engine(level=int(level or 10))
    if kind == "engine":
        return engine
    return Patient(import_module("linefall.solver").Perfect(), engine)


def play(player: Player | Patient, setup: Setup) -> None:
    """Plays one game, until it is over or the judge has no more lines."""
    board = Board(setup.rules, setup.opening)
    mine = setup.first == (board.to_move == 0)
    seconds = thinking_time(setup.seconds)
    while board.outcome() is None:
        if mine:
            if isinstance(player, Patient):
                column = player.column(board, seconds)
            else:
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
