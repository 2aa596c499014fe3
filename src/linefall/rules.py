"""The size of a board and the length of a line: all that one game of Connect-X differs by."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

from linefall.errors import NotationError, RulesError

LARGEST = 100
"""The most rows, columns, or discs in line that rules can ask for."""

_NUMBER = re.compile(r"[0-9]*")


@dataclass(frozen=True, slots=True, order=True)
class Rules:
    """Holds rows, columns and how many in line win; each from 1 to 100.

    A line longer than the board is legal: such a game can only be drawn.

    >>> Rules()
    Rules(rows=6, columns=7, connect=4)
    >>> str(Rules(8, 9, 5))
    '8x9x5'
    """

    rows: int = 6
    columns: int = 7
    connect: int = 4

    def __post_init__(self) -> None:
        for field in fields(self):
            _check(field.name, getattr(self, field.name))

    @property
    def cells(self) -> int:
        """Counts the cells of the board.

        >>> Rules().cells
        42
        """
        return self.rows * self.columns

    @property
    def bits_needed(self) -> int:
        """Counts the bits of a side's discs: one a cell, and a spare one above each column.

        >>> Rules().bits_needed
        49
        """
        return (self.rows + 1) * self.columns

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Reads rules from their text, rows x columns x connect.

        >>> Rules.parse("8x9x5")
        Rules(rows=8, columns=9, connect=5)
        """
        numbers: list[int] = []
        position = 0
        for name in ("rows", "columns", "connect"):
            if numbers:
                position = _past_x(text, position, name)
            number, position = _number(text, position, name)
            numbers.append(number)
        if position < len(text):
            raise NotationError(text, position, "nothing may follow a board such as 6x7x4")
        return cls(*numbers)

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}x{self.connect}"


def _check(name: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RulesError(f"{name} must be a whole number from 1 to {LARGEST}, not {value!r:.40}")
    if not 1 <= value <= LARGEST:
        given = value if value.bit_length() <= 64 else "a number that is far too large"
        raise RulesError(f"{name} must be from 1 to {LARGEST}, not {given}")


def _past_x(text: str, position: int, name: str) -> int:
    if text[position : position + 1] != "x":
        raise NotationError(text, position, f"a board such as 6x7x4 has an x before its {name}")
    return position + 1


def _number(text: str, position: int, name: str) -> tuple[int, int]:
    match = _NUMBER.match(text, position)
    assert match is not None  # the pattern takes the empty text too
    digits = match.group()
    if not digits:
        raise NotationError(text, position, f"a board such as 6x7x4 has a number for its {name}")
    if digits[0] == "0" or len(digits) > 3 or int(digits) > LARGEST:
        raise NotationError(text, position, f"{name} must be a number from 1 to {LARGEST}")
    return int(digits), match.end()
