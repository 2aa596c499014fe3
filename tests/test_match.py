"""The referee: right verdicts with evidence, whatever the programs do, and nothing left behind."""

import base64
import contextlib
import json
import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import talk
import zoo
from linefall import Board, LinefallError, Rules, play_match
from linefall.game import Game
from linefall.house import PRESETS
from linefall.match import earlier_record, lost_to_machine
from linefall.program import Command, Program
from linefall.record import GameRecord
from linefall.roster import command_for
from linefall.sandbox import LEVELS, available
from linefall.table import Table
from processes import processes_with, wait_until

PROGRAMS = zoo.PROGRAMS
FENCES = [level for level in available() if level in ("landlock", "bubblewrap")]


def program(tmp_path: Path, text: str, name: str = "bot.py") -> str:
    file = tmp_path / name
    file.write_text(text)
    return str(file)


def match(a: str, b: str, rules: Rules = Rules(), seconds: float = 5.0, **more: object):
    return play_match(a, b, rules, seconds, ready=15.0, **more)


# ------------------------------------------------------------------------------------- the zoo


@pytest.mark.clocked
@pytest.mark.parametrize("seat", [0, 1], ids=["first", "second"])
@pytest.mark.parametrize("name", zoo.EXPECTED)
def test_every_misbehaving_program_gets_its_verdict_and_leaves_nothing(name: str, seat: int):
    mark = f"mark-{secrets.token_hex(8)}"
    record = zoo.play(name, seat, mark=mark)
    assert zoo.marks(seat, record, zoo.EXPECTED[name]) == []
    assert processes_with(mark) == []
    assert GameRecord.from_json(record.to_json()) == record
    assert record.verdict.sentence.isprintable()


def test_the_zoo_has_a_file_for_each_of_its_many_programs():
    files = {file.stem for file in PROGRAMS.glob("*.py")}
    assert set(zoo.EXPECTED) <= files
    assert len(zoo.EXPECTED) > 50


@pytest.mark.clocked
@pytest.mark.parametrize("level", ["none", "limits", "landlock"])
@pytest.mark.parametrize(
    "name",
    [
        *("double_fork", "keeps_child", "fork_bomb", "forks_and_exits", "closes_output", "late"),
        *("memory_children", "stops_itself", "killed_by_signal", "ignores_termination"),
    ],
)
def test_the_weaker_levels_still_judge_and_clean_up(name: str, level: str):
    mark = f"mark-{secrets.token_hex(8)}"
    record = zoo.play(name, 0, level, mark)
    assert zoo.marks(0, record, zoo.EXPECTED[name]) == []
    assert processes_with(mark) == []
    assert record.conditions["sandbox"] == level


@pytest.mark.clocked
@pytest.mark.parametrize("name", ["double_fork", "late", "keeps_child", "two_moves", "out_of_turn"])
def test_with_one_core_the_program_that_waits_is_stopped(name: str):
    mark = f"mark-{secrets.token_hex(8)}"
    bot = zoo.marked(PROGRAMS / f"{name}.py", mark)
    record = play_match(bot, "@right", seconds=0.3, ready=15.0, cores=[0], replay=False)
    assert record.conditions["waiting_program"] == "is stopped"
    expected = zoo.EXPECTED[name]
    if name == "out_of_turn":  # the other one is not there to be slow: the move may count
        assert record.verdict.cause in ("protocol", "time")
    else:
        assert zoo.marks(0, record, expected) == []
    assert processes_with(mark) == []


def test_a_wrong_answer_is_shown_exactly_but_harmlessly():
    evidence = zoo.play("answers_escapes", 0).verdict.evidence
    assert evidence["received"] == repr("\x1b[2J\x1b]0;gone\x07\n")
    assert zoo.play("answers_huge", 0).verdict.evidence["received"].endswith("(402 bytes)")


def test_a_crash_shows_the_last_lines_of_the_error_output():
    evidence = zoo.play("raises", 0).verdict.evidence
    assert evidence["error_output"][-1] == "RuntimeError: the author forgot something"
    assert evidence["exit_status"] == 1


# ---------------------------------------------------------------------------------- the fences


def losing(tmp_path: Path, attempt: str, name: str = "bot.py") -> str:
    """Makes a program that tries something, tells how it went, and then makes an illegal move."""
    tries = "\n".join(f"    {line}" for line in attempt.splitlines())
    return program(
        tmp_path,
        f"""
import os, pathlib, socket, sys
try:
{tries}
    print("done", file=sys.stderr)
except OSError as error:
    print("refused", file=sys.stderr)
print("Ready", flush=True)
input()
print(99, flush=True)
sys.stdin.read()
""",
        name,
    )


HARM = {
    "write to the temporary folder": "pathlib.Path('/tmp/linefall_harm').write_text('x')",
    "write beside itself": "pathlib.Path(__file__).with_name('harm').write_text('x')",
    "write to itself": "pathlib.Path(__file__).write_text('x')",
    "read passwords": "pathlib.Path('/etc/shadow').read_text()",
    "connect by TCP": "socket.create_connection(('127.0.0.1', PORT), 1)",
    "send by UDP": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', PORT))",  # noqa: E501
    "kill the judge": "os.kill(JUDGE, 9)",
    "stop the judge": "os.kill(JUDGE, 19)",
    "read the judge's memory": "pathlib.Path(f'/proc/{JUDGE}/mem').open('rb')",
    "write to the judge's terminal": "pathlib.Path('/dev/tty').write_text('x')",
    "take another core": "os.sched_setaffinity(0, range(os.cpu_count()))\nif len(os.sched_getaffinity(0)) == 1: raise OSError",  # noqa: E501
}


@pytest.mark.parametrize("level", FENCES)
@pytest.mark.parametrize("harm", HARM)
def test_a_fenced_program_cannot(harm: str, level: str, tmp_path: Path):
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        attempt = HARM[harm].replace("PORT", str(server.getsockname()[1]))
        attempt = attempt.replace("JUDGE", str(os.getpid()))
        bot = losing(tmp_path, attempt)
        before = Path(bot).read_text()
        record = match(bot, "@left", sandbox_level=level)
    assert record.verdict.evidence["error_output"] == ["refused"]
    assert record.verdict.cause == "illegal move"
    assert Path(bot).read_text() == before
    assert not (tmp_path / "harm").exists()


@pytest.mark.parametrize("level", FENCES)
@pytest.mark.parametrize("together", [True, False], ids=["same folder", "other folder"])
def test_a_fenced_program_cannot_read_its_opponent(level: str, together: bool, tmp_path: Path):
    (tmp_path / "other").mkdir()
    other = tmp_path if together else tmp_path / "other"
    opponent = other / "opponent.py"
    opponent.write_text((PROGRAMS / "legal.py").read_text())
    (tmp_path / "helper.py").write_text("")
    hidden = base64.b64encode(str(opponent).encode()).decode()
    attempt = f"import base64, helper\nopen(base64.b64decode('{hidden}')).read()"
    (tmp_path / "mine").mkdir()
    own = tmp_path if together else tmp_path / "mine"
    (own / "helper.py").write_text("")
    record = match(losing(own, attempt), str(opponent), sandbox_level=level)
    assert record.verdict.evidence["error_output"] == ["refused"]


@pytest.mark.parametrize("level", ["limits", *FENCES])
def test_a_program_finds_its_own_files_and_may_write_in_its_scratch_folder(
    level: str, tmp_path: Path
):
    (tmp_path / "book.txt").write_text("opening")
    attempt = """
assert open('book.txt').read() == 'opening'
assert pathlib.Path(__file__).with_name('book.txt').read_text() == 'opening'
pathlib.Path('notes.txt').write_text('mine')
os.makedirs('deep/er')
os.symlink('/etc', 'deep/link')
os.mkdir('deep/locked', 0)
print(os.getcwd(), file=sys.stderr)"""
    record = match(losing(tmp_path, attempt), "@left", sandbox_level=level)
    folder, done = record.verdict.evidence["error_output"]
    assert done == "done"
    assert not os.path.exists(folder)
    assert sorted(os.listdir(tmp_path)) == ["book.txt", "bot.py"]


def test_secrets_in_the_environment_stay_with_the_judge(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    attempt = "print(sorted(os.environ), file=sys.stderr)"
    record = match(losing(tmp_path, attempt), "@left")
    assert "SECRET_TOKEN" not in record.verdict.evidence["error_output"][0]
    assert "HOME" in record.verdict.evidence["error_output"][0]


# ------------------------------------------------------------------------------- fine judgement


def test_the_record_says_everything_about_the_match():
    record = match("@left", "@right", seconds=3.0, first=1)
    assert record.moves == (6, 0, 6, 0, 6, 0, 6)
    assert (record.start, record.verdict.winner, record.verdict.cause) == (1, 1, "line")
    assert [seat.name for seat in record.players] == ["@left", "@right"]
    assert len(record.times) == 7
    assert all(time is not None and 0 <= time.wall <= 3.0 for time in record.times)
    assert record.check() == ()
    assert GameRecord.from_json(record.to_json()) == record


@pytest.mark.parametrize("rules", [Rules(1, 1, 1), Rules(1, 3, 2), Rules(3, 1, 4), Rules(2, 2, 3)])
def test_tiny_boards_end_as_they_must(rules: Rules):
    record = match("@left", "@rand", rules)
    assert record.check() == ()
    assert record.verdict.cause in ("line", "draw")


def test_columns_may_count_from_one(tmp_path: Path):
    counts_from_one = program(
        tmp_path,
        "print('Ready', flush=True)\nmine = input().split()[3] == '1'\n"
        "while mine or input() == '1':\n    mine = False\n    print(1, flush=True)\n",
    )
    record = match(counts_from_one, counts_from_one, columns_from=1, rules=Rules(4, 2, 4))
    assert record.moves[:4] == (0, 0, 0, 0)
    assert record.verdict.cause == "illegal move"
    assert "column 1 is full" in record.verdict.sentence
    assert "open columns: 2" in record.verdict.sentence


def test_a_program_that_wins_and_leaves_at_once_has_won(tmp_path: Path):
    bot = program(
        tmp_path,
        "import os\nprint('Ready', flush=True)\ninput()\nprint(0, flush=True)\nos._exit(1)\n",
    )
    record = match(bot, "@left", Rules(1, 3, 1))
    assert (record.verdict.cause, record.verdict.winner) == ("line", 0)


def test_chatter_after_the_winning_move_changes_nothing(tmp_path: Path):
    bot = program(
        tmp_path, "print('Ready', flush=True)\ninput()\nprint('0\\nI won!', flush=True)\n"
    )
    assert match(bot, "@left", Rules(1, 3, 1)).verdict.cause == "line"


def test_whoever_was_at_fault_first_loses(tmp_path: Path):
    """B dies while A thinks, and then A is late: B had gone before."""
    late = program(
        tmp_path,
        "import sys, time\nprint('Ready', flush=True)\ninput()\nprint(0, flush=True)\n"
        "input()\ntime.sleep(60)\n",
        "late.py",
    )
    dies = str(PROGRAMS / "dies_while_waiting.py")
    record = play_match(late, dies, seconds=1.0, ready=15.0, replay=False)
    assert (record.verdict.cause, record.verdict.winner) == ("crash", 0)


def test_two_programs_that_cannot_start_leave_nobody_to_win():
    bad = str(PROGRAMS / "import_error.py")
    verdict = match(bad, bad).verdict
    assert (verdict.winner, verdict.cause) == (None, "start-up")
    assert set(verdict.evidence) == {"A", "B"}


def test_a_command_line_and_a_missing_program(tmp_path: Path):
    bot = program(tmp_path, (PROGRAMS / "legal.py").read_text())
    record = match(f"{sys.executable} {bot} --some flag", "@right")
    assert record.verdict.cause == "line"
    with pytest.raises(LinefallError, match="no program 'nobody-has-this'"):
        match("nobody-has-this", "@left")


def test_a_program_that_cannot_be_run_is_a_start_up_fault(tmp_path: Path):
    broken = tmp_path / "broken"
    broken.write_text("#!/no/such/interpreter\n")
    broken.chmod(0o755)
    record = match(str(broken), "@left")
    assert (record.verdict.cause, record.verdict.winner) == ("start-up", 1)


@pytest.mark.parametrize("level", LEVELS)
def test_a_script_that_names_no_interpreter_is_for_the_shell(level: str, tmp_path: Path):
    """Behind bubblewrap it was, and elsewhere it could not be started."""
    script = tmp_path / "script"
    script.write_text("echo Ready\nread line\necho 0\nread line\n")
    script.chmod(0o755)
    record = match(str(script), "@left", Rules(1, 3, 1), sandbox_level=level)
    assert (record.verdict.cause, record.verdict.winner) == ("line", 0)
    script.write_bytes(b"\x7fELF\0\0 and no more")
    record = match(str(script), "@left", Rules(1, 3, 1), sandbox_level=level)
    assert (record.verdict.cause, record.verdict.winner) == ("start-up", 1)


@pytest.mark.parametrize("harm", ["os.unlink(__file__)", "os.truncate(__file__, 2**40)"])
def test_a_program_that_changes_its_own_file_is_judged_as_it_was(harm: str, tmp_path: Path):
    """Its file was looked at after the game: there was no verdict, or no memory for it."""
    bot = program(
        tmp_path,
        f"import os\nprint('Ready', flush=True)\ninput()\n{harm}\nprint(99, flush=True)\n",
    )
    known = command_for(bot).hash()
    record = match(bot, "@left", sandbox_level="none")
    assert (record.verdict.cause, record.players[0].hash) == ("illegal move", known)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 1e9])
def test_impossible_times_are_refused(seconds: float):
    with pytest.raises(LinefallError, match=r"seconds: .* up to 1000000$"):
        play_match("@left", "@right", seconds=seconds)
    with pytest.raises(LinefallError, match=r"ready: .* up to 1000$"):
        play_match("@left", "@right", ready=seconds)


@pytest.mark.parametrize("limit", [{"memory": -5}, {"memory": 1000}, {"cores": [10**6]}])
def test_limits_that_nobody_can_keep_are_refused(limit: dict[str, Any]):
    """Both programs were blamed for them, and nobody won."""
    (name,) = limit
    with pytest.raises(LinefallError, match=f"{name}: .* was given; possible: "):
        play_match("@left", "@right", **limit)


def test_memory_may_be_written_as_everywhere_else():
    record = play_match("@left", "@right", seconds=5.0, ready=15.0, memory="256M")
    assert record.conditions["memory"] == 256 * 2**20


def test_a_game_lost_to_the_machine_is_played_again_once(monkeypatch):
    from linefall import clock

    monkeypatch.setattr(clock.Evidence, "blame", property(lambda _self: "machine"))
    late = str(PROGRAMS / "late.py")
    record = play_match(late, "@left", seconds=0.2, ready=15.0)
    assert lost_to_machine(record)
    earlier = earlier_record(record)
    assert earlier is not None
    assert earlier.verdict.cause == "time"
    assert earlier_record(earlier) is None
    assert GameRecord.from_json(record.to_json()) == record


def test_every_line_spoken_can_be_logged():
    lines: list[tuple[str, int, bytes]] = []
    match("@left", "@right", Rules(1, 2, 1), log=lambda *what: lines.append(what))
    assert lines == [
        *((("<", 0, b"Ready\n"), ("<", 1, b"Ready\n")) if lines[0][1] == 0 else lines[:2]),
        (">", 1, b"1 2 1 0 5\n"),
        (">", 0, b"1 2 1 1 5\n"),
        ("<", 0, b"0\n"),
    ]


# ------------------------------------------------------------------------ nothing is left behind


@pytest.mark.clocked
def test_a_storm_of_forks_does_not_keep_its_keeper_waiting():
    """It lived on for up to 25 seconds: the keeper waited to look at its memory."""
    for _ in range(3):
        mark = f"mark-{secrets.token_hex(8)}"
        record = zoo.play("fork_storm", 0, mark=mark)
        assert processes_with(mark) == []
        assert record.conditions["seconds_until_all_gone"] < 5


@pytest.mark.clocked
@pytest.mark.parametrize("level", ["limits", *FENCES])
@pytest.mark.parametrize("name", ["double_fork", "keeps_child", "fork_bomb"])
def test_nothing_is_left_when_the_judge_itself_is_killed(name: str, level: str, tmp_path: Path):
    mark = f"mark-{secrets.token_hex(8)}"
    bot = zoo.marked(PROGRAMS / f"{name}.py", mark)
    code = (
        "import sys; from linefall import play_match; "
        "play_match(sys.argv[1], sys.argv[2], seconds=60, sandbox_level=sys.argv[3])"
    )
    unhurried = zoo.marked(PROGRAMS / "silent_later.py", mark)
    judge = subprocess.Popen(
        [sys.executable, "-c", code, bot, unhurried, level],
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    wait_until(lambda: len(processes_with(mark)) >= 4)
    time.sleep(0.3)
    judge.send_signal(signal.SIGKILL)
    judge.wait()
    wait_until(lambda: not processes_with(mark), 10)
    wait_until(lambda: not list(tmp_path.iterdir()), 10)


def test_an_interrupted_match_leaves_nothing(tmp_path: Path):
    class Stop(Exception):
        pass

    def interrupt(*_: object) -> None:
        raise Stop

    with pytest.raises(Stop):
        match(zoo.marked(PROGRAMS / "keeps_child.py", "interrupted"), "@left", watch=interrupt)
    assert processes_with("interrupted") == []


# ------------------------------------------------------------------------------- the rules again


@pytest.mark.unwatched
def test_100_000_random_games_are_decided_as_an_independent_referee_does():
    """Most by the board that the judge's game asks, every hundredth by the whole game."""
    chance = random.Random(6)
    for number in range(100_000):
        size = (chance.randint(1, 4), chance.randint(1, 4), chance.randint(1, 4))
        if number % 1000 == 0:
            size = (chance.randint(5, 12), chance.randint(5, 12), chance.randint(3, 6))
        board, referee, won = Board(Rules(*size)), talk.Referee(*size), False
        while board.outcome() is None:
            column = chance.choice(referee.open_columns())
            won = referee.drop(column)
            board.drop(column)
        outcome = board.outcome()
        assert won or not referee.open_columns()
        assert outcome is not None
        assert outcome.winner == ((len(referee.moves) - 1) % 2 if won else None)
        if number % 100 == 0:
            game = Game(PRESETS["connectx"], Rules(*size))
            for column in referee.moves:
                assert game.verdict is None
                game.drop(column)
            assert game.verdict is not None
            assert (game.verdict.cause, game.verdict.winner) == (
                "line" if won else "draw",
                outcome.winner,
            )


# --------------------------------------------------------------------------- no false losses


@contextlib.contextmanager
def burning(count: int) -> Iterator[None]:
    """Lets so many processes work as hard as they can."""
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for burner in load:
            burner.kill()
            burner.wait()


STOPS_THE_JUDGE = """
import os, signal, subprocess, time
judge = os.getppid()
while True:
    with open(f"/proc/{judge}/cmdline") as file:
        if "play_match" in file.read():
            break
    with open(f"/proc/{judge}/stat") as file:
        judge = int(file.read().rpartition(")")[2].split()[1])
def stop(answer):
    os.kill(judge, signal.SIGSTOP)
    print(answer, flush=True)
    time.sleep(LIMIT + 0.5)
    os.kill(judge, signal.SIGCONT)
WHERE
"""
JUDGES = (
    "import sys\nfrom linefall import Rules, play_match\n"
    "bot, ready, seconds, replay = sys.argv[1], *map(float, sys.argv[2:])\n"
    "record = play_match(bot, '@left', Rules(1, 3, 1), seconds, ready=ready, replay=replay > 0, "
    "sandbox_level='none')\nprint(record.to_json())"
)
#: So long a program may take to start, or to answer, while other tests keep the cores busy.
PATIENT = 6.0


def judged_by_a_process(
    where: str, folder: Path, *, ready: float = PATIENT, seconds: float = PATIENT, replay: bool
) -> GameRecord:
    """Gives the record of a judge whom a program stops; it does so for longer than `PATIENT`."""
    text = STOPS_THE_JUDGE.replace("WHERE", where).replace("LIMIT", str(PATIENT))
    limits = map(str, (ready, seconds, int(replay)))
    command = [sys.executable, "-c", JUDGES, program(folder, text), *limits]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert not done.stderr
    return GameRecord.from_json(done.stdout)


@pytest.mark.clocked
@pytest.mark.parametrize(
    "where",
    [
        "stop('Ready')\ninput()\nprint(0, flush=True)",
        "print('Ready', flush=True)\ninput()\nstop(0)",
    ],
    ids=["start", "move"],
)
def test_what_came_while_the_judge_itself_was_stopped_came_in_time(where: str, tmp_path: Path):
    """Ctrl-Z stops the judge and not the programs: who had answered was late.

    A busy machine may keep a program from its start for longer than it has; then the game is
    played again, and the judge stopped again.
    """
    record = judged_by_a_process(where, tmp_path, replay=True)
    assert record.verdict.cause == "line", record.verdict


STANDS_STILL = """
print('Ready', flush=True)
input()
both = f"{judge} {os.getpid()}"
subprocess.Popen(f"kill -STOP {both}; sleep 0.5; kill -CONT {both}", shell=True)
while time.process_time() < 0.7:
    pass
print(0, flush=True)
"""


@pytest.mark.clocked
def test_nobody_is_blamed_for_working_on_a_machine_that_stood_still(tmp_path: Path):
    """The system counted nothing, and who had worked for most of its time was blamed."""
    record = judged_by_a_process(STANDS_STILL, tmp_path, ready=15.0, seconds=1.0, replay=False)
    verdict = record.verdict
    assert verdict.cause == "time", verdict
    assert verdict.evidence["time"]["class"] != "program"
    assert verdict.evidence["time"]["stood_still"] > 0.4


@pytest.mark.clocked
def test_what_came_between_the_judges_look_and_its_decision_came_in_time(
    monkeypatch: pytest.MonkeyPatch,
):
    """A judge that was stopped just there had not looked again, and blamed the program."""
    look, stood_still = Table.hear, []

    def look_and_stand_still(table: Table, until: float, first: Program | None = None) -> None:
        look(table, until, first)
        if any(program.started and not program.lines for program in table.starting):
            stood_still.append(until)
            time.sleep(1.5)

    monkeypatch.setattr(Table, "hear", look_and_stand_still)
    record = play_match("@left", "@right", ready=1.0)
    assert record.verdict.cause == "line"
    assert stood_still


@pytest.mark.clocked
@pytest.mark.parametrize("seat", [0, 1], ids=["first", "second"])
def test_a_few_milliseconds_late_is_late_on_a_busy_machine_too(seat: int):
    """Whoever is to blame for them, and also when the game is played again for that."""
    late, other = str(PROGRAMS / "late.py"), "@right"
    with burning(2):
        a, b = (late, other) if seat == 0 else (other, late)
        record = play_match(a, b, seconds=0.2, ready=15.0)
    for one in filter(None, (record, earlier_record(record))):
        assert (one.verdict.cause, one.verdict.winner) == ("time", 1 - seat)


@pytest.mark.clocked
@pytest.mark.parametrize("burners", [0, 2], ids=["quiet", "busy"])
def test_a_program_that_uses_80_percent_of_its_time_is_never_blamed(burners: int):
    """200 moves here; `make soak` plays 2,000 of each kind, with more time for each."""
    with burning(burners):
        bot = str(PROGRAMS / "thinks_80_percent.py")
        moves = 0
        while moves < 200:
            record = play_match(bot, bot, Rules(10, 10, 11), 0.06, ready=15.0, replay=False)
            moves += len(record.moves)
            blame = record.verdict.evidence.get("time", {}).get("class")
            assert record.verdict.cause in ("line", "draw", "time")
            assert blame != "program", json.dumps(dict(record.verdict.evidence))


def test_a_command_is_taken_as_it_is():
    bot = Command("my left", (sys.executable, str(PROGRAMS / "legal.py")))
    assert match(bot, "@right").players[0].name == "my left"  # type: ignore[arg-type]


@pytest.mark.parametrize("level", FENCES)
def test_a_program_behind_links_is_found(level: str, tmp_path: Path):
    (tmp_path / "real").mkdir()
    (tmp_path / "links").mkdir()
    program(tmp_path / "real", (PROGRAMS / "legal.py").read_text())
    (tmp_path / "links" / "bot.py").symlink_to(tmp_path / "real" / "bot.py")
    (tmp_path / "folder").symlink_to("links")
    record = match(str(tmp_path / "folder" / "bot.py"), "@right", sandbox_level=level)
    assert record.verdict.cause == "line"


@pytest.mark.parametrize("level", ["limits", *FENCES])
def test_a_command_of_the_system_that_is_a_link_through_etc_is_found(level: str, tmp_path: Path):
    """Java is one, on Debian; behind bubblewrap it could not be started."""
    awk = shutil.which("awk")
    assert awk is not None
    legal = program(tmp_path, (PROGRAMS / "legal.py").read_text())
    bot = program(tmp_path, f'BEGIN {{ exit system("{sys.executable} {legal}") }}\n', "bot.awk")
    record = match(f"{awk} -f {bot}", "@right", sandbox_level=level)
    assert record.verdict.cause == "line", record.verdict.sentence


def test_a_talkative_start_is_no_fault(tmp_path: Path):
    bot = program(
        tmp_path,
        "import sys\nsys.stderr.write('warning\\n' * 100_000)\n"
        + (PROGRAMS / "legal.py").read_text(),
    )
    assert match(bot, "@right").verdict.cause == "line"


@pytest.mark.parametrize("level", FENCES)
def test_a_program_that_is_no_python_plays(level: str, tmp_path: Path):
    source = tmp_path / "bot.sh"
    source.write_text(
        "#!/bin/sh\necho Ready\nread rows columns connect first seconds\n"
        '[ "$first" = 0 ] && read other\nwhile true; do echo 0; read other || exit 0; done\n'
    )
    source.chmod(0o755)
    record = match(str(source), "@right", sandbox_level=level)
    assert record.verdict.cause == "line"
