"""Plays by words on standard input and output, on a TCP port, or on a serial device."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import sys
from collections.abc import Callable

import click

from linefall import cable
from linefall.cli.guests import house_option, invite, player_option, seed_option
from linefall.cli.hangup import watching_the_terminal
from linefall.cli.options import fence_options, house_board_option
from linefall.console import Console
from linefall.desk import Desk, Hall
from linefall.house import load_house
from linefall.rules import Rules
from linefall.series import Series


@click.command()
@click.option("--tcp", metavar="HOST:PORT", help="Serve callers on a TCP port.")
@click.option("--serial", metavar="DEVICE", help="Play on a serial device, such as /dev/ttyUSB0.")
@click.option(
    "--baud",
    metavar="N",
    type=click.IntRange(50, 4_000_000),
    default=115_200,
    show_default=True,
    help="Bits a second on the serial line.",
)
@click.option("--echo/--no-echo", default=None, help="Send back what is typed (serial: yes).")
@house_option("console")
@house_board_option
@player_option(
    "--first",
    "Player 1: person, engine:LEVEL, perfect, a bot's name, program:COMMAND.",
    default="person",
)
@player_option("--second", "Player 2, likewise.", default="person")
@seed_option
@fence_options
def command(
    tcp: str | None,
    serial: str | None,
    baud: int,
    echo: bool | None,
    house: str,
    board: Rules | None,
    first: str,
    second: str,
    seed: int | None,
    memory: int | None,
    sandbox_level: str,
) -> int:
    """Play by postfix words: 4 ADD drops a disc into the fourth column.

    Words are ADD NEW BOARD UNDO HELP WORDS .S BYE and a few more that WORDS lists. Over TCP each
    caller has a game of their own; DESK shows its number, and 3 JOIN joins the game at desk 3.

    \b
    Example: echo "4 ADD 4 ADD 3 ADD" | linefall console
    Example: linefall console --tcp localhost:4000
    Example: linefall console --serial /dev/ttyUSB0 --baud 115200
    """
    if tcp is not None and serial is not None:
        raise click.UsageError("--tcp and --serial exclude each other")
    rules = load_house(house)
    chance = random.Random(secrets.randbits(63) if seed is None else seed)

    def make() -> Desk:
        series = Series(rules, board, lot=lambda: chance.randrange(2))
        a, b = (
            invite(name, chance, memory=memory, level=sandbox_level) for name in (first, second)
        )
        return Desk(series, (a, b))

    if tcp is not None:
        return serve(tcp, make, echo=bool(echo))
    with contextlib.closing(make()) as desk:
        if serial is not None:
            console = Console(desk, echo=echo is not False, newline="\r\n", hint=True)
            cable.run_on_serial(console, serial, baud)
        else:
            hint = sys.stdin.isatty() and sys.stdout.isatty()
            console = Console(desk, echo=bool(echo), hint=hint)
            with watching_the_terminal("the terminal was closed"):
                cable.run_on_files(console, sys.stdin.buffer, sys.stdout.buffer)
    return 0


def serve(address: str, make: Callable[[], Desk], *, echo: bool) -> int:
    """Serves callers until Ctrl-C."""
    host, port = cable.parse_address(address)
    make().close()  # what is wrong with a player is said before anybody calls
    hall = Hall(make)

    def ready(host: str, port: int) -> None:
        click.echo(f"listening on {f'[{host}]' if ':' in host else host}:{port}")
        sys.stdout.flush()

    asyncio.run(cable.serve(hall, host, port, echo=echo, ready=ready))
    return 0
