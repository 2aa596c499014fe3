"""Schedules: who meets whom, where, with how much time, and from which opening.

A schedule is a pure function of its settings and of what was played so far. Asked again after an
interruption it gives the same games with the same keys, so nothing is lost or played twice:

>>> plan = Plan((Entrant("A", "@left"), Entrant("B", "@right")), rounds=1)
>>> [(game.first, game.second) for game in plan.games({})]
[('A', 'B'), ('B', 'A')]

A meeting is a pair of games on each board at each time limit: the same opening twice, with seats
swapped. What `rounds` counts depends on the format (see `FORMATS`).
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from linefall.errors import LinefallError
from linefall.pairing import pair_neighbours
from linefall.rules import Rules
from linefall.standings import Result

Opening = tuple[int, ...]
Results = Mapping[str, Result]
Meeting = tuple[int, int]  # two entrants by number; the first one moves first in the first game

FORMATS: Final = {
    "round-robin": "everybody meets everybody `rounds` times",
    "gauntlet": "the first program meets each of the others `rounds` times",
    "swiss": "`rounds` rounds in which programs of equal points meet, no two of them twice",
    "knockout": "the loser of a match of `rounds` meetings is out; the first seeds meet last",
}
"""The formats, and what `rounds` means in each."""

TIE_BREAKS: Final = 3
"""How many further meetings a tied knockout match gets before the better seed goes on."""

MOST_SECONDS: Final = 3600.0
MOST_ROUNDS: Final = 100_000


class ScheduleError(LinefallError, ValueError):
    """Says which setting of a tournament is impossible, and what would be possible."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Names a program: what it is called in tables, how it is run, and what its files hash to."""

    name: str
    program: str
    hash: str | None = None


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """Holds one game to play. `key` is the same whenever the same game is planned again."""

    key: str
    round: int
    first: str
    second: str
    rules: Rules
    seconds: float
    opening: Opening
    meeting: str
    """What the two games of a pair have in common."""


@dataclass(frozen=True)
class Plan:
    """Holds all that decides which games a tournament consists of.

    `openings` gives for each board the openings in order; round after round takes the next one,
    beginning again at the end. A board without any starts empty. `conditions` are further
    settings that make a game another game (memory limit, sandbox), and only become part of keys.
    """

    entrants: tuple[Entrant, ...]
    format: str = "round-robin"
    boards: tuple[Rules, ...] = (Rules(),)
    seconds: tuple[float, ...] = (1.0,)
    rounds: int = 1
    seed: int = 0
    openings: Mapping[Rules, Sequence[Opening]] = field(default_factory=dict)
    conditions: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check(self)

    @cached_property
    def id(self) -> str:
        """Gives a text that is the same for the same tournament and for no other one."""
        return _digest(
            self.format,
            [[entrant.name, _identity(entrant), entrant.hash] for entrant in self.entrants],
            [str(rules) for rules in self.boards],
            self.seconds,
            self.rounds,
            self.seed,
            dict(self.conditions),
        )

    @property
    def names(self) -> list[str]:
        """Lists the programs in the order they were entered."""
        return [entrant.name for entrant in self.entrants]

    def to_json(self) -> dict[str, Any]:
        """Gives the plan as plain data, from which `from_json` makes the same plan."""
        return {
            "entrants": [[e.name, e.program, e.hash] for e in self.entrants],
            "format": self.format,
            "boards": [str(rules) for rules in self.boards],
            "seconds": list(self.seconds),
            "rounds": self.rounds,
            "seed": self.seed,
            "openings": {str(rules): [list(m) for m in o] for rules, o in self.openings.items()},
            "conditions": dict(self.conditions),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Plan:
        """Makes a plan from plain data."""
        try:
            return cls(
                entrants=tuple(Entrant(*entrant) for entrant in data["entrants"]),
                format=data["format"],
                boards=tuple(Rules.parse(text) for text in data["boards"]),
                seconds=tuple(data["seconds"]),
                rounds=data["rounds"],
                seed=data["seed"],
                openings={
                    Rules.parse(text): [tuple(moves) for moves in openings]
                    for text, openings in data["openings"].items()
                },
                conditions={**data["conditions"]},
            )
        except (LookupError, TypeError, ValueError, AttributeError):
            raise ScheduleError("what was noted of the tournament is no plan") from None

    def games(self, results: Results) -> list[PlannedGame]:
        """Lists the games known to be needed once `results` are known, those played included.

        A round robin and a gauntlet are known from the start. Swiss and knockout tournaments
        grow: when all that is listed has been played, ask again; no more games means the end.
        """
        if self.format in ("round-robin", "gauntlet"):
            return self._all_games
        return list(_FORMATS[self.format](self, results))

    @cached_property
    def _all_games(self) -> list[PlannedGame]:
        return list(_FORMATS[self.format](self, {}))

    def champion(self, results: Results) -> str | None:
        """Names the winner of a knockout that is over; None for every other tournament."""
        if self.format != "knockout":
            return None
        winner = _knockout_so_far(self, results)[1]
        return None if winner is None else self.names[winner]

    def most_games(self) -> int:
        """Counts the games of the whole tournament, without tie-breaks and with nobody benched."""
        count = len(self.entrants)
        meetings = {
            "round-robin": count * (count - 1) // 2 * self.rounds,
            "gauntlet": (count - 1) * self.rounds,
            "swiss": count // 2 * self.rounds,
            "knockout": (count - 1) * self.rounds,
        }
        return meetings[self.format] * 2 * len(self.boards) * len(self.seconds)

    def meeting(self, round_: int, number: int, pair: Meeting) -> Iterator[PlannedGame]:
        """Lists the games of one meeting; `number` chooses the opening."""
        for rules in self.boards:
            openings = self.openings.get(rules) or [()]
            opening = openings[number % len(openings)]
            for seconds in self.seconds:
                yield from self._pair(round_, pair, rules, seconds, opening, number)

    def _pair(
        self,
        round_: int,
        pair: Meeting,
        rules: Rules,
        seconds: float,
        opening: Opening,
        number: int,
    ) -> Iterator[PlannedGame]:
        one, two = (self.entrants[i] for i in pair)
        # The opening enters through its number: a plan whose openings are drawn anew by a newer
        # version is still the same tournament.
        meeting = _digest(
            self.id, round_, number, str(rules), seconds, one.name, one.hash, two.name, two.hash
        )
        for seat, (first, second) in enumerate(((one, two), (two, one))):
            yield PlannedGame(
                key=_digest(meeting, seat),
                round=round_,
                first=first.name,
                second=second.name,
                rules=rules,
                seconds=seconds,
                opening=opening,
                meeting=meeting,
            )


def _identity(entrant: Entrant) -> str:
    """Gives how a program is run, without the folders: what lies in them is told by the hash.

    >>> _identity(Entrant("new", "openings:build/mine.py", "f00d"))
    'openings:mine.py'
    """
    folders = r"[^\s:]*[/\\]"
    return entrant.program if entrant.hash is None else re.sub(folders, "", entrant.program)


def _digest(*parts: Any) -> str:
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _check(plan: Plan) -> None:
    if plan.format not in FORMATS:
        raise ScheduleError(f"format: {plan.format!r} was given; possible: {', '.join(FORMATS)}")
    if len(plan.entrants) < 2:
        raise ScheduleError(f"a tournament needs two programs or more, not {len(plan.entrants)}")
    if len(set(plan.names)) < len(plan.names):
        twice = next(name for name in plan.names if plan.names.count(name) > 1)
        raise ScheduleError(f"two programs are called {twice!r}; give one of them another name")
    if type(plan.rounds) is not int or not 1 <= plan.rounds <= MOST_ROUNDS:
        raise ScheduleError(f"rounds: {plan.rounds!r} was given; possible: 1 to {MOST_ROUNDS}")
    for name, values in (("boards", plan.boards), ("seconds", plan.seconds)):
        if not values:
            raise ScheduleError(f"{name}: none was given; at least one is needed")
        if len(set(values)) < len(values):
            raise ScheduleError(f"{name}: one was given twice: {', '.join(map(str, values))}")
    for seconds in plan.seconds:
        if not (math.isfinite(seconds) and 0 < seconds <= MOST_SECONDS):
            raise ScheduleError(
                f"seconds: {seconds:g} was given; possible: more than 0, up to {MOST_SECONDS:g}"
            )


# ------------------------------------------------------------------------ round robin, gauntlet


def circle(count: int) -> list[list[Meeting]]:
    """Arranges `count` players in turns in which everybody plays at most once, all pairs in all.

    >>> circle(4)
    [[(0, 3), (1, 2)], [(2, 0), (3, 1)], [(0, 1), (2, 3)]]
    """
    seats: list[int | None] = [*range(count), *([None] if count % 2 else [])]
    half = len(seats) // 2
    turns = []
    for turn in range(len(seats) - 1):
        pairs = zip(seats[:half], reversed(seats[half:]), strict=True)
        met = [(a, b) for a, b in pairs if a is not None and b is not None]
        # The seat that never moves takes the other side every second turn, to be fair to it.
        turns.append([(b, a) if turn % 2 and a == 0 else (a, b) for a, b in met])
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return turns


def _round_robin(plan: Plan, results: Results) -> Iterator[PlannedGame]:
    for number in range(plan.rounds):
        for turn in circle(len(plan.entrants)):
            for pair in turn:
                yield from plan.meeting(number + 1, number, pair)


def _gauntlet(plan: Plan, results: Results) -> Iterator[PlannedGame]:
    for number in range(plan.rounds):
        for other in range(1, len(plan.entrants)):
            yield from plan.meeting(number + 1, number, (0, other))


# --------------------------------------------------------------------------------------- Swiss


def _swiss(plan: Plan, results: Results) -> Iterator[PlannedGame]:
    """Yields round after round, as far as the results of the rounds before are complete.

    With an odd number, the last in the table who has not yet had one gets a bye, worth a win.
    """
    count = len(plan.entrants)
    points = [0.0] * count
    met: set[frozenset[int]] = set()
    byes: list[int] = []
    index = {name: i for i, name in enumerate(plan.names)}
    for number in range(plan.rounds):
        table = sorted(range(count), key=lambda i: (-points[i], i))
        if count % 2:
            resting = min(reversed(table), key=byes.count)
            byes.append(resting)
            table.remove(resting)
            points[resting] += 2 * len(plan.boards) * len(plan.seconds)
        complete = True
        for one, two in pair_neighbours(table, met):
            met.add(frozenset((one, two)))
            games = list(plan.meeting(number + 1, number, (one, two)))
            yield from games
            complete &= all(game.key in results for game in games)
            for i, gained in _points(games, results, index):
                points[i] += gained
        if not complete:
            return


def _points(
    games: Sequence[PlannedGame], results: Results, index: Mapping[str, int]
) -> Iterator[tuple[int, float]]:
    for game in games:
        if (result := results.get(game.key)) is not None:
            for side, name in enumerate((game.first, game.second)):
                yield index[name], result.points(side)


# ------------------------------------------------------------------------------------ knockout


def _knockout(plan: Plan, results: Results) -> Iterator[PlannedGame]:
    return iter(_knockout_so_far(plan, results)[0])


def _knockout_so_far(plan: Plan, results: Results) -> tuple[list[PlannedGame], int | None]:
    """The games as far as they are known, and who won the last of them."""
    alive: list[int | None] = bracket(len(plan.entrants))
    known: list[PlannedGame] = []
    round_ = 0
    while len(alive) > 1:
        round_ += 1
        ahead: list[int | None] = []
        for one, two in zip(alive[::2], alive[1::2], strict=True):
            if one is None or two is None:
                ahead.append(one if two is None else two)
                continue
            games, winner = _knockout_match(plan, results, round_, (one, two))
            known += games
            ahead.append(winner)
        if any(winner is None for winner in ahead):
            return known, None
        alive = ahead
    return known, alive[0]


def _knockout_match(
    plan: Plan, results: Results, round_: int, pair: Meeting
) -> tuple[list[PlannedGame], int | None]:
    """The games of a match as far as they are known, and its winner once it is decided."""
    index = {name: i for i, name in enumerate(plan.names)}
    games: list[PlannedGame] = []
    points = dict.fromkeys(pair, 0.0)
    for number in range(plan.rounds + TIE_BREAKS):
        if number >= plan.rounds:
            if any(game.key not in results for game in games):
                return games, None
            if points[pair[0]] != points[pair[1]]:
                break
        new = list(plan.meeting(round_, number, pair))
        games += new
        for i, gained in _points(new, results, index):
            points[i] += gained
    if any(game.key not in results for game in games):
        return games, None
    return games, max(sorted(pair), key=lambda i: points[i])


def bracket(count: int) -> list[int | None]:
    """Places seeds so that the best meet last; None is a place that nobody has.

    >>> bracket(5)
    [0, None, 3, 4, 1, None, 2, None]
    """
    places = [0]
    while len(places) < count:
        size = 2 * len(places)
        places = [seed for place in places for seed in (place, size - 1 - place)]
    return [seed if seed < count else None for seed in places]


_FORMATS: Final[Mapping[str, Callable[[Plan, Results], Iterator[PlannedGame]]]] = {
    "round-robin": _round_robin,
    "gauntlet": _gauntlet,
    "swiss": _swiss,
    "knockout": _knockout,
}
