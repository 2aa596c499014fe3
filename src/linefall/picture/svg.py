"""Paints a board as SVG: text that any browser shows, with the board in words inside.

The picture stands alone: it refers to nothing outside and uses no ids, so that many of them can
stand in one page. Screen readers get a sentence (`title`) and the board in letters (`desc`).
"""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from linefall.board import Board
from linefall.notation import format_board, format_column
from linefall.picture import bitmap, style
from linefall.picture.shapes import marks, number
from linefall.picture.style import STYLES, Circle, Mark, Polygon, Style, last_cell
from linefall.rules import Rules

CELL = 64.0  # how many units of the drawing a cell is wide
LARGEST = 1200.0  # how large a drawing is shown if nobody says otherwise
FONT = "system-ui, 'Helvetica Neue', Arial, sans-serif"


def draw(
    board: Board,
    *,
    look: str = "plain",
    columns_from: int | None = None,
    colours: tuple[str, str] = bitmap.SIDES,
) -> str:
    """Draws the board with its column numbers, the last move marked and a winning line ringed.

    >>> draw(Board(moves=[3])).startswith("<svg ")
    True
    """
    if look == "bitmap":
        return draw_bitmap(board, colours=colours)
    chosen = STYLES[look]
    if columns_from is None:
        columns_from = chosen.columns_from
    width, height = style.page_size(board.rules)
    body = [
        f'<rect width="100%" height="100%" fill="{chosen.page}"/>',
        _hollow(board.rules, chosen),
        *_discs(board, chosen, under_panel=True),
        _panel(board.rules, chosen),
        *_discs(board, chosen, under_panel=False),
        *_labels(board.rules, chosen, columns_from),
    ]
    return document(
        width * CELL, height * CELL, style.title(board, chosen), format_board(board), body
    )


def document(width: float, height: float, title: str, text: str, body: Iterable[str]) -> str:
    """Wraps drawing elements in an SVG document with a title and a description.

    A large drawing is shown smaller, so that a page can hold it; nothing in it is lost.
    """
    shown = min(1.0, LARGEST / max(width, height))
    size = f'width="{_n(width * shown)}" height="{_n(height * shown)}"'
    size += f' viewBox="0 0 {_n(width)} {_n(height)}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(text)}</desc>",
            *body,
            "</svg>\n",
        ]
    )


def draw_bitmap(board: Board, *, colours: tuple[str, str] = bitmap.SIDES) -> str:
    """Draws the squares of the bitmap, one unit a pixel."""
    width, height = bitmap.size(board.rules)
    shades = {None: "empty", 0: colours[0], 1: colours[1]}
    body = [f'<rect width="{width}" height="{height}" fill="{_hex(bitmap.BLUE)}"/>']
    body.append('<g shape-rendering="crispEdges">')
    for cell in style.cells(board.rules):
        left, top, _, _ = bitmap.square(board.rules, cell)
        fill = _hex(bitmap.COLOURS[shades[board[cell]]])
        body.append(
            f'<rect x="{left}" y="{top}" width="{bitmap.SIDE}" height="{bitmap.SIDE}" '
            f'fill="{fill}"/>'
        )
    body.append("</g>")
    named = Style(colours, "", "", "", "")
    return document(width, height, style.title(board, named), format_board(board), body)


def paint(mark: Mark) -> str:
    """Writes one mark, about the origin of the group it stands in."""
    if isinstance(mark, Circle):
        return f'<circle r="{_n(mark.radius * CELL)}" {_ink(mark)}/>'
    if isinstance(mark, Polygon):
        points = " ".join(f"{_n(x * CELL)},{_n(y * CELL)}" for x, y in mark.points)
        return f'<polygon points="{points}" {_ink(mark)}/>'
    return (
        f'<text font-size="{_n(mark.size * CELL)}" fill="{mark.fill}" dy="0.35em" '
        f'text-anchor="middle" font-family="{FONT}" font-weight="600">{escape(mark.text)}</text>'
    )


def _discs(board: Board, chosen: Style, *, under_panel: bool) -> Iterable[str]:
    """Writes the discs; rings and the sign of the last move lie over the panel's edge."""
    marked = marks(board)
    last = last_cell(board)
    for cell in style.cells(board.rules):
        n = number(board, cell, marked)
        if n is None:
            continue
        below, above = chosen.layers(n, last=cell == last)
        if layer := below if under_panel else above:
            x, y = style.middle(board.rules, *cell)
            inside = "".join(map(paint, layer))
            yield f'<g transform="translate({_n(x * CELL)} {_n(y * CELL)})">{inside}</g>'


def _hollow(rules: Rules, chosen: Style) -> str:
    """What is seen through holes that hold no disc."""
    width, height = rules.columns * CELL, rules.rows * CELL
    edge = _n((style.MARGIN + style.PADDING) * CELL)
    return (
        f'<rect x="{edge}" y="{edge}" width="{_n(width)}" height="{_n(height)}" '
        f'fill="{chosen.hole}"/>'
    )


def _panel(rules: Rules, chosen: Style) -> str:
    """The panel as one shape with a hole for each cell."""
    width, height = (length * CELL for length in style.panel_size(rules))
    edge, r = style.MARGIN * CELL, style.CORNER * CELL
    outline = (
        f"M{_n(edge + r)} {_n(edge)}h{_n(width - 2 * r)}a{_n(r)} {_n(r)} 0 0 1 {_n(r)} {_n(r)}"
        f"v{_n(height - 2 * r)}a{_n(r)} {_n(r)} 0 0 1 {_n(-r)} {_n(r)}"
        f"h{_n(2 * r - width)}a{_n(r)} {_n(r)} 0 0 1 {_n(-r)} {_n(-r)}"
        f"v{_n(2 * r - height)}a{_n(r)} {_n(r)} 0 0 1 {_n(r)} {_n(-r)}z"
    )
    holes = "".join(_hole(*style.middle(rules, *cell), chosen) for cell in style.cells(rules))
    return f'<path fill="{chosen.panel}" fill-rule="evenodd" d="{outline}{holes}"/>'


def _hole(x: float, y: float, chosen: Style) -> str:
    if chosen.round_holes:
        r = style.HOLE * CELL
        arc = f"a{_n(r)} {_n(r)} 0 0 1"
        return f"M{_n(x * CELL - r)} {_n(y * CELL)}{arc} {_n(2 * r)} 0{arc} {_n(-2 * r)} 0z"
    half = style.SQUARE * CELL
    return (
        f"M{_n(x * CELL - half)} {_n(y * CELL - half)}h{_n(2 * half)}v{_n(2 * half)}"
        f"h{_n(-2 * half)}z"
    )


def _labels(rules: Rules, chosen: Style, columns_from: int) -> Iterable[str]:
    size = _n(style.LABEL_SIZE * CELL)
    yield (
        f'<g font-size="{size}" fill="{chosen.labels}" text-anchor="middle" '
        f'font-family="{FONT}" font-weight="600">'
    )
    for column in range(rules.columns):
        x, y = style.label_middle(rules, column)
        word = format_column(column, columns_from=columns_from)
        yield f'<text x="{_n(x * CELL)}" y="{_n(y * CELL)}" dy="0.35em">{word}</text>'
    yield "</g>"


def _ink(mark: Circle | Polygon) -> str:
    ink = f'fill="{mark.fill or "none"}"'
    if mark.stroke:
        ink += f' stroke="{mark.stroke}" stroke-width="{_n(mark.width * CELL)}"'
        ink += ' stroke-linejoin="round"' if isinstance(mark, Polygon) else ""
    return ink


def _hex(colour: bitmap.Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _n(value: float) -> str:
    """Writes a length with at most two decimals and no trailing zeros."""
    return f"{round(value, 2) + 0.0:g}" if abs(value) < 1e5 else str(round(value, 2))
