"""A numbered check of a program for its author: the judge's own code, and the line that broke it.

Each check starts the program afresh behind the same fences and clock as in a match, plays the other
side itself, and passes or fails with the end of the dialogue. All of them take under a minute.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from linefall import sandbox
from linefall.board import Board
from linefall.conditions import Settings
from linefall.program import Answer, Command, Fault
from linefall.protocol import escape, format_column, format_setup
from linefall.rules import Rules
from linefall.system.here import raised_priority
from linefall.table import Table

#: How long a program may take to leave when its input is closed, before the check complains.
LEAVE: Final = 1.0
#: How long the other side keeps silent when the check listens for words out of turn.
SILENCE: Final = 0.4
SHOWN_LINES: Final = 6
MARGIN: Final = 0.9


@dataclass(frozen=True, slots=True)
class Result:
    """Holds the result of one check: its number, what it asks, and what went wrong, if anything."""

    number: int
    title: str
    problem: str | None = None
    dialogue: tuple[str, ...] = ()
    seconds: float = 0.0
    #: The machine was too busy, twice, to tell.
    undecided: bool = False
    #: What the judge would not mind, and the author may want to know.
    advice: str | None = None

    @property
    def passed(self) -> bool:
        """Says whether nothing went wrong."""
        return self.problem is None

    @property
    def failed(self) -> bool:
        """Says whether the program did something wrong."""
        return self.problem is not None and not self.undecided


@dataclass
class Sitting:
    """Is the program alone at a table, with the check in the other seat."""

    command: Command
    settings: Settings
    nice: int = 0
    dialogue: list[str] = field(default_factory=list)
    problem: str | None = None
    #: The time of the slowest move, also of one that did not come; None before the first.
    slowest: float | None = None
    lost_to_machine: bool = False

    def __enter__(self) -> Sitting:
        """Starts the program and waits for its Ready."""
        self.table = Table([self.command], self.settings, self._note)
        try:
            self._take(self.table.start(self.nice)[0])
        except BaseException:
            self.table.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the program, whatever happened."""
        self.table.kill()

    @property
    def program_is_fine(self) -> bool:
        """Says whether nothing has gone wrong so far."""
        return self.problem is None

    def _note(self, direction: str, _player: int, data: bytes) -> None:
        who = "judge  " if direction == ">" else "program"
        self.dialogue.append(f"{who} {direction} {escape(data)}")

    def _take(self, fault: Fault | None) -> None:
        if fault is not None and self.problem is None:
            self.problem = fault.sentence
            blame = fault.evidence.get("time", {}).get("class")
            self.lost_to_machine = blame == "machine"
            if blame is not None:
                self.problem += f" Late by the fault of: {blame}."
            lines = self.table.programs[0].error_lines(3)
            self.dialogue.extend(f"program's error output: {line}" for line in lines)

    def fail(self, problem: str) -> None:
        """Notes that something is wrong, unless something was before."""
        self.problem = self.problem or problem

    def play(
        self,
        rules: Rules,
        *,
        first: bool,
        most: int = 10_000,
        opponent: Callable[[Board], int] | None = None,
        together: bool = False,
    ) -> Board:
        """Plays a game, or the first `most` moves of the program, against the check itself."""
        board, chance = Board(rules), random.Random(str(rules))
        choose = opponent or (lambda board: chance.choice(board.open_columns))
        setup = format_setup(rules, first=first, seconds=self.settings.seconds)
        question = setup
        if not first:
            column = choose(board)
            board.drop(column)
            if together:
                question = f"{setup}\n{self._named(column)}"
            else:
                self.table.tell(0, setup)
                question = self._named(column)
        while self.program_is_fine and most > 0 and board.outcome() is None:
            most -= 1
            if not self._answer(board, question) or board.outcome() is not None or most == 0:
                break
            column = choose(board)
            board.drop(column)
            question = self._named(column)
        if self.program_is_fine:
            self._take(self.table.fault_of(0) if most == 0 and board.outcome() is None else None)
        return board

    def _named(self, column: int) -> str:
        return format_column(column, columns_from=self.table.columns_from(0))

    def _answer(self, board: Board, question: str) -> bool:
        answer = self.table.ask(0, question)
        if isinstance(answer, Fault):
            self._take(answer)
            if "time" in answer.evidence:
                self.slowest = max(self.slowest or 0.0, answer.evidence["time"]["wall"])
            return False
        self.slowest = max(self.slowest or 0.0, answer.seconds)
        return self._drop(board, answer)

    def _drop(self, board: Board, answer: Answer) -> bool:
        if answer.column not in board.open_columns:
            names = " ".join(map(self._named, board.open_columns))
            self.fail(f"it answered {escape(answer.line)}; open columns: {names}")
            return False
        board.drop(answer.column)
        if board.outcome() is None:
            self._take(self.table.programs[0].broken)
        return self.program_is_fine

    def listen(self, seconds: float) -> None:
        """Keeps silent for a while: so must the program."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.table.hear(end)
        self._take(self.table.fault_of(0))

    def close_input(self) -> None:
        """Closes the program's input and waits until it has ended by itself."""
        program = self.table.programs[0]
        program.child.close_input()
        end = time.monotonic() + LEAVE
        while not program.ended and time.monotonic() < end:
            self.table.hear(end)
        if not program.ended:
            self.fail(f"its input was closed, and {LEAVE:g} s later it still ran")


Check = Callable[[Sitting], None]


class Checker:
    """Runs all checks of one program."""

    def __init__(self, command: Command, settings: Settings, rules: Rules = Rules()) -> None:
        """Takes the program and the limits it will be judged under."""
        self.command, self.settings, self.rules = command, settings, rules
        self.slowest: float | None = None
        self.peak = 0
        self.busy = False

    def plan(self) -> list[tuple[str, Settings, Check]]:
        """Gives every check: its title, its limits, and what to do."""
        normal, board = self.settings, self.rules
        never = Rules(4, 4, 9)  # nobody can win, so the board fills up
        return [
            (f"starts and prints Ready within {normal.ready:g} s", normal, _nothing),
            ("prints nothing after Ready before it is spoken to", normal, _silent_at_start),
            ("moves first", normal, _game(board, first=True, most=1)),
            ("moves second, first line and first move apart", normal, _game(board, most=1)),
            (
                "moves second, first line and first move together",
                normal,
                _game(board, most=1, together=True),
            ),
            ("prints nothing out of turn while the other thinks", normal, _silent_in_game),
            (f"plays a whole game first on {board}", normal, _game(board, first=True)),
            (f"plays a whole game second on {board}", normal, _game(board)),
            ("plays on a small board, 4x5x3", normal, _game(Rules(4, 5, 3), first=True)),
            ("plays on a wide board, 4x13x4", normal, _game(Rules(4, 13, 4), most=8)),
            ("plays on a high board, 12x4x4", normal, _game(Rules(12, 4, 4), most=8)),
            ("plays on a large board, 20x20x5", normal, _game(Rules(20, 20, 5), most=4)),
            ("plays in a single column, 6x1x4", normal, _game(Rules(6, 1, 4), first=True)),
            ("plays in a single row, 1x7x2", normal, _game(Rules(1, 7, 2))),
            ("obeys T = 0.1", replace(normal, seconds=0.1), _game(board, first=True, most=4)),
            ("obeys T = 0.5", replace(normal, seconds=0.5), _game(board, most=3)),
            ("obeys T = 2", replace(normal, seconds=2.0), _game(board, first=True, most=2)),
            ("fills the board to the last cell, first", normal, _game(never, first=True)),
            ("fills the board to the last cell, second", normal, _game(never)),
            ("avoids full columns", normal, _game(Rules(3, 5, 9), opponent=_leftmost)),
            ("leaves when its input is closed at the start", normal, _leaves),
            ("leaves when its input is closed in a game", normal, _leaves_game),
            ("leaves no process behind", _without_namespaces(normal), _no_process),
        ]

    def run(self) -> Iterator[Result]:
        """Runs the checks one after the other; gives each result as it is known."""
        number = 0
        with raised_priority() as nice:
            for number, (title, settings, check) in enumerate(self.plan(), start=1):
                yield self._one(number, title, settings, check, nice)
        yield self._memory(number + 1)
        yield self._margin(number + 2)

    def _one(self, number: int, title: str, settings: Settings, check: Check, nice: int) -> Result:
        start = time.monotonic()
        sitting = self._sit(settings, check, nice)
        if sitting.lost_to_machine:  # once more, as in a match
            sitting = self._sit(settings, check, nice)
        dialogue = tuple(sitting.dialogue[-SHOWN_LINES:]) if sitting.problem else ()
        took = time.monotonic() - start
        self.busy |= sitting.lost_to_machine
        return Result(number, title, sitting.problem, dialogue, took, sitting.lost_to_machine)

    def _sit(self, settings: Settings, check: Check, nice: int) -> Sitting:
        with Sitting(self.command, settings, nice) as sitting:
            if sitting.program_is_fine:
                check(sitting)
        timed = settings.seconds == self.settings.seconds and not sitting.lost_to_machine
        if timed and sitting.slowest is not None:
            self.slowest = max(self.slowest or 0.0, sitting.slowest)
        self.peak = max(self.peak, sitting.table.programs[0].peak)
        return sitting

    def _memory(self, number: int) -> Result:
        limit, peak = self.settings.memory, f"{self.peak / 2**20:.0f} MB"
        allowed = "no limit" if limit is None else f"{limit / 2**20:.0f} MB"
        title = f"stays within its memory: {peak} of {allowed}"
        over = limit is not None and self.peak > limit
        return Result(number, title, f"it used {peak}" if over else None)

    def _margin(self, number: int) -> Result:
        """Looks at the slowest move: within T it is in time, though it may be cut fine."""
        limit, slowest = self.settings.seconds, self.slowest
        if slowest is None:
            return Result(number, "stays within its time", "it made no move", undecided=self.busy)
        title = f"stays within its time: slowest move {slowest * 1000:.0f} ms of {limit * 1000:.0f}"
        late = f"it used {slowest:.3f} s" if slowest > limit else None
        tight = f"it used more than {MARGIN:.0%} of its time; a busy machine may make it late"
        advice = tight if late is None and slowest > MARGIN * limit else None
        return Result(number, title, late, undecided=late is not None and self.busy, advice=advice)


def _game(
    rules: Rules,
    *,
    first: bool = False,
    most: int = 10_000,
    opponent: Callable[[Board], int] | None = None,
    together: bool = False,
) -> Check:
    def check(sitting: Sitting) -> None:
        sitting.play(rules, first=first, most=most, opponent=opponent, together=together)

    return check


def _leftmost(board: Board) -> int:
    return board.open_columns[0]


def _nothing(_sitting: Sitting) -> None:
    """The start is the check."""


def _silent_at_start(sitting: Sitting) -> None:
    sitting.listen(SILENCE)


def _silent_in_game(sitting: Sitting) -> None:
    sitting.play(Rules(), first=True, most=2)
    if sitting.program_is_fine:
        sitting.listen(SILENCE)


def _leaves(sitting: Sitting) -> None:
    sitting.close_input()


def _leaves_game(sitting: Sitting) -> None:
    sitting.play(Rules(), first=True, most=2)
    if sitting.program_is_fine:
        sitting.close_input()


def _no_process(sitting: Sitting) -> None:
    """Looks for what still runs after the program itself has left by itself."""
    sitting.play(Rules(), first=True, most=2)
    if not sitting.program_is_fine:
        return
    sitting.close_input()
    left = len(sitting.table.programs[0].child.tree.pids(afresh=True))
    if sitting.program_is_fine and left:
        sitting.fail(f"it left {left} process{'es' if left > 1 else ''} behind when it ended")


def _without_namespaces(settings: Settings) -> Settings:
    """Gives a level at which leftovers can be seen: with bubblewrap the kernel ends them."""
    if settings.level != "bubblewrap":
        return settings
    return replace(settings, level="landlock" if "landlock" in sandbox.available() else "limits")
