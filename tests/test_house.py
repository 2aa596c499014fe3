"""House rules: the five presets as data, and a user's own from a TOML file."""

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from linefall.errors import HouseError
from linefall.events import Resign
from linefall.house import CASUAL, PRESETS, HouseRules, load_house
from linefall.rules import Rules
from linefall.series import Series
from linefall.speech import final_line

CONNECT_FOUR = Rules(6, 7, 4)


def test_there_are_exactly_the_five_presets() -> None:
    assert list(PRESETS) == ["classic", "shapes", "console", "connectx", "bitmap"]
    assert all(house.name == name for name, house in PRESETS.items())


def test_classic_forgives_3_slips_and_the_4th_loses() -> None:
    assert (PRESETS["classic"].slips, PRESETS["classic"].beyond_slips) == (3, "loses")


def test_classic_allows_3_redos_each_and_then_refuses() -> None:
    assert (PRESETS["classic"].redos, PRESETS["classic"].beyond_redos) == (3, "refused")


def test_classic_is_6_by_7_with_columns_from_1_and_player_a_first_and_a_score() -> None:
    house = PRESETS["classic"]
    assert (house.board, house.columns_from, house.starts) == (CONNECT_FOUR, 1, "first")
    assert (house.names, house.symbols, house.chooser) == (("A", "B"), ("O", "X"), "lot")
    assert house.are_you_sure
    assert house.series


def test_shapes_is_6_bins_of_4_from_0_red_first_asked_again_for_ever_and_no_redo() -> None:
    house = PRESETS["shapes"]
    assert (house.board, house.columns_from, house.starts) == (Rules(4, 6, 4), 0, "first")
    assert (house.slips, house.redos) == (None, 0)
    assert house.names == house.colours == ("red", "blue")
    assert house.shapes == ("circle", "pentagon")


@pytest.mark.parametrize(
    ("asked", "taken"),
    [
        (Rules(5, 7, 4), Rules(5, 7, 4)),  # 7 bins of 5 stay
        (Rules(1, 5, 4), Rules(4, 5, 4)),  # 5 bins of capacity 1 become 5 x 4
        (Rules(4, 4, 4), Rules(4, 5, 4)),
        (Rules(1, 1, 4), Rules(4, 5, 4)),
        (Rules(3, 100, 4), Rules(4, 100, 4)),
        (Rules(100, 2, 4), Rules(100, 5, 4)),
        (Rules(4, 6, 5), Rules(4, 6, 5)),  # nothing else is changed
    ],
)
def test_shapes_raises_sizes_that_are_too_small_and_changes_nothing_else(
    asked: Rules, taken: Rules
) -> None:
    assert PRESETS["shapes"].fit(asked) == taken


def test_console_counts_from_1_shows_o_and_at_and_takes_back_any_number() -> None:
    house = PRESETS["console"]
    assert (house.board, house.columns_from, house.starts) == (CONNECT_FOUR, 1, "first")
    assert (house.symbols, house.redos, house.redo_reach) == (("O", "@"), None, "any")
    assert house.slips is None


def test_connectx_takes_any_board_counts_from_0_and_loses_at_once() -> None:
    house = PRESETS["connectx"]
    assert house.fit(Rules(1, 100, 50)) == Rules(1, 100, 50)
    assert (house.columns_from, house.slips, house.redos) == (0, 0, 0)
    assert (house.beyond_slips, house.starts) == ("loses", "lot")


def test_bitmap_loses_by_the_3rd_slip_and_the_4th_redo_and_draws_who_starts() -> None:
    house = PRESETS["bitmap"]
    assert (house.board, house.columns_from, house.starts) == (CONNECT_FOUR, 0, "lot")
    assert (house.slips, house.beyond_slips) == (2, "loses")
    assert (house.redos, house.beyond_redos, house.redo_reach) == (3, "loses", "until reply")
    assert (house.colours, house.chooser) == (("yellow", "red"), "starter")


@pytest.mark.parametrize("name", ["classic", "console", "bitmap"])
def test_a_board_that_a_preset_cannot_take_is_refused_with_the_one_it_takes(name: str) -> None:
    with pytest.raises(HouseError) as caught:
        PRESETS[name].fit(Rules(8, 8, 5))
    assert str(caught.value) == f"board: 8x8x5 was given; {name} is played on 6x7x4 only"
    assert PRESETS[name].fit(None) == PRESETS[name].fit(CONNECT_FOUR) == CONNECT_FOUR


def test_a_range_of_boards_is_named_in_the_error() -> None:
    house = HouseRules("small", least=Rules(4, 4, 3), most=Rules(6, 7, 5))
    with pytest.raises(HouseError, match="small is played on 4x4x3 to 6x7x5"):
        house.fit(Rules(7, 7, 4))


def test_house_rules_cannot_be_changed_once_made() -> None:
    with pytest.raises(FrozenInstanceError):
        PRESETS["classic"].slips = 4  # type: ignore[misc]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_found_by_name_and_survives_json(name: str) -> None:
    assert load_house(name) is PRESETS[name]
    assert HouseRules.from_json(PRESETS[name].to_json()) is PRESETS[name]


def test_casual_survives_json() -> None:
    assert HouseRules.from_json(CASUAL.to_json()) == CASUAL


def test_an_unknown_preset_is_refused_with_the_names_that_are_possible() -> None:
    with pytest.raises(HouseError) as caught:
        load_house("chess")
    assert str(caught.value) == (
        "no rules named 'chess'; possible: classic, shapes, console, connectx, bitmap, "
        "or a file ending in .toml"
    )


# --------------------------------------------------------------------------------- a user's own

FRIDAY = """
base = "classic"
board = "8x8x5"
slips = 1
redos = "any"
starts = "loser"
columns_from = 0
names = ["Ann", "Ben"]
symbols = ["#", "o"]
are_you_sure = false
won = "{name} takes it with {symbol}"
"""


def written(folder: Path, text: str) -> str:
    path = folder / "friday.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_toml_file_changes_only_what_it_names(tmp_path: Path) -> None:
    house = load_house(written(tmp_path, FRIDAY))
    assert house.name == "friday"
    assert (house.board, house.slips, house.redos) == (Rules(8, 8, 5), 1, None)
    assert (house.names, house.symbols) == (("Ann", "Ben"), ("#", "o"))
    assert house.series is PRESETS["classic"].series
    assert house.drawn == PRESETS["classic"].drawn
    assert HouseRules.from_json(house.to_json()) == house


def test_an_empty_toml_file_is_a_table_without_special_rules(tmp_path: Path) -> None:
    assert load_house(written(tmp_path, "")) == HouseRules("friday")


def test_a_new_board_over_a_preset_with_one_board_is_the_only_one_then(tmp_path: Path) -> None:
    house = load_house(written(tmp_path, FRIDAY))
    with pytest.raises(HouseError, match="friday is played on 8x8x5 only"):
        house.fit(Rules(6, 7, 4))


@pytest.mark.parametrize(
    ("text", "terminal", "window"),
    [
        ("", "letters", "plain"),
        ("look = 'shapes'", "shapes", "shapes"),
        ("look = 'letters'", "letters", "letters"),
        ("base = 'bitmap'", "letters", "bitmap"),
        ("base = 'bitmap'\nlook = 'shapes'", "shapes", "shapes"),
        ("base = 'console'", "matrix", "matrix"),
        ("base = 'connectx'", "letters", "plain"),
        ("look = 'matrix'\nwindow_look = 'bitmap'", "matrix", "bitmap"),
    ],
)
def test_a_house_looks_as_it_says_or_else_as_its_base(
    tmp_path: Path, text: str, terminal: str, window: str
) -> None:
    house = load_house(written(tmp_path, text))
    assert (house.look, house.window_look) == (terminal, window)
    assert HouseRules.from_json(house.to_json()) == house


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("names = ['Bo', 'Al']", "Al won"),
        ("base = 'console'\nnames = ['bo', 'al']", "Al won"),
        ("names = ['P', 'Al']", "Al won"),
        ("names = ['P', 'Q']", "Player Q won"),
        ("names = ['Bo', 'Al']\nwon = '{name} takes it'", "Al takes it"),
    ],
)
def test_the_last_line_calls_the_winner_as_the_others_do(
    tmp_path: Path, text: str, said: str
) -> None:
    series = Series(load_house(written(tmp_path, text)))
    series.begin()
    series.do(Resign(0))
    assert final_line(series) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("slips = ", "no TOML: Invalid value"),
        ("[[[", "no TOML"),
        ("slips = " + 5000 * "1", "no TOML: "),
        ("slips = 0x" + 5000 * "f", "no TOML: a number of 20000 bits was given"),
        ("slip = 3", "unknown key 'slip'; possible: base, name, board, "),
        ("slips = 'many'", "slips: 'many' was given; possible: a whole number, or \"any\""),
        ("slips = -1", "slips: -1 was given; possible: 0 to 1000000"),
        ("slips = true", "slips: True was given"),
        ("slips = 1.5", "slips: 1.5 was given"),
        ("redos = [3]", r"redos: \[3\] was given"),
        ("are_you_sure = 1", "are_you_sure: 1 was given; possible: true, false"),
        ("columns_from = 2", "columns_from: 2 was given; possible: 0, 1"),
        ("starts = 'me'", "starts: 'me' was given; possible: first, second, lot, loser, winner"),
        ("beyond_slips = 'draw'", "beyond_slips: 'draw' was given; possible: loses, refused"),
        ("look = 'oil'", "look: 'oil' was given; possible: letters, shapes"),
        ("look = 'bitmap'", "look: 'bitmap' was given; possible: letters, .*, plain$"),
        ("window_look = 'oil'", "window_look: 'oil' was given; possible: letters, .*, bitmap$"),
        ("board = '6x7'", "board: "),
        ("board = 42", 'board: 42 was given; possible: a board such as "6x7x4"'),
        ("board = '0x7x4'", "board: "),
        ("least = '7x7x4'", "board: 6x7x4 was given"),
        ("names = ['A']", r"names: \['A'\] was given; possible: a list of two texts"),
        ("names = ['A', 'A']", "names: 'A' was given twice"),
        ("names = ['A', '']", "names: '' was given; possible: 1 to 80 characters"),
        ('names = ["A", "\\u001b[2J"]', "names: .* was given; possible: 1 to 80 characters"),
        ("drawn = ' '", "drawn: ' ' was given; possible: 1 to 80 characters"),
        ("symbols = ['XX', 'O']", "symbols: 'XX' was given; possible: one character"),
        ("symbols = ['_', 'O']", "symbols: '_' was given"),
        ("symbols = ['\U0001f534', 'O']", "symbols: '\U0001f534' was given"),  # two columns wide
        ("symbols = ['O', '\u0301']", "symbols: '\u0301' was given"),  # none: a combining accent
        ("symbols = ['O', 'O']", "symbols: 'O' was given twice"),
        ("colours = ['red', 'mauve']", "colours: 'mauve' was given; possible: red, blue"),
        ("won = '{winner}'", "won: '{winner}' was given; possible: text with {player}, {name}"),
        ("won = '{name'", "won: '{name' was given"),
        ("won = '{}'", "won: '{}' was given"),
        ("won = '{name:>999999999999}'", "won: '{name:>999999999999}' was given"),
        ("won = '{name.__class__}'", "won: '{name.__class__}' was given"),
        ("drawn = '{name!r}'", "drawn: '{name!r}' was given"),
        ("base = 'chess'", "no rules named 'chess'; possible: classic, .*, bitmap$"),
        ("base = 'other.toml'", "no rules named 'other.toml'; possible: classic, .*, bitmap$"),
        ("base = 3", "base: 3 was given; possible: classic"),
        ("[slips]\na = 1", "slips: a table was given"),
    ],
)
def test_a_bad_toml_file_is_one_line_with_what_was_given_and_possible(
    tmp_path: Path, text: str, said: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(HouseError, match=said) as caught:
        load_house(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_a_toml_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(HouseError, match=r"gone\.toml: cannot be read: No such file"):
        load_house(str(tmp_path / "gone.toml"))
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(HouseError, match="byte 0 is not UTF-8"):
        load_house(str(tmp_path / "binary.toml"))
