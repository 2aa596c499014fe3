"""The one place with calls that not every system has, and what it reads about processes."""

import ast
import gc
import mmap
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from linefall.system import memory, proc, scratch, usage, windows
from linefall.system.cores import usable_cores
from linefall.system.here import Child, Wire, own_wait
from processes import wait_until

PACKAGE = Path(__file__).parents[1] / "src" / "linefall"
#: Modules and names that Windows does not have.
POSIX_MODULES = {"fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "select"}
POSIX_NAMES = {
    *("fork", "forkpty", "kill", "killpg", "setsid", "waitpid", "wait4", "nice", "setpriority"),
    *("sched_setaffinity", "sched_getaffinity", "mkfifo", "chroot", "getuid", "geteuid"),
    *("SIGKILL", "SIGSTOP", "SIGCONT", "SIGCHLD", "SIGHUP", "setitimer", "alarm"),
}
JUDGE = ("protocol", "program", "sandbox", "conditions", "clock", "table", "match", "check")
JUDGE += ("recheck", "roster")


@pytest.mark.parametrize("name", JUDGE)
def test_the_judge_itself_calls_nothing_that_only_some_systems_have(name: str):
    for node in ast.walk(ast.parse((PACKAGE / f"{name}.py").read_text())):
        if isinstance(node, ast.Import):
            assert not POSIX_MODULES & {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module not in POSIX_MODULES
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert node.value.id not in ("os", "signal") or node.attr not in POSIX_NAMES


@pytest.mark.parametrize("name", ["Child", "Wire"])
def test_both_ways_offer_the_same(name: str):
    here, there = {"Child": Child, "Wire": Wire}[name], getattr(windows, name)
    public = {word for word in vars(here) if not word.startswith("_")}
    assert public - {"events"} <= {word for word in vars(there) if not word.startswith("_")}


def children(code: str) -> subprocess.Popen[bytes]:
    """Starts a Python that prints a byte when its code has run, and then sleeps."""
    code += "\nimport sys, time\nsys.stdout.write('.')\nsys.stdout.flush()\ntime.sleep(600)"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.read(1)
    return process


def end(process: subprocess.Popen[bytes]) -> None:
    for pid in (*proc.Tree(process.pid).pids(), process.pid):
        os.kill(pid, 9)
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def test_the_tree_is_found_and_grows_and_shrinks():
    tree = proc.Tree(os.getpid())
    before = tree.pids()
    process = children("import os\nif os.fork() == 0:\n    os.fork()")
    try:
        wait_until(lambda: len(tree.pids() - before) >= 3)
        assert process.pid in tree.pids()
        assert tree.pids() == tree.pids(afresh=True) == tree.seen
        assert proc.parent(process.pid) == os.getpid()
    finally:
        end(process)
    assert not proc.is_alive(process.pid)
    assert process.pid not in tree.pids()


def test_memory_counts_what_is_touched_and_shared_pages_once():
    process = children("import os\nblock = b'x' * 2**26\nfor _ in range(3):\n    if not os.fork():\n        break")  # fmt: skip  # noqa: E501
    try:
        tree = proc.Tree(process.pid)
        wait_until(lambda: len(tree.pids()) >= 3)
        family = {process.pid, *tree.pids()}
        assert memory.resident(family) > 4 * 2**26
        assert 2**26 < memory.proportional(family)[0] < 2.5 * 2**26
    finally:
        end(process)


def holdings(pid: int, *, files: int = 1000, mappings: int = 100_000) -> memory.Holdings:
    return memory.Holdings([pid], files, mappings)


def test_looking_at_files_ends_when_there_are_too_many():
    process = children(
        "import mmap, os, socket\nfiles = [os.open('/dev/null', 0) for _ in range(200)]\n"
        "pairs = [socket.socketpair() for _ in range(5)]\n"
        "maps = [mmap.mmap(-1, 4096) for _ in range(200)]\n"
    )
    try:
        held = holdings(process.pid)
        assert held.sockets == 10
        assert 210 < held.files < 500
        assert held.mappings > 200
        assert holdings(process.pid, files=50).files == 51
        assert holdings(process.pid, mappings=50).mappings > 50
        assert 0 < memory.page_tables([process.pid]) < 2**22
    finally:
        end(process)


def test_files_without_a_name_are_found():
    process = children(
        "import os\nfile = os.memfd_create('x')\nos.write(file, b'x' * 2**20)\n"
        "open('gone', 'wb').close()\nother = open('gone', 'r+b')\nother.write(b'x' * 2**20)\n"
        "other.flush()\nos.unlink('gone')"
    )
    try:
        held = holdings(process.pid)
        assert held.memory == 2**20
        assert held.disk >= 2**20
    finally:
        end(process)


def test_files_that_are_mapped_and_no_more_are_found_by_root():
    process = children(
        "import ctypes, mmap, os\nlibc = ctypes.CDLL(None)\n"
        "libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, "
        "ctypes.c_long]\n"
        "for file in os.memfd_create('x'), os.open('.', os.O_TMPFILE | os.O_RDWR):\n"
        "    os.write(file, b'x' * 2**20)\n    libc.mmap(None, 4096, 1, 1, file, 0)\n"
        "    os.close(file)\n"
        "shared = mmap.mmap(-1, 2**20)\nshared.write(b'x' * 2**20)"
    )
    try:
        held = holdings(process.pid)
        assert (held.memory, held.disk) == ((2 * 2**20, 2**20) if os.geteuid() == 0 else (0, 0))
        assert memory.resident_files([process.pid]) == 2**20
        assert memory.proportional([process.pid])[1] == 2**20
    finally:
        end(process)


def test_a_file_that_is_run_and_has_no_name_is_found():
    process = children(
        "import os\nfile = os.memfd_create('x')\nos.write(file, open('/bin/sleep', 'rb').read())\n"
        "os.write(file, b'x' * 2**20)\nheard, told = os.pipe()\n"
        "if os.fork() == 0:\n    os.execve(file, ['sleep', '600'], {})\n"
        "os.close(told)\nos.close(file)\nos.read(heard, 1)"
    )
    try:
        (child,) = proc.Tree(process.pid).pids()
        assert holdings(process.pid).memory == 0
        assert 2**20 < holdings(child).memory < 2**21
    finally:
        end(process)


def test_what_a_process_has_is_found_when_its_first_thread_has_ended():
    process = subprocess.Popen([sys.executable, "-c", FIRST_THREAD_ENDS], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"."
        assert not proc.is_alive(process.pid)
        assert 2**26 < memory.resident([process.pid]) < 2**27
        assert 2**26 < memory.proportional([process.pid])[0] < 2**27
        assert memory.page_tables([process.pid]) > 0
        assert holdings(process.pid).memory == 2**20
        assert holdings(process.pid).mappings > 20
    finally:
        end(process)


FIRST_THREAD_ENDS = """
import ctypes, os, sys, threading, time
def stay():
    while "State:\tZ" not in open("/proc/self/status").read():
        time.sleep(0.01)
    block = b"x" * 2**26
    os.write(os.memfd_create("x"), b"x" * 2**20)
    os.write(1, b".")
    time.sleep(600)
threading.Thread(target=stay).start()
ctypes.CDLL(None).syscall(60 if os.uname().machine == "x86_64" else 93, 0)
"""


def test_memory_that_a_process_borrows_from_its_parent_counts_once():
    """A program was blamed for twice its memory when it was about to start another one."""
    process = subprocess.Popen([sys.executable, "-c", BORROWS], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"."
        tree = proc.Tree(process.pid)
        wait_until(tree.pids)
        family = {process.pid, *tree.pids()}
        assert memory.resident(family) > 2 * 2**26
        assert 2**26 < memory.proportional(family)[0] < 2 * 2**26
    finally:
        end(process)


BORROWS = """
import ctypes, os
libc, block = ctypes.CDLL(None), b"x" * 2**26
stack = ctypes.create_string_buffer(2**16)
os.write(1, b".")
top = ctypes.c_void_p(ctypes.addressof(stack) + 2**16 & ~15)
libc.clone(ctypes.cast(libc.sleep, ctypes.c_void_p), top, 0x4111, ctypes.c_void_p(600))
"""


def test_processor_time_counts_children_that_are_gone():
    process = children(
        "import os, time\npid = os.fork()\nwhile time.process_time() < 0.2: pass\n"
        "if pid == 0: os._exit(0)\nos.waitpid(pid, 0)"
    )
    try:
        assert 0.35 < usage.usage_of([process.pid]).cpu < 1.5
    finally:
        end(process)


def test_a_quick_look_sees_who_was_born_since_the_last_one():
    """What such a one had waited before its program was asked counted as waiting on its move."""
    child = Child.__new__(Child)  # no keeper: this process takes its place
    child.keeper = os.getpid()
    child.tree, child._looked, child._newest = proc.Tree(child.keeper), float("-inf"), 0
    child.usage(quick=True)
    process = children("")
    try:
        assert process.pid in child.usage(quick=True).waits
    finally:
        end(process)


def test_what_is_not_there_has_used_nothing():
    gone = 2**22 + 1
    assert usage.usage_of([gone]).cpu == memory.resident([gone]) == 0
    assert memory.proportional([gone]) == (0, 0)
    assert proc.parent(gone) is None
    held = holdings(gone)
    assert held.memory == held.disk == held.sockets == held.files == held.mappings == 0
    assert memory.page_tables([gone]) == memory.resident_files([gone]) == 0


def test_the_judge_knows_its_own_waiting_and_cores():
    assert own_wait() >= 0
    assert usable_cores() == sorted(os.sched_getaffinity(0))
    assert usage.can_see_waits()


def test_a_folder_is_measured_without_following_links(tmp_path: Path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "file").write_bytes(b"x" * 100_000)
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "usr").symlink_to("/usr")
    size, count = scratch.size_of(str(tmp_path))
    assert 100_000 <= size < 200_000
    assert count == 4
    for number in range(1100):
        (tmp_path / str(number)).touch()
    assert scratch.size_of(str(tmp_path))[1] > scratch.MOST_FILES


def test_files_deeper_than_a_path_can_say_and_behind_locks_are_measured(tmp_path: Path):
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        for _ in range(30):
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
        Path("file").write_bytes(b"x" * 100_000)
    finally:
        os.chdir(here)
    (tmp_path / "locked").mkdir()
    (tmp_path / "locked" / "file").write_bytes(b"x" * 100_000)
    (tmp_path / "locked").chmod(0)
    try:
        size, count = scratch.size_of(str(tmp_path))
        assert 200_000 <= size < 600_000
        assert count == 30 + 3
    finally:
        scratch.remove(str(tmp_path))
        tmp_path.mkdir()


def test_a_folder_that_may_be_listed_but_not_entered_is_measured(tmp_path: Path):
    """For everybody but root, who may enter it all the same."""
    (tmp_path / "locked").mkdir()
    (tmp_path / "locked" / "file").write_bytes(b"x" * 100_000)
    (tmp_path / "locked").chmod(0o400)
    if os.geteuid() == 0:
        for path in (tmp_path, tmp_path / "locked"):
            os.chown(path, NOBODY, NOBODY)
    heard, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.chdir(tmp_path)
        if os.geteuid() == 0:
            os.setuid(NOBODY)
        os.write(told, b"%d %d" % scratch.size_of("."))
        os._exit(0)
    os.close(told)
    os.waitpid(child, 0)
    with open(heard, "rb") as file:
        size, count = map(int, file.read().split())
    assert 100_000 <= size < 200_000
    assert count == 2


NOBODY = 65534


def test_a_scratch_folder_is_removed_however_deep_and_locked(tmp_path: Path):
    folder, outside = tmp_path / "scratch", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    (outside / "precious").write_text("stay")
    mode = outside.stat().st_mode
    (folder / "link").symlink_to(outside)
    here = os.getcwd()
    os.chdir(folder)
    try:
        for _ in range(1500):
            os.mkdir("d")
            os.chdir("d")
        os.chmod(".", 0)
    finally:
        os.chdir(here)
    scratch.remove(str(folder))
    assert sorted(os.listdir(tmp_path)) == ["outside"]
    assert (outside / "precious").read_text() == "stay"
    assert outside.stat().st_mode == mode


def test_a_scratch_folder_with_a_file_that_cannot_be_changed_is_removed(tmp_path: Path):
    """With the privileges of root, which only a program without any fence has."""
    folder = tmp_path / "scratch"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "file").touch()
    if os.geteuid() == 0:
        subprocess.run(["chattr", "+i", str(folder / "deep" / "file")], check=True)
        subprocess.run(["chattr", "+a", str(folder / "deep")], check=True)
    scratch.remove(str(folder))
    assert os.listdir(tmp_path) == []


def test_memory_that_is_only_reserved_is_not_resident():
    before = memory.resident([os.getpid()])
    with mmap.mmap(-1, 2**32):
        assert memory.resident([os.getpid()]) - before < 2**24


@pytest.mark.parametrize(
    ("work", "wanted"), [("while True: pass", True), ("import time; time.sleep(60)", False)]
)
def test_who_works_wants_a_core_and_who_sleeps_or_is_stopped_does_not(
    work: str, wanted: bool
) -> None:
    code = f"print('up', flush=True)\n{work}"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        try:
            wait_until(lambda: proc.wants_core(child.pid) == wanted)
            child.send_signal(signal.SIGSTOP)
            wait_until(lambda: not proc.wants_core(child.pid))
        finally:
            child.kill()


def test_a_keeper_that_cannot_be_started_leaves_no_file_open():
    before = set(os.listdir("/proc/self/fd"))
    for _ in range(3):
        with pytest.raises(KeyError, match="argv"):
            Child({})
    gc.collect()
    assert set(os.listdir("/proc/self/fd")) == before
