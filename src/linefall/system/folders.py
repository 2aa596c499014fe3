"""Folders for the time of one piece of work, which do not pile up when it is killed.

Who holds one holds a lock in it. The system gives the lock back when its holder ends, however it
ends; whoever makes the next folder removes those that nobody holds.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from linefall.system import leases

LOCK: Final = ".held"


@contextlib.contextmanager
def held_folder(prefix: str, where: str | None = None) -> Iterator[Path]:
    """Makes an empty folder and removes it after the block, and any that were left before.

    >>> with held_folder("linefall-example-") as folder:
    ...     folder.is_dir()
    True
    >>> folder.exists()
    False
    """
    parent = Path(where or tempfile.gettempdir())
    with leases.turn("folders"):  # nobody may find one that is made and not yet held
        remove_abandoned(prefix, parent)
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        leases.try_lock(handle)
    try:
        (folder / "work").mkdir()
        yield folder / "work"
    finally:
        os.close(handle)
        shutil.rmtree(folder, ignore_errors=True)


def remove_abandoned(prefix: str, parent: Path) -> None:
    """Removes the folders of that kind which have a lock that nobody holds."""
    for folder in parent.glob(f"{prefix}*"):
        if folder.is_symlink() or not _is_ours(folder) or not (folder / LOCK).is_file():
            continue
        try:
            handle = os.open(folder / LOCK, os.O_RDWR)
        except OSError:
            continue
        try:
            abandoned = leases.try_lock(handle)
        finally:
            os.close(handle)
        if abandoned:
            shutil.rmtree(folder, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    try:
        return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
    except OSError:
        return False
