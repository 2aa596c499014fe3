"""The keeper: it starts one program, tells what becomes of it, and leaves nothing of it behind."""

import contextlib
import itertools
import os
import secrets
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from linefall.system import memory, proc
from linefall.system.lookout import PAUSES, Aside
from linefall.system.messages import read_event, write_plan
from linefall.system.scratch import remove, size_of
from processes import processes_with, wait_until

START = "import sys; from linefall.system.keeper import main; main(int(sys.argv[1]))"


class Kept:
    """A program behind a real keeper, spoken to as the judge does, letter by letter."""

    def __init__(self, place: Path, code: str, **plan: object) -> None:
        program = place / "kept_program.py"
        program.write_text(code)
        pipes = {name: os.pipe() for name in ("stdin", "stdout", "stderr")}
        theirs = {name: ends[name != "stdin"] for name, ends in pipes.items()}
        self.ours = {name: ends[name == "stdin"] for name, ends in pipes.items()}
        self.scratch = place / "scratch"
        self.mark = str(program)
        self.control, control = socket.socketpair()
        self.control.settimeout(60)
        self.keeper = subprocess.Popen(
            [sys.executable, "-c", START, str(control.fileno())],
            pass_fds=[*theirs.values(), control.fileno()],
        )
        control.close()
        for number in theirs.values():
            os.close(number)
        self.lines = self.control.makefile("rb")
        self.plan = {
            "argv": [sys.executable, str(program)], "environment": {"PATH": os.environ["PATH"]},
            "level": "limits", "cores": [], "nice": 0, "memory": 2**28, "processes": 20,
            "scratch": str(self.scratch), "scratch_limit": 2**20, "links": {},
            "token": secrets.token_hex(4), "file_size": 2**26, "open_files": 64,
            "read": [], "listed": [], "write": [], "devices": [], "bubblewrap": [],
            **theirs, **plan,
        }  # fmt: skip
        self.control.sendall(write_plan(self.plan))

    def event(self, name: str) -> dict:
        """Waits for an event, which must be the next one."""
        told = read_event(self.lines.readline().removesuffix(b"\n"))
        assert told["event"] == name, told
        return told

    def says(self) -> bytes:
        return os.read(self.ours["stdout"], 100)

    def is_killed(self) -> None:
        """Waits for the end of a program that did not end by itself."""
        assert self.event("ended")["status"] == -9
        self.event("gone")
        self.ends()

    def ends(self) -> None:
        """Waits for the keeper's end: nothing of the program is left, no process and no file."""
        assert self.keeper.wait(60) == 0
        assert processes_with(self.mark) == []
        assert not self.scratch.exists()


@pytest.fixture
def keep(tmp_path):
    with contextlib.ExitStack() as stack:

        def start(code: str, **plan: object) -> Kept:
            kept = Kept(tmp_path, code, **plan)
            stack.callback(kept.keeper.wait)
            stack.callback(kept.keeper.kill)
            stack.callback(kept.control.close)
            stack.callback(kept.lines.close)
            for number in kept.ours.values():
                stack.callback(os.close, number)
            return kept

        yield start


HELLO = "print('hello', flush=True)\n"
SLEEP = HELLO + "import time\ntime.sleep(600)\n"


def test_a_program_that_ends_is_told_of_with_its_status(keep):
    kept = keep(HELLO + "raise SystemExit(7)\n")
    started = kept.event("started")
    assert kept.says() == b"hello\n"
    assert kept.event("ended")["status"] == 7
    assert started["pid"] > 0
    kept.control.send(b"k")
    assert kept.event("gone")["peak"] > 2**20
    kept.ends()


def test_a_program_that_cannot_be_run_is_told_of_with_the_reason(keep):
    kept = keep("", argv=["/no/such/program"])
    assert "No such file" in kept.event("failed")["why"]
    kept.event("gone")
    kept.ends()


def test_a_keeper_that_cannot_work_says_why(keep, tmp_path):
    (tmp_path / "scratch").mkdir()
    kept = keep("")
    assert "FileExistsError" in kept.event("broken")["why"]
    kept.ends()


def test_a_program_is_stopped_and_goes_on(keep):
    kept = keep(SLEEP)
    pid = kept.event("started")["pid"]
    assert kept.says() == b"hello\n"
    kept.control.send(b"s")
    kept.event("stopped")
    wait_for_state(pid, "T")
    kept.control.send(b"c")
    kept.event("continued")
    wait_for_state(pid, "S")
    kept.control.send(b"k")
    kept.is_killed()


def wait_for_state(pid: int, letter: str) -> None:
    stat = Path(f"/proc/{pid}/stat")
    wait_until(lambda: stat.read_text().rpartition(")")[2].split()[0] == letter)


def test_whoever_slips_away_is_found_and_ended(keep):
    code = "import os\nif os.fork() == 0:\n    os.setsid()\n    os.fork()\n" + SLEEP
    kept = keep(code)
    kept.event("started")
    said = b""
    while said.count(b"hello") < 3:
        said += kept.says()
    kept.control.send(b"k")
    kept.is_killed()


def test_the_end_of_the_judge_is_the_end_of_the_program(keep):
    """Nobody says anything: the socket is closed, as it is when a judge dies."""
    kept = keep(SLEEP)
    kept.event("started")
    kept.control.shutdown(socket.SHUT_WR)
    kept.is_killed()


AWAY = "import os\nif os.fork() == 0:\n    os.setsid()\n    os.fork()\n" + SLEEP
CHAIN = (
    "import os\nif os.fork() == 0:\n    os.setsid()\n    print('hello\\n' * 2, flush=True)\n"
    "    while True:\n        try:\n            if os.fork():\n                os._exit(0)\n"
    "        except OSError:\n            pass\n" + SLEEP
)


@pytest.mark.parametrize("level", ["none", "landlock"])
@pytest.mark.parametrize("who", ["keeper", "guard"])
@pytest.mark.parametrize("code", [AWAY, CHAIN], ids=["away", "chain"])
def test_whichever_of_keeper_and_guard_is_killed_the_other_ends_everything(keep, code, who, level):
    """Whoever had slipped away from the program lived on when its keeper was killed."""
    kept = keep(code, level=level, read=["/"])
    keeper = kept.event("started")["keeper"]
    said = b""
    while said.count(b"hello") < 3:
        said += kept.says()
    os.kill(keeper if who == "keeper" else kept.keeper.pid, 9)
    assert kept.keeper.wait(60) == (1 if who == "keeper" else -9)
    told = kept.lines.read()  # until the last who could tell is gone
    assert told.count(b"broken") == (who == "guard")
    for _ in range(20):  # a chain may hide from one look
        assert processes_with(kept.mark) == []
    assert not kept.scratch.exists()


def test_a_keeper_takes_no_plan_that_it_does_not_understand(keep):
    kept = keep(HELLO, level="limits", nice="0; import os")
    assert "Nonsense" in kept.event("broken")["why"]
    assert kept.keeper.wait(60) == 0


FULL = "import time\nfile = open('big', 'wb')\nfile.write(b'x' * 2**22)\nfile.flush()\n" + SLEEP
MANY = "for number in range(1500):\n    open(str(number), 'w').close()\n" + SLEEP
LARGE = "block = b'x' * 2**26\n" + SLEEP
CROWD = "import os, time\nblock = b'x' * 2**25\n"
CROWD += "for _ in range(60):\n    os.fork() or time.sleep(600)\n" + SLEEP
THREADS = "import threading, time\nfor _ in range(20):\n    "
THREADS += "threading.Thread(target=time.sleep, args=(600,), daemon=True).start()\n" + SLEEP
FORKS = "import os\nfor _ in range(5):\n    os.fork()\n" + SLEEP


@pytest.mark.parametrize(
    ("code", "limits", "what"),
    [
        (LARGE, {"memory": 2**25}, "memory"),
        (FULL, {}, "scratch"),
        (MANY, {}, "files"),
        (FORKS, {"processes": 4, "level": "none"}, "processes"),
        (THREADS, {"processes": 4, "level": "none"}, "processes"),
    ],
    ids=["memory", "scratch", "files", "processes", "threads"],
)
def test_whoever_breaks_a_limit_is_ended_at_once(keep, code, limits, what):
    kept = keep(code, **limits)
    kept.event("started")
    over = kept.event("over")
    assert over["what"] == what
    assert over["amount"] > over["limit"] > 0
    kept.control.send(b"k")
    kept.is_killed()


def test_what_a_crowd_shares_counts_once(keep):
    kept = keep(CROWD, memory=2**27, processes=200)
    keeper = kept.event("started")["keeper"]
    assert kept.says() == b"hello\n"
    before = proc.seconds_run(keeper)
    wait_until(lambda: proc.seconds_run(keeper) > before + 0.05)  # it has looked more than once
    kept.control.send(b"k")
    kept.is_killed()


def test_a_look_aside_takes_no_core_from_anybody():
    """Shared memory was counted without a pause."""
    looks, aside = [], Aside(0.0)

    def look() -> int:
        began, before = time.monotonic(), time.thread_time()
        memory.proportional({os.getpid()})
        looks.append((began, time.thread_time() - before, time.monotonic()))
        return len(looks)

    wait_until(lambda: aside.ask(look) and len(looks) >= 5, pause=0)
    for (_, spent, ended), (began, _, _) in itertools.pairwise(looks):
        assert began >= ended + PAUSES * spent > ended


def test_a_look_aside_that_lasts_holds_nobody_up():
    aside, go_on = Aside(0.0), threading.Event()
    assert aside.lasts() == 0
    assert aside.ask(go_on.wait) is None
    assert aside.lasts() > 0
    assert aside.ask(lambda: "another look") is None  # not while there is one
    go_on.set()
    wait_until(lambda: aside.ask(lambda: "another look") == "another look")
    wait_until(lambda: aside.lasts() == 0)


def test_a_look_aside_that_fails_is_told_to_whoever_asks():
    aside = Aside(60.0)
    with pytest.raises(ZeroDivisionError):
        wait_until(lambda: aside.ask(lambda: 1 // 0))


def test_the_files_of_a_program_lie_in_its_scratch_folder_as_links(keep, tmp_path):
    (tmp_path / "book.txt").write_text("opening")
    kept = keep(
        "print(open('book.txt').read(), flush=True)\nopen('deep', 'w').write('mine')\n",
        links={"book.txt": str(tmp_path / "book.txt")},
    )
    kept.event("started")
    assert kept.says() == b"opening\n"
    assert kept.event("ended")["status"] == 0
    kept.control.send(b"k")
    kept.event("gone")
    kept.ends()
    assert (tmp_path / "book.txt").read_text() == "opening"


@pytest.mark.parametrize("level", ["landlock", "bubblewrap"])
def test_fences_that_cannot_be_put_up_keep_the_program_from_starting(keep, level):
    """Better no game than one without the fence that was asked for."""
    broken = {"bubblewrap": ["/no/such/bwrap"], "cores": [10**6]}
    kept = keep(HELLO, level=level, **broken)
    assert kept.event("failed")["why"]
    kept.event("gone")
    kept.ends()


def test_a_folder_is_measured_without_following_links(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "file").write_bytes(b"x" * 8192)
    (tmp_path / "link").symlink_to("/usr")
    size, count = size_of(str(tmp_path))
    assert 8192 <= size < 2**20
    assert count == 3
    assert size_of(str(tmp_path), most=1)[1] == 2


def mode(path) -> int:
    return path.stat().st_mode & 0o777


def test_a_scratch_folder_that_is_gone_leaves_its_parent_as_it_is(tmp_path):
    """The folder that held it was closed to everybody else: /tmp itself, in practice."""
    tmp_path.chmod(0o755)
    remove(str(tmp_path / "gone"))
    assert mode(tmp_path) == 0o755


def test_what_was_put_in_the_place_of_a_scratch_folder_is_removed_and_not_followed(tmp_path):
    """Files of whatever folder a program had put a link to were removed."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("kept")
    for target in (outside, outside / "precious", tmp_path / "nowhere"):
        (tmp_path / "scratch").symlink_to(target)
        remove(str(tmp_path / "scratch"))
        assert not os.path.lexists(tmp_path / "scratch")
    assert (outside / "precious").read_text() == "kept"


def test_locked_folders_are_opened_and_what_links_point_at_is_not(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o755)
    scratch = tmp_path / "scratch"
    locked = scratch / "locked"
    locked.mkdir(parents=True)
    (locked / "link").symlink_to(outside)
    locked.chmod(0o500)
    remove(str(scratch))
    assert not scratch.exists()
    assert mode(outside) == 0o755
