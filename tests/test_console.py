"""The console: words typed on a line, fed byte by byte."""

import random
import re
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linefall.console import MOST_SAID, MOST_STEPS, Console
from linefall.desk import Desk
from linefall.house import PRESETS
from linefall.rules import Rules
from linefall.series import Series

NUMBERS = " 1 2 3 4 5 6 7"
EMPTY = ["| | | | | | | |"] * 6 + [NUMBERS]


def started(**options) -> Console:
    console = Console(**options)
    console.start()
    return console


def lines(console: Console, text: str) -> list[str]:
    """Types a line and gives the lines that come back."""
    return console.feed(text.encode() + b"\n").decode().splitlines()


def moves(console: Console) -> tuple[int, ...]:
    return console.desk.series.game.board.moves


def errors(said: list[str]) -> list[str]:
    return [line for line in said if line.startswith("error: ")]


# ------------------------------------------------------------------------------- the spec's facts


def test_the_empty_matrix_is_printed_once_at_the_start() -> None:
    assert Console().start().decode().splitlines() == EMPTY


def test_4_add_drops_into_the_fourth_column_and_prints_the_whole_matrix() -> None:
    assert lines(started(), "4 ADD") == [*EMPTY[:5], "| | | |O| | | |", NUMBERS]


def test_player_1_shows_as_o_and_player_2_as_at_and_empty_cells_as_blanks() -> None:
    said = lines(started(), "1 ADD 7 ADD")
    assert said[-2] == "|O| | | | | |@|"


def test_several_words_on_a_line_run_in_order_and_each_move_prints_the_matrix() -> None:
    console = started()
    said = lines(console, "4 ADD 4 ADD 3 ADD")
    assert moves(console) == (3, 3, 2)
    assert said.count(NUMBERS) == 3
    assert said[-3:-1] == ["| | | |@| | | |", "| | |O|O| | | |"]


@pytest.mark.parametrize(
    ("typed", "how"),
    [
        ("1 ADD 2 ADD " * 3 + "1 ADD", "column"),
        ("1 ADD 1 ADD 2 ADD 2 ADD 3 ADD 3 ADD 4 ADD", "row"),
        ("1 ADD 2 ADD 2 ADD 3 ADD 3 ADD 4 ADD 3 ADD 4 ADD 4 ADD 6 ADD 4 ADD", "45 degrees"),
        ("7 ADD 6 ADD 6 ADD 5 ADD 5 ADD 4 ADD 5 ADD 4 ADD 4 ADD 2 ADD 4 ADD", "135 degrees"),
    ],
)
def test_a_line_in_each_direction_is_announced(typed: str, how: str) -> None:
    assert lines(started(), typed)[-1] == "Player 1 won", how


def test_player_2_can_win() -> None:
    assert lines(started(), "7 ADD " + "1 ADD 2 ADD " * 3 + "1 ADD")[-1] == "Player 2 won"


def test_nothing_is_lost_that_is_said_while_it_is_sent() -> None:
    """At a desk where a player thinks, others are told from a thread of its own."""
    console, heard = Console(), []
    numbers = [b"%d" % number for number in range(100_000)]
    speaker = threading.Thread(target=lambda: [console.say(n.decode()) for n in numbers])
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads take turns as often as they can
    try:
        speaker.start()
        while speaker.is_alive():
            heard += console.take().split()
    finally:
        sys.setswitchinterval(usual)
    assert heard + console.take().split() == numbers


def test_a_draw_is_announced() -> None:
    desk = Desk(Series(PRESETS["connectx"], Rules(1, 2, 2), start=0))
    assert lines(started(desk=desk), "0 ADD 1 ADD")[-1] == "Draw game"


def test_after_the_end_add_is_refused_until_new() -> None:
    console = started()
    lines(console, "1 ADD 2 ADD " * 3 + "1 ADD")
    assert lines(console, "3 ADD") == ["error: the game is over; NEW starts another"]
    assert lines(console, "NEW") == EMPTY
    assert errors(lines(console, "3 ADD")) == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ADD", "error: the stack is empty; ADD takes a number, as in 4 ADD"),
        ("0 ADD", "error: there is no column 0; open columns: 1 2 3 4 5 6 7"),
        ("8 ADD", "error: there is no column 8; open columns: 1 2 3 4 5 6 7"),
        ("-1 ADD", "error: there is no column -1; open columns: 1 2 3 4 5 6 7"),
        ("DROP", "error: unknown word DROP; WORDS lists those that are known"),
        ("4.5", "error: unknown word 4.5; WORDS lists those that are known"),
        ("UNDO", "error: there is no move to take back"),
        ("9" * 50 + " ADD", "error: there is no column beyond 10^17; open columns: 1 2 3 4 5 6 7"),
    ],
)
def test_an_error_is_one_line_and_changes_nothing_on_the_board(typed: str, said: str) -> None:
    console = started()
    assert lines(console, typed) == [said]
    assert moves(console) == ()


def test_a_full_column_is_one_error_line() -> None:
    console = started()
    lines(console, "4 ADD " * 6)
    assert lines(console, "4 ADD") == ["error: column 4 is full; open columns: 1 2 3 5 6 7"]


def test_an_error_drops_the_rest_of_its_line_and_moves_before_it_stand() -> None:
    console = started()
    said = lines(console, "4 ADD 9 ADD 1 ADD")
    assert moves(console) == (3,)
    assert len(errors(said)) == 1
    assert lines(console, "2 ADD")[-2] == "| |@| |O| | | |"


def test_an_error_empties_the_stack() -> None:
    console = started()
    lines(console, "1 2 3 foo")
    assert lines(console, ".S") == ["<0>"]
    lines(console, "5 6 9 ADD")
    assert lines(console, ".S") == ["<0>"]


def test_add_takes_its_number_and_leaves_those_below() -> None:
    console = started()
    lines(console, "1 2 3 ADD")
    assert lines(console, ".S") == ["<2> 1 2"]
    lines(console, "ADD ADD")
    assert moves(console) == (2, 1, 0)


def test_words_are_case_insensitive() -> None:
    console = started()
    lines(console, "4 add 4 Add 4 aDD")
    assert moves(console) == (3, 3, 3)
    assert lines(console, "board")[-1] == NUMBERS


def test_board_prints_the_matrix_again_and_changes_nothing() -> None:
    console = started()
    said = lines(console, "4 ADD")
    assert lines(console, "BOARD") == said


def test_undo_takes_the_last_disc_off_and_prints_the_matrix() -> None:
    console = started()
    lines(console, "4 ADD 3 ADD")
    assert lines(console, "UNDO UNDO")[-7:] == EMPTY
    assert moves(console) == ()


def test_undo_reopens_a_finished_game() -> None:
    console = started()
    lines(console, "1 ADD 2 ADD " * 3 + "1 ADD")
    lines(console, "UNDO")
    assert errors(lines(console, "3 ADD")) == []
    assert len(moves(console)) == 7


@pytest.mark.parametrize("word", ["HELP", "WORDS", "help"])
def test_help_and_words_list_every_word(word: str) -> None:
    said = "\n".join(lines(started(), word))
    for name in ("ADD", "NEW", "BOARD", "UNDO", "HELP", "WORDS", ".S", "BYE", "JOIN"):
        assert re.search(rf"^{re.escape(name)} ", said, re.M)


def test_bye_ends_and_what_follows_is_not_read() -> None:
    console = started()
    console.feed(b"4 ADD BYE 3 ADD\n2 ADD\n")
    assert console.ended
    assert moves(console) == (3,)


def test_the_end_of_input_ends_and_a_last_line_without_an_end_counts() -> None:
    console = started()
    console.feed(b"4 ADD")
    assert moves(console) == ()
    console.finish()
    assert moves(console) == (3,)
    assert console.ended


@pytest.mark.parametrize(
    "typed",
    [
        "4 ADD ( the middle ) 3 ADD",
        "( ADD ) 4 ADD 3 ADD \\ 9 ADD foo",
        "4 ( a ) ADD ( b c ) 3 ADD (never closed 9 ADD",
        "\\ nothing\n4 ADD 3 ADD",
        "4 ADD (tight)3 ADD",
        "\\\n4 ADD\n()\n3 ADD",
    ],
)
def test_comments_are_not_read(typed: str) -> None:
    console = started()
    said = console.feed(typed.encode() + b"\n").decode()
    assert "error" not in said
    assert moves(console) == (3, 2)


# ---------------------------------------------------------------------------------- the line itself


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_cr_lf_and_cr_lf_together_end_a_line_once(end: bytes) -> None:
    console = started()
    said = console.feed(b"4 ADD" + end + b"foo" + end + b"3 ADD" + end).decode()
    assert moves(console) == (3, 2)
    assert said.count("error") == 1


def test_cr_lf_that_arrives_in_two_pieces_is_one_end() -> None:
    console = Console(echo=True, newline="\r\n")
    console.start()
    console.feed(b"\r")
    assert console.feed(b"\n") == b""
    assert console.feed(b"\n") == b"\r\n"


def test_every_split_of_the_bytes_gives_the_same_answer() -> None:
    typed = b"4 ADD 4 AD\x08\x08DDD\x08 ADD\r\n3 ADD ( x )\rfoo\n2 ADD\x7f\x7f\x7fADD\r\n"
    whole = started().feed(typed)
    for seed in range(50):
        chance, console, said, rest = random.Random(seed), started(), b"", typed
        while rest:
            size = chance.randint(1, 5)
            said, rest = said + console.feed(rest[:size]), rest[size:]
        assert said == whole


@pytest.mark.parametrize("key", [b"\x08", b"\x7f"])
def test_backspace_takes_back_what_was_typed_and_no_more(key: bytes) -> None:
    console = started()
    console.feed(key * 5 + b"5" + key + b"4 ADX" + key + b"D\n")
    assert moves(console) == (3,)


def test_backspace_is_echoed_so_that_the_character_vanishes() -> None:
    console = Console(echo=True, newline="\r\n")
    console.start()
    assert console.feed(b"5\x084") == b"5\b \b4"
    assert console.feed(b"\x08\x08\x08") == b"\b \b"


def test_what_is_typed_is_echoed_and_lines_end_with_cr_lf() -> None:
    console = Console(echo=True, newline="\r\n")
    console.start()
    assert console.feed(b".S\r") == b".S\r\n<0>\r\n"


def test_noise_on_the_line_is_dropped() -> None:
    console = started()
    console.feed(b"\x00\xff4\x80 \x01A\xfeD\x07D\x1b[A\x1b[1;5C\x1bOB\n")
    assert moves(console) == (3,)


def test_a_line_that_was_given_up_with_ctrl_u_or_ctrl_c_is_forgotten() -> None:
    console = started()
    console.feed(b"9 ADD\x154 ADD\n9 ADD\x033 ADD\n")
    assert moves(console) == (3, 2)


def test_a_tab_is_a_blank() -> None:
    console = started()
    console.feed(b"4\tADD\n")
    assert moves(console) == (3,)


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_bytes_leave_a_console_that_still_plays(noise: bytes) -> None:
    console = started()
    console.feed(noise)
    if not console.ended:
        console.feed(b"\n NEW 4 ADD\n")
        assert moves(console) == (3,)


@pytest.mark.unwatched
def test_a_line_without_end_is_refused_without_filling_the_memory() -> None:
    console = started()
    for _ in range(11):
        console.feed(b"4 " * 50_000)
    assert lines(console, "") == ["error: a line is at most 1048576 characters long"]
    assert errors(lines(console, "4 ADD")) == []


@pytest.mark.unwatched
def test_a_stack_without_end_is_refused() -> None:
    console = started()
    assert lines(console, "1 " * 70_000) == ["error: the stack is full"]


def test_work_is_done_in_pieces_and_none_of_it_is_lost() -> None:
    """Whoever works at many consoles had to do a whole line, whatever it asked for."""
    typed = b"1 " * 20_000 + b".S " * 20 + b"4 ADD\n"
    at_once, console = Console(), Console()
    console.receive(typed)
    pieces = []
    while console.waits:
        pieces.append(console.work())
    assert b"".join(pieces) == at_once.feed(typed)
    assert len(pieces) > len(typed) / MOST_STEPS
    assert max(map(len, pieces)) < MOST_SAID + len(b"<20000> " + b"1 " * 20_000)


def test_a_long_unknown_word_is_shortened_in_the_error() -> None:
    assert len(lines(started(), "x" * 5000)[0]) < 120


@pytest.mark.unwatched
def test_10_000_words_on_one_line_and_on_many_are_all_read() -> None:
    words = "NEW 4 ADD 4 ADD 5 ADD UNDO " * 1250
    for text in (words, words.replace(" UNDO ", " UNDO\n")):
        console = started()
        said = console.feed(text.encode() + b"\n").decode()
        assert said.count(NUMBERS) == 5 * 1250
