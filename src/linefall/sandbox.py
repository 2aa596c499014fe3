"""What the operating system can fence: the levels, which of them work here, and what is allowed.

    none        the clock, the memory watch and the clean-up only
    limits      and limits on files, processes and scratch space
    landlock    and no network, no files but the system's, the program's own folder (reading)
                and its scratch folder (writing), no signals to others
    bubblewrap  the same in namespaces of its own: it sees no other process at all

`auto` is the strongest that works. What was asked for is done or refused, never weakened in
silence. docs/threat-model.md says what each level stops and what it does not.
"""

from __future__ import annotations

import functools
import glob
import os
import shutil
import site
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from linefall.errors import LinefallError

LEVELS: Final = ("none", "limits", "landlock", "bubblewrap")

MEGABYTE: Final = 2**20
MOST_PROCESSES: Final = 256
FILE_SIZE: Final = 64 * MEGABYTE
SCRATCH_SIZE: Final = 256 * MEGABYTE
OPEN_FILES: Final = 1024
MOST_LINKS: Final = 200
MOST_ENTRIES: Final = 1000
#: Where Linefall itself is: its bots and adapters need no links to what lies beside them.
PACKAGE: Final = str(Path(__file__).resolve().parent)

#: Where a system keeps what programs need to run; reading only.
SYSTEM: Final = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store"),
    *("/etc/ld.so.*", "/etc/alternatives", "/etc/localtime", "/etc/timezone", "/etc/locale*"),
    *("/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/hosts"),
    *("/etc/java*", "/etc/python*", "/etc/node*", "/etc/mono", "/etc/ssl", "/etc/fonts"),
    *("/etc/os-release", "/etc/debian_version", "/etc/mime.types", "/etc/terminfo"),
)
LIVE: Final = ("/proc", "/sys/devices/system", "/sys/fs/cgroup", "/sys/kernel/mm")
DEVICES: Final = tuple(f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom"))
#: What a program gets to know about its surroundings.
ENVIRONMENT: Final = (
    *("PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "JAVA_HOME", "LD_LIBRARY_PATH"),
    *("SYSTEMROOT", "PATHEXT", "COMSPEC", "NUMBER_OF_PROCESSORS"),
)


class SandboxError(LinefallError):
    """Says that a fence that was asked for cannot be put up here."""


@functools.cache
def landlock_version() -> int:
    """Gives the version of Landlock's interface here; 0 is none."""
    if sys.platform != "linux":
        return 0
    from linefall.system import fences

    return fences.landlock_abi()


@functools.cache
def bubblewrap_path() -> str | None:
    """Gives where bubblewrap is, if it is installed and works for this user."""
    path = shutil.which("bwrap")
    if path is None or sys.platform != "linux":
        return None
    tried = subprocess.run(
        [path, "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return path if tried.returncode == 0 else None


def available() -> tuple[str, ...]:
    """Lists the levels that work here, weakest first."""
    works = {
        "none": True,
        "limits": os.name == "posix",
        "landlock": landlock_version() > 0,
        "bubblewrap": bubblewrap_path() is not None,
    }
    return tuple(level for level in LEVELS if works[level])


def choose(wanted: str = "auto") -> str:
    """Gives the level to use; a `SandboxError` when the one that was asked for does not work."""
    if wanted == "auto":
        return available()[-1]
    if wanted not in LEVELS:
        raise SandboxError(f"sandbox: {wanted!r} was given; possible: auto, {', '.join(LEVELS)}")
    if wanted not in available():
        raise SandboxError(
            f"sandbox: {wanted} does not work here; possible: auto, {', '.join(available())}"
        )
    return wanted


def describe(level: str) -> str:
    """Says in a line what a level does here."""
    if level == "landlock":
        version = landlock_version()
        missing = [
            text
            for least, text in ((4, "TCP by system call only"), (6, "signals to others possible"))
            if version < least
        ]
        return f"landlock (version {version}{''.join(', ' + text for text in missing)})"
    return {
        "none": "none (clock, memory watch and clean-up only)",
        "limits": "limits (no fence around files and network)",
        "bubblewrap": "bubblewrap (own namespaces)",
    }[level]


@dataclass(frozen=True, slots=True)
class Fence:
    """Says what one program may touch: paths to read, one folder to write in."""

    level: str
    scratch: str
    read: tuple[str, ...]
    listed: tuple[str, ...] = ()

    def plan(self) -> dict[str, Any]:
        """Gives the fence as the keeper takes it."""
        return {
            "level": self.level,
            "scratch": self.scratch,
            "read": [*_existing(SYSTEM), *_existing(LIVE), *self.read],
            "listed": list(self.listed),
            "write": [self.scratch],
            "devices": list(DEVICES),
            "bubblewrap": self._bubblewrap() if self.level == "bubblewrap" else [],
            "file_size": FILE_SIZE,
            "open_files": OPEN_FILES,
            "processes": MOST_PROCESSES,
            "scratch_limit": SCRATCH_SIZE,
        }

    def _bubblewrap(self) -> list[str]:
        """Gives the command line around the program's; later mounts lie over earlier ones."""
        path = bubblewrap_path()
        assert path is not None, "the level was chosen because it works"
        words = [path, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
        words += ["--hostname", "linefall", "--proc", "/proc", "--dev", "/dev"]
        words += ["--remount-ro", "/proc"]  # or root would own the settings of the kernel
        words += ["--size", str(64 * MEGABYTE), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
        words += ["--ro-bind-try", "/sys/devices/system", "/sys/devices/system"]
        for place in sorted({*_existing(SYSTEM), *self.read}, key=lambda name: name.count("/")):
            words += _mount(place)
        words += ["--bind", self.scratch, self.scratch, "--chdir", self.scratch]
        return [*words, "--remount-ro", "/"]


def _mount(place: str) -> list[str]:
    """Shows a place inside: a link at the top (/bin) stays a link, the rest is bound."""
    if os.path.islink(place) and place.count("/") == 1:
        return ["--symlink", os.readlink(place), place]
    return ["--ro-bind-try", place, place]


def _existing(patterns: Iterable[str]) -> list[str]:
    return sorted(path for pattern in patterns for path in glob.glob(pattern))


def environment(scratch: str) -> dict[str, str]:
    """Gives the environment of a program: the system's, and its scratch folder as its home."""
    known = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    known.setdefault("PATH", os.defpath)
    if site.getusersitepackages() in sys.path:  # found by way of HOME, which is another one there
        known["PYTHONUSERBASE"] = site.getuserbase()
    return known | {"HOME": scratch, "TMPDIR": scratch, "TEMP": scratch, "TMP": scratch}


def readable(own: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Gives what a program may read beside the system: its Python, and the folders of its files.

    `own` and `other` are the files on the two command lines. When a file of the opponent lies in
    the same folder, the program gets the folder's other entries one by one.
    """
    places = [sys.prefix, sys.base_prefix, PACKAGE]
    places += [path for path in sys.path if _is_ours(path)]
    everybodys = [os.path.realpath(place) for place in places]
    strangers = {os.path.realpath(path) for path in other} - {os.path.realpath(p) for p in own}
    strangers = {s for s in strangers if not any(_is_below(s, place) for place in everybodys)}
    for path in own:
        places += _folder_of(path, strangers)
    known = list(dict.fromkeys(os.path.realpath(place) for place in places if place))
    # Those of the system are there with all of it, and no mount can be laid over them.
    links = [path for path in own if os.path.islink(path) and not _is_system(path)]
    return (*known, *(link for link in links if not any(_is_below(link, one) for one in known)))


def folders(own: Sequence[str]) -> tuple[str, ...]:
    """Gives the folders of a program's files, whose names it may list: Python's import does."""
    return tuple(dict.fromkeys(os.path.dirname(os.path.realpath(path)) for path in own))


def furnishings(own: Sequence[str], other: Sequence[str]) -> dict[str, str]:
    """Gives the links in a program's scratch folder, where it is started: to the files beside it.

    A program that opens `book.txt` finds it there, and what it writes stays in the scratch folder.
    """
    strangers = {os.path.realpath(path) for path in other}
    links: dict[str, str] = {}
    for path in map(os.path.realpath, own):
        folder = path if os.path.isdir(path) else os.path.dirname(path)
        ours = any(_is_below(folder, one) for one in (sys.prefix, sys.base_prefix, PACKAGE))
        if ours or _is_system(folder) or folder in too_wide():
            continue
        places = _others(folder, strangers)
        for place in places if len(places) <= MOST_LINKS else ():
            links.setdefault(os.path.basename(place), place)
    return links


def _is_ours(path: str) -> bool:
    """Says whether a folder on Python's path holds packages that a program may import."""
    return path.endswith(("site-packages", "dist-packages"))


def _folder_of(path: str, strangers: set[str]) -> list[str]:
    real = os.path.realpath(path)
    folder = real if os.path.isdir(real) else os.path.dirname(real)
    if folder in too_wide() or _is_system(folder):
        return [real]
    if any(_is_below(stranger, folder) for stranger in strangers):
        return [real, *_others(folder, strangers)]
    above = os.path.dirname(folder)  # jdk/bin/java needs jdk/lib, pyenv/shims/python pyenv/libexec
    whole = os.path.basename(folder) in ("bin", "shims") and above not in too_wide()
    if whole and not any(_is_below(stranger, above) for stranger in strangers):
        return [real, above]
    return [real, folder]


def _others(folder: str, strangers: set[str]) -> list[str]:
    """Lists the entries of a folder that neither are nor hold a file of the opponent.

    Links that lead out of the folder are left out: anybody could have put them there.
    """
    try:
        with os.scandir(folder) as entries:
            paths = [entry.path for entry in entries]
    except OSError:
        return []
    return [
        path
        for path in paths
        if _is_below(real := os.path.realpath(path), folder)
        and not any(_is_below(stranger, real) for stranger in strangers)
    ][:MOST_ENTRIES]


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _is_system(folder: str) -> bool:
    return any(_is_below(folder, place) for place in ("/usr", "/bin", "/sbin", "/lib", "/lib64"))


def too_wide() -> set[str]:
    """Gives folders that hold far more than a program: nobody keeps a program's data there."""
    home = os.path.expanduser("~")  # left as it is where the user has none, as in a container
    known = {"/", "/tmp", "/var", "/var/tmp", "/home", "/etc", "/dev"}
    return known | {os.path.realpath(home)} if os.path.isabs(home) else known
