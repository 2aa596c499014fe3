"""`linefall standings`: the table of a tournament, or of all games in a database."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from linefall.cli import league
from linefall.cli.league_settings import default_database
from linefall.cli.options import database_option, json_option
from linefall.errors import LinefallError
from linefall.grading import ClassPlan
from linefall.schedule import Plan
from linefall.standings import Standings, standings
from linefall.tournament import state, table

if TYPE_CHECKING:
    from linefall.store import Store, Tournament


@click.command("standings")
@database_option
@click.option(
    "--tournament",
    "wanted",
    metavar="ID",
    help="Its id (the beginning is enough) or its title.  [default: the newest]",
)
@click.option("--all", "everything", is_flag=True, help="All games of the database together.")
@click.option("--list", "only_list", is_flag=True, help="List the tournaments instead.")
@click.option("--cross-table", is_flag=True, help="Print who scored what against whom.")
@json_option
def command(*, database: str | None, wanted: str | None, everything: bool, only_list: bool,
            cross_table: bool, as_json: bool) -> None:  # fmt: skip
    """Print points, ratings and faults from what was played.

    \b
    Example: linefall standings --cross-table
    Example: linefall standings --all --database postgresql://user@host/games
    """
    from linefall.store import Store

    with Store(database or default_database(), create=False) as store:
        if only_list:
            _list(store, as_json=as_json)
            return
        ranked, benched, champion = _ranked(store, wanted, everything=everything)
    if as_json:
        click.echo(json.dumps(ranked.to_json(), indent=1))
    else:
        league.show(ranked, cross_table=cross_table, benched=benched)
        league.show_champion(champion)


def _ranked(
    store: Store, wanted: str | None, *, everything: bool
) -> tuple[Standings, frozenset[str], str | None]:
    if everything:
        if wanted is not None:
            raise LinefallError("--all takes all games together; leave out --tournament")
        return standings(store.results()), frozenset(), None
    chosen = store.tournament(wanted)
    if wanted is None and len(store.tournaments()) > 1:
        league.say(f"the newest tournament, {chosen.id[:8]}: {chosen.title} (--list shows all)")
    plan = _plan_of(chosen)
    if plan is None:
        return standings(store.results(chosen.id)), frozenset(), None
    now = state(plan, store.played(plan.id), bench_after=plan.conditions["bench_after"])
    return table(plan, now), now.benched, plan.champion(now.results)


def _plan_of(tournament: Tournament) -> Plan | None:
    """Gives the plan of a tournament or of a part of a class; None for games read from a file."""
    settings = tournament.settings
    plans = [kind.from_json(settings) for kind in (Plan, ClassPlan)] if settings else []
    return next((plan for plan in plans if plan.id == tournament.id), None)


def _list(store: Store, *, as_json: bool) -> None:
    found = store.tournaments()
    if as_json:
        rows = [
            {"id": t.id, "title": t.title, "created_at": t.created_at, "games": t.games}
            for t in found
        ]
        click.echo(json.dumps({"version": 1, "tournaments": rows}, indent=1))
        return
    for tournament in found:
        began = tournament.created_at[: len("2026-01-31T23:59:59")].replace("T", " ")
        click.echo(
            f"{tournament.id[:8]}  {began} UTC  {tournament.games:>6} games  {tournament.title}"
        )
