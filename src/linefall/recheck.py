"""Judges a record again, from the record alone: the moves, and the evidence of a fault.

`GameRecord.check` asks the board; this asks the evidence, too: was the answer really no open
column, was the time really over, does the class of a time loss follow from its figures?
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from linefall.clock import Evidence
from linefall.notation import counted
from linefall.protocol import SHOWN, ProtocolError, parse_answer
from linefall.record import GameRecord

#: A measured time may exceed the limit by what rounding in the record can hide.
ROUNDING: Final = 1e-5
#: What `escape` makes of an answer that it shows whole: four characters a byte, and quotes.
LONGEST_ANSWER: Final = 4 * SHOWN + 2


def recheck(record: GameRecord) -> tuple[str, ...]:
    """Gives each thing in a record that does not agree; nothing when every verdict holds.

    >>> from linefall.record import Verdict
    >>> from linefall.rules import Rules
    >>> verdict = Verdict(1, "illegal move", "...", {"player": "A", "received": "'3\\\\n'"})
    >>> recheck(GameRecord(Rules(), verdict=verdict))
    ("the answer '3\\\\n' was an open column",)
    """
    problems = list(record.check()) + list(_times(record))
    evidence = record.verdict.evidence
    if not problems and "player" in evidence:
        check = _CHECKS.get(record.verdict.cause)
        try:
            problems += _loser(record, evidence)
            problems += check(record, evidence) if check is not None else ()
        except (LookupError, TypeError, ValueError, AttributeError, SyntaxError, ArithmeticError):
            problems.append("the evidence cannot be read")
    return tuple(problems)


def _times(record: GameRecord) -> Iterator[str]:
    for number, time in enumerate(record.times, start=1):
        if time is not None and record.seconds and time.wall > record.seconds + ROUNDING:
            yield f"move {number} took {time.wall:g} s of {record.seconds:g}"


def _loser(record: GameRecord, evidence: Mapping[str, Any]) -> Iterator[str]:
    """Whoever is to blame has not won; a fault in an answer is the mover's."""
    loser = {"A": 0, "B": 1}.get(evidence["player"])
    if loser is None or record.verdict.winner != 1 - loser:
        yield f"player {evidence['player']} is to blame, and the other did not win"
    elif record.verdict.cause in ("time", "illegal move"):
        mover = record.player_of(record.board().to_move)
        if mover != loser:
            yield f"player {'AB'[mover]} was to move, and player {'AB'[loser]} is to blame"


def _answer(record: GameRecord, evidence: Mapping[str, Any]) -> int | None:
    """Reads the answer again; None when it is no whole number, or was cut short."""
    text = evidence["received"]
    if not text.endswith(("'", '"')):
        return None
    if len(text) > LONGEST_ANSWER:  # `escape` did not write that: reading it may take all memory
        raise ValueError("more than a judge writes")
    columns_from = evidence.get("columns_from", record.conditions.get("columns_from", 0))
    try:
        line = ast.literal_eval(text).encode("latin-1")
        return parse_answer(line, columns_from=columns_from)
    except ProtocolError:
        return None


def _illegal(record: GameRecord, evidence: Mapping[str, Any]) -> Iterator[str]:
    if _answer(record, evidence) in record.board().open_columns:
        yield f"the answer {evidence['received']} was an open column"


def _protocol(record: GameRecord, evidence: Mapping[str, Any]) -> Iterator[str]:
    if not evidence.get("out_of_turn") and _answer(record, evidence) is not None:
        yield f"the answer {evidence['received']} was a whole number"


def _time(record: GameRecord, evidence: Mapping[str, Any]) -> Iterator[str]:
    facts = dict(evidence["time"])
    said = facts.pop("class")
    facts.pop("held_up", None)
    measured = Evidence(**facts)
    if measured.limit != record.seconds:
        yield f"the limit was {record.seconds}, the evidence says {measured.limit}"
    if measured.wall + ROUNDING < measured.limit:
        yield f"{measured.wall:g} s had passed of {measured.limit:g}"
    elif measured.blame != said:
        yield f"by its figures the loss is the fault of: {measured.blame}, not {said}"


def _start(record: GameRecord, _evidence: Mapping[str, Any]) -> Iterator[str]:
    if record.moves:
        yield f"a start-up fault after {counted(len(record.moves), 'move')}"


def _memory(record: GameRecord, evidence: Mapping[str, Any]) -> Iterator[str]:
    if evidence["memory"] <= evidence["limit"] or evidence["limit"] != record.conditions["memory"]:
        yield f"{evidence['memory']} bytes of memory were used of {record.conditions['memory']}"


_CHECKS: Final[Mapping[str, Callable[[GameRecord, Mapping[str, Any]], Iterator[str]]]] = {
    "illegal move": _illegal,
    "protocol": _protocol,
    "time": _time,
    "start-up": _start,
    "memory": _memory,
}
