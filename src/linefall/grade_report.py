"""Grade reports: the report of a class, with a page for each student in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from linefall.grading import Grade
from linefall.grading_settings import BASELINES, GradingSettings
from linefall.notation import counted
from linefall.report import (
    ReportGame,
    Safe,
    Section,
    page,
    review_sections,
    review_words,
    standings_sections,
    table,
    text,
)
from linefall.standings import Standings

FAULTS_IN_WORDS = {
    "time": "did not answer in time",
    "crash": "ended in the middle of the game",
    "start-up": "did not start as it must",
    "illegal move": "made an illegal move",
    "memory": "took too much memory",
    "protocol": "printed something that is no move",
    "flood": "printed or wrote far too much",
}


def class_page(
    title: str,
    settings: GradingSettings,
    found: Sequence[Grade],
    standings: Standings | None,
    games: Sequence[ReportGame],
    *,
    benched: Iterable[str] = (),
) -> str:
    """Gives the report of a whole class as one HTML file."""
    sections = [Section("grades", "Grades", _grades(found)), _rules(settings)]
    if standings is not None:
        sections += standings_sections(standings, benched)
    sections += review_sections(games)
    students = "".join(
        f'<div class="student" id="student-{text(grade.submission.id)}">'
        f"<h3>{_heading(grade)}</h3>{student_body(grade, games)}</div>"
        for grade in found
    )
    after = [Section("students", "Every student", students)]
    return page(title, sections, games, after=after)


def student_page(
    title: str, settings: GradingSettings, grade: Grade, games: Sequence[ReportGame]
) -> str:
    """Gives one student's own file: points, what happened in each game, and the replays."""
    me = grade.submission.id
    own = [without_others_errors(game, me) for game in games if me in game.names]
    body = f"<p>{_heading(grade)}</p>{student_body(grade, own)}"
    sections = [Section("student", "Your grade", body), _rules(settings)]
    return page(f"{title}: {grade.submission.id}", sections, own)


def without_others_errors(game: ReportGame, me: str) -> ReportGame:
    """Leaves out what others' programs wrote to their error output: it can show their code."""
    verdict = game.record.verdict
    mine = "AB"[[seat.name for seat in game.record.players].index(me)]
    evidence = dict(verdict.evidence)
    if evidence.get("player") != mine:
        evidence.pop("error_output", None)
    evidence.pop("AB".replace(mine, ""), None)
    record = game.record.with_verdict(replace(verdict, evidence=evidence))
    if isinstance(kept := record.conditions.get("error_output"), list):
        own = [lines if "AB"[player] == mine else [] for player, lines in enumerate(kept)]
        record = replace(record, conditions={**record.conditions, "error_output": own})
    return replace(game, record=record)


def _heading(grade: Grade) -> str:
    name = f" {grade.submission.name}" if grade.submission.name else ""
    return text(f"{grade.submission.id}{name}: {grade.total:g} points")


def _grades(found: Sequence[Grade]) -> str:
    heads = [
        "ID",
        "name",
        "total",
        "part 1",
        *BASELINES,
        "part 2",
        "rank",
        "wins",
        "ties",
        "losses",
    ]
    rows = []
    for grade in found:
        score = grade.marks["score"].tally.score
        one = grade.submission
        rows.append(
            [
                Safe(f'<a href="#student-{text(one.id)}">{text(one.id)}</a>'),
                one.name,
                f"{grade.total:g}",
                f"{grade.part1:g}",
                *(f"{grade.marks[name].points:g}" for name in BASELINES),
                f"{grade.part2:g}",
                grade.rank or "-",
                *((score.wins, score.draws, score.losses) if score.games else "---"),
            ]
        )
    return table(heads, rows, texts=2)


def rules_in_words(settings: GradingSettings) -> list[str]:
    """Says what the points are for, one line a part."""
    lines = [
        f"{exam.points:g} points for consistently winning or tying against {name}: {exam.words()}"
        for name, exam in settings.exams.items()
    ]
    return [
        *lines,
        f"consistently: {settings.consistently}",
        f"tournament: each two play {settings.tournament.words()}; "
        f"{settings.rank_points:g} x (n - rank) / (n - 1) + "
        f"{settings.score_points:g} x (wins + ties / 2) / games",
        *(
            f"after {counted(count, 'fault')} in a row the rest of {part} counts as lost"
            for part, count in (
                ("an exam", settings.bench_after),
                ("the tournament", settings.tournament_bench_after),
            )
            if count
        ),
    ]


def _rules(settings: GradingSettings) -> Section:
    lines = "".join(f"<li>{text(line)}</li>" for line in rules_in_words(settings))
    return Section("rules", "What the points are for", f"<ul>{lines}</ul>")


def student_body(grade: Grade, games: Sequence[ReportGame]) -> str:
    """Says what a student got and why, and what happened in each game."""
    one = grade.submission
    problems = "".join(f'<p class="bad">{text(problem)}</p>' for problem in one.problems)
    notes = "".join(f"<li>{text(note)}</li>" for note in one.notes)
    notes = f"<p>Noted, without effect on the points:</p><ul>{notes}</ul>" if notes else ""
    if one.program is None:
        return f"{problems}<p>There was no program to play: 0 points.</p>{notes}"
    rows = [
        [_LABELS.get(name, name), mark.sentence, f"{mark.points:g}", f"{mark.most:g}"]
        for name, mark in grade.marks.items()
    ]
    points = table(["part", "what happened", "points", "of"], rows, texts=2)
    own = [game for game in games if one.id in game.names]
    lines = "".join(
        f'<li><a href="#game-{game.number}">Game {game.number}</a>: '
        f"{text(in_words(game, one.id))}{_review(game)}</li>"
        for game in own
    )
    return f"{problems}{notes}{points}<ul>{lines}</ul>"


_LABELS = {"rank": "tournament, by rank", "score": "tournament, by results"}


def _review(game: ReportGame) -> str:
    words = review_words(game)
    return f' <span class="soft">{text(words)}</span>' if words else ""


def in_words(game: ReportGame, me: str) -> str:
    """Says how a game went for one of the two, in a sentence or two."""
    seat = game.names.index(me)
    other, verdict, record = game.names[1 - seat], game.record.verdict, game.record
    limit = "" if record.seconds is None else f" with {record.seconds:g} s a move"
    start = (
        f"{game.part}, against {other} on {record.rules}{limit}, "
        f"moving {('first', 'second')[seat]}: "
    )
    moves = counted(len(record.moves), "move")
    if verdict.cause == "draw":
        return f"{start}a tie after {moves}; the board was full."
    if record.winning_side is None:
        return f"{start}neither program could play. {verdict.sentence}"
    won = record.winning_side == seat
    if verdict.cause == "line":
        return f"{start}{'won' if won else 'lost'} by a line after {moves}."
    what = FAULTS_IN_WORDS.get(verdict.cause, f"failed ({verdict.cause})")
    who = f"{other} {what}" if won else f"your program {what}"
    return f"{start}{'won' if won else 'lost'} after {moves}, because {who}. {verdict.sentence}"
