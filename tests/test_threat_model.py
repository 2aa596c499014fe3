"""What docs/threat-model.md promises, tried at every level by programs that mean it."""

import base64
import os
import re
import secrets
import shlex
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import zoo
from linefall import Rules, conditions, play_match, table
from linefall.match import MoveSeen
from linefall.record import GameRecord
from linefall.sandbox import LEVELS
from linefall.system import proc
from linefall.system.cores import usable_cores
from processes import processes_with

PAGE = Path(__file__).parents[1] / "docs" / "threat-model.md"
FENCED = ("landlock", "bubblewrap")

OF_ROOT = "as root: settings of the kernel, disks, groups of processes"
#: A row of the page's table -> harmless forms of what it is about, in Python. Each prints nothing;
#: an OSError is a refusal. JUDGE is the judge's process, RIVAL the opponent's.
ATTEMPTS: dict[str, tuple[str, ...]] = {
    "writing outside the scratch folder": (
        "open(__file__, 'a').close()",
        "os.rename(__file__, __file__ + '.moved'); os.rename(__file__ + '.moved', __file__)",
        "os.link(__file__, __file__ + '.linked'); os.unlink(__file__ + '.linked')",
        "os.mkdir(__file__ + '.folder'); os.rmdir(__file__ + '.folder')",
        "os.truncate(__file__, os.path.getsize(__file__))",
    ),
    "changing modes, owners, times or attributes of files there": (
        "os.chmod(__file__, os.stat(__file__).st_mode & 0o777)",
        "os.chown(__file__, os.getuid(), os.getgid())",
        "os.utime(__file__)",
        "os.setxattr(__file__, 'user.mark', b'1')",
    ),
    "reading the opponent's files": ("open(OPPONENT).close()",),
    "TCP, UDP and every other socket": (
        "socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()",
        "socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).close()",
        "socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).bind('\\0linefall' + str(os.getpid()))",
        "pair = socket.socketpair(); socket.send_fds(pair[0], [b'x'], [0])",
    ),
    "signals to the judge, the keeper, the opponent": ("os.kill(JUDGE, 0)",),
    "limits and priority of other processes": (
        "resource.prlimit(RIVAL, resource.RLIMIT_CPU)",
        "os.setpriority(os.PRIO_PROCESS, RIVAL, os.getpriority(os.PRIO_PROCESS, RIVAL))",
    ),
    "tracing or reading the opponent's memory and pipes": (
        "open(f'/proc/{RIVAL}/mem', 'rb').close()",
        "open(f'/proc/{RIVAL}/fd/0', 'wb').close()",
        "open(f'/proc/{RIVAL}/environ', 'rb').close()",
        "os.readlink(f'/proc/{RIVAL}/fd/0')",
        "call(310 if X86 else 270, RIVAL, 0, 0, 0, 0, 0)",  # reads nothing of its memory
        "call(438, os.pidfd_open(RIVAL), 0, 0)",
    ),
    "another core, another priority": (
        "os.sched_setaffinity(0, os.sched_getaffinity(0))",
        "os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0))",
    ),
    "System V memory and queues, key rings, io_uring, eBPF, mounts, other namespaces": (
        "call(29 if X86 else 194, 0, 4096, 0o600)",
        "os.unshare(os.CLONE_FS) if hasattr(os, 'unshare') else call(272 if X86 else 97, 0x200)",
        "call(240 if X86 else 180, b'linefall_no_such_queue', os.O_CREAT, 0o600, 0)\n"
        "call(241 if X86 else 181, b'linefall_no_such_queue')",
        "call(250 if X86 else 219, 0, -3, 1)",  # its own key ring
    ),
    "leases that keep others from opening a file, inotify": (
        "fcntl.fcntl(os.open(__file__, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
        "os.close(call(294 if X86 else 26, 0))",
    ),
    "crashes that keep the system busy": (
        "call(302 if X86 else 261, 0, resource.RLIMIT_CORE, struct.pack('QQ', 0, 0), 0)",
        "call(160 if X86 else 164, resource.RLIMIT_CORE, struct.pack('QQ', 0, 0))",
    ),
    "disk space that is not written, memory that is not resident": (
        "call(285 if X86 else 47, os.open('some', os.O_CREAT | os.O_WRONLY), 0, 0, 4096)",
        "os.splice(os.open(__file__, os.O_RDONLY), os.pipe()[1], 1)",
        "os.sendfile(os.pipe()[1], os.open(__file__, os.O_RDONLY), 0, 1)",
        "call(28 if X86 else 233, 0, 0, 21)",  # swaps nothing out
        "call(436, 2**20, 2**20, 2)",  # the list of open files, for this thread alone
    ),
    OF_ROOT: (
        "os.close(os.open('/proc/sys/kernel/hostname', os.O_WRONLY))",
        "os.close(os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY))",
        "os.close(os.open('/dev/kmsg', os.O_WRONLY))",
        "os.close(os.open('/sys/kernel/mm/transparent_hugepage/enabled', os.O_WRONLY))",
    ),
    "namespaces of its own, with privileges in them": (
        "call(56 if X86 else 220, 0x10000000 | 17, 0, 0, 0, 0) or os._exit(0)\nos.wait()",
    ),
}

TRIES = """
import ctypes, fcntl, os, resource, socket, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == "x86_64"
def call(*words):
    # A whole word for each: of a shorter one, what the system reads beside it is anybody's guess.
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in words]
    if (result := libc.syscall(*words)) < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result
def is_rival(name):
    try:
        return b"\\0" + OPPONENT + b"\\0" in open(f"/proc/{{name}}/cmdline", "rb").read()
    except OSError:
        return False
JUDGE, OPPONENT = {judge}, bytes.fromhex("{opponent}")
print("Ready", flush=True)
input()
RIVAL = next((int(n) for n in os.listdir("/proc") if n.isdecimal() and is_rival(n)), 2**22)
for attempt in {attempts!r}:
    try:
        exec(attempt)
        print("p", end=" ", file=sys.stderr)
    except OSError:
        print("r", end=" ", file=sys.stderr)
sys.stderr.flush()
print(99, flush=True)
sys.stdin.read()
"""


def promised() -> dict[str, dict[str, str]]:
    """Reads the page's table: row -> level -> its first word, `possible` or `refused`."""
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    head, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    levels = [cell.strip("`") for cell in head[1:]]
    return {
        row[0]: dict(zip(levels, (re.split("[ ,]", cell)[0] for cell in row[1:]), strict=True))
        for row in rows
        if len(row) == len(head)
    }


def losing_match(program: Path, level: str, words: str = "", opponent: str = "@right"):
    command = f"{shlex.quote(str(program))} {words}"
    return play_match(
        command, opponent, Rules(), 10.0, ready=30.0, sandbox_level=level, replay=False
    )


@pytest.mark.parametrize("level", LEVELS)
def test_what_the_page_promises_is_what_a_program_meets(level: str, tmp_path: Path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "theirs").mkdir()
    opponent = tmp_path / "theirs" / "opponent.py"
    opponent.write_text((zoo.PROGRAMS / "legal.py").read_text())
    attempts = [attempt for several in ATTEMPTS.values() for attempt in several]
    program = tmp_path / "mine" / "tries.py"
    text = TRIES.format(judge=os.getpid(), opponent=str(opponent).encode().hex(), attempts=attempts)
    program.write_text(text)
    record = losing_match(program, level, opponent=str(opponent))
    assert record.verdict.cause == "illegal move", record.verdict.sentence
    words = [{"p": "possible", "r": "refused"}[letter] for letter in errors_of(record).split()]
    met = dict(zip(attempts, words, strict=True))
    table = promised()
    expected = {
        attempt: table[row][level] for row, several in ATTEMPTS.items() for attempt in several
    }
    if os.geteuid() != 0:
        expected |= dict.fromkeys(ATTEMPTS[OF_ROOT], "refused")
    assert met == expected
    assert program.read_text() == text
    assert sorted(os.listdir(program.parent)) == ["tries.py"]


@pytest.mark.parametrize("level", LEVELS)
def test_no_program_of_root_keeps_privileges_but_where_the_page_says_so(level: str, tmp_path: Path):
    """Behind bubblewrap they were those of its own namespace, all of them, until now."""
    program = tmp_path / "tells.py"
    program.write_text(TELLS)
    told = dict(line.split(":") for line in errors_of(losing_match(program, level)).split())
    if os.geteuid() == 0:
        assert (int(told["CapEff"], 16) != 0) == (level == "none")
    for name in ("CapEff", "CapPrm", "CapInh", "CapAmb") if level != "none" else ():
        assert int(told[name], 16) == 0
    assert told["NoNewPrivs"] == str(int(level != "none"))


TELLS = """
import sys
for line in open("/proc/self/status"):
    if line.startswith(("Cap", "NoNewPrivs")):
        print(*line.split(), sep="", file=sys.stderr)
print("Ready", flush=True)
input()
print(99, flush=True)
sys.stdin.read()
"""


def hidden(path: Path | str) -> str:
    """Writes a path so that the judge does not take it for a file of the program."""
    text = str(path)
    return base64.b64encode(("/" * (1 + (1 - len(text)) % 3) + text[1:]).encode()).decode()


def errors_of(record: GameRecord) -> str:
    return "\n".join(record.conditions["error_output"][0])


@pytest.mark.parametrize("level", LEVELS)
def test_writing_outside_of_its_folder_leaves_files_only_where_the_page_says_so(
    level: str, tmp_path: Path, monkeypatch
):
    """Real places: the home folder, the temporary ones, the judge's, and beside the program."""
    monkeypatch.chdir(tmp_path)
    places = [Path.home(), Path(tempfile.gettempdir()), Path("/var/tmp"), tmp_path, zoo.PROGRAMS]
    name = f"linefall_was_here_{secrets.token_hex(6)}"
    files = [place / name for place in places]
    words = " ".join(hidden(file) for file in files)
    try:
        record = losing_match(zoo.PROGRAMS / "writes_outside.py", level, f"{words} x")
        assert record.verdict.cause == "line"
        there = [file.exists() for file in files]
    finally:
        for file in files:
            file.unlink(missing_ok=True)
    assert there == [promised()["writing outside the scratch folder"][level] == "possible"] * 5
    assert errors_of(record).count("refused") == (len(files) + 1) * (level in FENCED)
    scratch = re.search("scratch: (.*)", errors_of(record))
    assert scratch is not None
    assert not os.path.lexists(scratch[1])


@pytest.mark.parametrize("level", LEVELS)
def test_memory_that_all_programs_share_is_out_of_reach_behind_a_fence(level: str):
    file = Path(f"/dev/shm/linefall_was_here_{secrets.token_hex(6)}")
    try:
        record = losing_match(zoo.PROGRAMS / "writes_outside.py", level, f"{hidden(file)} x")
        there = file.exists()
    finally:
        file.unlink(missing_ok=True)
    assert there == (level not in FENCED)
    word = "refused" if level == "landlock" else "written"  # bubblewrap gives it one of its own
    assert f"{word}: {file}" in errors_of(record).replace("//", "/").replace("//", "/")


@contextmanager
def server() -> Iterator[tuple[int, list[str]]]:
    """Listens for TCP and UDP on one port; gives it, and a list of what came in."""
    heard: list[str] = []

    def accept(tcp: socket.socket) -> None:
        with tcp.accept()[0] as connection:
            heard.append(f"TCP {connection.recv(9)!r}")

    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(type=socket.SOCK_DGRAM) as udp,
    ):
        udp.bind(tcp.getsockname())
        threads = [
            threading.Thread(target=accept, args=(tcp,)),
            threading.Thread(target=lambda: heard.append(f"UDP {udp.recv(9)!r}")),
        ]
        for thread in threads:
            thread.start()
        yield tcp.getsockname()[1], heard
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):  # whoever still waits may go
            with socket.socket(type=kind) as last:
                last.connect(tcp.getsockname())
                last.send(b"bye")
        for thread in threads:
            thread.join()


@pytest.mark.parametrize("level", LEVELS)
def test_a_connection_comes_through_only_where_the_page_says_so(level: str):
    with server() as (port, heard):
        record = losing_match(zoo.PROGRAMS / "opens_connection.py", level, str(port))
        came = sorted(heard)
    assert record.verdict.cause == "line"
    if promised()["TCP, UDP and every other socket"][level] == "possible":
        assert came == ["TCP b'hello'", "UDP b'hello'"]
    else:
        assert came == []
        assert errors_of(record).count("refused") == 2


@pytest.mark.parametrize("level", LEVELS)
def test_the_opponents_file_and_secrets_are_read_only_where_the_page_says_so(
    level: str, tmp_path: Path
):
    opponent = tmp_path / "opponent.py"
    opponent.write_text((zoo.PROGRAMS / "legal.py").read_text())
    program = zoo.PROGRAMS / "reads_opponent.py"
    record = losing_match(program, level, hidden(opponent), str(opponent))
    possible = promised()["reading the opponent's files"][level] == "possible"
    word = "read" if possible else "refused"
    assert f"{word}: {opponent}" in errors_of(record).replace("//", "/").replace("//", "/")
    # Behind bubblewrap process 1 is its own, with the program's environment.
    assert bool(re.search(r"/proc/(?!1/)\d+/environ", errors_of(record))) == possible


@pytest.mark.clocked
@pytest.mark.parametrize("level", FENCED)
@pytest.mark.parametrize("name", zoo.ONLY_FENCED)
def test_behind_a_fence_nobody_harms_other_processes(name: str, level: str):
    """Against a program that would notice: in the same game, and with a core for each."""
    mark = f"mark-{secrets.token_hex(8)}"
    record = zoo.play(name, 0, level, mark)
    assert zoo.marks(0, record, None) == []
    assert processes_with(mark) == []
    said = "\n".join(record.conditions.get("error_output", [[""]])[0])
    # Behind bubblewrap there is a process 1 of its own, which it may meddle with.
    others = r"(limited|slowed|opened|traced|killed) (?!1\b)\d+"
    assert not re.search(rf"{others}|granted|left|spoke", said), said
    assert os.getpriority(os.PRIO_PROCESS, 0) == BEFORE


@pytest.mark.clocked
def test_whoever_speaks_for_the_keeper_is_not_listened_to():
    """Without a fence root can take its socket; others cannot look into a keeper."""
    mark = f"mark-{secrets.token_hex(8)}"
    if os.geteuid() == 0:
        with pytest.raises(table.JudgeError, match="nonsense"):
            zoo.play("speaks_for_keeper", 0, "none", mark)
    else:
        assert zoo.marks(0, zoo.play("speaks_for_keeper", 0, "none", mark), None) == []
    assert processes_with(mark) == []


@pytest.mark.clocked
@pytest.mark.parametrize("level", ["limits", *FENCED])
def test_nobody_raises_its_own_limits(level: str):
    """At the level `limits`, root's programs could."""
    said = zoo.play("raises_limits", 0, level).conditions.get("error_output", [[]])[0]
    # Behind no fence the groups of root are open to root.
    assert set(said) <= ({"granted: left its group"} if level == "limits" else set())


BEFORE = os.getpriority(os.PRIO_PROCESS, 0)


@pytest.mark.clocked
@pytest.mark.parametrize("name", ["burns_in_hiding", "moving_target"])
def test_on_a_shared_core_nothing_of_a_program_runs_while_the_other_one_thinks(name: str):
    """Children that were born while the keeper was stopping the others went on."""
    mark = f"mark-{secrets.token_hex(8)}"
    looks: list[tuple[float, list[int], float]] = []
    moves: list[tuple[float, float]] = []
    over = threading.Event()

    def look() -> None:
        while not over.wait(0.005):
            began = time.monotonic()
            running = [pid for pid in processes_with(mark) if not proc.is_stopped(pid)]
            looks.append((began, running, time.monotonic()))

    def watch(move: MoveSeen) -> None:
        if move.player == 1:
            moves.append((time.monotonic() - move.seconds, time.monotonic()))

    looking = threading.Thread(target=look)
    looking.start()
    try:
        bot = zoo.marked(zoo.PROGRAMS / f"{name}.py", mark)
        worker = str(zoo.PROGRAMS / "thinks_80_percent.py")
        cores = usable_cores()[:1]
        record = play_match(bot, worker, seconds=0.5, ready=30.0, cores=cores, watch=watch)
    finally:
        over.set()
        looking.join()
    assert record.verdict.cause == "line", record.verdict.sentence
    during = [
        running
        for began, running, ended in looks
        for start, end in moves
        if start < began and ended < end
    ]
    assert len(during) > 10
    assert [who for who in during if who] == []
    assert processes_with(mark) == []


@pytest.mark.clocked
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["wakes_itself", "wakes_to_fork"])
def test_on_a_shared_core_whoever_has_itself_woken_loses(name: str, level: str):
    """A timer may send the signal by which a stopped process goes on, on the other one's time.

    A child that such a process started was seen by nobody.
    """
    bot, worker = (str(zoo.PROGRAMS / f"{n}.py") for n in (name, "thinks_80_percent"))
    cores = usable_cores()[:1]
    record = play_match(bot, worker, seconds=0.5, ready=30.0, cores=cores, sandbox_level=level)
    assert (record.verdict.cause, record.verdict.winner) == ("crash", 1), record.verdict.sentence
    assert "had to wait" in record.verdict.sentence


@pytest.mark.clocked
@pytest.mark.parametrize("level", ["none", "limits", "landlock"])
@pytest.mark.parametrize("name", ["moving_target", "fork_bomb"])
def test_nobody_runs_away_where_no_group_counts_processes(name: str, level: str, monkeypatch):
    """Without a cgroup, as every user but root, a chain of short lives outran the keeper."""
    token = secrets.token_hex
    monkeypatch.setattr(
        conditions.secrets, "token_hex", lambda size: "no/such/group" if size == 4 else token(size)
    )
    mark = f"mark-{token(8)}"
    record = zoo.play(name, 0, level, mark)
    assert zoo.marks(0, record, zoo.EXPECTED[name]) == []
    for _ in range(20):  # a chain may hide from one look
        assert processes_with(mark) == []
