"""`linefall solve`: the exact value of a position and of each of its columns."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
from click.core import ParameterSource

from linefall.board import Board
from linefall.book import Book
from linefall.cli import INTERRUPTED
from linefall.cli.options import (
    SecondsType,
    columns_from_option,
    json_option,
    moves_argument,
    rules_option,
)
from linefall.cli.position import state_of
from linefall.cli.solve_batch import run_batch
from linefall.cli.width import in_parts, wrapped
from linefall.notation import format_column, format_moves, format_position
from linefall.rules import Rules
from linefall.solution import Analysis, Bounds, Solution
from linefall.solver import Solver, default_memory
from linefall.system.cores import cores_at_once

NAMES = ("x", "o")
LEGEND = "W3 wins in 3 moves, L3 loses in 3, = draws, ? is open, * marks the best"
WEAK_LEGEND = "W wins, L loses, = draws, ? is open, * marks the best"


@click.command()
@moves_argument
@rules_option
@columns_from_option
@click.option("--weak", is_flag=True, help="Win, draw or loss alone: faster.")
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="So many cores at once.  [default: all; 1 with --batch]",
)
@click.option(
    "--memory",
    metavar="SIZE",
    help="Size of the table, such as 64M or 1G.  "
    "[default: 64M up to the size of 6x7, 1G above, at most an eighth of the machine's]",
)
@click.option(
    "--seconds",
    type=SecondsType(min=0, min_open=True),
    metavar="S",
    help="Stop and say what is proved by then.",
)
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="Stop after so many nodes.")
@click.option("--no-book", is_flag=True, help="Search openings, too.")
@click.option(
    "--book",
    "book_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Look openings up in this book instead of the one that comes along.",
)
@click.option("--batch", is_flag=True, help="Read positions from standard input, one per line.")
@json_option
@click.pass_context
def command(context: click.Context, board: Board, rules: Rules, columns_from: int, weak: bool,
            threads: int | None, memory: str | None, seconds: float | None, nodes: int | None,
            no_book: bool, book_file: Path | None, batch: bool, as_json: bool) -> int:  # fmt: skip
    """Find the exact value of the position after MOVES, and of each of its columns.

    MOVES are the columns played, such as 4453; without them it is the empty board. Ctrl-C stops
    a long solve and prints what is proved so far.

    With --batch each line of standard input is MOVES, or MOVES and the expected score; each
    answer is a line MOVES SCORE NODES SECONDS, from an empty table and without the time to empty
    it. The score counts stones: (cells + 2 - n) // 2 for who wins with stone n, 0 for a draw; with
    --weak it is 1, 0 or -1, and signs alone are compared. A bad line is answered by an empty one.
    Exit status 1 says that a score was not as expected, 2 that a line was bad.

    \b
    Example: linefall solve 4444
             linefall solve --board 5x6x4 --weak
             echo 4444 | linefall solve --batch
    """
    book = False if no_book else Book.open(book_file) if book_file else True
    if batch:
        if as_json:
            raise click.UsageError("--batch prints lines, not --json")
        if context.get_parameter_source("board") is not ParameterSource.DEFAULT:
            raise click.UsageError("--batch reads moves from standard input; leave out MOVES")
        solver = Solver(rules, memory=memory, threads=threads or 1, book=book)
        return run_batch(solver, columns_from, weak=weak, seconds=seconds, nodes=nodes)
    threads = threads or cores_at_once()
    size = default_memory(rules, seconds) if memory is None else memory
    solver = Solver(rules, memory=size, threads=threads, book=book)
    found, interrupted = _analyzed(solver, board, columns_from, weak, seconds, nodes)
    if as_json:
        data = {
            "version": 1,
            "position": format_position(board),
            "words": found.solution.words(),
            **found.to_dict(),
            "threads": threads,
            "memory": solver.bytes,
            "interrupted": interrupted,
        }
        click.echo(json.dumps(data))
    else:
        click.echo(report(board, found, columns_from=columns_from))
    return INTERRUPTED if interrupted else 0


def _analyzed(
    solver: Solver,
    board: Board,
    columns_from: int,
    weak: bool,
    seconds: float | None,
    nodes: int | None,
) -> tuple[Analysis, bool]:
    """Analyzes a position; on Ctrl-C gives what is proved so far, and says that it was stopped."""
    columns: dict[int, Solution] = {}
    start = time.perf_counter()
    try:
        with _watching(solver, board, columns, columns_from):
            found = solver.analyze(
                board, weak=weak, seconds=seconds, nodes=nodes, tell=columns.__setitem__
            )
            return found, False
    except KeyboardInterrupt:
        spent = time.perf_counter() - start
        return _so_far(solver, board, columns, weak, spent), True


def _so_far(
    solver: Solver, board: Board, columns: dict[int, Solution], weak: bool, seconds: float
) -> Analysis:
    """Puts together what was told and what the column at work had proved."""
    now = solver.progress
    bounds = {column: Bounds.of(board.rules, board.plies) for column in board.open_columns}
    bounds.update({column: solution.bounds for column, solution in columns.items()})
    if now.column is not None:
        bounds[now.column] = now.bounds
    size = board.plies, board.rules.cells, weak
    return Analysis(
        Solution(Bounds.best_of(bounds.values()), *size, now.nodes, seconds),
        {column: Solution(b, *size) for column, b in bounds.items()},
    )


@contextlib.contextmanager
def _watching(
    solver: Solver, board: Board, columns: dict[int, Solution], columns_from: int
) -> Iterator[None]:
    """Shows a line about the solve on a terminal while the block runs; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    start, watched = time.perf_counter(), [solver]

    def drawn() -> Text:
        spent = time.perf_counter() - start
        lines = (_progress_line(s, board, columns, columns_from, spent) for s in watched)
        text = Text("".join(lines))
        # Room for the ^C that a terminal shows: on a line of its own it would keep this one there.
        text.truncate(max(1, console.width - len("^C") - 1), overflow="ellipsis")
        return text

    console = Console(stderr=True)
    with Live(get_renderable=drawn, console=console, refresh_per_second=4, transient=True):
        try:
            yield
        finally:
            watched.clear()  # rich keeps what it shows until the process ends; not the solver


def _progress_line(
    solver: Solver,
    board: Board,
    columns: dict[int, Solution],
    columns_from: int,
    seconds: float,
) -> str:
    now = solver.progress
    about = "the line"
    if now.column is not None:
        about = f"column {format_column(now.column, columns_from=columns_from)}"
    done = sum(solution.solved for solution in columns.values())
    known = Solution(now.bounds, board.plies, board.rules.cells).words(NAMES)
    return (
        f"{_effort(now.nodes, seconds)}; {done} of {len(board.open_columns)} columns solved; "
        f"{about}: {known}"
    )


def report(board: Board, found: Analysis, *, columns_from: int = 1) -> str:
    """Draws the board with the value of each column below it, and says the result in words."""
    state = state_of(board, columns_from=columns_from).split(";")[0]
    lines = [f"{board.rules}: {state}", found.solution.words(NAMES)]
    if found.columns:
        lines.append(WEAK_LEGEND if found.solution.weak else LEGEND)
    if found.line:
        moves = format_moves(found.line, board.rules, columns_from=columns_from)
        lines.append(f"best play: {moves}")
    if found.columns:
        lines.append(_effort(found.solution.nodes, found.solution.seconds))
    return "\n".join([_drawing(board, found, columns_from), "", *map(wrapped, lines)])


def _drawing(board: Board, found: Analysis, columns_from: int) -> str:
    """Draws the board with columns as wide as what is told about them."""
    columns = range(board.rules.columns)
    names = [format_column(column, columns_from=columns_from) for column in columns]
    best = found.best
    marks = [
        ("*" if column in best else "") + mark(found.columns.get(column)) for column in columns
    ]
    wide = max(map(len, [*names, *marks])) + 1
    rows = [line.split() for line in str(board).splitlines()]
    shown = [*rows, names, marks] if found.columns else [*rows, names]
    return in_parts(["".join(word.rjust(wide) for word in row).rstrip() for row in shown], wide)


def mark(column: Solution | None) -> str:
    """Gives a column's value as a short word.

    >>> mark(Solution(Bounds(1, 1), 0, 42)), mark(Solution(Bounds(1, 4), 0, 42))
    ('W21', 'W')
    """
    if column is None:
        return ""
    if column.result is None:
        return "?"
    letter = {"win": "W", "draw": "=", "loss": "L"}[column.result]
    if column.value is None or column.weak or column.result == "draw":
        return letter
    return f"{letter}{column.value.moves_to_end}"


def _effort(nodes: int, seconds: float) -> str:
    rate = nodes / seconds / 1e6 if seconds else 0.0
    return f"{nodes:,} nodes in {seconds:.2f} s, {rate:.1f} million a second"
