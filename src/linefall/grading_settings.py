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

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from linefall import sandbox
from linefall.errors import LinefallError
from linefall.rules import Rules
from linefall.tournament import BENCH_AFTER

BASELINES: Final = ("minimax", "deepening", "alphabeta")
LARGEST_SETTINGS: Final = 2**20


class SettingsError(LinefallError, ValueError):
    """Says what is wrong in a grading file, and what would be possible."""


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
    memory: int = 512
    ready: float = 2.0
    sandbox: str = "auto"
    columns_from: int = 0
    bench_after: int = BENCH_AFTER
    tournament_bench_after: int = 0

    @property
    def consistently(self) -> str:
        """Says what it takes to win or tie consistently.

        >>> GradingSettings().consistently
        'at least 90 % of the games won or tied, moving first and moving second, and no fault'
        """
        faults = f"at most {self.faults} faults" if self.faults else "no fault"
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
        with path.open("rb") as file:
            text = file.read(LARGEST_SETTINGS).decode("utf-8")
        return parse_settings(text)
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: byte {error.start} is not UTF-8") from None
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def parse_settings(text: str) -> GradingSettings:
    """Reads the text of a grading file.

    >>> parse_settings("[part1.minimax]\\nrounds = 3").exams["minimax"].games
    6
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(f"no TOML: {error}") from None
    plain = GradingSettings()
    parts = _table("", data, ("part1", "part2", "limits"))
    part1 = _table("part1.", parts.get("part1", {}), ("won_or_tied", "faults", *BASELINES))
    part2 = _table(
        "part2.",
        parts.get("part2", {}),
        ("rank_points", "score_points", "boards", "seconds", "rounds", "bench_after"),
    )
    limits = _table("limits.", parts.get("limits", {}), tuple(_LIMITS))
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


Reader = Callable[[str, object], Any]


def _table(where: str, value: object, possible: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise SettingsError(f"{where.rstrip('.')}: {value!r} was given; possible: a table")
    if unknown := sorted(value.keys() - set(possible)):
        raise SettingsError(
            f"there is no setting {where + unknown[0]!r}; possible: {', '.join(possible)}"
        )
    return value


def _values(where: str, table: Mapping[str, Any], readers: Mapping[str, Reader]) -> dict[str, Any]:
    return {key: read(where + key, table[key]) for key, read in readers.items() if key in table}


def _event(where: str, value: object, plain: Event, readers: Mapping[str, Reader]) -> Event:
    table = _table(where, value, tuple(readers))
    return replace(plain, **_values(where, table, readers))


def _number(low: float, high: float, *, above: bool = False) -> Reader:
    def read(key: str, value: object) -> float:
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
        if number is not None and low <= number <= high and not (above and number == low):
            return float(number)
        begin = f"more than {low:g}, up to" if above else f"{low:g} to"
        raise SettingsError(f"{key}: {value!r} was given; possible: {begin} {high:g}")

    return read


def _whole(low: int, high: int) -> Reader:
    def read(key: str, value: object) -> int:
        if type(value) is int and low <= value <= high:
            return value
        raise SettingsError(f"{key}: {value!r} was given; possible: {low} to {high}")

    return read


def _several(read: Reader) -> Reader:
    def read_list(key: str, value: object) -> tuple[Any, ...]:
        found = tuple(read(key, one) for one in (value if isinstance(value, list) else [value]))
        if not found:
            raise SettingsError(f"{key}: none was given; at least one is needed")
        if len(set(found)) < len(found):
            raise SettingsError(f"{key}: one was given twice: {', '.join(map(str, found))}")
        return found

    return read_list


def _board(key: str, value: object) -> Rules:
    try:
        if isinstance(value, str):
            return Rules.parse(value)
    except LinefallError as error:
        raise SettingsError(f"{key}: {error}") from None
    raise SettingsError(f'{key}: {value!r} was given; possible: boards such as "6x7x4"')


def _sandbox(key: str, value: object) -> str:
    if isinstance(value, str) and value in ("auto", *sandbox.LEVELS):
        return value
    possible = ", ".join(("auto", *sandbox.LEVELS))
    raise SettingsError(f"{key}: {value!r} was given; possible: {possible}")


_points = _number(0, 1_000_000)
_EVENT: Final[Mapping[str, Reader]] = {
    "boards": _several(_board),
    "seconds": _several(_number(0, 3600, above=True)),
    "rounds": _whole(1, 1000),
}
_EXAM: Final[Mapping[str, Reader]] = {"points": _points, **_EVENT}
_PART1: Final[Mapping[str, Reader]] = {
    "won_or_tied": _number(0, 1),
    "faults": _whole(0, 1_000_000),
}
_LIMITS: Final[Mapping[str, Reader]] = {
    "memory": _whole(16, 1_000_000),
    "ready": _number(0, 3600, above=True),
    "sandbox": _sandbox,
    "columns_from": _whole(0, 1),
    "bench_after": _whole(0, 1_000_000),
}
assert {part.name for part in fields(GradingSettings)} >= _LIMITS.keys()
