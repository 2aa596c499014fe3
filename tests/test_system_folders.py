"""Folders for one piece of work: gone after it, and gone after a kill with the next one."""

import subprocess
import sys
from pathlib import Path

from linefall.system.folders import held_folder

HOLD = """
import sys, time
from linefall.system.folders import held_folder
with held_folder("work-", sys.argv[1]) as folder:
    (folder / "file").write_text("x")
    print(folder, flush=True)
    time.sleep(600)
"""


def holder(where: Path) -> tuple[subprocess.Popen[str], Path]:
    """Starts a process that holds a folder; gives both."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(where)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def test_a_folder_is_there_for_its_block_and_gone_after_it(tmp_path: Path):
    with held_folder("work-", str(tmp_path)) as folder:
        assert list(folder.iterdir()) == []
        (folder / "file").write_text("x")
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_is_removed_and_what_others_hold_is_not(tmp_path: Path):
    """A grading that was killed with -9 left its copies of all submissions for ever."""
    killed, left = holder(tmp_path)
    end(killed)
    assert (left / "file").exists()
    alive, held = holder(tmp_path)
    try:
        assert not left.parent.exists()
        with held_folder("work-", str(tmp_path)):
            assert (held / "file").exists()
    finally:
        end(alive)


def test_folders_of_others_are_left_alone(tmp_path: Path):
    (tmp_path / "work-not-ours").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / ".held").touch()
    (tmp_path / "work-link").symlink_to(tmp_path / "outside")
    with held_folder("work-", str(tmp_path)):
        pass
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "outside",
        "work-link",
        "work-not-ours",
    ]
