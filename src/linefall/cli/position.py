"""A position as every command shows it: drawn over its column numbers, and told in words."""

from __future__ import annotations

from linefall.board import Board, Outcome
from linefall.cli.width import in_parts
from linefall.notation import counted, format_board, format_column
from linefall.rules import Rules

SYMBOLS = "xo"


def column_numbers(rules: Rules, *, columns_from: int = 1) -> str:
    """Gives the lines under a drawn board; long numbers stand upright, one digit a line.

    >>> print(column_numbers(Rules(2, 3, 2)))
    1 2 3
    """
    names = [format_column(column, columns_from=columns_from) for column in range(rules.columns)]
    digits = max(map(len, names))
    lines = zip(*(name.rjust(digits) for name in names), strict=True)
    return "\n".join(" ".join(line).rstrip() for line in lines)


def drawing(board: Board, *, columns_from: int = 1) -> list[str]:
    """Gives the drawn board, row by row, and the lines under it."""
    numbers = column_numbers(board.rules, columns_from=columns_from)
    return [*format_board(board).rstrip().split("\n"), *numbers.split("\n")]


def shown(board: Board, *, columns_from: int = 1) -> str:
    """Gives the drawn board and its column numbers as standard output is to show them."""
    return in_parts(drawing(board, columns_from=columns_from), len("x "))


def state_of(board: Board, *, columns_from: int = 1) -> str:
    """Says in words how many discs there are, and who moves or who won.

    >>> state_of(Board(Rules(1, 3, 3), [0]))
    '1 disc, o to move; open columns: 2 3'
    """
    discs = counted(board.plies, "disc")
    if (outcome := board.outcome()) is not None:
        return f"{discs}, {_result(outcome, columns_from=columns_from)}"
    to_move = SYMBOLS[board.to_move]
    state = (
        f"{discs}, {to_move} to move; open columns: {_columns(board.open_columns, columns_from)}"
    )
    if wins := board.winning_moves():
        state += f"; {to_move} wins at once: {_columns(wins, columns_from)}"
    return state


def _columns(columns: tuple[int, ...], columns_from: int) -> str:
    return " ".join(format_column(column, columns_from=columns_from) for column in columns)


def _result(outcome: Outcome, *, columns_from: int) -> str:
    if outcome.winner is None:
        return "the board is full: a draw"
    how = " and ".join(direction.name.lower() for direction in outcome.directions)
    columns = tuple(sorted({cell.column for cell in outcome.cells}))
    where = f"column{'' if len(columns) == 1 else 's'} {_columns(columns, columns_from)}"
    line = f"{len(outcome.cells)} in line" if len(outcome.directions) == 1 else "lines"
    return f"{SYMBOLS[outcome.winner]} has won: {line}, {how}, {where}"
