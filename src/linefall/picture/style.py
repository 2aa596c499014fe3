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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from linefall.board import Board, Cell
from linefall.notation import counted
from linefall.picture import shapes
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


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """What a look is painted with: colours of the page, the marks of the four numbers, the ring
    about a disc of a winning line, and the sign on the last move. Each look has one: `style_of`."""

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
        f"Connect {rules.connect} on {counted(rules.rows, 'row')} and "
        f"{counted(rules.columns, 'column')} after {counted(board.plies, 'disc')}: {state}"
    )


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


#: The rim, the face and the relief of a disc in each colour, on a blue panel.
PLASTIC: Final[Mapping[str, tuple[str, str, str]]] = {
    "red": ("#d92b3a", "#e8414d", "#a81526"),
    "yellow": ("#f2b90f", "#ffd23c", "#b07a00"),
    "blue": ("#0c1d52", "#14307f", "#7f9df0"),
    "green": ("#1a8f3e", "#2fb457", "#0b5a24"),
    "magenta": ("#b01c98", "#d344bb", "#750c64"),
    "cyan": ("#0aa5bd", "#4fd8ea", "#066474"),
    "white": ("#d0d0d0", "#ffffff", "#7a7a7a"),
}
#: The ink of a shape in each colour, on a white page: white itself would not be seen.
INK: Final[Mapping[str, str]] = {
    "red": "#d3202e",
    "blue": "#1d4ed8",
    "yellow": "#e5ab00",
    "green": "#15803d",
    "magenta": "#c026a3",
    "cyan": "#0aa5bd",
    "white": "#9aa3b2",
}


def _plain_discs(colours: Sequence[str]) -> tuple[tuple[Mark, ...], ...]:
    """The first side's discs carry a ring, the second's a diamond, pressed into the plastic."""
    (rim, face, relief), (other_rim, other_face, other_relief) = (PLASTIC[c] for c in colours)
    first: tuple[Mark, ...] = (
        Circle(0.44, fill=rim),
        Circle(0.33, fill=face, stroke=relief, width=0.025),
        Circle(0.19, stroke=relief, width=0.06),
    )
    second: tuple[Mark, ...] = (
        Circle(0.44, fill=other_rim),
        Circle(0.33, fill=other_face, stroke=other_relief, width=0.025),
        Polygon(regular(4, 0.24), stroke=other_relief, width=0.06),
    )
    return first, second, first, second


#: The corners of the shapes that have some, filled and, in a line that wins, as an outline.
_CORNERS: Final[Mapping[str, Callable[[float], tuple[tuple[float, float], ...]]]] = {
    "pentagon": lambda radius: regular(5, radius),
    "square": lambda radius: _square(0.75 * radius),
    "triangle": lambda radius: regular(3, radius),
    "diamond": lambda radius: regular(4, radius),
    "star": lambda radius: _star(radius),
}


def _square(half: float) -> tuple[tuple[float, float], ...]:
    return ((-half, -half), (half, -half), (half, half), (-half, half))


def _star(radius: float) -> tuple[tuple[float, float], ...]:
    inner = tuple((-x, -y) for x, y in regular(5, 0.45 * radius))  # each opposite to a point
    pairs = zip(regular(5, radius), (*inner[3:], *inner[:3]), strict=True)
    return tuple(corner for pair in pairs for corner in pair)


def _shapes_discs(
    colours: Sequence[str], names: Sequence[str] = shapes.SIDES
) -> tuple[tuple[Mark, ...], ...]:
    (first, one), (second, two) = (
        _shape(name, INK[colour]) for name, colour in zip(names, colours, strict=True)
    )
    return first, second, one, two


def _shape(name: str, ink: str) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
    """Gives a shape as it is, and as it is marked in a line that wins."""
    if name == "circle":
        marked = Circle(0.35, stroke=ink, width=0.06), Circle(0.2, fill=ink)
        return (Circle(0.38, fill=ink),), marked
    corners = _CORNERS[name]
    outline = Polygon(corners(0.38), stroke=ink, width=0.07)
    return (Polygon(corners(0.42), fill=ink),), (outline,)


def _letters_discs(marks: Sequence[str]) -> tuple[tuple[Mark, ...], ...]:
    first, second = map(_letter, marks, ("#b3202a", "#174a9c"))
    return first, second, first, second


def _letter(mark: str, colour: str) -> tuple[Mark, ...]:
    """X and O are drawn by lines of their own, any other mark as a font has it."""
    if mark == "X":
        return (Polygon(cross(0.27, 0.13), fill=colour),)
    if mark == "O":
        return (Circle(0.24, stroke=colour, width=0.12),)
    return (Text(mark, 0.62, colour),)


def _matrix_discs(marks: Sequence[str]) -> tuple[tuple[Mark, ...], ...]:
    return _words([*marks, *marks], ("#3dff8b", "#3dff8b"))


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

STYLES: Final[Mapping[str, Style]] = {
    "plain": Style(
        sides=("red", "yellow"),
        page="#f5f7fb",
        panel="#2457c5",
        hole="#dfe7f6",
        labels="#22304f",
        discs=_plain_discs(("red", "yellow")),
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
        discs=_shapes_discs(("red", "blue")),
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
        discs=_letters_discs("XO"),
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
        discs=_matrix_discs("O@"),
        ring=(Circle(0.42, stroke="#ffffff", width=0.04),),
        last=_underline("#ffffff"),
        round_holes=False,
    ),
    "numbers": _NUMBERS,
    "bins": _NUMBERS,
}
_DISCS: Final[Mapping[str, Callable[[Sequence[str]], tuple[tuple[Mark, ...], ...]]]] = {
    "plain": _plain_discs,
    "shapes": _shapes_discs,
    "letters": _letters_discs,
    "matrix": _matrix_discs,
}


@cache
def style_of(
    look: str, sides: tuple[str, str] | None = None, forms: tuple[str, str] = shapes.SIDES
) -> Style:
    """Gives the style of a look, for two sides that have other colours or marks than its own.

    `forms` are the shapes of the two sides in the look `shapes`.

    `plain` and `shapes` tell sides by colours, `letters` and `matrix` by marks of one character;
    `numbers` and `bins` know no others.

    >>> style_of("plain", ("magenta", "blue")).sides, style_of("letters", ("#", "o")).sides
    (('magenta', 'blue'), ('#', 'o'))
    """
    own = STYLES[look]
    if look == "shapes" and forms != shapes.SIDES:
        colours = sides or own.sides
        return replace(own, sides=colours, discs=_shapes_discs(colours, forms))
    if sides in (None, own.sides) or look not in _DISCS:
        return own
    return replace(own, sides=sides, discs=_DISCS[look](sides))
