"""Pictures of a board that are brought up to date cell by cell, and that can be pointed at."""

from __future__ import annotations

from typing import Protocol

from PIL import Image

from linefall.board import Board, Cell
from linefall.house import HouseRules
from linefall.picture import bitmap, gif, png, shapes
from linefall.picture.style import STYLES, cells, last_cell
from linefall.rules import Rules

COLOUR_LOOKS = ("plain", "shapes")  # painted looks that tell players apart by a colour,
MARK_LOOKS = ("letters", "matrix")  # and by a mark
LARGEST = 900  # about how many pixels a painted board has on its longer side


class View(Protocol):
    """Is a picture of a board; `symbols` are the house's symbols, 0 or 1, of its two sides."""

    @property
    def signs(self) -> tuple[str, str]:
        """Gives what tells the discs of the house's two symbols apart: a colour or a mark."""
        ...

    @property
    def image(self) -> Image.Image:
        """Gives the picture as it is now."""
        ...

    def update(self, board: Board, symbols: tuple[int, int]) -> bool:
        """Paints the cells that changed and tells whether there were any."""
        ...

    def column_at(self, x: int) -> int | None:
        """Gives the column above or below a pixel, or None beside the columns."""
        ...

    def animation(self, board: Board, symbols: tuple[int, int]) -> bytes:
        """Gives the game as an animated GIF."""
        ...


def view_of(house: HouseRules, rules: Rules, look: str) -> View:
    """Gives a picture in a look, with the house's colours or marks in their order.

    >>> from linefall.house import PRESETS
    >>> view_of(PRESETS["bitmap"], Rules(), "bitmap").image.size
    (512, 512)
    """
    return BitmapView(house, rules) if look == "bitmap" else StyleView(house, rules, look)


class BitmapView:
    """Shows a board as the bitmap of squares."""

    def __init__(self, house: HouseRules, rules: Rules) -> None:
        self.signs = house.colours
        self._bitmap = bitmap.Bitmap(rules)
        self._shown: dict[Cell, str] = {}

    @property
    def image(self) -> Image.Image:
        """Gives the picture as it is now."""
        return self._bitmap.image

    def update(self, board: Board, symbols: tuple[int, int]) -> bool:
        """Paints the squares that changed and tells whether there were any."""
        before = dict(self._shown)
        for cell in cells(board.rules):
            side = board[cell]
            colour = "empty" if side is None else self.signs[symbols[side]]
            if self._shown.get(cell, "empty") != colour:
                self._bitmap.draw_cell(cell, colour)
                self._shown[cell] = colour
        return self._shown != before

    def column_at(self, x: int) -> int | None:
        """Gives the column whose squares lie above or below a pixel."""
        return bitmap.column_at(self._bitmap.rules, x)

    def animation(self, board: Board, symbols: tuple[int, int]) -> bytes:
        """Gives the game as an animated GIF in the players' colours."""
        colours = self.signs[symbols[0]], self.signs[symbols[1]]
        return gif.encode(board, look="bitmap", sides=colours)


class StyleView:
    """Shows a board in one of the painted looks."""

    def __init__(self, house: HouseRules, rules: Rules, look: str) -> None:
        self.look, self.columns_from = look, house.columns_from
        self.signs = _signs(house, look)
        own = STYLES[look].sides
        swapped = self.signs == (own[1], own[0])  # the look's own, the other way round
        self._order = (1, 0) if swapped else (0, 1)
        self._sides = own if swapped else self.signs
        forms = shapes.told_apart(house.shapes)
        self._forms = (forms[1], forms[0]) if swapped else forms
        cell = png.fitting_cell(rules, LARGEST)
        self._painter = png.Painter(
            rules,
            look=look,
            cell=cell,
            columns_from=house.columns_from,
            sides=self._sides,
            forms=self._forms,
        )
        self._shown: dict[Cell, tuple[int | None, bool]] = {}

    @property
    def image(self) -> Image.Image:
        """Gives the picture as it is now."""
        return self._painter.image

    def update(self, board: Board, symbols: tuple[int, int]) -> bool:
        """Paints the cells that changed and tells whether there were any."""
        marked, last, before = shapes.marks(board), last_cell(board), dict(self._shown)
        for cell in cells(board.rules):
            side = board[cell]
            number = None if side is None else self._order[symbols[side]] + 2 * (cell in marked)
            now = (number, cell == last)
            if self._shown.get(cell, (None, False)) != now:
                self._painter.draw_cell(cell, number, last=cell == last)
                self._shown[cell] = now
        return self._shown != before

    def column_at(self, x: int) -> int | None:
        """Gives the column of the cells above or below a pixel."""
        column = (x - self._painter.box(Cell(0, 0))[0]) // self._painter.cell
        return column if 0 <= column < self._painter.rules.columns else None

    def animation(self, board: Board, symbols: tuple[int, int]) -> bytes:
        """Gives the game as an animated GIF with the same discs."""
        return gif.encode(
            board,
            look=self.look,
            columns_from=self.columns_from,
            sides=self._sides,
            forms=self._forms,
            swapped=self._order[symbols[0]] == 1,
        )


def _signs(house: HouseRules, look: str) -> tuple[str, str]:
    """Gives the house's colours or marks, as the look tells discs apart.

    The font of the pictures knows no marks beyond ASCII: they are shown by those of the look.
    """
    if look in COLOUR_LOOKS:
        return house.colours
    known = look in MARK_LOOKS and "".join(house.symbols).isascii()
    return house.symbols if known else STYLES[look].sides
