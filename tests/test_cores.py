"""Cores: which a process may use, and how many of them at the same time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from linefall.system.cores import cores_at_once, usable_cores


def test_no_more_cores_are_there_at_once_than_may_be_used() -> None:
    assert usable_cores() == sorted(os.sched_getaffinity(0))
    assert 1 <= cores_at_once() <= len(usable_cores())


CODE = """
from linefall.cli.engine import default_memory, default_threads
from linefall.system.cores import cores_at_once, longest_stall
print(cores_at_once(), default_threads(), longest_stall(), default_memory() >> 20)
"""


def said_within(controller: str, limit: str, value: int) -> str:
    """Runs the code in a control group of its own with a limit."""
    top = Path("/sys/fs/cgroup") / controller
    if not os.access(top, os.W_OK):
        pytest.skip("no group can be made here")
    folder = top / f"linefall-test-{os.getpid()}"
    folder.mkdir()
    try:
        (folder / limit).write_text(str(value))
        inside = f"echo $$ > {folder}/cgroup.procs && exec {sys.executable} -c '{CODE}'"
        done = subprocess.run(["sh", "-c", inside], capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return done.stdout.strip()
    finally:
        folder.rmdir()


@pytest.mark.parametrize(("quota", "stall"), [(100_000, 0.0), (50_000, 0.05)])
def test_a_group_with_the_time_of_one_core_gets_one_thread(quota: int, stall: float) -> None:
    """A container with a share of the time was stopped in the middle of a move, and late."""
    assert said_within("cpu", "cpu.cfs_quota_us", quota).startswith(f"1 1 {stall} ")


@pytest.mark.parametrize(("limit", "table"), [(80, 1), (140, 15), (1000, 64)])
def test_a_group_with_little_memory_gets_small_tables(limit: int, table: int) -> None:
    """A game in a container ended when both tables were full."""
    assert said_within("memory", "memory.limit_in_bytes", limit << 20).endswith(f" {table}")
