"""Reviews a game: what each move was worth, and why."""

from __future__ import annotations

import errno
import json
import shutil
import sys
import textwrap
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from linefall import chart
from linefall.board import Board
from linefall.cli.options import SecondsType, columns_from_option, json_option, rules_option
from linefall.cli.position import shown
from linefall.cli.replay import read_records, side_names
from linefall.errors import RecordError
from linefall.files import check_writable, write_whole
from linefall.insight import Analyst, near_analyst, solver_analyst
from linefall.notation import columns_wide, format_column, parse_moves
from linefall.review import Grade, Review, review, sentence
from linefall.rules import Rules
from linefall.screen import can_show
from linefall.solver import SolverError
from linefall.system.cores import cores_at_once

SYMBOLS = ("x", "o")
NEAR_ONLY = "(a board of this size is too large for the solver: only the next discs are looked at)"
MOVE_MARKS = set("0123456789,-")
CHART_MARKS = "\u2588\u2500\u25b2"


@click.command()
@click.argument("game", metavar="FILE|MOVES")
@rules_option
@columns_from_option
@click.option(
    "--seconds",
    type=SecondsType(min=0, min_open=True),
    default=5.0,
    show_default=True,
    help="How long a position may take; what is not proved by then stays unsaid.",
)
@click.option("--chart", "chart_file", metavar="FILE.svg", help="Write the chart as a picture.")
@json_option
@click.pass_context
def command(
    context: click.Context,
    game: str,
    rules: Rules,
    columns_from: int,
    seconds: float,
    chart_file: str | None,
    as_json: bool,
) -> None:
    """Review a game move by move: best, slower, slip or blunder, with proved reasons.

    The game is a file that `linefall play --save` or `linefall judge --json` wrote, or moves such
    as 4453.
    A slower move still wins, but later; a slip loses anyway, but sooner; a blunder changes the
    result. Reasons are facts of the board and exact values, never guesses.

    \b
    Example: linefall review 44444123
             linefall review game.json --chart value.svg
    """
    if chart_file is not None and Path(chart_file).suffix.lower() != ".svg":
        raise click.UsageError(f"--chart {chart_file!r}: the chart is written as FILE.svg")
    if chart_file is not None:
        check_writable(chart_file)
    given = {
        name
        for name in ("rules", "columns_from")
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    found = read_game(game, rules, columns_from=columns_from, board_given="rules" in given)
    if "columns_from" not in given:
        columns_from = found.columns_from
    board = found.board
    analyst = analyst_for(board.rules, seconds)
    result = watched_review(found, analyst, 0 if as_json else columns_from)
    if chart_file is not None:
        write_whole(chart_file, chart.draw_svg(result))
    if as_json:
        click.echo(json.dumps(as_data(result)))
    else:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        why = NEAR_ONLY if analyst is near_analyst else "in time"
        lines = report(
            board, result, found.end, columns_from=columns_from, width=width, unproved_why=why
        )
        click.echo("\n".join(lines))


def analyst_for(rules: Rules, seconds: float) -> Analyst:
    """Gives the solver, or who sees only the next discs where the board is too large for it."""
    try:
        return solver_analyst(rules, seconds=seconds, threads=min(4, cores_at_once()))
    except SolverError:
        return near_analyst


class Played(NamedTuple):
    """Holds a game to review: its board, what its sides are called, how it ended if a file says.

    `columns_from` is what the leftmost column is called at its table, and `opening` how many of
    its moves were given.
    """

    board: Board
    names: tuple[str, str]
    columns_from: int
    end: str = ""
    opening: int = 0


def read_game(game: str, rules: Rules, *, columns_from: int, board_given: bool) -> Played:
    """Reads a game from a file, or from moves."""
    if not _is_file(game):
        if set(game) - MOVE_MARKS:
            raise click.UsageError(
                f"there is no file {game!r}; possible: a file with a game, or moves such as 4453"
            )
        moves = parse_moves(game, rules, columns_from=columns_from)
        return Played(Board(rules, moves), SYMBOLS, columns_from)
    if board_given:
        raise click.UsageError("a file brings its own board; leave out --board")
    records = read_records(Path(game))
    if len(records) != 1:
        raise RecordError(f"{game} holds {len(records)} games; possible: a file with one")
    (record,) = records
    return Played(
        record.board(),
        _told_apart(side_names(record)),
        record.house.columns_from,
        record.verdict.sentence,
        record.opening,
    )


def _told_apart(names: tuple[str, str]) -> tuple[str, str]:
    return names if names[0] != names[1] else (f"{names[0]} (x)", f"{names[1]} (o)")


def _is_file(name: str) -> bool:
    """Says whether there is such a file or pipe; a folder may be called like moves."""
    try:
        path = Path(name)
        return path.exists() and not (path.is_dir() and set(name) <= MOVE_MARKS)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # no file, but perhaps the moves of a long game
            return False
        raise


def watched_review(game: Played, analyst: Analyst, columns_from: int) -> Review:
    """Reviews with a progress bar on a terminal, and quietly elsewhere."""
    look = partial(
        review,
        game.board,
        analyst,
        names=game.names,
        columns_from=columns_from,
        opening=game.opening,
    )
    if not sys.stderr.isatty():
        return look()
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("reviewing", total=len(game.board.moves) + 1)
        return look(on_move=lambda done, _: progress.update(task, completed=done))


def report(
    board: Board,
    result: Review,
    end: str,
    *,
    columns_from: int,
    width: int | None = None,
    unproved_why: str = "in time",
) -> list[str]:
    """Gives the lines for people: the board, every move, the shares, the chart.

    `width` is that of a terminal; without one a move has one line, however long.
    """
    wrap = partial(textwrap.wrap, width=width or 10**6)
    lines = [shown(board, columns_from=columns_from), *wrap(end)]
    if not result.moves:
        return [*lines, "no move was played"]
    digits = len(str(len(result.moves)))
    longest = max(map(columns_wide, result.names))
    for move in result.moves:
        column = format_column(move.column, columns_from=columns_from)
        name = result.names[move.side]
        name += " " * (longest - columns_wide(name))
        who = f"{move.number:>{digits}}. {name} {column:<3}"
        said = f"{who} {sentence(move, result, columns_from=columns_from)}"
        indent = " " * (columns_wide(who) + 1)
        lines += wrap(said, subsequent_indent=indent)
    for side in (0, 1):
        lines += wrap(result.share_sentence(side))
    if unproved := sum(move.grade is Grade.UNPROVED for move in result.moves):
        lines += wrap(f"{unproved} of {len(result.moves)} moves were not proved {unproved_why}")
    ascii_only = not can_show(CHART_MARKS, sys.stdout)
    return [*lines, chart.text(result, width=width or 80, ascii_only=ascii_only)]


def as_data(result: Review) -> dict[str, Any]:
    """Gives the review for a program, columns from 0."""
    return {
        "version": 1,
        "board": str(result.rules),
        "names": list(result.names),
        "moves": [move.to_dict() for move in result.moves],
        "kept": [
            {"kept": kept, "of": proved, "words": f"{kept} of {proved}"}
            for kept, proved in (result.share(side) for side in (0, 1))
        ],
        "values": [move.first_sides_score for move in result.moves],
    }
