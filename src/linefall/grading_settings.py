"""Grading settings: the boards, limits and points of a class, from a TOML file or by default.

Every key may be left out. This is the file that says what is done without one:

    [part1]                       # against the baselines that come along
    won_or_tied = 0.9             # 'consistently': at least this share of the games in each seat,
    faults = 0                    # and at most so many games lost by a fault

    [part1.minimax]
    points = 150
    boards = ["4x7x4"]
    seconds = [1]
    rounds = 5                    # two games a round on each board at each limit, seats swapped

    [part1.deepening]             # and likewise [part1.alphabeta], with 200 points
    points = 150
    boards = ["6x7x4", "5x6x4", "8x8x5"]
    seconds = [0.2, 1]
    rounds = 2

    [part2]                       # everybody against everybody
    rank_points = 250             # x (n - rank) / (n - 1)
    score_points = 250            # x (wins + ties / 2) / games
    boards = ["6x7x4"]
    seconds = [0.5]
    rounds = 1
    bench_after = 0               # as below, for the tournament; 0: everybody plays everything

    [limits]
    memory = 512                  # MB for a program
    ready = 2                     # seconds to print Ready
    sandbox = "auto"
    columns_from = 0
    bench_after = 5               # faults in a row after which the rest of an exam counts as lost

A program that fails again and again has lost an exam anyway, so it is benched there. In the
tournament what it meets before and after that would decide about its points and those of others;
two equal programs would get different grades. So there everybody plays everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from linefall import sandbox, settings
from linefall.conditions import COLUMNS_FROM, LONGEST_READY, MEMORY, READY, SANDBOX
from linefall.notation import counted
from linefall.rules import Rules
from linefall.schedule import MOST_SECONDS
from linefall.settings import Reader, SettingsError
from linefall.tournament import BENCH_AFTER

BASELINES: Final = ("minimax", "deepening", "alphabeta")


@dataclass(frozen=True)
class Event:
    """Holds on which boards, with which limits and how often programs meet."""

    boards: tuple[Rules, ...]
    seconds: tuple[float, ...]
    rounds: int = 1
    points: float = 0.0

    @property
    def games(self) -> int:
        """Counts the games of two programs."""
        return 2 * len(self.boards) * len(self.seconds) * self.rounds

    def words(self) -> str:
        """Says it for people.

        >>> Event((Rules(4, 7, 4),), (1.0,), rounds=5).words()
        '10 games on 4x7x4 with 1 s a move'
        """
        boards = ", ".join(map(str, self.boards))
        seconds = ", ".join(f"{seconds:g}" for seconds in self.seconds)
        return f"{self.games} games on {boards} with {seconds} s a move"


_SEVERAL: Final = Event(
    (Rules(6, 7, 4), Rules(5, 6, 4), Rules(8, 8, 5)), (0.2, 1.0), rounds=2, points=150.0
)
_DEFAULT_EXAMS: Final = {
    "minimax": Event((Rules(4, 7, 4),), (1.0,), rounds=5, points=150.0),
    "deepening": _SEVERAL,
    "alphabeta": replace(_SEVERAL, points=200.0),
}


@dataclass(frozen=True)
class GradingSettings:
    """Holds all that decides about grades.

    >>> sum(exam.points for exam in GradingSettings().exams.values())
    500.0
    """

    exams: Mapping[str, Event] = field(default_factory=lambda: _DEFAULT_EXAMS)
    won_or_tied: float = 0.9
    faults: int = 0
    tournament: Event = Event((Rules(),), (0.5,))
    rank_points: float = 250.0
    score_points: float = 250.0
    memory: int = MEMORY >> 20
    ready: float = READY
    sandbox: str = SANDBOX
    columns_from: int = COLUMNS_FROM
    bench_after: int = BENCH_AFTER
    tournament_bench_after: int = 0

    @property
    def consistently(self) -> str:
        """Says what it takes to win or tie consistently.

        >>> GradingSettings().consistently
        'at least 90 % of the games won or tied, moving first and moving second, and no fault'
        """
        faults = f"at most {counted(self.faults, 'fault')}" if self.faults else "no fault"
        share = f"at least {100 * self.won_or_tied:g} % of the games won or tied"
        return f"{share}, moving first and moving second, and {faults}"

    def quick(self) -> GradingSettings:
        """Gives the same with one small board, 0.1 s a move and few games: to try it out."""
        small: dict[str, Any] = {"boards": (Rules(4, 5, 4),), "seconds": (0.1,), "rounds": 1}
        exams = {name: replace(exam, **small) for name, exam in self.exams.items()}
        return replace(self, exams=exams, tournament=replace(self.tournament, **small))

    def limits(self) -> dict[str, Any]:
        """Gives what every match is played under."""
        return {
            "memory": self.memory * 2**20,
            "ready": self.ready,
            "sandbox_level": self.sandbox,
            "columns_from": self.columns_from,
        }


def read_settings(path: Path) -> GradingSettings:
    """Reads a grading file; every mistake is named with what would be possible."""
    try:
        return parse_settings(settings.read_text(path))
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def parse_settings(text: str) -> GradingSettings:
    """Reads the text of a grading file.

    >>> parse_settings("[part1.minimax]\\nrounds = 3").exams["minimax"].games
    6
    """
    plain = GradingSettings()
    parts = settings.table("", settings.parse_toml(text), ("part1", "part2", "limits"))
    part1 = settings.table("part1.", parts.get("part1", {}), ("won_or_tied", "faults", *BASELINES))
    part2 = settings.table(
        "part2.",
        parts.get("part2", {}),
        ("rank_points", "score_points", "boards", "seconds", "rounds", "bench_after"),
    )
    limits = settings.table("limits.", parts.get("limits", {}), tuple(_LIMITS))
    values: dict[str, Any] = {
        **{key: _LIMITS[key](f"limits.{key}", value) for key, value in limits.items()},
        **_values("part1.", part1, _PART1),
        **_values("part2.", part2, {"rank_points": _points, "score_points": _points}),
    }
    values["exams"] = {
        name: _event(f"part1.{name}.", part1.get(name, {}), plain.exams[name], _EXAM)
        for name in BASELINES
    }
    if "bench_after" in part2:
        bench = _LIMITS["bench_after"]("part2.bench_after", part2["bench_after"])
        values["tournament_bench_after"] = bench
    part2 = {key: value for key, value in part2.items() if key in _EVENT}
    values["tournament"] = _event("part2.", part2, plain.tournament, _EVENT)
    return replace(plain, **values)


def _values(
    where: str, values: Mapping[str, Any], readers: Mapping[str, Reader[Any]]
) -> dict[str, Any]:
    return {key: read(where + key, values[key]) for key, read in readers.items() if key in values}


def _event(where: str, value: object, plain: Event, readers: Mapping[str, Reader[Any]]) -> Event:
    return replace(plain, **_values(where, settings.table(where, value, tuple(readers)), readers))


_points = settings.number(0, 1_000_000)
_EVENT: Final[Mapping[str, Reader[Any]]] = {
    "boards": settings.several(settings.board),
    "seconds": settings.several(settings.number(0, MOST_SECONDS, above=True)),
    "rounds": settings.whole(1, 1000),
}
_EXAM: Final[Mapping[str, Reader[Any]]] = {"points": _points, **_EVENT}
_PART1: Final[Mapping[str, Reader[Any]]] = {
    "won_or_tied": settings.number(0, 1),
    "faults": settings.whole(0, 1_000_000),
}
_LIMITS: Final[Mapping[str, Reader[Any]]] = {
    "memory": settings.whole(16, 1_000_000),
    "ready": settings.number(0, LONGEST_READY, above=True),
    "sandbox": settings.choice("auto", *sandbox.LEVELS),
    "columns_from": settings.whole(0, 1),
    "bench_after": settings.whole(0, 1_000_000),
}
assert {part.name for part in fields(GradingSettings)} >= _LIMITS.keys()
