"""What the shapes look shows, and what marks are."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linefall.board import Board, Cell, Direction
from linefall.notation import parse_board
from linefall.picture import shapes
from linefall.rules import Rules

BINS = Rules(4, 6, 4)
RED_COLUMN = [1, 0, 1, 2, 1, 3, 1]
BLUE_ROW = [0, 1, 0, 2, 1, 3, 0, 4]


def bins_of(*moves: int, rules: Rules = BINS) -> Board:
    return Board(rules, moves)


def test_the_shapes_are_the_four_of_unicode_in_red_and_blue() -> None:
    text = shapes.draw(bins_of(*RED_COLUMN))
    assert text.count("\x1b[31m\u25c9\x1b[0m") == 4
    assert text.count("\x1b[34m\u2b1f\x1b[0m") == 3
    text = shapes.draw(bins_of(*BLUE_ROW))
    assert text.count("\x1b[31m\u2b24\x1b[0m") == 4
    assert text.count("\x1b[34m\u2b54\x1b[0m") == 4


def test_the_empty_board_stands_between_lines_with_bin_numbers_from_0() -> None:
    rule, row = "+--+--+--+--+--+--+", "|  |  |  |  |  |  |"
    lines = shapes.draw(Board(BINS)).splitlines()
    assert lines == [rule, row, rule, row, rule, row, rule, row, rule, " 0  1  2  3  4  5"]


def test_without_colour_there_is_no_escape_and_every_cell_is_two_columns() -> None:
    lines = shapes.draw(bins_of(*RED_COLUMN), colour=False).splitlines()
    assert lines[1] == "|  |\u25c9 |  |  |  |  |"
    assert lines[7] == "|\u2b1f |\u25c9 |\u2b1f |\u2b1f |  |  |"


def test_ascii_shapes_can_be_asked_for() -> None:
    text = shapes.draw(bins_of(*RED_COLUMN), colour=False, shapes=shapes.ASCII_SHAPES)
    assert text.isascii()
    assert text.splitlines()[7] == "|B |R*|B |B |  |  |"


def test_in_a_terminal_the_cursor_is_placed_after_each_shape() -> None:
    line = shapes.draw(bins_of(1), terminal=True, colour=False).splitlines()[7]
    assert line == "|  |\u2b24 \x1b[7G|  |  |  |  |"


def test_two_digit_bins_stand_under_their_cells() -> None:
    lines = shapes.draw(Board(Rules(4, 12, 4), [11]), colour=False).splitlines()
    assert lines[-1] == " 0  1  2  3  4  5  6  7  8  9  10 11"
    assert lines[-3].index("\u2b24") == lines[-1].index("11")


def test_three_digit_bins_widen_the_cells() -> None:
    lines = shapes.draw(Board(Rules(4, 100, 4)), columns_from=1).splitlines()
    assert len(lines[0]) == len(lines[1]) == 401
    assert lines[-1].endswith(" 99  100")


def test_red_wins_vertically_and_bin_1_is_all_marked_2() -> None:
    board = bins_of(*RED_COLUMN)
    assert shapes.bins(board).splitlines() == ["1", "2 2 2 2", "1", "1", "empty", "empty"]
    assert shapes.winner(board, 1) == 0
    assert shapes.winner(board, 1, [Direction.VERTICAL]) == 0
    assert shapes.winner(board, 1, [Direction.HORIZONTAL]) == -1


def test_blue_wins_horizontally_in_bins_1_to_4_of_the_bottom_row() -> None:
    board = bins_of(*BLUE_ROW)
    assert shapes.numbers(board).splitlines()[-1] == "0,3,3,3,3, ,"
    assert shapes.winner(board, 4) == 1
    assert shapes.bins(board) == "0 0 0\n3 0\n3\n3\n3\nempty"


def test_stacks_of_three_are_no_vertical_win() -> None:
    board = bins_of(0, 1, 0, 1, 0, 1)
    assert shapes.winner(board, 1, [Direction.VERTICAL]) == shapes.NONE == -1
    assert shapes.winner(board, 0) == -1


def test_numbers_are_rows_from_the_top_with_a_comma_after_each_cell() -> None:
    assert shapes.numbers(bins_of(0, 5, 0)).splitlines() == [
        " , , , , , ,",
        " , , , , , ,",
        "0, , , , , ,",
        "0, , , , ,1,",
    ]


def test_an_empty_bin_answers_none() -> None:
    assert shapes.winner(bins_of(0), 5) == -1
    assert shapes.marks(bins_of(0), column=5) == frozenset()


def test_the_top_shape_asked_about_need_not_be_the_last_one_played() -> None:
    # Red has 0 and 1 and 2 of the bottom row, then completes it in bin 3.
    board = bins_of(0, 5, 1, 5, 2, 5, 3)
    assert shapes.winner(board, 0) == 0
    assert shapes.marks(board, column=0) == shapes.marks(board) == {
        Cell(0, 0), Cell(1, 0), Cell(2, 0), Cell(3, 0)
    }  # fmt: skip


def test_a_line_longer_than_four_is_marked_whole() -> None:
    board = bins_of(0, 0, 1, 1, 2, 2, 4, 4, 5, 5, 3)
    assert shapes.numbers(board).splitlines()[-1] == "2,2,2,2,2,2,"


def crossing() -> Board:
    """Gives a board where red's disc on top of bin 3 completes a row and a diagonal."""
    return parse_board(
        """
        . . . x x x x
        . . x o o x o
        o x o x o o x
        x o o x o x o
        """
    )


ROW = {Cell(column, 3) for column in (3, 4, 5, 6)}
RISING = {Cell(k, k) for k in range(4)}


def test_all_directions_that_win_are_marked_at_once() -> None:
    assert shapes.marks(crossing()) == ROW | RISING
    assert shapes.numbers(crossing()).splitlines() == [
        " , , ,2,2,2,2,",
        " , ,2,1,1,0,1,",
        "1,2,1,0,1,1,0,",
        "2,1,1,0,1,0,1,",
    ]


@pytest.mark.parametrize(
    ("directions", "cells"),
    [
        ([Direction.HORIZONTAL], ROW),
        ([Direction.VERTICAL], set()),
        ([Direction.DIAGONAL], RISING),
        ([Direction.ANTIDIAGONAL], set()),
        (shapes.DIAGONALS, RISING),
        (shapes.ALL, ROW | RISING),
    ],
)
def test_one_direction_alone_marks_only_its_line(
    directions: list[Direction], cells: set[Cell]
) -> None:
    assert shapes.marks(crossing(), column=3, directions=directions) == cells
    assert shapes.winner(crossing(), 3, directions) == (0 if cells else -1)


def test_the_top_of_a_bin_beside_the_crossing_sees_only_its_own_line() -> None:
    assert shapes.marks(crossing(), column=6) == ROW
    assert shapes.marks(crossing(), column=2) == RISING
    assert shapes.winner(crossing(), 0) == -1


@pytest.mark.parametrize("directions", [shapes.ALL, shapes.DIAGONALS, (Direction.VERTICAL,)])
def test_asking_again_gives_the_same_answer(directions: tuple[Direction, ...]) -> None:
    board = bins_of(*RED_COLUMN)
    first = [shapes.marks(board, column=c, directions=directions) for c in range(6)]
    shapes.marks(board), shapes.numbers(board)
    assert first == [shapes.marks(board, column=c, directions=directions) for c in range(6)]
    assert "4" not in shapes.numbers(board)


@settings(deadline=None)
@given(st.integers(4, 8), st.integers(5, 14), st.lists(st.integers(0, 13), max_size=80))
def test_lines_align_in_a_pipe_whatever_the_board(
    rows: int, columns: int, moves: list[int]
) -> None:
    board = Board(Rules(rows, columns, 4))
    for move in moves:
        if move in board.open_columns:
            board.drop(move)
    plain = re.sub(r"\x1b\[\d+m", "", shapes.draw(board)).splitlines()
    assert {len(line) for line in plain[:-1]} == {3 * columns + 1}
    assert len(plain) == 2 * rows + 2


def on_a_terminal(line: str, glyph_width: int) -> str:
    """Gives the row that a terminal shows which draws every shape this many columns wide."""
    row, at = [" "] * 200, 0
    for part in re.findall(r"\x1b\[\d*[A-Za-z]|.", line):
        if part.startswith("\x1b"):
            at = int(part[2:-1]) - 1 if part.endswith("G") else at
            continue
        wide = glyph_width if part in shapes.SHAPES else 1
        row[at : at + wide] = [part, ""][:wide]
        at += wide
    return "".join(cell or "~" for cell in row).rstrip()


@pytest.mark.parametrize("glyph_width", [1, 2])
def test_bars_line_up_in_terminals_that_draw_shapes_narrow_or_wide(glyph_width: int) -> None:
    board = Board(Rules(4, 12, 4), [0, 1, 0, 11, 10, 0])
    lines = shapes.draw(board, terminal=True).splitlines()
    for line in lines[:-1]:
        shown = on_a_terminal(line, glyph_width)
        assert [shown[column] for column in range(0, 37, 3)] in (["|"] * 13, ["+"] * 13)
        assert len(shown) == 37
