"""A plain game in the terminal: two people and one board."""

from __future__ import annotations

import random
import sys

import click

from linefall.board import Board
from linefall.cli.draw import SYMBOLS, column_numbers, state_of
from linefall.cli.options import rules_option
from linefall.errors import MoveError, NotationError
from linefall.notation import describe_error, format_board, format_column, parse_column
from linefall.rules import Rules


@click.command()
@rules_option()
def command(rules: Rules) -> int:
    """Play a game in the terminal, two people taking turns.

    Type the number of a column to drop a disc, u to take the last one back, q to leave.
    Without a terminal, two simple players show a short game instead.

    Example: linefall play --board 6x7x4
    """
    board = Board(rules)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        exhibit(board, random.Random(4))
        return 0
    return play_by_hand(board)


def exhibit(board: Board, chance: random.Random) -> None:
    """Plays and prints a game between two players who see one move ahead."""
    while board.outcome() is None:
        side, column = board.to_move, look_one_ahead(board, chance)
        board.drop(column)
        click.echo(f"{SYMBOLS[side]} plays {format_column(column)}")
    show(board)


def look_one_ahead(board: Board, chance: random.Random) -> int:
    """Wins if it can, else blocks if it must, else plays anywhere."""
    columns = board.winning_moves() or board.winning_moves(1 - board.to_move)
    return chance.choice(columns or board.open_columns)


def play_by_hand(board: Board) -> int:
    """Asks both sides in turn until the game ends; status 1 when the input ended first."""
    show(board)
    while board.outcome() is None:
        try:
            word = input(f"{SYMBOLS[board.to_move]}, your column: ").strip().lower()
        except EOFError:
            click.echo("\nthe input ended before the game did")
            return 1
        if word == "q":
            return 0
        obey(board, word)
    return 0


def obey(board: Board, word: str) -> None:
    """Drops a disc or takes one back, or says why not."""
    try:
        if word == "u":
            board.undo()
        else:
            board.drop(parse_column(word, board.rules))
    except NotationError as error:
        click.echo(f"{error}; type a column, u to undo, q to leave")
    except MoveError as error:
        click.echo(describe_error(error, board.rules))
    else:
        show(board)


def show(board: Board) -> None:
    """Prints the board, the column numbers and how the game stands."""
    click.echo(
        f"\n{format_board(board).rstrip()}\n{column_numbers(board.rules)}\n{state_of(board)}"
    )
