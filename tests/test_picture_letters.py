"""What the letters look shows: bars, symbols, and numbers below."""

from hypothesis import given, settings
from hypothesis import strategies as st

from linefall.board import Board
from linefall.picture import letters
from linefall.rules import Rules


def test_the_empty_board_is_underscores_between_bars_with_numbers_below() -> None:
    assert letters.draw(Board()) == "\n".join(["|_|_|_|_|_|_|_|"] * 6 + ["|1|2|3|4|5|6|7|"])


def test_discs_after_1_and_7_are_at_the_ends_of_the_bottom_row() -> None:
    assert letters.draw(Board(moves=[0, 6])).splitlines()[5] == "|X|_|_|_|_|_|O|"


def test_the_symbols_can_be_the_other_way_round() -> None:
    assert letters.draw(Board(moves=[0, 6]), symbols="OX").splitlines()[5] == "|O|_|_|_|_|_|X|"


def test_two_digit_columns_widen_every_cell_alike() -> None:
    lines = letters.draw(Board(Rules(2, 11, 4), [10])).splitlines()
    assert lines[1] == "| _| _| _| _| _| _| _| _| _| _| X|"
    assert lines[2] == "| 1| 2| 3| 4| 5| 6| 7| 8| 9|10|11|"


def test_columns_may_count_from_0() -> None:
    assert letters.draw(Board(Rules(1, 3, 3)), columns_from=0).splitlines()[-1] == "|0|1|2|"


@settings(deadline=None)
@given(st.integers(1, 9), st.integers(1, 30), st.lists(st.integers(0, 29), max_size=60))
def test_every_line_has_the_same_width_and_shows_every_disc(
    rows: int, columns: int, moves: list[int]
) -> None:
    board = Board(Rules(rows, columns, 100))
    for move in moves:
        if move in board.open_columns:
            board.drop(move)
    lines = letters.draw(board).splitlines()
    assert len(lines) == rows + 1
    assert len({len(line) for line in lines}) == 1
    cells = "".join(lines[:-1])
    assert cells.count("X") + cells.count("O") == board.plies
    assert cells.count("X") - cells.count("O") in (0, 1)
