"""Plain data: what JSON can hold, read strictly and written whole.

Whatever the bytes are, reading gives plain data or a `RecordError` of one line; whatever happens
while a file is written, a reader finds the old one or the new one.
"""

from __future__ import annotations

import json
import math
import os
import re
import secrets
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn

from linefall.errors import RecordError

#: More than any game on the largest board can need.
LARGEST_FILE: Final = 64 * 2**20
#: Seconds without a write after which a half of a file is nobody's work any more.
ABANDONED: Final = 3600.0


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


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Writes a file so that it is either the old one or the new one, never half of it.

    The content goes to a file beside it, reaches the disk, and then takes the name in one step.
    Who may read an old one may read the new one, and nobody else. What earlier writers of the same
    file have left there, who were killed at it, is cleared away.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            raise RecordError(f"{path}: cannot be written: not an ordinary file")
        beside = target.with_name(f".{target.name}.{secrets.token_hex(6)}.part")
        try:
            with open(beside, "xb") as file:
                if target.exists():  # before there is anything to be read
                    os.chmod(beside, stat.S_IMODE(target.stat().st_mode))
                file.write(content.encode() if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, target)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
        _sync_folder(target.parent)
        _clear_abandoned(target)
    except OSError as error:
        raise RecordError(f"{path}: cannot be written: {error.strerror}") from None


def check_writable(path: str | os.PathLike[str]) -> None:
    """Says of a file, before the long work for it, that it could not be written after that."""
    folder = Path(os.path.realpath(path)).parent
    if os.path.isdir(path):
        raise RecordError(f"{path}: cannot be written: it is a folder")
    if not folder.is_dir():
        raise RecordError(f"{path}: cannot be written: there is no folder {Path(path).parent}")
    if not os.access(folder, os.W_OK):
        raise RecordError(f"{path}: cannot be written: the folder does not allow it")


def _clear_abandoned(target: Path) -> None:
    """Removes halves of this file that nobody has written to for long: of killed writers."""
    part = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{12}}\.part")
    with suppress(OSError), os.scandir(target.parent) as entries:  # the new file is safe already
        for entry in entries:
            if part.fullmatch(entry.name) and time.time() - entry.stat().st_mtime > ABANDONED:
                os.unlink(entry.path)


def _sync_folder(folder: Path) -> None:
    """Makes the new name last, too; Windows, where folders cannot be opened, sees to it itself."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
