"""`linefall bot`: runs one of the programs that come with Linefall."""

import os
import subprocess
import sys

import click

from linefall import bots
from linefall.cli.width import wrapped


def show_list(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Prints one line for each bot and ends."""
    if not wanted or context.resilient_parsing:
        return
    for name in bots.NAMES:
        click.echo(wrapped(f"{name:<10} {bots.summary(name)}", indent=11))
    context.exit()


def run(file: str) -> None:
    """Turns this process into the bot, so that the bot's ends and signals are its own."""
    arguments = [sys.executable, "-I", "-S", file]  # the bots need the standard library alone
    if os.name == "posix":
        os.execv(sys.executable, arguments)
    sys.exit(subprocess.call(arguments))  # elsewhere exec would leave the caller's pipes behind


@click.command("bot")
@click.argument("name", metavar="BOT", type=click.Choice(bots.NAMES))
@click.option("--path", "show_path", is_flag=True, help="Print where the file of the bot is.")
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_list,
    help="List the bots with one line each.",
)
def command(name: str, *, show_path: bool) -> None:
    """Run a bot: a standalone program that speaks the judge's protocol.

    BOT is rand, left, right, minimax, deepening, alphabeta or handin; --list says what each does.

    It prints `Ready`, reads a line `N M X F T` (rows, columns, discs in line, 1 if it moves
    first, seconds a move) and then plays: columns count from 0, one on each line.

    \b
    Example: a game on 6x7x4 in which the bot moves first, with 1 second a move:
      echo "6 7 4 1 1" | linefall bot alphabeta
    Example: a copy to start your own program from:
      cp "$(linefall bot rand --path)" mine.py
    """
    file = str(bots.path(name))
    if show_path:
        click.echo(file)
    else:
        run(file)
