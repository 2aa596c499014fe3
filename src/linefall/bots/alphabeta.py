"""alphabeta: alpha-beta search that looks 1, 2, 3, ... moves ahead until its time is over.

Alpha-beta finds the same move as minimax without looking at all of the tree: once one answer
shows that a move is no better than another move already found, its other answers need no look.
The move comes from the deepest look that was finished in time. Positions at the end of a look are
valued by a heuristic.

The heuristic looks at every possible line of X cells that holds discs of one side only. A line with
k discs weighs 3^(k-1), and a position is worth the sum over the lines of the side to move minus the
sum over the lines of the other side (for tic-tac-toe this is the classic 3*X2 + X1 - (3*O2 + O1)).
A win outranks everything and a sooner win a later one; moves of the same worth go to the column
nearest the centre.
"""

import gc
import os
import sys
from collections.abc import Iterator
from time import monotonic

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))  # steps in column and row


class Board:
    """The discs on the board and the heuristic value; sides are 0 (moves first) and 1.

    Every possible line of X cells has a number and, for each side, a count of the discs in it.
    A disc changes only the counts of the lines through its own cell, so that the value is kept
    up to date with every disc instead of being added up anew over the whole board.
    """

    def __init__(self, rows: int, columns: int, connect: int) -> None:
        self.rows, self.columns, self.connect = rows, columns, connect
        self.heights = [0] * columns
        self.moves: list[int] = []
        self.won = False  # did the last disc complete a line?
        self.value = 0  # the heuristic, as side 0 sees it
        self.values_before: list[int] = []  # the value before each of the moves
        numbers = 4 * rows * columns
        self.counts = ([0] * numbers, [0] * numbers)  # discs of side 0 and of side 1 in each line
        self.weights: list[int] = [0] + [3**k for k in range(connect - 1)] + [0]
        self.win: int = 8 * rows * columns * 3**connect  # more than all lines together can be worth
        self.lines: dict[tuple[int, int], list[int]] = {}
        self.from_centre = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))

    def open_columns(self) -> list[int]:
        """Lists the columns that are not full, those nearest the centre first."""
        return [column for column in self.from_centre if self.heights[column] < self.rows]

    def lines_through(self, column: int, row: int) -> list[int]:
        """Lists the numbers of all lines of X cells that hold this cell."""
        if (column, row) not in self.lines:
            self.lines[column, row] = list(self.find_lines(column, row))
        return self.lines[column, row]

    def find_lines(self, column: int, row: int) -> Iterator[int]:
        """Numbers the lines by direction and the cell in which they begin."""
        for direction, (column_step, row_step) in enumerate(DIRECTIONS):
            for back in range(self.connect):
                c, r = column - back * column_step, row - back * row_step
                ahead = self.connect - 1
                if self.has(c, r) and self.has(c + ahead * column_step, r + ahead * row_step):
                    yield (direction * self.columns + c) * self.rows + r

    def has(self, column: int, row: int) -> bool:
        """Tells whether there is such a cell."""
        return 0 <= column < self.columns and 0 <= row < self.rows

    def drop(self, column: int) -> None:
        """Drops a disc of the side to move: its own lines grow, the other side's die."""
        side = len(self.moves) % 2
        own, other, weights = self.counts[side], self.counts[1 - side], self.weights
        gain = 0
        for line in self.lines_through(column, self.heights[column]):
            discs = own[line]
            own[line] = discs + 1
            if not other[line]:
                gain += weights[discs + 1] - weights[discs]
                if discs + 1 == self.connect:
                    self.won = True
            elif not discs:
                gain += weights[other[line]]
        self.values_before.append(self.value)
        self.value += gain if side == 0 else -gain
        self.heights[column] += 1
        self.moves.append(column)

    def undo(self) -> None:
        """Takes the last disc back; nobody had won before it was dropped."""
        column = self.moves.pop()
        self.heights[column] -= 1
        own = self.counts[len(self.moves) % 2]
        for line in self.lines_through(column, self.heights[column]):
            own[line] -= 1
        self.value = self.values_before.pop()
        self.won = False

    def value_to_mover(self) -> int:
        """Tells the heuristic value as the side to move sees it."""
        return self.value if len(self.moves) % 2 == 0 else -self.value


def alphabeta(board: Board, depth: int, alpha: int, beta: int, deadline: float) -> int:
    """Finds what the position is worth to the side to move, looking depth moves ahead.

    The answer is exact between alpha and beta; outside of them it only says on which side.
    """
    if monotonic() > deadline:
        raise TimeoutError
    if board.won:  # the other side has just completed a line
        return len(board.moves) - board.win
    columns = board.open_columns()
    if not columns:
        return 0
    if depth == 0:
        return board.value_to_mover()
    for column in columns:
        board.drop(column)
        alpha = max(alpha, -alphabeta(board, depth - 1, -beta, -alpha, deadline))
        board.undo()
        if alpha >= beta:  # the other side will not let it come to this position
            break
    return alpha


def best_column(board: Board, depth: int, deadline: float) -> int:
    """Finds the column worth most to the side to move; of equals, the nearest to the centre."""
    best, alpha = board.open_columns()[0], -board.win
    for column in board.open_columns():
        board.drop(column)
        worth = -alphabeta(board, depth - 1, -board.win, -alpha, deadline)
        board.undo()
        if worth > alpha:
            best, alpha = column, worth
    return best


def choose(board: Board, deadline: float) -> int:
    """Chooses the column to play before the deadline."""
    columns, discs = board.open_columns(), len(board.moves)
    choice = columns[0]
    if len(columns) == 1:
        return choice
    try:
        for depth in range(1, board.rows * board.columns - discs + 1):
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
        sys.exit(f"alphabeta: expected one of the columns {sorted(open_columns)}, got {line!r}")
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
        sys.exit(f"alphabeta: expected a line 'N M X F T', got {line!r}")

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
