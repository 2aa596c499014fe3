"""minimax: plain minimax to depth 4 that knows wins, losses and draws only.

A position is worth what the side to move can get out of it: the best of its moves, where each
move is worth the opposite of what the other side can then get. Four moves ahead the search stops
and calls everything that is not decided 0. A sooner win is better than a later one; moves of the
same worth go to the column nearest the centre.

It looks 1, 2, 3 and then 4 moves ahead, and plays by the deepest look that the clock let it
finish: on large boards that may be less than 4.
"""

import gc
import os
import sys
from time import monotonic

DEPTH = 4
WIN = 1_000_000  # worth of a win at once; every move that it takes costs 1
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))  # steps in column and row


class Board:
    """The discs on the board; sides are 0 (moves first) and 1."""

    def __init__(self, rows: int, columns: int, connect: int) -> None:
        self.rows, self.columns, self.connect = rows, columns, connect
        self.stacks: list[list[int]] = [[] for _ in range(columns)]  # each from the bottom up
        self.moves: list[int] = []
        self.won = False  # did the last disc complete a line?
        self.from_centre = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))

    def open_columns(self) -> list[int]:
        """Lists the columns that are not full, those nearest the centre first."""
        return [column for column in self.from_centre if len(self.stacks[column]) < self.rows]

    def drop(self, column: int) -> None:
        """Drops a disc of the side to move."""
        self.stacks[column].append(len(self.moves) % 2)
        self.moves.append(column)
        self.won = any(self.run(column, *step) >= self.connect for step in DIRECTIONS)

    def undo(self) -> None:
        """Takes the last disc back; nobody had won before it was dropped."""
        self.stacks[self.moves.pop()].pop()
        self.won = False

    def run(self, column: int, column_step: int, row_step: int) -> int:
        """Counts the discs of one side in a row through the top disc of a column."""
        side, row = self.stacks[column][-1], len(self.stacks[column]) - 1
        length = 1
        for sign in (1, -1):
            c, r = column + sign * column_step, row + sign * row_step
            while self.disc(c, r) == side:
                length += 1
                c, r = c + sign * column_step, r + sign * row_step
        return length

    def disc(self, column: int, row: int) -> int | None:
        """Tells whose disc lies in a cell, None where there is none."""
        if 0 <= column < self.columns and 0 <= row < len(self.stacks[column]):
            return self.stacks[column][row]
        return None


def minimax(board: Board, depth: int, deadline: float) -> int:
    """Finds what the position is worth to the side to move, looking depth moves ahead."""
    if monotonic() > deadline:
        raise TimeoutError
    if board.won:  # the other side has just completed a line
        return len(board.moves) - WIN
    columns = board.open_columns()
    if depth == 0 or not columns:
        return 0
    best = -WIN
    for column in columns:
        board.drop(column)
        best = max(best, -minimax(board, depth - 1, deadline))
        board.undo()
    return best


def best_column(board: Board, depth: int, deadline: float) -> int:
    """Finds the column worth most to the side to move; of equals, the nearest to the centre."""
    worth = {}
    for column in board.open_columns():
        board.drop(column)
        worth[column] = -minimax(board, depth - 1, deadline)
        board.undo()
    return max(worth, key=lambda column: worth[column])


def choose(board: Board, deadline: float) -> int:
    """Chooses the column to play before the deadline."""
    choice, discs = board.open_columns()[0], len(board.moves)
    try:
        for depth in range(1, DEPTH + 1):
            choice = best_column(board, depth, deadline)
    except TimeoutError:
        while len(board.moves) > discs:
            board.undo()
    return choice


def read_column(line: str, board: Board) -> int:
    """Reads the other side's column, and ends with one clear line if it cannot be one."""
    open_columns = board.open_columns()
    try:
        column = int(line)
    except ValueError:
        column = -1
    if column not in open_columns:
        sys.exit(f"minimax: expected one of the columns {sorted(open_columns)}, got {line!r}")
    return column


def main() -> None:
    """Plays one game on standard input and output."""
    gc.disable()  # a collection in the middle of a search could cost the game on time
    print("Ready", flush=True)
    line = sys.stdin.readline()
    clock_started = monotonic()
    if not line:
        return
    try:
        rows, columns, connect, first, seconds, *opening = line.split()
        board = Board(int(rows), int(columns), int(connect))
        time_to_think = float(seconds) * 0.92 - 0.02  # the rest is for waking up and printing
        moves = [move for word in opening for move in word.split(",")]
    except ValueError:
        sys.exit(f"minimax: expected a line 'N M X F T', got {line!r}")

    for move in moves:  # an opening that was made already
        board.drop(read_column(move, board))
    my_turn = (first == "1") == (len(moves) % 2 == 0)
    while board.open_columns() and not board.won:
        if my_turn:
            column = choose(board, clock_started + time_to_think)
            print(column, flush=True)
        else:
            line = sys.stdin.readline()
            clock_started = monotonic()
            if not line:
                return
            column = read_column(line, board)
        board.drop(column)
        my_turn = not my_turn


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # the judge is gone, or somebody pressed Ctrl-C
        os._exit(130)
