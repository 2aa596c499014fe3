"""What happens between the fork and the exec of a program: its place, its fences, its pipes."""

from __future__ import annotations

import errno
import fcntl
import os
import sys

from linefall.system.light import TYPE_CHECKING, ignoring

if TYPE_CHECKING:
    import signal
    from typing import Any, NoReturn

    from linefall.system import groups
else:
    import _signal as signal

LINUX = sys.platform == "linux"
if LINUX:
    from linefall.system import fences

#: Bubblewrap's own processes keep descriptors 0 to 2 open for as long as they live, and then
#: nobody would notice a program that closes its own: these come to it under other numbers.
CARRIED = (7, 8, 9)
UNPACK = 'exec "$@" <&7 >&8 2>&9 7<&- 8>&- 9>&-'
ABOVE_ALL_OF_THESE = 20
SHELL = "/bin/sh"


def become_program(plan: dict[str, Any], told: int, count: groups.ProcessCount | None) -> NoReturn:
    """Puts the fences up and becomes the program; a failure is written to `told`."""
    try:
        os.setsid()
        if LINUX:
            fences.die_with_parent(signal.SIGKILL)
            fences.close_to_others(closed=False)
        os.chdir(plan["scratch"])
        _settle(plan, count)
        _connect(plan)
        for number in range(1, signal.NSIG):
            with ignoring(OSError, ValueError):
                signal.signal(number, signal.SIG_DFL)
        _run(*_command(plan), plan["environment"])
    except BaseException as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        os.write(told, (reason or type(error).__name__).encode()[:1000])
    os._exit(127)


def _run(file: str, words: list[str], environment: dict[str, str]) -> NoReturn:
    """Becomes the program; a text that names no interpreter is for the shell, as everywhere."""
    try:
        os.execve(file, words, environment)
    except OSError as error:
        if error.errno != errno.ENOEXEC or not _is_text(file):
            raise
    os.execve(SHELL, [SHELL, *words], environment)


def _is_text(file: str) -> bool:
    with open(file, "rb") as beginning:
        return b"\0" not in beginning.read(80)


def _settle(plan: dict[str, Any], count: groups.ProcessCount | None) -> None:
    """Takes the place that the plan gives: core, priority, limits, fences."""
    level = plan["level"]
    if plan["cores"] and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, plan["cores"])
    with ignoring(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, plan["nice"])
    if count is not None:
        count.join()
    if level == "none" or not LINUX:
        return
    fences.offer_to_the_killer()
    fences.limits(
        file_size=plan["file_size"], open_files=plan["open_files"], processes=plan["processes"]
    )
    if level == "limits":
        fences.drop_privileges()
    elif level == "landlock":  # bubblewrap drops privileges itself: it needs some first
        from linefall.system import seccomp  # not every level needs it; later nobody could read it

        fences.drop_privileges()
        fences.landlock(plan["read"], plan["write"], plan["devices"], plan["listed"])
        seccomp.put_up()


def _connect(plan: dict[str, Any]) -> None:
    """Puts the pipes where the program, or the shell inside bubblewrap, expects them."""
    pipes = [os.dup(plan[name]) for name in ("stdin", "stdout", "stderr")]
    pipes = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, ABOVE_ALL_OF_THESE) for one in pipes]
    places = CARRIED if plan["level"] == "bubblewrap" else (0, 1, 2)
    for number, place in zip(pipes, places, strict=True):
        os.dup2(number, place, inheritable=True)
    if plan["level"] == "bubblewrap":
        os.dup2(pipes[2], 2, inheritable=True)  # for what bubblewrap itself has to say


def _command(plan: dict[str, Any]) -> tuple[str, list[str]]:
    """Gives what to run: the program itself, or bubblewrap around it."""
    argv = plan["argv"]
    if plan["level"] != "bubblewrap":
        return argv[0], argv
    from linefall.system import seccomp

    wrapped = list(plan["bubblewrap"])
    if (program := seccomp.filter_program()) is not None:
        heard, told = os.pipe()
        os.write(told, program)
        os.close(told)
        os.set_inheritable(heard, True)
        wrapped += ["--seccomp", str(heard)]
    return wrapped[0], [*wrapped, "--", SHELL, "-c", UNPACK, "sh", *argv]
