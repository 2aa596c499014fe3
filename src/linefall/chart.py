"""Charts of a game's value by move: a small one in text, a larger one as SVG.

Up is the side that began, down the other; the longer the bar, the sooner that side wins. A draw
lies on the middle line, and a move whose value is not proved has no bar, but a question mark there
in the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from linefall.notation import columns_wide
from linefall.picture import svg
from linefall.review import Grade, MoveReview, Review

UNPROVED: Final = "?"
LEVELS: Final = 4  # rows of the text chart above and below the middle line
STEP, HALF, LEFT, TOP = 14.0, 90.0, 16.0, 34.0  # of the SVG, in its units
COLOURS: Final = ("#d92b3a", "#f2b90f")
BLUNDER: Final = "#0b1b3f"


def text(review: Review, *, width: int = 80, ascii_only: bool = False) -> str:
    """Draws the chart with one column a move, or several moves a column where it is too long.

    A mark below the chart shows where the result changed.
    """
    names = review.names
    margin = max(map(columns_wide, names)) + 6
    moves = _sampled(review.moves, max(10, width - margin))
    largest = _largest(review)
    levels = [_level(move, largest) for move in moves]
    block, line, mark = ("#", "-", "^") if ascii_only else ("\u2588", "\u2500", "\u25b2")
    rows = []
    for level in range(LEVELS, -LEVELS - 1, -1):
        label = {LEVELS: f"{names[0]} wins", 0: "draw", -LEVELS: f"{names[1]} wins"}.get(level, "")
        bars = "".join(
            _middle(value, line) if level == 0 else block if _reaches(value, level) else " "
            for value in levels
        )
        rows.append(f"{' ' * (margin - 1 - columns_wide(label))}{label} {bars}".rstrip())
    blunders = "".join(mark if move.grade is Grade.BLUNDER else " " for move in moves)
    return "\n".join([*rows, f"{'blunders':>{margin - 1}} {blunders}".rstrip()])


def _sampled(moves: Sequence[MoveReview], most: int) -> list[MoveReview]:
    """Gives the moves, or one of each few: a blunder if there is one, or else the last."""
    stride = -(-len(moves) // most) or 1
    groups = [moves[start : start + stride] for start in range(0, len(moves), stride)]
    return [next((m for m in group if m.grade is Grade.BLUNDER), group[-1]) for group in groups]


def _largest(review: Review) -> int:
    """Gives the largest value in the game, for either side, and no less than there are rows."""
    return max([LEVELS, *(abs(move.first_sides_score or 0) for move in review.moves)])


def _share(move: MoveReview, largest: int) -> float | None:
    """Gives the value for the side that began, as a share of the largest in the game."""
    return None if move.first_sides_score is None else move.first_sides_score / largest


def _level(move: MoveReview, largest: int) -> int | None:
    """Gives the value in rows of the text chart; every win is at least one row."""
    share = _share(move, largest)
    if share is None:
        return None
    rows = min(LEVELS, 1 + int(abs(share) * LEVELS)) if share else 0
    return rows if share > 0 else -rows


def _middle(value: int | None, line: str) -> str:
    """Gives the mark on the middle line: a move whose value is not proved is no draw."""
    return UNPROVED if value is None else line


def _reaches(value: int | None, level: int) -> bool:
    return value is not None and (0 < level <= value or value <= level < 0)


def draw_svg(review: Review) -> str:
    """Draws the chart as SVG, with every value in words for screen readers."""
    width = 2 * LEFT + STEP * max(24, len(review.moves))
    height = TOP + 2 * HALF + 40
    largest = _largest(review)
    body = [
        f'<rect width="{width:g}" height="{height:g}" fill="#f5f7fb"/>',
        f'<g font-family="{svg.FONT}" font-size="12" fill="#22304f">',
        f'<text x="{LEFT:g}" y="20">{escape(review.names[0])} wins</text>',
        f'<text x="{LEFT:g}" y="{height - 12:g}">{escape(review.names[1])} wins</text>',
        *_numbers(review, height),
        "</g>",
        *(bar for place, move in enumerate(review.moves) for bar in _bars(place, move, largest)),
        f'<line x1="{LEFT:g}" x2="{width - LEFT:g}" y1="{TOP + HALF:g}" y2="{TOP + HALF:g}" '
        'stroke="#22304f" stroke-width="1.5"/>',
    ]
    shares = [review.share_sentence(side) for side in (0, 1)]
    return svg.document(width, height, "; ".join(shares), "\n".join(_words(review)), body)


def _numbers(review: Review, height: float) -> Iterator[str]:
    for place in range(4, len(review.moves), 5):
        x = LEFT + STEP * (place + 0.5)
        yield f'<text x="{x:g}" y="{height - 26:g}" text-anchor="middle">{place + 1}</text>'


def _bars(place: int, move: MoveReview, largest: int) -> Iterator[str]:
    share = _share(move, largest)
    x = LEFT + STEP * place
    if share:
        length = HALF * (0.15 + 0.85 * abs(share))
        y = TOP + HALF - (length if share > 0 else 0)
        colour = COLOURS[0 if share > 0 else 1]
        yield (
            f'<rect x="{x + 1.5:g}" y="{y:.1f}" width="{STEP - 3:g}" height="{length:.1f}" rx="2" '
            f'fill="{colour}"/>'
        )
    if move.grade is Grade.BLUNDER:
        middle = x + STEP / 2
        yield f'<circle cx="{middle:g}" cy="{TOP + HALF:g}" r="4.5" fill="{BLUNDER}"/>'


def _words(review: Review) -> Iterator[str]:
    """Gives one line a move: its number, who won then, or a draw."""
    for move in review.moves:
        mark = f" ({move.change})" if move.change else ""
        yield f"{move.number}. {_value_words(move, review.names)}{mark}"


def _value_words(move: MoveReview, names: tuple[str, str]) -> str:
    if move.after is not None:
        return move.after.words(names)
    if (score := move.first_sides_score) is None:
        return "not proved"
    return f"{names[0 if score > 0 else 1]} wins" if score else "draw"
