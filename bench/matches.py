"""Players, and the games that they play: what the benches of strength share.

Programs in plain Python are timed by processor time, so that a busy machine changes little, and
engines by nodes or by the clock. Every opening is played twice with seats swapped.
"""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from time import perf_counter, process_time
from types import ModuleType
from typing import NamedTuple, Self

from linefall import bots
from linefall.board import Board
from linefall.engine import Engine
from linefall.player import Limit
from linefall.protocol import format_setup
from linefall.rules import Rules
from linefall.system import proc

ENGINE = [sys.executable, "-m", "linefall", "engine"]
Choose = Callable[[Board], int]


# -- players -------------------------------------------------------------------------------------


class Program:
    """Is a bot, or the file of another such program, as a player; its tables live for a game."""

    def __init__(self, name: str, rules: Rules, seconds: float) -> None:
        """Loads the program; it gets so many seconds for a move."""
        sys.setrecursionlimit(20_000)  # as the single file does for itself
        self.module = load(Path(name) if name.endswith(".py") else bots.path(name))
        self.rules, self.seconds = rules, seconds
        self.begin()

    def begin(self) -> None:
        """Forgets the game before."""
        module, size = self.module, (self.rules.rows, self.rules.columns, self.rules.connect)
        self.known: tuple[int, ...] = ()
        if not hasattr(module, "Search"):
            self.board = module.Board(*size)
            self.decide = partial(module.choose, self.board)
        elif self.rules.cells > module.LARGEST_BOARD_OF_BITS:
            self.board = module.Wide(*size, process_time)
            self.decide = self.board.choose
        else:
            self.board = module.Board(*size)
            self.decide = module.Search(self.board, process_time).choose

    def __call__(self, board: Board) -> int:
        """Gives its column."""
        if board.moves[: len(self.known)] != self.known:
            self.begin()
        for column in board.moves[len(self.known) :]:
            self.board.drop(column)
        self.known = board.moves
        return int(self.decide(process_time() + self.seconds))


def load(path: Path) -> ModuleType:
    """Loads the file of a program, and gives it processor time for a clock."""
    spec = importlib.util.spec_from_file_location(f"program_{abs(hash(path))}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if hasattr(module, "monotonic"):
        module.monotonic = process_time  # type: ignore[attr-defined]
    return module


def make_program(name: str, rules: Rules, seconds: float) -> Choose:
    """Gives a bot by its name, or another program by its file."""
    if name in ("rand", "left", "right"):  # which know the heights of the columns alone
        choose = load(bots.path(name)).choose
        columns = range(rules.columns)
        return lambda board: int(choose([board.height(c) for c in columns], rules.rows))
    return Program(name, rules, seconds)


def make_engine(rules: Rules, limit: Limit, settings: Sequence[str], level: int = 10) -> Choose:
    """Gives an engine as a function, with weights changed as `name=value` says."""
    engine = Engine(level)
    engine.prepare(rules)
    for setting in settings:
        name, _, value = setting.partition("=")
        assert engine.search is not None
        engine.search.set(name, int(value))
    return lambda board: engine.choose(board, limit).column


class Answer(NamedTuple):
    """Holds the seconds of an answer: in all, waiting for a core after being woken, on a core."""

    seconds: float
    waited: float
    used: float


class EngineProgram:
    """Is `linefall engine` in a process of its own for one game, timed from outside."""

    def __init__(self, rules: Rules, seconds: float) -> None:
        """Starts it and waits until it is ready."""
        self.rules, self.seconds = rules, seconds
        self.answers: list[Answer] = []
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(ENGINE, stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self._ask("")

    def __enter__(self) -> Self:
        """Gives itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ends it, whatever it does."""
        self.process.kill()
        self.process.communicate()

    def __call__(self, board: Board) -> int:
        """Gives its column, and notes how long that took."""
        message = f"{board.moves[-1]}\n" if self.answers else self._setup(board)
        used, waited = self._schedule()
        begin = perf_counter()
        column = int(self._ask(message))
        spent = perf_counter() - begin
        used_now, waited_now = self._schedule()
        self.answers.append(Answer(spent, waited_now - waited, used_now - used))
        return column

    def _setup(self, board: Board) -> str:
        """Words the first line, with what was played before its first move as the opening."""
        first = board.to_move == 0
        setup = format_setup(self.rules, first=first, seconds=self.seconds, opening=board.moves)
        return f"{setup}\n"

    def _schedule(self) -> tuple[float, float]:
        return proc.schedule(self.process.pid, self.process.pid)

    def _ask(self, message: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(message)
        return self.process.stdout.readline()


# -- games ---------------------------------------------------------------------------------------


def random_position(rules: Rules, discs: int, chance: random.Random) -> Board:
    """Draws a position that is not decided yet."""
    while True:
        board = Board(rules)
        while len(board.moves) < discs and board.outcome() is None:
            board.drop(chance.choice(board.open_columns))
        if board.outcome() is None:
            return board


def random_opening(rules: Rules, discs: int, chance: random.Random) -> list[int]:
    """Draws moves after which nobody has won or can win at once."""
    while (board := random_position(rules, discs, chance)).winning_moves():
        pass
    return list(board.moves)


def play(players: Sequence[Choose], rules: Rules, opening: Sequence[int]) -> int | None:
    """Plays a game from an opening and gives the winner."""
    board = Board(rules, opening)
    while (outcome := board.outcome()) is None:
        board.drop(players[board.to_move](board))
    return outcome.winner


def match(one: Choose, two: Choose, rules: Rules, games: int, discs: int, seed: int) -> list[float]:
    """Plays pairs of games and gives the points of `one`."""
    chance = random.Random(seed)
    points = []
    for game in range(games):
        if game % 2 == 0:
            opening = random_opening(rules, min(discs, rules.cells // 4), chance)
        seat = game % 2
        winner = play((one, two) if seat == 0 else (two, one), rules, opening)
        points.append(0.5 if winner is None else float(winner == seat))
    return points


def mean_and_error(pairs: Sequence[float]) -> tuple[float, float]:
    """Gives the mean and its standard error over pairs."""
    mean = sum(pairs) / len(pairs)
    variance = sum((p - mean) ** 2 for p in pairs) / max(1, len(pairs) - 1)
    return mean, sqrt(variance / len(pairs))


def counts(points: Sequence[float]) -> str:
    """Words how many games were won, drawn and lost."""
    won, drawn, lost = (points.count(worth) for worth in (1.0, 0.5, 0.0))
    return f"won {won}, drawn {drawn}, lost {lost}"


def report(title: str, points: Sequence[float]) -> None:
    """Prints won, drawn, lost, and the mean with its standard error over pairs."""
    pairs = [sum(points[i : i + 2]) / 2 for i in range(0, len(points) - 1, 2)]
    mean, error = mean_and_error(pairs)
    print(f"{title}: {counts(points)}, {100 * mean:.1f} % +- {100 * error:.1f}", flush=True)
