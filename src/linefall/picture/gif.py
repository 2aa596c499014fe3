"""Paints a game as an animated GIF: discs fall, the winning line is ringed, and it starts over.

All frames share one palette, and are put together from tiles that were brought to it once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image

from linefall.board import Board, Cell
from linefall.picture import bitmap, png, shapes
from linefall.picture.shapes import marks, number
from linefall.picture.style import cells, last_cell

LARGEST: Final = 480  # about how many pixels the picture has on its longer side
FRAMES: Final = 400  # a longer game shows several moves a frame,
PIXELS: Final = 200_000_000  # and so does one whose frames would have more pixels in all
FALLS: Final = 60  # in a game of more moves than this, discs appear where they land
TICK: Final = 40  # milliseconds a frame while a disc falls
REST: Final = 400  # after a move
HOLD: Final = 3000  # at the end
ROWS_PER_TICK2: Final = 1 / 5  # how fast discs fall: rows = this * ticks squared


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture and how long it stays, in milliseconds."""

    image: Image.Image
    milliseconds: int


def encode(
    board: Board,
    *,
    look: str = "plain",
    cell: int | None = None,
    columns_from: int | None = None,
    sides: tuple[str, str] | None = None,
    forms: tuple[str, str] = shapes.SIDES,
    swapped: bool = False,
) -> bytes:
    """Gives the bytes of a GIF that plays the board's moves and loops.

    `sides` are the colours or marks of the two sides where they are not the look's own, `forms`
    their shapes in the look `shapes`; `swapped` gives the first side the discs that are otherwise
    the second's.

    >>> encode(Board(moves=[3, 3]))[:6]
    b'GIF89a'
    """
    if look == "bitmap":
        return join(bitmap_frames(board, colours=sides or bitmap.SIDES))
    cell = png.fitting_cell(board.rules, LARGEST) if cell is None else cell
    painter = png.Painter(
        board.rules, look=look, cell=cell, columns_from=columns_from, sides=sides, forms=forms
    )
    return join(frames(board, painter, swapped=swapped))


def join(frames: Iterator[Frame]) -> bytes:
    """Gives the bytes of a GIF of these frames, in a loop."""
    shown = _merged(frames)
    buffer = BytesIO()
    shown[0].image.save(
        buffer,
        format="GIF",
        save_all=True,
        append_images=[frame.image for frame in shown[1:]],
        duration=[frame.milliseconds for frame in shown],
        loop=0,
        disposal=1,
        optimize=False,
    )
    return buffer.getvalue()


def _merged(frames: Iterator[Frame]) -> list[Frame]:
    """Adds up frames that show the same: the format has no use for a frame without change."""
    shown: list[Frame] = []
    for frame in frames:
        if shown and shown[-1].image.tobytes() == frame.image.tobytes():
            last = shown.pop()
            frame = Frame(last.image, last.milliseconds + frame.milliseconds)
        shown.append(frame)
    return shown


def bitmap_frames(board: Board, *, colours: Sequence[str] = bitmap.SIDES) -> Iterator[Frame]:
    """Gives the bitmap before the first move and after each one, in its exact colours."""
    shades = dict.fromkeys(("empty", *bitmap.SIDES, *colours))
    palette = _palette_of([bitmap.BLUE, *(bitmap.COLOURS[shade] for shade in shades)])
    replay, moves = start_of(board)
    picture = bitmap.Bitmap(board.rules)
    picture.image.paste(bitmap.draw(replay, colours=colours))
    stride = _stride(len(moves), picture.image.size)
    for step, column in enumerate((None, *moves)):
        if column is not None:
            side = replay.to_move
            picture.draw_cell(replay.drop(column), colours[side])
        if step % stride == 0 or step == len(moves):
            wait = HOLD if step == len(moves) else REST
            yield Frame(picture.image.quantize(palette=palette, dither=Image.Dither.NONE), wait)


def _stride(moves: int, size: tuple[int, int]) -> int:
    """Says how many moves a frame shows at once."""
    frames = max(2, min(FRAMES, PIXELS // (size[0] * size[1])))
    return max(1, -(-moves // frames))


def frames(board: Board, painter: png.Painter, *, swapped: bool = False) -> Iterator[Frame]:
    """Gives the pictures of a game: each disc falls and rests, and the end stays for a while."""
    reel = _Reel(board, painter, swapped=swapped)
    moves = reel.moves
    stride = _stride(len(moves), reel.image.size)
    falls = len(moves) <= FALLS and _stride(len(moves) * 8, reel.image.size) == 1
    yield reel.frame(REST if moves else HOLD)
    for step, column in enumerate(moves, start=1):
        if falls:
            yield from reel.fall(column)
        reel.drop(column)
        if step % stride == 0 and step < len(moves):
            yield reel.frame(REST)
    if moves:
        yield from reel.finish()


def start_of(board: Board) -> tuple[Board, tuple[int, ...]]:
    """Gives the position that the board's moves began from, and those moves."""
    start = board.copy()
    for _ in board.moves:
        start.undo()
    return start, board.moves


class _Reel:
    """Keeps the picture of a game as it goes on, in the colours of one palette."""

    def __init__(self, board: Board, painter: png.Painter, *, swapped: bool) -> None:
        self.board, self.moves = start_of(board)
        self.style, self.cell, self.box = painter.style, painter.cell, painter.box
        self.swap = int(swapped)
        self.palette = _palette_for(painter)
        self.tiles: dict[tuple[object, ...], Image.Image] = {}
        self.image = self._in_palette(painter.image)
        self.last: Cell | None = None
        marked = marks(self.board)
        for place in cells(board.rules):  # what a set-up position has before its first move
            self._paste(place, self._tile(number(self.board, place, marked)))

    def frame(self, milliseconds: int) -> Frame:
        return Frame(self.image.copy(), milliseconds)

    def fall(self, column: int) -> Iterator[Frame]:
        """Gives the frames of a disc that falls behind the panel to the lowest free cell."""
        rows, target = self.board.rules.rows, self.board.height(column)
        tick = 1
        while (row := rows - ROWS_PER_TICK2 * tick * tick) > target:
            for place in range(target, rows):
                if abs(place - row) < 1:
                    self._paste(Cell(column, place), self._passing(place - row))
            yield self.frame(TICK)
            for place in range(target, rows):
                self._paste(Cell(column, place), self._tile(None))
            tick += 1

    def drop(self, column: int) -> None:
        """Shows the next disc where it lands, as the last move."""
        if self.last is not None:
            self._paste(self.last, self._tile(self.board[self.last]))
        side = self.board.to_move
        self.last = self.board.drop(column)
        self._paste(self.last, self._tile(side, last=True))

    def finish(self) -> Iterator[Frame]:
        """Lets the rings of a winning line blink twice, and holds the end."""
        won = marks(self.board)
        for _ in range(2 if won else 0):
            self._show(won, ringed=True)
            yield self.frame(REST)
            self._show(won, ringed=False)
            yield self.frame(REST // 2)
        self._show(won, ringed=True)
        yield self.frame(HOLD)

    def _show(self, won: frozenset[Cell], *, ringed: bool) -> None:
        for place in won:
            n = number(self.board, place, won if ringed else ())
            self._paste(place, self._tile(n, last=place == last_cell(self.board)))

    def _paste(self, place: Cell, tile: Image.Image) -> None:
        self.image.paste(tile, self.box(place))

    def _tile(self, n: int | None, *, last: bool = False) -> Image.Image:
        key = (n, last)
        if key not in self.tiles:
            shown = None if n is None else n ^ self.swap
            self.tiles[key] = self._in_palette(png.tile(self.style, self.cell, shown, last))
        return self.tiles[key]

    def _passing(self, below: float) -> Image.Image:
        """Gives the tile of an empty cell that a disc passes, so many rows below its middle."""
        key = (self.board.to_move, round(below * self.cell), "passing")
        if key not in self.tiles:
            tile = png.behind(self.style, self.cell)
            disc = png.falling_disc(self.style, self.cell, self.board.to_move ^ self.swap)
            shifted = Image.new("RGBA", tile.size, (0, 0, 0, 0))
            shifted.paste(disc, (0, round(below * self.cell)))
            tile.alpha_composite(shifted)
            tile.alpha_composite(png.front(self.style, self.cell))
            self.tiles[key] = self._in_palette(tile.convert("RGB"))
        return self.tiles[key]

    def _in_palette(self, image: Image.Image) -> Image.Image:
        return image.quantize(palette=self.palette, dither=Image.Dither.NONE)


def _palette_for(painter: png.Painter) -> Image.Image:
    """Makes a palette out of a strip that shows every tile there is, and the empty page."""
    side = painter.cell
    kinds: list[tuple[int | None, bool]] = [(None, False)]
    kinds += [(n, last) for n in range(4) for last in (False, True)]
    strip = Image.new("RGB", (side * len(kinds), 2 * side), painter.style.page)
    for place, (n, last) in enumerate(kinds):
        strip.paste(png.tile(painter.style, side, n, last), (place * side, 0))
    labels = painter.image.crop((0, painter.image.height - side, strip.width, painter.image.height))
    strip.paste(labels, (0, side))
    return strip.quantize(255, method=Image.Quantize.MEDIANCUT)


def _palette_of(colours: Sequence[bitmap.Colour]) -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    return palette
