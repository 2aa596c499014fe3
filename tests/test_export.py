"""The export: one file for hand-in, and the zip around it, really written and really played."""

import ast
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from linefall import bots
from talk import play

PERSON = ("--name", "Zoë O'Neil", "--id", "1234567890")


def export(*arguments: object, where: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "linefall", "export", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=where)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_exported_file_plays_a_whole_game_and_wins(tmp_path: Path, seat: int) -> None:
    assert export("hw2.py", *PERSON, where=tmp_path).returncode == 0
    referee, _ = play(tmp_path / "hw2.py", (4, 7, 4), seat=seat, seconds=0.1, seed=3)
    assert (len(referee.moves) - 1) % 2 == seat


def test_a_hyphen_is_standard_output(tmp_path: Path) -> None:
    """A file of that name was written."""
    shown = export("-", *PERSON, where=tmp_path)
    assert (shown.returncode, shown.stderr, list(tmp_path.iterdir())) == (0, "", [])
    assert export("hw2.py", *PERSON, where=tmp_path).returncode == 0
    assert shown.stdout == (tmp_path / "hw2.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"), [(("",), "'' is no name of a file"), (("-", "--zip", *PERSON), "--zip")]
)
def test_what_names_no_file_is_refused(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    """For no name at all it was said that `.` exists already."""
    refused = export(*words, where=tmp_path)
    assert (refused.returncode, refused.stdout, list(tmp_path.iterdir())) == (2, "", [])
    assert said in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_name_and_id_are_the_only_difference_to_its_source(tmp_path: Path) -> None:
    export("hw2.py", *PERSON, where=tmp_path)
    written = (tmp_path / "hw2.py").read_text(encoding="utf-8").splitlines()
    source = bots.path("handin").read_text(encoding="utf-8").splitlines()
    assert written[:2] == ["# Name: Zoë O'Neil", "# ID: 1234567890"]
    assert source[:2] == ["# Name: (your name)", "# ID: (your ID)"]
    assert written[2:] == source[2:]


def test_the_file_is_small_and_imports_the_standard_library_alone(tmp_path: Path) -> None:
    export("anything.py", "--name", "🦊" * 80, "--id", "9" * 40, where=tmp_path)
    text = (tmp_path / "anything.py").read_bytes()
    assert len(text) < 60_000
    modules = {
        name
        for node in ast.walk(ast.parse(text))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "."]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert modules
    assert {module.split(".")[0] for module in modules} <= set(sys.stdlib_module_names)


def test_the_zip_holds_the_program_and_a_readme_with_name_and_id(tmp_path: Path) -> None:
    answer = export("mine.py", *PERSON, "--zip", where=tmp_path)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert sorted(os.listdir(tmp_path)) == ["1234567890.zip", "mine.py"]
    with zipfile.ZipFile(tmp_path / "1234567890.zip") as archive:
        assert sorted(archive.namelist()) == ["README.md", "hw2.py"]
        assert archive.read("hw2.py") == (tmp_path / "mine.py").read_bytes()
        readme = archive.read("README.md").decode()
    assert readme.startswith("Name: Zoë O'Neil\nID: 1234567890\n")
    for word in ("table", "threats", "parity", "bounds", "deeper", "heuristic"):
        assert word in readme


def test_files_that_exist_are_replaced_only_by_force(tmp_path: Path) -> None:
    (tmp_path / "hw2.py").write_text("precious")
    answer = export("hw2.py", where=tmp_path)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "--force" in answer.stderr
    assert (tmp_path / "hw2.py").read_text() == "precious"
    assert export("hw2.py", "--force", where=tmp_path).returncode == 0
    assert "precious" not in (tmp_path / "hw2.py").read_text(encoding="utf-8")
    assert os.listdir(tmp_path) == ["hw2.py"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("hw2.py", "--id", "12-34"),
        ("hw2.py", "--id", ""),
        ("hw2.py", "--id", "\u0661\u0662"),  # digits, but not those of a file name
        ("hw2.py", "--name", "two\nimport os"),
        ("hw2.py", "--name", " "),
        ("hw2.py", "--name", "Ada coding: foo"),  # which Python would read as an encoding
        ("12.zip", "--id", "12", "--zip"),
        ("hw2.py", "--zip"),
        ("no/such/folder/hw2.py",),
        (".",),
        (),
    ],
    ids=str,
)
def test_bad_requests_are_one_line_and_leave_nothing(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    answer = export(*arguments, where=tmp_path)
    assert (answer.returncode, answer.stdout, answer.stderr.count("\n")) == (2, "", 1)
    assert os.listdir(tmp_path) == []
