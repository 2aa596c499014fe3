"""Draws a board as the matrix of the console: `O`, `@` and blanks between bars.

| | | | | | | |
| | | |O| | | |
| | |O|@| | | |
 1 2 3 4 5 6 7
"""

from collections.abc import Sequence

from linefall.board import Board
from linefall.notation import format_column
from linefall.picture.letters import between_bars

SYMBOLS = ("O", "@")


def draw(board: Board, *, symbols: Sequence[str] = SYMBOLS, columns_from: int = 1) -> str:
    """Draws the rows from the top between bars, and the column numbers below.

    >>> from linefall.rules import Rules
    >>> print(draw(Board(Rules(2, 3, 2), [0, 2])))
    | | | |
    |O| |@|
     1 2 3
    """
    labels = [format_column(c, columns_from=columns_from) for c in range(board.rules.columns)]
    width = max(map(len, labels))
    lines = []
    for row in reversed(range(board.rules.rows)):
        sides = (board[c, row] for c in range(board.rules.columns))
        lines.append(between_bars((" " if s is None else symbols[s] for s in sides), width))
    lines.append("".join(f" {label:>{width}}" for label in labels))
    return "\n".join(lines)
