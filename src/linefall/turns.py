"""Whether turns can have stacked the discs of a position as they lie, and in which order.

Right counts are not enough. Here both x lie under everything that o has::

    o .
    o .
    x .
    x .    who dropped second?

The columns are queues of discs, and an order of play takes them from the bottom, the sides in
turn. Finding one can be hard on large boards, so the search is depth first, with a memory of dead
ends and an end to its patience. Positions of real games are nearly always found without a detour.
"""

from __future__ import annotations

from linefall.board import Board
from linefall.errors import PositionError

_PATIENCE = 20_000  # dead ends


class OutOfPatience(Exception):
    """Says that no order of play was found, and that none was ruled out."""


def order_of_play(board: Board) -> tuple[int, ...] | None:
    """Gives columns that lead to this position from the empty board, or None if none do.

    Raises ``OutOfPatience`` when neither is found out.

    >>> order_of_play(Board(moves=[3, 3, 4]))
    (3, 3, 4)
    """
    if board.outcome() is None or not board.lines():
        return _search(_stacks(board))
    for last in _last_columns(board):
        stacks = _stacks(board)
        stacks[last].pop()
        order = _search(stacks)
        if order is not None:
            return (*order, last)
    return None


def turns_are_possible(board: Board) -> bool:
    """Tells whether some order of play leads to this position; in doubt it does.

    >>> from linefall.rules import Rules
    >>> turns_are_possible(Board.from_bits(Rules(4, 2, 4), 0b0011, 0b1100))
    False
    """
    try:
        return order_of_play(board) is not None
    except OutOfPatience:
        return True


def _stacks(board: Board) -> list[list[int]]:
    first, _ = board.bits
    stride = board.rules.rows + 1
    return [
        [1 - (first >> (column * stride + row) & 1) for row in range(board.height(column))]
        for column in range(board.rules.columns)
    ]


def _last_columns(board: Board) -> list[int]:
    """Lists the columns whose top disc, taken off, leaves a game that goes on."""
    outcome = board.outcome()
    assert outcome is not None
    tops = (cell.column for cell in outcome.cells if cell.row + 1 == board.height(cell.column))
    return [column for column in sorted(set(tops)) if _goes_on_without(board, column)]


def _goes_on_without(board: Board, column: int) -> bool:
    bits = list(board.bits)
    top = 1 << (column * (board.rules.rows + 1) + board.height(column) - 1)
    bits[1 - board.to_move] ^= top
    try:
        return not Board.from_bits(board.rules, *bits).lines()
    except PositionError:
        return False


def _search(stacks: list[list[int]]) -> tuple[int, ...] | None:
    """Takes discs from the bottoms, the sides in turn, and goes back from dead ends."""
    total = sum(map(len, stacks))
    heights = [0] * len(stacks)
    played: list[int] = []
    choices = [_choices(stacks, heights, 0)]
    dead: set[tuple[int, ...]] = set()
    while len(played) < total:
        if choices[-1]:
            column = choices[-1].pop()
            heights[column] += 1
            played.append(column)
            blocked = tuple(heights) in dead
            choices.append([] if blocked else _choices(stacks, heights, len(played) % 2))
        elif not played:
            return None
        else:
            dead.add(tuple(heights))
            if len(dead) > _PATIENCE:
                raise OutOfPatience
            choices.pop()
            heights[played.pop()] -= 1
    return tuple(played)


def _choices(stacks: list[list[int]], heights: list[int], side: int) -> list[int]:
    """Lists the columns whose next disc is `side`'s, the most promising one last."""

    def promise(column: int) -> tuple[bool, int]:
        stack, height = stacks[column], heights[column]
        uncovers_other = height + 1 < len(stack) and stack[height + 1] != side
        return uncovers_other, len(stack) - height

    columns = (c for c, stack in enumerate(stacks) if heights[c] < len(stack))
    return sorted((c for c in columns if stacks[c][heights[c]] == side), key=promise)
