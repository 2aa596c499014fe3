"""The game once more, slow and obvious: a list of rows, and everything is found by looking at it.

Nothing here is clever, and nothing here is shared with the package: when the fast boards and this
one say the same, on thousands of games, each of them is right for its own reasons.
"""

from __future__ import annotations

DIRECTIONS = {
    "HORIZONTAL": (1, 0),
    "VERTICAL": (0, 1),
    "DIAGONAL": (1, 1),
    "ANTIDIAGONAL": (1, -1),
}


class SlowGame:
    """Plays by looking at every cell. grid[row][column] is None, 0 or 1; row 0 is the bottom."""

    def __init__(self, rows: int, columns: int, connect: int) -> None:
        self.rows = rows
        self.columns = columns
        self.connect = connect
        self.grid: list[list[int | None]] = [[None] * columns for _ in range(rows)]
        self.last: tuple[int, int] | None = None
        self.over = False

    def discs(self) -> int:
        return sum(cell is not None for row in self.grid for cell in row)

    def height(self, column: int) -> int:
        height = 0
        while height < self.rows and self.grid[height][column] is not None:
            height += 1
        return height

    def open_columns(self) -> list[int]:
        if self.over:
            return []
        return [c for c in range(self.columns) if self.grid[self.rows - 1][c] is None]

    def drop(self, column: int, side: int) -> tuple[int, int]:
        row = self.height(column)
        self.grid[row][column] = side
        self.last = (column, row)
        self.over = bool(self.lines_through(column, row)) or not self.open_columns()
        return self.last

    def at(self, column: int, row: int) -> int | None:
        """What lies in a cell; nothing lies outside of the board."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return self.grid[row][column]
        return None

    def lines_through(self, column: int, row: int) -> dict[str, list[tuple[int, int]]]:
        """Every line through a disc: as far as its colour goes both ways."""
        side = self.grid[row][column]
        lines = {}
        for name, (dc, dr) in DIRECTIONS.items():
            cells = [(column, row)]
            for way in (1, -1):
                n = 1
                while self.at(column + way * n * dc, row + way * n * dr) == side:
                    cells.append((column + way * n * dc, row + way * n * dr))
                    n += 1
            if len(cells) >= self.connect:
                lines[name] = sorted(cells)
        return lines

    def all_lines(self, side: int) -> dict[str, set[tuple[int, int]]]:
        """Every cell of every line of a side: all starts, all directions, X cells in a row."""
        found: dict[str, set[tuple[int, int]]] = {}
        for name, (dc, dr) in DIRECTIONS.items():
            for column in range(self.columns):
                for row in range(self.rows):
                    cells = [(column + n * dc, row + n * dr) for n in range(self.connect)]
                    if all(self.at(*cell) == side for cell in cells):
                        found.setdefault(name, set()).update(cells)
        return found

    def drawing(self) -> str:
        symbol = {None: ".", 0: "x", 1: "o"}
        return "\n".join(" ".join(symbol[cell] for cell in row) for row in reversed(self.grid))
