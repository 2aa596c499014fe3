"""`linefall tournament`: any number of programs, resumable at any instant."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from linefall.cli import league
from linefall.cli.extras import require
from linefall.cli.league_settings import Settings, parse_list, parse_seconds, read_file
from linefall.cli.options import (
    cluster_option,
    database_option,
    games_at_once_option,
    json_option,
    judge_options,
    openings_seed_option,
)
from linefall.plain import is_line_of_text
from linefall.rules import Rules
from linefall.schedule import FORMATS, MOST_ROUNDS, Plan
from linefall.standings import Standings
from linefall.tournament import BENCH_AFTER, State, state, table


def check_title(_context: click.Context, _option: click.Parameter, title: str | None) -> str | None:
    """Accepts one line of text: the title stands in lists, in pages and in a database."""
    if title is not None and not is_line_of_text(title):
        raise click.BadParameter(f"{title!r} is no title: one line of text is")
    return title


@click.command("tournament")
@click.argument("programs", metavar="FILE.toml | PROGRAM...", nargs=-1, required=True)
@click.option(
    "--boards",
    default="6x7x4",
    show_default=True,
    metavar="BOARD,...",
    help="Rows x columns x connect, separated by commas.",
)
@click.option(
    "--seconds",
    default="0.5",
    show_default=True,
    metavar="T,...",
    help="Time for each move; several, separated by commas, are several events.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, MOST_ROUNDS),
    default=1,
    show_default=True,
    help="Meetings of each two; rounds of a Swiss. A meeting is two games on each "
    "board at each time, with seats swapped.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(FORMATS)),
    default="round-robin",
    show_default=True,
    help="Who meets whom.",
)
@openings_seed_option
@click.option(
    "--openings/--no-openings",
    default=True,
    show_default=True,
    help="Start from short openings, where both programs can be told one.",
)
@click.option(
    "--title", metavar="TEXT", callback=check_title, help="What the tournament is called."
)
@database_option
@games_at_once_option
@cluster_option
@judge_options
@click.option(
    "--bench-after",
    type=click.IntRange(min=0),
    default=BENCH_AFTER,
    show_default=True,
    metavar="K",
    help="Bench a program that loses K games in a row "
    "by faults: it plays no more, and what it misses counts as lost. 0: never.",
)
@click.option("--report", metavar="FILE.html", help="Write a report with every game.")
@click.option("--cross-table", is_flag=True, help="Print who scored what against whom.")
@json_option
def command(programs: tuple[str, ...], *, cross_table: bool, as_json: bool,
            **_options: Any) -> None:  # fmt: skip
    """Play a tournament of programs and rank them.

    Programs are written as for linefall judge. Every game is kept as it ends: the same command
    goes on where it was stopped, whatever stopped it, and on a finished tournament prints the
    same again. A file holds the same settings, and a [[program]] table for each program.

    \b
    Example: linefall tournament a.py b.py @alphabeta --boards 6x7x4,8x8x4
    Example: linefall tournament class.toml --report class.html
    """
    require("sqlalchemy", "numpy")
    from linefall.store import Store

    settings = _settings(click.get_current_context(), programs)
    report = None if settings.report is None else Path(settings.report)
    league.check_targets(settings.database, report)
    league.check_report(report)
    plan = settings.plan()  # what is wrong with it is said before a database is made
    with Store(settings.database) as store:
        plan = league.prepare(store, plan, settings.title)
        now = state(plan, store.played(plan.id), bench_after=settings.bench_after)
        if now.to_play:
            league.run(settings, store, plan)
            # What the store holds is what counts: somebody else may have played along.
            now = state(plan, store.played(plan.id), bench_after=settings.bench_after)
        standings = table(plan, now)
        if report is not None:
            _write_report(store, plan, now, standings, report)
    if as_json:
        click.echo(json.dumps(league.exact_json(standings), indent=1))
    else:
        league.show(standings, cross_table=cross_table, benched=now.benched)
        league.show_champion(plan.champion(now.results))


def _settings(context: click.Context, programs: tuple[str, ...]) -> Settings:
    """The file's settings, if there is one, under those that were typed."""
    files = [text for text in programs if text.endswith(".toml")]
    if files and len(programs) > 1:
        raise click.UsageError(f"{files[0]} holds the whole tournament; give it alone", context)
    settings = read_file(files[0]) if files else Settings(
        programs=tuple((None, text) for text in programs)
    )  # fmt: skip
    typed = {
        name: value
        for name, value in context.params.items()
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    return replace(settings, **{
        field: _READ.get(name, lambda value: value)(typed[name])
        for name, field in _FIELDS.items() if name in typed
    })  # fmt: skip


_FIELDS = {
    "boards": "boards", "seconds": "seconds", "rounds": "rounds", "format_": "format",
    "seed": "seed", "openings": "openings", "title": "title", "database": "database",
    "games_at_once": "games_at_once", "cluster": "cluster", "memory": "memory", "ready": "ready",
    "sandbox_level": "sandbox", "columns_from": "columns_from", "bench_after": "bench_after",
    "report": "report",
}  # fmt: skip

_READ: dict[str, Any] = {
    "boards": lambda text: parse_list(text, Rules.parse, "--boards"),
    "seconds": lambda text: parse_list(text, parse_seconds, "--seconds"),
}


def _write_report(store: Any, plan: Plan, now: State, standings: Standings, path: Path) -> None:
    """Writes the games that count, in the order of the schedule."""
    from linefall.report import ReportGame, write_report

    keys = {game.key: place for place, game in enumerate(now.games, start=1)}
    games = [
        ReportGame(keys[stored.place.key], stored.record)
        for stored in store.games(tournament=plan.id)
        if stored.place is not None and stored.place.key in keys
    ]
    games.sort(key=lambda game: game.number)
    title = store.tournament(plan.id).title
    champion = plan.champion(now.results)
    write_report(path, title, standings, games, benched=now.benched, champion=champion)
