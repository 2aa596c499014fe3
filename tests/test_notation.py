"""Text and back: columns, moves, cells, boards, positions; bad text is pointed at."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linefall.board import Board, Cell
from linefall.errors import (
    ColumnFull,
    GameOver,
    NoSuchColumn,
    NotationError,
    NothingToUndo,
    PositionError,
)
from linefall.notation import (
    cell_at,
    cell_index,
    describe_error,
    format_board,
    format_column,
    format_moves,
    format_position,
    parse_board,
    parse_column,
    parse_moves,
    parse_position,
    whole_number,
)
from linefall.rules import Rules

WIDE = Rules(6, 12, 4)
rules_of_any_size = st.builds(Rules, st.integers(1, 14), st.integers(1, 14), st.integers(1, 6))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Positions after random moves, on boards of any size."""
    board = Board(draw(rules_of_any_size))
    for choice in draw(st.lists(st.integers(0, 99), max_size=60)):
        if not board.open_columns:
            break
        board.drop(board.open_columns[choice % len(board.open_columns)])
    return board


# -- columns -------------------------------------------------------------------------------------


@given(rules_of_any_size, st.sampled_from([0, 1]), st.data())
def test_columns_come_back(rules: Rules, columns_from: int, data: st.DataObject) -> None:
    column = data.draw(st.integers(0, rules.columns - 1))
    text = format_column(column, columns_from=columns_from)
    assert int(text) == column + columns_from
    assert parse_column(text, rules, columns_from=columns_from) == column


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("", 0, "a column is expected, columns are 1 to 7"),
        ("0", 0, "there is no column 0, columns are 1 to 7"),
        ("8", 0, "there is no column 8, columns are 1 to 7"),
        ("-1", 0, "this is no column, columns are 1 to 7"),
        ("+1", 0, "this is no column, columns are 1 to 7"),
        ("4 ", 1, "this is no column, columns are 1 to 7"),
        (" 4", 0, "this is no column, columns are 1 to 7"),
        ("4.0", 1, "this is no column, columns are 1 to 7"),
        ("04", 0, "a column has no leading zero"),
        ("²", 0, "this is no column, columns are 1 to 7"),
        ("\u0664", 0, "this is no column, columns are 1 to 7"),
        ("\uff14", 0, "this is no column, columns are 1 to 7"),
        ("four", 0, "this is no column, columns are 1 to 7"),
        ("1_0", 1, "this is no column, columns are 1 to 7"),
        ("9" * 100_000, 0, "there is no such column, columns are 1 to 7"),
        ("4\n", 1, "this is no column, columns are 1 to 7"),
        ("\0", 0, "this is no column, columns are 1 to 7"),
        ("\ud800", 0, "this is no column, columns are 1 to 7"),
    ],
)
def test_text_that_is_no_column_is_pointed_at(text: str, position: int, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_column(text, Rules())
    assert (caught.value.position, caught.value.reason) == (position, reason)
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("4", 4), ("+4", 4), ("-1", -1), ("007", 7), ("9" * 18, 10**18 - 1)),
        *(("9" * 19, 10**18), ("-" + "9" * 5000, -(10**18))),
        *((text, None) for text in ("", "-", "4.0", " 4", "4 4", "1e3", "0x4", "\uff14", "four")),
    ],
)
def test_any_whole_number_may_be_meant_as_a_column(text: str, number: int | None) -> None:
    assert whole_number(text) == number


def test_columns_from_0_are_0_to_6() -> None:
    assert parse_column("0", Rules(), columns_from=0) == 0
    with pytest.raises(NotationError, match="there is no column 7, columns are 0 to 6"):
        parse_column("7", Rules(), columns_from=0)


def test_a_column_that_does_not_exist_has_its_move_error_as_cause() -> None:
    with pytest.raises(NotationError) as caught:
        parse_column("8", Rules())
    assert isinstance(caught.value.__cause__, NoSuchColumn)
    assert caught.value.__cause__.column == 7


def test_a_single_column_is_named() -> None:
    with pytest.raises(NotationError, match="the only column is 1"):
        parse_column("2", Rules(6, 1, 4))


# -- moves ---------------------------------------------------------------------------------------


@given(boards(), st.sampled_from([0, 1]))
def test_moves_come_back(board: Board, columns_from: int) -> None:
    text = format_moves(board.moves, board.rules, columns_from=columns_from)
    assert parse_moves(text, board.rules, columns_from=columns_from) == board.moves
    commas = ",".join(str(column + columns_from) for column in board.moves) or "-"
    assert parse_moves(commas, board.rules, columns_from=columns_from) == board.moves


@pytest.mark.parametrize(
    ("text", "rules", "moves"),
    [
        ("-", Rules(), ()),
        ("-", WIDE, ()),
        ("4", Rules(), (3,)),
        ("4453", Rules(), (3, 3, 4, 2)),
        ("4,4,5,3", Rules(), (3, 3, 4, 2)),
        ("4,4,5,12", WIDE, (3, 3, 4, 11)),
        ("12", WIDE, (11,)),
        ("12", Rules(6, 9, 4), (0, 1)),
        ("1,2", Rules(6, 9, 4), (0, 1)),
        ("100,99", Rules(6, 100, 4), (99, 98)),
    ],
)
def test_moves_are_digits_or_commas(text: str, rules: Rules, moves: tuple[int, ...]) -> None:
    assert parse_moves(text, rules) == moves


def test_moves_are_written_with_commas_from_ten_columns_on() -> None:
    assert format_moves((0, 8), Rules(6, 9, 4)) == "19"
    assert format_moves((0, 8), Rules(6, 10, 4)) == "1,9"
    assert format_moves((), WIDE) == "-"


@pytest.mark.parametrize("column", [-1, 7, 11])
def test_moves_off_the_board_are_not_written(column: int) -> None:
    with pytest.raises(NoSuchColumn):
        format_moves([3, column], Rules())


@pytest.mark.parametrize(
    ("text", "rules", "position", "reason"),
    [
        ("", Rules(), 0, "moves are expected (- is the empty game)"),
        ("44z3", Rules(), 2, "this is no column, columns are 1 to 7"),
        ("4480", Rules(), 2, "there is no column 8, columns are 1 to 7"),
        ("40", Rules(), 1, "there is no column 0, columns are 1 to 7"),
        ("4 4", Rules(), 1, "this is no column, columns are 1 to 7"),
        ("44 ", Rules(), 2, "this is no column, columns are 1 to 7"),
        ("44\n", Rules(), 2, "this is no column, columns are 1 to 7"),
        ("4-", Rules(), 1, "this is no column, columns are 1 to 7"),
        ("--", Rules(), 0, "this is no column, columns are 1 to 7"),
        ("4,", Rules(), 2, "a column is missing, columns are 1 to 7"),
        (",4", Rules(), 0, "a column is missing, columns are 1 to 7"),
        ("4,,4", Rules(), 2, "a column is missing, columns are 1 to 7"),
        (",", Rules(), 0, "a column is missing, columns are 1 to 7"),
        ("4, 4", Rules(), 2, "this is no column, columns are 1 to 7"),
        ("44,5", Rules(), 0, "there is no column 44, columns are 1 to 7"),
        ("4,04", Rules(), 2, "a column has no leading zero"),
        ("4,-4", Rules(), 2, "this is no column, columns are 1 to 7"),
        ("4\u0664", Rules(), 1, "this is no column, columns are 1 to 7"),
        ("4²", Rules(), 1, "this is no column, columns are 1 to 7"),
        ("1,13", WIDE, 2, "there is no column 13, columns are 1 to 12"),
        (
            "4453",
            WIDE,
            0,
            "there is no such column, columns are 1 to 12 (with commas between moves)",
        ),
        ("4444444", Rules(), 6, "column 4 is full; open columns: 1 2 3 5 6 7"),
        ("12121213", Rules(), 7, "the game is over"),
        ("1,2,1,2,1,2,1,3", Rules(), 14, "the game is over"),
        ("11", Rules(1, 1, 2), 1, "the game is over"),
    ],
)
def test_moves_that_make_no_game_are_pointed_at(
    text: str, rules: Rules, position: int, reason: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_moves(text, rules)
    assert (caught.value.position, caught.value.reason) == (position, reason)
    assert caught.value.text == text


@pytest.mark.parametrize(("text", "cause"), [("4444444", ColumnFull), ("12121213", GameOver)])
def test_what_the_board_refused_is_the_cause(text: str, cause: type[Exception]) -> None:
    with pytest.raises(NotationError) as caught:
        parse_moves(text)
    assert isinstance(caught.value.__cause__, cause)


@pytest.mark.parametrize("text", ["1" * 2_000_000, "1," * 1_000_000, "1,2" * 700_000, "," * 10**6])
@pytest.mark.parametrize("rules", [Rules(), WIDE], ids=str)
def test_endless_text_is_refused_in_no_time_on_one_line(text: str, rules: Rules) -> None:
    with pytest.raises(NotationError) as caught:
        parse_moves(text, rules)
    assert len(str(caught.value)) < 200


@given(st.text() | st.text("0123456789,- x/.", max_size=20), rules_of_any_size)
def test_any_text_is_moves_or_a_notation_error(text: str, rules: Rules) -> None:
    try:
        moves = parse_moves(text, rules)
    except NotationError as error:
        position = error.position
    else:
        position = 0
        assert Board(rules, moves).moves == moves
    assert 0 <= position <= len(text)


# -- cells ---------------------------------------------------------------------------------------


@given(rules_of_any_size, st.data())
def test_cells_come_back_from_their_index(rules: Rules, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, rules.cells - 1))
    cell = cell_at(index, rules)
    assert cell == Cell(index % rules.columns, index // rules.columns)
    assert cell_index(cell, rules) == index


def test_the_index_grows_row_by_row_upwards() -> None:
    assert cell_index((0, 0), Rules()) == 0
    assert cell_index((6, 0), Rules()) == 6
    assert cell_index((0, 1), Rules()) == 7
    assert cell_index((6, 5), Rules()) == 41


@pytest.mark.parametrize("index", [-1, 42])
def test_an_index_off_the_board_is_refused(index: int) -> None:
    with pytest.raises(PositionError, match="cells are 0 to 41"):
        cell_at(index, Rules())


@pytest.mark.parametrize("cell", [(-1, 0), (7, 0), (0, -1), (0, 6)])
def test_a_cell_off_the_board_is_refused(cell: tuple[int, int]) -> None:
    with pytest.raises(PositionError, match="columns are 0 to 6 and rows 0 to 5"):
        cell_index(cell, Rules())


# -- drawn boards --------------------------------------------------------------------------------


@given(boards())
def test_drawn_boards_come_back(board: Board) -> None:
    twin = parse_board(format_board(board), board.rules)
    assert twin == board
    assert twin.to_move == board.to_move
    assert twin.outcome() == board.outcome()
    assert twin.open_columns == board.open_columns
    assert twin.moves == ()


def test_a_drawing_may_be_indented_framed_by_blank_lines_and_narrow() -> None:
    drawn = parse_board("\n      . . .\r\n\t. o .\n      x x o\n\n", Rules(3, 3, 3))
    assert drawn == parse_board("...\n.o.\nxxo", Rules(3, 3, 3))
    assert drawn == Board(Rules(3, 3, 3), [0, 2, 1, 1])


def test_the_size_is_that_of_the_drawing_and_connects_4() -> None:
    assert parse_board(". . .\nx . .").rules == Rules(2, 3, 4)


@pytest.mark.parametrize(
    ("text", "rules", "position", "reason"),
    [
        ("", None, 0, "a drawn board is expected"),
        (" \n ", None, 3, "a drawn board is expected"),
        (". z\nx o", None, 2, "a cell is drawn as . or x or o"),
        ("X .\no x", None, 0, "a cell is drawn as . or x or o"),
        ("x .\n. o", None, 0, "a disc has an empty cell below it"),
        (". .\nx", None, 4, "1 cells in a row, not 2"),
        (". .\nx o x", None, 8, "3 cells in a row, not 2"),
        (". .\nx o", Rules(3, 2, 2), 7, "2 rows drawn, not 3"),
        (". .\n. .\nx o", Rules(2, 2, 3), 8, "3 rows drawn, not 2"),
        ("x x", None, 0, "2 discs of the first player and 0 of the second"),
        ("o .", None, 0, "0 discs of the first player and 1 of the second"),
        ("o .\no .\nx .\nx .", None, 0, "no order of turns stacks the discs like this"),
        ("xxxxoooo", None, 0, "the side to move has a line already"),
        ("xxxxoooox", Rules(1, 9, 4), 0, "the side to move has a line already"),
        ("xxxx.xxxx.ooo.ooo.o", None, 0, "no single last disc can have made all lines"),
        ("." * 101, None, 0, "columns must be from 1 to 100"),
    ],
)
def test_drawings_that_no_game_leaves_are_pointed_at(
    text: str, rules: Rules | None, position: int, reason: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_board(text, rules)
    assert caught.value.position == position
    assert caught.value.reason.startswith(reason)
    assert "\n" not in str(caught.value)


@given(st.text(".xo \n", max_size=30) | st.text(max_size=30))
def test_any_drawing_is_a_board_or_a_notation_error(text: str) -> None:
    try:
        board = parse_board(text)
    except NotationError as error:
        position = error.position
    else:
        position = 0
        assert "".join(format_board(board).split()) == "".join(text.split())
    assert 0 <= position <= len(text)


# -- positions -----------------------------------------------------------------------------------


@given(boards())
def test_positions_come_back_with_their_moves(board: Board) -> None:
    twin = parse_position(format_position(board))
    assert twin == board
    assert twin.moves == board.moves


@given(boards())
def test_positions_that_were_set_up_come_back(board: Board) -> None:
    set_up = Board.from_bits(board.rules, *board.bits)
    text = format_position(set_up)
    assert "\n" not in text
    assert parse_position(text) == board


def test_a_position_is_its_board_and_its_moves() -> None:
    assert format_position(Board(moves=[3, 3, 4, 2])) == "6x7x4 4453"
    assert format_position(Board(WIDE, [11, 0])) == "6x12x4 12,1"
    assert format_position(Board()) == "6x7x4 -"
    assert parse_position("6x7x4 4,4,5,3") == parse_position("6x7x4 4453")


def test_moves_on_a_position_that_was_set_up_are_drawn() -> None:
    board = parse_position("3x3x3 .../.o./xox")
    board.drop(0)
    assert format_position(board) == "3x3x3 .../xo./xox"


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("6x7x4", 5),
        ("6x7x4 ", 6),
        ("6x7 44", 3),
        ("6x0x4 44", 2),
        ("6x7x4  44", 6),
        ("6x7x4 44 ", 8),
        ("6x7x4 448", 8),
        ("6x7x4\t44", 5),
        ("2x2x3 ../x", 9),
        ("2x2x3 ../", 9),
        ("2x2x3 ..//xo", 9),
        ("2x2x3 ../xz", 10),
        ("2x2x3 x./.o", 6),
        ("2x2x3 ../x o", 10),
        ("2x2x3 ../xx", 6),
    ],
)
def test_text_that_is_no_position_is_pointed_at(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert caught.value.position == position
    assert caught.value.text == text


# -- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "columns_from", "expected"),
    [
        (ColumnFull(3, (0, 1, 2, 4, 5, 6)), 1, "column 4 is full; open columns: 1 2 3 5 6 7"),
        (ColumnFull(3, (0, 6)), 0, "column 3 is full; open columns: 0 6"),
        (NoSuchColumn(7, 7), 1, "there is no column 8; columns are 1 to 7"),
        (NoSuchColumn(-1, 7), 0, "there is no column -1; columns are 0 to 6"),
        (GameOver(0, 3), 1, "the game is over"),
        (NothingToUndo(), 1, "there is no move to take back"),
    ],
)
def test_refused_moves_are_worded_for_people(
    error: ColumnFull, columns_from: int, expected: str
) -> None:
    assert describe_error(error, Rules(), columns_from=columns_from) == expected


def test_a_gigantic_column_is_worded_shortly() -> None:
    assert len(describe_error(NoSuchColumn(10**6000, 7), Rules())) < 100
