"""The command line as its users meet it: what it prints, where, and with which status."""

import json
import os
import pty
import re
import runpy
import signal
import subprocess
import sys
from importlib.metadata import version

import click
import pytest

from linefall import bots
from linefall.cli import COMMANDS, cli, run
from linefall.cli.extras import EXTRAS
from processes import read_to_the_end

LINEFALL = [sys.executable, "-m", "linefall"]


def linefall(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*LINEFALL, *words], capture_output=True, text=True, timeout=60, check=False, **options
    )


def test_the_version_is_the_installed_one(capsys):
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"linefall {version('linefall')}\n"


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_lists_every_command_with_what_it_does(words, capsys):
    assert run(words) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for name, summary in COMMANDS.items():
        assert f"{name} {summary}" in shown


def test_help_imports_no_command():
    code = (
        "import sys; from linefall.cli import run; run(['--help']); "
        "print([m for m in sys.modules if m.startswith('linefall.cli.')], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == "[]\n"


@pytest.mark.parametrize("command", ["judge", "play", "window", "bot"])
def test_help_names_every_bot(command, capsys):
    """The newest one was missing."""
    assert run([command, "--help"]) == 0
    assert set(bots.NAMES) <= set(re.findall(r"\w+", capsys.readouterr().out))


@pytest.mark.parametrize("command", ["play", "window"])
def test_play_and_window_describe_in_the_same_words_what_they_share(command, capsys):
    assert run([command, "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for words in (
        "--rules PRESET|FILE.toml A preset's name, or house rules of your own.",
        "--first PLAYER Player A.",
        "--second PLAYER Player B.",
        "--seed N Draw the same lots and chances again.",
        "A PLAYER is person, engine, engine:LEVEL, perfect, the name of a bot",
        "or program:COMMAND.",
    ):
        assert words in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_a_board_is_written_in_the_same_way_everywhere(name, capsys):
    """Three commands had it in capitals, as no board is written."""
    assert run([name, "--help"]) == 0
    assert "ROWSX" not in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name, capsys):
    assert run([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"Usage: linefall {name}")
    assert "linefall" in shown.split("Example", 1)[1]
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["drw"], "there is no command 'drw'; commands: play console"),
        (["--bord"], "--bord"),
        (["replay"], "Missing argument 'FILE'"),
        (["bot"], "Missing argument 'BOT'. Choose from: rand, left, right, minimax"),
        (["best", "44z"], "Invalid value for 'MOVES': this is no column"),
        (["completion", "csh"], "Invalid value for 'SHELL': 'csh' is not one of 'bash'"),
        (["draw", "4", "--board", "6x7"], "'6x7'"),
        (["draw", "4", "--board", "0x7x4"], "rows"),
        (["draw", "4", "--board", "6x7x4x1"], "'6x7x4x1'"),
        (["draw", "4448"], "there is no column 8, columns are 1 to 7"),
        (["draw", "4444444"], "column 4 is full; open columns: 1 2 3 5 6 7"),
        (["draw", "3333333", "--board", "6x4x4", "--columns-from", "0"], "open columns: 0 1 2"),
        (["draw", "4", "--columns-from", "2"], "'0', '1'"),
        (["draw", "44x"], "character 3 ('x') of '44x'"),
        (["draw", "12121212"], "over"),
        (["completion", "tcsh"], "'bash', 'zsh', 'fish'"),
        (["best", "--seconds", "nan"], "nan is no number of seconds"),
        (["solve", "--seconds", "inf"], "inf is no number of seconds"),
        (["play", "--save", ""], "'' is no name of a file"),
        (["judge", "@left", "@right", "6", "7", "4", "1", "1", "--log", ""], "cannot be written"),
        (["grade", ".", "--out", ""], "possible: a table such as grades.csv"),
        (["book", "check", "/dev/zero"], "/dev/zero is no book of openings"),
        (["best", "4433225"], "the game is over: 7 discs, x has won: 4 in line, horizontal"),
        (
            ["best", "12", "--board", "1x2x2"],
            "the game is over: 2 discs, the board is full: a draw",
        ),
        (["check", "@left", "--seconds", "NaN"], "NaN is no number of seconds"),
        (["judge", "@left", "@left", "6", "7", "4", "1", "1", "--ready", "nan"], "'--ready': nan"),
        (["window", "--frames", "x", "--seconds", "nan"], "nan is no number of seconds"),
        (["book"], "Missing command. (see linefall book --help)"),
        (["solve", "4", "--memory", "1000T"], "does not have the memory"),
        (["solve", "4", "--memory", "9000000T"], "possible: a size such as 64M or 1G"),
        (["solve", "4", "--nodes", "1" + "0" * 30], "possible: 1 to 2**63 - 1"),
    ],
)
def test_bad_input_is_one_line_and_status_2(words, complaint, capsys):
    status = run(words)
    said = capsys.readouterr()
    assert (status, said.out) == (2, "")
    assert said.err.startswith("linefall: ")
    assert said.err.count("\n") == 1
    assert complaint in said.err


def test_a_process_ends_with_that_line_and_that_status():
    ran = linefall("draw", "4448")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("linefall: ")
    assert ran.stderr.count("\n") == 1


def test_the_package_runs_as_the_command(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["linefall", "--version"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("linefall", run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("linefall ")


@pytest.mark.parametrize(("heeded", "status"), [(True, -signal.SIGINT), (False, 0)])
def test_ctrl_c_ends_a_command_that_is_still_being_loaded_without_a_word(heeded, status):
    """The imports take long enough to be met, and their traceback is nobody's business."""
    press = """
import os, runpy, signal, sys

class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == "linefall.cli":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Presses())
sys.argv = ["linefall", "draw", "4", "--board", "1x4x4"]
"""
    if not heeded:  # as in the background of a shell
        press += "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    press += 'runpy.run_module("linefall", run_name="__main__")'
    ran = subprocess.run([sys.executable, "-c", press], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (status, "")


def test_a_complaint_of_several_lines_is_told_in_one(monkeypatch, capsys):
    """A command that writes its own message cannot break the rule of one line."""

    @click.command()
    def command() -> None:
        raise click.ClickException("first\n\tsecond\n")

    monkeypatch.setattr(cli, "get_command", lambda _context, _name: command)
    assert run(["draw"]) == 2
    assert capsys.readouterr().err == "linefall: first second\n"


def test_a_missing_extra_is_named_with_the_command_that_installs_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "serial", None)  # what Python does for a missing module

    @click.command()
    def command() -> None:
        import serial  # noqa: F401

    monkeypatch.setattr(cli, "get_command", lambda _context, _name: command)
    assert run(["draw"]) == 2
    assert "pip install 'linefall[serial]'" in capsys.readouterr().err


def test_every_extra_that_an_error_names_exists():
    import tomllib
    from pathlib import Path

    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    assert set(EXTRAS.values()) <= set(project["optional-dependencies"])


@pytest.mark.parametrize(("name", "told"), [("/nowhere/at/all", "/nowhere/at/all"), ("", "''")])
def test_a_file_that_cannot_be_opened_is_one_line(monkeypatch, capsys, name, told):
    @click.command()
    def command() -> None:
        open(name).close()

    monkeypatch.setattr(cli, "get_command", lambda _context, _name: command)
    assert run(["draw"]) == 2
    assert capsys.readouterr().err == f"linefall: {told}: No such file or directory\n"


def test_a_missing_module_that_is_no_extra_is_not_hidden(monkeypatch):
    @click.command()
    def command() -> None:
        import no_such_module_at_all  # noqa: F401

    monkeypatch.setattr(cli, "get_command", lambda _context, _name: command)
    with pytest.raises(ModuleNotFoundError):
        run(["draw"])


def test_ctrl_c_ends_with_status_130_and_no_traceback():
    terminal, line = pty.openpty()
    game = subprocess.Popen(
        [*LINEFALL, "play", "--rules", "classic"],
        stdin=line,
        stdout=line,
        stderr=line,
        start_new_session=True,
    )
    os.close(line)
    seen = read_until(terminal, b"choose")
    game.send_signal(signal.SIGINT)
    seen += read_to_the_end(terminal)
    assert game.wait(timeout=30) == 130
    assert b"Traceback" not in seen
    os.close(terminal)


def read_until(terminal: int, word: bytes) -> bytes:
    seen = b""
    while word not in seen:
        seen += os.read(terminal, 4096)
    return seen


@pytest.mark.parametrize(
    ("words", "status", "shown"),
    [
        ("draw 4 >&-", 0, ""),
        ("draw 4 2>&-", 0, "6x7x4: 1 disc"),
        ("draw 4x <&- 2>&- >&-", 2, ""),
        ("play --first person --second person <&-", 1, "The input ended before the game did."),
    ],
)
def test_a_stream_that_was_closed_is_no_traceback(words, status, shown):
    ended = subprocess.run(
        ["sh", "-c", f'"$0" -m linefall {words}', sys.executable],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (status, "")
    assert shown in ended.stdout


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("draw 4x 2>/dev/full", 2),
        ("draw 4 >/dev/full 2>/dev/full", 2),
        ("judge @left @right 2 2 2 1 5 >/dev/full 2>/dev/full", 3),
        ("judge @left @right 2 2 2 1 5 --json >/dev/full 2>/dev/full", 3),
    ],
)
def test_a_disk_that_is_full_changes_no_status(words: str, status: int) -> None:
    """Where not even the complaint could be written, it was 1, and 2 for the judge's own fault."""
    ended = subprocess.run(
        ["sh", "-c", f'"$0" -m linefall {words}', sys.executable],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (status, "")


@pytest.mark.parametrize("words", ["play --resume", "play --rules", "standings --database"])
def test_no_name_of_a_file_paints_the_screen(words: str, capsys) -> None:
    assert run([*words.split(), "\x1b[2J.toml"]) == 2
    assert r"\x1b[2J.toml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wish", "terminal", "shown"),
    [
        ("", "xterm", "\x1b[32mfine\x1b[0m\n"),
        ("1", "xterm", "fine\n"),
        ("", "dumb", "fine\n"),
    ],
)
def test_no_colour_is_used_where_none_is_wanted(monkeypatch, capsys, wish, terminal, shown):
    monkeypatch.setenv("NO_COLOR", wish)
    monkeypatch.setenv("TERM", terminal)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    paint = click.Command("draw", callback=lambda: click.secho("fine", fg="green"))
    monkeypatch.setattr("linefall.cli.draw.command", paint)
    assert run(["draw"]) == 0
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize(
    "words", ["draw 4", "judge @left @right 2 2 2 1 5", "judge @left @right 2 2 2 1 5 --games 2"]
)
def test_a_reader_that_goes_away_is_no_error(words: str):
    """What is printed through rich ended with status 1."""
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run([*LINEFALL, *words.split()], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (141, b"")


def test_the_example_of_completion_can_be_copied(capsys):
    """Its path was broken at a hyphen, to fit the width."""
    assert run(["completion", "--help"]) == 0
    shown = capsys.readouterr().out
    assert "  linefall completion bash \\\n" in shown
    assert "    > ~/.local/share/bash-completion/completions/linefall\n" in shown


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(shell, capsys):
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert f"_LINEFALL_COMPLETE={shell}_complete" in script


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["linefall", "dr"], "plain,draw"),
        (["linefall", "draw", "4", "--col"], "plain,--columns-from"),
        (["linefall", "draw", "4", "--board", "9"], "plain,9x9x5"),
    ],
)
def test_completion_offers_commands_options_and_boards(typed, offered, monkeypatch, capsys):
    monkeypatch.setenv("_LINEFALL_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(typed))
    monkeypatch.setenv("COMP_CWORD", str(len(typed) - 1))
    assert run([]) == 0
    assert capsys.readouterr().out.split() == [offered]


def test_bash_completes_a_command_after_sourcing_the_script(tmp_path):
    script = tmp_path / "completion"
    script.write_text(linefall("completion", "bash").stdout)
    here = tmp_path / "linefall"
    here.write_text(f'#!/bin/sh\nexec {sys.executable} -m linefall "$@"\n')
    here.chmod(0o755)
    asked = (
        f"source {script}; COMP_WORDS=(linefall comp); COMP_CWORD=1; "
        '_linefall_completion linefall; echo "${COMPREPLY[*]}"'
    )
    path = f"{tmp_path}:{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "--norc", "-c", asked],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "completion\n"


DRAWN = """\
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . o . . .
. . o x x . .
1 2 3 4 5 6 7
6x7x4: 4 discs, x to move; open columns: 1 2 3 4 5 6 7
"""


def test_draw_prints_the_board_and_its_state(capsys):
    assert run(["draw", "4453"]) == 0
    assert capsys.readouterr().out == DRAWN


@pytest.mark.parametrize(
    ("words", "state"),
    [
        (["-"], "6x7x4: 0 discs, x to move; open columns: 1 2 3 4 5 6 7"),
        (["1", "--board", "2x2x2"], "2x2x2: 1 disc, o to move; open columns: 1 2"),
        (["121212"], "x to move; open columns: 1 2 3 4 5 6 7; x wins at once: 1"),
        (["010101", "--columns-from", "0"], "open columns: 0 1 2 3 4 5 6; x wins at once: 0"),
        (["1212121"], "6x7x4: 7 discs, x has won: 4 in line, vertical, column 1"),
        (["1122334"], "x has won: 4 in line, horizontal, columns 1 2 3 4"),
        (["12", "--board", "1x2x3"], "1x2x3: 2 discs, the board is full: a draw"),
        (["1", "--board", "1x1x1"], "x has won: lines, horizontal and vertical and"),
    ],
)
def test_draw_says_how_the_position_stands(words, state, capsys):
    assert run(["draw", *words]) == 0
    assert state in capsys.readouterr().out.splitlines()[-1]


def test_draw_stands_long_column_numbers_upright(capsys):
    assert run(["draw", "12,1", "--board", "1x12x4"]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "o . . . . . . . . . . x",
        "                  1 1 1",
        "1 2 3 4 5 6 7 8 9 0 1 2",
    ]


def test_draw_gives_a_program_the_same_facts_counting_from_0(capsys):
    assert run(["draw", "1122334", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["board"] == "6x7x4"
    assert facts["position"] == "6x7x4 1122334"
    assert facts["moves"] == [0, 0, 1, 1, 2, 2, 3]
    assert facts["rows"][-1] == "x x x x . . ."
    assert len(facts["rows"]) == 6
    assert (facts["to_move"], facts["open_columns"], facts["winning_moves"]) == (None, [], [])
    assert facts["outcome"] == {
        "winner": 0,
        "reason": "line",
        "cells": [[0, 0], [1, 0], [2, 0], [3, 0]],
        "directions": ["horizontal"],
    }


def test_draw_gives_a_program_a_game_that_goes_on(capsys):
    assert run(["draw", "121212", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["to_move"], facts["winning_moves"], facts["outcome"]) == (0, [0], None)


def test_an_exhibition_without_a_terminal_shows_a_whole_game_and_ends():
    ran = linefall("play", "--exhibition-without-terminal", stdin=subprocess.DEVNULL)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith(("Red wins\n", "Yellow wins\n", "Draw game\n"))
