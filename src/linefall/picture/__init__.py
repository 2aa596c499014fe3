"""Pictures of a board: text for a terminal, SVG, PNG and GIF for files.

Every look is a function that reads a Board and nothing else; `TEXT_LOOKS` is the table of those
that are text. The painted ones (`svg`, `png`, `gif`, `bitmap`) are imported when they are needed.
"""

from collections.abc import Callable

from linefall.board import Board
from linefall.errors import LinefallError
from linefall.notation import format_board
from linefall.picture import letters, matrix, shapes

TEXT_LOOKS: dict[str, Callable[..., str]] = {
    "letters": letters.draw,
    "shapes": shapes.draw,
    "matrix": matrix.draw,
    "numbers": shapes.numbers,
    "bins": shapes.bins,
    "plain": format_board,
}
LOOKS = (*TEXT_LOOKS, "bitmap")
FORMATS = ("svg", "png", "gif")

__all__ = ["FORMATS", "LOOKS", "TEXT_LOOKS", "paint"]


def paint(
    board: Board,
    form: str,
    *,
    look: str = "plain",
    cell: int | None = None,
    columns_from: int | None = None,
    colours: tuple[str, str] = ("yellow", "red"),
) -> bytes:
    """Gives the bytes of a picture file: `form` is svg, png or gif.

    `cell` is the width of a cell in pixels; `colours` are those of the bitmap's two sides.

    >>> paint(Board(moves=[3]), "svg")[:4]
    b'<svg'
    """
    if look not in LOOKS:
        raise LinefallError(f"no look {look!r}; possible: {' '.join(LOOKS)}")
    if form == "svg":
        from linefall.picture import svg

        text = svg.draw(board, look=look, columns_from=columns_from, colours=colours)
        return text.encode()
    if form == "png":
        from linefall.picture import bitmap, png

        if look == "bitmap":
            return png.encode(bitmap.draw(board, colours=colours))
        return png.encode(png.draw(board, look=look, cell=cell, columns_from=columns_from))
    if form == "gif":
        from linefall.picture import gif

        sides = colours if look == "bitmap" else None
        return gif.encode(board, look=look, cell=cell, columns_from=columns_from, sides=sides)
    raise LinefallError(f"no kind of picture {form!r}; possible: {' '.join(FORMATS)}")
