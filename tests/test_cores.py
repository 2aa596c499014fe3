"""Cores: which a process may use, and how many of them at the same time."""

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from linefall.system.cores import cores_at_once, share_of_time, usable_cores


def group(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)


def test_without_a_limit_all_cores_are_there_at_once(tmp_path: Path) -> None:
    assert usable_cores() == sorted(os.sched_getaffinity(0))
    assert 1 <= cores_at_once() <= len(usable_cores())
    assert share_of_time(str(tmp_path / "nothing"), str(tmp_path)) == math.inf


@pytest.mark.parametrize(
    ("inner", "outer", "share"),
    [
        ("max 100000\n", "max 100000\n", math.inf),
        ("150000 100000\n", "max 100000\n", 1.5),
        ("max 100000\n", "50000 100000\n", 0.5),
        ("200000 100000\n", "100000 100000\n", 1.0),
        ("what\n", "", math.inf),
        ("1 0\n", "nan nan\n", math.inf),
    ],
)
def test_the_least_share_of_all_groups_around_counts(
    tmp_path: Path, inner: str, outer: str, share: float
) -> None:
    (tmp_path / "cgroup").write_text("0::/slice/unit\n")
    group(tmp_path / "fs" / "slice", cpu__max=outer)
    group(tmp_path / "fs" / "slice" / "unit", cpu__max=inner)
    assert share_of_time(str(tmp_path / "cgroup"), str(tmp_path / "fs")) == share


@pytest.mark.parametrize(("quota", "share"), [("-1", math.inf), ("250000", 2.5), ("", math.inf)])
def test_groups_of_the_first_version_are_known(tmp_path: Path, quota: str, share: float) -> None:
    """In a container the path may be that of the machine outside: the top is the container's."""
    (tmp_path / "cgroup").write_text("3:memory:/x\n2:cpu,cpuacct:/docker/123\n1:cpuset:/\n")
    top = tmp_path / "fs" / "cpu,cpuacct"
    group(top, cpu__cfs_quota_us=quota, cpu__cfs_period_us="100000")
    assert share_of_time(str(tmp_path / "cgroup"), str(tmp_path / "fs")) == share


@pytest.mark.parametrize("text", ["", "nonsense", "0", "\0", "0::", "a:cpu"])
def test_a_list_of_groups_that_is_none_limits_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "cgroup").write_text(text)
    assert share_of_time(str(tmp_path / "cgroup"), str(tmp_path)) == math.inf


CPU = Path("/sys/fs/cgroup/cpu")
CODE = """
import sys
from linefall.cli.engine import default_threads
from linefall.system.cores import cores_at_once, longest_stall
print(cores_at_once(), default_threads(), longest_stall())
"""


@pytest.mark.skipif(not os.access(CPU, os.W_OK), reason="no group can be made here")
@pytest.mark.parametrize(("quota", "stall"), [(100_000, 0.0), (50_000, 0.05)])
def test_a_real_group_with_the_time_of_one_core_gets_one_thread(quota: int, stall: float) -> None:
    """A container with a share of the time was stopped in the middle of a move, and late."""
    folder = CPU / f"linefall-test-{os.getpid()}"
    folder.mkdir()
    try:
        (folder / "cpu.cfs_quota_us").write_text(str(quota))
        inside = f"echo $$ > {folder}/cgroup.procs && exec {sys.executable} -c '{CODE}'"
        done = subprocess.run(["sh", "-c", inside], capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr) == (f"1 1 {stall}\n", "")
    finally:
        folder.rmdir()
