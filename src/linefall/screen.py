"""A screen of text: what it can show, and a board painted on it.

The same board goes to a colour terminal, to one that knows ASCII only, to a pipe or to a screen
reader; `Screen` knows which it is. Nothing here knows the rules of a house.
"""

from __future__ import annotations

import os
import shutil
import textwrap
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TextIO

from linefall.board import Board, Cell
from linefall.notation import format_column
from linefall.picture import letters, matrix, shapes

CODES: Final[Mapping[str, int]] = {
    "red": 31,
    "green": 32,
    "yellow": 33,
    "blue": 34,
    "magenta": 35,
    "cyan": 36,
    "white": 37,
}
FRAME_SECONDS: Final = 0.035


@dataclass(frozen=True, slots=True)
class Paint:
    """Says how the two sides of a board look (side 0 first) and how columns are counted."""

    symbols: tuple[str, str]
    colours: tuple[str, str]
    shapes: tuple[str, str] = shapes.SIDES
    columns_from: int = 1


class Screen:
    """Writes lines and boards to a stream, no better than the stream can show them."""

    def __init__(
        self,
        out: TextIO,
        *,
        terminal: bool = False,
        colour: bool = False,
        plain: bool = False,
        ascii_only: bool = False,
        size: Callable[[], tuple[int, int]] = lambda: (80, 24),
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.out = out
        self.terminal = terminal and not plain
        self.colour = colour and not plain
        self.plain = plain
        self.ascii_only = ascii_only
        self._size = size
        self._sleep = sleep

    @classmethod
    def of(cls, out: TextIO, *, plain: bool, environment: Mapping[str, str] = os.environ) -> Screen:
        """Finds out what a stream can show.

        Colour is wanted also in a pipe, unless NO_COLOR is set; which looks use it there is
        theirs to say.
        """
        terminal = out.isatty() and environment.get("TERM", "dumb") != "dumb"
        dumb = out.isatty() and not terminal
        return cls(
            out,
            terminal=terminal,
            colour=not environment.get("NO_COLOR") and not dumb,
            plain=plain,
            ascii_only=not can_show("".join(shapes.SHAPES), out, environment),
            size=lambda: _size_of(out),
        )

    @property
    def animated(self) -> bool:
        """Says whether a falling disc can be shown."""
        return self.terminal and self.colour

    def say(self, text: str = "") -> None:
        """Writes a line; on a terminal that is too narrow for it, in several, at its blanks."""
        lines = text.split("\n")
        if self.terminal:
            width = self._size()[0]
            lines = [
                part
                for line in lines
                for part in textwrap.wrap(line, width, break_on_hyphens=False) or [""]
            ]
        self._put_lines(lines)

    def ask(self, prompt: str) -> None:
        """Writes a prompt and leaves the cursor behind it."""
        self._put(prompt)

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Shows a text on a terminal while something else works, and takes it away again."""
        if not self.terminal:
            yield
            return
        self._put(text[: self._size()[0] - 1])  # one line: a second one would stay
        try:
            yield
        finally:
            self._put("\r\x1b[K")

    def _put_lines(self, lines: Sequence[str]) -> None:
        self._put("".join(f"{line}\n" for line in lines))

    def _put(self, text: str) -> None:
        encoding = self.out.encoding or "utf-8"
        self.out.write(text.encode(encoding, "backslashreplace").decode(encoding))
        self.out.flush()

    # ---------------------------------------------------------------------------------- boards

    def show(self, board: Board, look: str, paint: Paint, facts: Sequence[str] = ()) -> None:
        """Writes a board in one of the looks, with facts to its right where they fit."""
        self._put_lines(self.lines(board, look, paint, facts))

    def lines(self, board: Board, look: str, paint: Paint, facts: Sequence[str] = ()) -> list[str]:
        """Gives the lines of a board in one of the looks."""
        if look == "letters":
            drawn = letters.draw(board, symbols=paint.symbols, columns_from=paint.columns_from)
            return self._painted(drawn.split("\n"), board, paint, facts)
        if look == "matrix":
            drawn = matrix.draw(board, symbols=paint.symbols, columns_from=paint.columns_from)
            return self._painted(drawn.split("\n"), board, paint, facts)
        if look == "plain":
            return self._painted(_plain(board, paint), board, paint, facts, colour=False)
        return {
            "shapes": lambda: self._shapes(board, paint),
            "numbers": lambda: shapes.numbers(board, parts=self._parts_of(board, len("0,"))),
            "bins": lambda: shapes.bins(board),
        }[look]().split("\n")

    def _shapes(self, board: Board, paint: Paint) -> str:
        cell = shapes.cell_width(board, columns_from=paint.columns_from) + 1
        return shapes.draw(
            board,
            parts=self._parts_of(board, cell, bar=1),
            colour=self.colour,
            terminal=self.terminal,
            shapes=self._glyphs(paint),
            colours=[CODES[colour] for colour in paint.colours],
            columns_from=paint.columns_from,
        )

    def _glyphs(self, paint: Paint) -> tuple[str, ...]:
        """Gives the shapes of the four numbers, or letters for their colours."""
        if not self.ascii_only:
            return shapes.glyphs(paint.shapes)
        first, second = (colour[0].upper() for colour in paint.colours)
        return first, second, f"{first}*", f"{second}*"

    def _painted(
        self,
        lines: list[str],
        board: Board,
        paint: Paint,
        facts: Sequence[str],
        *,
        colour: bool = True,
    ) -> list[str]:
        """Colours the discs of a drawing and puts the facts beside it, or below if too narrow."""
        width = len(lines[0])
        lines = [line.ljust(width) if i < len(facts) else line for i, line in enumerate(lines)]
        fits = width + 2 + max(map(len, facts), default=0) <= self._size()[0]
        parts = self._parts(lines, board, paint, colour=colour and self.terminal and self.colour)
        if not facts or (not fits and self.terminal):
            return [*(line for part in parts for line in part), *filter(None, facts)]
        pairs = zip(parts[0], facts, strict=False)
        beside = [f"{line}  {fact}" if fact else line for line, fact in pairs]
        return [*beside, *parts[0][len(facts) :], *filter(None, facts[len(lines) :])]

    def _parts(
        self, lines: list[str], board: Board, paint: Paint, *, colour: bool
    ) -> list[list[str]]:
        """Colours a drawing; one that is wider than the terminal comes in parts, left to right."""
        width = cell_width(board, paint) + 1
        marked = shapes.marks(board) if colour and board.plies else frozenset()
        parts = []
        for span in self._parts_of(board, width, bar=1):
            cut = [line[span.start * width : span.stop * width + 1] for line in lines]
            if colour:
                cut = [
                    self._colour_line(board.rules.rows - 1 - i, line, board, paint, marked, span)
                    for i, line in enumerate(cut)
                ]
            parts.append(cut)
        return parts

    def _parts_of(self, board: Board, cell: int, *, bar: int = 0) -> list[range]:
        """Gives the columns of each part of a drawing; in a pipe it is as wide as it is."""
        columns = board.rules.columns
        width = self._size()[0] - bar if self.terminal else columns * cell
        return parts_of(columns, cell, width)

    def _colour_line(
        self,
        row: int,
        line: str,
        board: Board,
        paint: Paint,
        marked: frozenset[Cell],
        span: range,
    ) -> str:
        """Colours the discs of one row in a part of a drawing, from the right: places stay true."""
        width = cell_width(board, paint)
        for column in reversed(span) if row >= 0 else ():
            side = board[column, row]
            if side is not None:
                start = 1 + (column - span.start) * (width + 1)
                code = f"1;7;{CODES[paint.colours[side]]}"
                if Cell(column, row) not in marked:
                    code = code.replace(";7", "")
                cell = line[start : start + width]
                line = f"{line[:start]}\x1b[{code}m{cell}\x1b[0m{line[start + width :]}"
        return line

    def show_drop(self, board: Board, look: str, paint: Paint, facts: Sequence[str] = ()) -> None:
        """Writes a board after a drop; where it can be shown, the last disc falls into place."""
        after = self.lines(board, look, paint, facts)
        columns, rows = self._size()
        width = board.rules.columns * (cell_width(board, paint) + 2)  # or a little less
        small = len(after) < rows and width < columns
        if self.animated and small and look in ("letters", "matrix", "shapes"):
            before = board.copy()
            column = before.undo()
            self._fall(before, column, look, paint, len(after))
        self._put_lines(after)

    def _fall(self, board: Board, column: int, look: str, paint: Paint, height: int) -> None:
        """Draws the board before the drop, lets the disc fall through it, and goes back up."""
        drawn = self.lines(board, look, paint)
        drawn += [""] * (height - len(drawn))
        self._put_lines(drawn)
        step, top = (2, 1) if look == "shapes" else (1, 0)
        width = max(step, cell_width(board, paint))
        place = 2 + column * (width + 1)
        empty = {"letters": letters.EMPTY.rjust(width)}.get(look, " " * width)
        disc = self._disc(board.to_move, look, paint, width)
        for row in range(board.rules.rows - 1, board.height(column) - 1, -1):
            up = height - top - step * (board.rules.rows - 1 - row)
            self._put(f"\x1b[{up}A\x1b[{place}G{disc}\x1b[{up}B\r")
            self._sleep(FRAME_SECONDS)
            self._put(f"\x1b[{up}A\x1b[{place}G{empty}\x1b[{up}B\r")
        self._put(f"\x1b[{height}A\r\x1b[J")

    def _disc(self, side: int, look: str, paint: Paint, width: int) -> str:
        code = CODES[paint.colours[side]]
        if look == "shapes":
            return f"\x1b[{code}m{self._glyphs(paint)[side]}\x1b[0m"
        return f"\x1b[1;{code}m{paint.symbols[side].rjust(width)}\x1b[0m"


def _plain(board: Board, paint: Paint) -> list[str]:
    """Draws a board without bars: the marks of the two sides, dots, and column numbers below."""
    width, columns = cell_width(board, paint), range(board.rules.columns)
    rows = [
        ["." if (side := board[c, row]) is None else paint.symbols[side] for c in columns]
        for row in reversed(range(board.rules.rows))
    ]
    rows.append([format_column(c, columns_from=paint.columns_from) for c in columns])
    return ["".join(f" {cell:>{width}}" for cell in row) for row in rows]


def _size_of(out: TextIO) -> tuple[int, int]:
    """Asks the terminal itself first: the environment may speak of another one."""
    try:
        columns, rows = os.get_terminal_size(out.fileno())
    except (OSError, ValueError):
        columns, rows = shutil.get_terminal_size((80, 24))
    return columns or 80, rows or 24


def cell_width(board: Board, paint: Paint) -> int:
    """Gives how wide a cell is: as wide as the longest column number."""
    last = format_column(board.rules.columns - 1, columns_from=paint.columns_from)
    return len(last)


def parts_of(columns: int, cell: int, width: int) -> list[range]:
    """Gives the columns of each part of a drawing: as few parts as can be, equally wide.

    >>> parts_of(12, 2, 24), parts_of(12, 2, 23)
    ([range(0, 12)], [range(0, 6), range(6, 12)])
    """
    fitting = max(1, width // cell)
    most = -(-columns // -(-columns // fitting))
    return [range(columns)[first : first + most] for first in range(0, columns, most)]


def can_show(text: str, out: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Says whether a stream can show a text: by its encoding, and on a terminal by its locale.

    Python writes UTF-8 also where the locale is C; a terminal that was told C shows rubbish then.
    """
    try:
        text.encode(out.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    if not out.isatty() or environment.get("PYTHONIOENCODING") or environment.get("PYTHONUTF8"):
        return True
    names = (environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next((name for name in names if name), "") not in ("C", "POSIX")
