"""The game at a terminal: dialogues as scripted players meet them, and real terminals."""

import dataclasses
import io
import itertools
import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from linefall.cli import run as run_here
from linefall.cli.guests import invite
from linefall.engine import Engine
from linefall.game import Phase
from linefall.house import CASUAL, PRESETS, HouseRules
from linefall.perfect import Perfect
from linefall.player import Guest, Limit
from linefall.record import GameRecord, MoveTime
from linefall.rules import Rules
from linefall.screen import Screen
from linefall.series import Series
from linefall.terminal import ENDED, TerminalGame
from positions import careful_board
from processes import wait_until

DATA = Path(__file__).parent / "data"
LINEFALL = [sys.executable, "-m", "linefall"]
PERSON = Guest("person")
STUBBORN = Guest("minimax", invite("left", random.Random(1)).player, forgets=False)
ESCAPE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class Typed(io.StringIO):
    """Is what somebody types: words, each followed by the Enter key."""

    def __init__(self, text: str) -> None:
        super().__init__("".join(f"{word}\n" for word in text.split()))


class Paper(io.StringIO):
    """Is what somebody sees, in an encoding that can be chosen."""

    encoding = "utf-8"


class Talk:
    """Plays a whole dialogue at once and keeps what was said."""

    def __init__(
        self,
        house: HouseRules,
        typed: str | io.StringIO,
        *,
        board: Rules | None = None,
        lots: tuple[int, ...] = (0,) * 20,
        guests: tuple[Guest, Guest] = (PERSON, PERSON),
        look: str | None = None,
        plain: bool = False,
        colour: bool = False,
    ) -> None:
        drawn = list(lots)
        self.series = Series(house, board, lot=lambda: drawn.pop(0))
        paper = Paper()
        screen = Screen(paper, plain=plain, colour=colour)
        source = Typed(typed) if isinstance(typed, str) else typed
        self.kept: list[int] = []
        game = TerminalGame(
            self.series,
            guests,
            screen=screen,
            source=source,
            look=look,
            keep=self.keep,
            clock=itertools.count().__next__,
        )
        self.status = game.run()
        self.text = paper.getvalue()
        self.lines = self.text.splitlines()

    def keep(self, series: Series, times: tuple[MoveTime | None, ...]) -> None:
        self.kept.append(series.game.board.plies)
        self.times = times

    def boards(self) -> list[str]:
        """Gives the drawings of boards, in order, without what stands beside them."""
        return re.findall(r"(?:^\|.*\n)+", re.sub(r"  (Player|Score|Turn).*", "", self.text), re.M)

    def count(self, line: str) -> int:
        return sum(part.strip() == line.strip() for part in self.lines)


def classic(typed: str, **more) -> Talk:
    """Plays the classic preset; player A is drawn by lot and has X."""
    return Talk(PRESETS["classic"], f"1 {typed}", **more)


def shapes(typed: str, **more) -> Talk:
    return Talk(PRESETS["shapes"], typed, **more)


def bitmap(typed: str, **more) -> Talk:
    return Talk(PRESETS["bitmap"], typed, **more)


def bot(name: str) -> Guest:
    return invite(name, random.Random(1))


# -------------------------------------------------------------------------------------- classic

EMPTY = "|_|_|_|_|_|_|_|"
NUMBERS = "|1|2|3|4|5|6|7|"
A_WINS = "1 y 2 y 1 y 2 y 1 y 2 y 1"


def test_classic_the_screen_shows_rows_numbers_and_four_facts() -> None:
    talk = classic("")
    start = talk.lines.index(EMPTY + "  Player A: X")
    assert talk.lines[start : start + 7] == [
        EMPTY + "  Player A: X",
        EMPTY + "  Player B: O",
        EMPTY + "  Score A to B: 0 to 0",
        EMPTY + "  Turn: Player A",
        EMPTY,
        EMPTY,
        NUMBERS,
    ]


def test_players_are_called_beside_the_board_as_in_the_question() -> None:
    """Where games are played in series, a name in small letters stood there as it was written."""
    talk = Talk(dataclasses.replace(PRESETS["classic"], names=("ann", "ben")), "1 q")
    assert EMPTY + "  Ann: X" in talk.lines
    assert EMPTY + "  Turn: Ann" in talk.lines
    assert "Ann, column 1..7: " in talk.text


@pytest.mark.parametrize(
    ("lot", "typed", "marks"), [(0, "0", "OX"), (0, "1", "XO"), (1, "0", "XO"), (1, "1", "OX")]
)
def test_classic_the_player_drawn_by_lot_chooses_the_symbol(lot, typed, marks) -> None:
    talk = Talk(PRESETS["classic"], typed, lots=(lot,))
    assert talk.text.startswith(f"Player {'AB'[lot]}, choose 0 for O or 1 for X: ")
    assert f"Player A: {marks[0]}" in talk.text
    assert f"Player B: {marks[1]}" in talk.text


def test_classic_anything_else_than_0_or_1_for_the_symbol_is_asked_again() -> None:
    talk = Talk(PRESETS["classic"], "2 x O 00 -1 1")
    assert talk.text.count("choose 0 for O or 1 for X") == 6
    assert "Player A: X" in talk.text


def test_classic_player_a_moves_first_whoever_chose_the_symbol() -> None:
    for lot in (0, 1):
        assert "Player A, column 1..7: " in Talk(PRESETS["classic"], "1", lots=(lot,)).text


def test_classic_discs_of_1_and_7_lie_at_index_0_and_6() -> None:
    talk = classic("1 y 7 y")
    assert "|X|_|_|_|_|_|O|" in talk.text
    assert [i for i, disc in enumerate(talk.series.game.view(0)) if disc] == [0, 6]


@pytest.mark.parametrize("answer", ["1", "y", "yes", "Y", "YES"])
def test_classic_yes_to_are_you_sure_passes_the_turn(answer) -> None:
    talk = classic(f"4 {answer}")
    assert talk.text.count("are you sure?") == 1
    assert talk.series.to_move == 1


@pytest.mark.parametrize("answer", ["0", "n", "no", "N", "No"])
def test_classic_no_to_are_you_sure_is_a_redo(answer) -> None:
    talk = classic(f"4 {answer}")
    assert talk.series.game.redos_left == (2, 3)
    assert talk.series.game.board.plies == 0
    assert "Redo: 2 redos left" in talk.lines
    assert talk.series.to_move == 0


def test_classic_anything_else_to_are_you_sure_is_asked_again_and_no_slip() -> None:
    talk = classic("4 2 maybe 10 yess y")
    assert talk.text.count("are you sure?") == 5
    assert talk.series.game.slips_left == (3, 3)
    assert talk.series.to_move == 1


def test_classic_a_fourth_no_lets_the_move_stand() -> None:
    talk = classic("4 n 4 n 4 n 4 n")
    assert "No redos left: the move stands" in talk.lines
    assert talk.series.game.board.moves == (3,)
    assert talk.series.to_move == 1


def test_classic_each_slip_warns_how_many_remain_and_asks_the_same_player() -> None:
    talk = classic("8 zero 0")
    warnings = [line for line in talk.lines if "left" in line]
    assert warnings == [
        "There is no column 8; open columns: 1 2 3 4 5 6 7; 2 slips left",
        "'zero' is no column; open columns: 1 2 3 4 5 6 7; 1 slip left",
        "There is no column 0; open columns: 1 2 3 4 5 6 7; 0 slips left",
    ]
    assert talk.text.count("Player A, column 1..7: ") == 4


def test_classic_a_full_column_is_a_slip() -> None:
    talk = classic("4 y 4 y 4 y 4 y 4 y 4 y 4")
    assert "Column 4 is full; open columns: 1 2 3 5 6 7; 2 slips left" in talk.lines


def test_classic_a_fourth_slip_by_a_gives_b_the_game_and_a_point() -> None:
    talk = classic("8 8 8 8")
    assert talk.lines[talk.lines.index("Player B won") + 1] == "Score A to B: 0 to 1"
    assert talk.series.score == (0, 1)
    assert talk.lines[-1] == "next game? (1 plays another): "


@pytest.mark.parametrize(
    "typed", ["four", "4.0", "4,", "", "--4", "\u0664", "4 4", "0x4", "x" * 50_000, "\x1b[A"]
)
def test_classic_what_is_no_number_is_a_slip(typed) -> None:
    talk = Talk(PRESETS["classic"], io.StringIO(f"1\n{typed}\n"))
    assert talk.series.game.slips_left == (2, 3)
    assert "\x1b" not in talk.text
    assert max(map(len, talk.lines)) < 200


@pytest.mark.parametrize("typed", ["999999999999999999999999", "-1", "9" * 6000, "-" + "9" * 6000])
def test_classic_a_number_far_outside_is_a_slip(typed) -> None:
    assert classic(typed).series.game.slips_left == (2, 3)


@pytest.mark.parametrize("typed", ["+4", "04", " 4 ", "4\r"])
def test_classic_a_number_may_be_written_in_other_ways(typed) -> None:
    talk = Talk(PRESETS["classic"], io.StringIO(f"1\n{typed}\n"))
    assert talk.series.game.board.moves == (3,)


def test_classic_the_letters_of_commands_are_never_slips() -> None:
    talk = classic("u h ? U H q")
    assert talk.series.game.slips_left == (3, 3)
    assert "No redo: there is no move to take back." in talk.lines
    assert talk.lines[-1] == "Good bye."
    assert talk.status == 0


def test_classic_a_winning_move_ends_the_game_before_any_question() -> None:
    talk = classic(A_WINS)
    assert talk.text.count("are you sure?") == 6
    assert talk.lines[-3:] == [
        "Player A won",
        "Score A to B: 1 to 0",
        "next game? (1 plays another): ",
    ]
    assert talk.series.score == (1, 0)


def test_classic_player_b_can_win_too() -> None:
    assert "Player B won" in classic("7 y 1 y 7 y 1 y 7 y 1 y 6 y 1").lines


def test_classic_42_discs_without_a_line_are_a_draw_and_neither_score_changes() -> None:
    talk = classic(f"{drawn_game()} 0", look="plain")
    assert "Draw game" in talk.lines
    assert talk.series.score == (0, 0)
    assert talk.status == 0


def drawn_game() -> str:
    """Gives a game of 42 discs without a line; all but the last are sure."""
    moves = careful_board(Rules(), 42, random.Random(1)).moves
    return " y ".join(str(column + 1) for column in moves)


def test_classic_1_plays_another_game_with_the_score_kept_and_slips_and_redos_fresh() -> None:
    talk = classic(f"9 {A_WINS} 1 4 n")
    assert "Score A to B: 1 to 0" in talk.text
    assert talk.series.game.slips_left == (3, 3)
    assert talk.series.game.redos_left == (2, 3)
    assert talk.text.count("choose 0 for O") == 1


@pytest.mark.parametrize("typed", ["0", "2", "y", "yes", "q", "", "11"])
def test_classic_anything_but_1_ends_the_series(typed) -> None:
    talk = classic(f"{A_WINS} {typed}")
    assert talk.status == 0
    assert talk.series.score == (1, 0)


def test_classic_a_player_that_is_no_person_chooses_x_and_is_always_sure() -> None:
    talk = Talk(PRESETS["classic"], "", guests=(bot("left"), bot("right")))
    assert "Player A: X" in talk.text
    assert "are you sure?" not in talk.text
    assert "next game?" not in talk.text
    assert talk.lines[-1] == "Player A won"
    assert talk.status == 0


def test_classic_end_of_input_ends_with_a_message_and_status_1() -> None:
    for typed in ("", "4", "4 y", "9"):
        talk = classic(typed)
        assert (talk.status, talk.lines[-1]) == (1, ENDED)


def test_classic_resigning_gives_the_other_the_game_and_a_point() -> None:
    talk = classic("4 y r 0")
    assert talk.lines[-4:-2] == ["Player B resigned.", "Player A won"]
    assert talk.series.score == (1, 0)


# --------------------------------------------------------------------------------------- shapes

ENTER = "Enter a bin index in [0, 6) that is not full: "
AGAIN = "Re-enter a bin index in [0, 6) that is not full: "


def test_shapes_shows_the_empty_board_first_then_the_count_the_colour_and_the_question() -> None:
    rule, row = "+--+--+--+--+--+--+", "|  |  |  |  |  |  |"
    assert shapes("").lines == [
        *([rule, row] * 4),
        *(rule, " 0  1  2  3  4  5"),
        *("add shape: 1, player: red", ENTER, ENDED),
    ]


def test_shapes_the_fifth_shape_is_red() -> None:
    assert "add shape: 5, player: red" in shapes("0 1 2 3").lines
    assert "add shape: 6, player: blue" in shapes("0 1 2 3 4").lines


@pytest.mark.parametrize("typed", ["6", "-1", "x", "1.5", "100000000000000000000", "1st"])
def test_shapes_an_invalid_bin_is_told_and_asked_again(typed) -> None:
    talk = shapes(f"{typed}")
    start = talk.lines.index(ENTER)
    assert talk.lines[start:] == [ENTER, "invalid bin index, needs to be in [0, 6)", AGAIN, ENDED]


def test_shapes_a_full_bin_is_told_and_asked_again() -> None:
    talk = shapes("0 0 0 0 0")
    assert talk.lines[-4:] == [ENTER, "the bin is full", AGAIN, ENDED]


def test_shapes_never_gives_up_on_its_own() -> None:
    talk = shapes("9 " * 500 + "3")
    assert talk.text.count("Re-enter") == 500
    assert talk.series.game.board.moves == (3,)


def test_shapes_end_of_input_is_a_message_and_a_status_that_is_not_0() -> None:
    talk = shapes("0 1")
    assert (talk.status, talk.lines[-1]) == (1, ENDED)


def test_shapes_1_0_1_2_1_3_1_is_a_vertical_win_of_red_with_bin_1_all_marked() -> None:
    talk = shapes("1 0 1 2 1 3 1", look="bins")
    assert talk.lines[-7:] == ["1", "2 2 2 2", "1", "1", "empty", "empty", "winner: red"]
    assert talk.status == 0


def test_shapes_0_1_0_2_1_3_0_4_is_a_horizontal_win_of_blue_in_bins_1_to_4() -> None:
    talk = shapes("0 1 0 2 1 3 0 4", look="numbers")
    assert talk.lines[-5:] == [
        " , , , , , ,",
        "0, , , , , ,",
        "0,0, , , , ,",
        "0,3,3,3,3, ,",
        "winner: blue",
    ]


def test_shapes_a_full_board_without_a_line_is_a_tie() -> None:
    moves = careful_board(Rules(4, 6, 4), 24, random.Random(1)).moves
    talk = shapes(" ".join(map(str, moves)))
    assert talk.lines[-1] == "a tie"
    assert "winner" not in talk.text


def test_shapes_glyphs_are_wrapped_in_their_colour_and_reset_also_in_a_pipe() -> None:
    talk = shapes("1 0 1 2 1 3 1", colour=True)
    assert "\x1b[31m\u2b24\x1b[0m" in talk.text
    assert "\x1b[34m\u2b1f\x1b[0m" in talk.text
    assert "\x1b[31m\u25c9\x1b[0m" in talk.text
    assert "\x1b[34m\u2b54\x1b[0m" in shapes("0 1 0 2 1 3 0 4", colour=True).text


def test_shapes_each_cell_is_two_columns_wide() -> None:
    talk = shapes("1 0 1 2 1 3 1")
    rows = [line for line in talk.lines if line.startswith(("|", "+"))]
    assert {len(row) for row in rows} == {19}


@pytest.mark.parametrize(
    ("board", "bins", "rows"),
    [((5, 7, 4), 7, 5), ((1, 5, 4), 5, 4), ((4, 3, 4), 5, 4), ((6, 12, 4), 12, 6)],
)
def test_shapes_takes_any_size_and_raises_small_ones(board, bins, rows) -> None:
    talk = shapes("", board=Rules(*board))
    assert f"Enter a bin index in [0, {bins}) that is not full: " in talk.text
    assert talk.text.count("|" + "  |" * bins) == rows


@pytest.mark.parametrize("board", ["0x0x4", "-1x3x4", "1x1x4", "04x05x4"])
def test_shapes_no_size_is_too_small_for_the_command(board) -> None:
    """A size of 0, which is no board at all, was an error."""
    ran = run("--rules", "shapes", "--board", board, typed="5\n")
    assert ran.stderr == ""
    assert "invalid bin index, needs to be in [0, 5)" in ran.stdout
    assert ran.stdout.count("|  |  |  |  |  |") == 4


@pytest.mark.parametrize("board", ["0x7x4", "0x5", "101x5x4", "4x6x0"])
def test_other_boards_that_cannot_be_are_errors(board, capsys) -> None:
    house = "classic" if board == "0x7x4" else "shapes"
    assert run_here(["play", "--rules", house, "--board", board]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_shapes_commands_work_and_the_count_is_told_again() -> None:
    talk = shapes("0 u r")
    assert "No redo: moves are not taken back here." in talk.lines
    assert talk.lines[-2:] == ["Blue resigned.", "winner: red"]


def test_a_hint_speaks_of_bins_where_bins_are_asked_for_and_of_columns_elsewhere() -> None:
    typed = "1\n0\n1\n0\n1\n0\nH\nq\n"
    assert "\nHint: bin 1 wins at once.\n" in run("--rules", "shapes", typed=typed).stdout
    ran = run("--rules", "connectx", "--seed", "1", typed=typed)
    assert "\nHint: column 1 wins at once.\n" in ran.stdout


# --------------------------------------------------------------------------------------- bitmap


def test_bitmap_the_drawn_starter_chooses_a_colour_by_name_or_number() -> None:
    for typed, marks in zip(
        ("yellow", "RED", "0", "1", "y", "R"), ("YR", "RY", "YR", "RY", "YR", "RY"), strict=True
    ):
        talk = bitmap(typed, lots=(0,))
        assert talk.text.startswith("Player 1, choose 0 for yellow or 1 for red: ")
        assert f"Player 1: {marks[0]}" in talk.text
        assert f"Player 2: {marks[1]}" in talk.text
        assert "Player 1, column 0..6: " in talk.text


def test_bitmap_the_starter_is_drawn_by_lot() -> None:
    assert "Player 2, column 0..6: " in bitmap("yellow", lots=(1,)).text


def test_bitmap_the_third_mistake_loses() -> None:
    talk = bitmap("0 7 x 9")
    assert talk.lines[-2:] == [
        "Player 1 made one slip too many: there is no column 9.",
        "Player 2 won",
    ]
    assert talk.status == 0


def test_bitmap_undo_by_whoever_moved_last_and_the_fourth_loses() -> None:
    talk = bitmap("0 3 u 3 u 3 u 3 u")
    assert talk.lines[-2:] == ["Player 1 asked for one redo too many.", "Player 2 won"]
    talk = bitmap("0 3 4 u")
    assert talk.series.game.board.moves == (3,)
    assert talk.series.game.redos_left == (3, 2)


def test_bitmap_undo_against_a_bot_that_answered_is_refused_and_free() -> None:
    talk = bitmap("0 3 u", guests=(PERSON, bot("left")))
    assert "No redo: the move before was answered." in talk.lines
    assert talk.series.game.redos_left == (3, 3)


def test_bitmap_a_line_wins_and_is_announced() -> None:
    assert bitmap("0 0 1 0 1 0 1 0").lines[-1] == "Player 1 won"


# ------------------------------------------------------------------- console, connectx, casual


def test_console_preset_at_a_terminal_shows_the_matrix_and_takes_any_move_back() -> None:
    talk = Talk(PRESETS["console"], "4 4 u 9 x")
    assert "| | | |O| | | |" in talk.text
    assert "| | | |@| | | |" in talk.text
    assert talk.series.game.board.moves == (3,)
    assert "There is no column 9; open columns: 1 2 3 4 5 6 7" in talk.lines


def test_console_preset_takes_the_own_move_back_with_a_programs_answer() -> None:
    """Only the program's disc went, and it dropped it again at once."""
    talk = Talk(PRESETS["console"], "4 5 u", guests=(PERSON, bot("left")), plain=True)
    assert talk.series.game.board.moves == (3, 0)
    assert "Player 1 takes back columns 1 and 5." in talk.lines


WON = "1 2 1 2 1 2 1"
AFTER = "u takes the last move back, anything else ends: "


def test_console_preset_u_reopens_a_finished_game_any_number_of_times() -> None:
    """The game ended at the win, and a u after it was never read."""
    talk = Talk(PRESETS["console"], f"{WON} u 1 UNDO undo 7 1 n")
    assert talk.text.count(AFTER) == 3
    assert talk.series.game.board.moves == (0, 1, 0, 1, 0, 6, 0)
    assert talk.lines[-2:] == ["Player 1 won", AFTER]
    assert (talk.status, talk.series.phase) == (0, Phase.OVER)
    assert len(talk.times) == 7


@pytest.mark.parametrize("typed", ["", "q", "1"])
def test_console_preset_anything_else_after_the_end_ends_with_status_0(typed) -> None:
    talk = Talk(PRESETS["console"], f"{WON} {typed}")
    assert (talk.status, talk.lines[-1]) == (0, AFTER)


def test_console_preset_after_a_loss_the_own_move_and_the_programs_answer_are_taken_back() -> None:
    talk = Talk(PRESETS["console"], "4 5 4 7 u q", guests=(PERSON, bot("left")))
    assert talk.series.game.board.moves == (3, 0, 4, 0, 3, 0)
    assert talk.status == 0


def test_nothing_is_asked_after_the_end_where_no_move_can_be_taken_back() -> None:
    assert Talk(PRESETS["console"], "r").lines[-1] == "Player 2 won"
    assert Talk(PRESETS["console"], "4 5 4 7", guests=(PERSON, STUBBORN)).text.count(AFTER) == 0
    assert Talk(PRESETS["shapes"], "1 0 1 2 1 3 1").lines[-1] == "winner: red"


def test_a_series_in_which_any_move_is_taken_back_asks_for_both_and_again_after_a_refusal() -> None:
    house = dataclasses.replace(PRESETS["console"], name="long", series=True, redos=1)
    talk = Talk(house, f"{WON} u 1 {'u ' * 2000} 1 4")
    asked = "next game? (1 plays another, u takes the last move back): "
    assert talk.text.count(asked) == 2002
    assert "No redos left: the move stands" in talk.text
    assert (talk.series.score, talk.series.game.board.moves) == ((1, 0), (3,))


@pytest.mark.parametrize("word", ["UNDO", "undo", "Undo"])
def test_undo_is_a_word_for_u_in_every_house(word) -> None:
    assert Talk(CASUAL, f"4 {word}").series.game.board.plies == 0
    assert classic(f"4 {word}").series.game.redos_left == (2, 3)
    assert "No redo: moves are not taken back here." in shapes(word).lines


def test_a_saved_game_that_was_over_can_be_reopened(tmp_path) -> None:
    file = str(tmp_path / "game.json")
    run("--rules", "console", "--save", file, typed="".join(f"{word}\n" for word in WON.split()))
    ran = run("--resume", file, typed="u\n7\n")
    assert (ran.returncode, ran.stdout.count(AFTER)) == (1, 1)
    assert GameRecord.load(file).moves == (0, 1, 0, 1, 0, 1, 6)


@pytest.mark.parametrize("typed", ["7", "x", "-1"])
def test_connectx_an_illegal_move_loses_at_once(typed) -> None:
    talk = Talk(PRESETS["connectx"], typed, lots=(0,))
    assert talk.lines[-2].startswith("Player A made an illegal move: ")
    assert talk.lines[-1] == "Player B won"


def test_connectx_plays_any_board_and_counts_from_0() -> None:
    talk = Talk(PRESETS["connectx"], "0", lots=(1,), board=Rules(1, 12, 3))
    assert "Player B, column 0..11: " in talk.text
    assert "| O| _|" in talk.text


def test_a_board_lower_than_its_facts_leaves_no_empty_lines() -> None:
    ran = run("--rules", "connectx", "--board", "1x1x1", "--seed", "1", typed="0\n")
    assert ran.stdout.endswith("0..0: \n|X|  Player A: X\n|0|  Player B: O\nPlayer A won\n")


def test_connectx_an_empty_line_is_not_a_move() -> None:
    talk = Talk(PRESETS["connectx"], io.StringIO("\n\n3\n"), lots=(0,))
    assert talk.series.game.board.moves == (3,)


@pytest.mark.parametrize(
    ("house", "other", "listed"),
    [
        ("classic", PERSON, True),
        ("classic", STUBBORN, True),  # before it has heard of the move
        ("shapes", PERSON, False),
        ("console", PERSON, True),
        ("console", STUBBORN, False),
        ("connectx", PERSON, False),
        ("bitmap", PERSON, True),
        ("bitmap", bot("left"), False),  # it answers at once
    ],
)
def test_help_lists_u_only_where_a_move_can_be_taken_back(house, other, listed) -> None:
    typed = {"classic": "1 ?", "bitmap": "0 ?"}.get(house, "?")
    talk = Talk(PRESETS[house], typed, guests=(PERSON, other))
    assert talk.text.count("h: hint; r: resign; ?: this help; q: quit") == 1
    assert ("u: take a move back" in talk.text) == listed


def test_casual_a_person_takes_back_the_own_move_and_the_bots_answer() -> None:
    talk = Talk(CASUAL, "4 u", guests=(PERSON, bot("left")))
    assert talk.series.game.board.plies == 0
    assert talk.lines[0] == "You are Red (X) against left. Type ? for help."
    assert "Red: X (you)" in talk.text
    assert "Yellow: O (left)" in talk.text
    assert "Yellow plays 1" in talk.lines


@pytest.mark.parametrize("house", [*PRESETS.values(), CASUAL], ids=lambda house: house.name)
@pytest.mark.parametrize("look", [None, "letters", "shapes", "matrix", "numbers", "bins", "plain"])
def test_every_preset_is_played_to_its_end_by_bots_in_every_look(house, look) -> None:
    talk = Talk(house, "", guests=(bot("left"), bot("rand")), look=look)
    assert talk.status == 0
    assert talk.series.game.verdict is not None


UNPROVED = "perfect could not prove this move in time and plays as the engine would."


def test_the_perfect_player_says_once_that_it_could_not_prove_a_move() -> None:
    hurried = Guest("perfect", Perfect(), Limit(seconds=0.05), kind="engine")
    talk = Talk(CASUAL, "1 20", board=Rules(20, 20, 5), guests=(PERSON, hurried))
    assert talk.series.game.board.plies == 4
    assert talk.count(UNPROVED) == 1
    assert talk.lines[talk.lines.index(UNPROVED) + 1].startswith("Yellow plays ")


def test_neither_a_proved_move_nor_an_engine_that_proves_nothing_is_told() -> None:
    engine = Guest("engine", Engine(), Limit(seconds=0.05), kind="engine")
    assert "prove" not in Talk(CASUAL, "1", board=Rules(9, 9, 5), guests=(PERSON, engine)).text
    perfect = invite("perfect", random.Random(1))
    talk = Talk(CASUAL, "1 2", board=Rules(3, 4, 3), guests=(PERSON, perfect))
    assert talk.series.game.board.plies >= 4
    assert "prove" not in talk.text


def test_after_each_event_the_game_is_handed_over_to_be_kept() -> None:
    assert shapes("0 1 9 2").kept == [0, 1, 2, 2, 3]


def test_the_seconds_of_each_move_are_kept_and_those_of_moves_taken_back_are_not() -> None:
    assert len(shapes("0 1 9 2").times) == 3
    assert all(time is not None and time.wall > 0 for time in shapes("0 1").times)
    assert len(classic("4 y 3 n 2 y").times) == 2
    assert len(classic(f"{A_WINS} 1 4").times) == 1


# ---------------------------------------------------------------------------------------- plain


def test_plain_speaks_one_sentence_for_each_event_and_draws_nothing() -> None:
    assert shapes("2 9 u 2 q", plain=True, colour=True).lines == [
        "Game 1: 4 rows, 6 bins, 4 in line win. Red starts.",
        "It is Red's turn.",
        "add shape: 1, player: red",
        ENTER,
        "Red drops into bin 2, row 1.",
        "It is Blue's turn.",
        "add shape: 2, player: blue",
        ENTER,
        "invalid bin index, needs to be in [0, 6)",
        AGAIN,
        "No redo: moves are not taken back here.",
        "add shape: 2, player: blue",
        ENTER,
        "Blue drops into bin 2, row 2.",
        "It is Red's turn.",
        "add shape: 3, player: red",
        ENTER,
        "Good bye.",
    ]


def test_the_plain_look_shows_the_marks_that_the_facts_name() -> None:
    talk = Talk(PRESETS["classic"], "0 1 y 2 y", look="plain")
    start = talk.lines.index(" O X . . . . .")
    assert talk.lines[start - 5] == " . . . . . . .  Player A: O"
    assert talk.lines[start + 1] == " 1 2 3 4 5 6 7"


def test_plain_tells_the_end_once_in_a_sentence_and_in_the_words_of_the_house() -> None:
    talk = shapes("1 0 1 2 1 3 1", plain=True)
    assert talk.lines[-2:] == ["Red has 4 in line (vertical).", "winner: red"]


def test_plain_tells_a_bin_that_cannot_be_in_the_words_of_the_house() -> None:
    talk = shapes("6 x 0 0 0 0 0", plain=True)
    assert talk.count("invalid bin index, needs to be in [0, 6)") == 2
    assert talk.count("the bin is full") == 1
    assert "open bins" not in talk.text


def test_plain_still_counts_slips_where_a_house_that_asks_for_bins_does() -> None:
    house = dataclasses.replace(PRESETS["shapes"], name="strict", slips=1)
    said = "There is no bin 6; open bins: 0 1 2 3 4 5; 0 slips left."
    assert said in Talk(house, "6", plain=True).lines


def test_plain_draws_a_board_without_colours_when_a_look_is_asked_for() -> None:
    talk = shapes("1", plain=True, look="shapes", colour=True)
    assert "\u2b24" in talk.text
    assert "\x1b" not in talk.text


# ----------------------------------------------------------------- the command, as strangers do


def run(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*LINEFALL, "play", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        env=os.environ | {"PYTHONUTF8": "1"} | environment,
    )


CLASSIC_DIALOGUE = "2 1 4 y 4 y 9 3 n 3 1 5 maybe 0 5 yes 2 1 7 y 1 1 8 8 8 8 0"
SHAPES_DIALOGUE = "5 5 5 x 5 5 0 1 6 0 2 -1 1 3 0 4"


def assert_snapshot(name: str, text: str) -> None:
    """Compares with the recorded dialogue; LINEFALL_RECORD=1 records it anew, to be read."""
    path = DATA / name
    if os.environ.get("LINEFALL_RECORD"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_the_whole_dialogue_of_a_classic_series_is_as_recorded() -> None:
    typed = CLASSIC_DIALOGUE.replace(" ", "\n") + "\n"
    ran = run("--rules", "classic", "--seed", "1", typed=typed)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert_snapshot("classic.txt", ran.stdout)


def test_the_whole_dialogue_of_a_shapes_game_is_as_recorded() -> None:
    ran = run("--rules", "shapes", typed=SHAPES_DIALOGUE.replace(" ", "\n") + "\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert_snapshot("shapes.txt", ran.stdout)


def test_no_colour_codes_with_no_color_or_plain() -> None:
    for options, environment in (((), {"NO_COLOR": "1"}), (("--plain",), {})):
        ran = run("--rules", "shapes", *options, typed="0\n1\n", **environment)
        assert "\x1b" not in ran.stdout


def test_an_output_that_knows_ascii_only_gets_letters() -> None:
    ran = run("--rules", "shapes", typed="0\n1\n", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert "R\x1b[0m |" in ran.stdout
    assert ran.stdout.isascii()
    assert ran.returncode == 1


def test_bytes_that_are_no_text_are_a_slip_and_no_crash() -> None:
    ran = subprocess.run(
        [*LINEFALL, "play", "--rules", "classic", "--seed", "1"],
        input=b"1\n\xff\xfe\x80\n4\n",
        capture_output=True,
        timeout=60,
    )
    assert ran.stderr == b""
    assert b"2 slips left" in ran.stdout
    assert ran.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rules", "chess"), "no rules named 'chess'; possible: classic, shapes, console"),
        (("--rules", "gone.toml"), "gone.toml: cannot be read: No such file"),
        (("--rules", "classic", "--board", "8x8x4"), "classic is played on 6x7x4 only"),
        (("--board", "6x7"), "6x7"),
        (("--first", "nobody"), "nobody"),
        (("--look", "oil"), "oil"),
        (("--resume", "gone.json"), "gone.json: cannot be read: No such file"),
        (("--resume", "x", "--rules", "classic"), "--resume brings its own; leave out --rules"),
        (("--rules", "shapes", "--save", "/gone/game.json"), "/gone/game.json: cannot be written"),
    ],
)
def test_bad_options_are_one_line_and_status_2(arguments, said, capsys) -> None:
    assert run_here(["play", *arguments]) == 2
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1


def test_a_users_own_preset_is_played(tmp_path) -> None:
    path = tmp_path / "friday.toml"
    path.write_text('base = "classic"\nboard = "4x4x3"\nnames = ["Ann", "Ben"]\nslips = 0\n')
    ran = run("--rules", str(path), "--seed", "1", typed="1\n9\n0\n")
    assert "Ann, column 1..4: " in ran.stdout
    assert "\nBen won\n" in ran.stdout
    for fact in ("Ann: X", "Ben: O", "Score Ann to Ben: 0 to 0", "Turn: Ann"):
        assert f"|  {fact}\n" in ran.stdout


def test_the_same_seed_draws_the_same_lots_and_chances() -> None:
    first = run("--first", "rand", "--second", "rand", "--seed", "5")
    assert first.stdout == run("--first", "rand", "--second", "rand", "--seed", "5").stdout
    assert first.stdout != run("--first", "rand", "--second", "rand", "--seed", "6").stdout


def test_a_saved_game_is_resumed_where_it_was(tmp_path) -> None:
    path = str(tmp_path / "game.json")
    ran = run("--rules", "classic", "--seed", "1", "--save", path, typed="1\n4\ny\n9\n4\n")
    assert ran.returncode == 1
    record = GameRecord.load(path)
    assert (record.moves, record.verdict.cause, record.seed) == ((3, 3), "unfinished", 1)
    ran = run("--resume", path, typed="n\nq\n")
    assert ran.stdout.startswith("|_|_|_|_|_|_|_|  Player A: X\n")
    assert "are you sure?" in ran.stdout
    assert "Redo: 2 redos left" in ran.stdout
    assert ran.returncode == 0
    series = Series.resume(GameRecord.load(path))
    assert series.game.slips_left == (3, 2)
    assert series.game.redos_left == (3, 2)
    assert len(GameRecord.load(path).times) == 1


def test_plain_tells_the_moves_of_a_resumed_game(tmp_path) -> None:
    """Who cannot see a board heard nothing of what had been played."""
    path = str(tmp_path / "game.json")
    run("--rules", "shapes", "--save", path, typed="2\n0\nq\n")
    ran = run("--resume", path, "--plain", typed="q\n")
    assert ran.stdout.startswith("The bins played so far, Red first: 2 0.\nadd shape: 3")


def test_a_saved_game_that_was_over_goes_on_with_the_next_one(tmp_path) -> None:
    path = str(tmp_path / "game.json")
    typed = f"1 {A_WINS}".replace(" ", "\n") + "\n"
    run("--rules", "classic", "--seed", "1", "--save", path, typed=typed)
    assert json.loads(Path(path).read_text())["verdict"]["cause"] == "line"
    ran = run("--resume", path, typed="1\nq\n")
    assert "Player A won\nScore A to B: 1 to 0\nnext game?" in ran.stdout
    assert "|  Score A to B: 1 to 0\n" in ran.stdout


def test_a_saved_game_against_a_bot_goes_on_against_it(tmp_path) -> None:
    path = str(tmp_path / "game.json")
    run("--rules", "shapes", "--second", "right", "--save", path, typed="0\nq\n")
    ran = run("--resume", path, typed="0\nq\n")
    assert "Blue plays 5" in ran.stdout


def test_a_record_without_times_is_resumed_and_can_be_resumed_again(tmp_path) -> None:
    path = str(tmp_path / "game.json")
    GameRecord(Rules(), moves=(3, 3, 2)).save(path)
    run("--resume", path, typed="2\n")
    record = GameRecord.load(path)
    assert (record.moves, record.times[:3]) == ((3, 3, 2, 2), (None, None, None))


def test_a_broken_saved_game_is_one_line_and_status_2(tmp_path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"format": "linefall game"')
    ran = run("--resume", str(path))
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)


def test_a_game_is_never_saved_over_something_that_is_none(tmp_path) -> None:
    """The first event of the game replaced whatever had that name."""
    path = tmp_path / "thesis.txt"
    path.write_text("Years of work.")
    ran = run("--save", str(path), "--rules", "connectx", typed="3\n")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.endswith("thesis.txt is no saved game, and stays; give another name\n")
    assert path.read_text() == "Years of work."
    path.write_text("")
    run("--save", str(path), "--rules", "connectx", typed="3\n")
    assert GameRecord.load(path).moves == (3,)


def test_a_game_is_never_saved_over_one_that_is_not_over(tmp_path) -> None:
    """The same command once more began anew, and the old game was gone."""
    path = str(tmp_path / "game.json")
    words = ("--rules", "connectx", "--board", "1x3x2", "--seed", "1", "--save", path)
    run(*words, typed="0\n")
    again = run(*words, typed="1\n")
    assert (again.returncode, again.stdout) == (2, "")
    assert f"--resume {path} goes on with it, or give another name\n" in again.stderr
    assert GameRecord.load(path).moves == (0,)
    run("--resume", path, "--save", path, typed="2\n1\n")
    assert GameRecord.load(path).moves == (0, 2, 1)
    run(*words, typed="1\n")  # that one is over
    assert GameRecord.load(path).moves == (1,)


# -------------------------------------------------------------------------------- real terminals


class Terminal:
    """Runs the command on a real pseudo-terminal, its errors on a pipe."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.near, far = pty.openpty()
        termios.tcsetwinsize(far, (40, 80))
        base = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
        self.process = subprocess.Popen(
            [*LINEFALL, "play", *arguments],
            stdin=far,
            stdout=far,
            stderr=subprocess.PIPE,
            env=base | environment,
            start_new_session=True,
        )
        os.close(far)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Reads until a text was seen after what was read before; gives all of that."""
        new = ""
        while text not in new:
            new += os.read(self.near, 4096).decode("utf-8", "replace")
        self.seen += new
        return new

    def type(self, text: str) -> None:
        os.write(self.near, text.encode())

    def finish(self) -> tuple[int, str]:
        """Reads to the end; gives the status and what was written to standard error."""
        try:
            while more := os.read(self.near, 4096):
                self.seen += more.decode("utf-8", "replace")
        except OSError:
            pass  # how Linux says that nobody holds the other end any more
        os.close(self.near)
        assert self.process.stderr is not None
        errors = self.process.stderr.read().decode()
        self.process.stderr.close()
        return self.process.wait(timeout=30), errors


def test_on_a_terminal_the_disc_is_seen_falling_and_the_cursor_is_placed_after_each_shape() -> None:
    terminal = Terminal("--rules", "shapes")
    terminal.wait_for("full: ")
    terminal.type("2\r")
    seen = terminal.wait_for("full: ")
    assert seen.count("\x1b[8G\x1b[31m\u2b24\x1b[0m") == 4  # one frame for each of the four rows
    assert "\x1b[31m\u2b24\x1b[0m \x1b[10G|" in seen
    terminal.type("q\r")
    assert terminal.finish() == (0, "")


def test_with_no_color_nothing_falls_and_nothing_is_coloured() -> None:
    terminal = Terminal("--rules", "shapes", NO_COLOR="1")
    terminal.wait_for("full: ")
    terminal.type("2\r")
    terminal.wait_for("full: ")
    terminal.type("\x04")
    assert terminal.finish() == (1, "")
    assert "\x1b[31m" not in terminal.seen
    assert "\x1b[8A" not in terminal.seen


@pytest.mark.parametrize("options", [("--plain",), ()])
def test_plain_and_dumb_terminals_get_no_escape_at_all(options) -> None:
    terminal = Terminal("--rules", "shapes", *options, TERM="xterm" if options else "dumb")
    terminal.wait_for("full: ")
    terminal.type("2\r")
    terminal.wait_for("full: ")
    terminal.type("q\r")
    assert terminal.finish() == (0, "")
    assert "\x1b" not in terminal.seen


def test_a_terminal_that_was_told_c_gets_ascii() -> None:
    terminal = Terminal("--rules", "shapes", LC_ALL="C")
    terminal.wait_for("full: ")
    terminal.type("2\r")
    assert "R" in terminal.wait_for("full: ")
    terminal.type("q\r")
    assert terminal.finish() == (0, "")
    assert terminal.seen.isascii()


def test_a_win_is_highlighted_in_letters_on_a_terminal() -> None:
    terminal = Terminal("--rules", "console")
    for key in "1212121":
        terminal.wait_for("1..7: ")
        terminal.type(f"{key}\r")
    terminal.wait_for(AFTER)
    terminal.type("\r")
    assert terminal.finish() == (0, "")
    assert terminal.seen.count("\x1b[1;7;31mO\x1b[0m") == 4


def test_ctrl_c_leaves_with_status_130_and_the_game_is_saved(tmp_path) -> None:
    path = str(tmp_path / "game.json")
    terminal = Terminal("--rules", "shapes", "--save", path)
    terminal.wait_for("full: ")
    terminal.type("2\r")
    terminal.wait_for("full: ")
    terminal.process.send_signal(signal.SIGINT)
    status, errors = terminal.finish()
    assert (status, errors) == (130, "")
    assert GameRecord.load(path).moves == (2,)


def test_ctrl_d_at_a_prompt_is_told_on_a_line_of_its_own() -> None:
    """The message stood behind the prompt, which had no line end."""
    terminal = Terminal("--rules", "shapes")
    terminal.wait_for("full: ")
    terminal.type("\x04")
    assert terminal.finish() == (1, "")
    assert terminal.seen.endswith("full: \r\nThe input ended before the game did.\r\n")


def test_a_terminal_that_is_closed_ends_the_game_with_one_line_and_keeps_it(tmp_path) -> None:
    path = str(tmp_path / "game.json")
    terminal = Terminal("--rules", "shapes", "--save", path)
    terminal.wait_for("full: ")
    terminal.type("2\r")
    terminal.wait_for("full: ")
    os.close(terminal.near)
    terminal.process.send_signal(signal.SIGHUP)
    assert terminal.process.stderr is not None
    errors = terminal.process.stderr.read().decode()
    terminal.process.stderr.close()
    assert terminal.process.wait(timeout=30) != 0
    assert errors == "linefall: the terminal was closed before the game ended\n"
    assert GameRecord.load(path).moves == (2,)


# ----------------------------------------------------------------------- a terminal one can look at


class Tmux:
    """Runs the command inside tmux, where the screen itself can be read."""

    def __init__(self, folder: Path, columns: int, rows: int, command: str, *options: str) -> None:
        self.base = ["tmux", "-S", str(folder / "tmux"), "-f", "/dev/null", *options]
        size = ["-x", str(columns), "-y", str(rows)]
        self.call("new-session", "-d", *size, f"{command}; sleep 100")

    def call(self, *arguments: str) -> str:
        ran = subprocess.run([*self.base, *arguments], capture_output=True, text=True, check=True)
        return ran.stdout

    def wait_for(self, text: str, seen: str = "") -> list[str]:
        """Waits until the screen ends with a text and has seen another; gives its lines."""
        screen = ""

        def shown() -> bool:
            nonlocal screen
            screen = self.call("capture-pane", "-p")
            return screen.rstrip().endswith(text) and seen in screen

        missing = f"{text!r} never came; the screen shows:\n"
        wait_until(shown, pause=0.1, complaint=lambda: missing + screen)
        return screen.rstrip().split("\n")

    def type(self, text: str) -> None:
        self.call("send-keys", text, "Enter")


@pytest.fixture
def tmux(tmp_path):
    opened = []

    def start(columns: int, rows: int, arguments: str, *options: str, **environment: str) -> Tmux:
        settings = " ".join(f"{name}={value}" for name, value in environment.items())
        command = f"env {settings} {' '.join(LINEFALL)} play {arguments}"
        opened.append(Tmux(tmp_path, columns, rows, command, *options))
        return opened[-1]

    yield start
    for session in opened:
        session.call("kill-server")


def test_in_tmux_shapes_line_up_in_utf_8(tmux) -> None:
    session = tmux(80, 30, "--rules shapes", "-u", LANG="C.UTF-8")
    for shape, move in enumerate("01021304", start=1):
        session.wait_for("that is not full:", f"add shape: {shape},")
        session.type(move)
    screen = session.wait_for("winner: blue")
    assert screen[-11:-1] == [
        "+--+--+--+--+--+--+",
        "|  |  |  |  |  |  |",
        "+--+--+--+--+--+--+",
        "|\u2b24 |  |  |  |  |  |",
        "+--+--+--+--+--+--+",
        "|\u2b24 |\u2b24 |  |  |  |  |",
        "+--+--+--+--+--+--+",
        "|\u2b24 |\u2b54 |\u2b54 |\u2b54 |\u2b54 |  |",
        "+--+--+--+--+--+--+",
        " 0  1  2  3  4  5",
    ]


def test_in_tmux_with_ascii_only_shapes_line_up_as_letters(tmux) -> None:
    session = tmux(30, 24, "--rules shapes", LC_ALL="C")
    for shape in (1, 2):
        session.wait_for("at is not full:", f"add shape: {shape},")
        session.type("5")
    screen = session.wait_for("at is not full:", "add shape: 3,")
    drawn = [line for line in screen if line.startswith("|")]
    assert drawn[-2:] == ["|  |  |  |  |  |B |", "|  |  |  |  |  |R |"]


def test_in_tmux_a_narrow_terminal_gets_the_facts_below_the_board(tmux) -> None:
    session = tmux(30, 24, "--rules classic --seed 1", "-u", LANG="C.UTF-8")
    session.wait_for("for X:")
    session.type("1")
    screen = session.wait_for("1..7:")
    assert screen[-6:-1] == [
        NUMBERS,
        "Player A: X",
        "Player B: O",
        "Score A to B: 0 to 0",
        "Turn: Player A",
    ]
