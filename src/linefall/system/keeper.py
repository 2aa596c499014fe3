"""The keeper: a small process between the judge and one program, so that nothing survives.

    judge  ---  keeper  ---  program  ---  whatever the program starts

It starts the program behind its fences, adopts every orphan below it (a program cannot slip away
by forking twice), watches memory, processes and the scratch folder of the whole tree, and ends
everything when it is told to, and also when the judge is gone, however the judge died. It takes no
part in the conversation: the pipes go straight from the judge to the program.

Words to the keeper: one line (the plan), then single letters: `k` end everything, `s` stop the
tree, `c` let it go on. Words from it: lines, each with an `event`. `light.py` packs lines.

It runs with the standard library alone, isolated from the user's Python settings: see `BOOT`.
"""

from __future__ import annotations

import _socket as socket  # what the module of that name wraps, at a third of the time
import _thread
import fcntl
import os
import resource
import select
import sys
import time

from linefall.system import proc
from linefall.system.light import TYPE_CHECKING, ignoring, pack, unpack

if TYPE_CHECKING:
    import signal
    from collections.abc import Iterable
    from typing import Any, NoReturn
else:
    import _signal as signal

LINUX = sys.platform == "linux"
if LINUX:
    from linefall.system import fences

#: Starts this module without importing the package around it, which would cost start-up time.
BOOT = """
import sys, types
for name, folder in (("linefall", sys.argv[1]), ("linefall.system", sys.argv[1] + "/system")):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [folder]
from linefall.system.keeper import main
main(int(sys.argv[2]))
"""

SLOWEST_LOOK, FASTEST_LOOK = 0.1, 0.004
#: No program can touch memory faster than about this many bytes in a second.
GROWTH = 4e9
LOOK_AT_FILES = 0.1
MOST_FILES = 1000
WAIT_FOR_COUNT = 0.01
LAST_COLLECTION = 5.0
#: How long the keeper tries to stop a tree before it tells the judge that it has.
STOP_SECONDS = 0.1
A_MOMENT = 0.0002
#: Who is stopped takes nothing; the keeper only looks whether the judge is still there.
STOPPED_LOOK = 0.5


class Keeper:
    """Watches one program from its start until nothing of it is left."""

    def __init__(self, control: socket.socket, plan: dict[str, Any]) -> None:
        """Gets ready to start the program of the plan."""
        self.control = control
        self.plan = plan
        self.judge = os.getppid()
        self.tree = proc.Tree(os.getpid())
        self.program = 0
        self.peak = 0
        self.stopped = False
        self.next_files = 0.0
        self.exact = ExactMemory()
        self.count = (
            fences.ProcessCount(
                f"linefall-{os.getpid()}-{plan['token']}",
                plan["processes"] if plan["level"] != "none" else None,
            )
            if LINUX
            else None
        )

    def tell(self, event: str, **facts: object) -> None:
        """Tells the judge something; a judge that is gone hears nothing."""
        with ignoring(OSError):
            self.control.sendall(pack({"event": event, "at": time.monotonic(), **facts}))

    def run(self) -> None:
        """Starts the program and stays until nothing of it is left."""
        wake = _wake_on_child()
        try:
            self.program = self.start()
            if self.program:
                self.watch(wake)
        finally:
            self.end_everything()
            self.tell("gone", peak=max(self.peak, _largest_child()))

    # ------------------------------------------------------------------------------ start

    def start(self) -> int:
        """Starts the program; gives its number, or 0 after telling the judge why not."""
        heard, told = os.pipe()  # closed by a good exec, written to by a bad one
        child = os.fork()
        if child == 0:
            become_program(self.plan, told, self.count)
        os.close(told)
        for name in ("stdin", "stdout", "stderr"):
            os.close(self.plan[name])
        with open(heard, "rb") as file:
            why = file.read(1000)
        if why:
            self.tell("failed", why=why.decode(errors="replace"))
            return 0
        self.tell("started", pid=child)
        return child

    # ------------------------------------------------------------------------------ watch

    def watch(self, wake: int) -> None:
        """Serves the judge and watches the tree until the judge has heard enough."""
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        poll.register(wake, select.POLLIN)
        next_look = 0.0
        while True:
            now = time.monotonic()
            if not self.stopped and now >= next_look:
                next_look = now + self.look_at_memory()
            pause = STOPPED_LOOK if self.stopped else max(0.0, next_look - time.monotonic())
            ready = {number for number, _ in poll.poll(pause * 1000)}
            if wake in ready:
                os.read(wake, 4096)
                self.collect()
            if self.control.fileno() in ready and not self.serve():
                return
            if os.getppid() != self.judge:
                return

    def serve(self) -> bool:
        """Does what the judge's letters ask for; False when it is time to end."""
        letters = self.control.recv(64)
        for letter in letters.decode():
            if letter == "s":
                self.stop_all()
                self.tell("stopped")
            elif letter == "c":
                self.continue_all()
                self.tell("continued")
            else:
                return False
        return bool(letters)

    def collect(self) -> bool:
        """Collects children that ended, and tells the judge if it was the program.

        Gives whether any child is left.
        """
        with ignoring(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return True
                if pid == self.program:
                    self.tell("ended", status=os.waitstatus_to_exitcode(status))
        return False

    def look_at_memory(self) -> float:
        """Ends the tree when it is over a limit; gives the time until the next look."""
        pids = self.tree.pids()
        used = proc.resident(pids)
        limit = self.plan["memory"]
        now = time.monotonic()
        if now >= self.next_files:
            self.next_files = now + LOOK_AT_FILES
            used += self.look_at_files(pids)
        if limit and used > limit:  # at most: pages that processes share were counted for each
            used = self.exact.ask(pids, otherwise=limit)
        self.peak = max(self.peak, used)
        if limit and used > limit:
            self.over("memory", used, limit)
        elif len(pids) > self.plan["processes"] + 3:  # bubblewrap's own are not the program's
            self.over("processes", len(pids), self.plan["processes"])
        if not limit:
            return SLOWEST_LOOK
        pause: float = (limit - used) / GROWTH
        return min(SLOWEST_LOOK, max(FASTEST_LOOK, pause))

    def look_at_files(self, pids: set[int]) -> int:
        """Looks at what memory and folders hide; gives the bytes of files in memory."""
        in_memory, nameless = proc.nameless_files(pids)
        if in_memory:  # what is mapped, too, was counted as resident
            in_memory = max(0, in_memory - proc.resident_files(pids))
        held, files = size_of(self.plan["scratch"])
        files -= len(self.plan["links"])  # those were put there
        limit = self.plan["scratch_limit"]
        if held + nameless > limit:
            self.over("scratch", held + nameless, limit)
        elif files > MOST_FILES:
            self.over("files", files, MOST_FILES)
        return in_memory

    def over(self, what: str, amount: int, limit: int) -> None:
        """Tells the judge which limit was broken, and ends the tree."""
        self.tell("over", what=what, amount=amount, limit=limit)
        self.end_everything()

    # ------------------------------------------------------------------------------ end

    def stop_all(self) -> None:
        """Stops every process of the tree, also those that are born meanwhile.

        All is quiet when those that are known were stopped, and a look after that found nobody
        else: who is stopped starts nobody. Who runs away from that may start nobody more.
        """
        self.stopped = True
        end, known = time.monotonic() + STOP_SECONDS, self.tree.seen or self.tree.pids()
        _signal(known, signal.SIGSTOP)
        while (now := time.monotonic()) < end:
            if not all(proc.is_stopped(pid) for pid in known):
                time.sleep(A_MOMENT)
                continue
            before, known = known, self.tree.pids()
            if known <= before:
                return
            _signal(known, signal.SIGSTOP)
            if self.count is not None and now > end - STOP_SECONDS / 2:
                self.count.close_door()

    def continue_all(self) -> None:
        """Lets every process of the tree go on."""
        self.stopped = False
        if self.count is not None:
            self.count.open_door()
        _signal(self.tree.seen, signal.SIGCONT)

    def end_everything(self) -> None:
        """Kills until nothing is left: no child, dead or alive, as every orphan becomes ours.

        The dead are collected only when nobody lives: until then they hold their places in
        the count of processes, and a fork bomb runs out of room instead of outrunning us.
        """
        if self.count is not None:
            self.count.close_door()
        end = time.monotonic() + LAST_COLLECTION
        self._kill_all()
        while self.collect() and time.monotonic() < end:
            time.sleep(A_MOMENT)
            self._kill_all()
        if self.count is not None:
            self.count.remove()

    def _kill_all(self) -> None:
        """Kills until two looks, one after the other, find the same processes, all of them dead.

        One look is not enough: a process that starts the next one and ends is always just dead.
        """
        before, afresh = None, True
        while True:
            pids = self.tree.pids(afresh=afresh)
            _signal(sorted(pids, reverse=True), signal.SIGKILL)  # the youngest first
            alive = any(proc.is_alive(pid) for pid in pids)
            if not alive and pids == before:
                return
            before, afresh = pids, alive
            if alive:
                time.sleep(A_MOMENT)


def _signal(pids: Iterable[int], number: int) -> None:
    for pid in pids:
        with ignoring(OSError):
            os.kill(pid, number)


class ExactMemory:
    """Counts memory exactly, in a thread of its own.

    It walks the page tables of each process and must wait for whoever changes them: a fork bomb
    could keep the keeper waiting for seconds.
    """

    def __init__(self) -> None:
        """Begins with nothing counted."""
        self._busy = False
        self._counted: int | None = None

    def ask(self, pids: set[int], *, otherwise: int) -> int:
        """Gives the bytes, or `otherwise` as long as nobody knows."""
        if not self._busy and self._counted is None:
            self._busy = True
            done = _thread.allocate_lock()
            done.acquire()
            _thread.start_new_thread(self._count, (pids, done))
            done.acquire(timeout=WAIT_FOR_COUNT)
        counted, self._counted = self._counted, None
        return otherwise if counted is None else counted

    def _count(self, pids: set[int], done: _thread.LockType) -> None:
        total, mapped = proc.proportional(pids)
        self._counted = total + max(0, proc.nameless_files(pids)[0] - mapped)
        self._busy = False
        done.release()


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
                    total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if not entry.is_dir(follow_symlinks=False):
                        continue
                    if (one := _open_folder(entry.name, here)) is not None:
                        handles.append(one)
                    elif len(handles) > MOST_FILES // 2:  # more folders than can be open at once
                        count = most + 1
        os.close(here)
    return total, count


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
    if not LINUX:
        return None
    with ignoring(OSError):
        handle = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=where)
        try:
            os.chmod(f"/proc/self/fd/{handle}", 0o700)
        finally:
            os.close(handle)
        return os.open(name, flags, dir_fd=where)
    return None


def _largest_child() -> int:
    """Gives the largest memory that one collected process ever had; Linux counts kibibytes."""
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return most * 1024 if LINUX else most


def _wake_on_child() -> int:
    """Gives a descriptor that becomes readable when a child ends."""
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    return heard


# ---------------------------------------------------------------- in the child, before exec


def become_program(plan: dict[str, Any], told: int, count: Any) -> NoReturn:
    """Puts the fences up and becomes the program; a failure is written to `told`."""
    try:
        os.setsid()
        if LINUX:
            fences.die_with_parent(signal.SIGKILL)
        os.chdir(plan["scratch"])
        _settle(plan, count)
        _connect(plan)
        for number in range(1, signal.NSIG):
            with ignoring(OSError, ValueError):
                signal.signal(number, signal.SIG_DFL)
        os.execve(*_command(plan), plan["environment"])
    except BaseException as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        os.write(told, (reason or type(error).__name__).encode()[:1000])
    os._exit(127)


def _settle(plan: dict[str, Any], count: Any) -> None:
    """Takes the place that the plan gives: core, priority, limits, fences."""
    level = plan["level"]
    if plan["cores"] and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, plan["cores"])
    with ignoring(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, plan["nice"])
    if not LINUX:
        return
    count.join()
    if level == "none":
        return
    fences.limits(
        file_size=plan["file_size"], open_files=plan["open_files"], processes=plan["processes"]
    )
    if level == "landlock":
        fences.drop_privileges()
        fences.landlock(plan["read"], plan["write"], plan["devices"], plan["listed"])
        fences.seccomp()


#: Bubblewrap's own processes keep descriptors 0 to 2 open for as long as they live, and then
#: nobody would notice a program that closes its own: these come to it under other numbers.
CARRIED = (7, 8, 9)
UNPACK = 'exec "$@" <&7 >&8 2>&9 7<&- 8>&- 9>&-'


def _connect(plan: dict[str, Any]) -> None:
    """Puts the pipes where the program, or the shell inside bubblewrap, expects them."""
    pipes = [os.dup(plan[name]) for name in ("stdin", "stdout", "stderr")]
    pipes = [fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 20) for number in pipes]
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
    wrapped = list(plan["bubblewrap"])
    if (program := fences.seccomp_program()) is not None:
        heard, told = os.pipe()
        os.write(told, program)
        os.close(told)
        os.set_inheritable(heard, True)
        wrapped += ["--seccomp", str(heard)]
    return wrapped[0], [*wrapped, "--", "/bin/sh", "-c", UNPACK, "sh", *argv]


# ---------------------------------------------------------------------------------- the door


def _read_plan(control: socket.socket) -> dict[str, Any] | None:
    text = b""
    while not text.endswith(b"\n"):
        part = control.recv(65536)
        if not part:
            return None
        text += part
    plan: dict[str, Any] = unpack(text)
    for name in ("stdin", "stdout", "stderr"):
        os.set_inheritable(plan[name], False)  # the program gets copies of its own
    return plan


def main(number: int) -> None:
    """Runs a keeper that hears and tells on the socket of that number."""
    os.set_inheritable(number, False)
    control = socket.socket(fileno=number)
    plan = _read_plan(control)
    if plan is None:
        return
    try:
        _furnish(plan)
        if LINUX:
            fences.adopt_orphans()
        Keeper(control, plan).run()
    except BaseException as error:
        with ignoring(OSError):
            line = {"event": "broken", "at": time.monotonic(), "why": repr(error)}
            control.sendall(pack(line))
    finally:
        _remove(plan["scratch"])
        os._exit(0)  # a thread may still wait for somebody's page tables


def _furnish(plan: dict[str, Any]) -> None:
    """Makes the scratch folder, with links to the program's own files."""
    os.mkdir(plan["scratch"], 0o700)
    for name, target in plan["links"].items():
        os.symlink(target, os.path.join(plan["scratch"], name))


def _remove(folder: str) -> None:
    """Removes the scratch folder, however deep or locked: links are removed, not followed."""
    if _is_removed_simply(folder):
        return
    for command in (["rm", "-rf"], ["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
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
    with ignoring(OSError):
        for name in os.listdir(folder):
            os.unlink(os.path.join(folder, name))
        os.rmdir(folder)
        return True
    return False
