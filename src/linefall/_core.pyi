"""The compiled core of Linefall."""

from collections.abc import Sequence

def instruction_set() -> str:
    """Names the instruction set in use: base, v3 (AVX2) or v4 (AVX-512)."""

class Position:
    """
    Holds a game on a board of any size; counts from 0, row 0 at the bottom.

    >>> position = Position(6, 7, 4, moves=[3, 3, 4])
    >>> position.drop(3), position.to_move, position.open_columns()
    (2, 0, (0, 1, 2, 3, 4, 5, 6))
    """

    def __init__(
        self, rows: int = 6, columns: int = 7, connect: int = 4, *, moves: Sequence[int] = ()
    ) -> None: ...
    @staticmethod
    def from_bits(rows: int, columns: int, connect: int, first: int, second: int) -> Position:
        """
        Sets up a position from the discs of side 0 and side 1; bit = column * (rows + 1) + row.
        """

    def copy(self) -> Position:
        """Returns an independent copy."""

    @property
    def rows(self) -> int:
        """The number of rows."""

    @property
    def columns(self) -> int:
        """The number of columns."""

    @property
    def connect(self) -> int:
        """How many in line win."""

    @property
    def plies(self) -> int:
        """The number of discs on the board."""

    @property
    def to_move(self) -> int:
        """The side to move: 0 moves first, 1 is the other."""

    @property
    def is_over(self) -> bool:
        """Whether a line is complete or the board full."""

    @property
    def winner(self) -> int | None:
        """The side that has a line, or None."""

    @property
    def moves(self) -> tuple[int, ...]:
        """The columns played so far."""

    @property
    def bits(self) -> tuple[int, int]:
        """The discs of side 0 and of side 1; bit = column * (rows + 1) + row."""

    @property
    def key(self) -> int:
        """
        The discs of the side to move and a bit above each pile: one number per position.
        """

    def drop(self, column: int) -> int:
        """Drops a disc into the column and returns its row."""

    def undo(self) -> int:
        """Takes the last disc back and returns its column."""

    def height(self, column: int) -> int:
        """Counts the discs in the column."""

    def disc(self, column: int, row: int) -> int | None:
        """Names the side whose disc lies in the cell, or None."""

    def open_columns(self) -> tuple[int, ...]:
        """Lists the columns to choose from; none once it is over."""

    def lines(self) -> dict[str, tuple[tuple[int, int], ...]]:
        """
        Maps each direction in which the winner has a line to its cells (column, row).
        """

    def threats(self, side: int | None = None) -> tuple[tuple[int, int], ...]:
        """
        Lists the empty cells (column, row), in reach or not, that complete a line for the side
        (default: the one to move).
        """

    def winning_moves(self, side: int | None = None) -> tuple[int, ...]:
        """
        Lists the open columns that complete a line for the side (default: the one to move).
        """

    def mirror(self) -> Position:
        """Returns the position with left and right swapped."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...

class Search:
    """Finds good moves in little time, and keeps what it found."""

    def __init__(
        self, rows: int, columns: int, connect: int, memory: int = 67108864, diagonals: bool = True
    ) -> None: ...
    def search(
        self,
        first: int,
        second: int,
        columns: Sequence[int] = [],
        depth: int = 0,
        nodes: int = 0,
        seconds: float | None = None,
        threads: int = 1,
    ) -> tuple[int, int, int, bool, int, tuple[int, ...]]:
        """
        Looks deeper and deeper; returns column, score, depth, completeness, nodes, line.
        """

    def values(
        self, first: int, second: int, depth: int, nodes: int = 0, seconds: float | None = None
    ) -> tuple[dict[int, int], int]:
        """
        Scores every column at a depth, or as deep as it came; returns the scores and the nodes.
        """

    def forget(self) -> None:
        """Forgets everything, so that the same question takes the same nodes."""

    def set(self, name: str, value: int) -> None:
        """Sets a weight of the evaluation, for tuning."""

    def get(self, name: str) -> int:
        """Gives a weight of the evaluation."""

def reserve_memory(size: int, seconds: float) -> int:
    """
    Makes memory ready for a table to come; gives how much in the time allowed.
    """

WON: int = 1000000

def search_weights() -> tuple[str, ...]:
    """Names the weights of the evaluation."""

class Solver:
    """
    Finds exact values of positions of one board, and keeps what it proved.
    """

    def __init__(self, rows: int, columns: int, connect: int, memory: int) -> None: ...
    def solve(
        self,
        mover: int,
        occupied: int,
        lower: int,
        upper: int,
        guess: int = 0,
        threads: int = 1,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> tuple[int, int, int, float]:
        """
        Narrows the value of a position that is not over; returns lower, upper, nodes, seconds.
        """

    def clear(self) -> None:
        """Forgets everything."""

    @property
    def progress(self) -> tuple[int, int, int]:
        """
        What a solve under way has proved: lower, upper, and its nodes. For another thread.
        """

    def forget_progress(self) -> None:
        """Lets progress prove nothing until the next solve."""

    @property
    def bytes(self) -> int:
        """The size of the table."""

class Endgame(Solver):
    """
    Finds who wins near the end: as Solver, but 1 is a win, 0 a draw and -1 a loss.
    """

    def __init__(self, rows: int, columns: int, connect: int, memory: int) -> None: ...

def least_solver_memory(rows: int, columns: int, connect: int) -> int:
    """Gives the fewest bytes that a solver of this board takes."""

def solver_fits(rows: int, columns: int, connect: int) -> bool:
    """Says whether the solver takes boards of this size."""

def perft(rows: int, columns: int, connect: int, depth: int) -> int:
    """
    Counts the sequences of exactly `depth` moves; games that end earlier do not count.

    >>> perft(6, 7, 4, 7)
    823536
    """

def count_positions(rows: int, columns: int, connect: int, plies: int) -> int:
    """
    Counts the different positions with `plies` discs; ended games count but do not go on.

    >>> count_positions(6, 7, 4, 3)
    238
    """

def random_playouts(
    rows: int, columns: int, connect: int, games: int, seed: int = 0
) -> tuple[int, int, int, int]:
    """
    Plays games at random; returns the wins of side 0, of side 1, the draws, and all moves.

    >>> sum(random_playouts(6, 7, 4, games=1000)[:3])
    1000
    """
