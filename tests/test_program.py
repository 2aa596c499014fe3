"""A program's bytes: what arrives, cut into lines, capped, and what it means."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linefall.program import Command, Program, describe_status
from linefall.protocol import LONGEST_LINE


def fresh() -> Program:
    """Gives a program with nobody at the other end: only its bytes are tested here."""
    return Program("Player A (bot)", None)  # type: ignore[arg-type]


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=30))
def test_lines_are_the_same_however_the_bytes_arrive(parts: list[bytes]):
    whole, program = b"".join(parts), fresh()
    heard = []
    for part in parts:
        program.take("out", part, 0.0, {})
        while program.lines:
            heard.append(program.lines.popleft()[0])
    kept = 3  # no answer needs more lines, and the rest is not kept
    expected = whole.split(b"\n")
    if all(part.count(b"\n") <= kept for part in parts):
        assert heard == [line + b"\n" for line in expected[:-1]]
    assert program.partial == expected[-1]


@given(st.lists(st.integers(1, 70_000), max_size=20))
def test_a_flood_is_noticed_and_not_kept(sizes: list[int]):
    program = fresh()
    for size in sizes:
        program.take("out", b"x" * size, 0.0, {})
    assert len(program.partial) <= LONGEST_LINE + 1
    assert program.is_flooding == (sum(sizes) > LONGEST_LINE)


def test_error_output_is_kept_from_its_end_and_made_printable():
    program = fresh()
    for number in range(10_000):
        program.take("err", f"line {number} \x1b[2J\n".encode(), 0.0, {})
    lines = program.error_lines()
    assert lines[-1] == "line 9999 \\x1b[2J"
    assert len(lines) == 20
    assert len(program.errors) <= 8192


def test_the_first_fault_stays():
    program = fresh()
    program.blame("time", "it was late", 1.0)
    program.blame("crash", "it crashed", 2.0)
    assert program.broken is not None
    assert (program.broken.cause, program.broken.sentence) == ("time", "it was late.")


def test_ends_are_told_in_words():
    assert describe_status(0) == "exit status 0"
    assert describe_status(1) == "exit status 1"
    assert describe_status(-11) == "killed by signal 11, SIGSEGV"
    assert describe_status(137) == "exit status 137, as if killed by signal 9, SIGKILL"
    assert describe_status(255) == "exit status 255"


def test_equal_programs_have_equal_hashes(tmp_path: Path):
    for folder, text in (("one", "print(1)"), ("two", "print(1)"), ("three", "print(2)")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bot.py").write_text(text)
    commands = [
        Command("bot", (sys.executable, str(tmp_path / name / "bot.py")))
        for name in ("one", "two", "three")
    ]
    one, two, three = (command.hash() for command in commands)
    assert one == two != three


def test_what_lies_in_a_folder_of_the_command_line_is_the_program(tmp_path: Path):
    """As with `java -cp bot Main`: a class that was compiled anew was taken for the old one."""
    command = Command("bot", (sys.executable, "-cp", str(tmp_path), "Main"))
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "Main.class").write_text("one")
    first = command.hash()
    assert first == command.hash()
    (tmp_path / "inside" / "Main.class").write_text("two")
    second = command.hash()
    (tmp_path / "inside" / "Main.class").rename(tmp_path / "inside" / "Other.class")
    assert len({first, second, command.hash()}) == 3


def test_a_folder_with_too_much_in_it_has_no_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("linefall.program.HASHED_FILES", 2)
    command = Command("bot", (sys.executable, str(tmp_path)))
    for number in range(3):
        assert command.hash() is not None
        (tmp_path / str(number)).touch()
    assert command.hash() is None


def test_a_program_that_nobody_can_read_has_no_hash():
    """It may be run all the same; there was no verdict on it."""
    assert Command("bot", ("/proc/self/mem",)).hash() is None


def test_error_output_in_very_many_pieces_is_left_for_later():
    """Each byte of it, taken by itself, kept the judge busy while the other one was thinking."""
    program = fresh()
    for _ in range(64):
        program.take("err", b".", 0.0, {})
    assert not program.is_noisy
    program.take("err", b".", 0.0, {})
    assert program.is_noisy
    program.count_anew()
    assert not program.is_noisy
    program.take("err", b"x" * 100_000, 0.0, {})
    assert program.is_noisy
