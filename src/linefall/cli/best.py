"""`linefall best`: the move to play, and why."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

import click

from linefall.board import Board
from linefall.cli.options import (
    SecondsType,
    columns_from_option,
    json_option,
    moves_argument,
    rules_option,
)
from linefall.cli.position import state_of
from linefall.cli.width import wrapped
from linefall.errors import LinefallError
from linefall.notation import format_column, format_moves
from linefall.player import Choice
from linefall.score import Exact, Guess
from linefall.system.cores import cores_at_once

LONG = 2.0
"""Seconds from which on somebody at a terminal wants to see that something happens."""


@click.command("best")
@rules_option
@columns_from_option
@moves_argument
@click.option(
    "--seconds",
    type=SecondsType(min=0, min_open=True, max=86400),
    default=1.0,
    show_default=True,
    help="How long to think.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="So many cores at once.  [default: all]",
)
@json_option
def command(
    board: Board,
    columns_from: int,
    seconds: float,
    threads: int | None,
    *,
    as_json: bool,
    rules: object,
) -> None:
    """Find the best move after MOVES, and say why: what it is worth and how play goes on.

    In a position that is drawn or lost it is the move after which the other side goes wrong most
    easily, and not always the one that lasts longest; linefall solve names that one.

    \b
    Example: linefall best 4453
    Example: linefall best 4,4,5 --board 10x10x5 --seconds 2 --json
    """
    from linefall.engine import Engine
    from linefall.player import Limit

    if board.outcome() is not None:
        raise LinefallError(f"the game is over: {state_of(board, columns_from=columns_from)}")
    threads = threads or cores_at_once()
    with _thinking(seconds):
        choice = Engine(threads=threads).choose(board, Limit(seconds=seconds))
        choice = to_the_end(board, choice, seconds, threads)
    if as_json:
        click.echo(json.dumps(as_data(board, choice, columns_from)))
    else:
        click.echo(in_words(board, choice, columns_from))


@contextlib.contextmanager
def _thinking(seconds: float) -> Iterator[None]:
    """Shows at a terminal that a long time is used, and how much of it is over."""
    if seconds < LONG or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    start = time.monotonic()

    def drawn() -> Text:
        return Text(f"thinking: {time.monotonic() - start:.0f} of {seconds:g} s")

    console = Console(stderr=True)
    with Live(get_renderable=drawn, console=console, refresh_per_second=4, transient=True):
        yield


def to_the_end(board: Board, choice: Choice, seconds: float, threads: int = 1) -> Choice:
    """Says of a proved choice how play goes on and how soon it ends, in what is left of the time.

    >>> choice = to_the_end(Board(moves=[3, 3, 4, 4]), Choice(5, Guess(1.0, 0)), 1)
    >>> choice.line, choice.value.words()
    ((5, 3, 2), 'first player wins in 2 moves')
    """
    from linefall.solver import SolverError, analyze

    after = board.copy()
    after.drop(choice.column)
    left = seconds - (choice.seconds or 0)
    if not _is_proved(choice.value) or after.outcome() is not None or left <= 0:
        return choice
    try:
        found = analyze(after, seconds=left, threads=threads)
    except SolverError:  # the board is too large for more proofs
        return choice
    if not found.line or (value := found.solution.value) is None:
        return choice
    value = Exact.from_score(-value.score, board)
    return replace(choice, value=value, line=(choice.column, *found.line))


def in_words(board: Board, choice: Choice, columns_from: int) -> str:
    """Says it for people, in a few lines."""
    lines = [f"column {format_column(choice.column, columns_from=columns_from)}"]
    if choice.value is not None:
        proved = "proved" if _is_proved(choice.value) else "not proved"
        lines.append(f"value: {choice.value.words()} ({proved})")
    if choice.line:
        moves = format_moves(choice.line, board.rules, columns_from=columns_from)
        lines.append(f"line: {moves}")
    if choice.nodes and choice.seconds:
        speed = choice.nodes / choice.seconds / 1e6
        lines.append(f"depth {choice.depth}, {choice.nodes:,} nodes, {speed:.2f} million a second")
    return "\n".join(map(wrapped, lines))


def as_data(board: Board, choice: Choice, columns_from: int) -> dict[str, object]:
    """Says it for programs; columns count as the options say."""
    value = choice.value
    exact = value if isinstance(value, Exact) else None
    return {
        "version": 1,
        "board": str(board.rules),
        "column": choice.column + columns_from,
        "columns_from": columns_from,
        "value": None if value is None else value.words(),
        "proved": _is_proved(value),
        "score": None if exact is None else exact.score,
        "guess": None if value is None or isinstance(value, Exact) else round(value.value, 4),
        "line": [column + columns_from for column in choice.line],
        "depth": choice.depth,
        "nodes": choice.nodes,
        "seconds": None if choice.seconds is None else round(choice.seconds, 4),
    }


def _is_proved(value: Exact | Guess | None) -> bool:
    return value.sure if isinstance(value, Guess) else value is not None
