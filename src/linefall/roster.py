"""Names to players: what users write on a command line, and what it means.

For a referee everything is a program with a command line (`command_for`):

    bot.py                 a Python file, run with this Python
    ./bot                  an executable
    "java -cp bot Main"    a command line
    @rand @engine:4        one that comes with Linefall
    kaggle:FILE.py         a Kaggle agent            riddles:COMMAND    a riddles.io program
    openings:PROGRAM       any of these that takes an opening as the sixth word of its first line

For a person at a terminal, `linefall.cli.guests` gives the same names a seat at the table.
"""

from __future__ import annotations

import difflib
import os
import shlex
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from linefall import bots
from linefall.errors import LinefallError
from linefall.program import Command

ADAPTERS: Final = Path(__file__).parent / "adapters"
#: Players that think inside Linefall.
THINKERS: Final = ("engine", "perfect")


def _whole(path: str) -> str:
    """Gives the full path, its folders without links; the file's own name stays as it is."""
    folder, name = os.path.split(os.path.abspath(path))
    return os.path.join(os.path.realpath(folder), name)


#: The Python that runs Linefall, and so every Python program.
PYTHON: Final = _whole(sys.executable)

#: What may stand behind `engine:`; not taken from the engine itself, which is slow to import.
LEVELS: Final = tuple(str(level) for level in range(1, 11))


class RosterError(LinefallError, ValueError):
    """Says that a name means no player, and what could be meant."""


def command_for(text: str) -> Command:
    """Gives the command line that a name stands for, or says why it stands for none.

    >>> command_for("@rand").name
    '@rand'
    """
    text, takes_openings = text.strip(), False
    while text.startswith(("program:", "openings:")):
        takes_openings = takes_openings or text.startswith("openings:")
        text = text.partition(":")[2].strip()
    command = _command(text)
    return replace(command, takes_openings=True) if takes_openings else command


def _command(text: str) -> Command:
    kind, colon, rest = text.partition(":")
    if text.startswith("@"):
        return _built_in(text)
    if colon and kind == "kaggle":
        return _kaggle(rest)
    if colon and kind == "riddles":
        inner = _words(rest)
        argv = (PYTHON, "-P", str(ADAPTERS / "riddles.py"), *inner)
        return Command(_name(text), argv, "riddles", True, 0)
    return Command(_name(text), _words(text))


def _name(text: str) -> str:
    """Gives a short printable name: the file's for a path, the words for a command line."""
    name = os.path.basename(text) if os.path.exists(text) else text
    name = "".join(c if c.isprintable() else "?" for c in name)
    return name if len(name) <= 60 else name[:57] + "..."


def _words(text: str) -> tuple[str, ...]:
    """Gives the words to run for a file or a command line, files with their full path."""
    if not text:
        raise RosterError("a program is a file or a command line; nothing was given")
    if "\0" in text:
        raise RosterError("a program's name cannot hold a null character")
    if os.path.exists(text):
        return _file(_whole(text))
    try:
        words = shlex.split(text, posix=os.name == "posix")
    except ValueError as error:
        raise RosterError(f"{text!r} is no command line: {error}") from None
    if not words:
        raise RosterError("a program is a file or a command line; nothing was given")
    rest = [_whole(word) if os.path.exists(word) else word for word in words[1:]]
    if os.path.exists(words[0]):
        return (*_file(_whole(words[0])), *rest)
    found = shutil.which(words[0])
    if found is None:
        raise RosterError(f"there is no program {words[0]!r}{_hint(words[0])}")
    return (_whole(found), *rest)


def _hint(word: str) -> str:
    close = difflib.get_close_matches(word.lstrip("@"), (*bots.NAMES, *THINKERS), n=1)
    possible = "possible: a file, a command line, or @NAME"
    return f"; did you mean @{close[0]}?" if close else f"; {possible}"


def _file(path: str) -> tuple[str, ...]:
    if os.path.isdir(path):
        raise RosterError(f"{path!r} is a folder; a program is a file or a command line")
    if path.endswith(".py"):
        return (PYTHON, path)
    if not os.access(path, os.X_OK):
        raise RosterError(f"{path!r} is no Python file and not executable (chmod +x)")
    return (path,)


def _kaggle(file: str) -> Command:
    if not os.path.isfile(file):
        raise RosterError(f"there is no file {file!r} with a Kaggle agent")
    argv = (PYTHON, "-P", str(ADAPTERS / "kaggle.py"), _whole(file))
    return Command(f"kaggle:{_name(file)}", argv, "kaggle", True, 0)


def _built_in(text: str) -> Command:
    name, colon, level = text[1:].partition(":")
    if name in bots.NAMES and not colon:
        return Command(text, (PYTHON, "-I", "-S", str(bots.path(name))), "bot", True, 0)
    if name in THINKERS:
        if colon and (name != "engine" or level not in LEVELS):
            possible = "@perfect" if name == "perfect" else "@engine, @engine:1 to @engine:10"
            raise RosterError(f"{text!r} was given; possible: {possible}")
        return Command(text, (PYTHON, "-P", "-m", *_thinker(name, level)), "engine", True, 0)
    names = " ".join(f"@{known}" for known in (*THINKERS, *bots.NAMES))
    raise RosterError(f"there is no built-in program {text!r}; possible: {names}")


def _thinker(name: str, level: str) -> tuple[str, ...]:
    if name == "perfect":
        return ("linefall.adapters.perfect",)
    return ("linefall", "engine", "--level", level or LEVELS[-1])
