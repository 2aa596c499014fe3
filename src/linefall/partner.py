"""A program at a person's table: one that speaks the judge's protocol, behind `Player`.

It sits alone at a table of the judge (`table`), behind the same fences. The game is friendly: the
program has more time than it is told, and nobody gathers evidence. What it does wrong is a
`PlayerFault`, by which it loses the game.
"""

from __future__ import annotations

import threading
from typing import Final

from linefall import sandbox
from linefall.board import Board
from linefall.conditions import MEMORY, SANDBOX, Settings
from linefall.errors import LinefallError
from linefall.player import Choice, Limit, PlayerFault
from linefall.program import Command, Fault
from linefall.protocol import escape, format_column, format_setup
from linefall.rules import Rules
from linefall.system.cores import usable_cores
from linefall.system.here import raised_priority
from linefall.table import Table

READY_SECONDS: Final = 5.0
#: What a program is told where nobody set a limit, and how long it is waited for beyond it.
USUAL_SECONDS: Final = 1.0
PATIENCE: Final = 2.0
#: How much is shown of the last line of its error output.
SHOWN_ERRORS: Final = 200


class ProgramPlayer:
    """Plays by asking a program, which is started with the first question."""

    def __init__(
        self, command: Command, *, memory: int | None = MEMORY, level: str = SANDBOX
    ) -> None:
        self.name = command.name
        self._command, self._memory = command, memory
        self._level = sandbox.choose(level)
        self._table: Table | None = None
        self._known: tuple[int, ...] = ()  # the moves that the program knows of
        self._seat = (Rules(), 0, 0.0)  # the board, the side and the time that it was told
        self._talk = threading.RLock()  # a window asks in a thread, and may be closed meanwhile

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Gives the column that the program answers; a `PlayerFault` when it does not."""
        seconds = limit.seconds or USUAL_SECONDS
        with self._talk:
            table = self._in_game(board, seconds) or self._begin(board, seconds)
            column = self._ask(table, board)
            self._known = (*board.moves, column)
        return Choice(column)

    def close(self) -> None:
        """Ends the program and whatever it has started; who is asking it hears of its end."""
        if (table := self._table) is not None:
            table.end_soon()
        with self._talk:
            table, self._table = self._table, None
            if table is not None:
                table.kill()

    # --------------------------------------------------------------------------------- dialogue

    def _in_game(self, board: Board, seconds: float) -> Table | None:
        """Gives the table if the program sits there and has played this very game so far."""
        told = self._seat == (board.rules, board.to_move, seconds)
        played = self._known == board.moves[: len(self._known)]
        return self._table if told and played else None

    def _begin(self, board: Board, seconds: float) -> Table:
        """Starts the program and brings it to the position: it must play its own moves again."""
        table = self._start(seconds)
        self._seat = (board.rules, board.to_move, seconds)
        self._known, early = (), Board(board.rules)
        for number, column in enumerate(board.moves):
            mine = number % 2 == board.to_move
            if mine and self._ask(table, early) != column:
                raise LinefallError(f"{self.name} does not play the same moves again")
            early.drop(column)
            self._known = early.moves if mine else self._known
        return table

    def _start(self, seconds: float) -> Table:
        self.close()
        settings = Settings(
            seconds=seconds + PATIENCE,
            ready=READY_SECONDS,
            memory=self._memory,
            level=self._level,
            cores=tuple(usable_cores()),
        )
        self._table = table = Table([self._command], settings, None)
        try:
            with raised_priority() as nice:
                [fault] = table.start(nice)
        except OSError as error:
            raise LinefallError(f"{self.name} cannot be started: {error.strerror}") from None
        if fault is not None:
            raise self._lost(table, fault)
        return table

    def _ask(self, table: Table, board: Board) -> int:
        """Sends what the program has not heard yet, and gives its answer."""
        rules, side, seconds = self._seat
        setup = format_setup(rules, first=side == 0, seconds=seconds)
        news = [format_column(column) for column in board.moves[len(self._known) :]]
        answer = table.ask(0, "\n".join(news if self._known else (setup, *news)))
        if isinstance(answer, Fault):
            raise self._lost(table, answer)
        if answer.column not in board.open_columns:
            possible = ", ".join(map(format_column, board.open_columns))
            sentence = f"{self.name} answered {escape(answer.line)}; possible: {possible}."
            raise self._lost(table, Fault("illegal move", sentence, 0.0))
        return answer.column

    def _lost(self, table: Table, fault: Fault) -> PlayerFault:
        """Ends the program, and gives the fault in words for a person."""
        self.close()
        if fault.cause == "time":  # the judge's sentence counts our patience
            seconds = self._seat[2]
            return PlayerFault("time", f"{self.name} did not answer within {seconds:g} s.")
        [program] = table.programs
        said = [line.strip() for line in program.error_lines() if line.strip()]
        if "exit_status" not in fault.evidence or not said:
            return PlayerFault(fault.cause, fault.sentence)
        words = said[-1][:SHOWN_ERRORS].removesuffix(".")
        return PlayerFault(fault.cause, f"{fault.sentence.removesuffix('.')}: {words}.")
