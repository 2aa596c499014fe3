"""What the commands about tournaments share: settings, running and showing them."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.console import Console
from rich.table import Table

from linefall import sandbox
from linefall.cli.options import MEMORY
from linefall.errors import LinefallError
from linefall.record import GameRecord
from linefall.roster import command_for
from linefall.rules import Rules
from linefall.schedule import FORMATS, Entrant, Plan, PlannedGame
from linefall.standings import Score, Standings
from linefall.tournament import BENCH_AFTER, State, Tournament
from linefall.workers import ClusterCrew, Crew, LocalCrew

if TYPE_CHECKING:
    from linefall.store import Store

DATABASE_VARIABLE: Final = "LINEFALL_DATABASE"
MOST_OPENINGS: Final = 200
"""How many openings are drawn at most; longer tournaments begin again with the first."""


def default_database() -> str:
    """Gives the database that is used where none is named."""
    return os.environ.get(DATABASE_VARIABLE) or "linefall.db"


@dataclass(frozen=True)
class Settings:
    """Holds what a tournament file or the command line says; the names are those of the file."""

    programs: tuple[tuple[str | None, str], ...] = ()
    title: str | None = None
    format: str = "round-robin"
    boards: tuple[Rules, ...] = (Rules(),)
    seconds: tuple[float, ...] = (0.5,)
    rounds: int = 1
    seed: int = 0
    openings: bool = True
    memory: int | None = 512 * 2**20
    ready: float = 2.0
    sandbox: str = "auto"
    columns_from: int = 0
    bench_after: int = BENCH_AFTER
    database: str = field(default_factory=default_database)
    games_at_once: int | None = None
    cluster: str | None = None
    report: str | None = None

    def limits(self) -> dict[str, Any]:
        """Gives what every match of the tournament is played under."""
        return {
            "memory": self.memory,
            "ready": self.ready,
            "sandbox_level": self.sandbox,
            "columns_from": self.columns_from,
        }

    def plan(self) -> Plan:
        """Gives the plan, its openings still to be drawn."""
        return Plan(
            entrants=entrants(self.programs),
            format=self.format,
            boards=self.boards,
            seconds=self.seconds,
            rounds=self.rounds,
            seed=self.seed,
            conditions=self.limits() | {"bench_after": self.bench_after, "openings": self.openings},
        )


def entrants(programs: Sequence[tuple[str | None, str]]) -> tuple[Entrant, ...]:
    """Names programs: as asked, or by their files; equal names are numbered."""
    found: list[Entrant] = []
    for asked, program in programs:
        command = command_for(program)
        name, number = asked or command.name, 1
        while asked is None and name in (one.name for one in found):
            number += 1
            name = f"{command.name}#{number}"
        found.append(Entrant(name, program, command.hash()))
    return tuple(found)


# --------------------------------------------------------------------------------- the file


class FileError(LinefallError):
    """Says what is wrong in a tournament file."""


def read_file(path: str) -> Settings:
    """Reads a tournament file; every mistake is named with what would be possible."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise FileError(f"{path}: no TOML: {error}") from None
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: byte {error.start} is not UTF-8") from None
    try:
        return _settings(data, Path(path).parent)
    except LinefallError as error:
        raise FileError(f"{path}: {error}") from None


def _settings(data: Mapping[str, Any], folder: Path) -> Settings:
    known = ["program" if part.name == "programs" else part.name for part in fields(Settings)]
    if unknown := sorted(data.keys() - set(known)):
        raise FileError(f"there is no setting {unknown[0]!r}; possible: {', '.join(known)}")
    values = {key: _READERS[key](key, value) for key, value in data.items() if key != "program"}
    return Settings(programs=_programs(data.get("program"), folder), **values)


def _programs(value: object, folder: Path) -> tuple[tuple[str | None, str], ...]:
    shape = 'two or more [[program]] tables with run = "FILE or COMMAND"'
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise FileError(f"program: possible: {shape}")
    found: list[tuple[str | None, str]] = []
    for number, one in enumerate(value, start=1):
        if unknown := sorted(one.keys() - {"name", "run"}):
            raise FileError(f"program {number}: {unknown[0]!r} was given; possible: name, run")
        run, name = one.get("run"), one.get("name")
        if not isinstance(run, str):
            raise FileError(f"program {number}: {run!r} was given for run; possible: {shape}")
        if name is not None and not (isinstance(name, str) and name.strip() and name.isprintable()):
            raise FileError(f"program {number}: {name!r} was given for name; possible: a text")
        beside = folder / run
        found.append((name, str(beside) if beside.is_file() else run))
    return tuple(found)


def _text(key: str, value: object) -> str:
    if isinstance(value, str) and value:
        return value
    raise FileError(f"{key}: {value!r} was given; possible: a text")


def _whole(low: int, high: int) -> Callable[[str, object], int]:
    def read(key: str, value: object) -> int:
        if type(value) is int and low <= value <= high:
            return value
        raise FileError(f"{key}: {value!r} was given; possible: {low} to {high}")

    return read


def _number(key: str, value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e6:
        return float(value)
    raise FileError(f"{key}: {value!r} was given; possible: a number above 0")


def _choice(*possible: str) -> Callable[[str, object], str]:
    def read(key: str, value: object) -> str:
        if isinstance(value, str) and value in possible:
            return value
        raise FileError(f"{key}: {value!r} was given; possible: {', '.join(possible)}")

    return read


def _list(read: Callable[[str, object], Any]) -> Callable[[str, object], tuple[Any, ...]]:
    def read_list(key: str, value: object) -> tuple[Any, ...]:
        return tuple(read(key, one) for one in (value if isinstance(value, list) else [value]))

    return read_list


def _board(key: str, value: object) -> Rules:
    try:
        return Rules.parse(_text(key, value))
    except LinefallError as error:
        raise FileError(f"{key}: {error}") from None


def _flag(key: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise FileError(f"{key}: {value!r} was given; possible: true, false")


def _memory(key: str, value: object) -> int | None:
    try:
        return MEMORY.convert(str(value) if type(value) is int else _text(key, value), None, None)
    except click.BadParameter as error:
        raise FileError(f"{key}: {error.message}") from None


_READERS: Final[Mapping[str, Callable[[str, object], Any]]] = {
    "title": _text,
    "format": _choice(*FORMATS),
    "boards": _list(_board),
    "seconds": _list(_number),
    "rounds": _whole(1, 100_000),
    "seed": _whole(0, 2**53),
    "openings": _flag,
    "memory": _memory,
    "ready": _number,
    "sandbox": _choice("auto", *sandbox.LEVELS),
    "columns_from": _whole(0, 1),
    "bench_after": _whole(0, 1_000_000),
    "database": _text,
    "games_at_once": _whole(1, 1_000_000),
    "cluster": _text,
    "report": _text,
}


# -------------------------------------------------------------------------------- running


def prepare(store: Store, plan: Plan, title: str | None = None) -> Plan:
    """Notes a tournament in the store, or finds it there; gives its plan with the openings.

    The openings that were drawn first stay, whatever a later version would draw.
    """
    known = {tournament.id for tournament in store.tournaments() if tournament.settings}
    if plan.id not in known and plan.conditions["openings"]:
        plan = replace(plan, openings=drawn_openings(plan))
    title = title or " ".join(plan.names[:6]) + (" ..." if len(plan.names) > 6 else "")
    return Plan.from_json(store.begin(plan.id, title, plan.to_json()))


def drawn_openings(plan: Plan) -> dict[Rules, list[tuple[int, ...]]]:
    """Draws an opening for each round on each board; none where no two programs take one."""
    from linefall.openings import draw_openings

    if sum(command_for(entrant.program).takes_openings for entrant in plan.entrants) < 2:
        return {}
    return {
        rules: draw_openings(rules, min(plan.rounds, MOST_OPENINGS), seed=plan.seed)
        for rules in plan.boards
    }


def hire(settings: Settings) -> Crew:
    """Gives the hands that play: this machine's, or a cluster's."""
    if settings.cluster is not None:
        return ClusterCrew(settings.cluster, settings.games_at_once)
    return LocalCrew(settings.games_at_once)


@contextlib.contextmanager
def ending_cleanly() -> Iterator[None]:
    """Lets a request to terminate end the work like Ctrl-C."""
    if not hasattr(signal, "SIGTERM"):
        yield
        return
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
    quiet: bool = False,
    enough: Callable[[Mapping[str, Any]], bool] = lambda results: False,
    unit: str = "tournament",
) -> State:
    """Plays what is missing of a tournament, with progress, keeping each game as it ends."""
    from linefall.cli.league_progress import watching
    from linefall.store import Place

    def keep(game: PlannedGame, record: GameRecord) -> None:
        store.add(record, Place(plan.id, game.key, game.round, game.meeting))

    played = store.played(plan.id)
    crew = hire(settings)
    say(f"{unit} {plan.id[:8]}: {crew.description}", quiet=quiet)
    try:
        with ending_cleanly(), watching(plan) as watch:
            return Tournament(
                plan,
                crew,
                played=played,
                on_game=keep,
                on_progress=watch,
                bench_after=plan.conditions["bench_after"],
                limits=settings.limits(),
                enough=enough,
            ).run()
    except KeyboardInterrupt:
        count = len(store.played(plan.id))
        # In words that a shell takes back: the very command that was typed.
        again = shlex.join(["linefall", *sys.argv[1:]])
        say(f"stopped: {count} games are kept in {settings.database}; to go on: {again}")
        raise
    finally:
        crew.close()


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
        _check_writable(path)
        if path.resolve() in taken:
            raise LinefallError(f"{path} was given for two things; each needs a file of its own")
        taken.add(path.resolve())


def _check_writable(path: Path) -> None:
    if path.is_dir():
        raise LinefallError(f"{path} is a folder; a file is written there")
    if not path.absolute().parent.is_dir():
        raise LinefallError(f"{path} cannot be written: there is no folder {path.parent}")
    if not os.access(path.absolute().parent, os.W_OK):
        raise LinefallError(f"{path} cannot be written: the folder does not allow it")


def say(text: str, *, quiet: bool = False) -> None:
    """Says something about the work itself, beside the result."""
    if not quiet:
        click.echo(f"linefall: {text}", err=True)


# -------------------------------------------------------------------------------- showing


def table_console() -> Console:
    """Gives the console for tables: every text as it is, and nothing cut to a width in a pipe."""
    width = None if sys.stdout.isatty() else 10_000
    return Console(highlight=False, markup=False, emoji=False, width=width)


def show(standings: Standings, *, cross_table: bool = False, benched: frozenset[str]) -> None:
    """Prints the standings for people."""
    console = table_console()
    console.print(_table(standings, benched))
    if cross_table and len(standings.rows) > 1:
        console.print(_cross_table(standings))
    for line in _notes(standings, benched):
        console.print(line)


def _table(standings: Standings, benched: frozenset[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("#", "program", "points", "games", "wins", "draws", "losses", "rating"):
        table.add_column(heading, justify="left" if heading == "program" else "right")
    for heading in ("95 %", "group", "faults"):
        table.add_column(heading)
    for row in standings.rows:
        table.add_row(
            str(row.rank),
            row.name + (" (benched)" if row.name in benched else ""),
            f"{row.points:g}",
            *map(str, (row.score.games, row.score.wins, row.score.draws, row.score.losses)),
            f"{row.rating:.0f}",
            f"{row.low:.0f} .. {row.high:.0f}",
            row.groups,
            ", ".join(f"{cause} {count}" for cause, count in row.faults.items()),
        )
    return table


def _cross_table(standings: Standings) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", title="points against each other")
    table.add_column("#", justify="right")
    table.add_column("program")
    for number in range(1, len(standings.rows) + 1):
        table.add_column(str(number), justify="right")
    for number, row in enumerate(standings.rows, start=1):
        scores = [row.against.get(other.name, Score()) for other in standings.rows]
        cells = [f"{s.points:g}/{s.games}" if s.games else "-" for s in scores]
        table.add_row(str(number), row.name, *cells)
    return table


def _notes(standings: Standings, benched: frozenset[str]) -> Iterator[str]:
    if len(standings.rows) > 1:
        yield "programs that share a letter under 'group' are not separated by the games"
    first = standings.first_mover
    if standings.games:
        yield f"moving first is worth {first.value:.0f} Elo ({first.low:.0f} .. {first.high:.0f})"
    if len(standings.islands) > 1 and standings.games:
        yield "some programs are connected by no games: their ratings do not compare"
    if benched:
        yield ("benched, and their missing games counted as lost: " + ", ".join(sorted(benched)))


def exact_json(standings: Standings) -> dict[str, Any]:
    """Gives the promised form for machines: a version, and a line for each program."""
    promised = ("name", "games", "wins", "draws", "losses", "rating", "low", "high")
    form = standings.to_json()
    rows = [{key: row[key] for key in promised} for row in form["standings"]]
    return {"version": form["version"], "standings": rows}


def parse_list(text: str, read: Callable[[str], Any], name: str) -> tuple[Any, ...]:
    """Reads values separated by commas; an error names the option."""
    try:
        return tuple(read(part.strip()) for part in text.split(","))
    except LinefallError as error:
        raise click.BadParameter(str(error), param_hint=name) from None


def parse_seconds(text: str) -> float:
    """Reads a number of seconds; whether it is a possible one is the plan's business."""
    try:
        return float(text)
    except ValueError:
        raise LinefallError(f"{text!r} was given; possible: seconds such as 0.5") from None
