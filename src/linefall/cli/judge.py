"""`linefall judge`: referees a game between two programs."""

from __future__ import annotations

import errno
import json
import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from typing import Any

import click
from rich.live import Live
from rich.text import Text

from linefall import sandbox
from linefall.board import Board
from linefall.cli.options import json_option, judge_options
from linefall.cli.printer import Printer
from linefall.cli.width import wrapped
from linefall.errors import LinefallError, visible
from linefall.match import MoveSeen, earlier_record, play_match
from linefall.notation import counted, format_column
from linefall.picture.style import last_cell
from linefall.program import Command
from linefall.protocol import escape
from linefall.record import GameRecord
from linefall.roster import command_for
from linefall.rules import Rules
from linefall.screen import parts_of
from linefall.system.here import files_allowed
from linefall.table import JudgeError

VERSION = 1
#: The judge itself could not do its work.
FAILED = 3
NEGATIVE = re.compile(r"-[\d.]+")


class TakingNumbers(click.Command):
    """Takes `-1` for a number that is not possible, and says so; not for an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Hides the sign from click behind a blank, which numbers are read with."""
        hidden = [f" {arg}" if NEGATIVE.fullmatch(arg) else arg for arg in args]
        return super().parse_args(ctx, hidden)


@click.command("judge", cls=TakingNumbers)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.argument("n", metavar="N", type=int)
@click.argument("m", metavar="M", type=int)
@click.argument("x", metavar="X", type=int)
@click.argument("f", metavar="F", type=click.IntRange(0, 1))
@click.argument("t", metavar="T", type=float)
@judge_options
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    metavar="K",
    help="Play K games; the programs take turns in moving first.",
)
@json_option
@click.option("--quiet", is_flag=True, help="Print the result only.")
@click.option(
    "--log",
    "log_file",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write every line spoken, with its time.",
)
def command(
    a: str,
    b: str,
    n: int,
    m: int,
    x: int,
    f: int,
    t: float,
    *,
    memory: int | None,
    columns_from: int,
    ready: float,
    sandbox_level: str,
    games: int | None,
    as_json: bool,
    quiet: bool,
    log_file: str | None,
) -> None:
    """Referee a game between two programs.

    A and B are programs: a Python file, an executable, a quoted command line, or one that comes
    with Linefall: @engine @perfect @handin @rand @left @right @minimax @deepening @alphabeta.
    N rows, M columns, X in line wins; F is 1 if A moves first, 0 if B does; T is the time for each
    move in seconds.

    \b
    Example: linefall judge mine.py @alphabeta 6 7 4 1 0.5
    Example: linefall judge "java -cp bot Main" kaggle:agent.py 6 7 4 1 2 --json

    The exit status is 0 when the game was decided, whoever won; 2 for bad arguments; 3 when the
    judge itself could not do its work.
    """
    rules = Rules(n, m, x)
    commands = (command_for(a), command_for(b))
    shows = not (as_json or quiet)
    if log_file is not None:
        refuse_to_log_over(log_file, *commands)
    log = _Log(log_file) if log_file is not None else None
    records = []
    with judging(), closing(log) if log else nullcontext():
        for number in range(games or 1):
            if shows and games:
                click.echo(f"game {number + 1} of {games}")
            with _Show(columns_from) if shows else nullcontext() as show:
                record = play_match(
                    *commands,
                    rules,
                    t,
                    first=(1 - f) ^ (number % 2),
                    memory=memory,
                    ready=ready,
                    columns_from=columns_from,
                    sandbox_level=sandbox_level,
                    watch=show,
                    log=log,
                )
            records.append(record)
            if not as_json:
                _print_result(record, quiet=quiet)
        if as_json:
            click.echo(json.dumps(_summary(records) if games else to_json(records[0])))
        elif games:
            click.echo(_score_line(records))


def refuse_to_log_over(log_file: str, *commands: Command) -> None:
    """Refuses to write a log over a program that is about to play."""
    for file in (file for command in commands for file in command.files):
        if os.path.realpath(file) == os.path.realpath(log_file):
            raise click.UsageError(f"--log {log_file}: that is a program; give another name")


@contextmanager
def judging() -> Iterator[None]:
    """Ends the command with status 3 where the judge itself cannot do its work in the block."""
    try:
        yield
    except BrokenPipeError:  # nobody reads what is printed
        raise
    except (JudgeError, sandbox.SandboxError, OSError) as error:
        with suppress(OSError):  # where nobody can be told, the status still says it
            what = f"linefall: the judge could not do its work: {error}{_limit_behind(error)}"
            click.echo(what, err=True)
        raise click.exceptions.Exit(FAILED) from None


def _limit_behind(error: Exception) -> str:
    """Names the limit where the system refuses to open one more file."""
    too_many = isinstance(error, OSError) and error.errno == errno.EMFILE
    return f"; {files_allowed():g} are allowed (ulimit -n)" if too_many else ""


# ------------------------------------------------------------------------------------ for machines


def to_json(record: GameRecord) -> dict[str, Any]:
    """Gives one game as `--json` prints it; `record` is what `linefall replay` reads."""
    verdict = record.verdict
    return {
        "version": VERSION,
        "winner": None if verdict.winner is None else "AB"[verdict.winner],
        "cause": verdict.cause,
        "sentence": verdict.sentence,
        "moves": list(record.moves),
        "times": [None if time is None else time.wall for time in record.times],
        "evidence": dict(verdict.evidence),
        "sandbox": record.conditions["sandbox"],
        "memory": record.conditions["peak_memory"],
        "replayed": earlier_record(record) is not None,
        "record": record.to_dict(),
    }


def _summary(records: list[GameRecord]) -> dict[str, Any]:
    return {
        "version": VERSION,
        "games": [to_json(one) for one in records],
        "score": _score(records),
    }


def _score(records: list[GameRecord]) -> dict[str, float]:
    winners = [record.verdict.winner for record in records]
    draws = sum(record.verdict.cause == "draw" for record in records)
    return {"A": winners.count(0), "B": winners.count(1), "draws": draws}


# -------------------------------------------------------------------------------------- for people


class _Show:
    """Prints each move as it is made; on a terminal the board stays below them and changes."""

    def __init__(self, columns_from: int) -> None:
        self.columns_from = columns_from
        self.console = Printer(highlight=False)
        self.live = Live(console=self.console, auto_refresh=False)

    def __enter__(self) -> _Show:
        """Begins to show a game."""
        if self.console.is_terminal:
            self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Leaves the last board where it is."""
        self.live.stop()

    def __call__(self, seen: MoveSeen) -> None:
        """Shows one move."""
        number = seen.board.plies
        column = format_column(seen.column, columns_from=self.columns_from)
        self.console.print(
            f"{number:3}. {'AB'[seen.player]} plays {column:<3} {_milli(seen.seconds):>10}"
        )
        if self.console.is_terminal:
            start = seen.player ^ ((number - 1) % 2)
            drawn = draw(seen.board, start, self.columns_from, self.console.width)
            self.live.update(drawn, refresh=True)


def draw(board: Board, start: int, columns_from: int, terminal: int | None = None) -> Text:
    """Draws a board with A's discs as A and B's as B; the newest one, or the line, stands out.

    One that is wider than the `terminal` comes in parts, the left one first.

    >>> print(draw(Board(Rules(1, 3, 3), [2, 0]), 1, 0).plain)
    A . B
    0 1 2
    """
    columns = range(board.rules.columns)
    names = [format_column(column, columns_from=columns_from) for column in columns]
    width = max(map(len, names))
    names = [name.rjust(width) for name in names]
    parts = [columns]
    if terminal is not None:
        parts = parts_of(len(columns), width + 1, terminal + 1)
    return Text("\n").join(_draw_part(board, start, names, part) for part in parts)


def _draw_part(board: Board, start: int, names: Sequence[str], columns: range) -> Text:
    outcome = board.outcome()
    marked = outcome.cells if outcome is not None and outcome.cells else (last_cell(board),)
    text = Text()
    for row in reversed(range(board.rules.rows)):
        for column in columns:
            disc = board[column, row]
            mark = "." if disc is None else "AB"[disc ^ start]
            style = {"A": "red", "B": "yellow"}.get(mark, "dim")
            style += " bold reverse" * ((column, row) in marked)
            text.append(" " * (column > columns.start))
            text.append(mark.rjust(len(names[column])), style)
        text.append("\n")
    return text.append(" ".join(names[column] for column in columns), "dim")


def _print_result(record: GameRecord, *, quiet: bool) -> None:
    if not quiet and not Printer().is_terminal:
        columns_from = record.conditions["columns_from"]
        click.echo(draw(record.board(), record.start, columns_from).plain)
    if earlier_record(record) is not None:
        click.echo(wrapped("The game was played again: the first one was lost to a busy machine."))
    winner = record.verdict.winner
    name = None if winner is None else record.players[winner].name
    won = "Nobody wins" if winner is None else f"{'AB'[winner]} wins ({name})"
    click.echo(wrapped(f"{won}: {record.verdict.cause}. {record.verdict.sentence}", indent=2))
    if quiet:
        return
    for line in evidence_lines(record):
        click.echo(line)
    for player in (0, 1):
        click.echo(wrapped(_times_line(record, player), indent=2))
    conditions = record.conditions
    fences = (
        f"sandbox: {sandbox.describe(conditions['sandbox'])}; "
        f"the program that waits {conditions['waiting_program']}"
    )
    click.echo(wrapped(fences, indent=2))


def evidence_lines(record: GameRecord) -> Iterator[str]:
    """Tells what the judge saw of a fault: the clock's figures and the error output.

    >>> from linefall.record import Verdict
    >>> both = {"A": {"error_output": ["no file"]}, "B": {"error_output": ["\\x1b[2J"]}}
    >>> verdict = Verdict(None, "start-up", "...", both)
    >>> list(evidence_lines(GameRecord(Rules(), verdict=verdict)))
    ['  A, error output: no file', '  B, error output: \\\\x1b[2J']
    """
    evidence = record.verdict.evidence
    both = {f"{player}, ": evidence[player] for player in "AB" if player in evidence}
    for who, found in (both or {"": evidence}).items():
        if facts := found.get("time"):
            load = "unknown" if facts["load"] is None else f"{facts['load']:.1f}"
            clock = (
                f"  {who}time: {facts['wall']:.3f} s on the wall, {facts['cpu']:.3f} s on a core, "
                f"{facts['waited']:.3f} s waiting for a core, load {load}; "
                f"late by the fault of: {facts['class']}"
            )
            yield wrapped(clock, indent=4)
        for line in found.get("error_output", []):
            yield f"  {who}error output: {visible(str(line))}"


def _times_line(record: GameRecord, player: int) -> str:
    seat = record.players[player]
    mine = [
        time.wall
        for number, time in enumerate(record.times)
        if time is not None and record.player_of(number % 2) == player
    ]
    peak = record.conditions["peak_memory"]
    used = f", peak memory {peak[player] / 2**20:.0f} MB" if player < len(peak) else ""
    times = f"slowest move {_milli(max(mine))}, total {_milli(sum(mine))}" if mine else "no move"
    return f"{'AB'[player]} ({seat.name}): {counted(len(mine), 'move')}, {times}{used}"


def _milli(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 10 else f"{seconds:.2f} s"


def _score_line(records: list[GameRecord]) -> str:
    score = _score(records)
    games = counted(len(records), "game")
    return f"score after {games}: A {score['A']}, B {score['B']}, draws {score['draws']}"


class _Log:
    """Writes every line spoken to a file: seconds, direction, player, the line escaped."""

    def __init__(self, path: str) -> None:
        try:
            self.file = open(path, "w", encoding="ascii")  # noqa: SIM115  # closed by close()
        except OSError as error:
            raise LinefallError(f"{path}: cannot be written: {error.strerror}") from None
        self.start = time.monotonic()

    def __call__(self, direction: str, player: int, data: bytes) -> None:
        """Writes one line."""
        seconds = time.monotonic() - self.start
        self.file.write(f"{seconds:12.6f} {direction} {'AB'[player]} {escape(data)}\n")

    def close(self) -> None:
        """Ends the log."""
        self.file.close()
