"""A control group for each program, which counts its processes, where one may be made. Linux only.

The standard library alone is used: the keeper runs without the package.
"""

from __future__ import annotations

import os

from linefall.system.light import ignoring


class ProcessCount:
    """Is a cgroup that caps the number of processes, where one may be made; else nothing."""

    def __init__(self, token: str, most: int | None) -> None:
        """Makes the group; `path` stays None where that is not allowed. None is no cap."""
        self.path = None
        self.most = "max" if most is None else most
        for path in _groups(token):
            try:
                os.mkdir(path)
                self._write(path, "pids.max", self.most)
            except OSError:
                with ignoring(OSError):
                    os.rmdir(path)
                continue
            self.path = path
            return

    @staticmethod
    def _write(path: str, name: str, value: int | str) -> None:
        with open(os.path.join(path, name), "w") as file:
            file.write(str(value))

    def join(self) -> None:
        """Puts this process, and so all its children to come, into the group."""
        if self.path is not None:
            self._write(self.path, "cgroup.procs", os.getpid())

    def close_door(self) -> None:
        """Lets no process of the group start another one."""
        self._let_in(0)

    def open_door(self) -> None:
        """Lets processes of the group start others again, up to the cap."""
        self._let_in(self.most)

    def _let_in(self, most: int | str) -> None:
        if self.path is not None:
            with ignoring(OSError):
                self._write(self.path, "pids.max", most)

    def remove(self) -> None:
        """Removes the group once nothing runs in it."""
        if self.path is not None:
            with ignoring(OSError):
                os.rmdir(self.path)


def members(token: str) -> list[int]:
    """Lists the processes in the group of that token; removes the group when there are none."""
    found: list[int] = []
    for path in _groups(token):
        with ignoring(OSError):
            with open(os.path.join(path, "cgroup.procs")) as file:
                found += [int(word) for word in file.read().split()]
            if not found:
                os.rmdir(path)
    return found


def _groups(token: str) -> list[str]:
    return [os.path.join(folder, f"linefall-{token}") for folder in _pids_folders()]


def _pids_folders() -> list[str]:
    """Lists where a group that counts processes might be made: version 1, then version 2."""
    folders = []
    with ignoring(OSError), open("/proc/self/cgroup") as file:
        for line in file:
            _, controllers, path = line.rstrip("\n").split(":", 2)
            if "pids" in controllers.split(","):
                folders.append("/sys/fs/cgroup/pids" + path)
            elif controllers == "":
                folders.append("/sys/fs/cgroup" + path)
    return [folder for folder in folders if os.access(folder, os.W_OK)]
