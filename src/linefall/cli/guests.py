"""Turns the name of a player into somebody who sits at the table, and finds who gives hints."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import click
from click import Context, Parameter

from linefall import bots
from linefall.board import Board
from linefall.cli.hangup import watching_the_terminal
from linefall.cli.options import Decorator
from linefall.conditions import MEMORY, SANDBOX
from linefall.engine import Engine
from linefall.errors import LinefallError
from linefall.house import PRESETS
from linefall.notation import counted, format_columns
from linefall.partner import ProgramPlayer
from linefall.perfect import Perfect
from linefall.player import Choice, Guest, Limit, dismiss
from linefall.roster import LEVELS, command_for
from linefall.solution import Solution
from linefall.solver import Solver, SolverError

BOTS = ", ".join(bots.NAMES)
#: How long the players that could think for ever may think about one move.
ENGINE_SECONDS, PERFECT_SECONDS = 1.0, 10.0
#: How long a hint may take: what is proved, and what is guessed where nothing is.
PROOF_SECONDS, GUESS_SECONDS = 3.0, 1.0
PLAYERS = ("person", "engine", *(f"engine:{n}" for n in LEVELS), "perfect", *bots.NAMES)
PROGRAMS = "program:COMMAND, kaggle:FILE.py, riddles:COMMAND"
POSSIBLE = f"person, engine, engine:LEVEL, perfect, {BOTS}, {PROGRAMS}"


class Simple:
    """Plays by a simple rule: anywhere, or as far left or right as it can."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name = name
        self._chance = chance

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Gives a column that is open."""
        columns = board.open_columns
        place = {"left": 0, "right": -1}.get(self.name)
        return Choice(self._chance.choice(columns) if place is None else columns[place])


def invite(
    name: str, chance: random.Random, *, memory: int | None = MEMORY, level: str = SANDBOX
) -> Guest:
    """Gives the guest of that name, ready to play; a program behind the fences of that level.

    >>> invite("person", random.Random(1)).player is None
    True
    """
    plain = name.removeprefix("@")
    if plain == "person":
        return Guest("person")
    if plain in ("rand", "left", "right"):
        return Guest(plain, Simple(plain, chance), kind="bot")
    if plain in bots.NAMES:
        return Guest(plain, ProgramPlayer(command_for(f"@{plain}")), kind="bot", forgets=False)
    if plain == "perfect" or plain.partition(":")[0] == "engine":
        return _thinker(plain, chance)
    if name.startswith(("program:", "kaggle:", "riddles:")):
        player = ProgramPlayer(command_for(name), memory=memory, level=level)
        return Guest(name, player, kind="program", forgets=False)
    raise LinefallError(f"there is no player {name!r}; possible: {POSSIBLE}")


@contextmanager
def leaving_cleanly(guests: tuple[Guest, Guest]) -> Iterator[None]:
    """Lets players that run programs end, however the game ends."""
    try:
        with watching_the_terminal("the terminal was closed before the game ended"):
            yield
    finally:
        dismiss(guests)


def offer(names: Sequence[str]) -> Callable[[Context, Parameter, str], list[str]]:
    """Gives a shell completion that offers names.

    >>> offer(["left", "rand"])(None, None, "r")
    ['rand']
    """

    def complete(_context: Context, _option: Parameter, begun: str) -> list[str]:
        return [name for name in names if name.startswith(begun)]

    return complete


def house_option(default: str | None = None) -> Decorator:
    """Makes ``--rules`` for a command that plays by house rules."""
    return click.option(
        "--rules",
        "house",
        is_eager=True,
        default=default,
        show_default=default is not None,
        metavar="PRESET|FILE.toml",
        shell_complete=offer([*PRESETS]),
        help="A preset's name, or house rules of your own.",
    )


def player_option(
    flag: str, text: str, *, default: str | None = None, show_default: bool = False
) -> Decorator:
    """Makes ``--first`` or ``--second``: who sits there."""
    return click.option(
        flag,
        metavar="PLAYER",
        default=default,
        show_default=show_default,
        shell_complete=offer(PLAYERS),
        help=text,
    )


seed_option = click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, 2**64 - 1),
    help="Draw the same lots and chances again.",
)


def _thinker(name: str, chance: random.Random) -> Guest:
    """Invites the engine, at a level from 1 to 10, or the perfect player."""
    kind, colon, level = name.partition(":")
    if kind == "perfect":
        return Guest(name, Perfect(), Limit(seconds=PERFECT_SECONDS), kind="engine")
    if colon and level not in LEVELS:
        raise LinefallError(f"{name!r} was given; possible: engine:1 to engine:10")
    player = Engine(level=int(level or LEVELS[-1]), seed=chance.getrandbits(32))
    return Guest(name, player, Limit(seconds=ENGINE_SECONDS), kind="engine")


class Adviser:
    """Gives hints: what decides at once, or else what the solver proves in a few seconds.

    Where that names no move, the engine says which one it would try, and nobody calls it proved.

    >>> advise = Adviser()
    >>> advise(Board(moves=[0, 1, 0, 1, 0, 1]), columns_from=1)
    'column 1 wins at once.'
    >>> advise(Board(moves=[0, 1, 0, 1, 0, 2, 1]), columns_from=1)
    'column 1, or the other wins there.'
    """

    def __init__(self, seconds: float = PROOF_SECONDS) -> None:
        self._seconds = seconds
        self._solver: Solver | None = None  # made with the first hint: it takes memory

    def __call__(self, board: Board, *, columns_from: int) -> str:
        """Says what to play, in words that are true."""
        if (decided := at_once(board, columns_from=columns_from)) is not None:
            return decided
        columns = self._results(board)
        guess = None if names_a_move(columns) else self._guess(board)
        return proved_hint(columns, guess, columns_from=columns_from)

    def _guess(self, board: Board) -> int:
        return Engine(seed=0).choose(board, Limit(seconds=GUESS_SECONDS)).column

    def _results(self, board: Board) -> Mapping[int, Solution]:
        try:
            if self._solver is None or self._solver.rules != board.rules:
                self._solver = Solver(board.rules, memory="128M")
            return self._solver.analyze(board, seconds=self._seconds, line=False).columns
        except SolverError:  # a board that is too large for proofs
            return {}


def at_once(board: Board, *, columns_from: int) -> str | None:
    """Names a column that wins at once, or one that keeps the other from it; None otherwise."""
    if wins := board.winning_moves():
        return f"{_columns(wins, columns_from)} {'wins' if len(wins) == 1 else 'win'} at once."
    losses = board.winning_moves(1 - board.to_move)
    if len(losses) > 1:
        return f"none helps: the other wins in {_columns(losses, columns_from)}."
    return f"{_columns(losses, columns_from)}, or the other wins there." if losses else None


def names_a_move(columns: Mapping[int, Solution]) -> bool:
    """Says whether what is proved tells what to play: a win, or the value of every column."""
    results = [found.result for found in columns.values()]
    return bool(results) and ("win" in results or None not in results)


def proved_hint(
    columns: Mapping[int, Solution], guess: int | None = None, *, columns_from: int
) -> str:
    """Says what is best where the value of every column is proved, and else what is proved.

    A guess is told beside it, unless it is proved to be a bad one.
    """
    values = {c: found.value for c, found in columns.items() if found.value is not None}
    if not values or len(values) < len(columns):
        said = _partly_proved(columns, columns_from)
        if guess is None or (guess in columns and columns[guess].result == "loss"):
            return said
        return f"{said} The engine would try {_columns((guess,), columns_from)}."
    best = max(values.values())
    chosen = tuple(column for column, value in values.items() if value == best)
    which, one = _columns(chosen, columns_from), len(chosen) == 1
    moves = counted(best.moves_to_end, "move")
    if best.result == "win":
        return f"{which} {'wins' if one else 'win'} in {moves}."
    if best.result == "draw" and len(chosen) == len(values) > 1:
        return "every column draws."
    if best.result == "draw":
        return f"{which} {'draws' if one else 'draw'}; no column wins."
    if len(chosen) == len(values):
        return f"every column loses, in {moves} if both play well."
    return f"every column loses; {which} {'lasts' if one else 'last'} longest, {moves}."


def _partly_proved(columns: Mapping[int, Solution], columns_from: int) -> str:
    """Says what the results show where the time was too short for all the scores."""
    by_result: dict[str | None, tuple[int, ...]] = {}
    for column, found in columns.items():
        by_result[found.result] = (*by_result.get(found.result, ()), column)
    if wins := by_result.get("win"):
        return f"{_columns(wins, columns_from)} {'wins' if len(wins) == 1 else 'win'}."
    losses = by_result.get("loss", ())
    if losses and len(losses) == len(columns):
        return "every column loses, if the other plays well."
    if losses:
        lose = "loses" if len(losses) == 1 else "lose"
        return f"not {_columns(losses, columns_from)}, which {lose}; more is not proved in time."
    return "nothing is decided at once, and no more is proved in time."


def _columns(columns: tuple[int, ...], columns_from: int) -> str:
    return format_columns(columns, columns_from=columns_from)
