"""A program at a person's table: real programs, good and bad ones."""

import os
import random
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import zoo
from linefall import sandbox
from linefall.board import Board
from linefall.errors import LinefallError
from linefall.partner import ProgramPlayer
from linefall.player import Limit, PlayerFault
from linefall.program import Command
from linefall.roster import command_for
from linefall.rules import Rules
from processes import processes_with, wait_until

#: Ends with what it heard in its last words when that is not what it should be told.
LISTENS = """
print("Ready", flush=True)
for expected, answer in {dialogue!r}:
    for line in expected:
        heard = input()
        assert heard == line, f"heard {{heard}} instead of {{line}}"
    print(answer, flush=True)
input()
"""

FLOOD = "import itertools\nfor n in itertools.count(): print('Ready' if n < 1 else 3)"


@pytest.fixture
def program(tmp_path: Path):
    opened = []

    def make(source: str) -> ProgramPlayer:
        path = tmp_path / f"program{len(opened)}.py"
        path.write_text(source)
        opened.append(ProgramPlayer(Command("it", (sys.executable, str(path)))))
        return opened[-1]

    yield make
    for player in opened:
        player.close()


def test_a_bot_plays_a_whole_game_from_both_seats() -> None:
    for seat in (0, 1):
        player, board = ProgramPlayer(command_for("@left")), Board()
        while board.outcome() is None:
            mine = board.to_move == seat
            board.drop(player.choose(board, Limit()).column if mine else board.open_columns[-1])
        player.close()
        assert set(board.moves[seat::2]) <= {0, 1}


def test_the_program_hears_the_setup_and_each_move_of_the_other_once(program) -> None:
    player = program(LISTENS.format(dialogue=[(["6 7 4 0 0.5", "4"], 2), (["5"], 3)]))
    board = Board(Rules(6, 7, 4), [4])
    board.drop(player.choose(board, Limit(seconds=0.5)).column)
    board.drop(5)
    assert player.choose(board, Limit(seconds=0.5)).column == 3


def test_the_program_that_moves_first_is_told_so(program) -> None:
    player = program(LISTENS.format(dialogue=[(["4 5 3 1 1"], 4)]))
    assert player.choose(Board(Rules(4, 5, 3)), Limit()).column == 4


def test_a_program_that_hears_something_else_says_what(program) -> None:
    """So that the tests above can fail."""
    player = program(LISTENS.format(dialogue=[(["4 5 3 0 1"], 4)]))
    with pytest.raises(PlayerFault, match="heard 4 5 3 1 1 instead of 4 5 3 0 1"):
        player.choose(Board(Rules(4, 5, 3)), Limit())


def test_another_time_is_told_in_a_new_game(program) -> None:
    player = program(
        "print('Ready', flush=True); print(int(float(input().split()[4])), flush=True)"
    )
    assert player.choose(Board(), Limit(seconds=5)).column == 5
    assert player.choose(Board(), Limit(seconds=6)).column == 6


def test_a_resumed_game_is_played_again_up_to_the_position(program) -> None:
    dialogue = [(["6 7 4 1 1"], 2), (["0"], 2), (["1"], 5)]
    player = program(LISTENS.format(dialogue=dialogue))
    assert player.choose(Board(Rules(), [2, 0, 2, 1]), Limit()).column == 5
    with pytest.raises(LinefallError, match="does not play the same moves again"):
        player.choose(Board(Rules(), [3, 0, 2, 1]), Limit())


def test_a_game_that_begins_as_the_last_one_did_with_the_other_side_is_a_new_one() -> None:
    """The program was not told of it, and lost on time: it waited for an answer to its move."""
    player = ProgramPlayer(command_for("@left"))
    assert player.choose(Board(), Limit()).column == 0
    assert player.choose(Board(moves=[0]), Limit()).column == 0
    player.close()


@pytest.mark.parametrize(
    ("source", "cause", "said"),
    [
        ("", "start-up", "it ended before it printed Ready (exit status 0)."),
        ("print('Hello')", "start-up", "printed 'Hello' where Ready should be"),
        ("print('Ready')", "crash", "it ended in the middle of the game (exit status 0)."),
        (
            "print('Ready', flush=True); input(); raise ValueError('no \\x1b[2J idea')",
            "crash",
            "it ended in the middle of the game (exit status 1): ValueError: no \\x1b[2J idea.",
        ),
        (
            "import sys; sys.exit('I need a file.')",
            "start-up",
            "it ended before it printed Ready (exit status 1): I need a file.",
        ),
        ("print('Ready', flush=True); input(); print('four')", "protocol", "it sent"),
        (
            "print('Ready', flush=True); input(); print(99)",
            "illegal move",
            "it answered 99; possible: 0, 1, 2, 3, 4, 5, 6.",
        ),
        (
            "import time; print('Ready', flush=True); time.sleep(60)",
            "time",
            "it did not answer within 0.01 s.",
        ),
    ],
)
def test_what_a_program_does_wrong_is_a_fault_with_its_cause(program, source, cause, said) -> None:
    with pytest.raises(PlayerFault) as caught:
        program(source).choose(Board(), Limit(seconds=0.01))
    assert caught.value.cause == cause
    assert said.replace("'", "") in str(caught.value).replace("'", "").replace('"', "").replace(
        "\\n", ""
    )


def test_a_program_that_floods_is_found_out_and_held_back(program) -> None:
    player = program(FLOOD)
    with pytest.raises(PlayerFault, match=r"printed out of turn|sent more than") as caught:
        play_on(player)
    assert caught.value.cause in ("protocol", "flood")  # as much of it as came until then


def play_on(player: ProgramPlayer) -> None:
    board = Board(Rules(100, 7, 100))  # nobody wins before a slow machine has seen the flood
    while True:
        board.drop(player.choose(board, Limit()).column)
        board.drop(6)


def test_a_program_that_cannot_be_started_loses_in_one_line() -> None:
    with pytest.raises(PlayerFault, match=r"^it .*(No such file|not found)") as caught:
        ProgramPlayer(Command("it", ("/nowhere/at/all",))).choose(Board(), Limit())
    assert caught.value.cause == "start-up"
    assert "\n" not in str(caught.value)


def test_a_table_for_which_no_file_is_left_is_one_line(program) -> None:
    player = program("")
    player.close()
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")), before[1]))
    try:
        with pytest.raises(LinefallError, match="it cannot be started: Too many open files"):
            player.choose(Board(), Limit())
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def sitting(name: str, **options: object) -> tuple[ProgramPlayer, str]:
    """Seats a program of the zoo; gives it with a word that all its processes have in common."""
    mark = f"partner-{random.getrandbits(64)}"
    command = command_for(zoo.marked(zoo.PROGRAMS / f"{name}.py", mark))
    return ProgramPlayer(command, **options), mark  # type: ignore[arg-type]


@pytest.mark.parametrize("level", sandbox.available())
@pytest.mark.parametrize("name", ["legal", "keeps_child"])
def test_nothing_is_left_of_a_program_whose_game_is_over(name, level) -> None:
    """What it had started lived on."""
    player, mark = sitting(name, level=level)
    assert player.choose(Board(), Limit(seconds=20)).column == 0
    assert processes_with(mark)
    player.close()
    assert processes_with(mark) == []
    player.close()  # twice is once


@pytest.mark.parametrize("level", sandbox.available())
def test_nothing_is_left_of_one_that_forked_twice_and_left_its_session(level) -> None:
    """It lived on for as long as it liked."""
    player, mark = sitting("double_fork", level=level)
    with pytest.raises(PlayerFault, match=r"did not answer within 0\.2 s"):
        player.choose(Board(), Limit(seconds=0.2))
    assert processes_with(mark) == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_nothing_is_left_when_the_game_itself_is_ended(number, tmp_path) -> None:
    """What a program had started lived on."""
    mark = f"partner-{random.getrandbits(64)}"
    bot = zoo.marked(zoo.PROGRAMS / "keeps_child.py", mark)
    game = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "linefall",
            "play",
            "--rules",
            "console",
            "--first",
            f"program:{bot}",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with game:
        wait_until(lambda: len(processes_with(mark)) > 2)
        os.killpg(game.pid, number)  # as a terminal does it with Ctrl-C
        assert game.wait(60) == (130 if number == signal.SIGINT else -signal.SIGKILL)
        assert game.stderr is not None
        assert b"Traceback" not in game.stderr.read()
    wait_until(lambda: not processes_with(mark))


def test_a_program_reads_what_lies_beside_it_and_writes_nothing_there(program, tmp_path) -> None:
    (tmp_path / "weights").write_text("4")
    player = program(
        "import pathlib; print('Ready', flush=True); input()\n"
        "beside = pathlib.Path(__file__).with_name('weights')\n"
        "assert open('weights').read() == beside.read_text() == '4'\n"
        "try: pathlib.Path(__file__).with_name('new').touch()\n"
        "except OSError: print(4, flush=True)\n"
        "else: print(5, flush=True)"
    )
    fenced = sandbox.choose() in ("landlock", "bubblewrap")
    assert player.choose(Board(), Limit(seconds=20)).column == (4 if fenced else 5)
    assert (tmp_path / "new").exists() is not fenced


def test_a_program_at_the_table_has_a_limit_of_memory_which_may_be_another() -> None:
    player, mark = sitting("memory_touched", memory=zoo.MEMORY)
    with pytest.raises(PlayerFault, match="of memory; 200 MB are allowed") as caught:
        player.choose(Board(), Limit(seconds=20))
    assert caught.value.cause == "memory"
    assert processes_with(mark) == []


def test_a_fence_that_does_not_exist_is_refused_before_the_game() -> None:
    with pytest.raises(LinefallError, match="'wall' was given; possible: auto, none"):
        sitting("legal", level="wall")


def test_a_program_that_thinks_is_ended_from_another_thread_at_once() -> None:
    """A window is closed while the program thinks; nobody waits for it to answer."""
    player, mark = sitting("thinks_for_ever")
    faults: list[PlayerFault] = []

    def think() -> None:
        try:
            player.choose(Board(), Limit(seconds=1000))
        except PlayerFault as fault:
            faults.append(fault)

    thinking = threading.Thread(target=think)
    thinking.start()
    wait_until(lambda: processes_with(mark))
    player.close()
    thinking.join(60)
    assert [fault.cause for fault in faults] in (["crash"], ["start-up"])
    assert processes_with(mark) == []
