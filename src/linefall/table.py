"""The table at which programs sit, two or one alone: started, asked in turn, and cleared away.

`match.py` knows the game; this knows processes, lines and the clock. Whatever a program does comes
out as an `Answer` or a `Fault`, at a time that is known beforehand.
"""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from linefall.clock import NAP, Stopwatch
from linefall.conditions import Settings, plan_for
from linefall.errors import LinefallError
from linefall.program import (
    FAREWELL,
    GRACE,
    LAST_WORDS,
    SETTLE,
    STANDSTILL,
    Answer,
    Command,
    Fault,
    Program,
)
from linefall.protocol import LONGEST_LINE, ProtocolError, escape, is_ready, parse_answer
from linefall.system.here import Child, Wire

#: How long a keeper may take to start before the judge gives up; a loaded machine is slow.
KEEPER_START: Final = 30.0
#: A move shorter than this is not worth asking the system for its processor time.
WORTH_MEASURING: Final = 0.005

Log = Callable[[str, int, bytes], None]


class JudgeError(LinefallError):
    """Says that the judge itself could not do its work; no program is to blame."""


class Table:
    """Holds running programs; `kill` leaves nothing of them behind."""

    def __init__(self, commands: Sequence[Command], settings: Settings, log: Log | None) -> None:
        """Lays out the table; nothing runs yet."""
        self.settings = settings
        self.log = log or (lambda _word, _player, _data: None)
        self.commands = commands
        self.wire = Wire()
        self.programs: list[Program] = []
        self.of: dict[Child, Program] = {}
        self.starting: set[Program] = set()
        self.decided_at = self.gone_at = 0.0

    def columns_from(self, player: int) -> int:
        """Gives how a program counts columns."""
        known = self.commands[player].columns_from
        return self.settings.columns_from if known is None else known

    # ---------------------------------------------------------------------------- start

    def start(self, nice: int) -> list[Fault | None]:
        """Starts the programs and waits for their Ready; gives what went wrong with each."""
        if self.settings.own_cores:
            watches = [self._launch(player, nice) for player in range(len(self.commands))]
            return self._wait_for_ready(watches)
        faults: list[Fault | None] = []
        for player in range(len(self.commands)):  # one after the other: they share a core
            faults += self._wait_for_ready([self._launch(player, nice)])
            self.pause(player)
        return faults

    def _launch(self, player: int, nice: int) -> tuple[Program, Stopwatch]:
        own = self.commands[player]
        cores = self.settings.cores_of(player)
        child = Child(plan_for(player, self.commands, self.settings) | {"nice": nice})
        alone = len(self.commands) == 1
        program = Program(own.name if alone else f"Player {'AB'[player]} ({own.name})", child)
        self.programs.append(program)
        self.of[child] = program
        self.starting.add(program)
        self.wire.add(child)
        return program, Stopwatch(child, cores)

    def _wait_for_ready(self, watches: list[tuple[Program, Stopwatch]]) -> list[Fault | None]:
        waiting = dict(watches)
        verdicts: dict[Program, Fault | None] = {}
        give_up = time.monotonic() + KEEPER_START
        while waiting:
            times = [
                give_up
                if program.started is None
                else program.started + self.settings.ready + GRACE
                for program in waiting
            ]
            for watch in waiting.values():
                watch.listen()
            looked = time.monotonic()
            self.hear(min(times))
            for program in list(waiting):
                if program.started is None and program.broken is None and looked > give_up:
                    raise JudgeError(f"{program.name} could not be started in {KEEPER_START:g} s")
                done, fault = self._ready_or_not(program, waiting[program], looked)
                if done:
                    verdicts[program] = fault
                    del waiting[program]
                    self.starting.discard(program)
        return [verdicts[program] for program, _ in watches]

    def _ready_or_not(
        self, program: Program, watch: Stopwatch, looked: float
    ) -> tuple[bool, Fault | None]:
        """Says whether a program's start is decided, and what was wrong with it.

        What is not there is late only if it was looked for after the time was up: the judge itself
        may have been stopped since it looked.
        """
        now = time.monotonic()
        if program.broken is not None:
            return True, program.broken
        if program.lines:
            line, at = program.lines.popleft()
            late = at - (program.started or at) - self.settings.ready
            if watch.judge_waited() < late < STANDSTILL:
                return True, self._late_start(program, watch, now, late)
            self._heard(program, line)
            if len(line) > LONGEST_LINE:
                return True, program.flood(now, line)
            if is_ready(line):
                program.sent -= len(line)
                return True, None
            text = escape(line)
            self.settle(program)
            if program.is_flooding:
                return True, program.flood(now)
            return True, program.blame(
                "start-up",
                f"{program.name} printed {text} where Ready should be",
                at,
                {"received": text},
            )
        if program.is_flooding:
            return True, program.flood(now)
        if program.ended or program.output_closed:
            self.hear(now)
            return (False, None) if program.lines else (True, self._dead(program, "start"))
        if program.started and looked >= program.started + self.settings.ready + GRACE:
            return True, self._late_start(program, watch, now, None)
        return False, None

    def _late_start(
        self, program: Program, watch: Stopwatch, now: float, late: float | None
    ) -> Fault:
        seconds = self.settings.ready
        wall = now - (program.started or now)
        facts = watch.evidence(seconds, wall, late).to_dict()
        said = f"; it had printed {escape(program.partial)}, no line" if program.partial else ""
        return program.blame(
            "start-up",
            f"{program.name} did not print Ready within {seconds:g} s{said}",
            (program.started or now) + seconds,
            {"time": facts, **({"received": escape(program.partial)} if said else {})},
        )

    # ---------------------------------------------------------------------------- hear

    def hear(self, until: float, first: Program | None = None) -> None:
        """Takes in what arrives, at the latest until then."""
        for child, stream, data, at, facts in self.wire.wait(
            until, first.child if first is not None else None
        ):
            program = self.of[child]
            program.take(stream, data, at, facts)
            if program.judge_failure is not None:
                raise JudgeError(f"the keeper of {program.name} failed: {program.judge_failure}")
            if program is not first and stream != "keeper":
                self._hold_back(program, stream)

    def _hold_back(self, program: Program, stream: str) -> None:
        """Stops reading from a program that floods while it is not asked: it has to wait."""
        if program in self.starting:
            return
        if program.is_flooding if stream == "out" else program.is_noisy:
            self.wire.listen(program.child, stream, on=False)

    def settle(self, program: Program) -> None:
        """Listens a moment longer: a wrong line may be the beginning of a flood."""
        end = time.monotonic() + SETTLE
        while time.monotonic() < end and not program.is_flooding and not program.output_closed:
            self.hear(end, program)

    # ---------------------------------------------------------------------------- ask

    def tell(self, player: int, line: str) -> None:
        """Sends a line that asks nothing; a program that cannot hear it is found out later."""
        data = line.encode() + b"\n"
        self.log(">", player, data)
        with contextlib.suppress(TimeoutError, BrokenPipeError):
            self.wire.send(self.programs[player].child, data, time.monotonic() + 0.1)

    def ask(self, player: int, line: str) -> Answer | Fault:
        """Sends a line and waits for the answer to it, as long as the clock allows."""
        program = self.programs[player]
        if (fault := self.fault_of(player)) is not None:
            return fault
        self.resume(player)
        for stream in ("out", "err"):
            self.wire.listen(program.child, stream, on=True)
        program.count_anew()
        data = line.encode() + b"\n"
        self.log(">", player, data)
        with _no_collection():
            answer = self._timed(program, data, self.settings.cores_of(player))
        if isinstance(answer, Answer):
            self._heard(program, answer.line)
            self.pause(player)
        return answer

    def _heard(self, program: Program, line: bytes) -> None:
        """Logs a line that a program sent, right or wrong."""
        self.log("<", self.programs.index(program), line)

    def _timed(self, program: Program, data: bytes, cores: Sequence[int]) -> Answer | Fault:
        seconds = self.settings.seconds
        watch = Stopwatch(program.child, cores)
        began = time.monotonic()
        try:
            asked = self.wire.send(program.child, data, began + seconds)
        except BrokenPipeError:
            return self._cannot_hear(program, began)
        except TimeoutError:
            return self._late(program, watch, began, None)
        watch.sent()
        deadline, missed = asked + seconds, False
        while not program.lines:
            now = time.monotonic()
            past = now >= deadline
            until = deadline if not past else deadline + GRACE if missed else 0.0
            self.hear(min(until, now + NAP), program)
            watch.woke(self.wire.overslept)
            if program.broken is not None:
                return program.broken
            if program.lines:
                break
            missed = past  # it was looked for after the deadline, and was not there
            now = time.monotonic()
            if program.is_flooding:
                return program.flood(now)
            if program.ended or program.output_closed:
                self.hear(now, program)
                if not program.lines:
                    return self._dead(program, "move")
            elif now >= deadline + GRACE:
                return self._late(program, watch, asked, None)
            watch.listen()
        line, at = program.lines.popleft()
        if missed or watch.judge_waited() < at - deadline < STANDSTILL:
            self._heard(program, line)
            return self._late(program, watch, asked, at - deadline, line)
        return self._read(program, watch, line, max(0.0, min(at - asked, seconds)))

    def _read(self, program: Program, watch: Stopwatch, line: bytes, wall: float) -> Answer | Fault:
        """Reads an answer that came in time."""
        cpu = watch.cpu() if wall > WORTH_MEASURING else None
        if len(line) > LONGEST_LINE:
            return program.flood(time.monotonic(), line)
        program.sent -= len(line)
        if program.lines or program.partial:
            self.settle(program)
        try:
            columns_from = self.columns_from(self.programs.index(program))
            column = parse_answer(line, columns_from=columns_from)
        except ProtocolError as error:
            self._heard(program, line)
            self.settle(program)
            now = time.monotonic()
            if program.is_flooding:
                return program.flood(now)
            text = f"{program.name} sent {error.reason}: {error.received}"
            return program.blame("protocol", text, now, {"received": error.received})
        program.spoke_out_of_turn(time.monotonic())
        return Answer(column, line, wall, cpu)

    def _cannot_hear(self, program: Program, now: float) -> Fault:
        """Blames a program that nobody can send to: it has ended, or closed its input."""
        end = now + LAST_WORDS
        while not program.ended and not program.output_closed and time.monotonic() < end:
            self.hear(end, program)
        if program.ended or program.output_closed:
            return self._dead(program, "move")
        return program.blame(
            "crash", f"{program.name} closed its input in the middle of the game", now
        )

    def _dead(self, program: Program, during: str) -> Fault:
        """Blames a program that cannot answer any more, once it is clear how it ended."""
        end = time.monotonic() + LAST_WORDS
        while not program.ended and time.monotonic() < end:
            self.hear(end, program)
        return program.death(during)

    def _late(
        self,
        program: Program,
        watch: Stopwatch,
        asked: float,
        late_by: float | None,
        line: bytes = b"",
    ) -> Fault:
        seconds = self.settings.seconds
        if late_by is None and program.child.input_is_closed():
            return self._cannot_hear(program, asked + seconds)
        evidence = watch.evidence(seconds, time.monotonic() - asked, late_by)
        received = line or program.partial
        how = (
            f": its answer came {late_by * 1000:.1f} ms late"
            if late_by is not None
            else f": it had printed {escape(received)}, but no whole line"
            if received
            else ": nothing arrived (a program that prints must also flush)"
        )
        facts: dict[str, Any] = {"time": evidence.to_dict()}
        if received:
            facts["received"] = escape(received)
        return program.blame(
            "time",
            f"{program.name} did not answer within {seconds:g} s{how}",
            asked + seconds,
            facts,
        )

    def fault_of(self, player: int) -> Fault | None:
        """Gives what a program did wrong while it was waiting; None if nothing."""
        program = self.programs[player]
        self.hear(0.0)
        if fault := program.broken or program.spoke_out_of_turn(time.monotonic()):
            return fault
        if program.ended or program.output_closed:
            return self._dead(program, "move")
        return None

    # ---------------------------------------------------------------------------- turns

    def pause(self, player: int) -> None:
        """Stops the program that waits, where it has no core of its own."""
        if not self.settings.own_cores:
            self.programs[player].stopped = False
            self.programs[player].child.command("s")

    def resume(self, player: int) -> None:
        """Lets a stopped program go on, before its clock starts: when all others are stopped."""
        if self.settings.own_cores:
            return
        program = self.programs[player]
        program.continued = False
        program.child.command("c")
        end = time.monotonic() + KEEPER_START
        while self._is_moving(program) and program.broken is None and time.monotonic() < end:
            self.hear(end, program)

    def _is_moving(self, program: Program) -> bool:
        """Says whether a program still waits to go on, or another one has still to be stopped."""
        others = [one for one in self.programs if one is not program]
        return not program.continued or not all(one.stopped or one.broken for one in others)

    # ---------------------------------------------------------------------------- end

    def clear(self, *, at_once: Sequence[int] = ()) -> None:
        """Ends the programs: whoever is to blame at once, others may leave by themselves first."""
        self.decided_at = time.monotonic()
        for player, program in enumerate(self.programs):
            program.child.close_input()
            if player in at_once:
                program.child.command("k")
            elif not self.settings.own_cores:
                program.child.command("c")
        end = time.monotonic() + FAREWELL
        polite = [p for number, p in enumerate(self.programs) if number not in at_once]
        while any(not p.ended and not p.gone for p in polite) and time.monotonic() < end:
            with contextlib.suppress(JudgeError):
                self.hear(end)
        self.kill()

    def end_soon(self) -> None:
        """Has whatever still runs ended, without waiting: perhaps another thread asks it."""
        for child in tuple(self.of):
            child.command("k")

    def kill(self) -> None:
        """Ends whatever still runs, and hears last words."""
        self.end_soon()
        for child, program in self.of.items():
            self.wire.remove(child)
            for stream, data, facts in child.kill():
                program.take(stream, data, facts.get("at", time.monotonic()), facts)
        self.of.clear()
        known = [program.gone_at for program in self.programs if program.gone_at is not None]
        complete = known and len(known) == len(self.programs)
        self.gone_at = max(known) if complete else time.monotonic()


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Keeps Python's garbage collection out of the time that is measured."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
