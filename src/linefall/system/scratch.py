"""The scratch folder of one program: made, measured while it plays, and removed afterwards.

Whatever a program does in it, nothing outside is touched: links are never followed.
"""

from __future__ import annotations

import os
import sys

from linefall.system.light import TYPE_CHECKING, ignoring

if TYPE_CHECKING:
    from collections.abc import Mapping

#: So many files, folders and links may be in it at once.
MOST_FILES = 1000
#: What takes away the locks that a program may have put on its files; root's with all privileges.
UNLOCKS = (["chattr", "-R", "-f", "-i", "-a"], ["chmod", "-R", "u+rwx"])
#: So often a folder is unlocked whose owner locks it at the same time.
UNLOCKED_AT_MOST = 100


def furnish(folder: str, links: Mapping[str, str]) -> None:
    """Makes the folder, with links to the program's own files."""
    os.mkdir(folder, 0o700)
    for name, target in links.items():
        os.symlink(target, os.path.join(folder, name))


def size_of(folder: str, most: int = 2 * MOST_FILES) -> tuple[int, int]:
    """Gives the bytes on disk below a folder and the number of files, never following links.

    It goes from folder to folder by handles: what lies deeper than any path can say counts, too.
    """
    total = count = 0
    handles = [handle] if (handle := _open_folder(folder)) is not None else []
    while handles:
        here = handles.pop()
        with ignoring(OSError), os.scandir(here) as entries:
            for entry in entries:
                count += 1
                if count > most:
                    break
                with ignoring(FileNotFoundError):
                    total += _status(entry, here).st_blocks * 512
                    if not entry.is_dir(follow_symlinks=False):
                        continue
                    if (one := _open_folder(entry.name, here)) is not None:
                        handles.append(one)
                    elif len(handles) > MOST_FILES // 2:  # more folders than can be open at once
                        count = most + 1
        os.close(here)
    return total, count


def _status(entry: os.DirEntry[str], folder: int) -> os.stat_result:
    """Gives what an entry is, also where its owner locks the folder again and again."""
    for _ in range(UNLOCKED_AT_MOST):
        try:
            return entry.stat(follow_symlinks=False)
        except PermissionError:
            os.fchmod(folder, 0o700)
    return entry.stat(follow_symlinks=False)


def _open_folder(name: str, where: int | None = None) -> int | None:
    """Opens a folder to look into it, also one that its owner has locked; None if it is gone."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.open(name, flags, dir_fd=where)
    except PermissionError:
        return _unlock_folder(name, where, flags)
    except OSError:
        return None


def _unlock_folder(name: str, where: int | None, flags: int) -> int | None:
    """Opens a folder after giving its owner, whom the keeper runs as, all rights over it."""
    if sys.platform != "linux":
        return None
    with ignoring(OSError):
        handle = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=where)
        try:
            os.chmod(f"/proc/self/fd/{handle}", 0o700)
        finally:
            os.close(handle)
        return os.open(name, flags, dir_fd=where)
    return None


def remove(folder: str) -> None:
    """Removes the folder, however deep or locked: links are removed, not followed."""
    if _is_removed_simply(folder):
        return
    for command in (["rm", "-rf"], *UNLOCKS, ["rm", "-rf"]):
        if not os.path.lexists(folder):
            return
        child = os.fork()
        if child == 0:
            with ignoring(OSError):
                os.execvp(command[0], [*command, "--", folder])
            os._exit(1)
        os.waitpid(child, 0)


def _is_removed_simply(folder: str) -> bool:
    """Removes a folder in which there are no others, as most are; says whether that was all."""
    if (here := _open_folder(folder)) is None:
        return False
    try:
        for name in os.listdir(here):
            os.unlink(name, dir_fd=here)
        os.rmdir(folder)
    except OSError:
        return False
    finally:
        os.close(here)
    return True
