"""Workers: the hands that play a tournament's games, on this machine or on a Dask cluster.

Every game is played in a process of its own kind (``python -m linefall.workers``), one game at a
time, on one leased core: the program that thinks has the core for itself and the one that waits is
stopped. Jobs and records go through pipes as JSON lines. Such a process ends when its input ends,
so that whatever happens to the tournament, also ``kill -9``, nothing is left behind; one that dies
itself is replaced, and its game is played again.

A crew takes jobs and gives them back finished, in any order; `LocalCrew` and `ClusterCrew` are the
two there are.
"""

from __future__ import annotations

import _thread
import contextlib
import json
import os
import platform
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import IO, Any, Final, Protocol

from linefall.errors import LinefallError
from linefall.notation import counted
from linefall.record import GameRecord
from linefall.rules import Rules
from linefall.system.cores import cores_at_once, usable_cores
from linefall.system.leases import leased_core

ATTEMPTS: Final = 3
"""How often a game is tried when the worker, not a program, failed."""

FAREWELL: Final = 5.0
"""Seconds that a worker gets to end a game it must give up, before it is ended itself."""


class WorkerError(LinefallError):
    """Says that games could not be played, through no fault of a program."""


@dataclass(frozen=True, slots=True)
class Job:
    """Holds one game to play: two programs as `play_match` takes them, and everything it needs.

    `a` moves first. `names` are what the record calls the two: several may have files of one name.
    `hashes` are what the programs' files must hash to on the machine that plays.
    """

    key: str
    a: str
    b: str
    names: tuple[str, str]
    rules: Rules
    seconds: float
    opening: tuple[int, ...] = ()
    hashes: tuple[str | None, str | None] = (None, None)
    limits: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Gives the job as plain data."""
        return {
            "key": self.key,
            "a": self.a,
            "b": self.b,
            "names": list(self.names),
            "rules": str(self.rules),
            "seconds": self.seconds,
            "opening": list(self.opening),
            "hashes": list(self.hashes),
            "limits": dict(self.limits),
        }


@dataclass(frozen=True, slots=True)
class Done:
    """Holds a finished job: its record, or what kept the worker from playing it."""

    key: str
    record: GameRecord | None
    error: str = ""


class Crew(Protocol):
    """Plays jobs. `size` is how many at a time, `description` says so to people."""

    size: int
    description: str

    def submit(self, job: Job) -> None:
        """Takes a job; never more than `size` of them may be under way."""

    def wait(self, timeout: float | None = None) -> Done | None:
        """Gives a finished job, or None when none finished in time."""

    def close(self) -> None:
        """Ends everything; games under way are given up."""


class _Finished:
    """Holds the jobs that are finished until somebody asks for one."""

    def __init__(self) -> None:
        """Begins with none."""
        self._done: queue.SimpleQueue[Done] = queue.SimpleQueue()

    def wait(self, timeout: float | None = None) -> Done | None:
        """Gives a finished job, or None when none finished in time."""
        try:
            return self._done.get(timeout=timeout)
        except queue.Empty:
            return None


def _check_games_at_once(asked: int | None) -> None:
    """Refuses to play none at a time: a tournament would end at once, with nothing played."""
    if asked is not None and asked < 1:
        raise WorkerError(f"games at once: {asked} was given; possible: 1 or more")


# ------------------------------------------------------------------------------ the process


def play(job: Mapping[str, Any]) -> dict[str, Any]:
    """Plays a job in this process, on a core that no other game has; gives the plain record."""
    from linefall.match import play_match
    from linefall.roster import command_for

    programs = zip((job["a"], job["b"]), job["names"], strict=True)
    commands = [replace(command_for(program), name=name) for program, name in programs]
    for command, expected in zip(commands, job["hashes"], strict=True):
        if expected is not None and command.hash() != expected:
            raise WorkerError(f"{command.name} is another program on {platform.node()}")
    with leased_core(usable_cores()) as core:
        record = play_match(
            commands[0],
            commands[1],
            Rules.parse(job["rules"]),
            job["seconds"],
            opening=job["opening"],
            cores=(core,),
            **job["limits"],
        )
    return record.to_dict()


def main() -> None:
    """Plays the jobs that come in, one a line, until the input ends."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # nothing else may write between the replies
    signal.signal(signal.SIGINT, signal.default_int_handler)
    jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        threading.Thread(target=_read_jobs, args=(sys.stdin, jobs), daemon=True).start()
        while line := jobs.get():
            replies.write(json.dumps(_reply(line)) + "\n")
            replies.flush()
    os._exit(0)  # the reader may hold the input, and nothing is left to be done


def _read_jobs(source: IO[str], jobs: queue.SimpleQueue[str]) -> None:
    """Hands over jobs; when the input ends, a game under way is given up cleanly."""
    for line in source:
        jobs.put(line)
    if hasattr(signal, "pthread_kill"):  # to the thread that plays, so that its waiting ends
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        _thread.interrupt_main()
    jobs.put("")  # last: whoever took it as the end would be interrupted on the way out
    threading.Event().wait(FAREWELL)
    os._exit(1)


def _reply(line: str) -> dict[str, Any]:
    try:
        return {"record": play(json.loads(line))}
    except (LinefallError, OSError) as error:
        return {"error": str(error) or type(error).__name__}


class Worker:
    """Is one such process, seen from outside; started when it is needed."""

    def __init__(self) -> None:
        """Starts nothing yet."""
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._asking = threading.Lock()
        self._closed = False

    def play(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Plays a job; tries again with a new process if one dies over it."""
        said = ""
        for _ in range(ATTEMPTS):
            try:
                process = self._running()
            except OSError as error:  # no memory, no process or no file is left
                said = f"its process did not start: {error.strerror}"
                continue
            with self._asking:
                reply = _ask(process, json.dumps(job))
            if reply is None:
                process.kill()  # if it is not gone already
                said = f"its process ended with status {_bury(process)}"
            elif "record" in reply:
                record: dict[str, Any] = reply["record"]
                return record
            else:
                said = reply["error"]
        raise WorkerError(f"a game could not be played: {said}")

    def _running(self) -> subprocess.Popen[str]:
        with self._lock:
            if self._closed:
                raise WorkerError("the worker is closed")
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "linefall.workers"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    encoding="utf-8",
                    start_new_session=True,  # Ctrl-C is for the tournament, which then ends us
                )
            return self._process

    def close(self) -> None:
        """Ends the process, and the game it plays."""
        with self._lock:
            self._closed = True
            process = self._process
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(FAREWELL + 1)
        except subprocess.TimeoutExpired:
            process.kill()
        with self._asking:  # whoever still reads comes to the end now
            _bury(process)


def _bury(process: subprocess.Popen[str]) -> int:
    """Waits for a process that has ended, or is about to, and closes its pipes."""
    status = process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    return status


def _ask(process: subprocess.Popen[str], line: str) -> dict[str, Any] | None:
    """Sends one line and reads one; None when the process is gone."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(line + "\n")
        process.stdin.flush()
        reply = process.stdout.readline()
        answer: dict[str, Any] | None = json.loads(reply) if reply.endswith("\n") else None
        return answer
    except (OSError, ValueError):
        return None


# --------------------------------------------------------------------------- this machine


class LocalCrew(_Finished):
    """Plays on this machine: as many games at a time as there are cores, unless fewer are asked."""

    def __init__(self, games_at_once: int | None = None) -> None:
        """Starts one thread a game; processes start with the first jobs."""
        cores = cores_at_once()
        _check_games_at_once(games_at_once)
        self.size = min(cores, games_at_once or cores)
        self.description = describe_local(self.size, cores, games_at_once)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        super().__init__()
        self._workers = [Worker() for _ in range(self.size)]
        self._threads = [
            threading.Thread(target=self._serve, args=(worker,), daemon=True)
            for worker in self._workers
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Job) -> None:
        """Takes a job."""
        self._jobs.put(job)

    def close(self) -> None:
        """Ends all processes and threads; games under way are given up."""
        for _ in self._threads:
            self._jobs.put(None)
        closing = [threading.Thread(target=worker.close) for worker in self._workers]
        for thread in closing:
            thread.start()
        for thread in (*closing, *self._threads):
            thread.join()

    def _serve(self, worker: Worker) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                self._done.put(Done(job.key, GameRecord.from_dict(worker.play(job.to_json()))))
            except LinefallError as error:
                self._done.put(Done(job.key, None, str(error)))


def describe_local(size: int, cores: int, asked: int | None) -> str:
    """Says in words how many games run at a time, and why.

    >>> describe_local(2, 2, None)
    '2 games at a time, one for each core; the program that waits is stopped'
    >>> describe_local(2, 2, 5)
    '2 games at a time (5 were asked for): there are 2 cores; the program that waits is stopped'
    >>> describe_local(1, 1, 5)
    '1 game at a time (5 were asked for): there is 1 core; the program that waits is stopped'
    """
    games = f"{counted(size, 'game')} at a time"
    if asked is not None and asked > cores:
        there = "there is" if cores == 1 else "there are"
        why = f" ({asked} were asked for): {there} {counted(cores, 'core')}"
    else:
        why = ", one for each core" if size == cores else f" of {cores} that the cores allow"
    return f"{games}{why}; the program that waits is stopped"


# ------------------------------------------------------------------------------- a cluster

RESOURCE: Final = "cores"
_idle: list[Worker] = []
_idle_lock = threading.Lock()


def play_remote(job: Mapping[str, Any]) -> dict[str, Any]:
    """Plays a job inside a Dask worker, through a process that is kept for the next one."""
    with _idle_lock:
        worker = _idle.pop() if _idle else Worker()
    try:
        return worker.play(job)
    finally:
        with _idle_lock:
            _idle.append(worker)


def _check_address(address: str) -> None:
    """Refuses what is no address: a client made for one cannot be closed, and hangs at the end."""
    from distributed.comm.addressing import get_address_host_port
    from distributed.security import Security

    try:
        get_address_host_port(address)
    except ValueError:
        raise WorkerError(f"cluster: {address!r} was given; possible: tcp://HOST:PORT") from None
    if address.startswith("tls://"):
        known = Security().get_connection_args("client")  # type: ignore[no-untyped-call]
        if known["ssl_context"] is None:
            raise WorkerError(f"cluster: {address} needs certificates, which Dask's settings name")


class ClusterCrew(_Finished):
    """Plays on a Dask cluster: as many games at a time as its workers offer cores.

    A worker offers them when it is started with ``--resources cores=2``. When one is lost, Dask
    runs its games again on another.
    """

    def __init__(
        self, address: str, games_at_once: int | None = None, *, patience: float = 10.0
    ) -> None:
        """Connects to the scheduler, within `patience` seconds, and counts the cores on offer."""
        from distributed import Client

        _check_address(address)
        _check_games_at_once(games_at_once)
        self._client: Any
        super().__init__()
        self._tries: dict[str, int] = {}
        self._futures: dict[str, Any] = {}
        try:
            self._client = Client(
                address,  # type: ignore[no-untyped-call]
                timeout=patience,
                set_as_default=False,
            )
        except (OSError, TimeoutError, ValueError) as error:
            raise WorkerError(f"no Dask scheduler answers at {address}: {error}") from None
        cores = self._cores()
        if not cores:
            self._client.close()
            raise WorkerError(
                f"no worker of {address} offers cores; start some: "
                f"dask worker {address} --nthreads 2 --resources {RESOURCE}=2"
            )
        self.size = min(cores, games_at_once or cores)
        self.description = (
            f"{counted(self.size, 'game')} at a time on {address}, "
            f"which offers {counted(cores, 'core')}"
        )

    def submit(self, job: Job) -> None:
        """Takes a job."""
        plain = job.to_json()
        self._tries[job.key] = 0
        self._send(job.key, plain)

    def close(self) -> None:
        """Takes back what has not begun and leaves the cluster."""
        with contextlib.suppress(Exception):  # the cluster may be gone, and then nothing is left
            self._client.cancel(list(self._futures.values()), force=True)
        self._client.close(timeout=5)

    def _cores(self) -> int:
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        return sum(int(worker.get("resources", {}).get(RESOURCE, 0)) for worker in workers)

    def _send(self, key: str, plain: dict[str, Any]) -> None:
        future = self._client.submit(
            play_remote, plain, resources={RESOURCE: 1}, pure=False, retries=ATTEMPTS
        )
        self._futures[key] = future
        future.add_done_callback(self._receiver(key, plain))

    def _receiver(self, key: str, plain: dict[str, Any]) -> Callable[[Any], None]:
        def receive(future: Any) -> None:
            try:
                record = GameRecord.from_dict(future.result(timeout=10))
            except LinefallError as error:
                self._done.put(Done(key, None, str(error)))
            except BaseException as error:
                self._again(key, plain, error)
            else:
                self._futures.pop(key, None)
                self._done.put(Done(key, record))

        return receive

    def _again(self, key: str, plain: dict[str, Any], error: BaseException) -> None:
        self._tries[key] += 1
        if self._tries[key] < ATTEMPTS and self._client.status == "running":
            self._send(key, plain)
        else:
            said = str(error).splitlines()[0] if str(error) else type(error).__name__
            self._done.put(Done(key, None, f"the cluster could not play it: {said}"))


if __name__ == "__main__":
    main()
