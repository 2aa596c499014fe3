"""The fences: which work here, what they let through, and that none is weakened in silence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from linefall import sandbox


def test_the_test_set_up_has_every_level():
    assert sandbox.available() == sandbox.LEVELS


def test_auto_is_the_strongest_and_a_level_is_never_weakened(monkeypatch):
    assert sandbox.choose("auto") == "bubblewrap"
    monkeypatch.setattr(sandbox, "bubblewrap_path", lambda: None)
    assert sandbox.choose("auto") == "landlock"
    with pytest.raises(sandbox.SandboxError, match="bubblewrap does not work here"):
        sandbox.choose("bubblewrap")
    monkeypatch.setattr(sandbox, "landlock_version", lambda: 0)
    assert sandbox.choose("auto") == "limits"
    with pytest.raises(sandbox.SandboxError, match="possible: auto, none, limits"):
        sandbox.choose("moat")


@pytest.mark.parametrize("level", sandbox.LEVELS)
def test_every_level_says_what_it_is(level: str):
    assert sandbox.describe(level).startswith(level)


def test_a_program_may_read_its_folder_but_not_its_opponents(tmp_path: Path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "theirs").mkdir()
    mine, theirs = tmp_path / "mine" / "bot.py", tmp_path / "theirs" / "bot.py"
    mine.write_text("")
    theirs.write_text("")
    allowed = sandbox.readable([str(mine)], [str(theirs)])
    assert str(mine.parent) in allowed
    assert not any(str(theirs).startswith(place) for place in allowed)


def test_a_shim_may_read_what_it_starts_also_where_the_opponents_python_lies_there(
    tmp_path: Path, monkeypatch
):
    """`python3 mine.py` could not start where pyenv keeps the Pythons: a start-up fault."""
    shim, python = tmp_path / "shims" / "python3", tmp_path / "versions" / "3" / "bin" / "python3"
    theirs = tmp_path / "theirs.py"
    for file in (shim, python, theirs):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    monkeypatch.setattr(sys, "base_prefix", str(python.parent.parent))
    assert str(tmp_path) in sandbox.readable([str(shim)], [str(python)])
    allowed = sandbox.readable([str(shim)], [str(python), str(theirs)])
    assert str(shim.parent) in allowed
    assert not any(str(theirs).startswith(place) for place in allowed)


def test_in_a_shared_folder_everything_but_the_opponent_is_readable(tmp_path: Path):
    for name in ("mine.py", "theirs.py", "helper.py"):
        (tmp_path / name).write_text("")
    (tmp_path / "data").mkdir()
    allowed = sandbox.readable([str(tmp_path / "mine.py")], [str(tmp_path / "theirs.py")])
    here = {Path(place).name for place in allowed if place.startswith(str(tmp_path))}
    assert here == {"mine.py", "helper.py", "data"}


def test_links_that_lead_out_of_a_shared_folder_open_nothing(tmp_path: Path):
    for name in ("mine.py", "theirs.py"):
        (tmp_path / name).write_text("")
    (tmp_path / "secrets").symlink_to("/etc")
    (tmp_path / "again").symlink_to("theirs.py")
    allowed = sandbox.readable([str(tmp_path / "mine.py")], [str(tmp_path / "theirs.py")])
    assert "/etc" not in allowed
    assert str(tmp_path / "theirs.py") not in allowed


@pytest.mark.parametrize("wide", ["/", "/tmp", str(Path.home())])
def test_a_program_in_a_wide_folder_may_read_itself_alone(wide: str):
    file = Path(wide) / "linefall_test_bot.py"
    allowed = sandbox.readable([str(file)], [])
    assert wide not in allowed
    assert os.path.realpath(file) in allowed


def test_a_user_without_a_home_plays_all_the_same(monkeypatch):
    """As in a container that is run under any number: every game ended in a traceback."""
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 4_242_424)
    assert "/tmp" in sandbox.too_wide()
    assert all(map(os.path.isabs, sandbox.too_wide()))


def test_what_lies_beside_python_itself_is_not_put_beside_a_program():
    """Behind a virtual environment, a hundred links to it were made for every game."""
    assert sandbox.furnishings([sys.executable, os.path.realpath(sys.executable)], []) == {}


def test_files_beside_the_program_are_linked_but_not_the_opponent(tmp_path: Path):
    for name in ("mine.py", "theirs.py", "book.txt"):
        (tmp_path / name).write_text(name)
    links = sandbox.furnishings([str(tmp_path / "mine.py")], [str(tmp_path / "theirs.py")])
    assert links == {name: str(tmp_path / name) for name in ("mine.py", "book.txt")}


def test_the_environment_holds_no_secrets(monkeypatch):
    monkeypatch.setenv("API_KEY", "secret")
    known = sandbox.environment("/somewhere")
    assert "API_KEY" not in known
    assert known["HOME"] == known["TMPDIR"] == "/somewhere"
    assert known["PATH"]


def in_a_child(code: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a process of its own: a fence cannot be taken off again."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )


def test_the_seccomp_filter_refuses_what_is_on_its_list_and_nothing_else():
    done = in_a_child(
        "import ctypes, os, socket\n"
        "from linefall.system import seccomp\n"
        "seccomp.put_up()\n"
        "left, right = socket.socketpair()\n"
        "for call in (socket.socket, lambda: os.sched_setaffinity(0, {0}), lambda: os.chroot('/')):\n"  # noqa: E501
        "    try:\n        call()\n        print('allowed')\n"
        "    except PermissionError:\n        print('refused')\n"
        "os.waitpid(os.spawnlp(os.P_NOWAIT, 'true', 'true'), 0)\n"
    )
    assert (done.stdout.split(), done.stderr) == (["refused"] * 3, "")


def test_nobody_waits_for_a_disk_behind_the_filter():
    """Not even for one that is not there."""
    done = in_a_child(
        "import os\nfrom linefall.system import seccomp\nseccomp.put_up()\n"
        "os.fsync(999)\nos.fdatasync(999)\nos.sync()\n"
        "os.posix_fadvise(999, 0, 0, os.POSIX_FADV_DONTNEED)\n"
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_dropped_privileges_do_not_come_back():
    if os.geteuid() != 0:
        return
    done = in_a_child(
        "import subprocess\n"
        "from linefall.system import fences\n"
        "fences.drop_privileges()\n"
        "print(subprocess.run(['grep', '-E', 'Cap(Eff|Prm|Bnd)', '/proc/self/status'],"
        " capture_output=True, text=True).stdout)\n"
    )
    values = {line.split()[1] for line in done.stdout.strip().splitlines()}
    assert values == {f"{0:016x}"}, done


def test_landlock_leaves_open_what_it_was_given_and_nothing_else(tmp_path: Path):
    (tmp_path / "listed").mkdir()
    (tmp_path / "listed" / "secret").write_text("hidden")
    done = in_a_child(
        "import os, sys\n"
        "from linefall.system import fences\n"
        "read = [sys.prefix, sys.base_prefix, '/usr', '/lib', '/no/such/folder']\n"
        f"fences.landlock(read, [os.getcwd()], ['/dev/null'], [{str(tmp_path / 'listed')!r}])\n"
        "def tried(call, *arguments):\n"
        "    try:\n        call(*arguments)\n        print('allowed')\n"
        "    except PermissionError:\n        print('refused')\n"
        "tried(open, '/dev/null', 'w')\n"
        "tried(os.listdir, sys.prefix)\n"
        f"tried(os.listdir, {str(tmp_path / 'listed')!r})\n"
        f"tried(open, {str(tmp_path / 'listed' / 'secret')!r})\n"
        f"tried(os.listdir, {str(tmp_path)!r})\n"
        f"tried(os.mkdir, {str(tmp_path / 'new')!r})\n"
        "tried(open, '/etc/passwd')\n"
    )
    assert (done.stdout.split(), done.stderr) == (["allowed"] * 3 + ["refused"] * 4, "")
    assert not (tmp_path / "new").exists()
