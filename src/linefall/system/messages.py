"""What a judge and a keeper say to each other: lines of plain text, read strictly.

    judge to keeper    the plan: `NAME VALUE...`, a line for each name of `PLAN`, and an empty line;
                       then single letters: `k` end everything, `s` stop the tree, `c` let it go on
    keeper to judge    events: `EVENT TIME VALUE...`, as listed in `EVENTS`

A number is written in decimals, a text as `=` and its bytes in hexadecimal, a time in nanoseconds
of the monotonic clock. Where programs are not fenced in, a hostile one may get hold of the socket:
whatever was not agreed on here is `Nonsense`, and nothing that is read is ever run or looked up.
"""

from __future__ import annotations

from linefall.system.light import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

LONGEST_EVENT = 4096
LONGEST_PLAN = 2**24
#: Enough for every amount of bytes and every time that a machine can have.
MOST_DIGITS = 18
NANO = 1e-9
#: The limits that a program can break.
LIMITS = ("memory", "scratch", "files", "open files", "mappings", "processes", "rest", "look")


class Nonsense(ValueError):
    """Says that something came over the socket which was not agreed on."""


def _number(word: bytes) -> int:
    digits = word.removeprefix(b"-")
    if not digits.isdigit() or len(digits) > MOST_DIGITS:
        raise Nonsense(f"no number: {word[:40]!r}")
    return int(word)


def _text(word: bytes) -> str:
    try:
        if word[:1] != b"=":
            raise ValueError
        return bytes.fromhex(word[1:].decode("ascii")).decode("utf-8", "surrogateescape")
    except ValueError:
        raise Nonsense(f"no text: {word[:40]!r}") from None


def _limit(word: bytes) -> str:
    if (name := _text(word)) not in LIMITS:
        raise Nonsense(f"no limit: {name[:40]!r}")
    return name


def _texts(words: list[bytes]) -> list[str]:
    return [_text(word) for word in words]


def _numbers(words: list[bytes]) -> list[int]:
    return [_number(word) for word in words]


def _pairs(words: list[bytes]) -> dict[str, str]:
    if len(words) % 2:
        raise Nonsense(f"{len(words)} texts are no pairs")
    return dict(zip(_texts(words[::2]), _texts(words[1::2]), strict=True))


def _one(read: Callable[[bytes], Any]) -> Callable[[list[bytes]], Any]:
    def read_one(words: list[bytes]) -> Any:
        if len(words) != 1:
            raise Nonsense(f"{len(words)} values where one is due")
        return read(words[0])

    return read_one


#: What a plan says, in this order, and how it is read.
PLAN: Mapping[str, Callable[[list[bytes]], Any]] = {
    **dict.fromkeys(("argv", "read", "listed", "write", "devices", "bubblewrap"), _texts),
    **dict.fromkeys(("environment", "links"), _pairs),
    **dict.fromkeys(("level", "scratch", "token"), _one(_text)),
    **dict.fromkeys(("memory", "processes", "file_size", "open_files"), _one(_number)),
    **dict.fromkeys(("scratch_limit", "nice", "stdin", "stdout", "stderr"), _one(_number)),
    "cores": _numbers,
}

#: What happens, with the facts of each event and how they are read.
EVENTS: Mapping[str, Mapping[str, Callable[[bytes], Any]]] = {
    "started": {"pid": _number, "keeper": _number},
    "failed": {"why": _text},
    "ended": {"status": _number},
    "stopped": {},
    "continued": {},
    "over": {"what": _limit, "amount": _number, "limit": _number},
    "gone": {"peak": _number},
    "broken": {"why": _text},
}


def write_event(event: str, nanoseconds: int, facts: Mapping[str, Any]) -> bytes:
    """Writes an event as one line.

    >>> write_event("ended", 1500000000, {"status": -9})
    b'ended 1500000000 -9\\n'
    """
    values = [_word(facts[name]) for name in EVENTS[event]]
    return b" ".join([event.encode(), b"%d" % nanoseconds, *values]) + b"\n"


def read_event(line: bytes) -> dict[str, Any]:
    """Reads what `write_event` wrote, and nothing else; `at` is in seconds.

    >>> read_event(b"ended 1500000000 -9")
    {'event': 'ended', 'at': 1.5, 'status': -9}
    """
    event, *words = line.split(b" ")
    facts = EVENTS.get(event.decode("latin-1"))
    if facts is None or len(words) != len(facts) + 1:
        raise Nonsense(f"no event: {line[:40]!r}")
    known = {"event": event.decode("latin-1"), "at": _number(words[0]) * NANO}
    read = (read(word) for read, word in zip(facts.values(), words[1:], strict=True))
    return known | dict(zip(facts, read, strict=True))


def write_plan(plan: Mapping[str, Any]) -> bytes:
    """Writes a plan, which must have every field of `PLAN`; others are left out."""
    lines = (b" ".join([name.encode(), *_words(plan[name])]) for name in PLAN)
    text = b"".join(line + b"\n" for line in lines) + b"\n"
    if len(text) > LONGEST_PLAN:
        raise Nonsense(f"a plan of {len(text)} bytes; {LONGEST_PLAN} are possible")
    return text


def read_plan(text: bytes) -> dict[str, Any]:
    """Reads what `write_plan` wrote, and nothing else."""
    *lines, blank, end = text.split(b"\n")
    if blank or end or len(lines) != len(PLAN):
        raise Nonsense(f"no plan: {text[:40]!r}")
    plan = {}
    for line, (name, read) in zip(lines, PLAN.items(), strict=True):
        first, *words = line.split(b" ")
        if first != name.encode():
            raise Nonsense(f"{first[:40]!r} where {name} should be")
        plan[name] = read(words)
    return plan


def _words(value: Any) -> list[bytes]:
    if isinstance(value, dict):
        value = [text for pair in value.items() for text in pair]
    return [_word(one) for one in value] if isinstance(value, list) else [_word(value)]


def _word(value: str | int) -> bytes:
    if isinstance(value, str):
        return b"=" + value.encode("utf-8", "surrogateescape").hex().encode()
    return b"%d" % value
