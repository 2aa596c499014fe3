"""Imports: which modules a Python file asks for, read from its text and never by running it.

It is run as a program of its own (``python -P imports.py FILE``): a text made to break
Python's parser then breaks that process, and not the one that asked.
"""

from __future__ import annotations

import ast
import importlib.util
import io
import json
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LONGEST_READING: Final = 20.0
"""Seconds that the reading of one file may take."""

OWN: Final = "linefall"
GUARDS: Final = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


@dataclass(frozen=True, slots=True)
class Imports:
    """Holds what was found: why the text is no Python, or the imports that cannot work."""

    problem: str | None = None
    missing: tuple[str, ...] = ()


def read_imports(path: Path, *, seconds: float = LONGEST_READING) -> Imports:
    """Reads a file in a process of its own; whatever the file does to the reader is reported."""
    command = [sys.executable, "-P", __file__, str(path)]
    try:
        ran = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
        )
        found = json.loads(ran.stdout)
    except subprocess.TimeoutExpired:
        return Imports(f"it takes Python more than {seconds:g} s to read it")
    except ValueError:
        return Imports("Python's parser fails over it")
    return Imports(found["problem"], tuple(found["missing"]))


def find_missing(text: str | bytes) -> Imports:
    """Finds the imports that are neither in the standard library nor installed.

    One that can fail without harm is none of them: guarded by ``except ImportError`` or
    ``suppress(ImportError)``, or for type checkers alone.

    >>> find_missing("import math, helper").missing
    ('helper',)
    >>> find_missing("def broken(:").problem
    'line 1 is no Python: invalid syntax'
    """
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        return Imports(f"line {error.lineno or 1} is no Python: {error.msg}")
    except (ValueError, RecursionError, MemoryError) as error:
        return Imports(f"it is no Python: {error or type(error).__name__}")
    if isinstance(text, bytes) and (problem := _no_text(text)):
        return Imports(problem)
    names = dict.fromkeys(_names(tree))
    return Imports(None, tuple(name for name in names if not _is_there(name)))


def _no_text(source: bytes) -> str | None:
    """Says which byte Python refuses when it runs a file; its parser lets it pass in a comment."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
    except SyntaxError:  # the first lines are none, and declare nothing
        encoding = "utf-8"
    try:
        source.decode(encoding)
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        byte = source[error.start]
        return f"line {line} is no Python: the byte 0x{byte:02x} is no {encoding}; save it as UTF-8"
    return None


def _names(node: ast.AST) -> Iterator[str]:
    """Gives the top-level modules that a tree imports, a dot in front of relative ones."""
    waiting = [node]  # no recursion: the depth of the tree is the author's choice
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Try) and _guards(node):
            waiting += [*node.handlers, *node.orelse, *node.finalbody]
            continue
        if isinstance(node, ast.With) and _suppresses(node):
            continue
        if isinstance(node, ast.If) and _name_of(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        yield from _imported(node)
        waiting += ast.iter_child_nodes(node)


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        module = (node.module or "").partition(".")[0]
        yield "." * min(node.level, 1) + module if node.level else module
    elif isinstance(node, ast.Call) and node.args and _is_import_function(node.func):
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value.partition(".")[0]


def _is_import_function(function: ast.expr) -> bool:
    return _name_of(function) in ("__import__", "import_module")


def _name_of(node: ast.AST | None) -> str:
    """Gives the name that an expression is, the last part of it where it has dots; else nothing."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _guards(node: ast.Try) -> bool:
    caught: list[ast.expr | None] = []
    for handler in node.handlers:
        kinds = handler.type
        caught += kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
    return any(kind is None or _name_of(kind) in GUARDS for kind in caught)


def _suppresses(node: ast.With) -> bool:
    calls = (item.context_expr for item in node.items)
    return any(
        isinstance(call, ast.Call)
        and _name_of(call.func) == "suppress"
        and any(_name_of(kind) in GUARDS for kind in call.args)
        for call in calls
    )


def _is_there(name: str) -> bool:
    """Says whether a module is the standard library's or installed; ours is not for students."""
    if name in sys.stdlib_module_names:
        return True
    if name == OWN or name.startswith(".") or not name.isidentifier():
        return False
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return False
    return found is not None


def main() -> None:
    """Prints what was found in the file that is named, as one JSON object."""
    found = find_missing(Path(sys.argv[1]).read_bytes())
    json.dump({"problem": found.problem, "missing": found.missing}, sys.stdout)


if __name__ == "__main__":
    main()
