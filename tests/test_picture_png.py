"""PNG pictures: the design in pixels, cell by cell."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from linefall.board import Board, Cell
from linefall.errors import LinefallError
from linefall.house import WORDS
from linefall.picture import LOOKS, paint, png, style
from linefall.rules import Rules

WON = [0, 1, 0, 2, 1, 3, 0, 4]
SIZES = [Rules(1, 1, 1), Rules(1, 9, 4), Rules(9, 1, 4), Rules(10, 12, 5), Rules(100, 100, 30)]


@pytest.mark.parametrize("look", [look for look in LOOKS if look != "bitmap"])
def test_drawing_a_move_touches_only_that_cell(look: str) -> None:
    painter = png.Painter(Rules(), look=look, cell=40)
    before = painter.image.copy()
    for n in range(4):
        painter.draw_cell(Cell(4, 2), n, last=True)
        changed = ImageChops.difference(before, painter.image).getbbox()
        assert changed is not None
        left, top, right, bottom = painter.box(Cell(4, 2))
        assert left <= changed[0] < changed[2] <= right
        assert top <= changed[1] < changed[3] <= bottom
    painter.draw_cell(Cell(4, 2), None)
    assert painter.image.tobytes() == before.tobytes()


@pytest.mark.parametrize("rules", SIZES, ids=str)
def test_every_size_gives_a_page_with_the_panel_inside(rules: Rules) -> None:
    image = png.draw(Board(rules))
    page = Image.new("RGB", image.size, style.STYLES["plain"].page)
    assert image.getpixel((0, 0)) == page.getpixel((0, 0))
    assert max(image.size) <= png.LARGEST
    painter = png.Painter(rules)
    assert painter.box(Cell(rules.columns - 1, 0))[2] < image.width
    assert painter.box(Cell(rules.columns - 1, 0))[3] < image.height


def middles(image: Image.Image, painter: png.Painter, row: int) -> list[object]:
    """Reads the pixel a third of a cell above the middle: on the rim of a disc, or in a hole."""
    boxes = [painter.box(Cell(c, row)) for c in range(painter.rules.columns)]
    return [image.getpixel(((b[0] + b[2]) // 2, b[1] + painter.cell // 7)) for b in boxes]


def test_discs_are_seen_where_they_lie() -> None:
    painter = png.Painter(Rules(), cell=70)
    image = png.draw(Board(moves=[0, 3, 6]), cell=70)
    red, yellow, hole = (217, 43, 58), (242, 185, 15), (223, 231, 246)
    assert middles(image, painter, 0) == [red, hole, hole, yellow, hole, hole, red]
    assert middles(image, painter, 1) == [hole] * 7


def test_rings_appear_with_a_winning_line_only() -> None:
    def white(moves: list[int]) -> int:
        image = png.draw(Board(moves=moves), cell=50)
        counted = image.getcolors(1 << 20) or []
        return sum(count for count, colour in counted if colour == (255, 255, 255))

    assert white(WON) > 4 * white(WON[:-1])


def test_the_file_is_a_png_of_the_asked_size() -> None:
    data = paint(Board(moves=[3]), "png", cell=20)
    with Image.open(BytesIO(data)) as image:
        assert image.format == "PNG"
        assert image.size == (152, 139)


def test_the_bitmap_file_is_exactly_512_by_512() -> None:
    with Image.open(BytesIO(paint(Board(moves=[3]), "png", look="bitmap"))) as image:
        assert image.size == (512, 512)
        assert image.getpixel((228, 458)) == (255, 255, 0)
    assert png.draw(Board(moves=[3]), look="bitmap").size == (512, 512)


@pytest.mark.parametrize("cell", [0, 3, 513, -5])
def test_a_cell_that_cannot_be_drawn_is_refused_with_what_is_possible(cell: int) -> None:
    with pytest.raises(LinefallError, match="possible on 6x7x4: 4 to 512"):
        png.draw(Board(), cell=cell)


def test_a_picture_that_would_fill_the_memory_is_refused() -> None:
    with pytest.raises(LinefallError, match="possible on 100x100x4: 4 to 99"):
        png.draw(Board(Rules(100, 100, 4)), cell=200)


def test_an_unknown_look_or_kind_is_refused_with_what_is_possible() -> None:
    with pytest.raises(LinefallError, match="possible: letters shapes matrix"):
        paint(Board(), "png", look="clay")
    with pytest.raises(LinefallError, match="possible: svg png gif"):
        paint(Board(), "tiff")


@pytest.mark.parametrize("look", ["plain", "shapes"])
def test_discs_take_every_colour_that_a_house_can_name(look: str) -> None:
    seen = set()
    for colour in WORDS["colours"]:
        other = next(name for name in WORDS["colours"] if name != colour)
        painter = png.Painter(Rules(), look=look, cell=50, sides=(colour, other))
        empty = painter.image.copy()
        painter.draw_cell(Cell(3, 0), 0)
        left, top, right, bottom = painter.box(Cell(3, 0))
        assert ImageChops.difference(painter.image, empty).getbbox() is not None
        seen.add(painter.image.getpixel(((left + right) // 2, (top + bottom) // 2)))
    assert len(seen) == len(WORDS["colours"])


@pytest.mark.parametrize("look", ["letters", "matrix"])
def test_marks_of_a_house_are_painted_as_such(look: str) -> None:
    seen = set()
    for mark in "XO@#ox*":
        painter = png.Painter(Rules(), look=look, cell=50, sides=(mark, "%"))
        painter.draw_cell(Cell(3, 0), 0)
        seen.add(painter.image.crop(painter.box(Cell(3, 0))).tobytes())
    assert len(seen) == 7


@pytest.mark.parametrize("look", ["numbers", "bins"])
def test_numbers_stay_what_they_are(look: str) -> None:
    assert style.style_of(look, ("#", "o")) is style.STYLES[look]


@pytest.mark.parametrize("form", WORDS["shapes"])
def test_every_shape_of_a_house_is_painted_and_differs_from_the_others(form: str) -> None:
    def picture(name: str) -> bytes:
        painter = png.Painter(Rules(1, 2, 2), look="shapes", cell=40, forms=(name, "pentagon"))
        painter.draw_cell(Cell(0, 0), 0)
        painter.draw_cell(Cell(1, 0), 2)  # as it is marked in a line
        return painter.image.tobytes()

    assert all(picture(form) != picture(other) for other in WORDS["shapes"] if other != form)
