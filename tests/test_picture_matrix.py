"""What the console's matrix shows."""

from linefall.board import Board
from linefall.picture import matrix
from linefall.rules import Rules


def test_the_matrix_has_six_rows_of_blanks_between_bars_and_numbers_below() -> None:
    assert matrix.draw(Board()) == "\n".join(["| | | | | | | |"] * 6 + [" 1 2 3 4 5 6 7"])


def test_player_1_shows_as_o_and_player_2_as_at() -> None:
    lines = matrix.draw(Board(moves=[3, 3, 2])).splitlines()
    assert lines[4] == "| | | |@| | | |"
    assert lines[5] == "| | |O|O| | | |"


def test_numbers_of_two_digits_stand_under_their_columns() -> None:
    lines = matrix.draw(Board(Rules(1, 12, 4), [11])).splitlines()
    assert lines[0] == "|  |  |  |  |  |  |  |  |  |  |  | O|"
    assert lines[1] == "  1  2  3  4  5  6  7  8  9 10 11 12"
