"""Files: written whole, and closed to whom they were closed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from linefall.errors import FileError
from linefall.files import ABANDONED, check_writable, write_whole


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    write_whole(path, "old")

    def full_disk(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(FileError, match="cannot be written: No space left on device"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_writer_that_is_killed_again_and_again_never_leaves_half_a_file(tmp_path) -> None:
    path = tmp_path / "game.json"
    write_whole(path, "old " * 50_000)
    code = (
        "import sys; from linefall.files import write_whole\n"
        "print('go', flush=True)\n"
        "while True: write_whole(sys.argv[1], 'new ' * 50_000)"
    )
    for _ in range(3):
        writer = subprocess.Popen(
            [sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        seen = {path.read_text() for _ in range(50)}
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        assert seen | {path.read_text()} <= {"old " * 50_000, "new " * 50_000}


def test_what_a_killed_writer_left_is_cleared_away_once_it_is_nobodys_work(tmp_path) -> None:
    """It lay there for ever, and nobody saw it."""
    path = tmp_path / "game.json"
    others = [tmp_path / ".game.json.mine.part", tmp_path / ".a.game.json.0123456789ab.part"]
    for other in others:
        other.touch()
        os.utime(other, (0, 0))
    code = (
        "import os, sys; from linefall.files import write_whole\n"
        "os.fsync = lambda _handle: os.kill(os.getpid(), 9)\n"
        "write_whole(sys.argv[1], 'half')"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == -9
    [left] = set(tmp_path.iterdir()) - set(others)
    write_whole(path, "whole")
    assert left.exists(), "for all we know somebody is writing to it"
    os.utime(left, (left.stat().st_mtime - 2 * ABANDONED,) * 2)
    write_whole(path, "whole")
    assert set(tmp_path.iterdir()) == {path, *others}


def test_a_file_that_is_replaced_stays_closed_to_those_it_was_closed_to(tmp_path: Path) -> None:
    """Grades that a teacher had closed to others were open to them after the next run."""
    path = tmp_path / "grades.csv"
    write_whole(path, "old")
    path.chmod(0o600)
    write_whole(path, "new")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o600)


def test_bytes_are_written_as_they_are(tmp_path) -> None:
    write_whole(tmp_path / "picture", b"\x00\xff\r\n")
    assert (tmp_path / "picture").read_bytes() == b"\x00\xff\r\n"


def test_the_root_of_all_files_is_no_ordinary_file() -> None:
    """It has no name of its own, and ended in a traceback."""
    with pytest.raises(FileError, match="/: cannot be written: not an ordinary file"):
        write_whole("/", "text")


def test_what_could_not_be_written_is_said_before_the_work(tmp_path: Path) -> None:
    check_writable(tmp_path / "new.txt")
    (tmp_path / "link.txt").symlink_to(tmp_path / "gone" / "new.txt")
    for name, why in (
        (".", "it is a folder"),
        ("gone/new.txt", "there is no folder"),
        ("link.txt", "there is no folder"),
    ):
        with pytest.raises(FileError, match=f"cannot be written: {why}"):
            check_writable(tmp_path / name)
