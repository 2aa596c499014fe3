"""Fences that a process puts around itself before it becomes somebody's program. Linux only.

Landlock (files, TCP, signals), a seccomp filter (calls that no player needs), limits, privileges
and a cgroup that counts processes. Each is inherited by every child and can never be taken off.
The standard library alone is used: the keeper runs without the package.
"""

from __future__ import annotations

import errno
import os
import resource
from _struct import pack  # what the module of that name wraps

from linefall.system.libc import Structure, c_char_p, c_ushort, call
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

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
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


# --- seccomp: calls that a player has no use for, as (x86_64, aarch64) numbers
REFUSED = {
    "socket": (41, 198),
    # A file that travels between two sockets is in nobody's list of open files.
    "sendmsg": (46, 211),
    "sendmmsg": (307, 269),
    "memfd_secret": (447, 447),
    # So can much more than a socket usually takes, pages in pipes, and rules of fences.
    "setsockopt": (54, 208),
    "vmsplice": (278, 75),
    "landlock_create_ruleset": (444, 444),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "io_uring_setup": (425, 425),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "open_by_handle_at": (304, 265),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "fanotify_init": (300, 262),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "swapon": (167, 224),
    "reboot": (169, 142),
    "sethostname": (170, 161),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "setdomainname": (171, 162),
    "swapoff": (168, 225),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "iopl": (172, None),
    "ioperm": (173, None),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
}
#: What Landlock does not see: who owns a file may change all this about it, wherever it lies.
REFUSED_BESIDE_LANDLOCK = {
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
}
#: Sets limits: a process may do it to itself (number 0), not to others of the same user.
PRLIMIT = (302, 261)
#: Starts a thread or a process, never one in namespaces of its own, which its flags would say.
CLONE = (56, 220)
NEW_NAMESPACES = 0x7E020000
#: The same with its flags out of sight of a filter: everybody falls back when it is not there.
CLONE3 = (435, 435)
#: Sets attributes; whoever shuts itself off from others would shut off its keeper, too.
PRCTL = (157, 167)
ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
X32_CALLS = 0x40000000
FIRST_ARGUMENT = 16  # its lower half: both architectures put it first
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, FAIL_WITH, KILL = 0x7FFF0000, 0x00050000, 0x80000000
ALLOWED, REFUSED_CALL, UNKNOWN_CALL = (
    (RETURN, 0, 0, value) for value in (ALLOW, FAIL_WITH | errno.EPERM, FAIL_WITH | errno.ENOSYS)
)


def seccomp_program(*, beside_landlock: bool = False) -> bytes | None:
    """Gives the filter as the kernel takes it; None for an architecture it is not written for.

    Layout: wrong architecture -> killed; a number on the list -> EPERM; limits of another process,
    new namespaces, hiding -> EPERM; `clone3` -> ENOSYS; anything else -> allowed.
    """
    if os.uname().machine not in ARCHITECTURES:
        return None
    column, architecture = ARCHITECTURES[os.uname().machine]
    calls = REFUSED | (REFUSED_BESIDE_LANDLOCK if beside_landlock else {})
    numbers = [number for pair in calls.values() if (number := pair[column]) is not None]
    head = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, KILL), (LOAD, 0, 0, 0)]
    look = (LOAD, 0, 0, FIRST_ARGUMENT)
    special = [
        (EQUAL, 0, 1, CLONE3[column]),
        UNKNOWN_CALL,
        *[(EQUAL, 0, 4, PRLIMIT[column]), look, (EQUAL, 0, 1, 0), ALLOWED, REFUSED_CALL],
        *[(EQUAL, 0, 4, CLONE[column]), look, (ANY_BIT, 1, 0, NEW_NAMESPACES)],
        *[ALLOWED, REFUSED_CALL],
        *[(EQUAL, 0, 4, PRCTL[column]), look, (EQUAL, 1, 0, PR_SET_DUMPABLE)],
        *[ALLOWED, REFUSED_CALL],
    ]
    count = len(numbers) + 1
    listed = [(AT_LEAST, count, 0, X32_CALLS)]  # the other numbering that x86_64 kernels may offer
    listed += [(EQUAL, count - 1 - at, 0, number) for at, number in enumerate(numbers)]
    code = [*head, *special, *listed, ALLOWED, REFUSED_CALL]
    return b"".join(pack("HBBI", *instruction) for instruction in code)


class _Filter(Structure):
    _fields_ = (("length", c_ushort), ("code", c_char_p))


def seccomp() -> None:
    """Takes the calls on the lists away from this process, where they know the machine."""
    program = seccomp_program(beside_landlock=True)
    if program is None:
        return
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    prctl(PR_SET_SECCOMP, 2, _Filter(len(program) // 8, program))


# --- limits, privileges, processes


def limits(*, file_size: int, open_files: int, processes: int) -> None:
    """Limits one file's size, open files and, for everybody but root, the user's processes."""
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, file_size)
    _limit(resource.RLIMIT_NOFILE, open_files)
    if os.getuid() != 0 and hasattr(resource, "RLIMIT_NPROC"):
        _limit(resource.RLIMIT_NPROC, _tasks_of(os.getuid()) + processes)


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
