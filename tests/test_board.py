"""The board: discs fall, lines are seen in every direction, moves are taken back."""

from __future__ import annotations

import copy
import pickle
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from linefall.board import Board, Cell, Direction, Outcome
from linefall.errors import ColumnFull, GameOver, NoSuchColumn, NothingToUndo, PositionError
from linefall.notation import parse_board, parse_moves
from linefall.rules import Rules
from slow import SlowGame

rules_of_any_size = st.builds(Rules, st.integers(1, 12), st.integers(1, 12), st.integers(1, 6))


# -- discs fall ----------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [[3, 3, 4], (6, 7, 4), "6x7x4"])
def test_what_is_no_rules_is_refused_with_what_would_be(given: object) -> None:
    with pytest.raises(TypeError, match=r"such as Rules\(6, 7, 4\), not "):
        Board(given)  # type: ignore[arg-type]


def test_moves_as_text_are_refused_with_who_reads_them() -> None:
    """A str cannot be compared with an int, it said."""
    with pytest.raises(TypeError, match=r"such as \[3, 3, 4\], not '4453'; .*parse_moves"):
        Board(moves="4453")  # type: ignore[arg-type]


def test_a_new_board_is_empty_and_connect_four() -> None:
    board = Board()
    assert board.rules == Rules(6, 7, 4)
    assert (board.plies, board.to_move, board.moves) == (0, 0, ())
    assert board.open_columns == (0, 1, 2, 3, 4, 5, 6)
    assert board.outcome() is None
    assert board.lines() == {}
    assert board.bits == (0, 0)


def test_discs_fall_on_each_other_and_sides_take_turns() -> None:
    board = Board()
    assert [board.drop(3), board.drop(3), board.drop(4)] == [(3, 0), (3, 1), (4, 0)]
    assert (board.plies, board.to_move, board.moves) == (3, 1, (3, 3, 4))
    assert [board.height(column) for column in range(7)] == [0, 0, 0, 2, 1, 0, 0]
    assert [board[3, 0], board[3, 1], board[4, 0], board[0, 0]] == [0, 1, 0, None]


def test_moves_can_be_given_at_once() -> None:
    assert Board(moves=parse_moves("4453")) == Board(Rules(), [3, 3, 4, 2])
    with pytest.raises(ColumnFull):
        Board(Rules(1, 2, 2), iter([0, 0]))


def test_a_board_is_drawn_with_the_top_row_first() -> None:
    assert str(Board(Rules(3, 3, 3), [0, 1, 1])) == ". . .\n. x .\nx o ."


def test_bits_have_a_spare_row_on_every_column() -> None:
    first, second = Board(Rules(2, 3, 3), [0, 0, 2, 1]).bits
    assert first == 1 << 0 | 1 << 6
    assert second == 1 << 1 | 1 << 3


# -- refusals ------------------------------------------------------------------------------------


def test_a_full_column_is_refused_with_what_is_open() -> None:
    board = Board(Rules(2, 3, 3), [1, 1])
    with pytest.raises(ColumnFull) as caught:
        board.drop(1)
    assert (caught.value.column, caught.value.open_columns) == (1, (0, 2))
    assert board == Board(Rules(2, 3, 3), [1, 1])


@pytest.mark.parametrize("column", [-1, 7, 100, -(10**50), 10**50])
def test_a_column_that_does_not_exist_is_refused(column: int) -> None:
    board = Board()
    for ask in (board.drop, board.height, board.lines, lambda c: board[c, 0]):
        with pytest.raises(NoSuchColumn) as caught:
            ask(column)
        assert (caught.value.column, caught.value.columns) == (column, 7)
    assert board.plies == 0


@pytest.mark.parametrize("column", ["3", 3.0, None])
def test_a_column_that_is_no_whole_number_is_a_type_error(column: object) -> None:
    board = Board()
    with pytest.raises(TypeError):
        board.drop(column)  # type: ignore[arg-type]
    assert board == Board()
    assert board.moves == ()


@pytest.mark.parametrize("row", [-1, 6])
def test_a_row_that_does_not_exist_is_refused(row: int) -> None:
    with pytest.raises(IndexError, match="not on a board of 6 rows"):
        Board()[0, row]


@pytest.mark.parametrize("column", [0, 5, 99])
def test_a_game_that_is_won_takes_no_disc(column: int) -> None:
    board = Board(moves=[0, 1, 0, 1, 0, 1, 0])
    with pytest.raises(GameOver) as caught:
        board.drop(column)
    assert (caught.value.winner, caught.value.column) == (0, column)
    assert board.open_columns == ()
    assert board.winning_moves() == ()


def test_a_full_board_takes_no_disc() -> None:
    board = Board(Rules(1, 2, 2), [0, 1])
    with pytest.raises(GameOver) as caught:
        board.drop(0)
    assert caught.value.winner is None


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "direction"),
    [
        ("1122334", Direction.HORIZONTAL),
        ("1212121", Direction.VERTICAL),
        ("12233434474", Direction.DIAGONAL),
        ("76655454414", Direction.ANTIDIAGONAL),
    ],
)
def test_a_line_of_each_direction_wins(moves: str, direction: Direction) -> None:
    outcome = Board(moves=parse_moves(moves)).outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.directions, outcome.reason) == (0, (direction,), "line")
    (column, row), (dcolumn, drow) = outcome.cells[0], direction.step
    assert outcome.cells == tuple((column + n * dcolumn, row + n * drow) for n in range(4))


@pytest.mark.parametrize(
    ("moves", "direction", "last"),
    [
        ("423344", Direction.DIAGONAL, (3, 2)),
        ("3332251", Direction.DIAGONAL, (0, 0)),
        ("332422", Direction.ANTIDIAGONAL, (1, 2)),
        ("3443325", Direction.ANTIDIAGONAL, (4, 0)),
    ],
)
def test_a_diagonal_is_completed_from_above_and_from_below(
    moves: str, direction: Direction, last: tuple[int, int]
) -> None:
    """The neighbours of the last disc all lie on one side of it."""
    *before, column = parse_moves(moves, Rules(4, 5, 3))
    board = Board(Rules(4, 5, 3), before)
    assert board.winning_moves() == (column,)
    assert board.drop(column) == last
    assert list(board.lines()) == [direction]


def test_every_cell_of_a_line_longer_than_needed_is_named() -> None:
    board = Board(moves=parse_moves("1122335566774"))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.cells == tuple(Cell(column, 0) for column in range(7))
    assert board.line(Direction.HORIZONTAL) == outcome.cells
    assert board.line(Direction.VERTICAL) == ()


def test_one_disc_can_win_in_several_directions() -> None:
    board = Board(Rules(4, 5, 3), [2, 3, 4, 1, 3, 1, 1, 4, 3, 3, 2, 1, 2])
    assert board == parse_board(
        """
        . o . o .
        . x x x .
        . o x x o
        . o x o x
        """,
        Rules(4, 5, 3),
    )
    assert board.lines() == {
        Direction.HORIZONTAL: ((1, 2), (2, 2), (3, 2)),
        Direction.VERTICAL: ((2, 0), (2, 1), (2, 2)),
        Direction.ANTIDIAGONAL: ((2, 2), (3, 1), (4, 0)),
    }
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.directions == tuple(board.lines())
    assert outcome.cells == ((1, 2), (2, 0), (2, 1), (2, 2), (3, 1), (3, 2), (4, 0))


def test_a_draw_is_a_full_board_without_a_line() -> None:
    board = Board(Rules(2, 2, 3), [0, 1, 0, 1])
    assert board.outcome() == Outcome(None, (), (), "full")
    assert board.open_columns == ()


def test_the_last_cell_can_win() -> None:
    board = Board(Rules(3, 3, 3), [0, 2, 2, 0, 1, 2, 1, 0, 1])
    assert board.plies == board.rules.cells
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "line")


def test_one_in_line_is_won_by_the_first_disc_in_every_direction() -> None:
    board = Board(Rules(3, 3, 1), [1])
    outcome = board.outcome()
    assert outcome == Outcome(0, (Cell(1, 0),), tuple(Direction), "line")
    assert board.lines() == dict.fromkeys(Direction, (Cell(1, 0),))
    assert Board(Rules(3, 3, 1)).winning_moves() == (0, 1, 2)


def test_a_line_that_does_not_fit_is_never_made() -> None:
    board = Board(Rules(3, 3, 4))
    while board.open_columns:
        board.drop(board.open_columns[0])
    assert board.outcome() == Outcome(None, (), (), "full")


@pytest.mark.parametrize("rules", [Rules(1, 9, 4), Rules(9, 1, 4), Rules(1, 1, 1)], ids=str)
def test_lines_do_not_run_around_the_edge(rules: Rules) -> None:
    """A walk to the left of column 0 must not come in again on the right."""
    board = Board(rules)
    if rules.columns == 9:
        for column in (7, 2, 8, 3, 0, 5, 1):
            board.drop(column)
        assert board.outcome() is None
    elif rules.rows == 9:
        for _ in range(9):
            board.drop(0)
        assert board.outcome() == Outcome(None, (), (), "full")
    else:
        board.drop(0)
        assert board.outcome() == Outcome(0, (Cell(0, 0),), tuple(Direction), "line")


def test_a_diagonal_does_not_leave_through_the_top_and_come_in_below() -> None:
    board = Board(Rules(2, 4, 3), [0, 1, 1, 2, 3])
    assert board.outcome() is None


# -- lines of other columns ----------------------------------------------------------------------


def test_the_line_through_the_top_of_any_column_can_be_asked_for() -> None:
    board = Board(moves=parse_moves("1122334"))
    row = tuple(Cell(column, 0) for column in range(4))
    assert board.line(Direction.HORIZONTAL) == row
    assert board.line(Direction.HORIZONTAL, 3) == row
    assert board.line(Direction.HORIZONTAL, 0) == ()  # its top disc is the other side's
    assert board.lines(6) == {}  # an empty column


def test_a_line_counts_although_it_was_completed_elsewhere() -> None:
    board = Board(moves=[0, 6, 1, 6, 2, 6, 3])
    for column in range(4):
        assert list(board.lines(column)) == [Direction.HORIZONTAL]
    assert board.lines(6) == {}


def test_winning_moves_are_those_that_complete_a_line() -> None:
    board = Board(moves=[1, 1, 2, 2, 3, 3])
    assert board.winning_moves() == (0, 4)
    assert board.winning_moves(0) == (0, 4)
    assert board.winning_moves(1) == ()
    board.drop(6)
    assert board.winning_moves(0) == (0, 4)
    assert board.winning_moves(1) == ()


@given(rules_of_any_size, st.lists(st.integers(0, 99), max_size=80))
def test_winning_moves_are_found_by_trying(rules: Rules, choices: list[int]) -> None:
    board = Board(rules)
    for choice in choices:
        tried = []
        for column in board.open_columns:
            board.drop(column)
            if board.lines():
                tried.append(column)
            board.undo()
        assert board.winning_moves() == tuple(tried)
        if not board.open_columns:
            break
        board.drop(board.open_columns[choice % len(board.open_columns)])


@given(rules_of_any_size, st.lists(st.integers(0, 99), max_size=80))
def test_any_empty_cell_can_be_asked_whether_it_completes_a_line(
    rules: Rules, choices: list[int]
) -> None:
    board, slow = Board(rules), SlowGame(rules.rows, rules.columns, rules.connect)
    for choice in choices:
        if board.open_columns:
            column = board.open_columns[choice % len(board.open_columns)]
            slow.drop(column, board.to_move)
            board.drop(column)
    for column in range(rules.columns):
        for row in range(board.height(column), rules.rows):
            for side in (0, 1):
                slow.grid[row][column] = side
                lines = slow.lines_through(column, row)
                assert board.completes_line((column, row), side) == bool(lines)
            slow.grid[row][column] = None


@pytest.mark.parametrize("side", [-1, 2])
def test_there_are_two_sides(side: int) -> None:
    with pytest.raises(ValueError, match="a side is 0 or 1"):
        Board().winning_moves(side)
    with pytest.raises(ValueError, match="a side is 0 or 1"):
        Board().completes_line((0, 0), side)


def test_the_positions_of_the_first_six_discs_are_as_many_as_is_known() -> None:
    """Games that ended are kept but not continued."""
    positions = {Board()}
    counts = [1]
    for _ in range(6):
        positions = {after(board, c) for board in positions for c in board.open_columns}
        counts.append(len(positions))
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422]


def after(board: Board, column: int) -> Board:
    twin = board.copy()
    twin.drop(column)
    return twin


# -- taking back ---------------------------------------------------------------------------------


def test_undo_reopens_a_column_and_a_finished_game() -> None:
    board = Board(Rules(2, 3, 2), [1, 0, 1])
    assert board.open_columns == ()
    assert board.undo() == 1
    assert board.open_columns == (0, 1, 2)
    assert board.outcome() is None
    assert board.moves == (1, 0)


def test_an_empty_board_has_nothing_to_undo() -> None:
    with pytest.raises(NothingToUndo):
        Board().undo()


class BoardMachine(RuleBasedStateMachine):
    """Drops and takes back at random, beside the slow game played again from the start."""

    def __init__(self) -> None:
        super().__init__()
        self.board = Board(Rules(3, 4, 3))
        self.moves: list[int] = []

    @precondition(lambda self: self.board.open_columns)
    @rule(choice=st.integers(0, 99))
    def drop(self, choice: int) -> None:
        column = self.board.open_columns[choice % len(self.board.open_columns)]
        self.board.drop(column)
        self.moves.append(column)

    @precondition(lambda self: self.moves)
    @rule()
    def undo(self) -> None:
        assert self.board.undo() == self.moves.pop()

    @rule()
    def copy(self) -> None:
        self.board = self.board.copy()

    @invariant()
    def agrees(self) -> None:
        slow = SlowGame(3, 4, 3)
        for ply, column in enumerate(self.moves):
            slow.drop(column, ply % 2)
        assert str(self.board) == slow.drawing()
        assert self.board.open_columns == tuple(slow.open_columns())
        assert self.board.moves == tuple(self.moves)
        assert (self.board.outcome() is not None) == slow.over


TestBoardMachine = BoardMachine.TestCase


# -- values --------------------------------------------------------------------------------------


def test_boards_are_equal_by_position_whatever_the_order() -> None:
    one, other = Board(moves=[0, 1, 2]), Board(moves=[2, 1, 0])
    assert one == other
    assert hash(one) == hash(other)
    assert one != Board(moves=[0, 1, 3])
    assert Board(Rules(6, 7, 4)) != Board(Rules(6, 7, 5))
    assert one != "a board"


@pytest.mark.parametrize(
    "twin_of", [Board.copy, copy.copy, copy.deepcopy], ids=lambda f: f.__qualname__
)
def test_a_copy_lives_its_own_life(twin_of: object) -> None:
    board = Board(moves=[3, 3])
    twin = twin_of(board)  # type: ignore[operator]
    assert twin == board
    twin.drop(4)
    assert board.moves == (3, 3)
    assert board[4, 0] is None
    board.undo()
    assert twin.moves == (3, 3, 4)


def test_a_board_survives_pickling_with_its_moves() -> None:
    board = Board(moves=[0, 1, 0, 1, 0, 1, 0])
    twin = pickle.loads(pickle.dumps(board))
    assert (twin, twin.moves, twin.outcome()) == (board, board.moves, board.outcome())
    assert twin.undo() == 0


@given(rules_of_any_size, st.lists(st.integers(0, 99), max_size=40))
def test_the_representation_makes_the_board_again(rules: Rules, choices: list[int]) -> None:
    board = Board(rules)
    for choice in choices:
        if board.open_columns:
            board.drop(board.open_columns[choice % len(board.open_columns)])
    names = {"Board": Board, "Rules": Rules}
    assert eval(repr(board), names) == board
    assert eval(repr(Board.from_bits(rules, *board.bits)), names) == board


# -- set-up positions ----------------------------------------------------------------------------


@given(rules_of_any_size, st.lists(st.integers(0, 99), max_size=150))
def test_a_position_that_was_set_up_goes_on_like_the_game(rules: Rules, choices: list[int]) -> None:
    board = Board(rules)
    for choice in choices:
        if board.open_columns:
            board.drop(board.open_columns[choice % len(board.open_columns)])
    twin = Board.from_bits(rules, *board.bits)
    assert twin == board
    assert (twin.plies, twin.to_move) == (board.plies, board.to_move)
    assert twin.open_columns == board.open_columns
    assert twin.outcome() == board.outcome()
    assert twin.moves == ()
    with pytest.raises(NothingToUndo):
        twin.undo()
    for column in board.open_columns[:1]:
        assert twin.drop(column) == board.drop(column)
        assert twin.moves == (column,)
        assert twin.outcome() == board.outcome()
        assert twin.undo() == column
    with pytest.raises(NothingToUndo):
        twin.undo()


def test_the_last_disc_of_a_position_that_was_set_up_is_unknown() -> None:
    board = Board.from_bits(Rules(), *Board(moves=[3, 3]).bits)
    assert board.lines() == {}
    assert board.line(Direction.VERTICAL) == ()


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (0b011001, 0b010000, r"both players have a disc in column 1, row 1 \(from 0\)"),
        (-1, 0, "from 0 up, not -1"),
        (0b010, 0b000, "empty cell below"),
        (0b001, 0b100, "empty cell below"),
        (0b101, 0b010, "more than 2 discs"),
        (0b001001, 0, "2 discs of the first player and 0 of the second"),
        (0, 0b001, "0 discs of the first player and 1 of the second"),
        (1 << 9, 0, "beyond the last column"),
        (0b001 | 0b001 << 3, 0b010 | 0b001 << 6, "the side to move has a line already"),
    ],
)
def test_discs_that_no_game_leaves_are_refused(first: int, second: int, said: str) -> None:
    with pytest.raises(PositionError, match=said):
        Board.from_bits(Rules(2, 3, 2), first, second)


def test_two_lines_that_no_single_disc_completes_are_refused() -> None:
    first = sum(1 << 2 * column for column in (0, 1, 8, 9))
    second = sum(1 << 2 * column for column in (2, 4, 6))
    with pytest.raises(PositionError, match="no single last disc"):
        Board.from_bits(Rules(1, 10, 2), first, second)


# -- cost ----------------------------------------------------------------------------------------


def test_the_look_for_a_line_touches_as_little_on_a_big_board_as_on_a_small_one() -> None:
    """Counts the bytecode steps of a drop: the same wherever the neighbourhood is the same."""
    assert steps_of_drop(Rules(6, 7, 4)) == steps_of_drop(Rules(100, 100, 4))


def steps_of_drop(rules: Rules) -> int:
    board = Board(rules, [3, 3, 4, 4, 2])
    steps = 0

    def trace(frame: object, event: str, argument: object) -> object:
        nonlocal steps
        frame.f_trace_opcodes = True  # type: ignore[attr-defined]
        steps += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        board.drop(5)
    finally:
        sys.settrace(before)
    return steps
