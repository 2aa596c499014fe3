"""The engine measured: speed and depth, matches against the bots and against itself.

Both sides of a match play in this process. Engines are limited by nodes and bots by processor
time, so that a busy machine changes little. Every opening is played twice with seats swapped.

    python bench/engine.py speed
    python bench/engine.py match alphabeta --board 6x7x4 --seconds 0.2 --games 20
    python bench/engine.py match engine --board 10x10x5 --nodes 50000 --set leader=250
    python bench/engine.py levels --games 10
    python bench/engine.py keeps --positions 300
    python bench/engine.py clock --seconds 0.05 --moves 500
    python bench/engine.py ready --burn 2
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import sqrt
from pathlib import Path
from time import process_time
from typing import NamedTuple

from linefall import _core
from linefall.board import Board
from linefall.engine import Engine
from linefall.player import Limit
from linefall.rules import Rules

BOTS = Path(__file__).parents[1] / "src" / "linefall" / "bots"
SIZES = ("6x7x4", "8x8x4", "9x9x5", "10x10x5", "20x20x6")
CLOCK_SIZES = ("4x7x4", "6x7x4", "8x8x4", "7x9x5", "10x10x5", "20x20x6")
ENGINE = [sys.executable, "-m", "linefall", "engine"]
Choose = Callable[[Board], int]


def speed(options: argparse.Namespace) -> None:
    """Prints nodes a second of processor time, and the depth reached, from the empty board."""
    for size in options.board.split(",") if options.board else SIZES:
        rules = Rules.parse(size)
        search = _core.Search(rules.rows, rules.columns, rules.connect)
        begin, used = time.perf_counter(), process_time()
        _, _, depth, _, nodes, _ = search.search(*Board(rules).bits, seconds=options.seconds)
        used, wall = process_time() - used, time.perf_counter() - begin
        rate = nodes / used / 1e6
        print(f"{size:>10}: depth {depth:2} in {wall:.2f} s, {rate:.2f} million nodes a second")


def load_bot(name: str, rules: Rules, seconds: float) -> Choose:
    """Gives a bot as a function; its clock is this process's time."""
    spec = importlib.util.spec_from_file_location(f"bot_{name}", BOTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    size = rules.rows, rules.columns, rules.connect
    if name == "handin":
        return load_handin(module, rules, seconds)
    if hasattr(module, "monotonic"):
        module.monotonic = process_time

    def choose(board: Board) -> int:
        if name == "rand":
            return random.choice(board.open_columns)
        if name in ("left", "right"):
            return board.open_columns[0 if name == "left" else -1]
        copy = module.Board(*size)
        for column in board.moves:
            copy.drop(column)
        return int(module.choose(copy, process_time() + seconds))

    return choose


def load_handin(module: object, rules: Rules, seconds: float) -> Choose:
    """Gives the single-file program as a function; its tables live as long as the game."""
    size = rules.rows, rules.columns, rules.connect
    state: dict[str, object] = {}

    def choose(board: Board) -> int:
        if len(board.moves) < 2 or "board" not in state or state["seen"] > len(board.moves):
            state["board"] = module.Board(*size)
            state["search"] = module.Search(state["board"], process_time)
            state["seen"] = 0
        for column in board.moves[state["seen"] :]:
            state["board"].drop(column)
        state["seen"] = len(board.moves)
        return int(state["search"].choose(process_time() + seconds))

    return choose


def make_engine(rules: Rules, limit: Limit, settings: Sequence[str], level: int = 10) -> Choose:
    """Gives an engine as a function, with weights changed as `name=value` says."""
    engine = Engine(level)
    engine.prepare(rules)
    for setting in settings:
        name, _, value = setting.partition("=")
        engine.search.set(name, int(value))
    return lambda board: engine.choose(board, limit).column


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


def report(title: str, points: Sequence[float]) -> None:
    """Prints won, drawn, lost, and the mean with its standard error over pairs."""
    pairs = [sum(points[i : i + 2]) / 2 for i in range(0, len(points) - 1, 2)]
    mean, error = mean_and_error(pairs)
    counts = [sum(p == value for p in points) for value in (1.0, 0.5, 0.0)]
    won, drawn, lost = counts
    line = f"won {won}, drawn {drawn}, lost {lost}, {100 * mean:.1f} % +- {100 * error:.1f}"
    print(f"{title}: {line}", flush=True)


def run_match(options: argparse.Namespace) -> None:
    """Plays the engine against a bot or against itself with other weights."""
    for size in (options.board or "6x7x4").split(","):
        rules = Rules.parse(size)
        limit = Limit(nodes=options.nodes)
        if not options.nodes:
            limit = Limit(seconds=options.seconds)
        ours = make_engine(rules, limit, options.set)
        if options.against == "engine":
            theirs = make_engine(rules, limit, options.unset)
        else:
            theirs = load_bot(options.against, rules, options.seconds)
        points = match(ours, theirs, rules, options.games, options.opening, options.seed)
        report(f"{size} engine {' '.join(options.set)} against {options.against}", points)


def levels(options: argparse.Namespace) -> None:
    """Plays every level against the next."""
    rules = Rules.parse(options.board or "6x7x4")
    limit = Limit(seconds=options.seconds)
    for level in range(2, 11):
        ours = make_engine(rules, limit, (), level)
        theirs = make_engine(rules, limit, (), level - 1)
        points = match(ours, theirs, rules, options.games, 2, options.seed)
        report(f"{rules} level {level} against level {level - 1}", points)


def keeps(options: argparse.Namespace) -> None:
    """Checks that every move chosen keeps the result of random positions, and won ones are won."""
    rules, chance = Rules.parse(options.board or "6x7x4"), random.Random(options.seed)
    truth, engine, bad, won = Truth(rules), Engine(), 0, 0
    limit = Limit(seconds=options.seconds)
    for number in range(options.positions):
        board = random_position(rules, chance.randint(0, options.discs), chance)
        before = truth.result(board)
        choice = engine.choose(board, limit)
        after = board.copy()
        after.drop(choice.column)
        if -truth.result(after) != before:
            bad += 1
            print(f"{number}: {board.moves} was {before}, {choice} gives {-truth.result(after)}")
        if before > 0:
            won += 1
            ours = board.to_move
            players = [truth.resist, truth.resist]
            players[ours] = lambda position: engine.choose(position, limit).column
            if play(players, rules, board.moves) != ours:
                bad += 1
                print(f"{number}: {board.moves} was won, and not by the engine")
    print(f"{options.positions} positions, {won} of them won and played out: {bad} given away")


class Truth:
    """Tells the result of any position and the move that holds out longest."""

    def __init__(self, rules: Rules) -> None:
        """Takes memory for the solver."""
        self.solver = _core.Solver(rules.rows, rules.columns, rules.connect, 1 << 28)

    def score(self, board: Board, limit: int) -> int:
        """Gives the solver's value for the side to move, no further from 0 than the limit."""
        if (outcome := board.outcome()) is not None:
            return 0 if outcome.winner is None else -limit
        first, second = board.bits
        mover = second if board.to_move else first
        return int(self.solver.solve(mover, first | second, -limit, limit)[0])

    def result(self, board: Board) -> int:
        """Gives 1, 0 or -1 for the side to move."""
        return max(-1, min(1, self.score(board, 1)))

    def resist(self, board: Board) -> int:
        """Gives the move with the best value, which loses latest."""
        values = {}
        for column in board.open_columns:
            after = board.copy()
            after.drop(column)
            values[column] = -self.score(after, board.rules.cells)
        return max(values, key=values.__getitem__)


def random_position(rules: Rules, discs: int, chance: random.Random) -> Board:
    """Draws a position that is not decided yet."""
    while True:
        board = Board(rules)
        while len(board.moves) < discs and board.outcome() is None:
            board.drop(chance.choice(board.open_columns))
        if board.outcome() is None:
            return board


class Answer(NamedTuple):
    """Holds the seconds of an answer: in all, and waiting for a core after being woken."""

    seconds: float
    waited: float


def clock(options: argparse.Namespace) -> None:
    """Measures, from outside the process, how long each answer of `linefall engine` takes."""
    answers: list[Answer] = []
    sizes = options.board.split(",") if options.board else CLOCK_SIZES
    end = time.monotonic() + 60 * options.minutes
    with burners(options.burn):
        while len(answers) < options.moves and time.monotonic() < end:
            for size in sizes:
                answers += timed_game(Rules.parse(size), options.seconds, options.moves)
    late = sum(answer.seconds > options.seconds for answer in answers)
    own = sum(answer.seconds - answer.waited > options.seconds for answer in answers)
    print(
        f"{len(answers)} moves at T = {options.seconds} s, {options.burn} others at work: "
        f"{spread([answer.seconds for answer in answers])}, late {late}, of these without the "
        f"waiting {own}; waited {spread([answer.waited for answer in answers])}",
        flush=True,
    )


def ready(options: argparse.Namespace) -> None:
    """Measures how long `linefall engine` takes to say that it is ready."""
    times = []
    with burners(options.burn):
        for _ in range(options.games):
            begin = time.perf_counter()
            with subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
                assert engine.stdout is not None
                engine.stdout.readline()
                times.append(time.perf_counter() - begin)
                engine.kill()
    print(f"Ready {len(times)} times, {options.burn} others at work: {spread(times)}", flush=True)


def spread(times: Sequence[float]) -> str:
    """Words median, 99.9 % and worst."""
    times = sorted(times)
    high = times[min(len(times) - 1, int(0.999 * len(times)))]
    return f"median {times[len(times) // 2]:.4f}, 99.9 % {high:.4f}, worst {times[-1]:.4f}"


@contextmanager
def burners(count: int) -> Iterator[None]:
    """Keeps so many processes busy meanwhile."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def waited(process: int) -> float:
    """Gives the seconds that a process was ready to run and had no core; 0 where unknown."""
    try:
        words = Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()
    except OSError:
        return 0.0
    return int(words[1]) / 1e9


def timed_game(rules: Rules, seconds: float, moves: int) -> list[Answer]:
    """Plays a game against random moves and gives the time of every answer."""
    pipe = subprocess.PIPE
    answers: list[Answer] = []
    with subprocess.Popen(ENGINE, stdin=pipe, stdout=pipe, text=True, bufsize=1) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdout.readline()
        board, message = Board(rules), f"{rules.rows} {rules.columns} {rules.connect} 1 {seconds}"
        while board.outcome() is None and len(answers) < min(moves, 60):
            before = waited(engine.pid)
            begin = time.perf_counter()
            engine.stdin.write(message + "\n")
            answer = engine.stdout.readline()
            spent = time.perf_counter() - begin
            answers.append(Answer(spent, waited(engine.pid) - before))
            board.drop(int(answer))
            if board.outcome() is None:
                column = random.choice(board.open_columns)
                board.drop(column)
                message = str(column)
        engine.kill()
    return answers


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("speed", "match", "levels", "keeps", "clock", "ready"))
    parser.add_argument("against", nargs="?", default="alphabeta")
    parser.add_argument("--board", default="")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--opening", type=int, default=3, help="random discs at the start")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--discs", type=int, default=30)
    parser.add_argument("--moves", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=1e6, help="at most, of the clock")
    parser.add_argument("--burn", type=int, default=0, help="busy processes beside the engine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", nargs="*", default=[], help="weights of the engine, name=value")
    parser.add_argument("--unset", nargs="*", default=[], help="weights of the other engine")
    options = parser.parse_args()
    run = {"speed": speed, "match": run_match, "levels": levels}
    run |= {"keeps": keeps, "clock": clock, "ready": ready}
    run[options.what](options)


if __name__ == "__main__":
    main()
