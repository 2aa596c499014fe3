"""Lines for people: at a terminal wrapped at words, in a pipe one line however long it is."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import Final

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
