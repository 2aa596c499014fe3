"""SVG pictures: well-formed, readable without eyes, nothing from outside."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linefall.board import Board
from linefall.picture import LOOKS, svg
from linefall.rules import Rules

NAMESPACE = "{http://www.w3.org/2000/svg}"
WON = [0, 1, 0, 2, 1, 3, 0, 4]


def parse(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def of_kind(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return list(root.iter(NAMESPACE + kind))


@pytest.mark.parametrize("look", LOOKS)
def test_each_look_is_well_formed_with_title_and_text_board_first(look: str) -> None:
    board = Board(moves=WON)
    root = parse(svg.draw(board, look=look))
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [NAMESPACE + "title", NAMESPACE + "desc"]
    assert "has won" in (root[0].text or "")
    assert root[1].text == str(board)


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_refers_to_the_outside(look: str) -> None:
    text = svg.draw(Board(moves=WON), look=look)
    assert "href" not in text
    assert "url(" not in text
    assert " id=" not in text
    assert text.count("http") == 1  # the namespace


def test_the_title_says_whose_turn_it_is_or_how_it_ended() -> None:
    assert parse(svg.draw(Board())).findtext(NAMESPACE + "title") == (
        "Connect 4 on 6 rows and 7 columns after 0 discs: red to move"
    )
    drawn = Board(Rules(1, 2, 2), [0, 1])
    assert (parse(svg.draw(drawn)).findtext(NAMESPACE + "title") or "").endswith(
        "1 row and 2 columns after 2 discs: a draw"
    )


def test_column_numbers_stand_below() -> None:
    words = [text.text for text in of_kind(parse(svg.draw(Board(Rules(2, 11, 4)))), "text")]
    assert words == [str(n) for n in range(1, 12)]
    words = [t.text for t in of_kind(parse(svg.draw(Board(), columns_from=0)), "text")]
    assert words == list("0123456")
    assert of_kind(parse(svg.draw(Board(), look="shapes")), "text")[0].text == "0"


def rings(text: str) -> int:
    return len(re.findall(r'stroke="#ffffff" stroke-width="5.12"', text))


def test_the_winning_line_is_ringed_whole_and_nothing_else_is() -> None:
    assert rings(svg.draw(Board(moves=WON))) == 4
    assert rings(svg.draw(Board(moves=WON[:-1]))) == 0
    long_line = Board(moves=[0, 0, 1, 1, 2, 2, 4, 4, 5, 5, 3])
    assert rings(svg.draw(long_line)) == 6


def test_the_last_move_is_marked_once() -> None:
    sign = 'r="5.44" fill="#ffffff"'
    assert svg.draw(Board()).count(sign) == 0
    assert svg.draw(Board(moves=[3, 3, 4])).count(sign) == 1


def test_sides_differ_by_shape_and_not_by_colour_alone() -> None:
    first = parse(svg.draw(Board(moves=[3])))
    both = parse(svg.draw(Board(moves=[3, 3])))
    assert len(of_kind(first, "polygon")) == 0
    assert len(of_kind(both, "polygon")) == 1


def test_the_bitmap_has_42_squares_on_blue() -> None:
    root = parse(svg.draw(Board(moves=[0, 6]), look="bitmap"))
    assert (root.get("width"), root.get("height")) == ("512", "512")
    squares = of_kind(root, "rect")
    assert squares[0].get("fill") == "#0000ff"
    fills = {(s.get("x"), s.get("y")): s.get("fill") for s in squares[1:]}
    assert len(fills) == 42
    assert (fills["18", "403"], fills["438", "403"]) == ("#ffff00", "#ff0000")
    assert fills["18", "53"] == "#ffffff"


def test_a_notebook_shows_a_board_as_svg() -> None:
    assert Board(moves=[3])._repr_svg_() == svg.draw(Board(moves=[3]))


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(LOOKS),
    st.integers(1, 12),
    st.integers(1, 12),
    st.integers(1, 6),
    st.lists(st.integers(0, 11), max_size=60),
)
def test_any_board_is_well_formed(
    look: str, rows: int, columns: int, connect: int, moves: list[int]
) -> None:
    board = Board(Rules(rows, columns, connect))
    for move in moves:
        if move in board.open_columns:
            board.drop(move)
    root = parse(svg.draw(board, look=look))
    discs = [g for g in of_kind(root, "g") if "translate" in g.get("transform", "")]
    if look != "bitmap":
        assert len({g.get("transform") for g in discs}) == board.plies
