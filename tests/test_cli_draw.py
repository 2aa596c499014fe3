"""`linefall draw` in real processes: looks, picture files, and what it refuses."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from linefall.cli import run


def draw(*args: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "linefall", "draw", *args],
        env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, **environment},
        capture_output=True,
        encoding=environment.get("PYTHONIOENCODING", "utf-8"),
        timeout=60,
        check=False,
    )


def test_without_moves_it_is_the_empty_board() -> None:
    """The moves were missing, though `solve` and `best` take the empty board then."""
    assert draw("--board", "2x3x2").stdout == draw("-", "--board", "2x3x2").stdout != ""


def test_letters_and_matrix_are_printed_as_they_are() -> None:
    assert draw("17", "--look", "letters").stdout.splitlines()[5:] == [
        "|X|_|_|_|_|_|O|",
        "|1|2|3|4|5|6|7|",
    ]
    assert draw("17", "--look", "matrix").stdout.splitlines()[5:] == [
        "|O| | | | | |@|",
        " 1 2 3 4 5 6 7",
    ]


def test_numbers_and_bins_show_the_marks() -> None:
    moves = "2123242"  # bins 1 0 1 2 1 3 1 counted from 0
    result = draw(moves, "--board", "4x6x4", "--look", "bins")
    assert result.stdout == "1\n2 2 2 2\n1\n1\nempty\nempty\n"
    result = draw("1012131", "--columns-from", "0", "--board", "4x6x4", "--look", "numbers")
    assert result.stdout.splitlines()[-1] == "1,2,1,1, , ,"


def test_moves_count_from_1_though_bins_are_shown_from_0() -> None:
    lines = draw("1", "--board", "4x6x4", "--look", "shapes", "--plain").stdout.splitlines()
    assert lines[-1] == " 0  1  2  3  4  5"
    assert lines[-3] == "|\u2b24 |  |  |  |  |  |"
    lines = draw("1", "--columns-from", "1", "--board", "4x6x4", "--look", "shapes").stdout
    assert lines.splitlines()[-1] == " 1  2  3  4  5  6"


def test_shapes_are_coloured_in_a_pipe_unless_no_color_or_plain() -> None:
    assert "\x1b[31m\u2b24\x1b[0m" in draw("1", "--look", "shapes").stdout
    assert "\x1b" not in draw("1", "--look", "shapes", NO_COLOR="1").stdout
    assert "\x1b" not in draw("1", "--look", "shapes", "--plain").stdout
    assert "\x1b" in draw("1", "--look", "shapes", NO_COLOR="").stdout


def test_shapes_become_letters_where_the_output_has_ascii_only() -> None:
    result = draw("12", "--look", "shapes", "--plain", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert "|R |B |" in result.stdout


def shapes_on_a_terminal(kind: str, locale: str = "C.UTF-8") -> str:
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "linefall", "draw", "1", "--look", "shapes"]
    coloured = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    environment = {**coloured, "TERM": kind, "LC_ALL": locale}
    subprocess.run(command, stdout=slave, env=environment, check=True, timeout=60)
    os.close(slave)
    seen = os.read(master, 65536).decode()
    os.close(master)
    return seen


def test_on_a_terminal_the_cursor_is_placed_after_each_shape() -> None:
    assert "|\x1b[31m\u2b24\x1b[0m \x1b[4G|" in shapes_on_a_terminal("xterm")


def test_a_terminal_that_takes_no_codes_gets_none() -> None:
    """Colours and places of the cursor were written to a terminal that shows them as rubbish."""
    seen = shapes_on_a_terminal("dumb")
    assert "|\u2b24 |" in seen
    assert "\x1b" not in seen


def test_a_terminal_that_was_told_c_gets_letters() -> None:
    """As in a game; the shapes are rubbish there."""
    assert "|\x1b[31mR\x1b[0m \x1b[4G|" in shapes_on_a_terminal("xterm", locale="C")


def test_one_direction_through_one_column_can_be_asked_for() -> None:
    row = ["1122334", "--look", "numbers"]
    assert draw(*row).stdout.splitlines()[-1] == "2,2,2,2, , , ,"
    asked = draw(*row, "--through", "1", "--direction", "vertical")
    assert asked.stdout.splitlines()[-2:] == ["0,0,0,0, , , ,", "winner: -1"]
    asked = draw("1122334", "--look", "bins", "--through", "1", "--direction", "vertical")
    assert asked.stdout.splitlines()[-1] == "winner: none"
    asked = draw("1122334", "--look", "bins", "--through", "4", "--direction", "horizontal")
    assert asked.stdout.splitlines()[-1] == "winner: 0"
    asked = draw("1122334", "--through", "4", "--direction", "horizontal", "--json")
    assert json.loads(asked.stdout)["asked"] == {
        "column": 3,
        "winner": 0,
        "cells": [[0, 0], [1, 0], [2, 0], [3, 0]],
    }
    nobody = draw("1122334", "--through", "1", "--json")
    assert json.loads(nobody.stdout)["asked"]["winner"] == -1


def test_json_has_both_players_views() -> None:
    views = json.loads(draw("17", "--json").stdout)["views"]
    assert [views[0][0], views[0][6], sum(map(abs, views[0]))] == [1, -1, 2]
    assert [views[1][0], views[1][6]] == [-1, 1]


def test_the_bitmap_file_is_the_exact_picture(tmp_path: Path) -> None:
    path = tmp_path / "b.png"
    assert draw("17", "--look", "bitmap", "-o", str(path)).returncode == 0
    with Image.open(path) as image:
        assert (image.size, image.mode) == ((512, 512), "RGB")
        assert image.getpixel((18, 458)) == (255, 255, 0)
        assert image.getpixel((493, 403)) == (255, 0, 0)
        assert image.getpixel((17, 458)) == (0, 0, 255)
    draw("17", "--look", "bitmap", "--first-colour", "red", "-o", str(path))
    with Image.open(path) as image:
        assert image.getpixel((18, 458)) == (255, 0, 0)


@pytest.mark.parametrize("look", ["letters", "shapes", "matrix", "numbers", "bins", "plain"])
def test_every_look_can_be_written_as_every_kind_of_file(look: str, tmp_path: Path) -> None:
    starts = {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF89a", "txt": None}
    for suffix, start in starts.items():
        path = tmp_path / f"{look}.{suffix}"
        assert run(["draw", "4453", "--look", look, "-o", str(path)]) == 0
        if start is not None:
            assert path.read_bytes().startswith(start)
    assert sorted(os.listdir(tmp_path)) == [f"{look}.{s}" for s in ("gif", "png", "svg", "txt")]


def test_a_text_file_has_no_colours(tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    draw("44", "--look", "shapes", "-o", str(path), PYTHONIOENCODING="ascii")
    assert "\u2b24" in path.read_text(encoding="utf-8")
    assert "\x1b" not in path.read_text(encoding="utf-8")


REFUSED = [
    (["44", "-o", "board.bmp"], r"'board.bmp'.* \.svg \.png \.gif \.txt"),
    (["44", "-o", "board"], r"'board'.* \.svg \.png \.gif \.txt"),
    (["44", "--look", "bitmap", "-o", "b.txt"], r"\.svg \.png \.gif \("),
    (["44", "--look", "bitmap"], "name its file"),
    (["44", "--look", "clay"], "letters.*bitmap"),
    (["44", "-o", "no/such/folder.png"], "no/such/folder.png: cannot be written: No such file"),
    (["44", "-o", "."], "may end in"),
    (["44", "-o", "b.png", "--cell", "1"], "possible on 6x7x4: 4 to 512"),
    (["44", "-o", "b.png", "--cell", "0"], "possible on 6x7x4: 4 to 512"),
    (["44", "-o", "b.gif", "--cell", "0"], "possible on 6x7x4: 4 to 512"),
    (["44", "-o", "b.svg", "--cell", "30"], "--cell is for PNG and GIF"),
    (["44", "--look", "letters", "--through", "1"], "shapes numbers bins"),
    (["44", "--look", "bins", "--through", "9"], "9"),
]


@pytest.mark.parametrize(("args", "said"), REFUSED, ids=[" ".join(args) for args, _ in REFUSED])
def test_what_cannot_be_drawn_is_one_line_and_status_2(
    args: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["draw", *args]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("linefall: ")
    assert re.search(said, err)


def test_a_folder_in_the_way_is_one_line_and_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "b.png").mkdir()
    result = draw("44", "-o", str(tmp_path / "b.png"))
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert os.listdir(tmp_path) == ["b.png"]


def test_without_pillow_svg_works_and_png_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['PIL'] = None; from linefall.cli import run; "
    for name, status in (("b.svg", 0), ("b.png", 2), ("b.gif", 2)):
        path = str(tmp_path / name)
        ask = code + f"sys.exit(run(['draw', '44', '-o', {path!r}]))"
        result = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True)
        assert result.returncode == status
        wanted = "" if status == 0 else "linefall: this needs PIL: pip install"
        assert result.stderr.startswith(wanted)
        assert result.stderr.count("\n") == (status != 0)
