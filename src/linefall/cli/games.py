"""`linefall games`: what a database holds, game by game; in and out of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from linefall.cli import league
from linefall.cli.league_settings import default_database
from linefall.cli.options import database_option
from linefall.cli.width import wrapped
from linefall.errors import LinefallError
from linefall.events import CAUSES
from linefall.notation import counted, format_moves
from linefall.plain import is_plain

if TYPE_CHECKING:
    from linefall.store import StoredGame


def check_name(_context: click.Context, _option: click.Parameter, name: str | None) -> str | None:
    """Accepts what a database can be asked for: any text, but no bytes that are none."""
    if not is_plain(name):
        raise click.BadParameter(f"{name!r} is no name: it is no text")
    return name


@click.command("games")
@database_option
@click.option("--tournament", metavar="ID", help="Only games of this one (id or title).")
@click.option(
    "--program",
    metavar="NAME",
    callback=check_name,
    help="Only games in which this program played.",
)
@click.option(
    "--cause",
    type=click.Choice(CAUSES),
    metavar="CAUSE",
    help=f"Only games that ended in this way: {', '.join(CAUSES)}.",
)
@click.option("--number", type=click.IntRange(min=1), metavar="N", help="Only game number N.")
@click.option("--limit", type=click.IntRange(min=0), metavar="N", help="At most N games.")
@click.option(
    "--export",
    "target",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write them to a file: .jsonl (everything), .csv or .parquet (tables).",
)
@click.option(
    "--import",
    "source",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="Read games from such a file first; without --export or --json nothing else is done.",
)
@click.option("--json", "as_json", is_flag=True, help="Print whole records, one a line.")
def command(*, database: str | None, tournament: str | None, target: str | None,
            source: str | None, as_json: bool, **filters: Any) -> None:  # fmt: skip
    """List games, show why they ended, and carry them in and out.

    \b
    Example: linefall games --program mine.py --cause time
    Example: linefall games --export games.csv
    Example: linefall games --number 17 --json > game.json
             linefall replay game.json
    """
    from linefall.store import Store
    from linefall.store.exchange import add_games, export_games, read_games

    new = None if source is None else read_games(source)  # before a database is made for them
    with Store(database or default_database(), create=source is not None) as store:
        if source is not None and new is not None:
            league.say(f"{counted(add_games(store, new, source), 'new game')} from {source}")
            if target is None and not as_json:
                return
        if tournament is not None:
            tournament = store.tournament(tournament).id
        games = store.games(tournament=tournament, **filters)
        if target is not None:
            league.say(f"{counted(export_games(games, target), 'game')} in {target}")
            return
        count = 0
        for count, game in enumerate(games, start=1):  # noqa: B007
            click.echo(
                json.dumps(game.record.to_dict()) if as_json else wrapped(line(game), indent=8)
            )
        if not count and filters["number"] is not None:
            raise LinefallError(f"there is no game number {filters['number']}")
    if not count and not as_json:
        chosen = tournament is not None or any(value is not None for value in filters.values())
        league.say("no game matches" if chosen else "the database holds no game")


def line(game: StoredGame) -> str:
    """Gives a game as one line: number, who, where, what was played, how it ended."""
    record = game.record
    first, second = (seat.name for seat in record.sides)
    seconds = "-" if record.seconds is None else f"{record.seconds:g} s"
    return (
        f"{game.number:>6}  {first} - {second}  {record.rules}  {seconds}  "
        f"{format_moves(record.moves, record.rules)}  {record.verdict.cause}: "
        f"{record.verdict.sentence}"
    )
