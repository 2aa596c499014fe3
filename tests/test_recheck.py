"""A record judged again: honest ones hold, and every forged verdict is found out."""

from dataclasses import replace
from typing import Any

import pytest

from linefall.match import play_match
from linefall.recheck import recheck
from linefall.record import GameRecord, MoveTime, Verdict
from linefall.rules import Rules

TIME = {
    "limit": 1.0,
    "wall": 1.03,
    "cpu": 0.1,
    "waited": 0.0,
    "stolen": 0.0,
    "judge_waited": 0.0,
    "late_by": None,
    "cores": 1,
    "load": 0.5,
    "running": 1,
    "measured": True,
    "held_up": 0.0,
    "class": "program",
}
OPEN = GameRecord(Rules(), moves=(3,), seconds=1.0, conditions={"memory": 100, "columns_from": 0})


def judged(cause: str, winner: int = 0, player: str = "B", **facts: Any) -> GameRecord:
    evidence = {"player": player, **facts}
    return replace(OPEN, verdict=Verdict(winner, cause, "it is so", evidence))


HONEST = [
    judged("illegal move", received=r"'7\n'"),
    judged("illegal move", received="'1000'... (402 bytes)"),
    judged("protocol", received=r"'NaN\n'"),
    judged("protocol", received=r"'3\n'", out_of_turn=True),
    judged("time", time=TIME),
    judged("memory", memory=101, limit=100),
    judged("crash", winner=1, player="A", exit_status=1),
    replace(judged("start-up"), moves=()),
]
FORGED = [
    (judged("illegal move", received=r"'6\n'"), "was an open column"),
    (judged("illegal move", winner=1, player="A", received=r"'7\n'"), "was to move"),
    (judged("illegal move", winner=1, received=r"'7\n'"), "said to have won"),
    (judged("protocol", received=r"'3\n'"), "was a whole number"),
    (judged("protocol", received=r"'9\r\n'"), "was a whole number"),
    (judged("time", time=TIME | {"wall": 0.9}), "0.9 s had passed"),
    (judged("time", time=TIME | {"limit": 1.02}), "the limit was 1.0"),
    (judged("time", time=TIME | {"class": "machine"}), "fault of: program, not machine"),
    (judged("time", time={}), "cannot be read"),
    (judged("time", time=TIME | {"cores": 0}), "cannot be read"),
    (judged("time", time=TIME | {"cpu": 10**400}), "cannot be read"),
    (judged("illegal move", received=300_000 * "-" + "'"), "cannot be read"),
    (judged("time", winner=1, player="B", time=TIME), "the other did not win"),
    (judged("crash", player=["B"], exit_status=1), "cannot be read"),
    (judged("memory", memory=99, limit=100), "99 bytes"),
    (judged("start-up"), "after 1 move"),
    (replace(OPEN, times=(MoveTime(1.2),)), "move 1 took 1.2 s of 1"),
    (replace(OPEN, verdict=Verdict(0, "line", "A won")), "still open"),
]


@pytest.mark.parametrize("record", HONEST, ids=lambda record: record.verdict.cause)
def test_honest_verdicts_hold(record: GameRecord):
    assert recheck(record) == ()


@pytest.mark.parametrize(("record", "said"), FORGED)
def test_forged_verdicts_are_found_out(record: GameRecord, said: str):
    problems = recheck(record)
    assert len(problems) == 1
    assert said in problems[0]


def test_a_game_that_was_just_judged_holds():
    record = play_match("@left", "@rand", seconds=5.0, ready=15.0)
    assert recheck(record) == ()
    assert recheck(GameRecord.from_json(record.to_json())) == ()
