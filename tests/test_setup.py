"""The set-up behind make: it does what is needed, once, and never leaves a half environment.

Real environments are made, of a project so small that each takes seconds; the whole project on
a machine without a compiler is `make check-zig`.
"""

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from processes import wait_until

ROOT = Path(__file__).parents[1]
PYTHON = os.path.realpath(getattr(sys, "_base_executable", sys.executable))

SMALL_PROJECT = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "linefall"
version = "0"
dependencies = []

[project.optional-dependencies]
dev = ["linefall[inner]"]
inner = []
"""

# The least that pip accepts as a build: an editable wheel with nothing but its name in it.
SMALL_BACKEND = """\
import pathlib, zipfile

def build_editable(directory, config_settings=None, metadata_directory=None):
    if pathlib.Path("cpp/broken").exists():
        raise SystemExit("the core is broken")
    with open("builds", "a") as log:
        log.write("built\\n")
    info = "linefall-0.dist-info/"
    with zipfile.ZipFile(pathlib.Path(directory, "linefall-0-py3-none-any.whl"), "w") as wheel:
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: linefall\\nVersion: 0\\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\n"
                                       "Tag: py3-none-any\\n")
        wheel.writestr(info + "RECORD", "")
    return "linefall-0-py3-none-any.whl"
"""


class Project:
    """A small project in a folder of its own, set up by the real script."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.said: list[str] = []
        (root / "tools").mkdir(parents=True)
        (root / "cpp").mkdir()
        script = (ROOT / "tools" / "setup.py").read_text()
        # No network: what builds the real core is left out, all else is the script as it is.
        (root / "tools" / "setup.py").write_text(script.replace('("cmake>=3.26", "ninja")', "()"))
        (root / "pyproject.toml").write_text(SMALL_PROJECT)
        (root / "backend.py").write_text(SMALL_BACKEND)
        (root / "CMakeLists.txt").write_text("")
        (root / "cpp" / "core.cpp").write_text("int one() { return 1; }\n")

    def command(self, target: str = "play") -> list[str]:
        return [PYTHON, str(self.root / "tools" / "setup.py"), target]

    def set_up(self, target: str = "play", **options: object) -> subprocess.CompletedProcess[str]:
        command = self.command(target)
        return subprocess.run(command, capture_output=True, text=True, check=False, **options)

    @property
    def stamp(self) -> Path:
        return self.root / ".venv" / "linefall-setup.json"

    @property
    def builds(self) -> int:
        log = self.root / "builds"
        return log.read_text().count("built") if log.exists() else 0


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project that was set up by two at once; tests that change it leave it set up."""
    project = Project(tmp_path_factory.mktemp("made") / "project")
    both = [
        subprocess.Popen(project.command(), stderr=subprocess.PIPE, text=True) for _ in range(2)
    ]
    project.said = [one.communicate()[1] for one in both]
    assert [one.returncode for one in both] == [0, 0], project.said
    return project


def test_of_two_set_ups_at_once_one_waits_and_finds_the_work_done(made):
    assert sum("making .venv" in words for words in made.said) == 1
    assert sum("waiting for another set-up" in words for words in made.said) == 1
    assert made.builds == 1


def test_a_second_set_up_does_nothing_and_says_nothing(made):
    before = (made.builds, made.stamp.stat().st_mtime_ns)
    ran = made.set_up()
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert (made.builds, made.stamp.stat().st_mtime_ns) == before


def test_a_change_of_the_core_builds_it_again_and_keeps_the_environment(made):
    kept = made.root / ".venv" / "kept"
    kept.write_text("")
    before = made.builds
    (made.root / "cpp" / "core.cpp").write_text("int one() { return 2; }\n")
    assert made.set_up().returncode == 0
    assert made.builds == before + 1
    assert kept.exists()


def test_a_new_file_of_the_core_builds_it_again(made):
    before = made.builds
    (made.root / "cpp" / "more.hpp").write_text("")
    assert made.set_up().returncode == 0
    assert made.builds == before + 1


def test_a_failed_build_is_one_clear_line_and_is_tried_again(made):
    broken, before = made.root / "cpp" / "broken", made.builds
    broken.write_text("")
    for _ in range(2):
        ran = made.set_up()
        assert ran.returncode == 1
        assert ran.stderr.splitlines()[-1].startswith("set-up: this failed with status 1: ")
    broken.unlink()
    assert made.set_up().returncode == 0
    assert made.builds == before + 1


def test_extras_are_added_once_and_not_taken_away_again(made):
    assert made.set_up("lint").returncode == 0
    assert json.loads(made.stamp.read_text())["extras"] == ["dev"]
    before = made.builds
    assert made.set_up("play").stderr == ""
    assert made.set_up("lint").stderr == ""
    assert made.builds == before
    assert json.loads(made.stamp.read_text())["extras"] == ["dev"]


def test_a_change_of_what_is_required_makes_the_environment_anew(made):
    old = made.root / ".venv" / "old"
    old.write_text("")
    with (made.root / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    ran = made.set_up()
    assert ran.returncode == 0
    assert "making .venv" in ran.stderr
    assert not old.exists()


def fingerprint(project: Project, *, python: str = PYTHON) -> str:
    """Asks the script for what it compares, as if another Python ran it."""
    code = (
        "import sys; sys.path.insert(0, 'tools'); import setup; "
        "sys._base_executable = sys.argv[1]; print(setup.environment_fingerprint())"
    )
    ran = subprocess.run(
        [PYTHON, "-c", code, python], cwd=project.root, capture_output=True, text=True, check=True
    )
    return ran.stdout


def test_python_its_path_the_place_of_the_project_and_the_script_itself_count(tmp_path):
    project = Project(tmp_path / "here")
    first = fingerprint(project)
    assert fingerprint(project) == first
    assert fingerprint(project, python=str(tmp_path / "python3")) != first
    assert fingerprint(Project(tmp_path / "there")) != first
    with (project.root / "tools" / "setup.py").open("a") as file:
        file.write("# changed\n")
    assert fingerprint(project) != first


def test_the_python_of_the_environment_itself_changes_nothing(made):
    """Somebody who activated .venv runs make with the python that is inside of it."""
    assert made.set_up().returncode == 0
    inside = str(made.root / ".venv" / "bin" / "python")
    ran = subprocess.run([inside, *made.command()[1:]], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_set_up_that_was_killed_does_not_look_finished(tmp_path):
    project = Project(tmp_path / "project")
    killed = subprocess.Popen(project.command(), stderr=subprocess.DEVNULL, start_new_session=True)
    wait_until((project.root / ".venv" / "bin").exists, 60)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    assert not project.stamp.exists()
    ran = project.set_up()
    assert ran.returncode == 0, ran.stderr
    assert "making .venv" in ran.stderr
    assert project.builds == 1


@pytest.mark.parametrize("by", ["the script", "make"])
def test_missing_programs_are_named_to_a_user_who_may_not_install_them(by):
    """A real user without rights, in a real PATH without the programs.

    Make used to end with status 2 and to add a line of its own.
    """
    python = shutil.which("python3", path="/usr/bin") or PYTHON
    place = Path(tempfile.mkdtemp())  # not tmp_path: that one is closed to other users
    command = {
        "the script": [python, "tools/setup.py", "test"],
        "make": [str(shutil.which("make")), f"PYTHON={python}", "test"],
    }
    try:
        project = Project(place / "project")
        shutil.copy(ROOT / "Makefile", project.root)
        place.chmod(0o755)
        subprocess.run(["chmod", "-R", "a+rX", str(place)], check=True)
        as_nobody = {"user": 65534, "group": 65534, "extra_groups": ()}
        ran = subprocess.run(
            command[by],
            cwd=project.root,
            env={"PATH": str(place)},
            capture_output=True,
            text=True,
            **(as_nobody if os.geteuid() == 0 else {}),
        )
    finally:
        shutil.rmtree(place)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.count("\n") == 1
    assert ran.stderr.startswith("set-up: this machine lacks ")
    assert "as root: apt-get install " in ran.stderr
    for package in ("g++", "tmux", "bubblewrap", "xvfb", "xdotool", "chromium"):
        assert package in ran.stderr


@pytest.mark.parametrize("words", [[], ["dance"], ["play", "test"], ["--may"], ["--may", "dance"]])
def test_an_unknown_target_is_answered_with_the_known_ones(words):
    ran = subprocess.run(
        [PYTHON, str(ROOT / "tools" / "setup.py"), *words], capture_output=True, text=True
    )
    assert ran.returncode == 2
    assert "play|lab|test|lint|format|stub|sanitize" in ran.stderr


def test_make_help_lists_every_target_that_is_meant_for_people():
    ran = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = {line.split()[0] for line in ran.stdout.splitlines()}
    assert {"help", "play", "test", "lint", "format", "sanitize", "check-zig", "clean"} <= listed


def test_the_continuous_integration_runs_the_same_tests():
    assert "make test" in (ROOT / ".ci" / "run").read_text().splitlines()


@pytest.fixture
def script():
    """The set-up script as a module, to ask its parts."""
    spec = importlib.util.spec_from_file_location("setup_script", ROOT / "tools" / "setup.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_compiler_is_one_that_compiles(script, tmp_path, monkeypatch):
    assert script.find_compiler(dict(os.environ)) is not None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert script.find_compiler(dict(os.environ)) is None
    broken = tmp_path / "c++"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    assert script.find_compiler(dict(os.environ)) is None


def test_a_build_by_another_compiler_is_not_continued(script, tmp_path, monkeypatch):
    """CMake keeps the compiler it began with, even when that one is gone."""
    monkeypatch.setattr(script, "ROOT", tmp_path)
    begun = tmp_path / "build" / "core" / "CMakeCache.txt"
    for compiler, kept in [("c++", False), ("c++", True), ("clang++", False)]:
        begun.parent.mkdir(parents=True, exist_ok=True)
        begun.write_text("")
        script.forget_other_compiler(compiler)
        assert begun.exists() == kept


def test_an_extra_brings_what_the_extras_in_it_bring(script):
    dev = script.requirements("dev")
    assert {*script.requirements("picture"), *script.requirements("store")} <= {*dev}
    assert not any(need.startswith("linefall") for need in dev)
