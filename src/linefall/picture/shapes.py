"""Draws a board as bins of coloured shapes, as numbers, and as a list of bins.

A cell's number is its side, 0 or 1; a mark adds 2, so that the shapes of a line that wins are
2 (first side) or 3 (second side). Marks are a view worked out from the board each time it is
asked for: nothing is kept, so no cell can be marked twice and no answer depends on earlier ones.
"""

from collections.abc import Collection, Iterable, Sequence

from linefall.board import Board, Cell, Direction
from linefall.notation import format_column

#: Every shape, filled and as it is marked in a line that wins.
GLYPHS = {
    "circle": ("\u2b24", "\u25c9"),
    "pentagon": ("\u2b1f", "\u2b54"),
    "square": ("\u25a0", "\u25a1"),
    "triangle": ("\u25b2", "\u25b3"),
    "diamond": ("\u25c6", "\u25c7"),
    "star": ("\u2605", "\u2606"),
}
SIDES = ("circle", "pentagon")  # the two sides' shapes, where nobody chose others
ASCII_SHAPES = ("R", "B", "R*", "B*")  # where the output cannot show the shapes
COLOURS = (31, 34)  # ANSI red and blue, by side
ALL = tuple(Direction)
DIAGONALS = (Direction.DIAGONAL, Direction.ANTIDIAGONAL)
NONE = -1  # the numeric form of 'nobody wins here'


def glyphs(names: Sequence[str]) -> tuple[str, str, str, str]:
    """Gives the shapes of the four numbers; two that are the same would not tell who is who.

    >>> glyphs(("star", "square")) == ("\u2605", "\u25a0", "\u2606", "\u25a1")
    True
    """
    (one, one_marked), (two, two_marked) = (GLYPHS[name] for name in told_apart(names))
    return one, two, one_marked, two_marked


def told_apart(names: Sequence[str]) -> tuple[str, str]:
    """Gives two shapes that differ: these, or the usual ones."""
    return (names[0], names[1]) if names[0] != names[1] else SIDES


SHAPES = glyphs(SIDES)


def marks(
    board: Board, *, column: int | None = None, directions: Iterable[Direction] = ALL
) -> frozenset[Cell]:
    """Gives every cell of the winning lines through the last disc, or the top disc of a column.

    >>> from linefall.rules import Rules
    >>> sorted(marks(Board(Rules(4, 6, 4), [1, 0, 1, 2, 1, 3, 1])))[0]
    Cell(column=1, row=0)
    """
    return frozenset(cell for way in directions for cell in board.line(way, column))


def winner(board: Board, column: int, directions: Iterable[Direction] = ALL) -> int:
    """Answers which side has a line through the top disc of a column, or -1 for none.

    >>> from linefall.rules import Rules
    >>> winner(Board(Rules(4, 6, 4), [1, 0, 1, 2, 1, 3, 1]), 1, [Direction.VERTICAL])
    0
    """
    if not marks(board, column=column, directions=directions):
        return NONE
    side = board[column, board.height(column) - 1]
    return NONE if side is None else side


def number(board: Board, cell: Cell, marked: Collection[Cell]) -> int | None:
    """Gives the cell's number: its side, and 2 more when it is marked; None when it is empty."""
    side = board[cell]
    return None if side is None else side + 2 * (cell in marked)


def numbers(
    board: Board,
    *,
    marked: Collection[Cell] | None = None,
    parts: Sequence[range] = (),
) -> str:
    """Writes rows from the top, each number followed by a comma, a blank for an empty cell.

    A board that is too wide may come in `parts`, some columns each, with an empty line between.

    >>> from linefall.rules import Rules
    >>> print(numbers(Board(Rules(2, 3, 2), [0, 2])))
     , , ,
    0, ,1,
    """
    marked = _marked(board, marked)
    return "\n\n".join(
        "\n".join(
            "".join(f"{' ' if n is None else n}," for n in _row(board, row, part, marked))
            for row in reversed(range(board.rules.rows))
        )
        for part in parts or [range(board.rules.columns)]
    )


def bins(board: Board, *, marked: Collection[Cell] | None = None) -> str:
    """Writes one bin a line, from the bottom up, numbers separated by blanks, or `empty`.

    >>> from linefall.rules import Rules
    >>> print(bins(Board(Rules(2, 3, 3), [0, 0, 2])))
    0 1
    empty
    0
    """
    marked = _marked(board, marked)
    lines = []
    for column in range(board.rules.columns):
        cells = (Cell(column, row) for row in range(board.height(column)))
        lines.append(" ".join(str(number(board, cell, marked)) for cell in cells) or "empty")
    return "\n".join(lines)


def draw(
    board: Board,
    *,
    marked: Collection[Cell] | None = None,
    colour: bool = True,
    terminal: bool = False,
    shapes: Sequence[str] = SHAPES,
    colours: Sequence[int] = COLOURS,
    columns_from: int = 0,
    parts: Sequence[range] = (),
) -> str:
    """Draws the bins between lines of `+--+--+`, two columns a cell, bin numbers below.

    `terminal` says that a real terminal reads this: the cursor is then placed after each shape,
    because terminals do not agree on whether a shape is one or two columns wide. A board that
    is too wide may come in `parts`, some columns each.

    >>> from linefall.rules import Rules
    >>> print(draw(Board(Rules(2, 3, 2), [0, 2]), colour=False, shapes=ASCII_SHAPES))
    +--+--+--+
    |  |  |  |
    +--+--+--+
    |R |  |B |
    +--+--+--+
     0  1  2
    """
    marked = _marked(board, marked)
    width = cell_width(board, columns_from=columns_from)
    lines = []
    for part in parts or [range(board.rules.columns)]:
        rule = "+" + ("-" * width + "+") * len(part)
        lines.append(rule)
        for row in reversed(range(board.rules.rows)):
            line = "|"
            for place, n in enumerate(_row(board, row, part, marked), start=1):
                line += _cell(n, width, shapes, colours if colour else ())
                if terminal and n is not None:
                    line += f"\x1b[{place * (width + 1) + 1}G"
                line += "|"
            lines += [line, rule]
        labels = (format_column(column, columns_from=columns_from) for column in part)
        lines.append("".join(f" {label:<{width}}" for label in labels).rstrip())
    return "\n".join(lines)


def cell_width(board: Board, *, columns_from: int = 0) -> int:
    """Gives how wide a cell of such a drawing is: two, or as wide as the longest bin number.

    >>> cell_width(Board())
    2
    """
    return max(2, len(format_column(board.rules.columns - 1, columns_from=columns_from)))


def _cell(n: int | None, width: int, shapes: Sequence[str], colours: Sequence[int]) -> str:
    if n is None:
        return " " * width
    shape = shapes[n]
    pad = " " * (width - len(shape))
    return (f"\x1b[{colours[n % 2]}m{shape}\x1b[0m" if colours else shape) + pad


def _row(board: Board, row: int, part: range, marked: Collection[Cell]) -> list[int | None]:
    return [number(board, Cell(column, row), marked) for column in part]


def _marked(board: Board, marked: Collection[Cell] | None) -> Collection[Cell]:
    return marks(board) if marked is None else marked
