"""A program at a person's table: real programs, good and bad ones."""

import sys
import threading
from pathlib import Path

import pytest

from linefall import partner
from linefall.board import Board
from linefall.errors import LinefallError
from linefall.partner import ProgramPlayer
from linefall.player import Limit, PlayerFault
from linefall.program import Command
from linefall.roster import command_for
from linefall.rules import Rules
from processes import wait_until

LOG = """
import sys
print("Ready", flush=True)
for line in sys.stdin:
    print(line.rstrip(), file=open({log!r}, "a"))
    words = line.split()
    if len(words) == 5 and words[3] == "0":
        continue
    print({column}, flush=True)
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


def test_the_program_hears_the_setup_and_each_move_of_the_other_once(program, tmp_path) -> None:
    log = tmp_path / "log"
    player = program(LOG.format(log=str(log), column=2))
    board = Board(Rules(6, 7, 4), [4])
    board.drop(player.choose(board, Limit(seconds=0.5)).column)
    board.drop(5)
    assert player.choose(board, Limit(seconds=0.5)).column == 2
    assert log.read_text().split("\n") == ["6 7 4 0 0.5", "4", "5", ""]


def test_the_program_that_moves_first_is_told_so(program, tmp_path) -> None:
    log = tmp_path / "log"
    player = program(LOG.format(log=str(log), column=0))
    assert player.choose(Board(Rules(4, 5, 3)), Limit()).column == 0
    assert log.read_text() == "4 5 3 1 1\n"


def test_a_resumed_game_is_played_again_up_to_the_position(program, tmp_path) -> None:
    log = tmp_path / "log"
    player = program(LOG.format(log=str(log), column=2))
    assert player.choose(Board(Rules(), [2, 0, 2, 1]), Limit()).column == 2
    assert log.read_text().split("\n") == ["6 7 4 1 1", "0", "1", ""]
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
        ("", "start-up", "it ended before it printed Ready."),
        ("print('Hello')", "start-up", "printed 'Hello' where Ready should be"),
        ("print('Ready')", "crash", "it ended in the middle of the game."),
        (
            "print('Ready', flush=True); input(); raise ValueError('no \\x1b[2J idea')",
            "crash",
            "it ended in the middle of the game: ValueError: no \\x1b[2J idea.",
        ),
        (
            "import sys; sys.exit('I need a file.')",
            "start-up",
            "it ended before it printed Ready: I need a file.",
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
    with pytest.raises(PlayerFault, match="printed out of turn") as caught:
        play_on(player)
    assert caught.value.cause == "protocol"


def play_on(player: ProgramPlayer) -> None:
    board = Board(Rules(100, 7, 100))  # nobody wins before a slow machine has seen the flood
    while True:
        board.drop(player.choose(board, Limit()).column)
        board.drop(6)


@pytest.mark.timeout(60)  # what is left behind stays until the player is closed
def test_a_program_that_leaves_a_process_behind_keeps_nobody_waiting(program, tmp_path) -> None:
    """Whoever inherited the program's output kept the game from ending."""
    closed = tmp_path / "closed"
    left = f"import os, time\nwhile not os.path.exists({str(closed)!r}): time.sleep(0.1)"
    player = program(
        f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {left!r}])\n"
        "print('Ready', flush=True); input(); print(3, flush=True); input()"
    )
    try:
        assert player.choose(Board(), Limit()).column == 3
        player.close()
    finally:
        closed.touch()


def test_nothing_is_left_of_a_flood_that_has_ended(program, monkeypatch) -> None:
    """The thread that read it waited for ever to hand over the next line."""
    monkeypatch.setattr(partner, "PATIENCE", 0.05)
    before = threading.active_count()
    player = program(FLOOD)
    with pytest.raises(PlayerFault, match="printed out of turn"):
        play_on(player)
    wait_until(lambda: threading.active_count() <= before)  # one of a test before may end, too


def test_a_program_that_cannot_be_started_is_one_line() -> None:
    with pytest.raises(LinefallError, match="it cannot be started: No such file"):
        ProgramPlayer(Command("it", ("/nowhere/at/all",))).choose(Board(), Limit())


def test_an_ended_program_is_ended() -> None:
    player = ProgramPlayer(command_for("@left"))
    player.choose(Board(), Limit())
    process = player._process
    assert process is not None
    player.close()
    assert process.poll() is not None
    player.close()  # twice is once
