"""The errors that users can cause, by cause.

::

    Exception
    +-- LinefallError               anything a user can cause; catch this one at the edge
        +-- RulesError              impossible rules (also a ValueError)
        +-- NotationError           a text that means nothing, and where (also a ValueError)
        +-- PositionError           discs that no game can have left behind (also a ValueError)
        +-- HouseError              house rules that no table could mean (also a ValueError)
        +-- RecordError             bytes that are no game record (also a ValueError)
        +-- FileError               a file that cannot be written
        +-- MoveError               a move that the board refuses
            +-- ColumnFull          .column, .open_columns
            +-- NoSuchColumn        .column, .columns
            +-- GameOver            .winner, .column
            +-- NothingToUndo

Parts further up have errors of their own, each beside what raises it and a LinefallError, too:
``SettingsError``, ``SolverError``, ``RosterError``, ``StoreError`` and others.

Numbers inside errors count from 0, as everywhere in the library; their own sentences say so.
``linefall.notation.describe_error`` words the same facts for people.
"""

from __future__ import annotations

_SHOWN = 40  # characters of a user's text that a message quotes at most


class LinefallError(Exception):
    """Is the base of every error that a user of Linefall can cause."""


class RulesError(LinefallError, ValueError):
    """Says that no board can have these rules."""


class PositionError(LinefallError, ValueError):
    """Says that no game can lead to these discs."""


class HouseError(LinefallError, ValueError):
    """Says that no table could have these house rules, or not on this board."""


class RecordError(LinefallError, ValueError):
    """Says what keeps a text or a file from being a game record."""


class FileError(LinefallError):
    """Says that a file cannot be written, and why."""


class NotationError(LinefallError, ValueError):
    """Points at the character of a text that cannot be understood.

    >>> error = NotationError("44z3", 2, "a column is a digit from 1 to 7")
    >>> str(error)
    "a column is a digit from 1 to 7: character 3 ('z') of '44z3'"
    """

    def __init__(self, text: str, position: int, reason: str) -> None:
        super().__init__(text, position, reason)
        self.text = text
        self.position = position
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason}: {self._place()}"

    def _place(self) -> str:
        line, position, number = self._line()
        place = f"line {number}, " if "\n" in self.text else ""
        if position >= len(line):
            place += f"the end of {_clipped(line, position)}" if self.text else "the text is empty"
            return place
        return f"{place}character {position + 1} ({line[position]!r}) of {_clipped(line, position)}"

    def _line(self) -> tuple[str, int, int]:
        """Gives the line that has the character, where in it, and the line's number from 1."""
        start = self.text.rfind("\n", 0, self.position) + 1
        end = self.text.find("\n", start)
        line = self.text[start:] if end < 0 else self.text[start:end]
        return line, self.position - start, self.text.count("\n", 0, start) + 1


class MoveError(LinefallError):
    """Is the base of the errors of a board that refuses a move."""


class ColumnFull(MoveError):
    """Says that a column has no free cell, and which columns have.

    >>> str(ColumnFull(3, (0, 1)))
    'column 3 is full; open columns: 0 1 (counting from 0)'
    """

    def __init__(self, column: int, open_columns: tuple[int, ...]) -> None:
        super().__init__(column, open_columns)
        self.column = column
        self.open_columns = open_columns

    def __str__(self) -> str:
        open_columns = " ".join(map(str, self.open_columns))
        return f"column {self.column} is full; open columns: {open_columns} (counting from 0)"


class NoSuchColumn(MoveError):
    """Says that a board has no such column, and which it has.

    >>> str(NoSuchColumn(7, 7))
    'there is no column 7; columns are 0 to 6 (counting from 0)'
    """

    def __init__(self, column: int, columns: int) -> None:
        super().__init__(column, columns)
        self.column = column
        self.columns = columns

    def __str__(self) -> str:
        which = (
            "the only column is 0" if self.columns == 1 else f"columns are 0 to {self.columns - 1}"
        )
        return f"there is no column {short_number(self.column)}; {which} (counting from 0)"


class GameOver(MoveError):
    """Says that a game has ended, and how: ``winner`` is a side, or None for a draw."""

    def __init__(self, winner: int | None = None, column: int | None = None) -> None:
        super().__init__(winner, column)
        self.winner = winner
        self.column = column

    def __str__(self) -> str:
        if self.winner is None:
            return "the game is over: the board is full; only undo is possible"
        side = ("first", "second")[self.winner]
        return f"the game is over: the {side} player has a line; only undo is possible"


class NothingToUndo(MoveError):
    """Says that no move is left to take back."""

    def __str__(self) -> str:
        return "there is no move to take back"


def _clipped(text: str, position: int) -> str:
    """Quotes the part of `text` around `position`, short enough for one line."""
    start = max(0, min(position - _SHOWN // 2, len(text) - _SHOWN))
    end = start + _SHOWN
    before = "..." if start > 0 else ""
    after = "..." if end < len(text) else ""
    return f"{before}{text[start:end]!r}{after}"


def visible(text: str) -> str:
    """Gives a text with everything escaped that would disturb a screen.

    >>> visible("a\\x1b[2J")
    'a\\\\x1b[2J'
    """
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def short_number(number: int) -> str:
    """Writes a number, or only how long it is when that would flood the line."""
    if number.bit_length() > 64:  # also keeps clear of Python's limit on int -> str
        return f"{'-' if number < 0 else ''}<a number of {number.bit_length()} bits>"
    return str(number)
