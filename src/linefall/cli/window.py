"""Plays in a window; without a screen, in files."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from linefall.cli.guests import (
    house_option,
    invite,
    leaving_cleanly,
    player_option,
    seed_option,
)
from linefall.cli.options import SecondsType, fence_options, house_board_option
from linefall.files import check_writable, write_whole
from linefall.house import load_house
from linefall.picture import LOOKS
from linefall.player import Limit
from linefall.rules import Rules
from linefall.series import Series

if TYPE_CHECKING:
    from linefall.window.table import Table


@click.command()
@house_option("bitmap")
@house_board_option
@player_option("--first", "Player A.", default="person", show_default=True)
@player_option("--second", "Player B.", default="person", show_default=True)
@click.option("--look", type=click.Choice(LOOKS), help="How the board is shown.")
@seed_option
@click.option(
    "--seconds",
    type=SecondsType(0.05, 600),
    default=1.0,
    show_default=True,
    help="How long a program may think about a move.",
)
@click.option(
    "--frames",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="No window: write the pictures to this folder; keys are words of standard input.",
)
@click.option("--save", metavar="FILE.gif", help="Write the finished game as an animation.")
@fence_options
def command(
    house: str,
    board: Rules | None,
    first: str,
    second: str,
    look: str | None,
    seed: int | None,
    seconds: float,
    frames: Path | None,
    save: str | None,
    memory: int | None,
    sandbox_level: str,
) -> int:
    """Play in a window, with the mouse or the keys 0 to 9.

    The presets are classic, shapes, console, connectx and bitmap. A PLAYER is person, engine,
    engine:LEVEL, perfect, the name of a bot (rand, left, right, minimax, deepening, alphabeta,
    handin) or program:COMMAND.

    A digit or a click drops a disc; u takes a move back, where the house rules allow it; n starts
    the next game.

    \b
    Example: linefall window
             linefall window --second engine:4
             echo yellow 3 3 2 2 1 1 0 | linefall window --frames pictures
    """
    check_save(save)
    rules = load_house(house)
    chance = random.Random(seed)
    series = Series(rules, board, lot=lambda: chance.randrange(2))
    a, b = (invite(name, chance, memory=memory, level=sandbox_level) for name in (first, second))
    guests = (a, b)
    limit = Limit(seconds=seconds)
    from linefall.window.table import Table

    with leaving_cleanly(guests):
        table = Table(series, guests, look=look or rules.window_look)
        if frames is not None:
            return play_frames(table, frames, limit, save)
        from linefall.window import screen

        screen.show(table, limit=limit, on_end=lambda ended: save_game(ended, save))
    return 0


def play_frames(table: Table, folder: Path, limit: Limit, save: str | None) -> int:
    """Plays with words from standard input; status 1 when they end before the game does."""
    from linefall.window import frames

    words = frames.words_of(sys.stdin)
    if not frames.play(table, folder, words, say=click.echo, limit=limit):
        return 1
    save_game(table, save)
    return 0


def check_save(path: str | None) -> None:
    """Refuses a name that cannot be written before anybody has played a game for it."""
    if path is None:
        return
    if Path(path).suffix.lower() != ".gif":
        raise click.UsageError(f"--save {path!r}: a game is saved as FILE.gif")
    check_writable(path)


def save_game(table: Table, path: str | None) -> None:
    """Writes the game as an animation, if a file was named."""
    if path is not None:
        write_whole(path, table.animation())
