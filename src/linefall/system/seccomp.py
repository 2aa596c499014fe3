"""The filter of calls that a program is refused, beside Landlock and inside bubblewrap. Linux only.

A filter is a small program that the kernel runs at every call of a process and of all its children;
it can never be taken off. This one is written for x86-64 and ARM64.
"""

from __future__ import annotations

import errno
import os
from _struct import pack  # what the module of that name wraps

from linefall.system.fences import PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, prctl
from linefall.system.libc import Structure, c_char_p, c_ushort

Instruction = tuple[int, int, int, int]

PR_SET_SECCOMP, FILTER = 22, 2
#: Calls that a player has no use for, as (x86_64, aarch64) numbers.
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
    # A user has few of these, for all of his programs together.
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
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
#: Calls that are answered without being done, by the answer.
ANSWERED = {
    # Starts a thread or a process, with its flags out of sight of a filter; it is not there.
    errno.ENOSYS: {"clone3": (435, 435)},
    # Each page in a pipe holds the whole piece of memory that it is from, and nobody counts that:
    # these files are not fit for it. Whoever copies files so knows another way then.
    errno.EINVAL: {"splice": (275, 76), "tee": (276, 77), "sendfile": (40, 71)},
    # Takes more of the disk in a moment than could be written, and watched, in seconds.
    errno.EOPNOTSUPP: {"fallocate": (285, 47)},
    # They are done: all files are thrown away in the end, and who waits for a disk cannot be ended.
    0: {
        "fsync": (74, 82),
        "fdatasync": (75, 83),
        "sync": (162, 81),
        "syncfs": (306, 267),
        "sync_file_range": (277, 84),
        "msync": (26, 227),
        # And nobody else's files are taken out of memory.
        "fadvise64": (221, 223),
    },
}
#: Set limits: a process may do it to itself (number 0), not to others of the same user; and nobody
#: may undo what keeps the system from being busy with the remains of who crashes: see `limits`.
PRLIMIT, SETRLIMIT = (302, 261), (160, 164)
LIMIT_OF_CORE_FILES = 4
#: Starts a thread or a process, never one in namespaces of its own, which its flags would say.
CLONE = (56, 220)
NEW_NAMESPACES = 0x7E020000
#: A thread shares its list of open files with the others: no keeper looks into lists of threads.
THREAD, SHARED_FILES = 0x10000, 0x400
CLOSE_RANGE = (436, 436)
CLOSE_RANGE_UNSHARE = 2
#: Sets attributes; whoever shuts itself off from others would shut off its keeper, too, and whoever
#: asks not to share a core with others keeps them from running beside it.
PRCTL = (157, 167)
PR_SCHED_CORE = 62
#: Memory that is swapped out is resident no more, and may be the system's last.
MADVISE = (28, 233)
MADVISE_COLD, MADVISE_PAGEOUT = 20, 21
#: Whoever has a lease on a file makes everybody wait who opens it, for 45 seconds.
FCNTL = (72, 25)
SET_LEASE, SET_DELEGATION = 1024, 1040
ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
X32_CALLS = 0x40000000
LOAD, EQUAL, AT_LEAST, ANY_BIT, MASK, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
TESTS = (EQUAL, AT_LEAST, ANY_BIT)
#: Look at an argument: at its lower half, which both architectures put first.
FIRST, SECOND, THIRD = (LOAD, 16), (LOAD, 24), (LOAD, 32)
ALLOW, FAIL_WITH, KILL = 0x7FFF0000, 0x00050000, 0x80000000
ALLOWED, REFUSED_CALL = (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, FAIL_WITH | errno.EPERM)


def filter_program(*, beside_landlock: bool = False) -> bytes | None:
    """Gives the filter as the kernel takes it; None for an architecture it is not written for.

    Layout: wrong architecture -> killed; calls that are answered -> the answer; limits of another
    process, new namespaces, hiding, leases -> EPERM; a number on the list -> EPERM; anything else
    -> allowed.
    """
    if os.uname().machine not in ARCHITECTURES:
        return None
    column, architecture = ARCHITECTURES[os.uname().machine]
    calls = REFUSED | (REFUSED_BESIDE_LANDLOCK if beside_landlock else {})
    numbers = [number for pair in calls.values() if (number := pair[column]) is not None]
    head = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, KILL), (LOAD, 0, 0, 0)]
    answered = [
        one
        for answer, pairs in ANSWERED.items()
        for pair in pairs.values()
        for one in ((EQUAL, 0, 1, pair[column]), (RETURN, 0, 0, FAIL_WITH | answer))
    ]
    core_files, lease = (EQUAL, LIMIT_OF_CORE_FILES), (EQUAL, SET_LEASE)
    shared = ((MASK, THREAD | SHARED_FILES), (EQUAL, THREAD))
    special = [
        *_refuse_if(PRLIMIT[column], FIRST, (AT_LEAST, 1), SECOND, core_files),
        *_refuse_if(SETRLIMIT[column], FIRST, core_files),
        *_refuse_if(CLONE[column], FIRST, (ANY_BIT, NEW_NAMESPACES), *shared),
        *_refuse_if(CLOSE_RANGE[column], THIRD, (ANY_BIT, CLOSE_RANGE_UNSHARE)),
        *_refuse_if(PRCTL[column], FIRST, (EQUAL, PR_SET_DUMPABLE), (EQUAL, PR_SCHED_CORE)),
        *_refuse_if(MADVISE[column], THIRD, (EQUAL, MADVISE_COLD), (EQUAL, MADVISE_PAGEOUT)),
        *_refuse_if(FCNTL[column], SECOND, lease, (EQUAL, SET_DELEGATION)),
    ]
    count = len(numbers) + 1
    listed = [(AT_LEAST, count, 0, X32_CALLS)]  # the other numbering that x86_64 kernels may offer
    listed += [(EQUAL, count - 1 - at, 0, number) for at, number in enumerate(numbers)]
    code = [*head, *answered, *special, *listed, ALLOWED, REFUSED_CALL]
    return b"".join(pack("HBBI", *instruction) for instruction in code)


def _refuse_if(number: int, *steps: tuple[int, int]) -> list[Instruction]:
    """Decides about one call: refused when one of the tests is true of the argument before it.

    A `MASK` leaves some bits of the argument for the tests behind it.
    """
    jumps = [len(steps) - at if kind in TESTS else 0 for at, (kind, _) in enumerate(steps)]
    code = [(kind, jump, 0, value) for jump, (kind, value) in zip(jumps, steps, strict=True)]
    decision = [*code, ALLOWED, REFUSED_CALL]
    return [(EQUAL, 0, len(decision), number), *decision]


class _Filter(Structure):
    _fields_ = (("length", c_ushort), ("code", c_char_p))


def put_up() -> None:
    """Takes the calls on the lists away from this process, where they know the machine."""
    program = filter_program(beside_landlock=True)
    if program is None:
        return
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    prctl(PR_SET_SECCOMP, FILTER, _Filter(len(program) // 8, program))
