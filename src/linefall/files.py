"""Files, written whole: whatever happens meanwhile, a reader finds the old one or the new one."""

from __future__ import annotations

import os
import re
import secrets
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from linefall.errors import FileError

#: Seconds without a write after which a half of a file is nobody's work any more.
ABANDONED: Final = 3600.0


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Writes a file so that it is either the old one or the new one, never half of it.

    The content goes to a file beside it, reaches the disk, and then takes the name in one step.
    Who may read an old one may read the new one, and nobody else. What earlier writers of the same
    file have left there, who were killed at it, is cleared away.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            raise FileError(f"{path}: cannot be written: not an ordinary file")
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
        raise FileError(f"{path}: cannot be written: {error.strerror}") from None


def check_writable(path: str | os.PathLike[str]) -> None:
    """Says of a file, before the long work for it, that it could not be written after that."""
    folder = Path(os.path.realpath(path)).parent
    if os.path.isdir(path):
        raise FileError(f"{path}: cannot be written: it is a folder")
    if not folder.is_dir():
        raise FileError(f"{path}: cannot be written: there is no folder {Path(path).parent}")
    if not os.access(folder, os.W_OK):
        raise FileError(f"{path}: cannot be written: the folder does not allow it")


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
