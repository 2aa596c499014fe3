"""Draws a board in letters, each cell between bars, and words the score that stands beside it.

|_|_|_|_|_|_|_|  Player A: X
|_|_|_|_|_|_|_|  Player B: O
|_|_|_|_|_|_|_|  Score A to B: 0 to 0
|_|_|_|_|_|_|_|  Turn: Player A
|_|_|_|_|_|_|_|
|X|_|_|_|_|_|O|
|1|2|3|4|5|6|7|
"""

from collections.abc import Iterable, Sequence

from linefall.board import Board
from linefall.notation import format_column

SYMBOLS = ("X", "O")
EMPTY = "_"


def draw(
    board: Board,
    *,
    symbols: Sequence[str] = SYMBOLS,
    columns_from: int = 1,
) -> str:
    """Draws the rows from the top, and the column numbers below.

    >>> from linefall.rules import Rules
    >>> print(draw(Board(Rules(2, 3, 2), [0, 2])))
    |_|_|_|
    |X|_|O|
    |1|2|3|
    """
    labels = [format_column(c, columns_from=columns_from) for c in range(board.rules.columns)]
    width = max(map(len, labels))
    lines = [
        between_bars((_symbol(board[c, row], symbols) for c in range(board.rules.columns)), width)
        for row in reversed(range(board.rules.rows))
    ]
    lines.append(between_bars(labels, width))
    return "\n".join(lines)


def score_fact(score: Sequence[int], names: Sequence[str] = "AB") -> str:
    """Gives the score of the two players.

    >>> score_fact((1, 0))
    'Score A to B: 1 to 0'
    """
    return f"Score {names[0]} to {names[1]}: {score[0]} to {score[1]}"


def between_bars(cells: Iterable[str], width: int = 1) -> str:
    """Joins cells with a bar on both sides of each.

    >>> between_bars("X_O")
    '|X|_|O|'
    """
    return "|" + "".join(f"{cell:>{width}}|" for cell in cells)


def _symbol(side: int | None, symbols: Sequence[str]) -> str:
    return EMPTY if side is None else symbols[side]
