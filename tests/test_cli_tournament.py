"""`linefall tournament` as its users meet it: real processes, real kills, a real terminal."""

import json
import os
import pty
import random
import select
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from league import PICKY, picky, picky_game
from linefall.cli import run
from linefall.rules import Rules
from linefall.schedule import Entrant, Plan
from linefall.standings import Result, standings
from processes import processes_with, wait_until

LINEFALL = [sys.executable, "-m", "linefall"]
BOARD = Rules(3, 4, 3)


def linefall(*words: str, cwd: Path, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*LINEFALL, *words], cwd=cwd, capture_output=True, text=True, timeout=240, **options
    )


def count(database: Path) -> int:
    if not database.exists():
        return 0
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30)
    try:
        (games,) = connection.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.OperationalError:  # the tables are not there yet
        return 0
    finally:
        connection.close()
    return int(games)


def expected(names: list[str], seeds: list[int]) -> list[dict]:
    """The standings that deterministic programs must come to, from their games played here."""
    plan = Plan(tuple(Entrant(name, name) for name in names), boards=(BOARD,))
    seed = dict(zip(names, seeds, strict=True))
    results = []
    for game in plan.games({}):
        winner, cause, _ = picky_game(seed[game.first], seed[game.second], BOARD)
        results.append(Result(game.first, game.second, winner, cause))
    rows = standings(results, programs=names).to_json()["standings"]
    keys = ("name", "games", "wins", "draws", "losses", "rating", "low", "high")
    return [{key: row[key] for key in keys} for row in rows]


def write_file(folder: Path, count: int, script: Path, more: str = "") -> Path:
    tables = "".join(
        f"[[program]]\nname = \"p{i}\"\nrun = '{picky(i, script)}'\n" for i in range(count)
    )
    file = folder / "league.toml"
    file.write_text(
        f'boards = ["{BOARD}"]\nseconds = [5]\nopenings = false\nsandbox = "limits"\n{more}{tables}'
    )
    return file


def test_killed_with_9_five_times_it_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    script = tmp_path / "picky_killed.py"  # a name by which no other process is found
    script.write_text(PICKY.read_text())
    file, dice = write_file(tmp_path, 6, script), random.Random(os.getpid())
    database = tmp_path / "linefall.db"
    command = [*LINEFALL, "tournament", str(file), "--json"]
    for kill in range(5):
        target = kill * 5 + dice.randrange(5)
        running = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL)
        wait_until(lambda target=target: count(database) >= target, 120)
        time.sleep(dice.random() * 0.3)
        running.send_signal(signal.SIGKILL)
        running.wait()
    done = linefall(*command[3:], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["standings"] == expected(
        [f"p{i}" for i in range(6)], list(range(6))
    )
    connection = sqlite3.connect(database)
    games, keys = connection.execute("SELECT count(*), count(DISTINCT key) FROM games").fetchone()
    (moves,) = connection.execute("SELECT count(DISTINCT game) FROM moves").fetchone()
    (verdicts,) = connection.execute("SELECT count(*) FROM verdicts").fetchone()
    connection.close()
    assert games == keys == moves == verdicts == 6 * 5
    again = linefall(*command[3:], cwd=tmp_path)
    assert (again.returncode, again.stdout, again.stderr) == (0, done.stdout, "")
    wait_until(lambda: not processes_with(script.name), 10)


def test_the_json_form_is_the_promised_one_and_the_text_says_the_same(tmp_path: Path) -> None:
    words = ["tournament", picky(1), picky(2), "--boards", str(BOARD), "--seconds", "5"]
    done = linefall(*words, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    form = json.loads(done.stdout)
    assert form.keys() == {"version", "standings"}
    assert [row.keys() for row in form["standings"]] == [
        {"name", "games", "wins", "draws", "losses", "rating", "low", "high"}
    ] * 2
    assert "games at a time" in done.stderr or "game at a time" in done.stderr
    text = linefall(*words, "--cross-table", cwd=tmp_path)
    assert text.returncode == 0
    assert "moving first is worth" in text.stdout
    assert "points against each other" in text.stdout
    assert linefall(*words, "--cross-table", cwd=tmp_path).stdout == text.stdout


def test_who_won_a_knockout_is_said_by_all_that_show_it(tmp_path: Path) -> None:
    """The table is by ratings: from the report and the standings nobody could tell who had won."""
    file = write_file(tmp_path, 3, PICKY, 'format = "knockout"\n')
    played = linefall("tournament", str(file), "--report", "cup.html", cwd=tmp_path)
    assert played.returncode == 0, played.stderr
    said = played.stdout.splitlines()[-1]
    assert said.endswith(" won the knockout")
    assert f"<p>{said}.</p>" in (tmp_path / "cup.html").read_text()
    assert linefall("standings", cwd=tmp_path).stdout == played.stdout


def test_ctrl_c_stops_at_once_says_how_to_go_on_and_leaves_nothing(tmp_path: Path) -> None:
    script = tmp_path / "picky_interrupted.py"
    script.write_text("import time\ntime.sleep(0.3)\n" + PICKY.read_text())
    file = write_file(tmp_path, 4, script, "rounds = 20\n")
    running = subprocess.Popen(
        [*LINEFALL, "tournament", str(file)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: count(tmp_path / "linefall.db") >= 2, 120)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert out == ""
    assert "stopped: all games so far are kept in linefall.db; to go on:\n" in err
    assert f"\nlinefall tournament {file}\n" in err, "a line to be copied"
    assert "Traceback" not in err
    wait_until(lambda: not processes_with(script.name), 5)


def test_a_terminal_shows_progress_and_then_the_table(tmp_path: Path) -> None:
    main, side = pty.openpty()
    running = subprocess.Popen(
        [*LINEFALL, "tournament", picky(1), picky(2), picky(3), "--boards", str(BOARD),
         "--seconds", "5", "--database", "here.db"],
        cwd=tmp_path, stdin=side, stdout=side, stderr=side,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "120", "LINES": "40"},
    )  # fmt: skip
    os.close(side)
    shown = b""
    while True:
        if not select.select([main], [], [], 120)[0]:
            break
        try:
            part = os.read(main, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(main)
    assert running.wait() == 0
    text = shown.decode()
    assert "of 6 games" in text
    assert "an hour" in text
    assert "95 %" in text
    assert (tmp_path / "here.db").exists()


def test_a_program_that_cannot_start_is_benched_and_stops_nobody(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemExit('I do not work')\n")
    done = linefall(
        "tournament", str(broken), picky(1), "--rounds", "6", "--bench-after", "3",
        "--boards", str(BOARD), cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "broken.py (benched)" in done.stdout
    assert "benched 9, start-up 3" in done.stdout or "benched 9, crash 3" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["@left"], "two programs or more"),
        ([], "Missing argument"),
        (["@left", "@nobody"], "@nobody"),
        (["@left", "no_such_file.py"], "no_such_file.py"),
        (["@left", "@right", "--boards", "6x7"], "--boards"),
        (["@left", "@right", "--boards", "6x7x4,6x7x4"], "twice"),
        (["@left", "@right", "--seconds", "0"], "seconds: 0"),
        (["@left", "@right", "--seconds", "fast"], "--seconds: 'fast' was given; possible"),
        (["@left", "@right", "--rounds", "0"], "--rounds"),
        (["@left", "@right", "--format", "ladder"], "round-robin"),
        (["@left", "@right", "--database", "/nowhere/x.db"], "/nowhere"),
        (["@left", "@right", "--database", "a.db", "--report", "a.db"], "given for two things"),
        (["@left", "@right", "--report", "a.pdf"], "a.pdf was given; possible: a page such as"),
        (["@left", "@right", "--games-at-once", "0"], "--games-at-once"),
        (["@left", "@right", "--title", "\udcff"], r"'\udcff' is no title"),  # was a traceback
        (["none.toml"], "none.toml"),
        (["a.toml", "b.toml"], "give it alone"),
    ],
)
def test_bad_arguments_are_one_line_and_status_2(
    tmp_path: Path, words: list[str], said: str, capsys, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["tournament", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert len(err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [["tournament", "@left", "@right"], ["grade", "."]])
def test_what_is_not_installed_is_told_before_any_game(words: list[str], tmp_path: Path) -> None:
    """The ratings were found to be lacking when all games had been played."""
    code = "import sys; sys.modules['numpy'] = None; sys.modules['sqlalchemy'] = None\n"
    ask = code + f"from linefall.cli import run; sys.exit(run({words!r}))"
    done = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 2
    assert "this needs sqlalchemy, numpy: pip install 'linefall[store,ratings]'" in done.stderr
    assert os.listdir(tmp_path) == []
