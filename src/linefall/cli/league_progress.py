"""How a running tournament looks in a terminal: a bar, rates, what is left, points so far."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from linefall.schedule import Plan
from linefall.tournament import Progress

SHOWN = 12
"""Most programs of the table so far."""

PAUSE = 0.25
"""Seconds between two drawings: the games need the processor more."""


@contextlib.contextmanager
def busy(with_what: str) -> Iterator[None]:
    """Says on a terminal what is being done while the block runs; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield
        return
    with Console(stderr=True, markup=False, emoji=False).status(with_what):
        yield


@contextlib.contextmanager
def watching(plan: Plan) -> Iterator[Callable[[Progress], None]]:
    """Shows progress on a terminal while the block runs; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    with Live(
        console=Console(stderr=True, markup=False, emoji=False), auto_refresh=False, transient=True
    ) as live:
        last = [0.0]

        def watch(progress: Progress) -> None:
            if time.monotonic() - last[0] >= PAUSE or progress.played == progress.total:
                last[0] = time.monotonic()
                live.update(drawing(plan, progress), refresh=True)

        yield watch


def drawing(plan: Plan, progress: Progress) -> Group:
    """Draws one moment of a tournament."""
    bar = ProgressBar(total=max(1, progress.total), completed=progress.played, width=40)
    line = Table.grid(padding=(0, 2))
    line.add_row(bar, Text(describe(progress)))
    return Group(line, _points(plan, progress))


def describe(progress: Progress) -> str:
    """Says in words how far it is.

    >>> describe(Progress(3, 12, 2, 36.0, 3, None, {}))
    '3 of 12 games, 300 an hour, 2 under way, 1 min 48 s left'
    """
    parts = [f"{progress.played} of {progress.total} games"]
    if progress.rate:
        parts.append(f"{progress.rate:.0f} an hour")
    parts.append(f"{progress.under_way} under way")
    if progress.remaining is not None and progress.played < progress.total:
        parts.append(f"{_duration(progress.remaining)} left")
    return ", ".join(parts)


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def _points(plan: Plan, progress: Progress) -> Table:
    points = dict.fromkeys(plan.names, 0.0)
    games = dict.fromkeys(plan.names, 0)
    for result in progress.results.values():
        for side, name in enumerate((result.first, result.second)):
            if name in points:
                points[name] += result.points(side)
                games[name] += 1
    share = {name: points[name] / games[name] if games[name] else 0.0 for name in points}
    table = Table(box=None, pad_edge=False)
    table.add_column("program")
    table.add_column("points", justify="right")
    table.add_column("games", justify="right")
    for name in sorted(points, key=lambda name: (-share[name], name))[:SHOWN]:
        table.add_row(name, f"{points[name]:g}", str(games[name]))
    return table
