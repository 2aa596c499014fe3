"""The lines spoken between a program and the judge, both ways; docs/protocol.md in code.

    program:  Ready
    judge:    N M X F T      rows, columns, in line, 1 if you move first, seconds for each move
                             (and, to programs known to take it, a sixth word: the opening)
    program:  3              its column, on its turn
    judge:    2              the other's column

Reading is strict and says precisely what was wrong. Columns count from 0 inside; `columns_from`
says how the program counts.

>>> format_setup(Rules(4, 7, 4), first=False, seconds=0.2)
'4 7 4 0 0.2'
>>> parse_answer(b" 3\\r\\n")
3
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from linefall.board import Board
from linefall.errors import LinefallError, MoveError, RulesError
from linefall.rules import Rules

READY: Final = "Ready"
#: The longest answer that is read; whoever sends more is flooding.
LONGEST_LINE: Final = 4096
#: A whole number as people write it: an optional sign and ASCII digits, nothing else.
WHOLE_NUMBER: Final = re.compile(rb"[+-]?[0-9]+")
#: Blanks that may stand around an answer. A line ends with LF or CR LF.
BLANKS: Final = b" \t"
SHOWN: Final = 200


class ProtocolError(LinefallError, ValueError):
    """Says which line broke the protocol, and how: `.received` is the line, escaped."""

    def __init__(self, received: bytes, reason: str) -> None:
        """Keeps the line in a form that any terminal can show."""
        super().__init__(received, reason)
        self.received = escape(received)
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason}: {self.received}"


@dataclass(frozen=True, slots=True)
class Setup:
    """Holds what the judge's first line says: the board, whether you begin, and the clock."""

    rules: Rules
    first: bool
    seconds: float
    opening: tuple[int, ...] = ()


def escape(data: bytes, most: int = SHOWN) -> str:
    """Shows bytes as printable ASCII in quotes, at most so many, and says how many there were.

    >>> escape(b"3\\xff\\r\\n")
    "'3\\\\xff\\\\r\\\\n'"
    """
    shown = ascii(data[:most].decode("latin-1"))
    return shown if len(data) <= most else f"{shown}... ({len(data)} bytes)"


def format_seconds(seconds: float) -> str:
    """Writes a time as a plain decimal, never with an exponent.

    >>> format_seconds(0.05), format_seconds(1.0), format_seconds(1e-7)
    ('0.05', '1', '0.0000001')
    """
    text = format(Decimal(repr(float(seconds))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def format_setup(
    rules: Rules,
    *,
    first: bool,
    seconds: float,
    opening: Sequence[int] = (),
    columns_from: int = 0,
) -> str:
    """Writes the judge's first line; the moves of an opening are its sixth word.

    >>> format_setup(Rules(), first=True, seconds=1, opening=(3, 2))
    '6 7 4 1 1 3,2'
    """
    size = f"{rules.rows} {rules.columns} {rules.connect}"
    moves = ",".join(format_column(column, columns_from=columns_from) for column in opening)
    return f"{size} {int(first)} {format_seconds(seconds)} {moves}".rstrip()


def parse_setup(line: str, *, columns_from: int = 0) -> Setup:
    """Reads the judge's first line, for programs; a `ProtocolError` says what is wrong.

    >>> parse_setup("4 7 4 0 0.2")
    Setup(rules=Rules(rows=4, columns=7, connect=4), first=False, seconds=0.2, opening=())
    """
    raw = line.encode("utf-8", "replace")
    words = line.split()
    if len(words) not in (5, 6):
        raise ProtocolError(raw, f"expected N M X F T, five words, got {len(words)}")
    try:
        if not line.isascii() or "_" in line:  # which Python would read
            raise ValueError
        rows, columns, connect = (int(word) for word in words[:3])
        seconds = float(words[4])
        opening = tuple(int(part) - columns_from for word in words[5:] for part in word.split(","))
    except ValueError:
        raise ProtocolError(raw, "expected N M X F T, numbers") from None
    if words[3] not in ("0", "1") or not 0 < seconds < float("inf"):
        raise ProtocolError(raw, "expected N M X F T with F 0 or 1 and T above 0")
    try:
        setup = Setup(Rules(rows, columns, connect), words[3] == "1", seconds, opening)
        Board(setup.rules, opening)
    except RulesError as error:
        raise ProtocolError(raw, f"a board that cannot be ({error})") from None
    except MoveError as error:
        raise ProtocolError(raw, f"an opening that cannot be played ({error})") from None
    return setup


def format_column(column: int, *, columns_from: int = 0) -> str:
    """Writes a column as programs that count from `columns_from` read it."""
    return str(column + columns_from)


def parse_answer(line: bytes, *, columns_from: int = 0) -> int:
    """Reads a program's answer: any whole number, whether or not there is such a column.

    Numbers of more than 18 digits come out as a number that no board has, with the same sign.
    """
    text = _stripped(line)
    if not WHOLE_NUMBER.fullmatch(text):
        raise ProtocolError(line, _why_not(text))
    if len(text) > 18:
        text = text[:1].strip(b"+0123456789") + (text.lstrip(b"+-").lstrip(b"0") or b"0")[:18]
    return int(text) - columns_from


def _stripped(line: bytes) -> bytes:
    """Gives a line without its end, LF or CR LF, and without blanks around it."""
    return line.removesuffix(b"\n").removesuffix(b"\r").strip(BLANKS)


def _why_not(text: bytes) -> str:
    """Says what an answer is, when it is no whole number."""
    if not text:
        return "an empty line where a column should be"
    if text == READY.encode():
        return "a second Ready where a column should be"
    if any(byte > 126 or byte < 32 for byte in text):
        return "characters that are not printable ASCII where a column should be"
    if WHOLE_NUMBER.match(text):
        return "more than a whole number where a column should be"
    return "text that is no whole number where a column should be"


def is_ready(line: bytes) -> bool:
    """Says whether a line is the word Ready, alone on its line.

    >>> is_ready(b"Ready\\r\\n"), is_ready(b"ready\\n")
    (True, False)
    """
    return _stripped(line) == READY.encode()
