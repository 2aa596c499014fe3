"""The programs that come with Linefall: standalone files that speak the judge's protocol.

Each of them is one readable Python file that imports the standard library and nothing else, so
that it can be copied, handed to a class and changed. None of them imports `linefall`, and nothing
in `linefall` imports them: they are run, each in a process of its own (`linefall bot NAME`).
"""

import ast
from pathlib import Path

NAMES = ("rand", "left", "right", "minimax", "deepening", "alphabeta", "handin")


def path(name: str) -> Path:
    """Finds the file of a bot by its name.

    >>> path("rand").name
    'rand.py'
    """
    if name not in NAMES:
        raise KeyError(f"no bot named {name!r}; there are: {' '.join(NAMES)}")
    return Path(__file__).with_name(f"{name}.py")


def summary(name: str) -> str:
    """Tells what a bot does, in the words of the first line of its file.

    >>> summary("left")
    'always the leftmost column that is not full'
    """
    text = ast.get_docstring(ast.parse(path(name).read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].partition(": ")[2].rstrip(".")
