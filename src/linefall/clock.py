"""Who was late: the program, or the machine under it?

A time loss is weighed with what the operating system counted during the move: the wall time, the
processor time of the whole process tree, the time it was ready to run and waited for a core, time
that a hypervisor took away, time in which the whole machine stood still, and what the judge itself
waited.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from linefall.system import proc, usage
from linefall.system.here import Child, own_wait

#: Ticks. A machine that others are served by, too, counts what it was robbed of in whole ticks, and
#: when its core has the next one: a core that has just gone idle has none for a while.
LATE_COUNT: Final = 5

#: The system counts a thread's waiting for a core when it ends. So long, and so often, a program is
#: looked at again that gave no answer, has not had its time and still wants a core.
END_OF_WAIT: Final = 0.04
A_WHILE: Final = 0.002

#: So long the judge naps at most while a program thinks. A machine that runs in a slice of a larger
#: one may stand still when the slice is used up: the system counts nothing then, and charges it to
#: whatever ran; a nap that lasts too long tells. A nap may end so late without telling anything.
NAP: Final = 0.005
DROWSY: Final = 0.003


@dataclass(frozen=True, slots=True)
class Evidence:
    """Holds what was measured between a question and the verdict, in seconds."""

    limit: float
    wall: float
    cpu: float
    waited: float
    stolen: float
    judge_waited: float
    late_by: float | None
    cores: int
    load: float | None
    running: int | None
    measured: bool = True
    #: By so much `stolen` may be too little: see `LATE_COUNT`.
    unsure: float = 0.0
    #: It still waited for a core when the last look was taken: that wait is not in `waited`.
    starved: bool = False
    #: The whole machine stood still for so long, or a bit longer.
    stood_still: float = 0.0

    @property
    def held_up(self) -> float:
        """Gives the time in which the program could not run, whoever was to blame.

        Threads that wait for each other on the program's own cores are no excuse: the wait
        counts only as far as the cores were not busy with the program itself. And nothing was
        stolen from a program that slept. What was stolen while it ran may have been charged to
        it as processor time, too.
        """
        stolen = min(max(self.stolen, self.stood_still), self.cpu + self.waited)
        idle = max(0.0, self.wall - max(0.0, self.cpu - stolen) / self.cores)
        return min(self.waited + stolen, idle) + self.judge_waited

    @property
    def blame(self) -> str:
        """Says `program`, `machine` or `unclear`.

        An answer that came late is the machine's fault when it would have been in time but
        for the waiting; when it would have been but for a gap in which a program at work may have
        been robbed of its core, nobody knows. Without an answer: the program's, if it had its
        whole time and does not wait even now; the machine's, if it wanted a core all the while
        and did not get it; else nobody knows.

        >>> Evidence(1.0, 1.01, 0.2, 0.0, 0.0, 0.0, 0.01, 1, 0.5, 1).blame
        'program'
        >>> Evidence(1.0, 1.01, 0.6, 0.4, 0.0, 0.0, 0.01, 1, 3.0, 4).blame
        'machine'
        """
        if not self.measured:
            busy = self.load is not None and self.load > self.cores
            return "unclear" if busy else "program"
        if self.late_by is not None:
            if self.late_by <= self.held_up:
                return "machine"
            gap = max(0.0, self.wall - self.cpu - self.held_up)
            doubt = min(self.unsure, self.cpu + self.waited, gap)
            return "unclear" if self.late_by <= self.held_up + doubt else "program"
        if self.wall - self.held_up >= self.limit:
            return "unclear" if self.starved else "program"
        return "machine" if self.cpu + self.held_up >= 0.8 * self.wall else "unclear"

    @property
    def may_change(self) -> bool:
        """Tells whether the program is blamed now, and would not be for what may yet be counted."""
        robbed = replace(self, stolen=self.stolen + self.unsure)
        return self.blame == "program" != robbed.blame

    def to_dict(self) -> dict[str, Any]:
        """Gives the evidence as plain data, with the class."""
        facts = asdict(self)
        rounded = {k: round(v, 6) if isinstance(v, float) else v for k, v in facts.items()}
        return rounded | {"held_up": round(self.held_up, 6), "class": self.blame}


class Stopwatch:
    """Measures one move of one program; made right before the question is sent."""

    def __init__(self, child: Child, cores: Sequence[int]) -> None:
        """Notes what was used before the move."""
        self.child = child
        self.cores = cores
        self.before = child.usage(quick=True)
        self.stolen = usage.stolen(cores)
        self.judge = own_wait()
        self.sending = 0.0
        self.stood_still = 0.0

    def sent(self) -> None:
        """Notes that the question is on its way: the clock runs from before that on."""
        self.sending = own_wait() - self.judge
        self.judge += self.sending

    def listen(self) -> None:
        """Notes that the judge begins to wait for the program."""
        self.judge = own_wait()

    def woke(self, late: float) -> None:
        """Notes that a nap of the judge, which began when it last listened, ended so much too late.

        What it did not wait for a core itself, the machine stood still.
        """
        if late > DROWSY:
            self.stood_still += max(0.0, late - (own_wait() - self.judge))

    def judge_waited(self) -> float:
        """Gives how long the judge itself waited for a core since it last began to listen.

        By so much an answer may have arrived before it was seen; and by what it waited while it
        was sending, the question may have gone later than the clock says.
        """
        return own_wait() - self.judge + self.sending

    def cpu(self) -> float:
        """Gives the processor time that the program has used since the question."""
        return max(0.0, self.child.usage().cpu - self.before.cpu)

    def _without_answer(self, limit: float) -> tuple[usage.Usage, bool]:
        """Gives what the program has used, once no wait lasts on, and whether one still does."""
        first = now = self.child.usage()
        end = time.monotonic() + END_OF_WAIT
        while now.cpu - self.before.cpu + now.waited_since(self.before) < limit:
            if not self.child.wants_core():
                break
            if time.monotonic() >= end:
                return now, now.cpu - first.cpu < A_WHILE
            time.sleep(A_WHILE)
            now = self.child.usage()
        return now, False

    def evidence(self, limit: float, wall: float, late_by: float | None) -> Evidence:
        """Gives everything that was measured, once what would excuse the program is counted."""
        judge_waited = self.judge_waited()
        if late_by is None:
            now, starved = self._without_answer(limit)
        else:
            now, starved = self.child.usage(), False
        stolen = usage.stolen(self.cores)
        evidence = Evidence(
            limit=limit,
            wall=wall,
            cpu=max(0.0, now.cpu - self.before.cpu),
            waited=now.waited_since(self.before),
            stolen=max(0.0, stolen - self.stolen),
            judge_waited=judge_waited,
            late_by=late_by,
            cores=max(1, len(self.cores)),
            load=usage.load(),
            running=usage.running(),
            measured=usage.can_see_waits(),
            unsure=LATE_COUNT / proc.TICKS if stolen else 0.0,
            starved=starved,
            stood_still=self.stood_still,
        )
        if not evidence.may_change:
            return evidence
        time.sleep(evidence.unsure)
        return replace(evidence, stolen=max(0.0, usage.stolen(self.cores) - self.stolen))
