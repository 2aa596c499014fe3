"""`linefall replay`: every verdict judged again from the record alone."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

import zoo
from linefall import Rules, play_match
from linefall.cli import run
from linefall.house import PRESETS
from linefall.record import GameRecord, MoveTime, Seat, Verdict

WON = GameRecord(
    Rules(1, 3, 1),
    moves=(1,),
    times=(MoveTime(0.5),),
    verdict=Verdict(0, "line", "Player A has 1 in line."),
)


def saved(tmp_path: Path, text: str) -> str:
    file = tmp_path / "game.json"
    file.write_text(text)
    return str(file)


def test_a_record_that_holds_is_shown_and_status_0(tmp_path: Path, capsys):
    assert run(["replay", saved(tmp_path, WON.to_json())]) == 0
    out = capsys.readouterr().out
    assert "  1. x 1" in out
    assert "500.0 ms" in out
    assert "the verdict holds: line." in out


def test_two_persons_are_called_as_at_their_table(tmp_path: Path, capsys):
    """Both were called person, though a review told their names."""
    path = tmp_path / "game.json"
    seats = (Seat("person"), Seat("person"))
    GameRecord(Rules(), house=PRESETS["classic"], players=seats, moves=(3, 3)).save(path)
    run(["replay", str(path)])
    assert capsys.readouterr().out.startswith("Player A (x) against Player B (o) on 6x7x4\n")


@pytest.mark.parametrize(
    "wrong",
    [
        replace(WON, verdict=Verdict(1, "line", "B won")),
        replace(WON, verdict=Verdict(None, "draw", "nobody")),
        replace(WON, verdict=Verdict(1, "time", "A was late")),
        replace(WON, moves=(), times=(), verdict=Verdict(0, "line", "A won")),
        replace(
            WON,
            moves=(),
            times=(),
            verdict=Verdict(1, "illegal move", "it was open", {"column": 1}),
        ),
    ],
)
def test_a_verdict_that_the_moves_do_not_bear_out_is_status_1(wrong, tmp_path, capsys):
    assert run(["replay", saved(tmp_path, wrong.to_json()), "--quiet"]) == 1
    assert "does not hold" in capsys.readouterr().out


def test_what_the_judge_prints_can_be_replayed(tmp_path: Path, capsys):
    bot = str(zoo.PROGRAMS / "answers_negative.py")
    game = ["judge", bot, "@right", "6", "7", "4", "1", "5", "--ready", "15", "--json"]
    assert run([*game, "--games", "2"]) == 0
    file = saved(tmp_path, capsys.readouterr().out)
    assert run(["replay", file, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [game["cause"] for game in told["games"]] == ["illegal move", "illegal move"]
    assert all(game["holds"] for game in told["games"])


@pytest.mark.parametrize("programs", [("raises", "legal"), ("import_error", "import_error")])
def test_a_fault_is_told_with_the_error_output_as_by_the_judge(programs, tmp_path, capsys):
    """A replay kept the traceback to itself, and so did the judge where neither could start."""
    a, b = (str(zoo.PROGRAMS / f"{name}.py") for name in programs)
    game = ["judge", a, b, "6", "7", "4", "1", "5", "--ready", "15"]
    assert run(game) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "error output: " in line]
    assert any("Error" in line for line in told)
    assert run([*game, "--json"]) == 0
    file = saved(tmp_path, capsys.readouterr().out)
    assert run(["replay", file]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line for line in shown if "error output: " in line] == told
    assert run(["replay", file, "--quiet"]) == 0
    assert capsys.readouterr().out.count("\n") == 1


def test_evidence_that_somebody_else_wrote_is_left_out(tmp_path: Path, capsys):
    evidence = {"player": "A", "error_output": 3, "exit_status": 1}
    record = replace(WON, moves=(), times=(), verdict=Verdict(1, "crash", "...", evidence))
    assert run(["replay", saved(tmp_path, record.to_json())]) == 0
    assert capsys.readouterr().out.endswith("the verdict holds: crash. ...\n")


def test_lines_of_records_and_a_game_that_was_played_again(tmp_path: Path, capsys):
    again = replace(WON, conditions={"earlier": WON.to_dict()})
    file = saved(tmp_path, f"{WON.to_json()}\n{again.to_json()}\n")
    assert run(["replay", file, "--quiet"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        "null",
        '{"format": "chess"}',
        "\x00",
        "[[[[",
        '{"games": 5}',
        '{"games": []}',
        '{"games": [5]}',
        '{"record": 5}',
    ],
)
def test_what_is_no_record_is_one_line_and_status_2(text: str, tmp_path: Path, capsys):
    assert run(["replay", saved(tmp_path, text)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "game.json" in told


@pytest.mark.parametrize("words", [["replay"], ["review"], ["play", "--resume"]])
def test_an_empty_file_is_said_to_be_empty(words: list[str], tmp_path: Path, capsys):
    """What was said of it was that a key is missing, or of its first character."""
    assert run([*words, saved(tmp_path, "\n")]) == 2
    assert capsys.readouterr().err.endswith("game.json: not a game record: it is empty\n")


def test_a_missing_file_is_status_2(capsys):
    assert run(["replay", "/no/such/file"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_record_comes_through_a_pipe_and_its_opening_is_named(capsys, monkeypatch):
    record = play_match("@left", "@right", Rules(3, 4, 3), 5.0, opening=(1, 2), ready=20.0)
    text = json.dumps(record.to_dict()).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert run(["replay", "-"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[1:3] == ["  1. x 1     opening", "  2. o 2     opening"]
    assert shown[3].endswith(" ms")
    assert shown[-2] == "0 1 2 3"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert run(["replay", "-"]) == 2
    assert capsys.readouterr().err == ("linefall: standard input: not a game record: it is empty\n")
