"""The bitmap, to the pixel: 512 x 512, squares of 56, gaps of 14, margins of 18 and 53."""

import pytest
from PIL import Image, ImageChops

from linefall.board import Board, Cell
from linefall.errors import LinefallError
from linefall.house import WORDS
from linefall.notation import cell_at, view
from linefall.picture import bitmap
from linefall.rules import Rules

BLUE, EMPTY, YELLOW, RED = (0, 0, 255), (255, 255, 255), (255, 255, 0), (255, 0, 0)


def obvious_picture(board: Board) -> Image.Image:
    """Draws the bitmap pixel by pixel, the slow way, from the numbers of its description."""
    image = Image.new("RGB", (512, 512))
    for x in range(512):
        for y in range(512):
            column, dx = divmod(x - 18, 70)
            from_top, dy = divmod(y - 53, 70)
            colour = BLUE
            if 0 <= column < 7 and 0 <= from_top < 6 and dx < 56 and dy < 56:
                colour = {None: EMPTY, 0: YELLOW, 1: RED}[board[column, 5 - from_top]]
            image.putpixel((x, y), colour)
    return image


@pytest.mark.parametrize("moves", [[], [3], [0, 6, 0, 6, 3, 3, 3, 2, 5]])
@pytest.mark.unwatched
def test_every_pixel_is_where_the_description_says(moves: list[int]) -> None:
    board = Board(moves=moves)
    picture = bitmap.draw(board)
    assert picture.size == (512, 512)
    assert ImageChops.difference(picture, obvious_picture(board)).getbbox() is None


def test_edges_of_the_first_square() -> None:
    picture = bitmap.draw(Board())
    row = [picture.getpixel((x, 60)) for x in (0, 17, 18, 73, 74, 87, 88, 143, 144)]
    assert row == [BLUE, BLUE, EMPTY, EMPTY, BLUE, BLUE, EMPTY, EMPTY, BLUE]
    column = [picture.getpixel((20, y)) for y in (0, 52, 53, 108, 109, 122, 123, 178, 179)]
    assert column == [BLUE, BLUE, EMPTY, EMPTY, BLUE, BLUE, EMPTY, EMPTY, BLUE]


def test_18_pixels_remain_on_the_right_and_53_at_the_bottom() -> None:
    picture = bitmap.draw(Board())
    assert [picture.getpixel((x, 60)) for x in (493, 494, 511)] == [EMPTY, BLUE, BLUE]
    assert [picture.getpixel((20, y)) for y in (458, 459, 511)] == [EMPTY, BLUE, BLUE]


@pytest.mark.parametrize("index", range(42))
def test_drawing_a_cell_touches_only_that_cell(index: int) -> None:
    cell = cell_at(index, Rules())
    picture = bitmap.Bitmap()
    before = picture.image.copy()
    picture.draw_cell(cell, "red")
    changed = ImageChops.difference(before, picture.image)
    assert changed.getbbox() == bitmap.square(Rules(), cell)
    assert picture.image.crop(bitmap.square(Rules(), cell)).getcolors() == [(56 * 56, RED)]
    picture.draw_cell(cell, "empty")
    assert picture.image.tobytes() == before.tobytes()


def test_the_first_side_may_have_either_colour() -> None:
    board = Board(moves=[0, 6])
    assert bitmap.draw(board).getpixel((18, 458)) == YELLOW
    assert bitmap.draw(board, colours=("red", "yellow")).getpixel((18, 458)) == RED
    assert bitmap.draw(board, colours=("red", "yellow")).getpixel((493, 458)) == YELLOW


def test_x_counts_from_the_left_and_y_from_the_bottom() -> None:
    picture = bitmap.Bitmap()
    picture.draw_cell(Cell(6, 5), "yellow")
    assert picture.image.getpixel((493, 53)) == YELLOW
    picture.draw_cell(Cell(0, 0), "red")
    assert picture.image.getpixel((18, 458)) == RED


def test_pixels_belong_to_a_column_or_lie_beside_it() -> None:
    owners = [bitmap.column_at(Rules(), x) for x in range(512)]
    assert [owners.count(column) for column in range(7)] == [56] * 7
    assert owners.count(None) == 512 - 7 * 56
    assert [owners[x] for x in (17, 18, 73, 74, 87, 88, 438, 493, 494)] == [
        None, 0, 0, None, None, 1, 6, 6, None
    ]  # fmt: skip


def test_other_boards_keep_squares_gaps_and_margins() -> None:
    rules = Rules(4, 10, 5)
    picture = bitmap.draw(Board(rules, [9]))
    assert picture.size == (36 + 10 * 56 + 9 * 14, 106 + 4 * 56 + 3 * 14)
    assert picture.getpixel((picture.width - 19, picture.height - 54)) == YELLOW
    assert picture.getpixel((picture.width - 18, picture.height - 54)) == BLUE


def test_every_colour_of_a_house_differs_from_the_ground_and_from_empty_squares() -> None:
    assert set(WORDS["colours"]) <= bitmap.COLOURS.keys()
    assert len({bitmap.BLUE, *bitmap.COLOURS.values()}) == len(bitmap.COLOURS) + 1


def test_unknown_cells_and_colours_are_refused() -> None:
    with pytest.raises(LinefallError, match="x is 0 to 6, y is 0 to 5"):
        bitmap.Bitmap().draw_cell((7, 0), "red")
    with pytest.raises(LinefallError, match="possible: empty yellow red"):
        bitmap.Bitmap().draw_cell((0, 0), "mauve")


def test_a_players_view_has_42_numbers_mine_1_and_the_others_minus_1() -> None:
    board = Board(moves=[2, 3, 3, 2, 2, 3, 3, 2, 2])
    assert board[2, 4] == 0
    assert len(view(board, 0)) == len(view(board, 1)) == 42
    assert (view(board, 0)[30], view(board, 1)[30]) == (1, -1)
    board.undo()
    assert (view(board, 0)[30], view(board, 1)[30]) == (0, 0)
