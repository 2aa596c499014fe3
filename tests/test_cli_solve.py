"""`linefall solve` and `linefall book` in real processes: words, batches, limits, Ctrl-C."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from linefall import Board, Rules, solve
from linefall.book import Book, Keys
from linefall.cli import run
from processes import wait_until

COMMAND = [sys.executable, "-m", "linefall"]
LATE = "44444432222125533366666"  # 23 discs: solved in no time


def linefall(*args: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*COMMAND, *args], input=given, capture_output=True, text=True, timeout=120, check=False
    )


# -- one position --------------------------------------------------------------------------------


def test_the_values_of_columns_stand_under_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "12121", "--board", "6x7x4", "--nodes", "2000", "--no-book"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[5:8] == [
        "  x  o  .  .  .  .  .",
        "  1  2  3  4  5  6  7",
        "  ? L1 L1 L1 L1 L1 L1",
    ]
    assert shown[9] == "6x7x4: 5 discs, o to move"
    assert shown[10].startswith("not solved: ")


def test_a_solved_position_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "121212"]) == 0
    shown = capsys.readouterr().out
    assert "x wins in 1 move\n" in shown
    assert re.search(r"^ +\*W1 ", shown, re.MULTILINE)
    assert "best play: 1\n" in shown
    assert re.search(
        r"^[\d,]+ nodes in \d+\.\d\d s, \d+\.\d million a second$", shown, re.MULTILINE
    )


def test_a_finished_game_is_told_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "1212121"]) == 0
    assert capsys.readouterr().out.endswith("column 1\nx has won\n")


def test_a_weak_solve_tells_results_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "--board", "4x5x4", "--weak"]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[5].split() == ["L", "*=", "*=", "*=", "L"]
    assert "\ndraw\n" in shown


def test_json_holds_everything() -> None:
    done = linefall("solve", LATE, "--json", "--threads", "1", "--memory", "16M")
    data = json.loads(done.stdout)
    assert data["score"] == solve(Board(moves=[int(c) - 1 for c in LATE])).score
    assert data["solved"]
    assert data["complete"]
    assert data["memory"] == 16 << 20
    assert len(data["line"]) == data["plies_to_end"]
    assert data["columns"][str(data["best"][0])]["score"] == data["score"]
    assert data["position"] == f"6x7x4 {LATE}"


def test_a_solve_that_is_out_of_time_tells_its_bounds_and_ends_well() -> None:
    done = linefall("solve", "--board", "9x9x5", "--seconds", "0.3", "--json", "--memory", "64M")
    assert done.returncode == 0
    data = json.loads(done.stdout)
    assert not data["solved"]
    assert data["score"] is None
    assert data["bounds"][0] < data["bounds"][1]
    assert data["words"].startswith("not solved: ")


def test_columns_may_count_from_nought(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "010101", "--columns-from", "0"]) == 0
    shown = capsys.readouterr().out
    assert "best play: 0\n" in shown


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--board", "30x30x4"], "too large for the solver"),
        (["--memory", "10"], "needs 512 bytes or more"),
        (["--memory", "lots"], "possible: a size such as 64M"),
        (["--seconds", "0"], "'--seconds': 0.0 is not in the range x>0."),
        (["--seconds", "-1"], "'--seconds': -1.0 is not in the range x>0."),
        (["--threads", "0"], "0 is not in the range"),
        (["99"], "no column"),
        (["--batch", "--json"], "--batch prints lines"),
        (["--batch", "4444"], "leave out MOVES"),
        (["--book", "/nowhere/b"], "does not exist"),
    ],
)
def test_what_cannot_be_is_one_line_and_status_2(
    args: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", *args]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert complaint.count("\n") == 1


# -- Ctrl-C and the terminal ---------------------------------------------------------------------


@pytest.mark.parametrize("columns", [200, 60])
def test_ctrl_c_prints_what_is_proved_and_leaves_with_130(columns: int) -> None:
    """At a terminal, with a line of progress on it, which leaves room for the ^C.

    That stood below a full line, which was then left on the screen.
    """
    ours, theirs = pty.openpty()
    command = [*COMMAND, "solve", "--board", "9x9x5", "--memory", "64M", "--threads", "1",
               "--columns-from", "0"]  # fmt: skip
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, text=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": str(columns)},
    )  # fmt: skip
    os.close(theirs)
    seen = bytearray()
    reader = threading.Thread(target=read_all, args=(ours, seen))
    reader.start()
    wait_until(lambda: re.search(rb"[1-9][\d,]* nodes in ", seen), 60)
    process.send_signal(signal.SIGINT)
    shown, _ = process.communicate(timeout=60)
    reader.join()
    os.close(ours)
    assert process.returncode == 130
    assert "not solved: " in shown
    assert re.search(r"^[1-9][\d,]* nodes in ", shown, re.MULTILINE)
    assert b"Traceback" not in seen
    assert b"leaked" not in seen
    said = "0 of 9 columns solved; column 4: "  # the one in the middle, from 0
    assert (said in seen.decode()) is (columns == 200)
    lines = re.findall(r"[1-9][\d,]* nodes in [^\r\n\x1b]*", seen.decode())
    assert max(map(len, lines)) <= columns - 3


def read_all(terminal: int, seen: bytearray) -> None:
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # the other end is closed
            return
        if not piece:
            return
        seen += piece


# -- batches -------------------------------------------------------------------------------------


def test_a_batch_answers_each_line_with_a_line() -> None:
    done = linefall("solve", "--batch", given=f"{LATE}\n121212\n1212121\n")
    assert done.returncode == 0
    assert done.stderr == ""
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[0] for line in lines] == [LATE, "121212", "1212121"]
    assert [line[1] for line in lines[1:]] == ["18", "-18"]
    assert all(int(line[2]) >= 0 and float(line[3]) >= 0 for line in lines)


def test_the_table_is_cold_for_every_line() -> None:
    moves = "4444432265"
    done = linefall("solve", "--batch", "--no-book", given=f"{moves}\n{moves}\n")
    first, second = (line.split() for line in done.stdout.splitlines())
    assert first[:3] == second[:3]
    assert int(first[2]) > 0


def test_a_bad_line_is_explained_and_answered_by_an_empty_one() -> None:
    done = linefall("solve", "--batch", given="121212\n99\n\n1 2 3\n121212 x\n1212121\n")
    assert done.returncode == 2
    assert [bool(line) for line in done.stdout.splitlines()] == [
        True, False, False, False, False, True,
    ]  # fmt: skip
    complaints = done.stderr.splitlines()
    assert [line.split(":")[1] for line in complaints] == [
        " line 2",
        " line 3",
        " line 4",
        " line 5",
    ]


def test_expected_scores_are_counted() -> None:
    right = linefall("solve", "--batch", given="121212 18\n1212121 -18\n")
    assert (right.returncode, right.stderr) == (0, "0 of 2 scores are not as expected\n")
    wrong = linefall("solve", "--batch", given="121212 17\n1212121 -18\n")
    assert wrong.returncode == 1
    assert wrong.stderr.splitlines() == [
        "linefall: line 1: 121212: the expected score was 17",  # in a long list nobody found it
        "1 of 2 scores are not as expected",
    ]
    weak = linefall("solve", "--batch", "--weak", given="121212 3\n")
    assert weak.returncode == 0
    unread = linefall("solve", "--batch", given="9\n121212 17\n")
    assert unread.returncode == 2
    assert unread.stderr.endswith("1 of 1 scores are not as expected\n")
    assert weak.stdout.split()[1] == "1"


def test_the_empty_board_is_a_hyphen_and_other_boards_work() -> None:
    done = linefall("solve", "--batch", "--board", "4x12x4", "--nodes", "1000", given="-\n1,2,12\n")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[0] for line in lines] == ["-", "1,2,12"]
    assert all(re.fullmatch(r"-?\d+\.\.-?\d+", line[1]) for line in lines)


def test_answers_come_before_the_next_question() -> None:
    process = subprocess.Popen(
        [*COMMAND, "solve", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for moves in ("121212", LATE):
        process.stdin.write(moves + "\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(moves + " ")
    process.communicate(timeout=30)
    assert process.returncode == 0


# -- books ---------------------------------------------------------------------------------------


def test_a_book_is_built_checked_and_used(tmp_path: Path) -> None:
    book = tmp_path / "mine.book"
    built = linefall("book", "build", "--plies", "3", "--board", "4x5x4", "--out", str(book))
    assert built.returncode == 0, built.stderr
    assert built.stdout == f"{book}: 66 positions of up to 3 discs\n"
    assert list(tmp_path.iterdir()) == [book]
    checked = linefall("book", "check", str(book), "--sample", "9")
    assert checked.stdout.endswith("on 4x5x4, 9 solved anew, no faults\n")
    used = linefall("solve", "--board", "4x5x4", "--batch", "--book", str(book), given="-\n123\n")
    assert [line.split()[2] for line in used.stdout.splitlines()] == ["0", "0"]


@pytest.mark.parametrize(
    "args", [["--board", "8x8x4"], ["--memory", "lots"], ["--memory", "1"], ["--memory", "999T"]]
)
def test_a_build_that_is_refused_leaves_nothing_behind(
    args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its journal stayed, beside no book."""
    monkeypatch.chdir(tmp_path)
    assert run(["book", "build", "--plies", "3", *args]) == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kept", [-1, 10])
def test_a_damaged_book_fails_the_check_and_is_not_used(tmp_path: Path, kept: int) -> None:
    """The check ended with the status of bad arguments."""
    book = tmp_path / "mine.book"
    linefall("book", "build", "--plies", "2", "--board", "4x4x4", "--out", str(book))
    book.write_bytes(book.read_bytes()[:kept])
    checked = linefall("book", "check", str(book))
    used = linefall("solve", "--board", "4x4x4", "--book", str(book))
    assert (checked.returncode, used.returncode) == (1, 2)
    assert checked.stderr == used.stderr
    assert checked.stderr.startswith(f"linefall: {book} is damaged: ")


def test_two_builds_of_one_book_at_a_time_both_end_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one found that the first had taken the journal away, and ended with an error."""
    book, save = tmp_path / "mine.book", Book.save

    def save_after_another(mine: Book, path: Path) -> None:
        monkeypatch.setattr(Book, "save", save)
        assert run(words) == 0
        mine.save(path)

    words = ["book", "build", "--plies", "2", "--board", "4x4x4", "--out", str(book)]
    monkeypatch.setattr(Book, "save", save_after_another)
    assert run(words) == 0
    assert list(tmp_path.iterdir()) == [book]


def test_a_book_with_a_wrong_value_fails_the_check(tmp_path: Path) -> None:
    rules = Rules(4, 4, 4)
    Book.of(rules, {Keys(rules).of(0, 0): 2}).save(tmp_path / "b")
    done = linefall("book", "check", str(tmp_path / "b"))
    assert done.returncode == 1
    assert "its score is 2, but the solver finds 0" in done.stderr
    assert "1 fault\n" in done.stdout


def test_the_book_of_another_board_is_not_overwritten(tmp_path: Path) -> None:
    book = tmp_path / "b"
    linefall("book", "build", "--plies", "1", "--board", "4x4x4", "--out", str(book))
    done = linefall("book", "build", "--plies", "1", "--board", "4x5x4", "--out", str(book))
    assert done.returncode == 2
    assert "is a book of 4x4x4, not of 4x5x4" in done.stderr
