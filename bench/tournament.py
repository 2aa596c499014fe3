"""Measures tournaments: throughput, resuming, ratings, the sequential test, the store.

python bench/tournament.py throughput      games an hour at T = 0.1 against the ideal
python bench/tournament.py cluster         two Dask workers beside the local pool, in one run
python bench/tournament.py resume          50 kills with -9 at random instants
python bench/tournament.py ratings         how often 95 % intervals hold the truth
python bench/tournament.py sprt            how often the sequential test is wrong
python bench/tournament.py store           100,000 games in SQLite
python bench/tournament.py report          the page of 64 programs
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from linefall.rules import Rules
from linefall.schedule import Entrant, Plan
from linefall.standings import Result, standings
from linefall.store import Place, Store
from linefall.system.cores import usable_cores
from linefall.tournament import Tournament
from linefall.workers import ClusterCrew, Crew, LocalCrew

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    from linefall.sprt import Sprt

THINKER = """
import sys, time, random
print("Ready", flush=True)
rows, columns, _, first, seconds = sys.stdin.readline().split()
heights, mine = [0] * int(columns), first == "1"
while sum(heights) < int(rows) * int(columns):
    if mine:
        until = time.monotonic() + 0.8 * float(seconds)
        while time.monotonic() < until:
            pass
        column = random.choice([c for c, h in enumerate(heights) if h < int(rows)])
        print(column, flush=True)
    else:
        line = sys.stdin.readline()
        if not line:
            break
        column = int(line)
    heights[column] += 1
    mine = not mine
"""

PICKY = (Path(__file__).parents[1] / "tests" / "picky.py").read_text()


@contextmanager
def program(text: str) -> Iterator[str]:
    """Writes a program for the time of a measurement."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.py")
        path.write_text(text)
        yield f"{sys.executable} -I -S {path}"


# ---------------------------------------------------------------------------- throughput


def run_games(crew: Crew, command: str, rounds: int) -> tuple[float, float, int]:
    """Plays games at T = 0.1; gives the seconds they took, the seconds of thinking, the moves."""
    entrants = tuple(Entrant(f"p{i}", f"{command} {i}") for i in range(2))
    plan = Plan(entrants, seconds=(0.1,), rounds=rounds, boards=(Rules(6, 7, 5),))
    thought: list[float] = []
    started = time.monotonic()
    Tournament(
        plan,
        crew,
        on_game=lambda game, record: thought.extend(t.wall for t in record.times if t),
    ).run()
    return time.monotonic() - started, sum(thought), len(thought)


def report_run(name: str, crew: Crew, command: str, rounds: int) -> float:
    """Plays and prints one line; gives the games an hour."""
    run_games(crew, command, 1)  # processes are started, files are in memory
    took, thought, moves = run_games(crew, command, rounds)
    ideal = thought / len(usable_cores())
    rate = 3600 * 2 * rounds / took
    print(
        f"{name}: {2 * rounds} games, {moves} moves in {took:.1f} s: {rate:.0f} games an hour, "
        f"{100 * ideal / took:.1f} % of the ideal"
    )
    return rate


def throughput(rounds: int) -> None:
    """Games an hour against the ideal: the sum of thinking time over the cores."""
    with program(THINKER) as command:
        crew = LocalCrew()
        try:
            report_run("local pool", crew, command, rounds)
        finally:
            crew.close()


def cluster(rounds: int) -> None:
    """Two Dask workers with a core each, beside the local pool with two games at a time."""
    with program(THINKER) as command, tempfile.TemporaryDirectory() as folder:
        local = LocalCrew(2)
        try:
            plain = report_run("local pool", local, command, rounds)
        finally:
            local.close()
        with dask(Path(folder), workers=2) as address:
            crew = ClusterCrew(address)
            try:
                shared = report_run("two Dask workers", crew, command, rounds)
            finally:
                crew.close()
    print(f"Dask against the local pool: {100 * shared / plain:.1f} %")


@contextmanager
def dask(folder: Path, *, workers: int) -> Iterator[str]:
    """Runs a scheduler and workers with one core each."""
    file = folder / "scheduler.json"
    words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
    processes = [_module("dask_scheduler", *words, "--scheduler-file", str(file))]
    try:
        while not file.exists() or not file.read_text().endswith("}"):
            time.sleep(0.1)
        address: str = json.loads(file.read_text())["address"]
        options = ["--no-nanny", "--no-dashboard", "--nthreads", "1", "--resources", "cores=1"]
        processes += [_module("dask_worker", address, *options) for _ in range(workers)]
        from distributed import Client

        with Client(address) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(workers)
        yield address
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()


def _module(name: str, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{name}", *words],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


# -------------------------------------------------------------------------------- resume


def resume(kills: int) -> None:
    """Kills a tournament of 8 deterministic programs with -9, again and again."""
    with program(PICKY) as command, tempfile.TemporaryDirectory() as folder:
        words = [f"{command} {i}" for i in range(8)]
        base = [sys.executable, "-m", "linefall", "tournament", *words, "--boards", "3x4x3",
                "--seconds", "5", "--rounds", "3", "--json"]  # fmt: skip
        unbroken = subprocess.run(
            [*base, "--database", f"{folder}/whole.db"], capture_output=True, check=True
        ).stdout
        dice, broken = random.Random(1), [*base, "--database", f"{folder}/broken.db"]
        done = 0
        for _ in range(kills):
            running = subprocess.Popen(broken, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(dice.uniform(0.1, 6.0))
            done += running.poll() is None
            running.send_signal(signal.SIGKILL)
            running.wait()
        last = subprocess.run(broken, capture_output=True, check=True).stdout
        connection = sqlite3.connect(f"{folder}/broken.db")
        games, keys = connection.execute(
            "SELECT count(*), count(DISTINCT key) FROM games"
        ).fetchone()
        connection.close()
    print(
        f"resume: {kills} kills, {done} of them while it ran; {games} games, {keys} keys, "
        f"168 scheduled; standings {'equal' if last == unbroken else 'DIFFER'}"
    )


# --------------------------------------------------------------------- ratings and the test


def ratings(leagues: int) -> None:
    """How often the 95 % intervals hold the truth, in leagues with known strengths."""
    import numpy as np

    from linefall.ratings import ELO, Tally, fit

    random_ = np.random.default_rng(1)
    print("players  games of a pair  spread  held by the interval")
    for players, games, spread in itertools.product((10, 20, 50), (2, 10), (50, 200, 500)):
        held = []
        for _ in range(max(1, leagues * 10 // players)):
            truth = random_.normal(0, spread / ELO, players)
            truth -= truth.mean()
            tallies = []
            for i, j in itertools.permutations(range(players), 2):
                x = truth[i] - truth[j] + 0.3
                weights = np.exp([x / 2, -1, -x / 2])
                counts = random_.multinomial(games // 2, weights / weights.sum())
                tallies.append(Tally(i, j, *map(int, counts)))
            result = fit(players, tallies)
            held += list((result.low < truth) & (truth < result.high))
        print(f"{players:>7}  {games:>15}  {spread:>6}  {100 * np.mean(held):.1f} %", flush=True)


def sprt(tests: int) -> None:
    """How often the sequential test errs, when each hypothesis is exactly true."""
    from linefall.sprt import Decision, Sprt, expected_score

    print("hypotheses  draws  wrong yes  wrong no  pairs  (0.05 promised; standard error", end=" ")
    print(f"{(0.05 * 0.95 / tests) ** 0.5:.4f})")
    cases = itertools.product(((0, 50), (0, 100), (-20, 20), (0, 20)), (0.0, 0.5, 0.8))
    for (elo0, elo1), draws in cases:
        if expected_score(elo1) - draws / 2 > 1 - draws:
            continue  # with so many draws nobody is that much stronger
        wrong, pairs = [], []
        for truth, error in ((elo0, Decision.ACCEPTED), (elo1, Decision.REJECTED)):
            share, mean = _many_tests(Sprt(elo0, elo1), truth, draws, tests)
            wrong.append(share if error is Decision.ACCEPTED else 1 - share)
            pairs.append(mean)
        print(
            f"{elo0:>4} {elo1:>4}  {draws:>6}  {wrong[0]:>9.4f}  {wrong[1]:>8.4f}  "
            f"{sum(pairs) / 2:.0f}",
            flush=True,
        )


def _many_tests(test: Sprt, truth: float, draws: float, tests: int) -> tuple[float, float]:
    """Runs many tests side by side; gives the share that said yes and the mean number of pairs."""
    import numpy as np

    from linefall.sprt import Decision, expected_score

    dice = np.random.default_rng(1)
    win = expected_score(truth) - draws / 2
    game = np.array([1 - draws - win, draws, win])
    pair = np.convolve(game, game)
    counts = np.zeros((tests, 5))
    yes = pairs = round_ = 0
    while len(counts):
        counts += dice.multinomial(1, pair, len(counts))
        round_ += 1
        low, high = test.bounds(round_)
        ratio = _shortfalls(counts, expected_score(test.elo0))
        ratio -= _shortfalls(counts, expected_score(test.elo1))
        over = (ratio >= high) | (ratio <= low)
        for one in counts[over][:1]:  # the test itself must say the same
            seen = [int(count) for count in one]
            assert test.decide(seen) is not Decision.GOES_ON, seen
        yes += int((ratio >= high).sum())
        pairs += round_ * int(over.sum())
        counts = counts[~over]
    return yes / tests, pairs / tests


def _shortfalls(counts: NDArray[float64], mean: float) -> NDArray[float64]:
    """What `linefall.sprt` computes for one row of counts, for many at a time."""
    import numpy as np

    from linefall.sprt import SCORES

    far = np.array(SCORES) - mean
    place = np.zeros((len(counts), 1))
    low, high = place - 1 / far[-1], place - 1 / far[0]
    away = np.where(counts > 0, far, 0.0)  # scores that were not seen say nothing
    for _ in range(40):
        part = away / (1 + place * away)
        slope = (counts * part).sum(1, keepdims=True)
        bend = (counts * part * part).sum(1, keepdims=True)
        low, high = np.where(slope > 0, place, low), np.where(slope > 0, high, place)
        ahead = place + slope / np.maximum(bend, 1e-300)
        ahead = np.where((low < ahead) & (ahead < high), ahead, (low + high) / 2)
        if np.abs(ahead - place).max() < 1e-12:
            break
        place = ahead
    shortfalls: NDArray[float64] = (counts * np.log1p(place * away)).sum(1)
    return shortfalls


# --------------------------------------------------------------------------------- store


def store(games: int) -> None:
    """The standings of many games, from the file to the table."""
    from linefall.record import GameRecord, MoveTime, Seat, Verdict

    names = [f"p{i:02}" for i in range(64)]
    pairs = list(itertools.permutations(names, 2))
    moves = (0, 1) * 3 + (0,)
    times = tuple(MoveTime(0.05) for _ in moves)
    with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/games.db") as opened:
        opened.begin("t", "bench", {})
        started = time.monotonic()
        opened.add_all(
            (
                GameRecord(
                    Rules(),
                    players=(Seat(a, "bot", a), Seat(b, "bot", b)),
                    moves=moves,
                    times=times,
                    verdict=Verdict(0, "line", "A line."),
                ),
                Place("t", str(number)),
            )
            for number, (a, b) in zip(range(games), itertools.cycle(pairs), strict=False)
        )
        added = time.monotonic() - started
        size = os.path.getsize(f"{folder}/games.db") / 1e6
        standings([Result("a", "b", 0)])  # numpy is loaded
        started = time.monotonic()
        table = standings(opened.results("t"))
        spent = time.monotonic() - started
    print(
        f"store: {table.games} games added in {added:.1f} s ({size:.0f} MB), "
        f"standings of {len(table.rows)} programs in {spent:.2f} s"
    )


def report(programs: int) -> None:
    """The report of a tournament of many programs, quiet ones and such as write many errors."""
    from linefall.board import Board
    from linefall.record import GameRecord, MoveTime, Seat, Verdict
    from linefall.report import ReportGame, write_report

    dice, names = random.Random(1), [f"program{number}" for number in range(programs)]
    errors = [[f"a line of error output, number {number}" for number in range(100)]] * 2
    for what, conditions in (("quiet", {}), ("chatty", {"error_output": errors})):
        games: list[ReportGame] = []
        results: list[Result] = []
        for a, b in itertools.permutations(names, 2):
            board = Board()
            while board.outcome() is None:
                board.drop(dice.choice(board.open_columns))
            outcome = board.outcome()
            winner = None if outcome is None else outcome.winner
            record = GameRecord(
                Rules(),
                players=(Seat(a), Seat(b)),
                moves=board.moves,
                times=tuple(MoveTime(0.25) for _ in board.moves),
                verdict=Verdict(winner, "draw" if winner is None else "line", "It ended."),
                seconds=0.5,
                conditions=conditions,
            )
            games.append(ReportGame(len(games) + 1, record))
            results.append(Result(a, b, winner, record.verdict.cause))
        with tempfile.TemporaryDirectory() as folder:
            started = time.monotonic()
            path = Path(folder, "report.html")
            write_report(path, "bench", standings(results), games)
            spent, size = time.monotonic() - started, path.stat().st_size / 1e6
        print(f"report: {what} programs, {len(games)} games: {size:.1f} MB in {spent:.1f} s")


MEASUREMENTS = {
    "throughput": (throughput, 20),
    "cluster": (cluster, 20),
    "resume": (resume, 50),
    "ratings": (ratings, 200),
    "sprt": (sprt, 20_000),
    "store": (store, 100_000),
    "report": (report, 64),
}


def main() -> None:
    """Runs the measurements that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("measurement", choices=[*MEASUREMENTS, "all"])
    parser.add_argument("--size", type=int, help="games, kills, leagues or tests")
    chosen = parser.parse_args()
    for name, (measure, size) in MEASUREMENTS.items():
        if chosen.measurement in (name, "all"):
            measure(chosen.size or size)


if __name__ == "__main__":
    main()
