"""The screen: what a stream can show, and a board painted on it."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from linefall.board import Board
from linefall.picture import shapes
from linefall.rules import Rules
from linefall.screen import Paint, Screen, cell_width

PAINT = Paint(symbols=("X", "O"), colours=("red", "yellow"))


class Stream(io.StringIO):
    """Is a stream of text with an encoding, which may be a terminal."""

    def __init__(self, encoding: str = "utf-8", *, terminal: bool = False) -> None:
        super().__init__()
        self._encoding = encoding
        self._terminal = terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


def screen(**options) -> tuple[Screen, Stream]:
    stream = Stream()
    return Screen(stream, **options), stream


def test_a_narrow_terminal_gets_lines_that_end_at_blanks() -> None:
    """The terminal broke words where it ended; a pipe and a screen reader get a line whole."""
    said = "1 to 7: drop into that column;\n\nu: take a move back"
    for options in ({}, {"terminal": True, "plain": True}):
        made, stream = screen(size=lambda: (20, 24), **options)
        made.say(said)
        assert stream.getvalue() == f"{said}\n"
    made, stream = screen(size=lambda: (20, 24), terminal=True)
    made.say(said)
    assert stream.getvalue() == "1 to 7: drop into\nthat column;\n\nu: take a move back\n"


@pytest.mark.parametrize(
    ("encoding", "terminal", "environment", "ascii_only"),
    [
        ("utf-8", False, {}, False),
        ("utf-8", False, {"LC_ALL": "C"}, False),
        ("ascii", False, {}, True),
        ("latin-1", False, {}, True),
        ("utf-8", True, {}, False),
        ("utf-8", True, {"LC_ALL": "C"}, True),
        ("utf-8", True, {"LANG": "POSIX"}, True),
        ("utf-8", True, {"LC_ALL": "C.UTF-8", "LANG": "C"}, False),
        ("utf-8", True, {"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, False),
    ],
)
def test_shapes_are_shown_where_encoding_and_locale_allow(
    encoding, terminal, environment, ascii_only
) -> None:
    stream = Stream(encoding, terminal=terminal)
    made = Screen.of(stream, plain=False, environment=environment | {"TERM": "xterm"})
    assert made.ascii_only is ascii_only


@pytest.mark.parametrize(
    ("terminal", "environment", "plain", "colour", "animated"),
    [
        (True, {"TERM": "xterm"}, False, True, True),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False, False, False),
        (True, {"TERM": "xterm", "NO_COLOR": ""}, False, True, True),
        (True, {"TERM": "dumb"}, False, False, False),
        (True, {}, False, False, False),
        (True, {"TERM": "xterm"}, True, False, False),
        (False, {}, False, True, False),
        (False, {"NO_COLOR": "1"}, False, False, False),
    ],
)
def test_colour_and_motion_need_the_right_stream(
    terminal, environment, plain, colour, animated
) -> None:
    made = Screen.of(Stream(terminal=terminal), plain=plain, environment=environment)
    assert (made.colour, made.animated) == (colour, animated)


def test_what_the_encoding_cannot_hold_is_escaped() -> None:
    stream = Stream("ascii")
    Screen(stream).say("Zo\u00eb")
    assert stream.getvalue() == "Zo\\xeb\n"


def test_a_wait_is_shown_on_a_terminal_and_taken_away_and_nothing_of_it_goes_into_a_pipe() -> None:
    for terminal, shown in ((True, "one moment\r\x1b[K"), (False, "")):
        made, stream = screen(terminal=terminal)
        with made.waiting("one moment"):
            pass
        assert stream.getvalue() == shown


def test_a_wait_takes_one_line_however_long_its_text_is() -> None:
    """On a narrow terminal the first of two lines was left there."""
    made, stream = screen(terminal=True, size=lambda: (8, 24))
    with made.waiting("one moment"):
        pass
    assert stream.getvalue() == "one mom\r\x1b[K"


def test_letters_are_plain_in_a_pipe_and_coloured_on_a_terminal() -> None:
    board = Board(Rules(1, 3, 3), [0, 2])
    made, stream = screen(colour=True)
    made.show(board, "letters", PAINT)
    assert stream.getvalue() == "|X|_|O|\n|1|2|3|\n"
    made, stream = screen(colour=True, terminal=True)
    made.show(board, "letters", PAINT)
    assert stream.getvalue() == "|\x1b[1;31mX\x1b[0m|_|\x1b[1;33mO\x1b[0m|\n|1|2|3|\n"


def test_the_cells_of_a_line_are_highlighted() -> None:
    made, _ = screen(colour=True, terminal=True)
    lines = made.lines(Board(Rules(2, 3, 2), [0, 2, 0]), "matrix", PAINT)
    assert lines[0].startswith("|\x1b[1;7;31mX\x1b[0m|")
    assert lines[1].endswith("|\x1b[1;33mO\x1b[0m|")


def test_wide_columns_keep_the_coloured_cells_aligned() -> None:
    board = Board(Rules(1, 12, 4), [0, 11])
    made, _ = screen(colour=True, terminal=True)
    (line, numbers) = made.lines(board, "letters", PAINT)
    assert line.startswith("|\x1b[1;31m X\x1b[0m| _|")
    assert line.endswith("| _|\x1b[1;33m O\x1b[0m|")
    assert numbers.startswith("| 1| 2|")
    assert cell_width(board, PAINT) == 2


def test_facts_stand_beside_the_board_or_below_it_where_the_terminal_is_too_narrow() -> None:
    board = Board(Rules(2, 3, 3))
    for columns, lines in (
        (80, ["|_|_|_|  one", "|_|_|_|", "|1|2|3|  three", "four"]),
        (10, ["|_|_|_|", "|_|_|_|", "|1|2|3|", "one", "three", "four"]),
    ):
        made, _ = screen(terminal=True, size=lambda columns=columns: (columns, 24))
        assert made.lines(board, "letters", PAINT, ("one", "", "three", "four")) == lines


def test_in_a_pipe_facts_stand_beside_the_board_always() -> None:
    made, _ = screen(size=lambda: (5, 5))
    assert made.lines(Board(Rules(1, 1, 1)), "letters", PAINT, ("a fact",))[0] == "|_|  a fact"


def test_a_board_wider_than_the_terminal_comes_in_parts() -> None:
    board = Board(Rules(1, 12, 4), [0, 11])
    made, _ = screen(terminal=True, size=lambda: (20, 24))
    parts = [
        "| X| _| _| _| _| _|",
        "| 1| 2| 3| 4| 5| 6|",
        "| _| _| _| _| _| O|",
        "| 7| 8| 9|10|11|12|",
    ]
    assert made.lines(board, "letters", PAINT) == parts
    assert made.lines(board, "letters", PAINT, ("a fact", "")) == [*parts, "a fact"]
    made, _ = screen(terminal=True, size=lambda: (28, 24))  # not nine columns, then three
    assert [line.count("|") - 1 for line in made.lines(board, "letters", PAINT)] == [6, 6, 6, 6]
    made, _ = screen(terminal=True, colour=True, size=lambda: (20, 24))
    assert made.lines(board, "letters", PAINT)[2] == "| _| _| _| _| _|\x1b[1;33m O\x1b[0m|"


def test_wide_shapes_and_numbers_come_in_parts_too() -> None:
    """Shapes became letters on a narrow terminal, and numbers were broken by it."""
    board = Board(Rules(1, 12, 4), [0, 11])
    made, _ = screen(terminal=True, size=lambda: (20, 24))
    rule = "+--+--+--+--+--+--+"
    assert made.lines(board, "shapes", PAINT) == [
        *(rule, "|\u2b24 \x1b[4G|  |  |  |  |  |", rule, " 1  2  3  4  5  6"),
        *(rule, "|  |  |  |  |  |\u2b1f \x1b[19G|", rule, " 7  8  9  10 11 12"),
    ]
    assert made.lines(board, "numbers", PAINT) == ["0, , , , , ,", "", " , , , , ,1,"]
    wide, _ = screen(size=lambda: (20, 24))  # a pipe
    assert wide.lines(board, "numbers", PAINT) == ["0, , , , , , , , , , ,1,"]


class Display:
    """Is a small terminal: it understands the codes that a falling disc needs."""

    def __init__(self, rows: int = 40, columns: int = 60) -> None:
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0

    def feed(self, text: str) -> None:
        place = 0
        while place < len(text):
            if text[place] == "\x1b":
                end = next(i for i in range(place + 2, len(text)) if text[i].isalpha())
                self.obey(text[end], text[place + 2 : end])
                place = end + 1
                continue
            self.put(text[place])
            place += 1

    def put(self, character: str) -> None:
        if character == "\n":
            self.row, self.column = self.row + 1, 0
        elif character == "\r":
            self.column = 0
        else:
            self.cells[self.row][self.column] = character
            self.column += 1

    def obey(self, code: str, number: str) -> None:
        if code == "A":
            self.row -= int(number)
        elif code == "B":
            self.row += int(number)
        elif code == "G":
            self.column = int(number) - 1
        elif code == "J":
            for row in self.cells[self.row :]:
                row[:] = [" "] * len(row)
        else:
            assert code == "m", code

    def text(self) -> list[str]:
        return [line for row in self.cells if (line := "".join(row).rstrip())]


@pytest.mark.parametrize("look", ["letters", "matrix", "shapes"])
@pytest.mark.parametrize("rules", [Rules(6, 7, 4), Rules(3, 12, 4), Rules(1, 5, 4)])
def test_a_disc_falls_row_by_row_and_leaves_the_board_as_it_is_drawn(look, rules) -> None:
    frames = []
    stream, display, told = Stream(terminal=True), Display(), 0

    def see(_seconds: float) -> None:
        nonlocal told
        display.feed(stream.getvalue()[told:])
        told = len(stream.getvalue())
        frames.append(display.text())

    made = Screen(stream, terminal=True, colour=True, sleep=see, size=lambda: (80, 40))
    board = Board(rules, [2])
    made.show_drop(board, look, PAINT, ("a fact", "another"))
    display.feed(stream.getvalue()[told:])
    still, plain = Display(), Screen(Stream(), terminal=True, colour=True, size=lambda: (80, 40))
    still.feed("\n".join(plain.lines(board, look, PAINT, ("a fact", "another"))))
    assert display.text() == still.text()
    assert len(frames) == rules.rows
    mark = {"letters": "X", "matrix": "X", "shapes": "\u2b24"}[look]
    heights = [next(i for i, line in enumerate(frame) if mark in line) for frame in frames]
    assert heights == sorted(heights)
    assert len(set(heights)) == rules.rows


def test_nothing_falls_where_the_board_is_higher_than_the_terminal() -> None:
    made, stream = screen(terminal=True, colour=True, size=lambda: (80, 5))
    made.show_drop(Board(Rules(), [3]), "letters", PAINT)
    assert "\x1b[J" not in stream.getvalue()


def test_the_plain_look_shows_the_own_marks_column_numbers_and_facts() -> None:
    """It drew x and o for whoever had which mark, and nothing beside or below it."""
    made, _ = screen()
    paint = Paint(("O", "X"), ("red", "yellow"), columns_from=0)
    lines = made.lines(Board(Rules(2, 3, 2), [0, 2]), "plain", paint, ("Player A: O", "", "Turn"))
    assert lines == [" . . .  Player A: O", " O . X", " 0 1 2  Turn"]


def test_the_plain_look_keeps_its_columns_below_each_other_and_comes_in_parts() -> None:
    made, _ = screen()
    lines = made.lines(Board(Rules(1, 12, 3), [9, 10]), "plain", PAINT)
    assert [line[27:33] for line in lines] == ["  X  O", " 10 11"]
    narrow, _ = screen(terminal=True, size=lambda: (20, 24))
    shown = narrow.lines(Board(Rules(1, 12, 3), [9, 10]), "plain", PAINT)
    assert [len(line) <= 20 for line in shown] == [True] * 4


@pytest.mark.parametrize("look", ["numbers", "bins", "plain"])
def test_looks_without_a_grid_are_shown_at_once(look) -> None:
    made, stream = screen(terminal=True, colour=True)
    made.show_drop(Board(Rules(), [3]), look, PAINT)
    assert "\x1b" not in stream.getvalue()


@pytest.mark.parametrize(
    ("encoding", "row"),
    [
        ("utf-8", "|\u2605 |\u25a1 |\u25a1 |\u25a1 |\u25a1 |"),
        ("ascii", "|G |C*|C*|C*|C*|"),
    ],
)
def test_a_house_has_its_own_shapes_and_letters_for_its_colours(
    encoding: str, row: str, tmp_path: Path
) -> None:
    """They were checked, and then nobody looked at them."""
    house = tmp_path / "own.toml"
    house.write_text('base = "shapes"\nshapes = ["star", "square"]\ncolours = ["green", "cyan"]\n')
    done = subprocess.run(
        [sys.executable, "-m", "linefall", "play", "--rules", str(house)],
        input=b"0\n1\n0\n2\n1\n3\n0\n4\n", stdout=subprocess.PIPE, check=True, timeout=60,
        env={**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert row in done.stdout.decode(encoding)


def test_two_shapes_that_are_the_same_are_told_apart() -> None:
    assert shapes.glyphs(("square", "square")) == shapes.SHAPES
    assert len(set(shapes.glyphs(("square", "star")))) == 4
