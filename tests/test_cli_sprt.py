"""`linefall sprt`: it stops by itself, and says what it found."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from league import picky
from linefall.cli import run
from linefall.cli.sprt import Pairs
from linefall.roster import command_for
from linefall.rules import Rules
from linefall.schedule import Entrant, Plan
from linefall.sprt import Sprt
from linefall.standings import Result


def sprt(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "linefall", "sprt", *words],
        cwd=cwd, capture_output=True, text=True, timeout=240,
    )  # fmt: skip


def test_it_stops_by_itself_and_prints_the_same_again(tmp_path: Path) -> None:
    """A program that cannot start loses every pair: at 800 Elo a few pairs settle it."""
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemExit(1)\n")
    words = [str(broken), picky(1), "--elo1", "800", "--alpha", "0.2", "--beta", "0.2"]
    words += ["--board", "3x4x3", "--seconds", "5"]
    done = sprt(*words, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    form = json.loads(done.stdout)
    assert form["decision"] == "H1 accepted"
    assert "is stronger than broken.py" in form["sentence"]
    assert form["counts"] == [0, 0, 0, 0, form["pairs"]]
    assert form["pairs"] < 12
    again = sprt(*words, cwd=tmp_path)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.startswith("H1 accepted: ")
    assert f"pairs: {form['pairs']}," in again.stdout


def test_without_an_answer_it_gives_up_with_status_1_and_openings_are_missed(
    tmp_path: Path,
) -> None:
    done = sprt(
        picky(1), picky(1), "--most-games", "2", "--board", "3x4x3", "--seconds", "5", cwd=tmp_path
    )
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("undecided: ")
    assert "take openings: every game starts from the empty board" in done.stderr


def test_programs_that_play_the_same_two_games_again_and_again_are_told(tmp_path: Path) -> None:
    """Two without chance and openings got an answer with an error of 5 % from one pair of games."""
    words = ["@left", "@right", "--most-games", "6", "--board", "6x7x4", "--seconds", "5"]
    assert "the same two games" not in sprt(*words, cwd=tmp_path).stderr
    for name in ("left", "right"):
        shutil.copy(command_for(f"@{name}").argv[-1], tmp_path / f"my_{name}.py")
    done = sprt("my_left.py", "my_right.py", *words[2:], cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "all pairs were the same two games: the answer is about these" in done.stderr


def test_pairs_count_in_their_order_up_to_the_first_gap() -> None:
    plan = Plan((Entrant("A", "@left"), Entrant("B", "@right")), rounds=8, boards=(Rules(),))
    games = plan.games({})

    def won_by_b(*numbers: int) -> dict[str, Result]:
        return {
            games[n].key: Result(games[n].first, games[n].second, int(games[n].second == "B"))
            for n in numbers
        }

    def counts_of(results: dict[str, Result]) -> tuple[int, ...]:
        pairs = Pairs(plan, Sprt(0, 10))
        assert not pairs.decide(results)
        return pairs.counts

    assert counts_of({}) == (0, 0, 0, 0, 0)
    assert counts_of(won_by_b(0, 1, 2)) == (0, 0, 0, 0, 1)
    assert counts_of(won_by_b(0, 1, 4, 5)) == (0, 0, 0, 0, 1)
    assert counts_of(won_by_b(0, 1, 2, 3)) == (0, 0, 0, 0, 2)


def test_spare_games_do_not_make_a_test_undecided_again() -> None:
    """It played on after a restart, though what it reported was decided."""
    plan = Plan((Entrant("A", "@left"), Entrant("B", "@right")), rounds=40, boards=(Rules(),))
    games, test = plan.games({}), Sprt(0, 100, 0.3, 0.3)
    results: dict[str, Result] = {}
    pairs = Pairs(plan, test)
    for game in games:  # B wins until the test is over, then A
        winner = "A" if pairs.decide(results) else "B"
        results[game.key] = Result(game.first, game.second, int(game.second == winner))
    assert pairs.decide(results)
    assert 0 < pairs.counts[4] == sum(pairs.counts) < 40
    everything = (40 - pairs.counts[4], 0, 0, 0, pairs.counts[4])
    assert test.decide(everything) is not test.decide(pairs.counts)
    again = Pairs(plan, test)
    assert again.decide(results)
    assert again.counts == pairs.counts


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["@left"], "Missing argument"),
        (["@left", "@right", "--elo0", "30"], "elo0 must be under elo1"),
        (["@left", "@right", "--alpha", "1"], "alpha"),
        (["@left", "@nobody"], "@nobody"),
    ],
)
def test_bad_arguments_are_one_line_and_status_2(
    tmp_path: Path, words: list[str], said: str, capsys, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["sprt", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert len(err.splitlines()) == 1
    assert not list(tmp_path.iterdir())
