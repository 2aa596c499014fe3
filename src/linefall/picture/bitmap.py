"""The bitmap: squares on blue, placed to the pixel.

    x    0      18     73     88     143        438    493    512
         |<-18->|<-56->|<-14->|<-56->|     ...  |<-56->|<-18->|

A square is 56 pixels a side, the next one 14 further; 18 pixels remain at the left and at the
right, 53 at the top and at the bottom: 6 rows and 7 columns are exactly 512 x 512. Any other board
keeps the squares, gaps and margins, and so gets a picture of another size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linefall.board import Board, Cell
from linefall.errors import LinefallError
from linefall.rules import Rules

if TYPE_CHECKING:
    from PIL import Image

SIDE = 56
GAP = 14
LEFT = 18
TOP = 53
STEP = SIDE + GAP

Colour = tuple[int, int, int]
BLUE: Colour = (0, 0, 255)
COLOURS: dict[str, Colour] = {
    "empty": (255, 255, 255),
    "yellow": (255, 255, 0),
    "red": (255, 0, 0),
    "green": (0, 160, 0),
    "magenta": (255, 0, 255),
    "cyan": (0, 255, 255),
    "blue": (0, 0, 96),  # darker than the ground,
    "white": (176, 176, 176),  # and than an empty square
}
SIDES = ("yellow", "red")  # the first side's colour and the second's, where nobody chose


def size(rules: Rules) -> tuple[int, int]:
    """Gives the width and height of the picture in pixels.

    >>> size(Rules(6, 7, 4))
    (512, 512)
    """
    return 2 * LEFT + STEP * rules.columns - GAP, 2 * TOP + STEP * rules.rows - GAP


def square(rules: Rules, cell: tuple[int, int]) -> tuple[int, int, int, int]:
    """Gives the left, top, right and bottom of a cell's square; right and bottom lie outside.

    >>> square(Rules(6, 7, 4), (0, 5))
    (18, 53, 74, 109)
    """
    column, row = cell
    if not (0 <= column < rules.columns and 0 <= row < rules.rows):
        raise LinefallError(
            f"no cell (x {column}, y {row}); x is 0 to {rules.columns - 1}, "
            f"y is 0 to {rules.rows - 1}"
        )
    left, top = LEFT + STEP * column, TOP + STEP * (rules.rows - 1 - row)
    return left, top, left + SIDE, top + SIDE


def column_at(rules: Rules, x: int) -> int | None:
    """Gives the column that a pixel's x belongs to, or None beside the columns.

    >>> [column_at(Rules(), x) for x in (17, 18, 73, 74, 88)]
    [None, 0, 0, None, 1]
    """
    column, offset = divmod(x - LEFT, STEP)
    return column if 0 <= column < rules.columns and offset < SIDE else None


class Bitmap:
    """A picture that is changed cell by cell.

    >>> picture = Bitmap(Rules())
    >>> picture.draw_cell(Cell(0, 0), "red")
    >>> picture.image.getpixel((18, 458)), picture.image.getpixel((17, 458))
    ((255, 0, 0), (0, 0, 255))
    """

    def __init__(self, rules: Rules = Rules()) -> None:
        from PIL import Image

        self.rules = rules
        self.image: Image.Image = Image.new("RGB", size(rules), BLUE)
        for column in range(rules.columns):
            for row in range(rules.rows):
                self.draw_cell(Cell(column, row), "empty")

    def draw_cell(self, cell: tuple[int, int], colour: str) -> None:
        """Fills the square of one cell and touches no other pixel."""
        if colour not in COLOURS:
            raise LinefallError(f"no colour {colour!r}; possible: {' '.join(COLOURS)}")
        self.image.paste(COLOURS[colour], square(self.rules, cell))


def draw(board: Board, *, colours: Sequence[str] = SIDES) -> Image.Image:
    """Draws the whole board; `colours` are those of the first and of the second side.

    >>> draw(Board(moves=[3])).size
    (512, 512)
    """
    picture = Bitmap(board.rules)
    for column in range(board.rules.columns):
        for row in range(board.height(column)):
            side = board[column, row]
            assert side is not None
            picture.draw_cell(Cell(column, row), colours[side])
    return picture.image
