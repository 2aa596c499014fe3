"""Names to command lines: what users write, what is run, and what they are told otherwise."""

import os
from pathlib import Path

import pytest

from linefall import bots, levels
from linefall.errors import LinefallError
from linefall.roster import LEVELS, PYTHON, command_for

LEGAL = Path(__file__).parent / "programs" / "legal.py"


def test_a_python_file_is_run_with_this_python():
    command = command_for(str(LEGAL))
    assert command.argv == (PYTHON, str(LEGAL))
    assert command.name == "legal.py"


def test_a_relative_path_is_made_whole(monkeypatch):
    monkeypatch.chdir(LEGAL.parent)
    assert command_for("legal.py").argv == (PYTHON, str(LEGAL))
    assert command_for("./legal.py --flag").argv == (PYTHON, str(LEGAL), "--flag")


def test_an_executable_runs_by_itself(tmp_path: Path):
    file = tmp_path / "my bot"
    file.write_text("#!/bin/sh\n")
    with pytest.raises(LinefallError, match="not executable"):
        command_for(str(file))
    file.chmod(0o755)
    assert command_for(str(file)).argv == (str(file),)


def test_a_file_that_is_no_program_paints_no_terminal(tmp_path: Path):
    """The name of a file is what its author likes: it was shown as it is."""
    file, folder = tmp_path / "\x1b[2Jfile", tmp_path / "\x1b[2Jfolder"
    file.touch()
    folder.mkdir()
    for path in (file, folder):
        with pytest.raises(LinefallError) as caught:
            command_for(str(path))
        assert str(caught.value).isprintable()


def test_a_command_line_is_split_and_its_files_are_found(tmp_path: Path, monkeypatch):
    (tmp_path / "bot.jar").write_text("")
    monkeypatch.chdir(tmp_path)
    command = command_for("sh -c 'two words' bot.jar")
    assert os.path.basename(command.argv[0]) == "sh"
    assert command.argv[1:] == ("-c", "two words", str(tmp_path / "bot.jar"))


@pytest.mark.parametrize("name", bots.NAMES)
def test_every_bot_has_a_name(name: str):
    assert command_for(f"@{name}").argv[-1] == str(bots.path(name))


def test_prefixes_choose_the_adapter():
    assert command_for(f"program:{LEGAL}") == command_for(str(LEGAL))
    assert command_for(f"kaggle:{LEGAL}").argv[2].endswith("kaggle.py")
    riddles = command_for(f"riddles:{LEGAL}").argv
    assert riddles[2].endswith("riddles.py")
    assert riddles[3:] == (PYTHON, str(LEGAL))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing was given"),
        ("   ", "nothing was given"),
        ("no-such-program", "no program 'no-such-program'"),
        ("left", "did you mean @left"),
        ("@lefft", "possible: @engine"),
        ("@engine:", "@engine:1 to @engine:10"),
        ("@engine:11", "@engine:1 to @engine:10"),
        ("@perfect:2", "possible: @perfect"),
        ("@left:3", "no built-in"),
        ("kaggle:nothing.py", "Kaggle agent"),
        ("'unfinished", "no command line"),
        ("a\0b", "null"),
        (str(LEGAL.parent), "is a folder"),
    ],
)
def test_a_name_that_means_nothing_says_so(text: str, said: str):
    with pytest.raises(LinefallError, match=said):
        command_for(text)


def test_a_link_keeps_its_name_and_its_folders_are_made_real(tmp_path: Path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "bot").write_text("#!/bin/sh\n")
    (tmp_path / "real" / "bot").chmod(0o755)
    (tmp_path / "real" / "alias").symlink_to("bot")
    (tmp_path / "link").symlink_to("real")
    assert command_for(str(tmp_path / "link" / "alias")).argv == (str(tmp_path / "real" / "alias"),)


def test_the_levels_are_those_of_the_engine() -> None:
    assert tuple(map(int, LEVELS)) == tuple(levels.LEVELS)


def test_prefixes_can_be_repeated_without_end() -> None:
    assert command_for("program:" * 3000 + "@rand").name == "@rand"
    assert command_for("program:openings:@rand").takes_openings
