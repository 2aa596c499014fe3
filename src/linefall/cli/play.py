"""Plays a game in the terminal: persons, bots, the engine and the perfect player."""

from __future__ import annotations

import os
import random
import secrets
import sys
from datetime import UTC, datetime
from functools import partial
from typing import Any, TextIO

import click

from linefall.cli.guests import (
    Adviser,
    house_option,
    invite,
    leaving_cleanly,
    player_option,
    seed_option,
)
from linefall.cli.options import fence_options, house_board_option
from linefall.errors import RecordError
from linefall.house import CASUAL, WORDS, HouseRules, load_house
from linefall.player import Guest
from linefall.record import UNFINISHED, GameRecord, MoveTime, Seat, this_software
from linefall.rules import Rules
from linefall.screen import Screen
from linefall.series import Series
from linefall.terminal import TerminalGame


@click.command()
@house_option()
@house_board_option
@player_option("--first", "Player A.")
@player_option("--second", "Player B.")
@click.option("--look", type=click.Choice(WORDS["look"]), help="How the board is shown.")
@click.option("--plain", is_flag=True, help="One sentence for each event, no colour, no board.")
@seed_option
@click.option("--save", metavar="FILE", help="Keep the game in a file after each move.")
@click.option("--resume", metavar="FILE", help="Go on with a saved game, and keep it there.")
@fence_options
@click.option("--exhibition-without-terminal", is_flag=True, hidden=True)
def command(
    house: str | None,
    board: Rules | None,
    first: str | None,
    second: str | None,
    look: str | None,
    plain: bool,
    seed: int | None,
    save: str | None,
    resume: str | None,
    memory: int | None,
    sandbox_level: str,
    exhibition_without_terminal: bool,
) -> int:
    """Play a game in the terminal.

    Without options it is you against the engine on 6x7x4, the seat drawn by lot. The presets are
    classic, shapes, console, connectx and bitmap; two persons play them unless you say otherwise.
    A PLAYER is person, engine, engine:LEVEL, perfect, the name of a bot (rand, left, right,
    minimax, deepening, alphabeta, handin) or program:COMMAND.

    Type the number of a column to drop a disc, u to take a move back where the rules allow it,
    h for a hint, r to resign, ? for help and q to leave.

    \b
    Example: linefall play
    Example: linefall play --rules classic --second engine:2 --save game.json
    """
    if exhibition_without_terminal and not (sys.stdin.isatty() and sys.stdout.isatty()):
        house, first, second, seed = None, "rand", "left", seed or 4
    if save is not None and save != resume:
        refuse_to_replace(save)
    record = None
    if resume is not None:
        refuse_with_resume(rules=house, board=board)
        record = GameRecord.load(resume)
        seed = record.seed if seed is None else seed
    seed = secrets.randbits(63) if seed is None else seed
    chance = random.Random(seed)
    lot = partial(chance.randrange, 2)
    if record is not None:
        series = Series.resume(record, lot=lot)
        names = saved_names(record, first, second)
    else:
        rules = CASUAL if house is None else load_house(house)
        series = Series(rules, board, lot=lot)
        names = default_names(rules, first, second)
    a, b = (invite(name, chance, memory=memory, level=sandbox_level) for name in names)
    guests = (a, b)
    started_at = None if record is None else record.started_at
    saver = Saver(save or resume, guests, seed, started_at)
    with leaving_cleanly(guests):
        game = TerminalGame(
            series,
            guests,
            screen=Screen.of(prepared(sys.stdout), plain=plain),
            source=prepared(sys.stdin),
            look=look,
            advise=Adviser(),
            keep=saver.save,
            times=record.times if record is not None else (),
        )
        return game.run(resumed=resume is not None)


def default_names(house: HouseRules, first: str | None, second: str | None) -> tuple[str, str]:
    """Fills the seats that nobody named: with persons, and one engine where no rules are named.

    >>> default_names(CASUAL, "engine", None)
    ('engine', 'person')
    """
    if house is CASUAL and first is None and second is None:
        return "person", "engine:4"
    return first or "person", second or "person"


def saved_names(record: GameRecord, first: str | None, second: str | None) -> tuple[str, str]:
    """Fills the seats that nobody named with those who sat there when the game was saved."""
    a, b = ("person" if seat.kind == "person" else seat.name for seat in record.players)
    return first or a, second or b


def refuse_with_resume(**given: object) -> None:
    """Refuses options that a saved game answers by itself."""
    for name, value in given.items():
        if value is not None:
            raise click.UsageError(f"--resume brings its own; leave out --{name}")


def refuse_to_replace(path: str) -> None:
    """Refuses to write over something else or over a game under way, or under no name."""
    if not path:
        raise click.UsageError("--save: '' is no name of a file")
    if os.path.isfile(path) and os.path.getsize(path) > 0:
        try:
            record = GameRecord.load(path)
        except RecordError:
            raise RecordError(f"{path} is no saved game, and stays; give another name") from None
        if record.moves and record.verdict == UNFINISHED:
            raise RecordError(
                f"{path} holds a game that is not over, and stays; "
                f"--resume {path} goes on with it, or give another name"
            )


def prepared(stream: TextIO) -> TextIO:
    """Makes a standard stream take any bytes instead of failing on those that are no text."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
    return stream


class Saver:
    """Writes the game to a file each time that something happened."""

    def __init__(
        self, path: str | None, guests: tuple[Guest, Guest], seed: int, started_at: str | None
    ) -> None:
        self._path = path
        self._guests = guests
        self._more: dict[str, Any] = {
            "seed": seed,
            "started_at": started_at or datetime.now(UTC).isoformat(timespec="seconds"),
            "software": this_software(),
        }

    def save(self, series: Series, times: tuple[MoveTime | None, ...]) -> None:
        """Saves the game, whole or not at all."""
        if self._path is not None:
            first, second = (Seat(guest.name, guest.kind) for guest in self._guests)
            series.record((first, second), times=times, **self._more).save(self._path)
