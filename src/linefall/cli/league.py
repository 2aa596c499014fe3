"""What the commands about tournaments share: preparing, running and showing them."""

from __future__ import annotations

import contextlib
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.table import Table

from linefall.cli.league_settings import Settings
from linefall.cli.printer import Printer
from linefall.errors import LinefallError
from linefall.files import check_writable
from linefall.record import GameRecord
from linefall.roster import command_for
from linefall.rules import Rules
from linefall.schedule import Plan, PlannedGame
from linefall.standings import Result, Row, Score, Standings
from linefall.tournament import State, Tournament, state
from linefall.workers import ClusterCrew, Crew, LocalCrew

if TYPE_CHECKING:
    from linefall.store import Store

LEAST_WIDTH: Final = 80
"""Columns that a table takes in a narrower terminal, too: long lines say more than cut numbers."""

ANY_WIDTH: Final = 10_000
"""Columns for what must not be cut to the width of a terminal."""

MOST_OPENINGS: Final = 200
"""How many openings are drawn at most; longer tournaments begin again with the first."""

Enough = Callable[[Mapping[str, Result]], bool]

# -------------------------------------------------------------------------------- running


def prepare(store: Store, plan: Plan, title: str | None = None) -> Plan:
    """Notes a tournament in the store, or finds it there; gives its plan with the openings.

    The openings that were drawn first stay, whatever a later version would draw.
    """
    known = {tournament.id for tournament in store.tournaments() if tournament.settings}
    if plan.id not in known and plan.conditions["openings"]:
        plan = replace(plan, openings=drawn_openings(plan))
    title = title or " ".join(plan.names[:6]) + (" ..." if len(plan.names) > 6 else "")
    noted = Plan.from_json(store.begin(plan.id, title, plan.to_json()))
    return replace(plan, openings=noted.openings)  # its programs may lie elsewhere by now


def drawn_openings(plan: Plan) -> dict[Rules, list[tuple[int, ...]]]:
    """Draws an opening for each round on each board; none where no two programs take one."""
    from linefall.cli.league_progress import busy
    from linefall.openings import draw_openings

    if sum(command_for(entrant.program).takes_openings for entrant in plan.entrants) < 2:
        return {}
    count, openings = min(plan.rounds, MOST_OPENINGS), {}
    for rules in plan.boards:
        with busy(f"choosing even openings for {rules}"):
            openings[rules] = draw_openings(rules, count, seed=plan.seed)
    return openings


def hire(settings: Settings) -> Crew:
    """Gives the hands that play: this machine's, or a cluster's."""
    if settings.cluster is not None:
        return ClusterCrew(settings.cluster, settings.games_at_once)
    return LocalCrew(settings.games_at_once)


@contextlib.contextmanager
def at_work(crew: Crew, store: Store) -> Iterator[None]:
    """Lets a crew play in the block, and leave after it.

    A request to terminate ends the work like Ctrl-C, and whoever ends it is told how to go on.
    """
    try:
        with _terminated_like_ctrl_c():
            yield
    except KeyboardInterrupt:
        # In words that a shell takes back: the very command that was typed.
        again = shlex.join(["linefall", *sys.argv[1:]])
        say(f"stopped: all games so far are kept in {store.url}; to go on:")
        click.echo(again, err=True)  # alone on its line, to be copied
        raise
    finally:
        crew.close()


@contextlib.contextmanager
def _terminated_like_ctrl_c() -> Iterator[None]:
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def run(
    settings: Settings,
    store: Store,
    plan: Plan,
    *,
    enough: Enough = lambda results: False,
    unit: str = "tournament",
) -> State:
    """Plays what is missing of a tournament, by the crew that the settings say."""
    crew = hire(settings)
    say(f"{unit} {plan.id[:8]}: {crew.description}")
    if plan.conditions["openings"] and not plan.openings:
        say("no two of the programs take openings: every game starts from the empty board")
    with at_work(crew, store):
        return play(store, plan, crew, limits=settings.limits(), enough=enough)


def play(
    store: Store,
    plan: Plan,
    crew: Crew,
    *,
    limits: Mapping[str, Any],
    enough: Enough = lambda results: False,
) -> State:
    """Plays what is missing of a plan, with progress, keeping each game as it ends."""
    from linefall.cli.league_progress import watching
    from linefall.store import Place

    def keep(game: PlannedGame, record: GameRecord) -> None:
        store.add(record, Place(plan.id, game.key, game.round, game.meeting))

    stored, bench_after = store.played(plan.id), plan.conditions["bench_after"]
    planned = {game.key for game in state(plan, stored, bench_after=bench_after).games}
    with watching(plan) as watch:
        return Tournament(
            plan,
            crew,
            # A class keeps the games of programs that were handed in again, too.
            played={key: result for key, result in stored.items() if key in planned},
            on_game=keep,
            on_progress=watch,
            bench_after=bench_after,
            limits=limits,
            enough=enough,
        ).run()


def check_targets(database: str, *paths: Path | None) -> None:
    """Says before hours of play that a file could not be written after them, or only over another.

    `paths` are those that will be written beside the database; None is none.
    """
    from linefall.store import parse_url

    url = parse_url(database)
    taken = {Path(url.database).resolve()} if url.drivername == "sqlite" and url.database else set()
    for path in paths:
        if path is None:
            continue
        check_writable(path)
        if path.resolve() in taken:
            raise LinefallError(f"{path} was given for two things; each needs a file of its own")
        taken.add(path.resolve())


def check_report(path: Path | None) -> None:
    """Says before hours of play that a report is a page, whatever its file is called."""
    if path is not None and path.suffix.lower() not in (".html", ".htm"):
        raise LinefallError(f"--report: {path} was given; possible: a page such as report.html")


def say(text: str) -> None:
    """Says something about the work itself, beside the result."""
    click.echo(f"linefall: {text}", err=True)


# -------------------------------------------------------------------------------- showing


def table_console(least: int = LEAST_WIDTH) -> Printer:
    """Gives the console for tables: every text as it is, and nothing cut to a width in a pipe."""
    console = Printer(highlight=False, markup=False, emoji=False)
    console.width = max(least, console.width) if sys.stdout.isatty() else ANY_WIDTH
    return console


def show(standings: Standings, *, cross_table: bool = False, benched: frozenset[str]) -> None:
    """Prints the standings for people."""
    console = table_console()
    table = _table(standings, benched)
    wide = console.options.update(width=ANY_WIDTH)
    if console.measure(table, options=wide).maximum > console.width:
        table.padding = (0, 1, 0, 0)  # a blank between columns, not two: sooner than to fold rows
    console.print(table)
    if cross_table and len(standings.rows) > 1:
        console.print("points against each other", style="italic")
        table_console(ANY_WIDTH).print(_cross_table(standings))
    for line in _notes(standings, benched):
        console.print(line)


def _table(standings: Standings, benched: frozenset[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("program", overflow="fold")
    for heading in ("points", "games", "wins", "draws", "losses", "rating"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("95 %", no_wrap=True)
    table.add_column("group", overflow="fold")
    if any(row.faults for row in standings.rows):
        table.add_column("faults", overflow="fold")
    for row in standings.rows:
        cells = [
            str(row.rank),
            row.name + (" (benched)" if row.name in benched else ""),
            f"{row.points:g}",
            *map(str, (row.score.games, row.score.wins, row.score.draws, row.score.losses)),
            f"{row.rating:.0f}",
            f"{row.low:.0f} .. {row.high:.0f}",
            row.groups,
            ", ".join(f"{cause} {count}" for cause, count in row.faults.items()),
        ]
        table.add_row(*cells[: len(table.columns)])
    return table


def _cross_table(standings: Standings) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("#", justify="right")
    table.add_column("program")
    for row in standings.rows:  # ranks may be shared: an x shows whose column it is
        table.add_column(str(row.rank), justify="right")
    for row in standings.rows:
        cells = ["x" if row is other else _against(row, other) for other in standings.rows]
        table.add_row(str(row.rank), row.name, *cells)
    return table


def _against(row: Row, other: Row) -> str:
    score = row.against.get(other.name, Score())
    return f"{score.points:g}/{score.games}" if score.games else "-"


def _notes(standings: Standings, benched: frozenset[str]) -> Iterator[str]:
    if len(standings.rows) > 1:
        yield "programs that share a letter under 'group' are not separated by the games"
    if standings.games:
        first = standings.first_mover
        value, low, high = map(round, (first.value, first.low, first.high))
        yield f"moving first is worth {value} Elo ({low} .. {high})"
    if len(standings.islands) > 1 and standings.games:
        yield "some programs are connected by no games: their ratings do not compare"
    if benched:
        yield ("benched, and their missing games counted as lost: " + ", ".join(sorted(benched)))


def show_champion(champion: str | None) -> None:
    """Says who won a knockout: the table, which ranks by ratings, does not."""
    if champion is not None:
        click.echo(f"{champion} won the knockout")


def exact_json(standings: Standings) -> dict[str, Any]:
    """Gives the promised form for machines: a version, and a line for each program."""
    promised = ("name", "games", "wins", "draws", "losses", "rating", "low", "high")
    form = standings.to_json()
    rows = [{key: row[key] for key in promised} for row in form["standings"]]
    return {"version": form["version"], "standings": rows}
