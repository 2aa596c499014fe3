"""Pictures of a board: text for a terminal, SVG, PNG and GIF for files.

Every look is a function that reads a Board and nothing else; `TEXT_LOOKS` is the table of those
that are text. The painted ones (`svg`, `png`, `gif`, `bitmap`) are imported when they are needed.
"""

from collections.abc import Callable

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

__all__ = ["LOOKS", "TEXT_LOOKS"]
