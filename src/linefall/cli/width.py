"""Lines and drawings for people: no wider than the terminal, in a pipe as wide as they are."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Final

from linefall.screen import parts_of

LEAST_TEXT: Final = 20
"""Characters that a line has room for beside its indent, however narrow the terminal is."""


def wrapped(text: str, *, indent: int = 0) -> str:
    """Gives a line as standard output is to show it; `indent` is for all parts but the first.

    >>> wrapped("A wins (alphabeta): line. 4 in line", indent=2)  # nobody looks at a terminal
    'A wins (alphabeta): line. 4 in line'
    """
    if not sys.stdout.isatty():
        return text
    width = max(shutil.get_terminal_size().columns, indent + LEAST_TEXT)
    parts = textwrap.wrap(text, width, subsequent_indent=" " * indent, break_on_hyphens=False)
    return "\n".join(parts)


def in_parts(lines: Sequence[str], cell: int, *, bar: int = 0) -> str:
    """Gives a drawn board as standard output is to show it: too wide a one in parts, left first.

    A column of the board takes `cell` characters; `bar` are those that stand behind the last one.

    >>> in_parts([". x .", "1 2 3"], 2)  # nobody looks at a terminal
    '. x .\\n1 2 3'
    """
    longest = max(map(len, lines))
    if not sys.stdout.isatty() or longest <= shutil.get_terminal_size().columns:
        return "\n".join(lines)
    parts = (
        line[part.start * cell : part.stop * cell + bar].rstrip()
        for part in parts_on_screen(-(-(longest - bar) // cell), cell, bar=bar)
        for line in lines
    )
    return "\n".join(filter(None, parts))


def parts_on_screen(columns: int, cell: int, *, bar: int = 0) -> list[range]:
    """Gives the columns of each part of such a drawing.

    >>> parts_on_screen(100, 3)  # nobody looks at a terminal
    [range(0, 100)]
    """
    width = shutil.get_terminal_size().columns - bar if sys.stdout.isatty() else columns * cell
    return parts_of(columns, cell, width)
