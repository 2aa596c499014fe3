"""Plain data: what JSON can hold, read strictly.

Whatever the bytes are, reading gives plain data or a `RecordError` of one line.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from linefall.errors import RecordError

#: More than any game on the largest board can need.
LARGEST_FILE: Final = 64 * 2**20


def is_line_of_text(value: object, longest: int = 1000) -> bool:
    """Says whether a value is one line of text that any terminal can show."""
    return isinstance(value, str) and value.isprintable() and len(value) <= longest


def is_plain(value: object, depth: int = 12) -> bool:
    """Says whether a value is JSON: finite numbers, valid text, and not too deep."""
    if value is None or isinstance(value, bool | int):
        return True
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, list | tuple):
        return depth > 0 and all(is_plain(part, depth - 1) for part in value)
    return (
        isinstance(value, Mapping)
        and depth > 0
        and all(
            isinstance(key, str) and is_plain(key) and is_plain(part, depth - 1)
            for key, part in value.items()
        )
    )


def parse_json(text: str | bytes) -> object:
    """Reads JSON text; a `RecordError` says what keeps it from being a game record."""
    if len(text) > LARGEST_FILE:
        raise RecordError(f"not a game record: more than {LARGEST_FILE} bytes")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        if not text.strip():
            raise RecordError("not a game record: it is empty")
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise RecordError(f"not a game record: byte {error.start} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise RecordError(
            f"not a game record: {error.msg} in line {error.lineno}, character {error.colno}"
        ) from None
    except RecursionError:
        raise RecordError("not a game record: nested too deep") from None
    except RecordError:
        raise
    except ValueError:
        raise RecordError("not a game record: a number is too long") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise RecordError("not a game record: a key stands twice in one object")
    return table


def _no_constant(name: str) -> NoReturn:
    raise RecordError(f"not a game record: {name} is no JSON number")
