"""The check for authors: good programs pass all of it, and each fault fails where it should."""

import json
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import zoo
from linefall.check import Checker, Result
from linefall.cli import run
from linefall.conditions import Settings
from linefall.roster import command_for
from linefall.sandbox import choose
from linefall.system.cores import usable_cores

#: Slow machines are not what these tests are about.
SETTINGS = Settings(seconds=1.0, ready=15.0, level=choose(), cores=tuple(usable_cores()))


def results_of(name: str, *wanted: str) -> list[Result]:
    """Runs the checks whose titles hold one of the words."""
    checker = Checker(command_for(str(zoo.PROGRAMS / f"{name}.py")), SETTINGS)
    return [
        checker._one(number, title, settings, check, 0)
        for number, (title, settings, check) in enumerate(checker.plan(), start=1)
        if any(word in title for word in wanted)
    ]


@pytest.mark.clocked
def test_the_bots_pass_every_check():
    results = list(Checker(command_for("@rand"), SETTINGS).run())
    assert [result for result in results if result.failed] == []
    assert [result.number for result in results] == list(range(1, len(results) + 1))
    assert len(results) >= 20
    assert sum(result.seconds for result in results) < 60


@pytest.mark.parametrize(
    ("name", "check", "problem"),
    [
        ("import_error", "starts", "ended before it printed Ready"),
        ("ready_never", "starts", "where Ready should be"),
        ("ready_twice", "prints nothing after Ready", "out of turn"),
        ("mutters_then_speaks", "while the other thinks", "out of turn"),
        ("answers_nan", "moves first", "no whole number"),
        ("answers_negative", "together", "open columns: 0 1 2 3 4 5 6"),
        ("two_moves", "moves first", "out of turn"),
        ("full_column", "avoids full columns", "open columns"),
        ("ignores_termination", "closed in a game", "it still ran"),
        ("keeps_child", "no process", "left 1 process behind"),
        ("raises", "whole game first", "exit status 1"),
    ],
)
def test_a_fault_fails_its_check_with_the_line_that_broke_it(name: str, check: str, problem: str):
    (result, *_) = results_of(name, check)
    assert not result.passed
    assert problem in str(result.problem)
    assert result.dialogue or name == "import_error"


def test_a_crash_shows_the_error_output_of_the_program():
    (result,) = results_of("raises", "whole game first")
    assert any("forgot something" in line for line in result.dialogue)


@pytest.mark.clocked
def test_the_command_line_tells_people_and_machines(capsys):
    bot = str(zoo.PROGRAMS / "answers_float.py")
    arguments = ["check", bot, "--seconds", "1", "--ready", "15"]
    assert run(arguments) == 1
    out = capsys.readouterr().out
    assert "  3. FAIL  moves first" in out
    assert r"program < '3.0\n'" in out
    assert r"more than a whole number where a column should be: '3.0\n'" in out
    assert "checks passed" in out.splitlines()[-1]
    assert run([*arguments, "--json", "--board", "4x5x3"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["passed"] is False
    assert told["checks"][2]["title"] == "moves first"
    assert told["checks"][2]["passed"] is False


@pytest.mark.parametrize(
    ("slowest", "failed", "advised"),
    [(0.85, False, False), (0.95, False, True), (1.2, True, False), (None, True, False)],
)
def test_a_move_in_time_passes_and_one_cut_fine_is_told(slowest, failed, advised):
    """The engine, and the file that is handed in, measure their margin: they failed this check."""
    checker = Checker(command_for("@left"), SETTINGS)
    checker.slowest = slowest
    result = checker._margin(25)
    assert (result.failed, result.passed) == (failed, not failed)
    assert (result.advice is not None) == advised
    assert ("more than 90% of its time" in str(result.advice)) == advised


def test_a_move_that_never_came_was_slower_than_its_time():
    """The last check counted answers alone: who was late in twelve checks passed it with 7 ms."""
    settings = replace(SETTINGS, seconds=0.3)
    checker = Checker(command_for(str(zoo.PROGRAMS / "silent_later.py")), settings)
    title, settings, check = checker.plan()[6]
    assert not checker._one(7, title, settings, check, 0).passed
    assert checker._margin(25).failed or checker.busy


@pytest.mark.clocked
def test_what_fails_again_in_the_same_words_is_told_once(capsys):
    """A program that did not start had its traceback shown 23 times."""
    assert run(["check", str(zoo.PROGRAMS / "import_error.py"), "--ready", "15"]) == 1
    out = capsys.readouterr().out
    assert out.count("ended before it printed Ready") == 1
    assert out.count("           the same as in check 1\n") == 22
    assert " 25. FAIL  stays within its time\n           it made no move\n" in out


def test_what_a_busy_machine_lost_is_left_undecided(monkeypatch, capsys):
    from linefall import clock

    monkeypatch.setattr(clock.Evidence, "blame", property(lambda _self: "machine"))
    checker = Checker(command_for(str(zoo.PROGRAMS / "silent_later.py")), SETTINGS)
    title, settings, check = checker.plan()[2]
    result = checker._one(3, title, settings, check, 0)
    assert (result.passed, result.failed, result.undecided) == (False, False, True)
    assert "the fault of: machine" in str(result.problem)


@pytest.mark.parametrize("files", [10, 16, 20])
@pytest.mark.parametrize("words", ["check @left", "judge @left @right 6 7 4 1 1"])
def test_too_few_open_files_are_a_failure_of_the_judge_that_names_the_limit(words, files):
    """With 16 of them every check failed, and the program was blamed for not starting."""
    command = f"ulimit -n {files}; exec {shlex.quote(sys.executable)} -m linefall {words}"
    judge = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert judge.returncode == 3
    assert judge.stdout == ""
    assert judge.stderr.startswith("linefall: the judge could not do its work: [Errno 24] Too many")
    assert judge.stderr.endswith(f"; {files} are allowed (ulimit -n)\n")


def test_a_program_that_is_none_is_status_2(capsys, tmp_path: Path):
    assert run(["check", str(tmp_path / "nothing.py")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.clocked
def test_the_first_page_for_students_leads_to_a_program_that_passes(tmp_path: Path, capsys):
    page = (Path(__file__).parents[1] / "docs" / "for-students.md").read_text()
    code = page.split("```python\n", 1)[1].split("```", 1)[0]
    (tmp_path / "mine.py").write_text(code)
    assert run(["check", str(tmp_path / "mine.py"), "--ready", "15", "--seconds", "1"]) == 0
    said = capsys.readouterr().out.splitlines()[-1]
    assert said in page
    judge = page.split("linefall judge mine.py", 1)[1].splitlines()[0].split()
    arguments = ["judge", str(tmp_path / "mine.py"), *judge, "--ready", "15", "--quiet"]
    assert run(arguments) == 0
    assert "wins" in capsys.readouterr().out


def test_the_three_lines_of_the_library_door_work(capsys):
    page = (Path(__file__).parents[1] / "docs" / "for-students.md").read_text()
    code = page.split("# From Python", 1)[1].split("```python\n", 1)[1].split("```", 1)[0]
    assert len(code.splitlines()) == 3
    exec(code, {})
    assert "in line (vertical)" in capsys.readouterr().out
