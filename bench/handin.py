"""Matches of the single-file program against the bots, or against another version of itself.

Both sides play in this process and are timed by processor time, so that a busy machine changes
nothing. Every opening is played twice with seats swapped.

    python bench/handin.py --against alphabeta --board 6x7x4 --seconds 1 --games 20
    python bench/handin.py --against old_handin.py --board 8x8x4 --seconds 0.2
"""

import argparse
import gc
import importlib.util
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import Any

BOTS = Path(__file__).parents[1] / "src" / "linefall" / "bots"
Size = tuple[int, int, int]
Choose = Callable[[float], int]


def load(name: str) -> ModuleType:
    """Loads a bot by its name or by the path of its file."""
    path = Path(name) if name.endswith(".py") else BOTS / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"player_{abs(hash(str(path)))}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if hasattr(module, "monotonic"):
        module.monotonic = process_time  # type: ignore[attr-defined]
    return module


def seat(module: ModuleType, size: Size) -> tuple[Any, Choose]:
    """Gives a board of this bot and the function that chooses on it before a time."""
    if hasattr(module, "Search"):
        if size[0] * size[1] > module.LARGEST_BOARD_OF_BITS:
            wide = module.Wide(*size, clock=process_time)
            return wide, wide.choose
        board = module.Board(*size)
        return board, module.Search(board, process_time).choose
    board = module.Board(*size)
    return board, lambda deadline: int(module.choose(board, deadline))


def play(first: ModuleType, second: ModuleType, size: Size, opening: Sequence[int], seconds: float):
    """Plays a game and gives the points of the first player, the moves and the slowest one."""
    boards, chooses = zip(*(seat(module, size) for module in (first, second)), strict=True)
    moves: list[int] = []
    slowest = [0.0, 0.0]
    while True:
        side = len(moves) % 2
        if len(moves) < len(opening):
            column = opening[len(moves)]
        else:
            started = process_time()
            column = chooses[side](started + seconds)
            slowest[side] = max(slowest[side], process_time() - started)
        assert column in boards[0].open_columns(), (column, moves)
        for board in boards:
            board.drop(column)
        moves.append(column)
        if boards[0].won:
            return 1.0 - side, moves, slowest
        if not boards[0].open_columns():
            return 0.5, moves, slowest


def random_opening(size: Size, discs: int, chance: random.Random) -> list[int]:
    """Draws moves after which nobody has won or can win at once."""
    module = load("handin")
    while True:
        board = module.Board(*size)
        moves = []
        for _ in range(discs):
            moves.append(chance.choice(board.open_columns()))
            board.drop(moves[-1])
            if board.won or not board.open_columns():
                break
        else:
            _, _, mine, theirs, playable, _ = module.Search(board).sets()
            if not (mine | theirs) & playable:
                return moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="handin", help="a bot or a file")
    parser.add_argument("--against", default="alphabeta", help="a bot or a file")
    parser.add_argument("--board", default="6x7x4")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--opening", type=int, default=3, help="random discs at the start")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    gc.disable()
    sys.setrecursionlimit(20_000)
    rows, columns, connect = map(int, options.board.split("x"))
    size, chance = (rows, columns, connect), random.Random(options.seed)
    ours, theirs = load(options.program), load(options.against)
    points: list[float] = []
    for game in range(options.games):
        if game % 2 == 0:
            opening = random_opening(size, options.opening, chance)
        players = (ours, theirs) if game % 2 == 0 else (theirs, ours)
        result, moves, slowest = play(*players, size, opening, options.seconds)
        points.append(result if game % 2 == 0 else 1 - result)
        print(game, points[-1], len(moves), [round(t, 3) for t in slowest], moves, flush=True)
    count, mean = Counter(points), sum(points) / len(points)
    error = sqrt(sum((p - mean) ** 2 for p in points)) / len(points)
    print(
        f"{options.board} {options.seconds} s, {options.program} against {options.against}: "
        f"won {count[1.0]}, drawn {count[0.5]}, lost {count[0.0]}, "
        f"score {mean:.2f} +- {error:.2f}"
    )


if __name__ == "__main__":
    main()
