"""Grading: what the games of a class are worth.

Part 1 is one exam for each baseline: every program meets it on both sides, and gets the points
when it wins or ties consistently. Part 2 is a tournament of all programs. Each exam, and the
tournament, is a plan of its own, so a program that is benched in one still plays the next.

The games of a plan do not depend on who else is in the class: a submission that comes late, or is
handed in again, adds its own games and leaves the others as they were played.

Two rules where points could go either way. Programs with the same share of points have the same
rank, the best of theirs. A program that lost every game of a part by faults (it crashes at once, it
hangs ...) scores 0 in it, whatever rank that would be.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from linefall.grading_settings import BASELINES, Event, GradingSettings
from linefall.roster import command_for
from linefall.schedule import Entrant, Meeting, Plan, PlannedGame
from linefall.standings import Result, Score
from linefall.submissions import Submission
from linefall.tournament import State
from linefall.workers import Crew, Done, Job

TOURNAMENT: Final = "tournament"


class ClassPlan(Plan):
    """Is a plan whose games have the same keys whoever else takes part."""

    @cached_property
    def id(self) -> str:
        """Gives a text that is the same for the same boards, limits and rounds."""
        parts = {
            key: value
            for key, value in self.to_json().items()
            if key not in ("entrants", "openings")
        }
        host = self.names[0] if self.format == "gauntlet" else ""
        text = json.dumps([host, parts], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:20]

    def meeting(self, round_: int, number: int, pair: Meeting) -> Iterator[PlannedGame]:
        """Lists the games of one meeting, the two in the order of their names."""
        one, two = sorted(pair, key=lambda i: self.entrants[i].name)
        return super().meeting(round_, number, (one, two))


@dataclass(frozen=True)
class Stage:
    """Holds one part of the grading: an exam (named after its baseline) or the tournament."""

    name: str
    event: Event
    plan: Plan

    @property
    def bench_after(self) -> int:
        """Gives the faults in a row after which a program is benched here; 0: never."""
        return int(self.plan.conditions["bench_after"])

    @property
    def title(self) -> str:
        """Says which part it is."""
        return "Part 2, tournament" if self.name == TOURNAMENT else f"Part 1, {self.name}"


def stages(settings: GradingSettings, submissions: Sequence[Submission]) -> list[Stage]:
    """Gives what is to be played by the submissions that hold a program, part by part."""
    entrants = tuple(
        Entrant(one.id, one.id, command_for(str(one.program)).hash())
        for one in submissions
        if one.program is not None
    )
    if not entrants:
        return []
    found = []
    for name in BASELINES:
        baseline = Entrant(f"@{name}", f"@{name}", command_for(f"@{name}").hash())
        everybody = (baseline, *entrants)
        plan = _plan(settings, settings.exams[name], "gauntlet", everybody, settings.bench_after)
        found.append(Stage(name, settings.exams[name], plan))
    if len(entrants) > 1:
        bench_after = settings.tournament_bench_after
        plan = _plan(settings, settings.tournament, "round-robin", entrants, bench_after)
        found.append(Stage(TOURNAMENT, settings.tournament, plan))
    return found


def _plan(
    settings: GradingSettings,
    event: Event,
    format_: str,
    entrants: tuple[Entrant, ...],
    bench_after: int,
) -> Plan:
    return ClassPlan(
        entrants=entrants,
        format=format_,
        boards=event.boards,
        seconds=event.seconds,
        rounds=event.rounds,
        conditions=settings.limits() | {"bench_after": bench_after, "openings": False},
    )


class SeatedCrew:
    """Is a crew that knows where the programs of a class lie; plans know them by their IDs."""

    def __init__(self, crew: Crew, submissions: Sequence[Submission]) -> None:
        """Takes the crew that plays, and the programs."""
        self.crew, self.size, self.description = crew, crew.size, crew.description
        self._files = {one.id: str(one.program) for one in submissions}

    def submit(self, job: Job) -> None:
        """Takes a job, its programs by ID or by the name of a baseline."""
        a, b = (self._files.get(name, name) for name in (job.a, job.b))
        self.crew.submit(replace(job, a=a, b=b))

    def wait(self, timeout: float | None = None) -> Done | None:
        """Gives a finished job, or None when none finished in time."""
        return self.crew.wait(timeout)

    def close(self) -> None:
        """Ends everything."""
        self.crew.close()


# -------------------------------------------------------------------------------------- points


@dataclass(frozen=True)
class Tally:
    """Counts a program's games of one part, moving first and moving second, and its faults."""

    seats: tuple[Score, Score] = (Score(), Score())
    faults: Mapping[str, int] = field(default_factory=dict)

    @property
    def score(self) -> Score:
        """Counts both seats together."""
        return self.seats[0] + self.seats[1]

    @property
    def fault_count(self) -> int:
        """Counts the games lost by faults."""
        return sum(self.faults.values())

    @property
    def never_played(self) -> bool:
        """Says that every game was lost by a fault."""
        return self.score.games > 0 and self.fault_count == self.score.games


@dataclass(frozen=True)
class Mark:
    """Holds the points for one part, and why, in a sentence."""

    points: float
    most: float
    sentence: str
    tally: Tally = Tally()


@dataclass(frozen=True)
class Grade:
    """Holds all about one submission: `marks` has the exams by name, then rank and score."""

    submission: Submission
    marks: Mapping[str, Mark]
    rank: int | None = None

    @property
    def faults(self) -> Mapping[str, int]:
        """Counts the games lost by faults, of all parts, by cause."""
        found: Counter[str] = Counter()
        for name in (*BASELINES, "score"):
            found.update(self.marks[name].tally.faults)
        return dict(sorted(found.items()))

    @property
    def notes(self) -> tuple[str, ...]:
        """Gives what was noted about the zip, and about how the program played."""
        lost = (f"Lost by faults: {_causes(self.faults)}.",) if self.faults else ()
        return (*self.submission.notes, *lost)

    @property
    def part1(self) -> float:
        """Sums the points against the baselines."""
        return round(sum(self.marks[name].points for name in BASELINES), 2)

    @property
    def part2(self) -> float:
        """Sums the points of the tournament."""
        return round(self.marks["rank"].points + self.marks["score"].points, 2)

    @property
    def total(self) -> float:
        """Sums everything."""
        return round(self.part1 + self.part2, 2)


def tally(name: str, results: Sequence[Result]) -> Tally:
    """Counts the games of one program."""
    seats = [Score(), Score()]
    faults: dict[str, int] = {}
    for result in results:
        for seat in (0, 1):
            if result[seat] != name:
                continue
            points = result.points(seat)
            seats[seat] += Score(points == 1, points == 0.5, points == 0)
            if result.fault is not None and name in result.losers:
                faults[result.fault] = faults.get(result.fault, 0) + 1
    return Tally((seats[0], seats[1]), dict(sorted(faults.items())))


def grades(
    settings: GradingSettings,
    submissions: Sequence[Submission],
    states: Mapping[str, State],
) -> list[Grade]:
    """Gives everybody's points, in the order of the submissions, from the parts that are played."""
    playing = [one.id for one in submissions if one.program is not None]
    results = {name: state.counted() for name, state in states.items()}
    tallies = {
        name: {one: tally(one, results.get(name, [])) for one in playing}
        for name in (*BASELINES, TOURNAMENT)
    }
    ranks = _ranks(tallies[TOURNAMENT])
    found = []
    for one in submissions:
        if one.program is None:
            found.append(_nothing(settings, one))
            continue
        marks = {name: _exam_mark(settings, name, tallies[name][one.id]) for name in BASELINES}
        marks |= _tournament_marks(settings, one.id, tallies, ranks)
        found.append(Grade(one, marks, ranks[one.id]))
    return found


def _nothing(settings: GradingSettings, submission: Submission) -> Grade:
    most = {name: exam.points for name, exam in settings.exams.items()}
    most |= {"rank": settings.rank_points, "score": settings.score_points}
    sentence = " ".join(submission.problems)
    return Grade(submission, {name: Mark(0.0, most[name], sentence) for name in most})


def _exam_mark(settings: GradingSettings, name: str, done: Tally) -> Mark:
    most = settings.exams[name].points
    passed = (
        done.score.games > 0
        and done.fault_count <= settings.faults
        and all(_kept(score) >= settings.won_or_tied for score in done.seats if score.games)
    )
    seats = ", ".join(
        f"moving {word} {score.wins} won, {score.draws} tied, {score.losses} lost"
        for word, score in zip(("first", "second"), done.seats, strict=True)
    )
    verdict = "consistently won or tied" if passed else "not consistently won or tied"
    return Mark(
        most if passed else 0.0, most, f"Against {name}: {seats}{_faults(done)}: {verdict}.", done
    )


def _kept(score: Score) -> float:
    return (score.wins + score.draws) / score.games


def _faults(done: Tally) -> str:
    return f"; lost by faults: {_causes(done.faults)}" if done.faults else ""


def _causes(faults: Mapping[str, int]) -> str:
    return ", ".join(f"{cause} {count}" for cause, count in faults.items())


def _ranks(tallies: Mapping[str, Tally]) -> dict[str, int]:
    """Ranks by the share of points; equals share the best rank among them."""
    share = {
        name: round(done.score.points / done.score.games, 9) if done.score.games else 0.0
        for name, done in tallies.items()
    }
    return {name: 1 + sum(other > share[name] for other in share.values()) for name in share}


def tournament_points(
    settings: GradingSettings, rank: int, programs: int, score: Score
) -> tuple[float, float]:
    """Gives the points by rank, and those by wins, ties and losses.

    >>> tournament_points(GradingSettings(), 2, 5, Score(wins=5, draws=2, losses=1))
    (187.5, 187.5)
    """
    by_rank = settings.rank_points * (programs - rank) / (programs - 1)
    by_score = settings.score_points * score.points / score.games if score.games else 0.0
    return round(by_rank, 2), round(by_score, 2)


def _tournament_marks(
    settings: GradingSettings,
    name: str,
    tallies: Mapping[str, Mapping[str, Tally]],
    ranks: Mapping[str, int],
) -> dict[str, Mark]:
    done = tallies[TOURNAMENT][name]
    most = settings.rank_points, settings.score_points
    score, count = done.score, len(ranks)
    if count == 1:  # nobody else handed in a program: that is not this student's fault
        never = all(tallies[baseline][name].never_played for baseline in BASELINES)
        gained = (0.0, 0.0) if never else most
        words = ("Nobody else handed in a program that can play.",) * 2
    elif done.never_played:
        gained = 0.0, 0.0
        words = (f"Every game of the tournament was lost by a fault{_faults(done)}.",) * 2
    else:
        gained = tournament_points(settings, ranks[name], count, score)
        words = (
            f"Rank {ranks[name]} of {count} in the tournament.",
            f"In the tournament {score.wins} won, {score.draws} tied, {score.losses} lost"
            f"{_faults(done)}.",
        )
    return {
        key: Mark(gained[place], most[place], words[place], done)
        for place, key in enumerate(("rank", "score"))
    }


# ----------------------------------------------------------------------------------------- CSV

COLUMNS: Final = (
    "id", "name", "total", "part1", *BASELINES, "part2", "rank_points", "score_points",
    "rank", "wins", "ties", "losses", "faults", "problems", "notes",
)  # fmt: skip


def row(grade: Grade) -> dict[str, Any]:
    """Gives one line of the table of grades."""
    tournament = grade.marks["score"].tally.score
    return {
        "id": grade.submission.id,
        "name": grade.submission.name,
        "total": grade.total,
        "part1": grade.part1,
        **{name: grade.marks[name].points for name in BASELINES},
        "part2": grade.part2,
        "rank_points": grade.marks["rank"].points,
        "score_points": grade.marks["score"].points,
        "rank": grade.rank,
        "wins": tournament.wins,
        "ties": tournament.draws,
        "losses": tournament.losses,
        "faults": sum(grade.faults.values()),
        "problems": " ".join(grade.submission.problems),
        "notes": " ".join(grade.notes),
    }


def to_csv(found: Sequence[Grade]) -> str:
    """Writes grades as CSV, with no cell that a spreadsheet would take for a formula."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for grade in found:
        writer.writerow({key: _cell(value) for key, value in row(grade).items()})
    return text.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return "'" + value
    return "" if value is None else value
