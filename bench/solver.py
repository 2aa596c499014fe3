"""Measures the solver beside BitBully, and against itself: threads, board sizes, and latency.

    python bench/solver.py                    everything but the long part, some minutes
    python bench/solver.py --quick            under a minute
    python bench/solver.py threads latency    only these parts
    python bench/solver.py long               the largest boards, perhaps an hour

Both solvers run in this process, on one core, alternating position by position, each with a cold
table and without a book. Times are of the processor. A busy machine still lengthens them, but
those of both solvers.
Our table has 64 MiB; BitBully's cannot be chosen and takes about 96 MB. Emptying the tables is
not counted on either side, nor is turning a position into what each core takes. It also drives the
code out of the processor's cache, so each solver answers a small ending before the clock starts;
what it learns there is of no use for the position.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from linefall import Board, Rules, Solver, _core
from linefall.solution import Bounds
from matches import random_opening

PAGE = Path(__file__).parents[1] / "docs" / "solver-figures.md"
MEMORY = "64M"
SETS = {28: 60, 20: 60, 16: 40, 12: 15, 8: 5}  # discs: positions
QUICK_SETS = {28: 20, 20: 20, 16: 12, 12: 3}
SIZES = ("4x4x4", "5x5x4", "6x6x4", "5x7x4", "6x7x4", "7x6x4", "5x8x4")
QUICK_SIZES = SIZES[:4]
LONG_SIZES = ("6x8x4", "7x7x4")
LONG_MEMORY = "8G"
TITLES = {
    "beside": "Beside BitBully",
    "threads": "One thread and two",
    "growth": "Growth with the board",
    "long": "The largest boards",
    "latency": "Latency of an analysis",
}


def position(chance: random.Random, discs: int) -> Board:
    """Plays at random until there are so many discs, nobody has won, and nobody can at once."""
    return Board(moves=random_opening(Rules(), discs, chance))


ENDING = position(random.Random(0), 32)


class Ours:
    """Is our core, asked directly."""

    def __init__(self) -> None:
        """Makes one."""
        self._core = _core.Solver(6, 7, 4, 64 << 20)
        self._ending = self._asked(ENDING)

    def solve(self, board: Board) -> tuple[int, float, int]:
        """Gives score, seconds and nodes from a cold table."""
        asked = self._asked(board)
        self._core.clear()
        self._core.solve(*self._ending)
        start = time.process_time()
        score, _, nodes, _ = self._core.solve(*asked)
        return score, time.process_time() - start, nodes

    @staticmethod
    def _asked(board: Board) -> tuple[int, int, int, int]:
        discs, bounds = board.bits, Bounds.of(board.rules, board.plies)
        return discs[board.to_move], discs[0] | discs[1], bounds.lower, bounds.upper


class Theirs:
    """Is BitBully's core, asked in the same way as ours."""

    def __init__(self) -> None:
        """Makes one without a book."""
        from bitbully import bitbully_core

        self._module, self._core = bitbully_core, bitbully_core.BitBullyCore()
        self._ending = self._asked(ENDING)

    def solve(self, board: Board) -> tuple[int, float, int]:
        """Gives score, seconds and nodes from a cold table."""
        asked = self._asked(board)
        self._core.resetTranspositionTable()
        self._core.mtdf(self._ending, 0)
        self._core.resetNodeCounter()
        start = time.process_time()
        score = self._core.mtdf(asked, 0)
        return score, time.process_time() - start, self._core.getNodeCounter()

    def _asked(self, board: Board) -> Any:
        theirs = self._module.BoardCore()
        theirs.setBoard(list(board.moves))
        return theirs


def compare(sets: dict[int, int], *, empty: bool) -> Iterator[str]:
    """Gives the rows of the table of both solvers."""
    yield "| discs | positions | our nodes | their nodes | our s | their s | time, ours / theirs |"
    yield "|---|---|---|---|---|---|---|"
    chance, ours, theirs, ratios = random.Random(1), Ours(), Theirs(), []
    groups = {str(discs): [position(chance, discs) for _ in range(n)] for discs, n in sets.items()}
    if empty:
        groups["0"] = [Board()]
    for name, boards in groups.items():
        pairs = [(ours.solve(board), theirs.solve(board)) for board in boards]
        assert all(one[0] == other[0] for one, other in pairs), "the two disagree"
        (_, our_time, our_nodes), (_, their_time, their_nodes) = (
            map(sum, zip(*side, strict=True)) for side in zip(*pairs, strict=True)
        )
        ratio = our_time / their_time
        if name != "0":
            ratios.append(ratio)
        yield (
            f"| {name} | {len(boards)} | {our_nodes:,} | {their_nodes:,} | {our_time:.4f} | "
            f"{their_time:.4f} | {ratio:.3f} (1/{1 / ratio:.1f}) |"
        )
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    yield f"\nGeometric mean over the random sets: {mean:.3f}, that is 1/{1 / mean:.1f}."


def threads(moves: str) -> Iterator[str]:
    """Compares one thread, two threads, and two solvers of one thread at the same time.

    The clock is the wall's: only a quiet machine tells the truth.
    """
    yield "| | nodes | seconds | million nodes a second |"
    yield "|---|---|---|---|"
    alone, pair = solve_with(moves, 1), solve_with(moves, 2)
    with ProcessPoolExecutor(2) as pool:
        apart = list(pool.map(solve_with, (moves, moves), (1, 1)))
    both = sum(nodes for nodes, _ in apart), statistics.fmean(took for _, took in apart)
    named = {"one thread": alone, "two threads": pair, "two solvers of one thread": both}
    for name, (nodes, took) in named.items():
        yield f"| {name} | {nodes:,} | {took:.2f} | {nodes / took / 1e6:.2f} |"
    rate = (pair[0] / pair[1]) / sum(nodes / took for nodes, took in apart)
    yield (
        f"\nTwo threads have {rate:.0%} of the summed node rate of two solvers at the same time, "
        f"and take {pair[1] / alone[1]:.2f} of the time of one thread."
    )


def solve_with(moves: str, count: int) -> tuple[int, float]:
    """Gives nodes and seconds of solving a position with so many threads."""
    board = Board(moves=[int(digit) - 1 for digit in moves])
    solver = Solver(memory=MEMORY, threads=count, book=False)
    solver.clear()
    found = solver.solve(board)
    return found.nodes, found.seconds


def growth(sizes: tuple[str, ...], memory: str | None = None) -> Iterator[str]:
    """Solves empty boards of growing size with one thread."""
    yield "| board | result | nodes | seconds |"
    yield "|---|---|---|---|"
    for text in sizes:
        rules = Rules.parse(text)
        solver = Solver(rules, memory=memory, book=False)
        solver.clear()
        start = time.process_time()
        found = solver.solve(Board(rules))
        yield f"| {text} | {found.words()} | {found.nodes:,} | {time.process_time() - start:.2f} |"


def latency(count: int, *, fewest: int) -> Iterator[str]:
    """Analyzes random positions of up to 35 discs with the book, a new table for each."""
    chance, times = random.Random(2), []
    for _ in range(count):
        board = position(chance, chance.randint(fewest, 35))
        solver = Solver(memory=MEMORY)
        start = time.process_time()
        solver.analyze(board)
        times.append(time.process_time() - start)
    times.sort()
    yield "| positions | discs | median s | 95 % | 99 % | worst | under 0.5 s |"
    yield "|---|---|---|---|---|---|---|"
    at = [times[min(count - 1, int(count * share))] for share in (0.5, 0.95, 0.99)]
    quick = sum(t < 0.5 for t in times) / count
    cells = " | ".join(f"{t:.3f}" for t in (*at, times[-1]))
    yield f"| {count} | {fewest} to 35 | {cells} | {quick:.1%} |"


def main() -> None:
    """Prints the tables that were asked for; --save writes them to docs/, too."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", help=f"{', '.join(TITLES)}; default: all but long")
    parser.add_argument("--quick", action="store_true", help="under a minute")
    parser.add_argument("--save", action="store_true", help="write docs/solver-figures.md")
    asked = parser.parse_args()
    if unknown := sorted({*asked.parts} - {*TITLES}):
        parser.error(f"no such part: {', '.join(unknown)}; possible: {', '.join(TITLES)}")
    quick = asked.quick
    rows_of = {
        "beside": compare(QUICK_SETS if quick else SETS, empty=not quick),
        "threads": threads("444443" if quick else "4"),
        "growth": growth(QUICK_SIZES if quick else SIZES),
        "long": growth(LONG_SIZES, LONG_MEMORY),
        "latency": latency(40, fewest=10) if quick else latency(1000, fewest=0),
    }
    for part in asked.parts or [part for part in TITLES if part != "long"]:
        title = f"## {TITLES[part]}"
        print(f"\n{title}\n", flush=True)
        lines = []
        for row in rows_of[part]:
            print(row, flush=True)
            lines.append(row)
        if asked.save:
            save(title, lines)


def save(title: str, lines: list[str]) -> None:
    """Puts a table into the page in the place of the older one under the same title."""
    begin = f"# Figures of the solver\n\nMeasured by `bench/solver.py` on {os.cpu_count()} cores.\n"
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else begin
    before, _, rest = page.partition(f"\n{title}\n")
    _, mark, after = rest.partition("\n## ")
    text = "\n".join(lines)
    PAGE.write_text(f"{before}\n{title}\n\n{text}\n{mark}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
