"""Settings as people write them, in files and on command lines, read strictly.

A reader takes the name of a setting and what was given for it. What it cannot take is a
`SettingsError` of one line that says what would be possible:

>>> several(board)("boards", ["6x7x4", "8x8x5"])
(Rules(rows=6, columns=7, connect=4), Rules(rows=8, columns=8, connect=5))
>>> whole(1, 100)("rounds", 0)
Traceback (most recent call last):
linefall.settings.SettingsError: rounds: 0 was given; possible: 1 to 100
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from linefall.errors import LinefallError
from linefall.rules import Rules

LARGEST_FILE: Final = 2**20
_UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_MEMORY: Final = re.compile(r"\s*(\d{1,18}(?:\.\d+)?)\s*([KMGT]?)(?:iB|B)?\s*", re.IGNORECASE)

T = TypeVar("T")
Reader = Callable[[str, object], T]


class SettingsError(LinefallError, ValueError):
    """Says what was given and what would be possible, or what is wrong with a file."""


def _refused(key: str, value: object, possible: str) -> SettingsError:
    return SettingsError(f"{key}: {value!r} was given; possible: {possible}")


# -- files ---------------------------------------------------------------------------------------


def read_text(path: Path) -> str:
    """Reads a file of settings; an error says why it cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise SettingsError(f"more than {LARGEST_FILE} bytes")
        return content.decode("utf-8-sig")  # with the mark that some editors put in front
    except OSError as error:
        raise SettingsError(f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SettingsError(f"byte {error.start} is not UTF-8") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Reads TOML into plain data."""
    try:
        found = tomllib.loads(text)
        bits = _longest_number(found)
    except (ValueError, RecursionError) as error:  # too many digits are no TOMLDecodeError
        raise SettingsError(f"no TOML: {error}".replace("\n", " ")) from None
    if bits > 64:
        raise SettingsError(f"no TOML: a number of {bits} bits was given; possible: up to 64")
    return found


def _longest_number(value: object) -> int:
    """Gives the bits of the longest whole number in some data: one too long cannot be printed."""
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return max(map(_longest_number, inside), default=0)
    return value.bit_length() if isinstance(value, int) else 0


def table(where: str, value: object, possible: Sequence[str]) -> dict[str, Any]:
    """Reads a table that has no keys but these; `where` stands before its keys."""
    if not isinstance(value, dict):
        raise _refused(where.rstrip("."), value, "a table")
    if unknown := sorted(value.keys() - set(possible)):
        raise SettingsError(
            f"there is no setting {where + unknown[0]!r}; possible: {', '.join(possible)}"
        )
    return value


# -- readers -------------------------------------------------------------------------------------


def text(key: str, value: object) -> str:
    """Reads a text that is not empty."""
    if isinstance(value, str) and value:
        return value
    raise _refused(key, value, "a text")


def flag(key: str, value: object) -> bool:
    """Reads true or false."""
    if isinstance(value, bool):
        return value
    raise _refused(key, value, "true, false")


def board(key: str, value: object) -> Rules:
    """Reads a board."""
    if not isinstance(value, str):
        raise _refused(key, value, 'boards such as "6x7x4"')
    try:
        return Rules.parse(value)
    except LinefallError as error:
        raise SettingsError(f"{key}: {error}") from None


def whole(low: int, high: int) -> Reader[int]:
    """Gives a reader of whole numbers from `low` to `high`."""

    def read(key: str, value: object) -> int:
        if type(value) is int and low <= value <= high:
            return value
        raise _refused(key, value, f"{low} to {high}")

    return read


def number(low: float, high: float, *, above: bool = False) -> Reader[float]:
    """Gives a reader of numbers from `low` to `high`, or from just above `low`."""
    possible = f"more than {low:g}, up to {high:g}" if above else f"{low:g} to {high:g}"

    def read(key: str, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _refused(key, value, possible)
        if not low <= value <= high or (above and value == low):
            raise _refused(key, value, possible)
        return float(value)

    return read


def choice(*possible: str) -> Reader[str]:
    """Gives a reader of one of these words."""

    def read(key: str, value: object) -> str:
        if isinstance(value, str) and value in possible:
            return value
        raise _refused(key, value, ", ".join(possible))

    return read


def several(read: Reader[T]) -> Reader[tuple[T, ...]]:
    """Gives a reader of a list without repetitions; a single value needs no list."""

    def read_list(key: str, value: object) -> tuple[T, ...]:
        found = tuple(read(key, one) for one in (value if isinstance(value, list) else [value]))
        if not found:
            raise SettingsError(f"{key}: none was given; at least one is needed")
        if len(set(found)) < len(found):
            raise SettingsError(f"{key}: one was given twice: {', '.join(map(str, found))}")
        return found

    return read_list


def parse_memory(given: str | int) -> int:
    """Reads a number of bytes, with K, M, G or T for binary units.

    >>> parse_memory("64M"), parse_memory("1G") == 2**30
    (67108864, True)
    """
    if not (size := _bytes(given)):
        raise _refused("memory", given, "a size such as 64M or 1G")
    return size


def memory_limit(key: str, value: object) -> int | None:
    """Reads what a program may take of memory, in bytes; 0 or `none` is no limit.

    Less than a megabyte is what somebody wrote who forgot the M.

    >>> memory_limit("memory", "512M"), memory_limit("memory", "none")
    (536870912, None)
    """
    if str(value).strip().lower() in ("0", "none"):
        return None
    if (size := _bytes(value)) < _UNITS["M"]:
        raise _refused(key, value, "1M or more, such as 512M, or 0 or none for no limit")
    return size


def _bytes(given: object) -> int:
    """Gives the number of bytes that are meant; 0 where none are, or more than any machine has."""
    found = _MEMORY.fullmatch(str(given))
    size = int(float(found[1]) * _UNITS[found[2].upper()]) if found else 0
    return size if size < 2**60 else 0
