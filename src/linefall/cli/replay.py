"""`linefall replay`: checks saved games again, from the record alone, and shows them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import click

from linefall.cli.judge import evidence_lines
from linefall.cli.options import json_option
from linefall.cli.position import shown
from linefall.cli.width import wrapped
from linefall.errors import LinefallError, RecordError
from linefall.game import Game
from linefall.match import earlier_record
from linefall.notation import format_column
from linefall.plain import LARGEST_FILE
from linefall.recheck import recheck
from linefall.record import GameRecord

#: A verdict that the record does not bear out.
DISAGREES = 1


@click.command("replay")
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
)
@json_option
@click.option("--quiet", is_flag=True, help="Print only whether each verdict holds.")
def command(file: Path, *, as_json: bool, quiet: bool) -> int:
    """Check a game record again and show the game.

    FILE holds a record, what `linefall judge --json` printed, or records one on each line; - is
    standard input. Every move is made again under the rules and every verdict is judged again from
    the record alone.

    \b
    Example: linefall judge @rand @left 6 7 4 1 1 --json > game.json
             linefall replay game.json
             linefall games --number 17 --json | linefall replay -

    The exit status is 0 when every verdict holds, 1 when one does not, 2 for no record at all.
    """
    records = [one for record in read_records(file) for one in _with_earlier(record)]
    results = [(record, recheck(record)) for record in records]
    if as_json:
        click.echo(json.dumps(_summary(results)))
    else:
        for number, (record, wrong) in enumerate(results, start=1):
            _show(record, wrong, number, len(results), quiet=quiet)
    return DISAGREES if any(wrong for _, wrong in results) else 0


def read_records(file: Path) -> list[GameRecord]:
    """Gives every record in a file, whichever command wrote it; `-` is standard input."""
    piped = file == Path("-")
    name = "standard input" if piped else file
    try:
        with nullcontext(sys.stdin.buffer) if piped else file.open("rb") as source:
            text = source.read(LARGEST_FILE + 1)
        return [GameRecord.from_dict(part) for data in _objects(text) for part in _parts(data)]
    except OSError as error:
        raise RecordError(f"{name}: cannot be read: {error.strerror}") from None
    except LinefallError as error:
        raise RecordError(f"{name}: {error}") from None


def _parts(data: Any) -> Iterator[Any]:
    """Finds the records in what a judge printed of one game or of several; others are bare."""
    games = data.get("games") if isinstance(data, dict) else None
    for part in games if games and isinstance(games, list) else [data]:
        yield part.get("record", part) if isinstance(part, dict) else part


def _with_earlier(record: GameRecord) -> Iterator[GameRecord]:
    earlier = earlier_record(record)
    if earlier is not None:
        yield earlier
    yield record


def _objects(text: bytes) -> list[Any]:
    """Reads one JSON value, or one on each line."""
    if len(text) > LARGEST_FILE:
        raise RecordError(f"not a game record: more than {LARGEST_FILE} bytes")
    with suppress(ValueError, RecursionError):
        return [json.loads(text)]
    with suppress(ValueError, RecursionError):
        if found := [json.loads(line) for line in text.splitlines() if line.strip()]:
            return found
    GameRecord.from_json(text)  # says what is wrong, and where
    raise RecordError("not a game record")


def _summary(results: list[tuple[GameRecord, tuple[str, ...]]]) -> dict[str, Any]:
    games = [
        {
            "holds": not wrong,
            "wrong": list(wrong),
            "winner": None if record.verdict.winner is None else "AB"[record.verdict.winner],
            "cause": record.verdict.cause,
            "moves": list(record.moves),
        }
        for record, wrong in results
    ]
    return {"version": 1, "games": games}


def _show(
    record: GameRecord, wrong: tuple[str, ...], number: int, total: int, *, quiet: bool
) -> None:
    if not quiet:
        _show_game(record)
    prefix = f"game {number} of {total}: " if total > 1 else ""
    if wrong:
        _say(f"{prefix}the verdict does not hold: {'; '.join(wrong)}")
    else:
        _say(f"{prefix}the verdict holds: {record.verdict.cause}. {record.verdict.sentence}")
        for line in () if quiet else _evidence(record):
            click.echo(line)


def _say(line: str) -> None:
    click.echo(wrapped(line, indent=2))


def _evidence(record: GameRecord) -> list[str]:
    """Gives what the judge saw; nothing where somebody else wrote it and it cannot be read."""
    with suppress(LookupError, TypeError, ValueError, AttributeError):
        return list(evidence_lines(record))
    return []


def side_names(record: GameRecord) -> tuple[str, str]:
    """Gives what the sides are called: as the players are, or two persons as the house does."""
    first, second = record.sides
    if first.name == second.name and first.kind == second.kind == "person":
        game = Game(record.house, record.rules)
        return game.called(record.player_of(0)), game.called(record.player_of(1))
    return first.name, second.name


def _show_game(record: GameRecord) -> None:
    first, second = side_names(record)
    _say(f"{first} (x) against {second} (o) on {record.rules}")
    start = record.house.columns_from
    for ply, column in enumerate(record.moves):
        time = record.times[ply] if record.times else None
        took = f"{time.wall * 1000:10.1f} ms" if time is not None else ""
        took = "   opening" if ply < record.opening else took
        name = format_column(column, columns_from=start)
        click.echo(f"{ply + 1:3}. {'xo'[ply % 2]} {name:<3}{took}".rstrip())
    click.echo(shown(record.board(), columns_from=start))
