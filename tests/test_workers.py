"""The hands that play: real processes on this machine, and a real Dask cluster."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from league import PICKY, picky, picky_game
from linefall.record import GameRecord
from linefall.rules import Rules
from linefall.system.cores import cores_at_once
from linefall.system.leases import leased_core
from linefall.workers import ClusterCrew, Job, LocalCrew, Worker, WorkerError, play
from processes import processes_with, wait_until

SLOW = """
import sys, time
print("Ready", flush=True)
rows, columns, *_ = sys.stdin.readline().split()
time.sleep(600)
"""


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """A program that thinks for ever, under a name that no other process has."""
    path = tmp_path / "slow_program.py"
    path.write_text(SLOW)
    return path


def job(number: int, a: str, b: str, rules: Rules = Rules(2, 3, 2), **changed) -> Job:
    plain = {"key": f"k{number}", "a": a, "b": b, "names": ("first", "second")}
    return Job(**{**plain, "rules": rules, "seconds": 5.0, **changed})


def children(text: str) -> list[int]:
    return processes_with(text)


def test_games_are_played_and_come_back_under_their_keys() -> None:
    crew = LocalCrew()
    try:
        for number in range(4):
            crew.submit(job(number, picky(number), picky(9)))
        done = {one.key: one for one in (crew.wait(60) for _ in range(4)) if one}
    finally:
        crew.close()
    for number in range(4):
        record = done[f"k{number}"].record
        assert record is not None
        winner, cause, moves = picky_game(number, 9, Rules(2, 3, 2))
        assert (record.verdict.winner, record.verdict.cause, record.moves) == (winner, cause, moves)
        assert len(record.conditions["cores"][0]) == 1
        assert record.conditions["waiting_program"] == "is stopped"


def test_a_record_calls_the_programs_what_the_job_calls_them() -> None:
    """Two versions of one file had names in tables, and one name in the sentences about them."""
    named = job(1, "@left", "@left", Rules(1, 2, 1), names=("old", "new"))
    record = GameRecord.from_dict(play(named.to_json()))
    assert [seat.name for seat in record.players] == ["old", "new"]
    assert record.verdict.sentence.startswith("Player A (old) has")


def test_no_more_games_at_a_time_than_cores_and_it_says_so() -> None:
    cores = cores_at_once()
    for asked, size in ((None, cores), (1, 1), (cores + 5, cores)):
        crew = LocalCrew(asked)
        crew.close()
        assert crew.size == size
        assert f"{size} game" in crew.description
    with pytest.raises(WorkerError, match="0 was given"):
        LocalCrew(0)
    with pytest.raises(WorkerError, match="-1 was given; possible: 1 or more"):
        ClusterCrew("tcp://127.0.0.1:9", -1)


def test_a_core_is_leased_to_one_at_a_time_and_free_when_its_holder_is_killed(
    tmp_path: Path,
) -> None:
    where = str(tmp_path)
    with leased_core([3, 4], where) as one, leased_core([3, 4], where) as two:
        assert {one, two} == {3, 4}
        taken: list[int] = []
        waiting = threading.Thread(target=lambda: taken.append(_lease_once(where)))
        waiting.start()
        waiting.join(0.2)
        assert taken == []
    waiting.join(10)
    assert taken[0] in (3, 4)
    code = f"from linefall.system.leases import leased_core\nwith leased_core([3], {where!r}):\n"
    holder = subprocess.Popen(
        [sys.executable, "-c", code + " print('held', flush=True)\n input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    holder.kill()
    holder.communicate()
    with leased_core([3], where) as core:
        assert core == 3


def test_a_folder_of_locks_that_is_not_ours_is_not_used(tmp_path: Path) -> None:
    """Everybody can make one of that name in /tmp, with links to files of others in it."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    with (
        pytest.raises(PermissionError, match="somebody else"),
        leased_core([0], f"{tmp_path}/link"),
    ):
        pass
    (tmp_path / "real" / "0").symlink_to(tmp_path / "victim")
    with pytest.raises(OSError, match="symbolic"), leased_core([0], f"{tmp_path}/real"):
        pass
    assert not (tmp_path / "victim").exists()


def _lease_once(where: str) -> int:
    with leased_core([3, 4], where) as core:
        return core


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"a": "no_such_program"}, "no_such_program"), ({"hashes": ("other", None)}, "another")],
)
def test_what_cannot_be_played_comes_back_with_its_reason(wrong: dict, said: str) -> None:
    crew = LocalCrew(1)
    try:
        crew.submit(job(1, **{"a": picky(1), "b": picky(2), **wrong}))
        done = crew.wait(60)
    finally:
        crew.close()
    assert done is not None
    assert done.record is None
    assert said in done.error


def test_a_worker_killed_in_the_middle_plays_its_game_again(slow: Path, tmp_path: Path) -> None:
    """The program is slow the first time it runs and plays the second time."""
    flag, program = tmp_path / "seen", tmp_path / "slow_once.py"
    program.write_text(
        f"import os, sys, time\n"
        f"if not os.path.exists({str(flag)!r}):\n"
        f"    open({str(flag)!r}, 'w').close()\n"
        f"    print('Ready', flush=True)\n"
        f"    time.sleep(600)\n"
        f"{PICKY.read_text()}"
    )
    worker, records = Worker(), []
    task = job(1, f"{sys.executable} -S {program} 1", picky(2), seconds=500.0,
               limits={"sandbox_level": "limits"}).to_json()  # fmt: skip
    playing = threading.Thread(target=lambda: records.append(worker.play(task)))
    playing.start()
    wait_until(lambda: flag.exists() and children(str(program)))
    assert worker._process is not None
    worker._process.kill()
    playing.join(60)
    worker.close()
    assert records[0]["moves"] == list(picky_game(1, 2, Rules(2, 3, 2))[2])
    wait_until(lambda: not children(str(program)), 5)


def test_a_process_whose_input_has_ended_leaves_without_a_word() -> None:
    """Ctrl-C right after the start of a tournament brought two tracebacks of its processes."""
    for _ in range(3):
        ended = subprocess.run(
            [sys.executable, "-m", "linefall.workers"],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False,
        )  # fmt: skip
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_closing_gives_up_the_games_and_leaves_nothing(slow: Path) -> None:
    crew = LocalCrew(1)
    crew.submit(job(1, str(slow), picky(1), seconds=500.0))
    wait_until(lambda: bool(children(slow.name)))
    crew.close()
    wait_until(lambda: not children(slow.name), 5)
    assert crew.wait(0.1) is None or crew.wait(0.1) is None


def test_a_tournament_killed_with_9_leaves_no_process(slow: Path) -> None:
    code = (
        "import sys, time\nfrom linefall.workers import *\nfrom linefall.rules import Rules\n"
        "crew = LocalCrew(1)\n"
        "crew.submit(Job('k', sys.argv[1], '@left', ('A', 'B'), Rules(), 500.0))\ntime.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, str(slow)])
    wait_until(lambda: len(children(slow.name)) > 1)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    wait_until(lambda: not children(slow.name), 10)


# ------------------------------------------------------------------------------- a cluster


class Cluster:
    """A Dask scheduler and workers as real processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address_file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start(
            "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
            "--no-dashboard", "--no-show", "--scheduler-file", str(self.address_file),
        )  # fmt: skip
        wait_until(self.address_file.exists, 60)

    @property
    def address(self) -> str:
        import json

        wait_until(lambda: self.address_file.read_text().endswith("}"))
        address: str = json.loads(self.address_file.read_text())["address"]
        return address

    def add_worker(self, *options: str) -> subprocess.Popen[bytes]:
        return self._start(
            "distributed.cli.dask_worker", self.address, "--no-nanny", "--no-dashboard",
            "--nthreads", "1", "--local-directory", str(self.folder), *options,
        )  # fmt: skip

    def _start(self, module: str, *words: str) -> subprocess.Popen[bytes]:
        with open(self.folder / "log", "ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", module, *words],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env=os.environ | {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "30s"},
            )
        self.processes.append(process)
        return process

    def close(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    running = Cluster(tmp_path)
    try:
        yield running
    finally:
        running.close()


def hired(cluster: Cluster, cores: int) -> ClusterCrew:
    """Connects once the workers have reported themselves."""
    crews: list[ClusterCrew] = []

    def connect() -> bool:
        try:
            crew = ClusterCrew(cluster.address)
        except WorkerError:
            return False
        if crew.size == cores:
            crews.append(crew)
        else:
            crew.close()
        return bool(crews)

    wait_until(connect, 90)
    return crews[0]


def test_a_cluster_plays_and_a_worker_killed_in_the_middle_loses_nothing(
    cluster: Cluster, tmp_path: Path
) -> None:
    with pytest.raises(WorkerError, match="--resources cores=2"):
        ClusterCrew(cluster.address)
    first = cluster.add_worker("--resources", "cores=1")
    crew = hired(cluster, 1)
    flag, program = tmp_path / "seen", tmp_path / "slow_once.py"
    program.write_text(
        f"import os, time\nif not os.path.exists({str(flag)!r}):\n"
        f"    open({str(flag)!r}, 'w').close()\n    print('Ready', flush=True)\n"
        f"    time.sleep(600)\n{PICKY.read_text()}"
    )
    try:
        crew.submit(
            job(1, f"{sys.executable} -S {program} 1", picky(2), seconds=500.0,
                limits={"sandbox_level": "limits"})
        )  # fmt: skip
        wait_until(lambda: flag.exists() and bool(children(str(program))), 60)
        cluster.add_worker("--resources", "cores=1")
        first.kill()
        first.wait()
        done = crew.wait(90)
        assert done is not None
        assert done.record is not None, done.error
        assert done.record.moves == picky_game(1, 2, Rules(2, 3, 2))[2]
        wait_until(lambda: not children(str(program)), 10)
        for number in (2, 3):
            crew.submit(job(number, picky(number), picky(9)))
        keys = {one.key for one in (crew.wait(60), crew.wait(60)) if one}
        assert keys == {"k2", "k3"}
        crew.submit(job(4, "no_such_program", picky(1)))
        failed = crew.wait(60)
        assert failed is not None
        assert "no_such_program" in failed.error
    finally:
        crew.close()


def test_a_process_that_cannot_be_started_is_told_and_nobody_waits_for_it(monkeypatch) -> None:
    """Without a file or a process left, a thread died, and the tournament waited for ever."""
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    crew = LocalCrew(1)
    try:
        crew.submit(job(1, "@left", "@right"))
        done = crew.wait(60)
    finally:
        crew.close()
    assert done is not None
    assert done.error.endswith("its process did not start: No such file or directory")


def test_an_address_where_nobody_answers_is_a_clear_error() -> None:
    with pytest.raises(WorkerError, match=r"no Dask scheduler answers at tcp://127.0.0.1:9"):
        ClusterCrew("tcp://127.0.0.1:9", patience=1)


@pytest.mark.parametrize("address", ["", "nonsense", "tcp://HOST", "http://127.0.0.1:8786"])
def test_what_is_no_address_is_refused_before_anything_is_started(address: str) -> None:
    """A client for it was made, and its end took 20 s and a traceback."""
    with pytest.raises(WorkerError, match=r"was given; possible: tcp://HOST:PORT"):
        ClusterCrew(address)


def test_a_guarded_cluster_without_certificates_is_refused_before_anything_is_started() -> None:
    """So did a client for this one."""
    with pytest.raises(WorkerError, match=r"tls://127.0.0.1:9 needs certificates"):
        ClusterCrew("tls://127.0.0.1:9")
