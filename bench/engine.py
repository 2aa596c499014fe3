"""The engine measured: speed and depth, matches against the bots and against itself.

python bench/engine.py speed
python bench/engine.py threads --threads 2 --positions 8
python bench/engine.py match alphabeta --board 6x7x4 --seconds 0.2 --games 20
python bench/engine.py match engine --board 10x10x5 --nodes 50000 --set quiet=250
python bench/engine.py match alphabeta --program handin --seconds 0.5
python bench/engine.py match old_handin.py --program handin --board 8x8x4
python bench/engine.py levels --games 10
python bench/engine.py keeps --positions 300
python bench/engine.py clock --seconds 0.05 --moves 500
python bench/engine.py ready --burn 2
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import geometric_mean
from time import process_time

from linefall import _core
from linefall.board import Board
from linefall.engine import Engine
from linefall.player import Limit
from linefall.rules import Rules
from linefall.solver import mover_and_all
from matches import (
    Answer,
    Choose,
    EngineProgram,
    make_engine,
    make_program,
    match,
    play,
    random_position,
    report,
)

SIZES = ("6x7x4", "8x8x4", "9x9x5", "10x10x5", "20x20x6")
DEPTHS = {"8x8x4": 18, "9x9x5": 16, "10x10x5": 16, "20x20x6": 11}
LONG_ENOUGH = 0.1
"""Seconds that a search must take to say something about threads."""
CLOCK_SIZES = ("4x7x4", "6x7x4", "8x8x4", "7x9x5", "10x10x5", "20x20x6")


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


def threads(options: argparse.Namespace) -> None:
    """Prints the time to the same depth with several threads, in that of one alone, in turn."""
    for size in options.board.split(",") if options.board else DEPTHS:
        rules, chance, shares = Rules.parse(size), random.Random(options.seed), []
        for _ in range(min(options.positions, 1000)):
            board = random_position(rules, chance.randint(2, 10), chance)
            seconds = []
            for count in (1, options.threads):
                search = _core.Search(rules.rows, rules.columns, rules.connect)
                begin = time.perf_counter()
                search.search(*board.bits, depth=DEPTHS.get(size, 12), threads=count)
                seconds.append(time.perf_counter() - begin)
            if seconds[0] > LONG_ENOUGH:
                shares.append(seconds[1] / seconds[0])
        if shares:
            print(f"{size:>10}: {geometric_mean(shares):.2f} of the time, {len(shares)} positions")


def run_match(options: argparse.Namespace) -> None:
    """Plays the engine, or a program, against another program or the engine with other weights."""
    for size in (options.board or "6x7x4").split(","):
        rules = Rules.parse(size)
        ours = player(options.program, rules, options, options.set)
        theirs = player(options.against, rules, options, options.unset)
        points = match(ours, theirs, rules, options.games, options.opening, options.seed)
        named = " ".join((options.program, *options.set))
        report(f"{size} {named} against {options.against}", points)


def player(name: str, rules: Rules, options: argparse.Namespace, weights: Sequence[str]) -> Choose:
    """Gives the engine with these weights, or a program."""
    if name != "engine":
        return make_program(name, rules, options.seconds)
    limit = Limit(nodes=options.nodes) if options.nodes else Limit(seconds=options.seconds)
    return make_engine(rules, limit, weights)


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
            players: list[Choose] = [truth.resist, truth.resist]
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
        return int(self.solver.solve(*mover_and_all(board), -limit, limit)[0])

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
    unwaited = sum(answer.seconds - answer.waited > options.seconds for answer in answers)
    # What is neither waiting nor processor time is time in which the whole machine stood still.
    own = sum(answer.used > options.seconds for answer in answers)
    print(
        f"{len(answers)} moves at T = {options.seconds} s, {options.burn} others at work: "
        f"{spread([answer.seconds for answer in answers])}, late {late}, of these without the "
        f"waiting {unwaited}, by its own processor time {own}; "
        f"waited {spread([answer.waited for answer in answers])}",
        flush=True,
    )


def ready(options: argparse.Namespace) -> None:
    """Measures how long `linefall engine` takes to say that it is ready."""
    times = []
    with burners(options.burn):
        for _ in range(options.games):
            begin = time.perf_counter()
            with EngineProgram(Rules(), options.seconds):
                times.append(time.perf_counter() - begin)
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


def timed_game(rules: Rules, seconds: float, moves: int) -> list[Answer]:
    """Plays a game against random moves and gives the time of every answer."""
    with EngineProgram(rules, seconds) as engine:
        board = Board(rules)
        while board.outcome() is None and len(engine.answers) < min(moves, 60):
            board.drop(engine(board))
            if board.outcome() is None:
                board.drop(random.choice(board.open_columns))
    return engine.answers


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    run = {"speed": speed, "threads": threads, "match": run_match, "levels": levels}
    run |= {"keeps": keeps, "clock": clock, "ready": ready}
    parser.add_argument("what", choices=tuple(run))
    parser.add_argument("against", nargs="?", default="alphabeta", help="engine, a bot, a file")
    parser.add_argument("--program", default="engine", help="who plays a match, likewise")
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
    parser.add_argument("--threads", type=int, default=2, help="beside one alone")
    options = parser.parse_args()
    run[options.what](options)


if __name__ == "__main__":
    main()
