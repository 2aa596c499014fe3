"""What several commands take: a board, moves, the limits of programs, where games are kept.

A command that shows a position is declared with

    @click.command()
    @moves_argument
    @rules_option
    @columns_from_option
    def command(board: Board, rules: Rules, columns_from: int) -> None:

and is handed the position itself: errors in the moves never reach it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

from linefall.board import Board
from linefall.errors import LinefallError
from linefall.notation import parse_moves
from linefall.rules import Rules
from linefall.settings import memory_limit

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


class HouseBoardType(RulesType):
    """Reads the board of a table: the house may raise sizes that are no board at all.

    The house is the option ``--rules`` of the same command, which is eager for that reason.
    """

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Rules:
        """Gives the board that is played where the house was asked for this one."""
        from linefall.house import load_house  # here: commands without a house start without it

        name = ctx.params.get("house") if ctx is not None else None
        if not isinstance(name, str) or isinstance(value, Rules):
            return super().convert(value, param, ctx)
        house = load_house(name)
        return (
            house.parse_board(value) if house.raises_small else super().convert(value, param, ctx)
        )


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


class MemoryType(click.ParamType):  # type: ignore[type-arg]
    """Reads a limit of memory: 512M, 2G, 1048576; 0 or `none` is no limit."""

    name = "SIZE"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | None:
        """Gives the amount in bytes; None is no limit."""
        if value is None or isinstance(value, int):
            return value
        try:
            return memory_limit(self.name, value)
        except LinefallError as error:  # click names the option itself
            self.fail(str(error).removeprefix(f"{self.name}: "), param, ctx)


class SecondsType(click.FloatRange):
    """Reads a time in seconds; what is no finite number is none, and NaN would pass every range."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Gives the number of seconds."""
        seconds: float = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{value} is no number of seconds", param, ctx)
        return seconds


RULES = RulesType()
MOVES = MovesType()
MEMORY = MemoryType()

#: The board of a game by house rules, which know one of their own.
house_board_option = click.option(
    "--board",
    type=HouseBoardType(),
    metavar="ROWSxCOLUMNSxCONNECT",
    help="Rows, columns, and how many in line win.",
)


#: ``--board``, handed to the command as ``rules``. Eager: the moves are read by it.
rules_option = click.option(
    "--board",
    "rules",
    type=RULES,
    metavar="ROWSxCOLUMNSxCONNECT",
    default="6x7x4",
    show_default=True,
    is_eager=True,
    help="Rows, columns, and how many in line win.",
)


class OptionalArgument(click.Argument):
    """Is in brackets where it is explained, and not where it is wrong."""

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Names it in an error."""
        return super().get_error_hint(ctx).replace("[", "").replace("]", "")


#: The argument ``MOVES``, handed to the command as ``board``; without it that is empty.
moves_argument = click.argument(
    "board", metavar="[MOVES]", type=MOVES, default="-", cls=OptionalArgument
)


def columns_from_option_of(default: int, text: str, *, is_eager: bool = False) -> Decorator:
    """Makes ``--columns-from`` for a command with a default and a help of its own."""
    return click.option(
        "--columns-from",
        type=click.Choice(["0", "1"]),
        default=str(default),
        show_default=True,
        is_eager=is_eager,
        callback=lambda _context, _option, value: int(value),
        help=text,
    )


#: ``--columns-from``: what the leftmost column is called. Eager, as ``--board`` is.
columns_from_option = columns_from_option_of(
    1, "What the leftmost column is called.", is_eager=True
)


def judge_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds what a judge lays down for programs: memory, time to start, fences, columns."""
    from linefall import conditions  # here: commands without a judge start without it

    for option in (
        columns_from_option_of(conditions.COLUMNS_FROM, "What programs call the leftmost column."),
        click.option(
            "--ready",
            type=SecondsType(0, conditions.LONGEST_READY, min_open=True),
            default=conditions.READY,
            show_default=True,
            metavar="SECONDS",
            help="Time to print Ready.",
        ),
        fence_options,
    ):
        function = option(function)
    return function


def fence_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds what keeps a program from doing harm: its fences, and the limit of its memory."""
    from linefall import conditions
    from linefall.sandbox import LEVELS

    for option in (
        click.option(
            "--sandbox",
            "sandbox_level",
            type=click.Choice(["auto", *LEVELS]),
            default=conditions.SANDBOX,
            show_default=True,
            help="How programs are fenced in; auto is the strongest that works.",
        ),
        click.option(
            "--memory",
            type=MEMORY,
            default=f"{conditions.MEMORY >> 20}M",
            show_default=True,
            help="Most resident memory of a program and all its processes; 0 or none for no limit.",
        ),
    ):
        function = option(function)
    return function


#: Where the games of tournaments are kept.
database_option = click.option(
    "--database",
    metavar="URL",
    help="A file, or postgresql://...  [default: linefall.db, or what LINEFALL_DATABASE says]",
)
games_at_once_option = click.option(
    "--games-at-once",
    type=click.IntRange(min=1),
    metavar="N",
    help="At most so many games at a time.  [default: one for each core]",
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Play on a Dask cluster: tcp://HOST:PORT."
)
openings_seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**53),
    default=0,
    show_default=True,
    help="Draws the openings.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object, for machines."
)
