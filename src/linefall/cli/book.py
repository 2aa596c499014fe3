"""`linefall book`: build a book of openings, and check one."""

from __future__ import annotations

import contextlib
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from linefall.book import Book, BookError, DamagedBook, Keys, shipped_path
from linefall.book_builder import BuildProgress, Journal, build, faults, wrong_scores
from linefall.cli.options import rules_option
from linefall.rules import Rules
from linefall.solver import Solver, checked_memory

BAD = 1
SHOWN = 20  # faults that are told one by one


@click.group(no_args_is_help=False)
def command() -> None:
    """Build a book of openings with the solver, or check one.

    Example: linefall book check
    """


@command.command("build")
@click.option("--plies", type=click.IntRange(0, 16), required=True, help="Most discs on the board.")
@click.option("--threads", type=click.IntRange(1, 1024), default=1, show_default=True,
              help="Positions solved at the same time.")  # fmt: skip
@click.option("--memory", default="64M", show_default=True, help="Size of the table of a thread.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="The book.  [default: 6x7x4.book, named by the board]")  # fmt: skip
@rules_option
def build_command(plies: int, threads: int, memory: str, out: Path | None, rules: Rules) -> None:
    """Build the book of all positions with up to PLIES discs.

    Each value goes at once into a journal beside the book: a build that is stopped or killed goes
    on where it was when it is started again. Values of a book that is there already, and of the
    one that comes along, are taken over.

    Example: linefall book build --plies 4 --board 5x4x4
    """
    # What cannot be is refused before there is a journal, which would stay behind.
    Keys(rules)
    size = checked_memory(rules, memory)
    Solver(rules, memory=size, book=False)  # the machine has that much
    out = out or Path(f"{rules}.book")
    given = {**_values(shipped_path(), rules), **_values(out, rules)}
    path = out.with_name(out.name + ".journal")
    with Journal(path, rules) as journal, _bar("positions") as show:
        if journal.damaged:
            click.echo(f"{path}: {journal.damaged} damaged lines are left out", err=True)

        def on_progress(progress: BuildProgress) -> None:
            show(progress.known, progress.total)

        book = build(rules, plies, journal, given=given, threads=threads, memory=size,
                     on_progress=on_progress)  # fmt: skip
        book.save(out)
    Book.open(out)  # before the journal goes
    path.unlink(missing_ok=True)  # another build of the same book may have been quicker
    click.echo(f"{out}: {len(book)} positions of up to {book.plies} discs")


def _values(path: Path, rules: Rules) -> dict[int, int]:
    """Gives the values of a book of this board; none where there is no such book."""
    if not path.exists():
        return {}
    book = Book.open(path)
    if book.rules != rules:
        if path == shipped_path():
            return {}
        raise BookError(f"{path} is a book of {book.rules}, not of {rules}")
    return dict(book.items())


@command.command("check")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--sample", type=click.IntRange(0), default=20, show_default=True, metavar="N",
              help="Solve so many positions anew.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Draws the sample.")
def check_command(file: Path | None, sample: int, seed: int) -> int:
    """Check a book: its checksum and order, that its values agree, and a sample anew.

    FILE is the book that comes along if left out. Exit status 1 says that something in it is
    wrong or that it is damaged, 2 that the file is no book.

    Example: linefall book check --sample 5
    """
    if file is None and not shipped_path().exists():
        raise BookError("no book comes along with this installation; possible: name a FILE")
    try:
        book = Book.open(file or shipped_path())
    except DamagedBook as error:
        click.echo(f"linefall: {error}", err=True)
        return BAD
    keys = [key for key, _ in book.items()]
    drawn = random.Random(seed).sample(keys, min(sample, len(keys)))
    found = 0
    with _bar("records") as show:
        for fault in faults(book, on_progress=show):
            found = _tell(fault, found)
    with _bar("sample") as show:
        for fault in wrong_scores(book, drawn, on_progress=show):
            found = _tell(fault, found)
    click.echo(
        f"{book.source}: {len(book)} positions of up to {book.plies} discs on {book.rules}, "
        f"{len(drawn)} solved anew, {found or 'no'} fault{'' if found == 1 else 's'}"
    )
    return BAD if found else 0


def _tell(fault: str, before: int) -> int:
    if before < SHOWN:
        click.echo(fault, err=True)
    return before + 1


@contextlib.contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Shows a bar with the remaining time on a terminal while the block runs."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeLeft()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
