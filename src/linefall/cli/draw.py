"""Draws a position: as text with how it stands, or as a picture in a file."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from linefall.board import Board, Cell, Direction, Outcome
from linefall.cli.options import columns_from_option, json_option, moves_argument, rules_option
from linefall.cli.position import drawing, shown, state_of
from linefall.cli.width import in_parts, parts_on_screen, wrapped
from linefall.files import write_whole
from linefall.notation import format_board, format_position, parse_column, view
from linefall.picture import FORMATS, LOOKS, TEXT_LOOKS, bitmap, paint, shapes
from linefall.rules import Rules
from linefall.screen import can_show

DIRECTIONS = {
    "all": shapes.ALL,
    "horizontal": (Direction.HORIZONTAL,),
    "vertical": (Direction.VERTICAL,),
    "diagonal": (Direction.DIAGONAL,),
    "antidiagonal": (Direction.ANTIDIAGONAL,),
    "diagonals": shapes.DIAGONALS,
}
MARKED_LOOKS = ("shapes", "numbers", "bins")
LABELLED_LOOKS = ("letters", "shapes", "matrix")


@click.command()
@moves_argument
@rules_option
@columns_from_option
@click.option(
    "--look",
    type=click.Choice(LOOKS),
    default="plain",
    show_default=True,
    help="How the board is shown.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write a picture instead: the name ends in .svg, .png, .gif (the whole game) or .txt.",
)
@click.option("--cell", type=int, metavar="PIXELS", help="How wide a cell of a PNG or GIF is.")
@click.option(
    "--first-colour",
    type=click.Choice(bitmap.SIDES),
    default=bitmap.SIDES[0],
    show_default=True,
    help="The colour of the side that began, in the bitmap.",
)
@click.option(
    "--through",
    metavar="COLUMN",
    help="Mark the lines through the top disc of this column, instead of the last disc, and say "
    "whose they are.",
)
@click.option(
    "--direction",
    type=click.Choice(tuple(DIRECTIONS)),
    default="all",
    show_default=True,
    help="Mark lines of this direction only, and say whose they are.",
)
@click.option("--plain", is_flag=True, help="No colours.")
@json_option
@click.pass_context
def command(
    context: click.Context,
    board: Board,
    rules: Rules,
    columns_from: int,
    look: str,
    output: str | None,
    cell: int | None,
    first_colour: str,
    through: str | None,
    direction: str,
    plain: bool,
    as_json: bool,
) -> None:
    """Draw the position after MOVES and say how it stands.

    MOVES are the columns played, such as 4453, or 4,4,5,12 on a board of ten columns and
    more; without them it is the empty board. The side that began is x, the other one o.

    \b
    Example: linefall draw 4453 --board 6x7x4
             linefall draw 4453 --look shapes
             linefall draw 4453 -o game.gif
             linefall draw 4453 --look bitmap -o board.png
    """
    column = None if through is None else parse_column(through, rules, columns_from=columns_from)
    marked = shapes.marks(board, column=column, directions=DIRECTIONS[direction])
    asked = column is not None or direction != "all"
    if asked and not as_json and (output or look not in MARKED_LOOKS):
        raise click.UsageError(
            f"--through and --direction mark the looks {' '.join(MARKED_LOOKS)} in text, not {look}"
        )
    by_default = context.get_parameter_source("columns_from") is ParameterSource.DEFAULT
    labels = None if by_default else columns_from
    if output is not None:
        write(board, output, look=look, cell=cell, columns_from=labels, first_colour=first_colour)
    if as_json:
        click.echo(json.dumps(describe(board, column=column, marked=marked if asked else None)))
    elif output is None and look == "bitmap":
        raise click.UsageError("the bitmap is a picture: name its file, such as -o board.png")
    elif output is None and look == "plain":
        click.echo(shown(board, columns_from=columns_from))
        click.echo(wrapped(f"{rules}: {state_of(board, columns_from=columns_from)}", indent=2))
    elif output is None:
        text = text_of(board, look, marked, labels, plain=plain)
        if look in ("letters", "matrix"):
            text = in_parts(text.split("\n"), len(text.split("\n")[0]) // rules.columns, bar=1)
        click.echo(text, color=True)
        if asked:
            click.echo(f"winner: {answer(board, marked, numeric=look == 'numbers')}")


def answer(board: Board, marked: frozenset[Cell], *, numeric: bool) -> str:
    """Answers who has the lines that were asked for: a player's number, or none.

    >>> answer(Board(), frozenset(), numeric=False), answer(Board(), frozenset(), numeric=True)
    ('none', '-1')
    """
    winner = _owner(board, marked)
    return "none" if winner == shapes.NONE and not numeric else str(winner)


def _owner(board: Board, marked: frozenset[Cell]) -> int:
    return next((side for cell in marked if (side := board[cell]) is not None), shapes.NONE)


def write(
    board: Board,
    path: str,
    *,
    look: str,
    cell: int | None = None,
    columns_from: int | None = None,
    first_colour: str = bitmap.SIDES[0],
) -> None:
    """Writes a picture to a file, all of it or nothing; its suffix says which kind."""
    form = Path(path).suffix.lower().removeprefix(".")
    if form == "txt" and look != "bitmap":
        text = report(board, columns_from=1 if columns_from is None else columns_from)
        if look != "plain":
            text = text_of(board, look, shapes.marks(board), columns_from, plain=True, file=True)
        write_whole(path, text + "\n")
        return
    if form not in FORMATS:
        names = FORMATS if look == "bitmap" else (*FORMATS, "txt")
        possible = " ".join(f".{name}" for name in names)
        raise click.UsageError(f"no kind of picture for {path!r}; its name may end in {possible}")
    if cell is not None and (form == "svg" or look == "bitmap"):
        raise click.UsageError("--cell is for PNG and GIF, and for any look but the bitmap")
    first = bitmap.SIDES.index(first_colour)
    colours = bitmap.SIDES[first], bitmap.SIDES[1 - first]
    content = paint(board, form, look=look, cell=cell, columns_from=columns_from, colours=colours)
    write_whole(path, content)


def report(board: Board, *, columns_from: int = 1) -> str:
    """Gives the drawn board, its column numbers, and a line that says how it stands."""
    return "\n".join(
        [
            *drawing(board, columns_from=columns_from),
            f"{board.rules}: {state_of(board, columns_from=columns_from)}",
        ]
    )


def text_of(
    board: Board,
    look: str,
    marked: frozenset[Cell],
    columns_from: int | None,
    *,
    plain: bool,
    file: bool = False,
) -> str:
    """Gives the board as text for standard output or a file: with colours, or without."""
    options: dict[str, Any] = {}
    if columns_from is not None and look in LABELLED_LOOKS:
        options["columns_from"] = columns_from
    if look in MARKED_LOOKS:
        options["marked"] = marked
    if look == "numbers" and not file:
        options["parts"] = parts_on_screen(board.rules.columns, len("0,"))
    if look == "shapes":
        terminal = not file and sys.stdout.isatty()
        dumb = terminal and os.environ.get("TERM") == "dumb"  # it takes no codes at all
        options["colour"] = not plain and not dumb and not os.environ.get("NO_COLOR")
        options["terminal"] = terminal and not dumb
        if terminal:
            cell = shapes.cell_width(board, columns_from=columns_from or 0) + 1
            options["parts"] = parts_on_screen(board.rules.columns, cell, bar=1)
        if not file and not can_show("".join(shapes.SHAPES), sys.stdout):
            options["shapes"] = shapes.ASCII_SHAPES
    return TEXT_LOOKS[look](board, **options)


def describe(
    board: Board, *, column: int | None = None, marked: frozenset[Cell] | None = None
) -> dict[str, Any]:
    """Gives the position as data for a program, columns and rows from 0, row 0 at the bottom.

    With `marked`, the answer about lines through a column's top disc (or the last one) too.
    """
    outcome = board.outcome()
    data: dict[str, Any] = {
        "version": 1,
        "board": str(board.rules),
        "position": format_position(board),
        "moves": list(board.moves),
        "discs": board.plies,
        "rows": format_board(board).split("\n")[: board.rules.rows],
        "to_move": None if outcome else board.to_move,
        "open_columns": list(board.open_columns),
        "winning_moves": [] if outcome else list(board.winning_moves()),
        "outcome": outcome and _outcome_as_data(outcome),
        "views": [list(view(board, side)) for side in (0, 1)],
    }
    if marked is not None:
        data["asked"] = {
            "column": column,
            "winner": _owner(board, marked),
            "cells": sorted(list(cell) for cell in marked),
        }
    return data


def _outcome_as_data(outcome: Outcome) -> dict[str, Any]:
    return {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "cells": [list(cell) for cell in outcome.cells],
        "directions": [direction.name.lower() for direction in outcome.directions],
    }
