"""How a running tournament looks: the words, the bar and the points so far."""

from rich.console import Console

from linefall.cli.league_progress import SHOWN, describe, drawing, watching
from linefall.schedule import Entrant, Plan
from linefall.standings import Result
from linefall.tournament import Progress

PLAN = Plan(tuple(Entrant(f"p{i:02}", "@left") for i in range(15)))


def shown(progress: Progress) -> str:
    console = Console(width=120, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(drawing(PLAN, progress))
    console.file.close()
    return console.export_text()


def test_what_is_left_is_said_in_hours_minutes_or_seconds() -> None:
    for seconds, left in ((10, "10 s left"), (100, "1 min 40 s left"), (36000, "10 h 0 min left")):
        assert left in describe(Progress(5, 10, 1, float(seconds), 5, None, {}))


def test_before_the_first_game_and_after_the_last_nothing_is_left_to_say() -> None:
    assert describe(Progress(0, 10, 2, 3.0, 0, None, {})) == "0 of 10 games, 2 under way"
    assert "left" not in describe(Progress(10, 10, 0, 3.0, 10, None, {}))


def test_the_table_so_far_has_the_best_share_of_points_first() -> None:
    results = {
        "a": Result("p03", "p04", 0),
        "b": Result("p03", "p05", 0),
        "c": Result("p05", "p04", None, "draw"),
    }
    lines = shown(Progress(3, 210, 2, 10.0, 3, None, results)).splitlines()
    assert "3 of 210 games" in lines[0]
    names = [line.split()[0] for line in lines[2:] if line.strip()]
    assert names[:3] == ["p03", "p04", "p05"]
    assert len(names) == SHOWN


def test_in_a_pipe_nothing_is_shown(capsys) -> None:
    with watching(PLAN) as watch:
        watch(Progress(1, 2, 1, 1.0, 1, None, {}))
    assert capsys.readouterr() == ("", "")
