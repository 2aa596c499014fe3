"""Random playouts on 6x7x4: the Python board and the compiled core beside OpenSpiel.

    python bench/rules.py            about half a minute
    python bench/rules.py --quick    a few seconds
    python bench/rules.py --check    also fails when a ratio is under its goal

All contenders play in this process, on one core, by turns, so that a machine that slows down
slows them all; of each the best round counts. The ratios matter, the figures are this machine's.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from linefall import Board
from linefall._core import Position, random_playouts

try:
    import pyspiel
except ImportError:
    sys.exit("bench/rules.py: OpenSpiel is missing; pip install 'linefall[bench]'")


def openspiel(games: int, rng: random.Random) -> int:
    """Plays through OpenSpiel, driven from Python; returns the moves made."""
    connect_four = pyspiel.load_game("connect_four")
    choice, moves = rng.choice, 0
    for _ in range(games):
        state = connect_four.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            moves += 1
    return moves


def python_board(games: int, rng: random.Random) -> int:
    """Plays through the public methods of the Python board."""
    choice, moves = rng.choice, 0
    for _ in range(games):
        board = Board()
        while board.outcome() is None:
            board.drop(choice(board.open_columns))
            moves += 1
    return moves


def core_by_moves(games: int, rng: random.Random) -> int:
    """Plays through the compiled position, driven from Python move by move."""
    choice, moves = rng.choice, 0
    for _ in range(games):
        position = Position()
        while not position.is_over:
            position.drop(choice(position.open_columns()))
            moves += 1
    return moves


def core_batch(games: int, rng: random.Random) -> int:
    """Plays all games in one call of the compiled core."""
    *_, moves = random_playouts(6, 7, 4, games, seed=rng.getrandbits(60))
    return moves


@dataclass
class Contender:
    """Holds a way to play, how many games make a round, and what it must reach."""

    name: str
    play: Callable[[int, random.Random], int]
    games: int
    goal: float | None = None  # of OpenSpiel's rate, in games or moves alike
    games_per_second: float = 0.0
    moves_per_second: float = 0.0

    def run(self, seed: int, share: float) -> None:
        """Plays one round and keeps it if it is the best so far."""
        games = max(1, int(self.games * share))
        rng = random.Random(seed)
        start = time.perf_counter()
        moves = self.play(games, rng)
        seconds = time.perf_counter() - start
        if games / seconds > self.games_per_second:
            self.games_per_second = games / seconds
            self.moves_per_second = moves / seconds


def contenders() -> list[Contender]:
    return [
        Contender("OpenSpiel, from Python", openspiel, 20_000),
        Contender("Python board", python_board, 10_000, goal=0.25),
        Contender("core, move by move", core_by_moves, 20_000),
        Contender("core, one batch", core_batch, 1_000_000, goal=20.0),
    ]


def report(players: list[Contender]) -> bool:
    """Prints the table and returns whether every goal is reached."""
    peer = players[0]
    print(f"{'playouts on 6x7x4':<26}{'games/s':>12}{'moves/s':>13}{'games':>9}{'moves':>9}  goal")
    reached = True
    for player in players:
        games = player.games_per_second / peer.games_per_second
        moves = player.moves_per_second / peer.moves_per_second
        line = (
            f"{player.name:<26}{player.games_per_second:>12,.0f}{player.moves_per_second:>13,.0f}"
        )
        line += f"{games:>8.2f}x{moves:>8.2f}x"
        if player.goal is not None:
            ok = min(games, moves) >= player.goal
            reached &= ok
            line += f"  {player.goal}x {'reached' if ok else 'MISSED'}"
        print(line)
    return reached


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the games")
    parser.add_argument("--check", action="store_true", help="exit status 1 if a goal is missed")
    parser.add_argument("--rounds", type=int, default=5, help="rounds for each (default 5)")
    options = parser.parse_args()
    players = contenders()
    for seed in range(options.rounds):
        for player in players:
            player.run(seed, 0.1 if options.quick else 1.0)
    reached = report(players)
    return 1 if options.check and not reached else 0


if __name__ == "__main__":
    sys.exit(main())
