"""Tournaments: plays what a plan still lacks, and tells of each game as it ends.

It knows neither databases nor screens. It is handed what was played before, calls back for every
game that ends, and gives the results of the whole. What it is to play follows from the plan and the
results alone (see `schedule.py`), so it can be stopped at any instant and begun again.

A program that loses `bench_after` games in a row by faults (a crash, the clock, an illegal move
...; in the order of the schedule) is benched: what it would still have to play is not played and
counts as won by the others. Between two benched programs nothing is counted.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from linefall.record import GameRecord
from linefall.schedule import Plan, PlannedGame
from linefall.standings import Result, Standings, standings
from linefall.workers import Crew, Job, WorkerError

BENCH_AFTER: Final = 5
"""How many games in a row a program may lose by faults before it is benched."""

BENCHED: Final = "benched"
"""The cause of a game that was not played because the loser was benched."""

OnGame = Callable[[PlannedGame, GameRecord], None]
OnProgress = Callable[["Progress"], None]


@dataclass(frozen=True)
class State:
    """Holds how a tournament stands: its games so far, their results, and who is benched.

    `results` has each game that is decided, played or not, under its key; a game between two
    benched programs has the cause ``benched`` and no winner, and does not count.
    """

    games: tuple[PlannedGame, ...]
    results: Mapping[str, Result]
    benched: frozenset[str]

    @property
    def to_play(self) -> list[PlannedGame]:
        """Lists the games that are known to be missing."""
        return [game for game in self.games if game.key not in self.results]

    def counted(self) -> list[Result]:
        """Lists the results that count in standings."""
        return [
            result
            for game in self.games
            if (result := self.results.get(game.key)) is not None and not _is_void(result)
        ]


@dataclass(frozen=True)
class Progress:
    """Says how far a running tournament is: for whoever shows it."""

    played: int
    total: int
    under_way: int
    seconds: float
    played_now: int
    last: PlannedGame | None
    results: Mapping[str, Result]

    @property
    def rate(self) -> float:
        """Gives games an hour since this run began."""
        return 3600 * self.played_now / self.seconds if self.seconds > 0 else 0.0

    @property
    def remaining(self) -> float | None:
        """Gives the seconds that are left at this rate; None while there is none."""
        return 3600 * (self.total - self.played) / self.rate if self.rate else None


def state(plan: Plan, played: Mapping[str, Result], *, bench_after: int = BENCH_AFTER) -> State:
    """Works out how a tournament stands from what was played; 0 benches nobody."""
    results: Mapping[str, Result] = {}
    while True:  # what is decided may reveal further rounds, until nothing new appears
        games = plan.games(results)
        decided, benched = _decide(games, played, bench_after)
        if decided == results:
            return State(tuple(games), results, frozenset(benched))
        results = decided


def table(plan: Plan, now: State) -> Standings:
    """Computes the standings of a tournament."""
    return standings(now.counted(), programs=plan.names)


def _decide(
    games: list[PlannedGame], played: Mapping[str, Result], bench_after: int
) -> tuple[dict[str, Result], set[str]]:
    """Goes through the schedule in its order, so that it does not matter which game ended first."""
    decided: dict[str, Result] = {}
    benched: set[str] = set()
    in_a_row: Counter[str] = Counter()
    open_: set[str] = set()  # has a game missing: later ones say nothing about it yet
    for game in games:
        pair = (game.first, game.second)
        if benched & set(pair):
            decided[game.key] = _forfeit(game, benched)
        elif (result := played.get(game.key)) is None:
            open_ |= set(pair)
        else:
            decided[game.key] = result
            for name in pair:
                failed = result.fault is not None and name in result.losers
                in_a_row[name] = in_a_row[name] + 1 if failed else 0
                if bench_after and in_a_row[name] >= bench_after and name not in open_:
                    benched.add(name)
    return decided, benched


def _forfeit(game: PlannedGame, benched: set[str]) -> Result:
    out = [name in benched for name in (game.first, game.second)]
    return Result(game.first, game.second, None if all(out) else out.index(False), BENCHED)


def _is_void(result: Result) -> bool:
    return result.cause == BENCHED and result.winner is None


@dataclass
class Tournament:
    """Plays a plan with a crew.

    `played` is what was played before, `on_game` is called for each game that ends, before
    anything else happens, `on_progress` then and about once a second, and `enough` is asked after
    each game whether the results so far are all that was wanted.
    """

    plan: Plan
    crew: Crew
    played: Mapping[str, Result] = field(default_factory=dict)
    on_game: OnGame = lambda game, record: None
    on_progress: OnProgress = lambda progress: None
    bench_after: int = BENCH_AFTER
    limits: Mapping[str, Any] = field(default_factory=dict)
    enough: Callable[[Mapping[str, Result]], bool] = lambda results: False
    clock: Callable[[], float] = time.monotonic

    def run(self) -> State:
        """Plays until nothing is left to play, or enough was, and gives the final state."""
        self._results = dict(self.played)
        self._under_way: dict[str, PlannedGame] = {}
        self._started, self._played_now = self.clock(), 0
        self._now = self._state()
        self._queue = deque(self._now.to_play)
        self._tell(None)
        while not self.enough(self._results) and self._fill():
            done = self.crew.wait(timeout=1.0)
            if done is None:
                self._tell(None)
                continue
            if done.record is None:
                raise WorkerError(done.error)
            self._take(self._under_way.pop(done.key), done.record)
        return self._state()

    def _state(self) -> State:
        return state(self.plan, self._results, bench_after=self.bench_after)

    def _fill(self) -> bool:
        """Hands jobs to the crew while it has room; False when there is nothing left at all."""
        if not self._queue:
            self._refresh()
        while self._queue and len(self._under_way) < self.crew.size:
            game = self._queue.popleft()
            self._under_way[game.key] = game
            self.crew.submit(self._job(game))
        return bool(self._under_way)

    def _refresh(self) -> None:
        """Looks again at what is to be played: somebody may be benched, a round complete."""
        self._now = self._state()
        self._queue = deque(game for game in self._now.to_play if game.key not in self._under_way)

    def _take(self, game: PlannedGame, record: GameRecord) -> None:
        self.on_game(game, record)
        result = Result(game.first, game.second, record.verdict.winner, record.verdict.cause)
        self._results[game.key] = result
        self._played_now += 1
        if result.fault is not None:
            self._refresh()
        self._tell(game)

    def _job(self, game: PlannedGame) -> Job:
        entrant = {one.name: one for one in self.plan.entrants}
        first, second = entrant[game.first], entrant[game.second]
        return Job(
            key=game.key,
            a=first.program,
            b=second.program,
            names=(game.first, game.second),
            rules=game.rules,
            seconds=game.seconds,
            opening=game.opening,
            hashes=(first.hash, second.hash),
            limits=self.limits,
        )

    def _tell(self, last: PlannedGame | None) -> None:
        waiting = len(self._queue) + len(self._under_way)
        played = len(self._results)
        total = max(played + waiting, self.plan.most_games() if not self._now.benched else 0)
        self.on_progress(
            Progress(
                played=played,
                total=total,
                under_way=len(self._under_way),
                seconds=self.clock() - self._started,
                played_now=self._played_now,
                last=last,
                results=self._results,
            )
        )
