"""Paints a board in pixels with Pillow: the design of `style`, with smooth edges, at any size.

The picture is put together from square tiles, one a cell, each painted once at four times its size
and then reduced. A drawn move therefore touches the pixels of its own cell and no other.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from math import ceil
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from linefall.board import Board, Cell
from linefall.errors import LinefallError
from linefall.notation import format_column
from linefall.picture import bitmap, shapes, style
from linefall.picture.shapes import marks, number
from linefall.picture.style import Circle, Mark, Polygon, Style, last_cell, style_of
from linefall.rules import Rules

FINER: Final = 4  # tiles are painted this many times larger
CELLS: Final = range(4, 513)  # the sizes of a cell that can be asked for
CELL: Final = 64
LARGEST: Final = 2000  # about how many pixels a picture has on its longer side if nobody asks
MOST_PIXELS: Final = 100_000_000

_CLEAR = (0, 0, 0, 0)


def draw(
    board: Board, *, look: str = "plain", cell: int | None = None, columns_from: int | None = None
) -> Image.Image:
    """Draws the board as an image; `cell` is the width of a cell in pixels.

    >>> draw(Board(moves=[3]), cell=50).size
    (380, 348)
    """
    if look == "bitmap":
        return bitmap.draw(board)
    painter = Painter(board.rules, look=look, cell=cell, columns_from=columns_from)
    painter.draw_board(board)
    return painter.image


def encode(image: Image.Image) -> bytes:
    """Gives the bytes of a PNG file."""
    buffer = BytesIO()
    image.save(buffer, format="PNG", optimize=True)
    return buffer.getvalue()


def fitting_cell(rules: Rules, largest: int = LARGEST) -> int:
    """Gives the width of a cell, 64 or less, with which the picture has about this size."""
    return max(CELLS[0], min(CELL, int(largest / max(style.page_size(rules)))))


class Painter:
    """Keeps a picture and paints single cells of it.

    `sides` are the colours or marks of the two sides where they are not the look's own, `forms`
    their shapes in the look `shapes`.

    >>> painter = Painter(Rules(), cell=20)
    >>> painter.draw_cell(Cell(3, 0), 1)
    >>> painter.image.getpixel((16 + 3 * 20, 6 + 5 * 20 + 10))
    (255, 210, 60)
    """

    def __init__(
        self,
        rules: Rules,
        *,
        look: str = "plain",
        cell: int | None = None,
        columns_from: int | None = None,
        sides: tuple[str, str] | None = None,
        forms: tuple[str, str] = shapes.SIDES,
    ) -> None:
        _check_cell(rules, cell)
        self.rules = rules
        self.style = style_of(look, sides, forms)
        self.cell = fitting_cell(rules) if cell is None else cell
        self.columns_from = self.style.columns_from if columns_from is None else columns_from
        self.image = self._empty_page()
        for place in style.cells(rules):
            self.draw_cell(place, None)

    def draw_board(self, board: Board) -> None:
        """Paints every disc, rings about a winning line, and the sign of the last move."""
        marked, last = marks(board), last_cell(board)
        for place in style.cells(board.rules):
            n = number(board, place, marked)
            if n is not None:
                self.draw_cell(place, n, last=place == last)

    def draw_cell(self, place: Cell, n: int | None, *, last: bool = False) -> None:
        """Paints one cell: empty, or a disc by its number, and touches no other pixel."""
        self.image.paste(tile(self.style, self.cell, n, last), self.box(place))

    def box(self, place: Cell) -> tuple[int, int, int, int]:
        """Gives the left, top, right and bottom of a cell; right and bottom lie outside."""
        edge = round((style.MARGIN + style.PADDING) * self.cell)
        left = edge + place.column * self.cell
        top = edge + (self.rules.rows - 1 - place.row) * self.cell
        return left, top, left + self.cell, top + self.cell

    def _empty_page(self) -> Image.Image:
        width, height = (round(length * self.cell) for length in style.page_size(self.rules))
        image = Image.new("RGB", (width, height), self.style.page)
        self._paste_panel(image)
        for column in range(self.rules.columns):
            word = format_column(column, columns_from=self.columns_from)
            label = self._label(word)
            x, y = style.label_middle(self.rules, column)
            left = round(x * self.cell - label.width / 2)
            image.paste(label, (left, round(y * self.cell - label.height / 2)))
        return image

    def _paste_panel(self, image: Image.Image) -> None:
        """Fills a rectangle and lays smooth round corners over its own."""
        edge, r = round(style.MARGIN * self.cell), max(1, round(style.CORNER * self.cell))
        first = self.box(Cell(0, self.rules.rows - 1))
        last = self.box(Cell(self.rules.columns - 1, 0))
        pad = first[0] - edge
        right, bottom = last[2] + pad, last[3] + pad
        image.paste(self.style.panel, (edge, edge, right, bottom))
        knob = Image.new("RGB", (2 * r * FINER, 2 * r * FINER), self.style.page)
        ImageDraw.Draw(knob).ellipse((0, 0, knob.width - 1, knob.height - 1), fill=self.style.panel)
        knob = knob.reduce(FINER)
        for x, left in ((edge, 0), (right - r, r)):
            for y, top in ((edge, 0), (bottom - r, r)):
                image.paste(knob.crop((left, top, left + r, top + r)), (x, y))

    def _label(self, word: str) -> Image.Image:
        size = (self.cell, ceil(style.LABEL_SIZE * self.cell * 1.2))
        large = Image.new("RGB", (size[0] * FINER, size[1] * FINER), self.style.page)
        pixels = style.LABEL_SIZE * self.cell * FINER
        _write(ImageDraw.Draw(large), large.size, word, pixels, self.style.labels)
        return large.reduce(FINER)


def _check_cell(rules: Rules, cell: int | None) -> None:
    if cell is None:
        return
    width, height = style.page_size(rules)
    fitting = [size for size in CELLS if width * height * size * size <= MOST_PIXELS]
    if cell not in fitting:
        raise LinefallError(
            f"a cell of {cell} pixels was asked for; possible on {rules}: "
            f"{fitting[0]} to {fitting[-1]}"
        )


@cache
def tile(chosen: Style, cell: int, n: int | None, last: bool) -> Image.Image:
    """Paints what one cell shows: the hole, the disc in it, the panel over it, marks on top."""
    below, above = chosen.layers(n, last=last) if n is not None else ((), ())
    image = behind(chosen, cell)
    for layer in (_marks(below, cell), front(chosen, cell), _marks(above, cell)):
        image.alpha_composite(layer)
    return image.convert("RGB")


def behind(chosen: Style, cell: int) -> Image.Image:
    """Gives a new tile of what lies behind the discs."""
    return Image.new("RGBA", (cell, cell), chosen.hole)


@cache
def falling_disc(chosen: Style, cell: int, n: int) -> Image.Image:
    """Paints a disc alone on clear ground."""
    return _marks(chosen.discs[n], cell)


@cache
def front(chosen: Style, cell: int) -> Image.Image:
    """Paints the panel's part of a cell, clear where its hole is."""
    size = cell * FINER
    image = Image.new("RGBA", (size, size), chosen.panel)
    half = (style.HOLE if chosen.round_holes else style.SQUARE) * size
    box = (size / 2 - half, size / 2 - half, size / 2 + half - 1, size / 2 + half - 1)
    pen = ImageDraw.Draw(image)
    (pen.ellipse if chosen.round_holes else pen.rectangle)(box, fill=_CLEAR)
    return image.reduce(FINER)


def _marks(marks: tuple[Mark, ...], cell: int) -> Image.Image:
    """Paints marks on clear ground, at a finer grain and then reduced."""
    image = Image.new("RGBA", (cell * FINER, cell * FINER), _CLEAR)
    pen = ImageDraw.Draw(image)
    for mark in marks:
        _paint(pen, mark, cell * FINER)
    return image.reduce(FINER)


def _paint(pen: ImageDraw.ImageDraw, mark: Mark, size: int) -> None:
    if isinstance(mark, Circle):
        _paint_circle(pen, mark, size)
    elif isinstance(mark, Polygon):
        points = [(size / 2 + x * size, size / 2 + y * size) for x, y in mark.points]
        if mark.fill:
            pen.polygon(points, fill=mark.fill)
        if mark.stroke:
            around = [*points, *points[:2]]
            pen.line(around, fill=mark.stroke, width=round(mark.width * size), joint="curve")
    else:
        _write(pen, (size, size), mark.text, mark.size * size, mark.fill)


def _paint_circle(pen: ImageDraw.ImageDraw, mark: Circle, size: int) -> None:
    # Pillow draws an outline inside its box, SVG on both sides of it.
    outer = (mark.radius + mark.width / 2) * size
    box = (size / 2 - outer, size / 2 - outer, size / 2 + outer - 1, size / 2 + outer - 1)
    pen.ellipse(box, fill=mark.fill, outline=mark.stroke, width=round(mark.width * size))


def _write(
    pen: ImageDraw.ImageDraw, size: tuple[int, int], word: str, pixels: float, fill: str
) -> None:
    """Writes a word in the middle, by the ink of its capitals: every word on the same line."""
    font = ImageFont.load_default(pixels)
    ascent = font.getbbox("0", anchor="ls")[1]
    at = (size[0] / 2, size[1] / 2 - ascent / 2)
    bold = max(1, round(pixels * 0.03))  # the font that comes with Pillow has one weight only
    pen.text(at, word, fill=fill, font=font, anchor="ms", stroke_width=bold)
