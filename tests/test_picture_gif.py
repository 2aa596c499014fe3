"""Animated pictures: frames, falling discs, the ring at the end, the loop."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageSequence

from linefall.board import Board, Cell
from linefall.notation import parse_board
from linefall.picture import LOOKS, bitmap, gif, png
from linefall.rules import Rules

WON = [0, 1, 0, 2, 1, 3, 0, 4]


def frames_of(data: bytes) -> list[Image.Image]:
    with Image.open(BytesIO(data)) as image:
        assert image.format == "GIF"
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]


def durations(data: bytes) -> list[int]:
    with Image.open(BytesIO(data)) as image:
        return [frame.info["duration"] for frame in ImageSequence.Iterator(image)]


def test_the_bitmap_game_has_one_exact_frame_before_and_after_each_move() -> None:
    board = Board(moves=WON)
    frames = frames_of(gif.encode(board, look="bitmap"))
    assert len(frames) == 9
    for count, frame in enumerate(frames):
        exact = bitmap.draw(Board(moves=WON[:count]))
        assert ImageChops.difference(frame, exact).getbbox() is None


def test_the_bitmap_game_takes_the_players_colours() -> None:
    frame = frames_of(gif.encode(Board(moves=[0]), look="bitmap", sides=("red", "yellow")))[-1]
    assert frame.getpixel((18, 458)) == (255, 0, 0)


@pytest.mark.parametrize("look", LOOKS)
def test_it_loops_for_ever_and_holds_its_end(look: str) -> None:
    data = gif.encode(Board(moves=WON), look=look)
    with Image.open(BytesIO(data)) as image:
        assert image.info["loop"] == 0
    assert durations(data)[-1] == gif.HOLD


def worst_difference(one: Image.Image, other: Image.Image) -> float:
    """A palette rounds the colours of smooth edges a little; nothing else may differ."""
    return max(high for _, high in ImageChops.difference(one, other).getextrema())


@pytest.mark.parametrize("look", [look for look in LOOKS if look != "bitmap"])
def test_the_last_frame_is_the_final_picture(look: str) -> None:
    board = Board(moves=WON)
    last = frames_of(gif.encode(board, look=look, cell=48))[-1]
    still = png.draw(board, look=look, cell=48)
    assert worst_difference(last, still) < 64


@pytest.mark.parametrize("look", ["plain", "shapes"])
def test_the_last_frame_has_the_colours_that_were_asked_for(look: str) -> None:
    board, colours = Board(moves=WON), ("green", "magenta")
    last = frames_of(gif.encode(board, look=look, cell=48, sides=colours))[-1]
    painter = png.Painter(board.rules, look=look, cell=48, sides=colours)
    painter.draw_board(board)
    assert worst_difference(last, painter.image) < 64


def test_the_bitmap_game_takes_any_colours_exactly() -> None:
    board, colours = Board(moves=WON), ("blue", "white")
    last = frames_of(gif.encode(board, look="bitmap", sides=colours))[-1]
    assert ImageChops.difference(last, bitmap.draw(board, colours=colours)).getbbox() is None


def test_discs_fall_from_the_top_through_every_row() -> None:
    frames = list(gif.frames(Board(moves=[3]), png.Painter(Rules(), cell=32)))
    falling = [f for f in frames if f.milliseconds == gif.TICK]
    assert len(falling) == 5  # rows fallen after each tick: 0.2 0.8 1.8 3.2 5.0
    painter = png.Painter(Rules(), cell=32)
    tops = []
    for frame in falling:
        changed = ImageChops.difference(frame.image.convert("RGB"), frames[0].image.convert("RGB"))
        box = changed.getbbox()
        assert box is not None
        assert box[0] >= painter.box(Cell(3, 0))[0]
        assert box[2] <= painter.box(Cell(3, 0))[2]
        tops.append(box[1])
    assert tops == sorted(tops)


def test_rings_blink_and_stay() -> None:
    frames = list(gif.frames(Board(moves=WON), png.Painter(Rules(), cell=32)))[-5:]
    white = [f.image.convert("RGB").getcolors(1 << 16) or [] for f in frames]
    ringed = [sum(n for n, c in colours if min(c) > 250) for colours in white]
    assert [count > max(ringed) / 2 for count in ringed] == [True, False, True, False, True]


def test_an_empty_game_and_a_set_up_position_are_one_still_frame() -> None:
    assert len(frames_of(gif.encode(Board()))) == 1
    board = parse_board(". . . .\n. o . .\nx x o .", Rules(3, 4, 3))
    assert len(frames_of(gif.encode(board))) == 1
    assert len(frames_of(gif.encode(board, look="bitmap"))) == 1


def test_moves_after_a_set_up_position_start_from_it() -> None:
    board = parse_board(". . . .\n. o . .\nx x o .", Rules(3, 4, 3))
    board.drop(3)
    frames = frames_of(gif.encode(board, look="bitmap"))
    assert len(frames) == 2
    assert ImageChops.difference(frames[1], bitmap.draw(board)).getbbox() is None


def test_a_long_game_on_a_large_board_stays_within_the_frames() -> None:
    board = Board(Rules(30, 30, 100), [column for column in range(30) for _ in range(30)])
    frames = frames_of(gif.encode(board))
    assert 200 < len(frames) <= gif.FRAMES + 1
    assert 10 < len(list(gif.bitmap_frames(board))) <= gif.PIXELS // (2122 * 2192) + 2
