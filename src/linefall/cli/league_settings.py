"""The settings of a tournament, from the command line or from a TOML file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

import click

from linefall import sandbox, settings
from linefall.conditions import COLUMNS_FROM, LONGEST_READY, MEMORY, READY, SANDBOX
from linefall.errors import LinefallError
from linefall.roster import command_for
from linefall.rules import Rules
from linefall.schedule import FORMATS, MOST_ROUNDS, MOST_SECONDS, Entrant, Plan
from linefall.settings import Reader, SettingsError
from linefall.tournament import BENCH_AFTER

DATABASE_VARIABLE: Final = "LINEFALL_DATABASE"


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
    memory: int | None = MEMORY
    ready: float = READY
    sandbox: str = SANDBOX
    columns_from: int = COLUMNS_FROM
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


# ---------------------------------------------------------------------------- the command line


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


# --------------------------------------------------------------------------------- the file


def read_file(path: str) -> Settings:
    """Reads a tournament file; every mistake is named with what would be possible."""
    try:
        return _settings(settings.parse_toml(settings.read_text(Path(path))), Path(path).parent)
    except LinefallError as error:
        raise SettingsError(f"{path}: {error}") from None


def _settings(data: Mapping[str, Any], folder: Path) -> Settings:
    known = ["program" if part.name == "programs" else part.name for part in fields(Settings)]
    given = settings.table("", data, known)
    values = {key: _READERS[key](key, value) for key, value in given.items() if key != "program"}
    return Settings(programs=_programs(given.get("program"), folder), **values)


def _programs(value: object, folder: Path) -> tuple[tuple[str | None, str], ...]:
    shape = 'two or more [[program]] tables with run = "FILE or COMMAND"'
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise SettingsError(f"program: possible: {shape}")
    found: list[tuple[str | None, str]] = []
    for number, one in enumerate(value, start=1):
        if unknown := sorted(one.keys() - {"name", "run"}):
            raise SettingsError(f"program {number}: {unknown[0]!r} was given; possible: name, run")
        run, name = one.get("run"), one.get("name")
        if not isinstance(run, str):
            given = "nothing" if run is None else repr(run)
            raise SettingsError(f"program {number}: {given} was given for run; possible: {shape}")
        if name is not None and not (isinstance(name, str) and name.strip() and name.isprintable()):
            raise SettingsError(f"program {number}: {name!r} was given for name; possible: a text")
        beside = folder / run
        is_file = os.path.isfile(beside)  # which a long command line is not, and no error either
        found.append((name, str(beside) if is_file else run))
    return tuple(found)


_READERS: Final[Mapping[str, Reader[Any]]] = {
    "title": settings.text,
    "format": settings.choice(*FORMATS),
    "boards": settings.several(settings.board),
    "seconds": settings.several(settings.number(0, MOST_SECONDS, above=True)),
    "rounds": settings.whole(1, MOST_ROUNDS),
    "seed": settings.whole(0, 2**53),
    "openings": settings.flag,
    "memory": settings.memory_limit,
    "ready": settings.number(0, LONGEST_READY, above=True),
    "sandbox": settings.choice("auto", *sandbox.LEVELS),
    "columns_from": settings.whole(0, 1),
    "bench_after": settings.whole(0, 1_000_000),
    "database": settings.text,
    "games_at_once": settings.whole(1, 1_000_000),
    "cluster": settings.text,
    "report": settings.text,
}
