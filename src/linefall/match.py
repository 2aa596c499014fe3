"""The referee: two programs, one game, a record with a verdict that can be checked.

>>> from linefall import play_match
>>> record = play_match("@left", "@right", seconds=5)
>>> record.verdict.cause
'line'
"""

from __future__ import annotations

import datetime
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from linefall import sandbox
from linefall.board import Board
from linefall.conditions import COLUMNS_FROM, LONGEST_READY, MEMORY, READY, SANDBOX, Settings
from linefall.errors import LinefallError
from linefall.game import Game
from linefall.house import PRESETS
from linefall.notation import format_column
from linefall.program import Answer, Command, Fault
from linefall.protocol import escape, format_setup
from linefall.protocol import format_column as format_answer
from linefall.record import GameRecord, MoveTime, Seat, Verdict, this_software
from linefall.roster import command_for
from linefall.rules import Rules
from linefall.settings import memory_limit
from linefall.system.cores import usable_cores
from linefall.system.here import raised_priority
from linefall.table import Log, Table

LONGEST_TIME: Final = 1e6


class MoveSeen(NamedTuple):
    """Is a move as a spectator sees it: who, which column (from 0), how long, and the board."""

    player: int
    column: int
    seconds: float
    board: Board


Watch = Callable[[MoveSeen], None]


def play_match(
    a: str | Path | Command,
    b: str | Path | Command,
    rules: Rules = Rules(),
    seconds: float = 1.0,
    *,
    first: int = 0,
    opening: Sequence[int] = (),
    memory: int | str | None = MEMORY,
    ready: float = READY,
    columns_from: int = COLUMNS_FROM,
    sandbox_level: str = SANDBOX,
    cores: Sequence[int] | None = None,
    replay: bool = True,
    watch: Watch | None = None,
    log: Log | None = None,
) -> GameRecord:
    """Plays one game between two programs and gives its record, whatever the programs do.

    `a` and `b` are written as for `linefall judge`; `first` is 0 when A moves first, else 1.
    `opening` are moves made before the programs take over; it is used when both programs are known
    to take one, else the board starts empty. `memory` is in bytes, or a text such as ``"512M"``
    (None: no limit). `cores` are those that the two may use: with two or more each has its own
    half, with one the program that waits is stopped. A game that was lost to a busy machine is
    played once more (unless `replay` is off), and the record of the first one is kept in
    `conditions["earlier"]`.

    >>> play_match("@left", "@left", Rules(1, 2, 2), 5.0).verdict.cause
    'draw'
    """
    commands = [one if isinstance(one, Command) else command_for(str(one)) for one in (a, b)]
    settings = Settings(
        seconds=_checked("seconds", seconds, LONGEST_TIME),
        ready=_checked("ready", ready, LONGEST_READY),
        memory=memory_limit("memory", memory),
        columns_from=columns_from,
        level=sandbox.choose(sandbox_level),
        cores=_usable(cores),
    )
    if first not in (0, 1):
        raise LinefallError(f"first: {first!r} was given; possible: 0, 1")
    opening = _opening(rules, opening) if all(one.takes_openings for one in commands) else ()
    record = Referee(commands, rules, settings, first, watch, log, opening).play()
    if replay and lost_to_machine(record):
        again = Referee(commands, rules, settings, first, watch, log, opening).play()
        conditions = {**again.conditions, "earlier": record.to_dict()}
        record = replace(again, conditions=conditions)
    return record


def lost_to_machine(record: GameRecord) -> bool:
    """Says whether a game was lost because the machine was busy, not by the program."""
    return bool(record.verdict.evidence.get("time", {}).get("class") == "machine")


def earlier_record(record: GameRecord) -> GameRecord | None:
    """Gives the record of the game that this one replaced; None if it replaced none."""
    earlier = record.conditions.get("earlier")
    return None if earlier is None else GameRecord.from_dict(earlier)


def _opening(rules: Rules, opening: Sequence[int]) -> tuple[int, ...]:
    if Board(rules, opening).outcome() is not None:
        raise LinefallError(f"opening: {list(opening)} was given; the game is over after it")
    return tuple(opening)


def _usable(cores: Sequence[int] | None) -> tuple[int, ...]:
    """Gives the cores to play on: a program is not to be blamed for one that is not there."""
    usable = usable_cores()
    if cores is not None and not set(cores) <= set(usable):
        possible = ", ".join(map(str, usable))
        raise LinefallError(f"cores: {list(cores)} was given; possible: {possible}")
    return tuple(usable if cores is None else cores)


def _checked(name: str, value: float, longest: float) -> float:
    if not (math.isfinite(value) and 0 < value <= longest):
        possible = f"more than 0, up to {longest:.0f}"
        raise LinefallError(f"{name}: {value:g} was given; possible: {possible}")
    return float(value)


@dataclass
class Referee:
    """Plays one game at one table."""

    commands: Sequence[Command]
    rules: Rules
    settings: Settings
    first: int
    watch: Watch | None = None
    log: Log | None = None
    opening: tuple[int, ...] = ()

    def play(self) -> GameRecord:
        """Plays the game and clears the table, also when it is interrupted."""
        self.house = replace(PRESETS["connectx"], columns_from=self.settings.columns_from)
        self.game = Game(self.house, self.rules, start=self.first)
        for column in self.opening:
            self.game.drop(column)
        self.times: list[MoveTime | None] = [None] * len(self.opening)
        self.seats = self._seats()  # before a program can change its files
        self.started_at = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        with raised_priority() as nice:
            table = Table(self.commands, self.settings, self.log)
            try:
                faults = table.start(nice)
                if not any(faults):
                    faults = self._play_moves(table)
                blamed = [player for player in (0, 1) if faults[player] is not None]
                table.clear(at_once=blamed)
            finally:
                table.kill()
        return self._record(table, faults)

    def _play_moves(self, table: Table) -> list[Fault | None]:
        """Asks for moves until the game is over; gives each player's fault, if it decided."""
        faults: list[Fault | None] = [None, None]
        seconds = self.settings.seconds
        lines = [
            format_setup(
                self.rules,
                first=player == self.first,
                seconds=seconds,
                opening=self.opening,
                columns_from=table.columns_from(player),
            )
            for player in (0, 1)
        ]
        begins = self.game.to_move
        table.tell(1 - begins, lines[1 - begins])
        question = lines[begins]
        while True:
            mover = self.game.to_move
            answer = table.ask(mover, question)
            if isinstance(answer, Answer):
                self._drop(mover, answer)
                columns_from = table.columns_from(1 - mover)
                question = format_answer(answer.column, columns_from=columns_from)
            if self.game.verdict is not None:
                if self.game.verdict.cause == "illegal move":
                    faults[mover] = Fault(
                        "illegal move", self.game.verdict.sentence, time.monotonic()
                    )
                return faults
            fault = answer if isinstance(answer, Fault) else table.programs[mover].broken
            earlier = table.programs[1 - mover].broken or (fault and table.fault_of(1 - mover))
            if earlier is not None and (fault is None or earlier.at <= fault.at):
                faults[1 - mover] = earlier
            elif fault is not None:
                faults[mover] = fault
            if any(faults):
                return faults

    def _drop(self, mover: int, answer: Answer) -> None:
        discs = self.game.board.plies
        self.game.drop(answer.column)
        if self.game.board.plies > discs:
            cpu = None if answer.cpu is None else round(answer.cpu, 6)
            self.times.append(MoveTime(round(answer.seconds, 6), cpu))
            if self.watch is not None:
                self.watch(MoveSeen(mover, answer.column, answer.seconds, self.game.board.copy()))
        else:
            self._illegal, self._illegal_at = answer, time.monotonic()

    # ---------------------------------------------------------------------------- the verdict

    def _record(self, table: Table, faults: list[Fault | None]) -> GameRecord:
        verdict = self._verdict(table, faults)
        conditions = self.settings.conditions() | {
            "peak_memory": [program.peak for program in table.programs],
            "seconds_until_all_gone": round(max(0.0, table.gone_at - table.decided_at), 4),
        }
        if any(errors := [program.error_lines() for program in table.programs]):
            conditions["error_output"] = errors
        return self.game.record(
            players=self.seats,
            opening=len(self.opening),
            times=tuple(self.times),
            verdict=verdict,
            seconds=self.settings.seconds,
            started_at=self.started_at,
            software=this_software(),
            conditions=conditions,
        )

    def _verdict(self, table: Table, faults: list[Fault | None]) -> Verdict:
        if (decided := self.game.verdict) is not None:
            return self._board_verdict(table, decided)
        blamed = [player for player in (0, 1) if faults[player] is not None]
        if len(blamed) == 2:
            return self._both_failed(table, faults)
        loser = blamed[0]
        fault = faults[loser]
        assert fault is not None
        evidence = self._evidence(table, loser) | dict(fault.evidence)
        evidence["seconds_to_verdict"] = round(max(0.0, table.decided_at - fault.at), 4)
        return Verdict(1 - loser, fault.cause, fault.sentence, evidence)

    def _board_verdict(self, table: Table, decided: Verdict) -> Verdict:
        """Gives a verdict of the board itself, with the program's name and the evidence."""
        outcome, winner = self.game.board.outcome(), decided.winner
        if winner is None:
            return decided
        if outcome is None:
            return self._illegal_verdict(table, decided, 1 - winner)
        evidence = {"cells": [list(cell) for cell in outcome.cells]}
        return Verdict(winner, "line", self._with_program(decided.sentence, winner), evidence)

    def _illegal_verdict(self, table: Table, decided: Verdict, player: int) -> Verdict:
        """Gives the verdict about an answer that is no open column, with what was sent."""
        text = escape(self._illegal.line)
        columns = " ".join(
            format_column(column, columns_from=self.settings.columns_from)
            for column in self.game.board.open_columns
        )
        counts = table.columns_from(player)
        own = "" if counts == self.settings.columns_from else f", counting from {counts}"
        sentence = self._with_program(decided.sentence, player).removesuffix(".")
        sentence = f"{sentence}; it sent {text}{own}, open columns: {columns}."
        evidence = self._evidence(table, player) | dict(decided.evidence) | {"received": text}
        evidence["seconds_to_verdict"] = round(max(0.0, table.decided_at - self._illegal_at), 4)
        return Verdict(decided.winner, decided.cause, sentence, evidence)

    def _with_program(self, sentence: str, player: int) -> str:
        """Puts the name of a program behind that of its player."""
        called = f"Player {'AB'[player]}"
        return sentence.replace(called, f"{called} ({self.commands[player].name})", 1)

    def _both_failed(self, table: Table, faults: list[Fault | None]) -> Verdict:
        """Gives the verdict when neither program could be started: nobody won."""
        sentences = [fault.sentence for fault in faults if fault is not None]
        evidence: dict[str, Any] = {}
        for player, fault in enumerate(faults):
            assert fault is not None
            evidence["AB"[player]] = self._evidence(table, player) | dict(fault.evidence)
        cause = faults[0].cause if faults[0] is not None else "start-up"
        return Verdict(None, cause, " ".join(sentences), evidence)

    def _evidence(self, table: Table, player: int) -> dict[str, Any]:
        return {
            "player": "AB"[player],
            "move": self.game.board.plies + 1,
            "columns_from": table.columns_from(player),
            "error_output": table.programs[player].error_lines(),
        }

    def _seats(self) -> tuple[Seat, Seat]:
        a, b = (Seat(command.name, command.kind, command.hash()) for command in self.commands)
        return a, b
