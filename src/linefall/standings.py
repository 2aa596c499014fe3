"""Standings: points, faults, cross table and ratings from the results of games.

Everything here is a pure function of results. A result is small (two names, who won, why) and
carries a count, so that a store can hand over 100,000 games as a few hundred lines:

>>> table = standings([Result("Ann", "Bob", winner=0, games=3), Result("Bob", "Ann", winner=None)])
>>> [(row.name, row.points) for row in table.rows]
[('Ann', 3.5), ('Bob', 0.5)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, NamedTuple

from linefall.ratings import CENTRE, ELO, Z95, Fit, Tally, fit

VERSION = 1
"""The version of the JSON form."""

NO_FAULT = ("line", "draw", "resigned")
"""The causes that are part of the game; every other cause is the fault of the loser."""


class Result(NamedTuple):
    """Says how games ended between two programs: `winner` is 0 for `first`, 1 for `second`.

    >>> Result("Ann", "Bob", winner=1, cause="time").losers
    ('Ann',)
    """

    first: str
    second: str
    winner: int | None
    cause: str = "line"
    games: int = 1

    @property
    def losers(self) -> tuple[str, ...]:
        """Names who lost: nobody after a draw, both where neither program could play."""
        if self.winner is not None:
            return ((self.second, self.first)[self.winner],)
        return () if self.cause in NO_FAULT else (self.first, self.second)

    @property
    def fault(self) -> str | None:
        """Names the cause when the game was lost by a fault rather than on the board."""
        return None if self.cause in NO_FAULT else self.cause

    def points(self, side: int) -> float:
        """Gives what one side (0: first, 1: second) scored in each game.

        >>> Result("Ann", "Bob", winner=None, cause="draw").points(1)
        0.5
        """
        if self.winner is not None:
            return float(self.winner == side)
        return 0.0 if self.losers else 0.5


@dataclass(frozen=True)
class Score:
    """Counts wins, draws and losses from one side.

    >>> Score(wins=2, draws=1, losses=0).points
    2.5
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """Counts the games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Gives one point for a win and half a point for a draw."""
        return self.wins + self.draws / 2

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses}"


@dataclass(frozen=True)
class Row:
    """Holds one program's line: score, rating with its 95 % interval, groups, faults, opponents.

    `groups` are letters: two programs that share one are not separated by the games.
    """

    rank: int
    name: str
    score: Score
    rating: float
    low: float
    high: float
    groups: str
    faults: Mapping[str, int]
    against: Mapping[str, Score]

    @property
    def points(self) -> float:
        """Gives one point for a win and half a point for a draw."""
        return self.score.points


@dataclass(frozen=True)
class Estimate:
    """Holds a value with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Standings:
    """Holds the whole table, best first.

    `first_mover` is what moving first is worth, in Elo. `islands` lists the sets of programs that
    no chain of games connects; with more than one, ratings compare only within an island.
    """

    rows: tuple[Row, ...]
    first_mover: Estimate
    islands: tuple[tuple[str, ...], ...]

    @property
    def games(self) -> int:
        """Counts the games."""
        return sum(row.score.games for row in self.rows) // 2

    def to_json(self) -> dict[str, Any]:
        """Gives plain data for machines."""
        return {
            "version": VERSION,
            "games": self.games,
            "first_mover": vars(self.first_mover),
            "islands": [list(island) for island in self.islands],
            "standings": [_row_to_json(row) for row in self.rows],
        }


def standings(results: Iterable[Result], *, programs: Sequence[str] = ()) -> Standings:
    """Computes the table of all results; `programs` adds those that have not played yet.

    Programs are ordered by rating. Where all meet equally often that is the order of points;
    where they do not (Swiss, benched or unfinished games) it also sees who was met.
    """
    results = list(results)
    names = list(dict.fromkeys([*programs, *(n for r in results for n in r[:2])]))
    against = _cross_table(names, results)
    fitted = fit(len(names), _tallies(names, results))
    total = {name: sum(against[name].values(), Score()) for name in names}
    order = sorted(range(len(names)), key=lambda i: _sort_key(fitted, i, names[i], total))
    groups = _groups(fitted, order)
    faults = _faults(results)
    rows = tuple(
        Row(
            rank=_rank(fitted, order, place),
            name=names[i],
            score=total[names[i]],
            rating=CENTRE + ELO * float(fitted.strengths[i]),
            low=CENTRE + ELO * float(fitted.low[i]),
            high=CENTRE + ELO * float(fitted.high[i]),
            groups=groups[place],
            faults=faults.get(names[i], {}),
            against=against[names[i]],
        )
        for place, i in enumerate(order)
    )
    return Standings(rows, _first_mover(fitted), _islands(names, results))


def _row_to_json(row: Row) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "name": row.name,
        "games": row.score.games,
        "wins": row.score.wins,
        "draws": row.score.draws,
        "losses": row.score.losses,
        "points": row.points,
        "rating": round(row.rating, 1),
        "low": round(row.low, 1),
        "high": round(row.high, 1),
        "groups": row.groups,
        "faults": dict(row.faults),
    }


def _sort_key(fitted: Fit, i: int, name: str, total: Mapping[str, Score]) -> tuple[Any, ...]:
    # Rounded, so that equals stay equal whatever order the sums were taken in.
    return -round(float(fitted.strengths[i]), 6), -total[name].points, -total[name].wins, name


def _rank(fitted: Fit, order: Sequence[int], place: int) -> int:
    """Equal strengths share the best rank among them."""
    mine = round(float(fitted.strengths[order[place]]), 6)
    return 1 + sum(round(float(fitted.strengths[i]), 6) > mine for i in order)


def _tallies(names: Sequence[str], results: Iterable[Result]) -> list[Tally]:
    index = {name: i for i, name in enumerate(names)}
    return [
        Tally(
            index[result.first],
            index[result.second],
            wins=result.games * (result.winner == 0),
            draws=result.games * (result.winner is None),
            losses=result.games * (result.winner == 1),
        )
        for result in results
        if result.winner is not None or not result.losers  # a game nobody could play says nothing
    ]


def _cross_table(names: Iterable[str], results: Iterable[Result]) -> dict[str, dict[str, Score]]:
    table: dict[str, dict[str, Score]] = {name: {} for name in names}
    for result in results:
        for side, (me, other) in enumerate(
            ((result.first, result.second), (result.second, result.first))
        ):
            points, games = result.points(side), result.games
            gained = Score(games * (points == 1), games * (points == 0.5), games * (points == 0))
            table[me][other] = table[me].get(other, Score()) + gained
    return table


def _faults(results: Iterable[Result]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = {}
    for result in results:
        for name in result.losers if result.fault is not None else ():
            counts.setdefault(name, Counter())[result.fault or ""] += result.games
    return {name: dict(sorted(counter.items())) for name, counter in counts.items()}


def _first_mover(fitted: Fit) -> Estimate:
    value, error = ELO * fitted.first_mover, ELO * fitted.first_mover_error
    return Estimate(value, value - Z95 * error, value + Z95 * error)


def _groups(fitted: Fit, order: Sequence[int]) -> list[str]:
    """Letters for the longest runs of neighbours in which no two are separated."""
    letters = [""] * len(order)
    apart = fitted.apart[order][:, order] if order else fitted.apart
    end_of_last, runs = -1, 0
    for start in range(len(order)):
        end = max(start, end_of_last)  # a run begun later reaches as far, or further
        while end + 1 < len(order) and not apart[end + 1, start : end + 1].any():
            end += 1
        if end > end_of_last:  # otherwise the run lies inside the one before it
            for place in range(start, end + 1):
                letters[place] += _letter(runs)
            end_of_last, runs = end, runs + 1
    return letters


def _letter(number: int) -> str:
    """a .. z, then a1 .. z1, and so on.

    >>> _letter(1), _letter(27)
    ('b', 'b1')
    """
    turn, letter = divmod(number, len(ascii_lowercase))
    return ascii_lowercase[letter] + (str(turn) if turn else "")


def _islands(names: Sequence[str], results: Iterable[Result]) -> tuple[tuple[str, ...], ...]:
    leader = {name: name for name in names}

    def find(name: str) -> str:
        while leader[name] != name:
            leader[name] = name = leader[leader[name]]
        return name

    for result in results:
        leader[find(result.first)] = find(result.second)
    islands: dict[str, list[str]] = {}
    for name in names:
        islands.setdefault(find(name), []).append(name)
    return tuple(tuple(island) for island in islands.values())
