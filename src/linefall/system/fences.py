"""Fences that a process puts around itself before it becomes somebody's program. Linux only.

Landlock (files, TCP, signals), limits and privileges here; the filter of calls is in `seccomp.py`.
Each is inherited by every child and can never be taken off. The standard library alone is used: the
keeper runs without the package.
"""

from __future__ import annotations

import errno
import os
import resource
from _struct import pack  # what the module of that name wraps

from linefall.system.libc import Structure, call
from linefall.system.light import TYPE_CHECKING, ignoring

if TYPE_CHECKING:
    from collections.abc import Iterable

# --- landlock: numbers are the same on every architecture
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
RULE_PATH = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
TRUNCATE, IOCTL_DEV = 1 << 14, 1 << 15
FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
#: Every right over files that an interface of that number knows.
ALL_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
TCP_RIGHTS = 3
SCOPE_SOCKETS_AND_SIGNALS = 3

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP = 1, 4, 24
PR_SET_NO_NEW_PRIVS, PR_SET_CHILD_SUBREAPER = 38, 36
CAPABILITIES, CAPABILITY_VERSION = 64, 0x20080522


def prctl(option: int, value: int = 0, address: Structure | None = None) -> None:
    """Sets one attribute of this process."""
    call("prctl", option, value, address, 0, 0)


def adopt_orphans() -> None:
    """Makes this process the new parent of every orphan below it."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(signal_number: int) -> None:
    """Asks the kernel for a signal when the parent of this process ends."""
    prctl(PR_SET_PDEATHSIG, signal_number)


def close_to_others(*, closed: bool) -> None:
    """Lets nobody of the same user look into this process, trace it or take its files; or again."""
    prctl(PR_SET_DUMPABLE, 0 if closed else 1)


def landlock_abi() -> int:
    """Gives the version of Landlock's interface; 0 where it is missing or switched off."""
    try:
        return call("syscall", CREATE_RULESET, None, 0, 1)
    except OSError:
        return 0


def _rights(abi: int) -> int:
    return ALL_RIGHTS[max(number for number in ALL_RIGHTS if number <= abi)]


def landlock(
    read: Iterable[str], write: Iterable[str], devices: Iterable[str], listed: Iterable[str]
) -> None:
    """Shuts every file out but those below `read` (also run) and `write`; no TCP, no signals out.

    The names in `listed` folders can be seen, without what is in the files.
    TCP needs version 4 of the interface, signals and abstract sockets version 6.
    """
    abi = landlock_abi()
    if abi == 0:
        raise OSError(errno.ENOSYS, "Landlock is not available")
    rights = _rights(abi)
    attributes = pack(
        "QQQ", rights, TCP_RIGHTS if abi >= 4 else 0, SCOPE_SOCKETS_AND_SIGNALS if abi >= 6 else 0
    )
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    ruleset = call("syscall", CREATE_RULESET, attributes, size, 0)
    for path in read:
        _allow(ruleset, path, (EXECUTE | READ_FILE | READ_DIR) & rights)
    for path in write:
        _allow(ruleset, path, rights)
    for path in listed:
        _allow(ruleset, path, READ_DIR)
    for path in devices:
        _allow(ruleset, path, (READ_FILE | WRITE_FILE | IOCTL_DEV) & rights)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    call("syscall", RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what is not there needs no permission
    try:
        if not os.path.isdir(path):
            rights &= FILE_RIGHTS
        rule = pack("=Qi", rights, handle)
        call("syscall", ADD_RULE, ruleset, RULE_PATH, rule, 0)
    finally:
        os.close(handle)


# --- limits and privileges


def limits(*, file_size: int, open_files: int, processes: int) -> None:
    """Limits one file's size, open files and, for everybody but root, the user's processes."""
    # 1 and not 0: where crashes are given to a program, 0 does not keep the system from running it,
    # on anybody's core; by 1 it knows that nobody wants to hear of them.
    _limit(resource.RLIMIT_CORE, 1)
    _limit(resource.RLIMIT_FSIZE, file_size)
    _limit(resource.RLIMIT_NOFILE, open_files)
    if os.getuid() != 0 and hasattr(resource, "RLIMIT_NPROC"):
        # As many again for the opponent: the limit counts what all of the user's programs start.
        _limit(resource.RLIMIT_NPROC, _tasks_of(os.getuid()) + 2 * processes)


def _limit(which: int, value: int) -> None:
    _, most = resource.getrlimit(which)
    if most != resource.RLIM_INFINITY:
        value = min(value, most)
    with ignoring(OSError, ValueError):
        resource.setrlimit(which, (value, value))


def _tasks_of(user: int) -> int:
    """Counts the threads of a user, which is what the limit on processes counts."""
    total = 0
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        with ignoring(OSError):
            if name.isdecimal() and os.stat(f"/proc/{name}").st_uid == user:
                total += len(os.listdir(f"/proc/{name}/task"))
    return total


def drop_privileges() -> None:
    """Gives up every privilege that root has over others, for ever; and nobody gains any."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    if os.geteuid() != 0:
        return
    for capability in range(CAPABILITIES):
        with ignoring(OSError):
            prctl(PR_CAPBSET_DROP, capability)
    call("capset", pack("Ii", CAPABILITY_VERSION, 0), pack("6I", *[0] * 6))


def offer_to_the_killer() -> None:
    """Makes this process the first to go when the memory of the whole machine runs out."""
    with ignoring(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")
