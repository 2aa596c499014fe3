"""The game record: one strict, versioned form, never half-written."""

import json
import os
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linefall import plain
from linefall import record as record_module
from linefall.errors import FileError, RecordError
from linefall.events import CAUSES, Dropped, Redo, Slip, Slipped, Started
from linefall.game import Game
from linefall.house import PRESETS, HouseRules
from linefall.record import GameRecord, MoveTime, Seat, Verdict
from linefall.rules import Rules
from positions import random_board

FULL = GameRecord(
    Rules(),
    house=PRESETS["classic"],
    players=(Seat("Ann"), Seat("engine", "engine", "sha256:00ff")),
    start=1,
    moves=(3, 3, 2, 3),
    opening=2,
    times=(None, None, MoveTime(0.25, 0.125), MoveTime(1)),
    verdict=Verdict(0, "time", "Player B took too long.", {"wall": 1.5, "lines": ["a", None]}),
    seconds=0.2,
    seed=2**64 + 1,
    started_at="2026-01-31T12:00:00+00:00",
    software="linefall 0.1.0",
    conditions={"memory": 512, "sandbox": "none"},
    events=(Started(1, "6x7x4", 1), Slipped(1, "9", "no such column", 2), Dropped(1, 3, 0)),
)


def changed(**values: Any) -> str:
    """Gives the JSON of a good record with some keys replaced (or removed, by ...)."""
    data = FULL.to_dict() | values
    return json.dumps({key: value for key, value in data.items() if value is not ...})


def random_record(seed: int) -> GameRecord:
    chance = random.Random(seed)
    rules = Rules(chance.randint(1, 9), chance.randint(1, 12), chance.randint(1, 6))
    board = random_board(rules, chance.randint(0, rules.cells), chance)
    return GameRecord(rules, start=chance.randint(0, 1), moves=board.moves)


def test_a_record_with_everything_in_it_survives_json() -> None:
    assert GameRecord.from_json(FULL.to_json()) == FULL
    assert GameRecord.from_json(FULL.to_json(indent=2).encode()) == FULL


@given(st.integers(0, 10**9))
@settings(max_examples=100, deadline=None)
def test_records_of_random_games_survive_json(seed: int) -> None:
    record = random_record(seed)
    assert GameRecord.from_json(record.to_json()) == record
    assert record.board().moves == record.moves


def test_json_is_ascii_on_one_line_with_format_and_version_and_columns_from_0() -> None:
    record = GameRecord(Rules(), players=(Seat("Zoë"), Seat("B")), moves=(0, 6))
    text = record.to_json()
    assert text.isascii()
    assert "\n" not in text
    data = json.loads(text)
    assert (data["format"], data["version"]) == ("linefall game", 1)
    assert data["moves"] == [0, 6]
    assert data["rules"] == "6x7x4"
    assert data["house"] == "connectx"


def test_own_house_rules_are_kept_whole_in_the_record() -> None:
    house = HouseRules("friday", slips=1, names=("Ann", "Ben"), columns_from=0)
    record = GameRecord(Rules(), house=house)
    assert GameRecord.from_json(record.to_json()).house == house


def test_players_and_sides_differ_when_the_second_player_starts() -> None:
    assert [GameRecord(Rules(), start=1).player_of(side) for side in (0, 1)] == [1, 0]
    assert [GameRecord(Rules(), start=0).player_of(side) for side in (0, 1)] == [0, 1]


@pytest.mark.parametrize(("start", "side"), [(0, 1), (1, 0)])
def test_players_and_winner_can_be_asked_for_by_their_sides(start: int, side: int) -> None:
    record = GameRecord(Rules(), start=start, verdict=Verdict(1, "time", "A was late."))
    assert record.sides[side] == record.players[1]
    assert record.winning_side == side
    assert GameRecord(Rules(), start=start).winning_side is None


def test_every_cause_of_the_judge_and_of_people_is_taken() -> None:
    assert set(CAUSES) == {
        *("line", "draw", "illegal move", "time", "crash", "start-up", "memory", "flood"),
        *("protocol", "resigned", "slips", "redos", "unfinished"),
    }
    for cause in CAUSES:
        winner = None if cause in ("draw", "unfinished") else 0
        verdict = Verdict(winner, cause, "So it ended.")
        assert GameRecord.from_json(FULL.with_verdict(verdict).to_json()).verdict == verdict


@pytest.mark.parametrize(
    ("winner", "cause"), [(0, "luck"), (0, "draw"), (1, "unfinished"), (None, "line"), (2, "time")]
)
def test_an_impossible_verdict_is_refused(winner: int | None, cause: str) -> None:
    with pytest.raises(RecordError):
        Verdict(winner, cause, "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "not a game record: it is empty"),
        (b" \n", "not a game record: it is empty"),
        (b"\xff\xfe", "byte 0 is not UTF-8"),
        (b"[1, 2", "not a game record"),
        (b"[]", '"format" must be "linefall game"'),
        (b"null", '"format" must be'),
        (b"[" * 100_000, "nested too deep"),
        (b"9" * 5000, "a number is too long"),
        (b'{"format": NaN}', "NaN is no JSON number"),
        (b'{"format": 1, "format": 1}', "a key stands twice"),
        (b"\x00" * 100, "not a game record"),
    ],
)
def test_bytes_that_are_no_record_are_refused_in_one_line(text: bytes, said: str) -> None:
    with pytest.raises(RecordError, match=said) as caught:
        GameRecord.from_json(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"version": 2}, "version 2 was written by a newer Linefall; this one reads up to 1"),
        ({"version": 0}, "version: 0 was given"),
        ({"version": True}, "version: True"),
        ({"version": ...}, "version: None"),
        ({"surprise": 1}, "unknown key 'surprise'"),
        ({"rules": ...}, "the key 'rules' is missing"),
        ({"rules": "6x7"}, "rules: "),
        ({"rules": 6}, "rules: 6"),
        ({"rules": "6x7x\x1b[31m"}, "rules: "),
        ({"house": "poker"}, "house: no rules named 'poker'"),
        ({"house": []}, "house: house rules are a name or a table, not a list"),
        ({"house": {"slips": "many"}}, "house: slips: 'many' was given"),
        ({"players": [{"name": "Ann"}]}, "a list of two players"),
        ({"players": [{"name": "Ann"}, {"name": "\x1b]0;gone\x07"}]}, r"players\[1\].name"),
        ({"players": [{"name": "Ann"}, {"name": "\ud800"}]}, r"players\[1\].name"),
        ({"players": [{"name": "Ann"}, {"nick": "B"}]}, "'name' is missing"),
        ({"players": [{"name": "Ann"}, {"name": "B", "age": 3}]}, "unknown key 'age'"),
        ({"start": 2}, "start: 2 was given; possible: 0, 1"),
        ({"start": False}, "start: False"),
        ({"moves": "4453"}, "a list of columns from 0"),
        ({"moves": [7, 0, 0, 0]}, "number 1 is not possible"),
        ({"moves": [0, 0, 0, 0, 0, 0, 0], "times": []}, "number 7 is not possible"),
        ({"moves": [0, 1, 0, 1, 0, 1, 0, 1], "times": []}, "number 8 is not possible"),
        ({"moves": [-1]}, r"moves\[0\]: -1"),
        ({"moves": [1.0]}, r"moves\[0\]: 1.0"),
        ({"moves": [True]}, r"moves\[0\]: True"),
        ({"opening": 5}, "opening: 5 of 4 moves"),
        ({"times": [{"wall": 1}]}, "times: 1 for 4 moves"),
        ({"times": 3}, "times: 3"),
        ({"times": [{"wall": -1}]}, r"times\[0\].wall: -1"),
        ({"times": [{"wall": None}]}, r"times\[0\].wall: None"),
        ({"times": [{"wall": 1, "cpu": "much"}]}, r"times\[0\].cpu: 'much'"),
        ({"verdict": None}, "verdict: None"),
        ({"verdict": {"winner": 0, "cause": "luck", "sentence": ""}}, "verdict.cause: 'luck'"),
        ({"verdict": {"winner": 3, "cause": "line", "sentence": ""}}, "verdict.winner: 3"),
        ({"verdict": {"winner": 0, "cause": "line", "sentence": "a\nb"}}, "verdict.sentence"),
        ({"verdict": {"winner": 0, "cause": "line"}}, "'sentence' is missing"),
        ({"seconds": -0.1}, "seconds: -0.1"),
        ({"seconds": True}, "seconds: True"),
        ({"seed": "lucky"}, "seed: 'lucky'"),
        ({"seed": 2**128}, "seed: "),
        ({"started_at": "yesterday"}, "started_at: 'yesterday'"),
        ({"started_at": "2026-01-31T12:00:00"}, "started_at: "),
        ({"started_at": 5}, "started_at: 5"),
        ({"software": 3}, "software: 3"),
        ({"conditions": []}, r"conditions: \[\]"),
        ({"events": {}}, "events: {}"),
        ({"events": [3]}, "events: an event is an object"),
        ({"events": [{"event": "fell"}]}, "events: event: 'fell' was given"),
        ({"events": [{"event": "turn"}]}, "'player' is missing or unknown"),
        ({"events": [{"event": "turn", "player": 2}]}, "player: '2' cannot be"),
    ],
)
def test_a_bad_field_is_named_with_what_was_given(values: dict[str, Any], said: str) -> None:
    with pytest.raises(RecordError, match=said) as caught:
        GameRecord.from_json(changed(**values))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_an_infinite_number_hidden_in_evidence_is_refused() -> None:
    text = changed().replace('"wall": 1.5', '"wall": 1e999')
    with pytest.raises(RecordError, match=r"verdict\.evidence"):
        GameRecord.from_json(text)


def test_evidence_that_is_nested_too_deep_is_refused() -> None:
    text = changed().replace('"wall": 1.5', '"wall": ' + "[" * 200 + "]" * 200)
    with pytest.raises(RecordError, match=r"verdict\.evidence"):
        GameRecord.from_json(text)


@given(st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_bytes_give_a_record_or_a_record_error(text: bytes) -> None:
    with pytest.raises(RecordError):
        GameRecord.from_json(text)


@given(st.integers(0, 2000), st.binary(min_size=1, max_size=4))
@settings(max_examples=300, deadline=None)
def test_a_record_with_bytes_changed_gives_a_record_or_a_record_error(
    place: int, new: bytes
) -> None:
    text = bytearray(FULL.to_json().encode())
    place %= len(text)
    text[place : place + len(new)] = new
    try:
        read = GameRecord.from_json(bytes(text))
    except RecordError as error:
        assert "\n" not in str(error)  # noqa: PT017 (either end is right)
    else:
        assert GameRecord.from_json(read.to_json()) == read


def test_an_old_version_is_migrated_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def columns_to_moves(data: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in data.items() if key != "columns"} | {
            "moves": data["columns"]
        }

    monkeypatch.setattr(record_module, "VERSION", 3)
    monkeypatch.setitem(record_module.MIGRATIONS, 1, columns_to_moves)
    monkeypatch.setitem(record_module.MIGRATIONS, 2, lambda data: data | {"start": 1})
    old = changed(version=1, moves=..., columns=[3, 3, 2, 3], start=...)
    assert GameRecord.from_json(old) == FULL


# ----------------------------------------------------------------------- the verdict, judged again


def test_check_finds_nothing_wrong_with_right_verdicts() -> None:
    line = GameRecord(
        Rules(), moves=(0, 1, 0, 1, 0, 1, 0), start=1, verdict=Verdict(1, "line", "B won.")
    )
    draw = GameRecord(Rules(1, 2, 3), moves=(0, 1), verdict=Verdict(None, "draw", "Full."))
    illegal = GameRecord(
        Rules(1, 2, 3), moves=(0,), verdict=Verdict(0, "illegal move", "Full.", {"column": 0})
    )
    late = GameRecord(Rules(), moves=(0,), verdict=Verdict(0, "time", "Late."))
    assert [record.check() for record in (line, draw, illegal, late)] == [()] * 4


@pytest.mark.parametrize(
    ("moves", "verdict", "said"),
    [
        ((0, 1, 0, 1, 0, 1, 0), Verdict(1, "line", ""), "the line belongs to player A"),
        ((0, 1, 0, 1, 0, 1, 0), Verdict(None, "draw", ""), "player A has a line"),
        ((0, 1, 0, 1, 0, 1, 0), Verdict(0, "time", ""), "player A has a line"),
        ((0,), Verdict(0, "line", ""), "the board is still open"),
        ((0,), Verdict(None, "draw", ""), "the board is still open"),
        ((0,), Verdict(1, "illegal move", ""), "player B was to move"),
        ((0,), Verdict(0, "illegal move", "", {"column": 2}), "column 2 .* was open"),
    ],
)
def test_check_says_what_is_wrong_with_a_verdict(
    moves: tuple[int, ...], verdict: Verdict, said: str
) -> None:
    complaints = GameRecord(Rules(), moves=moves, verdict=verdict).check()
    assert len(complaints) == 1
    assert re.search(said, complaints[0])


def test_a_full_board_without_a_line_is_no_time_loss() -> None:
    record = GameRecord(Rules(1, 2, 3), moves=(0, 1), verdict=Verdict(0, "time", ""))
    assert record.check() == ("a full board is no 'time'",)


def lost_by_slips() -> GameRecord:
    game = Game(PRESETS["bitmap"], start=1)
    game.drop(3)
    for _ in range(3):
        game.do(Slip("x"))
    return game.record()


def test_check_plays_the_events_of_a_game_that_was_lost_by_slips_or_redos() -> None:
    record = lost_by_slips()
    assert record.verdict.cause == "slips"
    assert record.check() == ()
    game = Game(PRESETS["bitmap"])
    for _ in range(4):
        game.drop(3)
        game.do(Redo())
    assert game.record().verdict.cause == "redos"
    assert game.record().check() == ()


def test_check_finds_events_that_do_not_fit_the_verdict_or_the_moves() -> None:
    record = lost_by_slips()
    other = Verdict(0, "slips", "Player 2 made one slip too many.")
    for changed_record, said in (
        (record.with_verdict(other), "the events end with 'slips' for player B, the verdict says"),
        (replace(record, events=()), "nothing in the record shows the slips"),
        (replace(record, events=record.events[:-1]), "the events end with 'unfinished'"),
        (replace(record, events=record.events[1:]), "the events cannot have happened"),
        (replace(record, moves=(2,)), "the events lead to other moves"),
    ):
        (complaint,) = changed_record.check()
        assert complaint.startswith(said)


# ------------------------------------------------------------------------------------------ files


def test_a_saved_record_is_loaded_again(tmp_path: Path) -> None:
    FULL.save(tmp_path / "game.json")
    assert GameRecord.load(tmp_path / "game.json") == FULL
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_new_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        FULL.save(tmp_path / "game.json")
    finally:
        os.umask(before)
    assert (tmp_path / "game.json").stat().st_mode & 0o777 == 0o644


def test_saving_through_a_link_writes_the_file_that_it_points_to(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "game.json")
    FULL.save(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert GameRecord.load(tmp_path / "game.json") == FULL


def test_a_write_into_a_folder_that_does_not_exist_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written: No such file or directory"):
        FULL.save(tmp_path / "gone" / "game.json")


def test_a_folder_or_a_device_is_not_written_over(tmp_path: Path) -> None:
    for path in (tmp_path, Path("/dev/null")):
        with pytest.raises(FileError, match="not an ordinary file"):
            FULL.save(path)


def test_loading_names_the_file_in_the_error(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(RecordError, match=r"game\.json: cannot be read: No such file"):
        GameRecord.load(path)
    path.write_bytes(b"{")
    with pytest.raises(RecordError, match=r"game\.json: not a game record"):
        GameRecord.load(path)


def test_a_file_that_is_too_large_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_module, "LARGEST_FILE", 10)
    monkeypatch.setattr(plain, "LARGEST_FILE", 10)
    (tmp_path / "game.json").write_bytes(b"x" * 11)
    with pytest.raises(RecordError, match="more than 10 bytes"):
        GameRecord.load(tmp_path / "game.json")
