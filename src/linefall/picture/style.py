"""One design for the pictures: SVG, PNG and GIF paint the same marks on the same page.

Lengths are in cells, x to the right and y down. The page, with `M` the margin, `P` the padding
of the panel and `L` the band for the column numbers:

    +-- M + P + columns + P + M --+
    |  M                          |
    |  +-----------------------+  |
    |  |  P  ( ) ( ) ( ) ( )   |  |    a hole a cell; the panel lies over the discs,
    |  |     (o) ( ) (x) ( )   |  |    so that a falling one is seen through the holes
    |  +-----------------------+  |
    |  L      1   2   3   4       |
    +-----------------------------+

What a cell shows depends on its number as in `shapes`: 0 and 1 are the sides, 2 and 3 the same
in a line that wins. Sides differ by shape as well as by colour: nobody needs to see colours.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from linefall.board import Board, Cell
from linefall.rules import Rules

MARGIN = 0.16
PADDING = 0.14
LABELS = 0.52
CORNER = 0.28
HOLE = 0.41  # the radius of a round hole
SQUARE = 0.47  # half the side of a square one
LABEL_SIZE = 0.3


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle about the middle of a cell."""

    radius: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed outline; its points are measured from the middle of a cell."""

    points: tuple[tuple[float, float], ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """A short word about the middle of a cell."""

    text: str
    size: float
    fill: str


Mark = Circle | Polygon | Text


@dataclass(frozen=True, slots=True)
class Style:
    """What a look is painted with: colours of the page, the marks of the four numbers, the ring
    about a disc of a winning line, and the sign on the last move."""

    sides: tuple[str, str]
    page: str
    panel: str
    hole: str
    labels: str
    discs: tuple[tuple[Mark, ...], ...] = ()
    ring: tuple[Mark, ...] = ()
    last: tuple[Mark, ...] = ()
    round_holes: bool = True
    columns_from: int = 1

    def layers(self, number: int, *, last: bool) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
        """Gives the marks of a cell that lie under the panel, and those that lie over it."""
        above = (self.ring if number >= 2 else ()) + (self.last if last else ())
        return self.discs[number], above


def page_size(rules: Rules) -> tuple[float, float]:
    """Gives the width and height of the page in cells."""
    width, height = panel_size(rules)
    return width + 2 * MARGIN, height + MARGIN + LABELS


def panel_size(rules: Rules) -> tuple[float, float]:
    """Gives the width and height of the panel in cells."""
    return rules.columns + 2 * PADDING, rules.rows + 2 * PADDING


def middle(rules: Rules, column: int, row: float) -> tuple[float, float]:
    """Gives where the middle of a cell is on the page; a falling disc is between two rows."""
    left, top = MARGIN + PADDING + 0.5, MARGIN + PADDING + 0.5
    return left + column, top + (rules.rows - 1 - row)


def label_middle(rules: Rules, column: int) -> tuple[float, float]:
    """Gives where the middle of a column's number is on the page."""
    x, _ = middle(rules, column, 0)
    return x, MARGIN + panel_size(rules)[1] + LABELS * 0.47


def cells(rules: Rules) -> Iterator[Cell]:
    """Lists the cells row by row from the bottom left."""
    return (Cell(column, row) for row in range(rules.rows) for column in range(rules.columns))


def last_cell(board: Board) -> Cell | None:
    """Gives the cell of the last move, or None where there was none."""
    if not board.moves:
        return None
    return Cell(board.moves[-1], board.height(board.moves[-1]) - 1)


def title(board: Board, style: Style) -> str:
    """Says in a sentence what the picture shows.

    >>> title(Board(Rules(), [3]), STYLES["plain"])
    'Connect 4 on 6 rows and 7 columns after 1 disc: yellow to move'
    """
    rules, outcome = board.rules, board.outcome()
    if outcome is None:
        state = f"{style.sides[board.to_move]} to move"
    elif outcome.winner is None:
        state = "a draw"
    else:
        state = f"{style.sides[outcome.winner]} has won"
    return (
        f"Connect {rules.connect} on {_count(rules.rows, 'row')} and "
        f"{_count(rules.columns, 'column')} after {_count(board.plies, 'disc')}: {state}"
    )


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def regular(corners: int, radius: float) -> tuple[tuple[float, float], ...]:
    """Gives the corners of a regular polygon, the first one at the top."""
    angles = (math.tau * k / corners for k in range(corners))
    return tuple(
        (round(radius * math.sin(a), 4) + 0.0, round(-radius * math.cos(a), 4) + 0.0)
        for a in angles
    )


def cross(radius: float, thickness: float) -> tuple[tuple[float, float], ...]:
    """Gives the outline of an X whose bars have this thickness."""
    near, far = thickness / math.sqrt(2), radius
    arm = [(0.0, -near), (far - near, -far), (far, near - far)]
    points = []
    for _ in range(4):
        points += arm
        arm = [(-y, x) for x, y in arm]
    return tuple((round(x, 4) + 0.0, round(y, 4) + 0.0) for x, y in points)


def _plain_discs() -> tuple[tuple[Mark, ...], ...]:
    """Red discs carry a ring and yellow ones a diamond, pressed into the plastic."""
    red: tuple[Mark, ...] = (
        Circle(0.44, fill="#d92b3a"),
        Circle(0.33, fill="#e8414d", stroke="#a81526", width=0.025),
        Circle(0.19, stroke="#a81526", width=0.06),
    )
    yellow: tuple[Mark, ...] = (
        Circle(0.44, fill="#f2b90f"),
        Circle(0.33, fill="#ffd23c", stroke="#b07a00", width=0.025),
        Polygon(regular(4, 0.24), stroke="#b07a00", width=0.06),
    )
    return red, yellow, red, yellow


def _shapes_discs() -> tuple[tuple[Mark, ...], ...]:
    red, blue = "#d3202e", "#1d4ed8"
    return (
        (Circle(0.38, fill=red),),
        (Polygon(regular(5, 0.42), fill=blue),),
        (Circle(0.35, stroke=red, width=0.06), Circle(0.2, fill=red)),
        (Polygon(regular(5, 0.38), stroke=blue, width=0.07),),
    )


def _letters_discs() -> tuple[tuple[Mark, ...], ...]:
    x: tuple[Mark, ...] = (Polygon(cross(0.27, 0.13), fill="#b3202a"),)
    o: tuple[Mark, ...] = (Circle(0.24, stroke="#174a9c", width=0.12),)
    return x, o, x, o


def _words(words: Sequence[str], colours: Sequence[str]) -> tuple[tuple[Mark, ...], ...]:
    return tuple((Text(word, 0.62, colours[n % 2]),) for n, word in enumerate(words))


def _underline(colour: str) -> tuple[Mark, ...]:
    return (Polygon(((-0.2, 0.38), (0.2, 0.38), (0.2, 0.42), (-0.2, 0.42)), fill=colour),)


_NUMBERS = Style(
    sides=("0", "1"),
    page="#ffffff",
    panel="#c9ced8",
    hole="#ffffff",
    labels="#4a5263",
    discs=_words("0123", ("#b3202a", "#174a9c")),
    ring=(Circle(0.42, stroke="#1b1b1b", width=0.04),),
    last=_underline("#1b1b1b"),
    round_holes=False,
    columns_from=0,
)

STYLES = {
    "plain": Style(
        sides=("red", "yellow"),
        page="#f5f7fb",
        panel="#2457c5",
        hole="#dfe7f6",
        labels="#22304f",
        discs=_plain_discs(),
        ring=(
            Circle(0.43, stroke="#0b1b3f", width=0.13),
            Circle(0.43, stroke="#ffffff", width=0.08),
        ),
        last=(Circle(0.085, fill="#ffffff", stroke="#0b1b3f", width=0.04),),
    ),
    "shapes": Style(
        sides=("red", "blue"),
        page="#ffffff",
        panel="#b8bfcc",
        hole="#ffffff",
        labels="#4a5263",
        discs=_shapes_discs(),
        ring=(Circle(0.44, stroke="#1b1b1b", width=0.03),),
        last=(Circle(0.07, fill="#ffffff", stroke="#1b1b1b", width=0.035),),
        round_holes=False,
        columns_from=0,
    ),
    "letters": Style(
        sides=("X", "O"),
        page="#fbfaf5",
        panel="#cfc9b8",
        hole="#fbfaf5",
        labels="#5a5546",
        discs=_letters_discs(),
        ring=(Circle(0.42, stroke="#1b1b1b", width=0.04),),
        last=_underline("#1b1b1b"),
        round_holes=False,
    ),
    "matrix": Style(
        sides=("O", "@"),
        page="#06140c",
        panel="#1d5a38",
        hole="#06140c",
        labels="#3dff8b",
        discs=_words("O@O@", ("#3dff8b", "#3dff8b")),
        ring=(Circle(0.42, stroke="#ffffff", width=0.04),),
        last=_underline("#ffffff"),
        round_holes=False,
    ),
    "numbers": _NUMBERS,
    "bins": _NUMBERS,
}
