"""Text to columns, moves, cells, boards and positions, and back: the only place that counts from 1.

========  ==========================  ==========================================================
what      example                     how it is written
========  ==========================  ==========================================================
column    ``4``                       from 1, or from 0 where ``columns_from=0`` says so
moves     ``4453``, ``4,4,5,12``      digits while there are at most 9 columns, else commas; ``-``
                                      is the empty game. Commas are understood on every board
cell      ``38``                      an index: 0 at the bottom left, row by row upwards
board     ``. x o``                   drawn, the top row first; x moved first
position  ``6x7x4 4453``              the board, a blank, the moves; a position that was set up
                                      has its rows instead: ``3x3x3 .../.x./xox``
========  ==========================  ==========================================================

Reading is strict: blanks, signs, leading zeros and digits of other scripts are refused, by a
``NotationError`` that points at the character. Where a board refused the move, its ``MoveError``
is the ``__cause__``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import combining, east_asian_width

from linefall.board import Board, Cell
from linefall.errors import (
    ColumnFull,
    GameOver,
    LinefallError,
    MoveError,
    NoSuchColumn,
    NotationError,
    PositionError,
    short_number,
)
from linefall.rules import Rules
from linefall.turns import turns_are_possible

EMPTY_GAME = "-"
"""The text of a game without moves."""

_MOST_SINGLE_DIGIT = 9  # columns of a board whose moves can be written without commas
_DIGITS = frozenset("0123456789")
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]+")
_SIDE_OF = {".": None, "x": 0, "o": 1}


# -- columns -------------------------------------------------------------------------------------


def parse_column(text: str, rules: Rules, *, columns_from: int = 1) -> int:
    """Reads one column as a person counts it.

    >>> parse_column("4", Rules())
    3
    """
    if not text:
        raise NotationError(text, 0, f"a column is expected, {_range(rules, columns_from)}")
    return _column(text, 0, len(text), rules, columns_from)


def whole_number(text: str) -> int | None:
    """Reads what somebody typed as a column, whether there is such a one or not; None: no number.

    A number of more than 18 characters comes out as 10^18 with its sign, which no board has.

    >>> whole_number("-3"), whole_number("4.0"), whole_number("9" * 400) == 10**18
    (-3, None, True)
    """
    if not _WHOLE_NUMBER.fullmatch(text):
        return None
    if len(text) > 18:
        return -(10**18) if text.startswith("-") else 10**18
    return int(text)


def format_column(column: int, *, columns_from: int = 1) -> str:
    """Writes a column as a person counts it.

    >>> format_column(3)
    '4'
    """
    return str(column + columns_from)


def format_columns(columns: Sequence[int], *, columns_from: int = 1) -> str:
    """Writes one column or more as part of a sentence.

    >>> format_columns([3]), format_columns([0, 3, 5])
    ('column 4', 'columns 1, 4 and 6')
    """
    *names, last = (format_column(column, columns_from=columns_from) for column in columns)
    return f"columns {', '.join(names)} and {last}" if names else f"column {last}"


# -- moves ---------------------------------------------------------------------------------------


def parse_moves(
    text: str,
    rules: Rules = Rules(),
    *,
    columns_from: int = 1,
) -> tuple[int, ...]:
    """Reads the moves of a game and checks that they can be played.

    >>> parse_moves("4453")
    (3, 3, 4, 2)
    >>> parse_moves("4,4,5,12", Rules(8, 12, 5))
    (3, 3, 4, 11)
    """
    return _play(text, 0, rules, columns_from).moves


def format_moves(moves: Iterable[int], rules: Rules, *, columns_from: int = 1) -> str:
    """Writes the moves of a game.

    >>> format_moves([3, 3, 4, 2], Rules())
    '4453'
    """
    separator = "" if rules.columns <= _MOST_SINGLE_DIGIT else ","
    numbers = []
    for column in moves:
        if not 0 <= column < rules.columns:  # its number could be read as two moves
            raise NoSuchColumn(column, rules.columns)
        numbers.append(str(column + columns_from))
    return separator.join(numbers) or EMPTY_GAME


def _play(text: str, start: int, rules: Rules, columns_from: int) -> Board:
    """Plays the moves that stand in `text` from `start` on."""
    board = Board(rules)
    if text[start:] == EMPTY_GAME:
        return board
    if start == len(text):
        raise NotationError(text, start, f"moves are expected ({EMPTY_GAME} is the empty game)")
    for position, end in _spans(text, start, rules):
        column = _column(text, position, end, rules, columns_from)
        try:
            board.drop(column)
        except MoveError as error:
            reason = describe_error(error, rules, columns_from=columns_from)
            raise NotationError(text, position, reason) from error
    return board


def _spans(text: str, start: int, rules: Rules) -> Iterator[tuple[int, int]]:
    """Finds where each move begins and ends, one at a time: hostile text can be very long."""
    if rules.columns <= _MOST_SINGLE_DIGIT and text.find(",", start) < 0:
        yield from ((position, position + 1) for position in range(start, len(text)))
        return
    while True:
        comma = text.find(",", start)
        yield start, (comma if comma >= 0 else len(text))
        if comma < 0:
            return
        start = comma + 1


def _column(text: str, start: int, end: int, rules: Rules, columns_from: int) -> int:
    """Reads the column that stands in text[start:end]."""
    possible = _range(rules, columns_from)
    if start == end:
        raise NotationError(text, start, f"a column is missing, {possible}")
    for position in range(start, end):
        if text[position] not in _DIGITS:
            raise NotationError(text, position, f"this is no column, {possible}")
    if text[start] == "0" and end - start > 1:
        raise NotationError(text, start, "a column has no leading zero")
    digits = text[start:end]
    if len(digits) > 3:  # int() refuses thousands of digits, and no board has that many columns
        hint = "" if rules.columns <= _MOST_SINGLE_DIGIT else " (with commas between moves)"
        raise NotationError(text, start, f"there is no such column, {possible}{hint}")
    column = int(digits) - columns_from
    if not 0 <= column < rules.columns:
        error = NoSuchColumn(column, rules.columns)
        raise NotationError(text, start, f"there is no column {digits}, {possible}") from error
    return column


def _range(rules: Rules, columns_from: int) -> str:
    last = rules.columns - 1 + columns_from
    if rules.columns == 1:
        return f"the only column is {last}"
    return f"columns are {columns_from} to {last}"


# -- cells ---------------------------------------------------------------------------------------


def cell_index(cell: tuple[int, int], rules: Rules) -> int:
    """Numbers a cell: 0 at the bottom left, row by row upwards.

    >>> cell_index(Cell(3, 1), Rules())
    10
    """
    column, row = cell
    if not (0 <= column < rules.columns and 0 <= row < rules.rows):
        raise PositionError(
            f"no cell (column {column}, row {row}) on a board {rules}; columns are 0 to "
            f"{rules.columns - 1} and rows 0 to {rules.rows - 1}"
        )
    return row * rules.columns + column


def cell_at(index: int, rules: Rules) -> Cell:
    """Gives the cell of an index.

    >>> cell_at(10, Rules())
    Cell(column=3, row=1)
    """
    if not 0 <= index < rules.cells:
        raise PositionError(f"no cell {index} on a board {rules}; cells are 0 to {rules.cells - 1}")
    row, column = divmod(index, rules.columns)
    return Cell(column, row)


def view(board: Board, side: int) -> tuple[int, ...]:
    """Gives the board as one side sees it, by cell index: 0 empty, 1 mine, -1 the other's.

    >>> view(Board(Rules(1, 3, 3), [0, 2]), 0), view(Board(Rules(1, 3, 3), [0, 2]), 1)
    ((1, 0, -1), (-1, 0, 1))
    """
    owners = (board[cell_at(index, board.rules)] for index in range(board.rules.cells))
    return tuple(0 if owner is None else 1 if owner == side else -1 for owner in owners)


# -- drawn boards --------------------------------------------------------------------------------


def parse_board(text: str, rules: Rules | None = None) -> Board:
    """Reads a drawn board, the top row first; the size is that of the drawing, connect 4.

    >>> board = parse_board('''
    ...     . . . .
    ...     . o . .
    ...     x x o .
    ... ''', Rules(3, 4, 3))
    >>> board.plies, board.to_move
    (4, 0)
    """
    return _set_up(text, _drawn_rows(text), rules)


def format_board(board: Board) -> str:
    """Draws a board, the top row first: ``.`` empty, ``x`` the side that moved first, ``o``.

    >>> print(format_board(Board(Rules(2, 3, 2), [0, 1])))
    . . .
    x o .
    """
    return str(board)


_Row = list[tuple[int, str]]  # position in the text and symbol, from the left


def _drawn_rows(text: str) -> list[_Row]:
    rows: list[_Row] = []
    position = 0
    for line in text.split("\n"):
        row = [(position + n, symbol) for n, symbol in enumerate(line) if symbol not in " \r\t"]
        position += len(line) + 1
        if row:
            rows.append(row)
    return rows


def _set_up(text: str, rows: list[_Row], rules: Rules | None) -> Board:
    if not rows:
        raise NotationError(text, len(text), "a drawn board is expected")
    start = rows[0][0][0]
    for position, symbol in (cell for row in rows for cell in row):
        if symbol not in _SIDE_OF:
            raise NotationError(text, position, "a cell is drawn as . or x or o")
    rules = _drawn_rules(text, start, rows, rules)
    try:
        board = Board.from_bits(rules, *_drawn_bits(text, rows))
    except PositionError as error:
        raise NotationError(text, start, str(error)) from error
    if not turns_are_possible(board):
        raise NotationError(text, start, "no order of turns stacks the discs like this")
    return board


def _drawn_bits(text: str, rows: list[_Row]) -> tuple[int, int]:
    bits = [0, 0]
    for row, cells in enumerate(reversed(rows)):
        for column, (position, symbol) in enumerate(cells):
            side = _SIDE_OF[symbol]
            if side is None:
                continue
            at = 1 << (column * (len(rows) + 1) + row)
            if row and not (bits[0] | bits[1]) & at >> 1:
                raise NotationError(text, position, "a disc has an empty cell below it")
            bits[side] |= at
    return bits[0], bits[1]


def _drawn_rules(text: str, start: int, rows: list[_Row], rules: Rules | None) -> Rules:
    columns = rules.columns if rules else len(rows[0])
    for row in rows:
        if len(row) != columns:
            position = row[columns][0] if len(row) > columns else row[-1][0]
            raise NotationError(text, position, f"{len(row)} cells in a row, not {columns}")
    if rules is None:
        try:
            return Rules(len(rows), columns)
        except LinefallError as error:
            raise NotationError(text, start, str(error)) from error
    if len(rows) != rules.rows:
        position = rows[rules.rows][0][0] if len(rows) > rules.rows else len(text)
        raise NotationError(text, position, f"{len(rows)} rows drawn, not {rules.rows}")
    return rules


# -- positions -----------------------------------------------------------------------------------


def parse_position(text: str) -> Board:
    """Reads a one-line position: its board, a blank, and its moves or rows.

    >>> parse_position("6x7x4 4453").plies
    4
    """
    head, blank, tail = text.partition(" ")
    try:
        rules = Rules.parse(head)
    except NotationError as error:
        raise NotationError(text, error.position, error.reason) from error
    if not blank:
        raise NotationError(text, len(text), "a blank and moves are expected after the board")
    start = len(head) + 1
    if tail[:1] not in _SIDE_OF:
        return _play(text, start, rules, 1)
    return _set_up(text, _slashed_rows(text, start), rules)


def format_position(board: Board) -> str:
    """Writes a position on one line, with its board.

    Without moves it is drawn; what cannot come up in a game is not read back.

    >>> format_position(Board(moves=[3, 3, 4, 2]))
    '6x7x4 4453'
    """
    if board.plies == len(board.moves):
        return f"{board.rules} {format_moves(board.moves, board.rules)}"
    return f"{board.rules} {str(board).replace(' ', '').replace(chr(10), '/')}"


def _slashed_rows(text: str, start: int) -> list[_Row]:
    rows: list[_Row] = []
    for line in text[start:].split("/"):
        if not line:
            raise NotationError(text, start, "a row without cells")
        rows.append(list(enumerate(line, start)))
        start += len(line) + 1
    return rows


# -- words ---------------------------------------------------------------------------------------


def counted(count: int, noun: str) -> str:
    """Writes a count with its noun.

    >>> counted(1, "slip"), counted(0, "redo")
    ('1 slip', '0 redos')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def columns_wide(text: str) -> int:
    """Gives how many columns of a terminal a text fills: some characters fill two, some none.

    >>> columns_wide("Ben"), columns_wide("\u738b\u660e"), columns_wide("A\u030a")
    (3, 4, 1)
    """
    return sum(
        0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1
        for character in text
    )


# -- errors --------------------------------------------------------------------------------------


def describe_error(error: MoveError, rules: Rules, *, columns_from: int = 1) -> str:
    """Words a refused move for people, who count from 1.

    >>> describe_error(ColumnFull(3, (0, 1, 2, 4, 5, 6)), Rules())
    'column 4 is full; open columns: 1 2 3 5 6 7'
    """
    if isinstance(error, ColumnFull):
        columns = " ".join(str(column + columns_from) for column in error.open_columns)
        return f"column {error.column + columns_from} is full; open columns: {columns}"
    if isinstance(error, NoSuchColumn):
        number = short_number(error.column + columns_from)
        return f"there is no column {number}; {_range(rules, columns_from)}"
    if isinstance(error, GameOver):
        return "the game is over"
    return str(error)
