"""The board: discs that fall, and the lines they make. Works for any size and is the reference.

How the discs are kept. Each side has one plain integer per column; bit ``row + 1`` stands for the
disc in that row, and the list of columns ends with one column that is always empty::

      row 2   . . .         bit 3 of each column
      row 1   . o .         bit 2
      row 0   x x o         bit 1
      (-1)    . . . (.)     bit 0, never set
     column   0 1 2  3 = -1, always empty

A walk along a line therefore runs off the board into an empty cell on every side, without a
comparison: below into bit 0, above into a bit that is not set, right into the last column, and
left into it again, because Python's index -1 is the last one. One column is at most 101 bits, so
neither a drop nor the look along the four lines through one cell costs more on a bigger board.

Outside, ``bits`` gives each side as one integer with a spare row on top of every column: the disc
in (column, row) is bit ``column * (rows + 1) + row``. The compiled core has the same layout.
"""

from __future__ import annotations

from collections.abc import Iterable

from linefall.errors import (
    ColumnFull,
    GameOver,
    MoveError,
    NoSuchColumn,
    NothingToUndo,
    PositionError,
    short_number,
)
from linefall.outcome import Cell, Direction, Outcome
from linefall.rules import Rules

__all__ = ["Board", "Cell", "Direction", "Outcome", "centre_first"]

_DRAW = Outcome(None, (), (), "full")
_SYMBOLS = "xo"


class Board:
    """Holds a position and the moves that led to it.

    Sides are 0 (moves first) and 1. Columns and rows count from 0, row 0 at the bottom.

    >>> board = Board()
    >>> board.drop(3)
    Cell(column=3, row=0)
    >>> board.to_move, board.plies, board.open_columns
    (1, 1, (0, 1, 2, 3, 4, 5, 6))
    """

    __slots__ = (
        "_columns",
        "_discs",
        "_heights",
        "_last",
        "_line",
        "_missing",
        "_moves",
        "_open",
        "_plies",
        "_rows",
        "_rules",
    )

    def __init__(self, rules: Rules = Rules(), moves: Iterable[int] = ()) -> None:
        if not isinstance(rules, Rules):  # most likely the moves, or a size
            raise TypeError(f"a board takes rules such as Rules(6, 7, 4), not {rules!r:.40}")
        if isinstance(moves, str):
            raise TypeError(
                f"moves are columns from 0 such as [3, 3, 4], not {moves!r:.40}; "
                "linefall.notation.parse_moves reads text"
            )
        self._rules = rules
        self._rows = rules.rows
        self._columns = rules.columns
        self._missing = rules.connect - 1  # discs that make a line with one more
        self._discs = ([0] * (rules.columns + 1), [0] * (rules.columns + 1))
        self._heights = [0] * rules.columns
        self._open = tuple(range(rules.columns))
        self._plies = 0
        self._moves: list[int] = []
        self._last: int | None = None  # where the last disc lies in a finished set-up position
        self._line = False  # whether the last disc is part of a line
        for column in moves:
            self.drop(column)

    # -- what there is ---------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """Gives the rules of this board."""
        return self._rules

    @property
    def moves(self) -> tuple[int, ...]:
        """Lists the columns played so far (on a set-up position: since then)."""
        return tuple(self._moves)

    @property
    def plies(self) -> int:
        """Counts the discs on the board."""
        return self._plies

    @property
    def to_move(self) -> int:
        """Gives the side whose turn it is: 0 or 1."""
        return self._plies & 1

    @property
    def open_columns(self) -> tuple[int, ...]:
        """Lists the columns that take a disc, from the left; none once the game is over."""
        return () if self._line else self._open

    @property
    def bits(self) -> tuple[int, int]:
        """Gives the discs of each side as one integer, bit ``column * (rows + 1) + row``.

        >>> Board(moves=[0, 1]).bits
        (1, 128)
        """
        return self._joined(0), self._joined(1)

    def height(self, column: int) -> int:
        """Counts the discs in a column.

        >>> Board(moves=[3, 3, 4]).height(3)
        2
        """
        return self._heights[self._checked(column)]

    def __getitem__(self, cell: tuple[int, int]) -> int | None:
        """Gives the side whose disc lies in (column, row), or None.

        >>> board = Board(moves=[3, 3])
        >>> board[3, 0], board[3, 1], board[3, 2]
        (0, 1, None)
        """
        column, row = self._checked_cell(cell)
        bit = row + 1
        if self._discs[0][column] >> bit & 1:
            return 0
        return 1 if self._discs[1][column] >> bit & 1 else None

    def _repr_svg_(self) -> str:
        """Shows the board as a picture in a notebook."""
        from linefall.picture import svg  # a higher layer, needed by notebooks alone

        return svg.draw(self)

    # -- moves -----------------------------------------------------------------------------------

    def drop(self, column: int) -> Cell:
        """Drops a disc of the side to move and returns the cell where it lands.

        >>> Board(moves=[3]).drop(3)
        Cell(column=3, row=1)
        """
        if self._line or column < 0 or column >= self._columns:
            raise self._refusal(column)
        row = self._heights[column]
        if row == self._rows:
            raise self._refusal(column)
        mine = self._discs[self._plies & 1]
        mine[column] |= 2 << row
        self._line = self._completes(mine, column, row)
        self._heights[column] = row + 1
        self._plies += 1
        self._moves.append(column)
        if row + 1 == self._rows:
            self._open = tuple(other for other in self._open if other != column)
        return Cell(column, row)

    def undo(self) -> int:
        """Takes the last disc back and returns its column.

        >>> board = Board(moves=[3, 4])
        >>> board.undo(), board.moves
        (4, (3,))
        """
        if not self._moves:
            raise NothingToUndo
        column = self._moves.pop()
        self._plies -= 1
        row = self._heights[column] - 1
        self._heights[column] = row
        self._discs[self._plies & 1][column] ^= 2 << row
        if row + 1 == self._rows:
            self._open = tuple(sorted((*self._open, column)))
        self._line = False  # nobody can have dropped a disc after a line
        return column

    def copy(self) -> Board:
        """Makes a board of its own with the same position and moves."""
        twin = Board.__new__(Board)
        twin._rules = self._rules
        twin._rows = self._rows
        twin._columns = self._columns
        twin._missing = self._missing
        twin._discs = (self._discs[0].copy(), self._discs[1].copy())
        twin._heights = self._heights.copy()
        twin._open = self._open
        twin._plies = self._plies
        twin._moves = self._moves.copy()
        twin._last = self._last
        twin._line = self._line
        return twin

    __copy__ = copy

    # -- lines -----------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Says how the game ended, or None while it goes on.

        >>> Board(moves=[0, 1, 0, 1, 0, 1, 0]).outcome().winner
        0
        """
        if self._line:
            lines = self.lines()
            cells = sorted({cell for line in lines.values() for cell in line})
            return Outcome(1 - self.to_move, tuple(cells), tuple(lines), "line")
        return None if self._open else _DRAW

    def line(self, direction: Direction, column: int | None = None) -> tuple[Cell, ...]:
        """Gives every cell of the line through the last disc, or through the top of `column`.

        Empty when there is no such disc or fewer than ``connect`` in line.

        >>> len(Board(moves=[0, 1, 0, 1, 0, 1, 0]).line(Direction.VERTICAL))
        4
        """
        top = self._top(column)
        if top is None:
            return ()
        mine = self._discs[0 if self._discs[0][top.column] >> (top.row + 1) & 1 else 1]
        dcolumn, drow = direction.step
        before = _run(mine, top, -dcolumn, -drow)
        after = _run(mine, top, dcolumn, drow)
        if before + after < self._missing:
            return ()
        steps = range(-before, after + 1)
        return tuple(sorted(Cell(top.column + n * dcolumn, top.row + n * drow) for n in steps))

    def lines(self, column: int | None = None) -> dict[Direction, tuple[Cell, ...]]:
        """Gives the lines through the last disc, or through the top of `column`, by direction.

        >>> list(Board(moves=[0, 1, 0, 1, 0, 1, 0]).lines())
        [<Direction.VERTICAL: (0, 1)>]
        """
        found = ((direction, self.line(direction, column)) for direction in Direction)
        return {direction: line for direction, line in found if line}

    def winning_moves(self, side: int | None = None) -> tuple[int, ...]:
        """Lists the open columns where `side` (by default the side to move) completes a line.

        >>> Board(moves=[0, 1, 0, 1, 0, 1]).winning_moves()
        (0,)
        """
        mine = self._of(self.to_move if side is None else side)
        heights = self._heights
        return tuple(c for c in self.open_columns if self._completes(mine, c, heights[c]))

    def completes_line(self, cell: tuple[int, int], side: int) -> bool:
        """Tells whether a disc of `side` in (column, row), in reach or not, is part of a line.

        >>> Board(moves=[0, 0, 1, 1, 2]).completes_line((3, 0), 0)
        True
        """
        return self._completes(self._of(side), *self._checked_cell(cell))

    # -- set-up positions ------------------------------------------------------------------------

    @classmethod
    def from_bits(cls, rules: Rules, first_bits: int, second_bits: int) -> Board:
        """Sets up a position without its history: ``moves`` is empty and ``undo`` stops there.

        Refuses discs that hang in the air, counts that turns cannot give, and lines that cannot
        all have been made by the last disc. Whether some order of turns stacks the discs like
        this is not looked into.

        >>> print(Board.from_bits(Rules(2, 2, 2), 0b000001, 0b001000))
        . .
        x o
        """
        board = cls(rules)
        board._fill(first_bits, second_bits)
        board._find_line()
        return board

    def _fill(self, first_bits: int, second_bits: int) -> None:
        counts = first_bits.bit_count(), second_bits.bit_count()
        stride = self._rows + 1
        if (least := min(first_bits, second_bits)) < 0:
            raise PositionError(f"bits are a number from 0 up, not {short_number(least)}")
        if shared := first_bits & second_bits:
            column, row = divmod((shared & -shared).bit_length() - 1, stride)
            raise PositionError(f"both players have a disc in column {column}, row {row} (from 0)")
        if counts[0] - counts[1] not in (0, 1):
            raise PositionError(
                f"{counts[0]} discs of the first player and {counts[1]} of the second: turns "
                "alternate, so the first player has as many as the second or one more"
            )
        if (first_bits | second_bits) >> self._rules.bits_needed:
            raise PositionError(f"a disc lies beyond the last column of a board {self._rules}")
        for column in range(self._columns):
            taken = (first_bits | second_bits) >> (column * stride) & ((1 << stride) - 1)
            if taken & (taken + 1):
                raise PositionError(f"a disc in column {column} (from 0) has an empty cell below")
            if taken >> self._rows:
                raise PositionError(f"column {column} (from 0) has more than {self._rows} discs")
            for side, bits in enumerate((first_bits, second_bits)):
                self._discs[side][column] = (bits >> (column * stride) & taken) << 1
            self._heights[column] = taken.bit_count()
        self._open = tuple(c for c in range(self._columns) if self._heights[c] < self._rows)
        self._plies = sum(counts)

    def _find_line(self) -> None:
        """Finds whether the set-up game has ended, and a disc that can have ended it."""
        if self._lined_cells(self.to_move):
            raise PositionError("the side to move has a line already, so the game ended before")
        lined = self._lined_cells(1 - self.to_move)
        if not lined:
            return
        mine = self._discs[1 - self.to_move]
        for column, row in sorted(lined):
            if row + 1 == self._heights[column]:
                mine[column] ^= 2 << row
                ends_here = not self._lined_cells(1 - self.to_move)
                mine[column] ^= 2 << row
                if ends_here:
                    # Every line runs through this disc, so it answers for whichever was the last.
                    self._last, self._line = column, True
                    return
        raise PositionError("no single last disc can have made all lines on the board")

    def _lined_cells(self, side: int) -> set[Cell]:
        mine = self._discs[side]
        return {
            Cell(column, row)
            for column in range(self._columns)
            for row in range(self._heights[column])
            if mine[column] >> (row + 1) & 1 and self._completes(mine, column, row)
        }

    # -- inside ----------------------------------------------------------------------------------

    def _completes(self, mine: list[int], column: int, row: int) -> bool:
        """Tells whether a disc of `mine` in this cell, there or not yet, is part of a line."""
        missing = self._missing
        if row >= missing:
            stack = (1 << missing) - 1
            if mine[column] >> (row + 1 - missing) & stack == stack:
                return True
        # Most discs have no friend beside them: one look at both neighbours' three cells.
        if not (mine[column - 1] | mine[column + 1]) >> row & 7:
            return False
        for slope in (0, 1, -1):
            count = 0
            c, bit = column + 1, row + 1 + slope
            while mine[c] >> bit & 1:
                count += 1
                c += 1
                bit += slope
            c, bit = column - 1, row + 1 - slope
            while mine[c] >> bit & 1:
                count += 1
                c -= 1
                bit -= slope
            if count >= missing:
                return True
        return False

    def _refusal(self, column: int) -> MoveError:
        if self._line:
            return GameOver(1 - self.to_move, column)
        if not self._open:
            return GameOver(None, column)
        if not 0 <= column < self._columns:
            return NoSuchColumn(column, self._columns)
        return ColumnFull(column, self._open)

    def _checked(self, column: int) -> int:
        if not 0 <= column < self._columns:
            raise NoSuchColumn(column, self._columns)
        return column

    def _checked_cell(self, cell: tuple[int, int]) -> tuple[int, int]:
        column, row = cell
        if not 0 <= row < self._rows:
            raise IndexError(f"row {row} is not on a board of {self._rows} rows (counting from 0)")
        return self._checked(column), row

    def _of(self, side: int) -> list[int]:
        if side not in (0, 1):
            raise ValueError(f"a side is 0 or 1, not {side!r}")
        return self._discs[side]

    def _top(self, column: int | None) -> Cell | None:
        if column is None:
            column = self._moves[-1] if self._moves else self._last
            if column is None:
                return None
        height = self._heights[self._checked(column)]
        return Cell(column, height - 1) if height else None

    def _joined(self, side: int) -> int:
        stride, joined = self._rows + 1, 0
        for bits in reversed(self._discs[side]):
            joined = joined << stride | bits >> 1
        return joined

    # -- as a value ------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._rules == other._rules and self._discs == other._discs

    def __hash__(self) -> int:
        return hash((self._rules, *self._discs[0], *self._discs[1]))

    def __str__(self) -> str:
        rows = reversed(range(self._rows))
        return "\n".join(
            " ".join(self._symbol(c, row) for c in range(self._columns)) for row in rows
        )

    def __repr__(self) -> str:
        if self._plies == len(self._moves):
            return f"Board({self._rules!r}, {self._moves!r})"
        first, second = self.bits
        return f"Board.from_bits({self._rules!r}, {first:#x}, {second:#x})"

    def _symbol(self, column: int, row: int) -> str:
        side = self[column, row]
        return "." if side is None else _SYMBOLS[side]


def centre_first(board: Board) -> list[int]:
    """Lists the open columns, those nearest the centre first.

    >>> centre_first(Board())
    [3, 2, 4, 1, 5, 0, 6]
    """
    middle = board.rules.columns - 1
    return sorted(board.open_columns, key=lambda column: abs(2 * column - middle))


def _run(mine: list[int], start: Cell, dcolumn: int, drow: int) -> int:
    """Counts the discs of `mine` that follow `start` in one direction without a gap."""
    count = 0
    column, bit = start.column + dcolumn, start.row + 1 + drow
    while mine[column] >> bit & 1:
        count += 1
        column += dcolumn
        bit += drow
    return count
