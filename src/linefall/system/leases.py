"""Leases of cores: no two games of this user think on one core, whichever processes they are of.

A lease is a lock on a file, one file a core. The system gives it back when its holder ends, however
it ends, so nothing needs clearing up after a crash.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import Final

PAUSE: Final = 0.02
"""Seconds between two looks for a free core."""


def folder() -> str:
    """Gives the folder of the locks: the same for all processes of a user."""
    user = str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return os.path.join(tempfile.gettempdir(), f"linefall-cores-{user}")


@contextlib.contextmanager
def leased_core(cores: Sequence[int], where: str | None = None) -> Iterator[int]:
    """Waits until one of the cores is free and holds it for the time of the block."""
    where = where or folder()
    while True:
        for core in cores:
            handle = _open(where, str(core))
            try:
                if try_lock(handle):
                    yield core
                    return
            finally:
                os.close(handle)
        time.sleep(PAUSE)


@contextlib.contextmanager
def turn(name: str) -> Iterator[None]:
    """Lets one process of the user at a time into the block; others wait."""
    handle = _open(folder(), name)
    try:
        while not try_lock(handle):
            time.sleep(PAUSE)
        yield
    finally:
        os.close(handle)


def _open(where: str, name: str) -> int:
    """Opens a file of the folder of locks, which must be this user's own.

    Everybody can make a folder of that name where temporary files go, and put links into it.
    """
    os.makedirs(where, mode=0o700, exist_ok=True)
    kind = os.lstat(where)
    if not stat.S_ISDIR(kind.st_mode) or (hasattr(os, "getuid") and kind.st_uid != os.getuid()):
        raise PermissionError(errno.EPERM, "belongs to somebody else; remove it", where)
    no_link = getattr(os, "O_NOFOLLOW", 0)
    return os.open(os.path.join(where, name), os.O_RDWR | os.O_CREAT | no_link, 0o600)


if sys.platform == "win32":
    import msvcrt

    def try_lock(handle: int) -> bool:
        """Locks an open file until it is closed; says whether nobody else had."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        """Locks an open file until it is closed; says whether nobody else had."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
