"""What several commands take: a board's size, moves, and where columns count from.

A command that shows a position is declared with

    @click.command()
    @moves_argument
    @rules_option()
    @columns_from_option
    def command(board: Board, rules: Rules, columns_from: int) -> None:

and is handed the position itself: errors in the moves never reach it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

from linefall.board import Board
from linefall.errors import LinefallError
from linefall.notation import parse_moves
from linefall.rules import Rules

COMMON_BOARDS = ("6x7x4", "4x6x4", "5x7x4", "4x7x4", "8x8x4", "9x9x5", "10x10x5")

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class RulesType(click.ParamType):  # type: ignore[type-arg]  # generic only in newer clicks
    """Reads a board's text form, ``6x7x4``, as Rules."""

    name = "ROWSxCOLUMNSxCONNECT"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Rules:
        """Gives the rules that the text names; rules pass through."""
        if isinstance(value, Rules):
            return value
        try:
            return Rules.parse(value)
        except LinefallError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offers the sizes that people play."""
        return [CompletionItem(text) for text in COMMON_BOARDS if text.startswith(incomplete)]


class MovesType(click.ParamType):  # type: ignore[type-arg]
    """Reads moves such as ``4453`` as the Board after them.

    The rules and where columns count from are read from the options of the same command,
    which are eager for that reason.
    """

    name = "MOVES"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Board:
        """Gives the position after the moves; a board passes through."""
        if isinstance(value, Board):
            return value
        given = ctx.params if ctx is not None else {}
        rules, columns_from = given.get("rules", Rules()), given.get("columns_from", 1)
        try:
            return Board(rules, parse_moves(value, rules, columns_from=columns_from))
        except LinefallError as error:
            self.fail(str(error), param, ctx)


RULES = RulesType()
MOVES = MovesType()


def rules_option(default: str = "6x7x4") -> Decorator:
    """Adds ``--board``, handed to the command as ``rules``."""
    return click.option(
        "--board",
        "rules",
        type=RULES,
        metavar="ROWSxCOLUMNSxCONNECT",
        default=default,
        show_default=True,
        is_eager=True,
        help="Rows, columns, and how many in line win.",
    )


def moves_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the argument ``MOVES``, handed to the command as ``board``."""
    return click.argument("board", metavar="MOVES", type=MOVES)(function)


def columns_from_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds ``--columns-from``: what the leftmost column is called."""
    return click.option(
        "--columns-from",
        type=click.Choice(["0", "1"]),
        default="1",
        show_default=True,
        is_eager=True,
        callback=lambda _context, _option, value: int(value),
        help="What the leftmost column is called.",
    )(function)
