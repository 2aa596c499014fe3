"""What the judge costs: its overhead for each move, beside a bare pipe loop in the same run.

    python bench/judge.py [MOVES]

The program answers at once. The bare loop writes a line and reads the answer, with nothing else;
the judge does the same with its clock, caps, watch and evidence. Two figures for the judge: what
its clock charged the program, and the whole cycle from one move to the next.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from linefall import Rules, play_match
from linefall.match import MoveSeen

PROGRAM = """
import sys
print("Ready", flush=True)
rows, columns, connect, first, seconds = sys.stdin.readline().split()
rows, columns, discs = int(rows), int(columns), 0
if first == "1":
    print(0, flush=True)
    discs = 1
for line in sys.stdin:
    discs += 1
    if discs < rows * columns:
        print(discs // rows, flush=True)
        discs += 1
"""


def bare(program: Path, moves: int) -> list[float]:
    """Times a pipe loop with nothing around it."""
    times = []
    with subprocess.Popen(
        [sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        process.stdin.write(b"100 100 100 0 1\n")
        for _ in range(moves // 2):
            start = time.perf_counter()
            process.stdin.write(b"0\n")
            process.stdout.readline()
            times.append(time.perf_counter() - start)
        process.stdin.close()
    return times


def judged(program: Path, moves: int, level: str) -> tuple[list[float], list[float]]:
    """Times games of the program against itself: by the judge's clock, and from move to move."""
    clock: list[float] = []
    seen: list[float] = []

    def watch(_move: MoveSeen) -> None:
        seen.append(time.perf_counter())

    rows = min(100, max(1, moves // 100))
    record = play_match(
        str(program), str(program), Rules(rows, 100, 100), 5.0, sandbox_level=level, watch=watch
    )
    if len(record.moves) < rows * 100 and record.verdict.cause not in ("line", "draw"):
        sys.exit(f"the game went wrong: {record.verdict.sentence}")
    clock += [time.wall for time in record.times if time is not None]
    cycle = [later - earlier for earlier, later in pairwise(seen)]
    return clock, cycle


def line(name: str, times: list[float], beside: list[float]) -> str:
    """Writes median and 99 % in microseconds, and the ratio of medians to the bare loop."""
    ordered, base = sorted(times), sorted(beside)
    median, high = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    ratio = median / base[len(base) // 2]
    return f"{name:34} {median * 1e6:9.0f} {high * 1e6:9.0f} {ratio:9.1f} {len(times):8}"


def main() -> None:
    """Runs everything once and prints a table."""
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "at_once.py"
        program.write_text(PROGRAM)
        base = bare(program, moves)
        print(f"{'microseconds':34} {'median':>9} {'99 %':>9} {'x bare':>9} {'moves':>8}")
        print(line("bare pipe loop", base, base))
        for level in ("limits", "bubblewrap"):
            clock, cycle = judged(program, moves, level)
            print(line(f"judge ({level}): the clock's view", clock, base))
            print(line(f"judge ({level}): a whole cycle", cycle, base))


if __name__ == "__main__":
    main()
