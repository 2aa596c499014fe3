"""`linefall grade`: a folder of submissions, checked, played and graded."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table

from linefall.cli import league
from linefall.cli.extras import require
from linefall.cli.options import SecondsType, games_at_once_option, json_option
from linefall.cli.width import wrapped
from linefall.errors import LinefallError
from linefall.files import write_whole
from linefall.grade_report import class_page, rules_in_words, student_page
from linefall.grading import (
    COLUMNS,
    TOURNAMENT,
    Grade,
    SeatedCrew,
    Stage,
    grades,
    row,
    stages,
    to_csv,
)
from linefall.grading_settings import BASELINES, GradingSettings, read_settings
from linefall.notation import counted
from linefall.report import ReportGame, review_games
from linefall.standings import Standings
from linefall.submissions import Submission, check_all, find_submissions, is_id, printable
from linefall.system.folders import held_folder
from linefall.tournament import State, state, table
from linefall.workers import LocalCrew

if TYPE_CHECKING:
    from linefall.store import Store

TITLE = "Grades"
DETAILS = {*BASELINES, "wins", "ties", "losses"}
"""What a narrow terminal goes without: it is in the file."""

HEADINGS = {
    key: {"part1": "part 1", "part2": "part 2"}.get(key, key)
    for key in COLUMNS
    if key not in ("rank_points", "score_points", "problems", "notes")
}
"""The columns of the file that are shown, and their headings."""
VERSION = 1
"""The version of the JSON form."""


@click.command("grade")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("grades.csv"),
    show_default=True,
    help="The table of grades.",
)
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.html",
    help="Write everything, with every game, as one page.",
)
@click.option(
    "--pages",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write each student's own page, <ID>.html, to hand out.",
)
@click.option(
    "--review-seconds",
    type=SecondsType(min=0),
    default=60.0,
    show_default=True,
    metavar="S",
    help="Time of the solver for the games on 6x7x4 in the pages.",
)
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.toml",
    help="Boards, limits and points.",
)
@click.option("--quick", is_flag=True, help="One small board, 0.1 s a move, few games: try it out.")
@click.option(
    "--database",
    metavar="URL",
    help="Where the games are kept.  [default: beside the table, such as grades.db]",
)
@games_at_once_option
@json_option
def command(
    folder: Path,
    *,
    out: Path,
    report: Path | None,
    pages: Path | None,
    review_seconds: float,
    config: Path | None,
    quick: bool,
    database: str | None,
    games_at_once: int | None,
    as_json: bool,
) -> None:
    """Grade a class: FOLDER holds a file <ID>.zip for each student.

    Every submission is checked, plays the three baselines (part 1) and everybody else (part 2).
    Games are kept as they end: the same command goes on where it was stopped, and plays only what
    is new when submissions were added or handed in again.

    \b
    Example: linefall grade submissions --quick
    Example: linefall grade submissions --report grades.html --config grading.toml
    """
    require("sqlalchemy", "numpy")
    from linefall.store import Store

    settings = read_settings(config) if config is not None else GradingSettings()
    settings = settings.quick() if quick else settings
    if not out.name or out.suffix == ".db":
        raise LinefallError(f"--out: {out} was given; possible: a table such as grades.csv")
    database = database or str(out.with_suffix(".db"))
    league.check_targets(database, out, report)
    league.check_report(report)
    zips, others = find_submissions(folder)
    if not zips:
        raise LinefallError(f"{folder} holds no submission; possible: files such as 1234567890.zip")
    if pages is not None:  # before hours of play, should it not be possible
        pages.mkdir(parents=True, exist_ok=True)
    for other in others:
        league.say(f"{printable(other.name)} is no zip and was passed over")
    with held_folder("linefall-grade-") as scratch:
        submissions = list(check_all(zips, scratch))
        with Store(database) as store:
            parts = stages(settings, submissions)
            states = _play(settings, store, parts, submissions, games_at_once)
            found = grades(settings, submissions, states)
            write_whole(out, to_csv(found))
            if report is not None or pages is not None:
                games = review_games(_games(store, parts, states), review_seconds)
                if report is not None:
                    ranking, benched = _ranking(parts, states)
                    whole = class_page(TITLE, settings, found, ranking, games, benched=benched)
                    write_whole(report, whole)
                if pages is not None:
                    _write_pages(pages, settings, found, games)
    _show(settings, found, as_json=as_json)
    league.say(f"{counted(len(found), 'grade')} in {out}")


# ------------------------------------------------------------------------------------- playing


def _play(
    settings: GradingSettings,
    store: Store,
    parts: Sequence[Stage],
    submissions: Sequence[Submission],
    games_at_once: int | None,
) -> dict[str, State]:
    """Plays what is missing of each part, in turn; gives how each ended."""
    states = {part.name: _stored_state(store, part) for part in parts}
    if not any(one.to_play for one in states.values()):
        return states
    crew = SeatedCrew(LocalCrew(games_at_once), submissions)
    league.say(crew.description)
    with league.at_work(crew, store):
        for part in parts:
            if left := len(states[part.name].to_play):
                league.say(f"{part.title}: {left} of {len(states[part.name].games)} games to play")
                league.play(store, part.plan, crew, limits=settings.limits())
                # What the store holds is what counts: somebody else may have played along.
                states[part.name] = _stored_state(store, part)
    return states


def _stored_state(store: Store, part: Stage) -> State:
    # Who is in the class may have changed, and which version of a program counts.
    store.begin(part.plan.id, part.title, part.plan.to_json(), renew=True)
    played = store.played(part.plan.id)
    return state(part.plan, played, bench_after=part.bench_after)


def _games(store: Store, parts: Sequence[Stage], states: Mapping[str, State]) -> list[ReportGame]:
    """Gives the games that count, part by part, in the order of the plans."""
    found: list[ReportGame] = []
    for part in parts:
        stored = {
            one.place.key: one.record
            for one in store.games(tournament=part.plan.id)
            if one.place is not None
        }
        for game in states[part.name].games:
            if game.key in stored:
                found.append(ReportGame(len(found) + 1, stored[game.key], part.title))
    return found


def _ranking(
    parts: Sequence[Stage], states: Mapping[str, State]
) -> tuple[Standings | None, frozenset[str]]:
    """Gives the standings of the tournament and who was benched in it, if there was one."""
    plan = next((part.plan for part in parts if part.name == TOURNAMENT), None)
    if plan is None:
        return None, frozenset()
    return table(plan, states[TOURNAMENT]), states[TOURNAMENT].benched


def _write_pages(
    folder: Path,
    settings: GradingSettings,
    found: Sequence[Grade],
    games: Sequence[ReportGame],
) -> None:
    """Writes each student's own page."""
    for grade in found:
        if is_id(grade.submission.id):
            own = student_page(TITLE, settings, grade, games)
            write_whole(folder / f"{grade.submission.id}.html", own)


# ------------------------------------------------------------------------------------- showing


def _show(settings: GradingSettings, found: Sequence[Grade], *, as_json: bool) -> None:
    if as_json:
        form = {
            "version": VERSION,
            "consistently": settings.consistently,
            "grades": [row(grade) for grade in found],
        }
        click.echo(json.dumps(form, indent=1))
        return
    console = league.table_console()
    console.print(grades_table(console, found))
    for grade in found:
        for text in (*grade.submission.problems, *grade.notes):
            click.echo(wrapped(f"{grade.submission.id}: {text}", indent=2))
    for line in rules_in_words(settings):
        click.echo(wrapped(line, indent=2))


def grades_table(console: Console, found: Sequence[Grade]) -> Table:
    """Gives the table of grades; in a terminal that is too narrow for all of it, what says most."""
    whole = _columns(found, HEADINGS)
    wide = console.options.update(width=league.ANY_WIDTH)
    if console.measure(whole, options=wide).maximum <= console.width:
        return whole
    return _columns(found, [key for key in HEADINGS if key not in DETAILS])


def _columns(found: Sequence[Grade], keys: Iterable[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for key in keys:
        if key in ("id", "name"):
            table.add_column(HEADINGS[key], overflow="fold")
        else:
            table.add_column(HEADINGS[key], justify="right", no_wrap=True)
    for cells in map(row, found):
        table.add_row(*(_words(cells[key]) for key in keys))
    return table


def _words(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:g}" if isinstance(value, float) else str(value)
