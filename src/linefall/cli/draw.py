"""Prints a position and how it stands."""

from __future__ import annotations

import json
from typing import Any

import click

from linefall.board import Board, Outcome
from linefall.cli.options import columns_from_option, moves_argument, rules_option
from linefall.notation import format_board, format_column, format_position
from linefall.rules import Rules

SYMBOLS = "xo"


@click.command()
@moves_argument
@rules_option()
@columns_from_option
@click.option("--json", "as_json", is_flag=True, help="Print it for a program; counts from 0.")
def command(board: Board, rules: Rules, columns_from: int, as_json: bool) -> None:
    """Draw the position after MOVES and say how it stands.

    MOVES are the columns played, such as 4453, or 4,4,5,12 on a board of ten columns and
    more; - is the empty board. The side that began is x, the other one o.

    Example: linefall draw 4453 --board 6x7x4
    """
    if as_json:
        click.echo(json.dumps(describe(board)))
        return
    click.echo(format_board(board).rstrip("\n"))
    click.echo(column_numbers(rules, columns_from=columns_from))
    click.echo(f"{rules}: {state_of(board, columns_from=columns_from)}")


def column_numbers(rules: Rules, *, columns_from: int = 1) -> str:
    """Gives the lines under a drawn board; long numbers stand upright, one digit a line.

    >>> print(column_numbers(Rules(2, 3, 2)))
    1 2 3
    """
    names = [format_column(column, columns_from=columns_from) for column in range(rules.columns)]
    digits = max(map(len, names))
    lines = zip(*(name.rjust(digits) for name in names), strict=True)
    return "\n".join(" ".join(line).rstrip() for line in lines)


def state_of(board: Board, *, columns_from: int = 1) -> str:
    """Says in words how many discs there are, and who moves or who won.

    >>> state_of(Board(Rules(1, 3, 3), [0]))
    '1 disc, o to move; open columns: 2 3'
    """
    discs = f"{board.plies} disc{'' if board.plies == 1 else 's'}"
    if (outcome := board.outcome()) is not None:
        return f"{discs}, {_result(outcome, columns_from=columns_from)}"
    to_move = SYMBOLS[board.to_move]
    state = (
        f"{discs}, {to_move} to move; open columns: {_columns(board.open_columns, columns_from)}"
    )
    if wins := board.winning_moves():
        state += f"; {to_move} wins at once: {_columns(wins, columns_from)}"
    return state


def _columns(columns: tuple[int, ...], columns_from: int) -> str:
    return " ".join(format_column(column, columns_from=columns_from) for column in columns)


def _result(outcome: Outcome, *, columns_from: int) -> str:
    if outcome.winner is None:
        return "the board is full: a draw"
    how = " and ".join(direction.name.lower() for direction in outcome.directions)
    columns = tuple(sorted({cell.column for cell in outcome.cells}))
    where = f"column{'' if len(columns) == 1 else 's'} {_columns(columns, columns_from)}"
    line = f"{len(outcome.cells)} in line" if len(outcome.directions) == 1 else "lines"
    return f"{SYMBOLS[outcome.winner]} has won: {line}, {how}, {where}"


def describe(board: Board) -> dict[str, Any]:
    """Gives the position as data for a program, columns and rows from 0, row 0 at the bottom."""
    outcome = board.outcome()
    return {
        "board": str(board.rules),
        "position": format_position(board),
        "moves": list(board.moves),
        "discs": board.plies,
        "rows": format_board(board).split("\n")[: board.rules.rows],
        "to_move": None if outcome else board.to_move,
        "open_columns": list(board.open_columns),
        "winning_moves": [] if outcome else list(board.winning_moves()),
        "outcome": outcome and _outcome_as_data(outcome),
    }


def _outcome_as_data(outcome: Outcome) -> dict[str, Any]:
    return {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "cells": [list(cell) for cell in outcome.cells],
        "directions": [direction.name.lower() for direction in outcome.directions],
    }
