"""Limits of containers: time and memory, as control groups of both versions say them."""

import math
from pathlib import Path

import pytest

from linefall.system.limits import most_memory, share_of_time


def group(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)


def test_without_groups_there_is_no_limit(tmp_path: Path) -> None:
    assert share_of_time(str(tmp_path / "nothing"), str(tmp_path)) == math.inf
    assert most_memory(str(tmp_path / "nothing"), str(tmp_path)) == math.inf


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
    assert most_memory(str(tmp_path / "cgroup"), str(tmp_path)) == math.inf


def test_the_least_memory_of_all_groups_around_counts(tmp_path: Path) -> None:
    (tmp_path / "cgroup").write_text("0::/slice/unit\n")
    group(tmp_path / "fs" / "slice", memory__max="1000000\n")
    group(tmp_path / "fs" / "slice" / "unit", memory__max="max\n")
    assert most_memory(str(tmp_path / "cgroup"), str(tmp_path / "fs")) == 1_000_000
    group(tmp_path / "fs" / "slice" / "unit", memory__max="70000\n")
    assert most_memory(str(tmp_path / "cgroup"), str(tmp_path / "fs")) == 70_000
    (tmp_path / "cgroup").write_text("4:memory:/docker/123\n2:cpu:/\n")
    group(tmp_path / "fs" / "memory", memory__limit_in_bytes="5000\n")
    assert most_memory(str(tmp_path / "cgroup"), str(tmp_path / "fs")) == 5_000
