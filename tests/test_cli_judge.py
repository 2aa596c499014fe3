"""`linefall judge`: its seven arguments, what it prints, and its exit status."""

import json
import os
import pty
import secrets
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import zoo
from linefall import sandbox
from linefall.board import Board
from linefall.cli import run
from linefall.cli.judge import draw
from linefall.match import play_match
from linefall.record import GameRecord
from linefall.rules import Rules
from processes import processes_with, read_to_the_end

PATIENT = ["--ready", "15"]
GAME = ["judge", "@left", "@right", "6", "7", "4", "1", "5", *PATIENT]


def test_it_shows_the_moves_the_board_and_who_won_and_why(capsys):
    assert run(GAME) == 0
    out = capsys.readouterr().out
    assert "  1. A plays 0" in out
    assert "A wins (@left): line. Player A (@left) has 4 in line (vertical)." in out
    assert "A . . . . . B\n0 1 2 3 4 5 6\n" in out
    assert "slowest move" in out
    assert "peak memory" in out
    assert "sandbox: bubblewrap" in out
    assert "has its own core" in out or "is stopped" in out


def test_on_a_terminal_the_board_is_drawn_with_each_move():
    main, other = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "linefall", *GAME],
        stdout=other,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    os.close(other)
    seen = read_to_the_end(main)
    os.close(main)
    assert process.wait() == 0
    assert seen.count(b"\x1b[") > 20
    assert b"wins (@left)" in seen


def test_json_is_one_object_with_the_promised_keys(capsys):
    assert run([*GAME, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["winner"] == "A"
    assert told["cause"] == "line"
    assert told["moves"] == [0, 6, 0, 6, 0, 6, 0]
    assert len(told["times"]) == 7
    assert told["evidence"] == {"cells": [[0, 0], [0, 1], [0, 2], [0, 3]]}
    assert told["sandbox"] == "bubblewrap"
    assert told["version"] == 1
    assert GameRecord.from_dict(told["record"]).check() == ()


def test_f_0_lets_b_begin(capsys):
    assert run(["judge", "@left", "@right", "6", "7", "4", "0", "5", *PATIENT, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["winner"], told["moves"][0]) == ("B", 6)


def test_several_games_take_turns_and_are_scored(capsys):
    assert run([*GAME, "--games", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [game["winner"] for game in told["games"]] == ["A", "B"]
    assert told["score"] == {"A": 1, "B": 1, "draws": 0}
    assert run([*GAME, "--games", "2", "--quiet"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "score after 2 games: A 1, B 1, draws 0"


def test_quiet_prints_the_result_alone(capsys):
    assert run([*GAME, "--quiet"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_fault_shows_its_evidence(capsys):
    bot = str(zoo.PROGRAMS / "raises.py")
    assert run(["judge", bot, "@right", "6", "7", "4", "1", "5", *PATIENT]) == 0
    out = capsys.readouterr().out
    assert "B wins (@right): crash. Player A (raises.py) ended" in out
    assert "error output: RuntimeError: the author forgot something" in out


def test_a_log_that_cannot_be_finished_is_the_judges_failure(capsys):
    """It was called a bad argument."""
    assert run([*GAME, "--quiet", "--log", "/dev/full"]) == 3
    assert "could not do its work" in capsys.readouterr().err


def test_the_log_holds_every_line_spoken(tmp_path: Path):
    log = tmp_path / "game.log"
    assert run([*GAME, "--quiet", "--log", str(log)]) == 0
    lines = [line.split(maxsplit=3) for line in log.read_text().splitlines()]
    assert [">", "A", r"'6 7 4 1 5\n'"] in [line[1:] for line in lines]
    assert len(lines) == 2 + 2 + 7 + 6
    assert all(float(line[0]) >= 0 for line in lines)


def test_a_board_that_is_wider_than_the_terminal_is_drawn_in_parts():
    """Each row was broken where the terminal ended, and so were its cells."""
    board = Board(Rules(1, 12, 12), [0, 11])
    whole = " A  .  .  .  .  .  .  .  .  .  .  B\n 1  2  3  4  5  6  7  8  9 10 11 12"
    assert [draw(board, 0, 1, width).plain for width in (None, 35)] == [whole] * 2
    assert draw(board, 0, 1, 34).plain.splitlines() == [
        " A  .  .  .  .  .",
        " 1  2  3  4  5  6",
        " .  .  .  .  .  B",
        " 7  8  9 10 11 12",
    ]


def test_no_log_is_written_over_a_program(tmp_path: Path, capsys, monkeypatch):
    """A name that was typed twice cost somebody their program."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("print('Ready')\n")
    assert run(["judge", "./mine.py", *GAME[2:], "--log", "mine.py"]) == 2
    assert "--log mine.py: that is a program" in capsys.readouterr().err
    assert Path("mine.py").read_text() == "print('Ready')\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["@left", "@right", "6", "7", "4", "1"], "Missing argument 'T'"),
        (["@left", "@right", "6", "7", "4", "2", "1"], "'F'"),
        (["@left", "@right", "6", "7", "4", "1", "0"], "seconds"),
        (["@left", "@right", "6", "7", "4", "1", "nan"], "seconds"),
        (["@left", "@right", "0", "7", "4", "1", "1"], "rows"),
        (["@left", "@right", "6", "x", "4", "1", "1"], "'M'"),
        (["@left", "nobody.py", "6", "7", "4", "1", "1"], "'nobody.py'; possible: a file"),
        (["@left", "@nobody", "6", "7", "4", "1", "1"], "@alphabeta"),
        ([*GAME[1:], "--memory", "much"], "'--memory': 'much' was given; possible: 1M"),
        ([*GAME[1:], "--sandbox", "moat"], "bubblewrap"),
        ([*GAME[1:], "--log", "/no/such/folder/log"], "cannot be written"),
    ],
)
def test_bad_arguments_are_one_line_and_status_2(arguments: list[str], said: str, capsys):
    assert run(["judge", *arguments]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_a_fence_that_cannot_be_put_up_is_status_3(monkeypatch, capsys):
    monkeypatch.setattr(sandbox, "bubblewrap_path", lambda: None)
    assert run([*GAME, "--sandbox", "bubblewrap"]) == 3
    assert "bubblewrap does not work here" in capsys.readouterr().err


@pytest.mark.parametrize(("text", "memory"), [("1.5G", 3 * 2**29), ("none", None)])
def test_memory_is_written_as_people_write_it(text: str, memory: int | None, capsys):
    assert run([*GAME, "--json", "--memory", text]) == 0
    assert json.loads(capsys.readouterr().out)["record"]["conditions"]["memory"] == memory


@pytest.mark.parametrize("text", ["512", "64k", "-1G", "M", "much"])
def test_memory_that_no_program_can_do_with_is_refused(text: str, capsys):
    """512 was taken as 512 bytes, and every program lost."""
    assert run([*GAME, "--memory", text]) == 2
    assert f"'{text}' was given; possible: 1M or more" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["6", "7", "4", "1", "-0.5"], "seconds: -0.5 was given; possible: more than 0"),
        (["-6", "7", "4", "1", "1"], "rows must be from 1 to 100, not -6"),
    ],
)
def test_a_number_below_zero_is_no_option(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["judge", "@left", "@right", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("seat", [0, 1])
def test_a_kaggle_agent_and_a_riddles_program_play(seat: int):
    kaggle = f"kaggle:{zoo.PROGRAMS / 'kaggle_agent.py'}"
    riddles = f"riddles:{zoo.PROGRAMS / 'riddles_bot.py'}"
    record = play_match(kaggle, riddles, seconds=5.0, first=seat, ready=15.0)
    assert (record.verdict.cause, record.verdict.winner) == ("line", 0)
    assert [player.kind for player in record.players] == ["kaggle", "riddles"]


def test_a_kaggle_agent_that_fails_or_answers_nonsense_is_judged(tmp_path: Path):
    for text, cause in (
        ("def agent(observation, configuration): return None", "protocol"),
        ("def agent(observation): return 99", "illegal move"),
        ("def agent(observation, configuration): raise KeyError", "crash"),
        ("x = 1", "start-up"),
    ):
        file = tmp_path / "agent.py"
        file.write_text(text)
        record = play_match(f"kaggle:{file}", "@left", seconds=5.0, ready=15.0)
        assert (record.verdict.cause, record.verdict.winner) == (cause, 1), record.verdict


def test_a_riddles_program_that_ends_is_a_crash(tmp_path: Path):
    bot = tmp_path / "bot.py"
    bot.write_text("input()\n")
    record = play_match(f"riddles:{bot}", "@left", seconds=5.0, ready=15.0)
    assert (record.verdict.cause, record.verdict.winner) == ("crash", 1)
    assert "has closed its output" in record.verdict.evidence["error_output"][-1]


def test_ctrl_c_ends_the_judge_and_everything_below_it():
    mark = f"mark-{secrets.token_hex(8)}"
    bot = zoo.marked(zoo.PROGRAMS / "keeps_child.py", mark)
    other = zoo.marked(zoo.PROGRAMS / "silent_later.py", mark)
    words = ["judge", bot, other, "6", "7", "4", "1", "60", "--ready", "30"]
    judge = subprocess.Popen(
        [sys.executable, "-m", "linefall", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert judge.stdout is not None
    assert "A plays" in judge.stdout.readline()  # so that both are at the table
    judge.send_signal(signal.SIGINT)
    _, err = judge.communicate(timeout=60)
    assert (judge.returncode, err.strip()) == (130, "")
    assert processes_with(mark) == []
