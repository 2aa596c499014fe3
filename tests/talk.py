"""A program spoken to over real pipes, and a slow, obvious referee, for the tests of the bots."""

import contextlib
import os
import random
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from hypothesis import strategies as st

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))

#: Boards, the moves so far, and the column that wins at once or keeps the other side from it.
DECIDED_AT_ONCE = [
    ((6, 7, 4), [3, 0, 3, 0, 3, 1], 3),  # wins up the column
    ((6, 7, 4), [0, 3, 0, 3, 5, 3], 3),  # stops a column
    ((6, 7, 4), [1, 6, 2, 6, 3, 4], 0),  # wins in column 0
    ((6, 7, 4), [0, 0, 1, 1, 5, 5, 2, 2, 4, 4], 3),  # a line longer than four
    ((6, 7, 4), [0, 6, 1, 6, 2, 6, 5], 6),  # wins rather than stops the other side
    ((1, 7, 4), [3, 6, 2, 4, 1], 0),  # one row: stops the only open end
    ((7, 1, 4), [0, 0], 0),  # one column: there is nothing else
    ((5, 13, 4), [6, 5, 7, 0, 8], 9),  # 65 cells: stops the open end
    ((3, 43, 4), [42, 0, 41, 0, 40, 1], 39),  # 129 cells
]


class Program:
    """A child process that speaks the protocol; hanging for a minute ends it and the test.

    One that is not watched runs at full speed: coverage leaves it alone.
    """

    def __init__(
        self,
        file: Path | str,
        *arguments: str,
        python: str = sys.executable,
        watched: bool = True,
    ) -> None:
        unwatched = {k: v for k, v in os.environ.items() if not k.startswith("COVERAGE_")}
        self.process = subprocess.Popen(
            [python, "-I", str(file), *arguments],
            env=None if watched else unwatched,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.alarm = threading.Timer(60, self.process.kill)
        self.alarm.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.alarm.cancel()
        self.process.kill()
        with contextlib.suppress(BrokenPipeError):
            self.process.communicate()

    def say(self, text: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().removesuffix("\n")

    def cpu_seconds(self) -> float:
        """Tells the processor time it used so far, however busy the machine is."""
        nanoseconds, *_ = Path(f"/proc/{self.process.pid}/schedstat").read_text().split()
        return int(nanoseconds) / 1e9

    def end(self) -> tuple[int, str, str]:
        """Closes its input and tells its exit status and what else it had printed."""
        try:
            out, err = self.process.communicate(timeout=30)
        finally:
            self.alarm.cancel()
        return self.process.returncode, out, err


class Referee:
    """The rules with no cleverness at all: a dictionary of cells."""

    def __init__(self, rows: int, columns: int, connect: int) -> None:
        self.rows, self.columns, self.connect = rows, columns, connect
        self.cells: dict[tuple[int, int], int] = {}
        self.moves: list[int] = []

    def open_columns(self) -> list[int]:
        return [c for c in range(self.columns) if (c, self.rows - 1) not in self.cells]

    def drop(self, column: int) -> bool:
        """Drops a disc and tells whether it completes a line."""
        side = len(self.moves) % 2
        row = next(r for r in range(self.rows) if (column, r) not in self.cells)
        self.cells[column, row] = side
        self.moves.append(column)
        return any(
            1 + self.reach(column, row, dc, dr) + self.reach(column, row, -dc, -dr) >= self.connect
            for dc, dr in STEPS
        )

    def reach(self, column: int, row: int, dc: int, dr: int) -> int:
        length = 0
        while (
            self.cells.get((column + dc * (length + 1), row + dr * (length + 1)))
            == (self.cells[column, row])
        ):
            length += 1
        return length


def play(
    file: Path | str,
    size: tuple[int, int, int],
    *arguments: str,
    seat: int,
    seconds: float,
    seed: int = 0,
    most_discs: int = 10_000,
    opening: Sequence[int] = (),
) -> tuple[Referee, list[float]]:
    """Plays a program against random moves and checks every move and its end.

    Gives the finished board and the processor time of each of the program's moves.
    """
    referee, chance, used = Referee(*size), random.Random(seed), []
    with Program(file, *arguments, watched=size[0] * size[1] <= 20) as program:
        assert program.hear() == "Ready"
        before = program.cpu_seconds()
        program.say(f"{size[0]} {size[1]} {size[2]} {1 - seat} {seconds}")
        won = False
        while referee.open_columns() and not won and len(referee.moves) < most_discs:
            if len(referee.moves) % 2 == seat:
                heard = program.hear()
                used.append(program.cpu_seconds() - before)
                assert heard in map(str, referee.open_columns()), f"{heard!r} {referee.moves}"
                column = int(heard)
            else:
                discs = len(referee.moves)
                known = discs < len(opening)
                column = opening[discs] if known else chance.choice(referee.open_columns())
                before = program.cpu_seconds()
                if len(referee.open_columns()) > 1 or discs + 1 < size[0] * size[1]:
                    program.say(column)
            won = referee.drop(column)
        status, out, err = program.end()
    assert (status, err) == (0, "")
    assert out.count("\n") <= 1  # at most the answer to our last move
    return referee, used


@st.composite
def undecided(
    draw: st.DrawFn, *, columns: int = 6, discs: int = 30
) -> tuple[tuple[int, int, int], list[int]]:
    """Draws a size and moves that neither win nor fill the board."""
    size = draw(st.tuples(st.integers(1, 5), st.integers(1, columns), st.integers(2, 5)))
    referee, moves = Referee(*size), []
    for chance in draw(st.lists(st.integers(0, 59), max_size=discs)):
        open_columns = referee.open_columns()
        column = open_columns[chance % len(open_columns)]
        if referee.drop(column) or not referee.open_columns():
            break
        moves.append(column)
    return size, moves
