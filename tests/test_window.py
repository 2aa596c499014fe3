"""The window: what keys and clicks do, the frames without a screen, and a real X11 screen."""

import ctypes
import ctypes.util
import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageGrab

from linefall.board import Board, Cell
from linefall.game import Phase
from linefall.house import PRESETS, HouseRules
from linefall.perfect import Perfect
from linefall.picture import bitmap, paint, png
from linefall.picture.style import STYLES
from linefall.player import Choice, Guest, Limit, PlayerFault
from linefall.rules import Rules
from linefall.score import Guess
from linefall.series import Series
from linefall.window import frames
from linefall.window.screen import multiple
from linefall.window.table import NARROWEST, STRIP, Table
from processes import wait_until

BLUE, EMPTY, YELLOW, RED = (0, 0, 255), (255, 255, 255), (255, 255, 0), (255, 0, 0)
LINEFALL = [sys.executable, "-m", "linefall"]


class LeftMost:
    """Plays the leftmost open column."""

    name = "leftmost"

    def choose(self, board: Board, limit: Limit) -> Choice:
        return Choice(board.open_columns[0])


def table_of(preset: str = "bitmap", *, keys: str = "y", **options: object) -> Table:
    table = Table(Series(PRESETS[preset]), **options)  # type: ignore[arg-type]
    for key in keys:
        table.press(key)
    return table


def middle_of(column: int) -> int:
    return 18 + 70 * column + 28


# -- the table -----------------------------------------------------------------------------------


def test_the_player_drawn_by_lot_chooses_a_colour_and_starts() -> None:
    table = Table(Series(PRESETS["bitmap"], lot=lambda: 1))
    assert table.prompt == "Player 2, choose: Y yellow or R red"
    table.press("r")
    assert table.prompt.startswith("Player 2 (red) to move: 0 to 6")
    table.press("0")
    assert table.view.image.getpixel((18, 458)) == RED
    assert table.prompt.startswith("Player 1 (yellow) to move")


def test_the_perfect_player_says_once_that_it_could_not_prove_a_move() -> None:
    table = table_of("connectx", keys="", guests=(Guest("perfect", Perfect()), Guest("person")))
    table.take(Choice(3, Guess(0.5, 0)))
    assert table.news.endswith(
        "perfect could not prove this move in time and plays as the engine would."
    )
    table.press("1")
    table.take(Choice(3, Guess(0.5, 0)))
    assert "prove" not in table.news


@pytest.mark.parametrize("word", ["y", "yellow", "0"])
def test_a_colour_is_chosen_by_letter_word_or_number(word: str) -> None:
    assert table_of(keys="").press(word)
    table = table_of(keys="")
    table.press(word)
    assert table.called(0) == "Player 1 (yellow)"


def test_keys_0_to_6_drop_and_7_to_9_are_mistakes() -> None:
    table = table_of(keys="y0")
    assert table.series.game.board.moves == (0,)
    for key, left in (("7", 1), ("8", 0)):
        table.press(key)
        assert table.series.game.slips_left == (2, left)
    table.press("9")
    assert table.series.phase is Phase.OVER
    assert table.news.endswith("Player 1 won.")


def test_other_keys_and_clicks_beside_the_columns_are_ignored() -> None:
    table = table_of()
    for key in ["", "q", "x", "+", "\x1b", " ", "n"]:
        assert not table.press(key)
    for x in (0, 17, 74, 87, 494, 511):
        table.click(x, 300)
    table.click(middle_of(3), 512 + STRIP - 1)
    table.click(middle_of(3), -1)
    assert table.series.game.board.plies == 0
    assert table.series.game.slips_left == (2, 2)


@pytest.mark.parametrize("column", range(7))
def test_a_click_on_a_column_drops_there(column: int) -> None:
    table = table_of()
    table.click(18 + 70 * column, 60)
    table.click(18 + 70 * column + 55, 450)
    assert table.series.game.board.moves == (column, column)


def test_a_click_on_a_full_column_is_a_mistake() -> None:
    table = table_of(keys="y333333")
    table.click(middle_of(3), 300)
    assert table.series.game.slips_left == (1, 2)
    assert "full" in table.news


def test_u_takes_the_last_move_back_three_times_and_loses_the_fourth() -> None:
    table = table_of(keys="y")
    for _ in range(3):
        table.press("3")
        assert table.view.image.getpixel((middle_of(3), 450)) == YELLOW
        table.press("u")
        assert table.view.image.getpixel((middle_of(3), 450)) == EMPTY
    table.press("3")
    table.press("u")
    assert table.series.phase is Phase.OVER
    assert table.news.endswith("Player 2 won.")


def test_nothing_to_undo_is_refused_and_costs_nothing() -> None:
    table = table_of(keys="yu")
    assert table.series.game.redos_left == (3, 3)
    assert table.series.phase is Phase.TURN


def offers_undo(preset: str, keys: str, look: str = "plain", **options: object) -> bool:
    return "U takes a move back" in table_of(preset, keys=keys, look=look, **options).prompt


def test_the_prompt_offers_an_undo_only_where_u_takes_a_move_back() -> None:
    assert not offers_undo("bitmap", "y")
    assert offers_undo("bitmap", "y3")
    assert not offers_undo("bitmap", "y3u")
    assert not offers_undo("bitmap", "y3u3u3u3")  # one more would lose
    assert not offers_undo("bitmap", "y0101010")
    assert offers_undo("console", "1212121")
    assert not offers_undo("classic", "11y2y")
    assert not offers_undo("connectx", "12")
    against = (Guest("person"), Guest("mule", LeftMost(), forgets=False))
    assert not offers_undo("console", "3", guests=against)


@pytest.mark.parametrize("word", ["n", "no", "0", "u"])
def test_a_move_that_is_not_sure_is_taken_off(word: str) -> None:
    table = table_of("classic", keys="14", look="letters")
    assert table.press(word)
    assert table.series.game.board.plies == 0
    assert table.news == "Player A takes back column 4; 2 redos left."


@pytest.mark.parametrize("word", ["y", "yes", "1"])
def test_a_move_that_is_sure_stays_and_cannot_be_taken_back(word: str) -> None:
    table = table_of("classic", keys="14", look="letters")
    assert table.press(word)
    table.press("u")
    assert table.series.game.board.plies == 1
    assert table.news == "No redo: the move before was confirmed."


def test_a_program_that_cannot_forget_has_not_seen_a_move_that_is_not_sure() -> None:
    stubborn = Guest("mule", LeftMost(), forgets=False)
    table = table_of("classic", keys="14u", look="letters", guests=(Guest("person"), stubborn))
    assert table.series.game.board.plies == 0


def test_the_picture_is_exactly_the_bitmap_after_every_key() -> None:
    table = table_of()
    for key in "33u2510394":
        table.press(key)
        exact = bitmap.draw(table.series.game.board)
        assert ImageChops.difference(table.view.image, exact).getbbox() is None


def test_the_strip_below_the_picture_tells_news_and_prompt() -> None:
    table = table_of(keys="y3")
    screen = table.screen()
    assert screen.size == (512, 512 + STRIP)
    assert ImageChops.difference(screen.crop((0, 0, 512, 512)), table.view.image).getbbox() is None
    strip = screen.crop((0, 512, 512, 512 + STRIP))
    assert len(strip.getcolors(1 << 16) or []) > 2
    table.press("4")
    assert table.screen().crop((0, 512, 512, 512 + STRIP)).tobytes() != strip.tobytes()


def test_halves_of_the_strip_answer_questions() -> None:
    table = table_of(keys="")
    table.click(400, 530)
    assert table.called(0) == "Player 1 (red)"
    table = table_of("classic", keys="13", look="letters")
    table.click(400, table.view.image.height + 9)
    assert table.series.game.board.plies == 0
    table.press("3")
    table.click(10, table.view.image.height + 9)
    assert table.series.game.board.plies == 1


def test_after_the_end_n_or_the_strip_starts_another_game() -> None:
    table = table_of(keys="y0101010")
    assert table.series.phase is Phase.OVER
    assert not table.press("3")
    table.click(10, 530)
    assert table.series.phase is Phase.CHOICE
    table.press("y")
    assert table.view.image.tobytes() == bitmap.draw(Board()).tobytes()


def test_a_new_game_tells_its_own_news_and_not_those_of_the_last() -> None:
    table = table_of(keys="y0101010")
    assert table.news == "Player 1 has 4 in line (vertical). Player 1 won."
    table.press("n")
    assert table.news == "Player 1 starts."
    table.press("r")
    assert table.news == "Player 1 has red, Player 2 has yellow. Player 1 starts."


def test_a_refused_undo_at_the_end_is_forgotten_by_the_next_game() -> None:
    table = Table(Series(HouseRules("own", starts="loser")), look="plain")
    for key in "1212121u":
        table.press(key)
    assert table.news == "No redo: the game is over."
    table.press("n")
    assert table.news == "Player B starts."


def test_the_first_news_say_who_was_drawn_by_lot() -> None:
    assert table_of("classic", keys="", look="letters").news == "Player A was drawn by lot."
    assert table_of("connectx", keys="", look="plain").news == "Player A starts."


def test_the_score_of_a_series_is_told_at_the_end_and_stays_in_the_prompt() -> None:
    table = table_of("classic", keys="1", look="letters")
    assert table.prompt.endswith("; score A to B: 0 to 0")
    for key in "1212121":
        table.press(key)
        table.press("y")
    assert table.news.endswith("Player A won. The score is 1 to 0.")
    table.press("n")
    assert table.news == "Player A starts."
    assert table.prompt.endswith("; score A to B: 1 to 0")
    for key in "1y":
        table.press(key)
    assert table.prompt.endswith("; score A to B: 1 to 0")
    assert "score" not in table_of().prompt


def test_a_score_goes_down_again_when_the_end_is_taken_back() -> None:
    table = Table(Series(HouseRules("own", redo_reach="any", series=True)), look="plain")
    for key in "1212121u":
        table.press(key)
    assert table.news == "Player A takes back column 1. The score is 0 to 0."


def test_a_program_chooses_and_answers_by_itself() -> None:
    table = table_of(keys="", guests=(Guest("leftmost", LeftMost()), Guest("person")))
    assert table.thinker is not None
    assert table.prompt == "Player 1 (yellow), leftmost, is thinking"
    assert not table.press("3")
    table.click(middle_of(3), 300)
    assert table.series.game.board.plies == 0
    classic = table_of(
        "classic", keys="", guests=(Guest("leftmost", LeftMost()), Guest("person")), look="letters"
    )
    assert classic.series.mark_of(0) == "X"


class Broken:
    """Ends instead of choosing."""

    name = "broken"

    def choose(self, board: Board, limit: Limit) -> Choice:
        raise PlayerFault("crash", "The program broken ended.")


def test_a_program_that_fails_loses(tmp_path: Path) -> None:
    guests = (Guest("person"), Guest("broken", Broken()))
    table = table_of(keys="", guests=guests)
    said: list[str] = []
    assert frames.play(table, tmp_path, iter("y3"), say=said.append, limit=Limit(seconds=1))
    assert said[-1] == "The program broken ended. Player 1 won."


def test_u_takes_the_own_move_back_with_a_programs_answer_and_says_whose_it_was() -> None:
    """Only the program's disc went, it was dropped again at once, and the person was named."""
    table = table_of("console", keys="4", guests=(Guest("person"), Guest("left", LeftMost())))
    table.take(Choice(0))
    table.press("u")
    assert table.series.game.board.moves == ()
    assert table.news == "Player 1 takes back columns 1 and 4."
    for key in "4u":  # while the program still thinks
        table.press(key)
    assert table.series.game.board.moves == ()
    assert table.news == "Player 1 takes back column 4."


def test_a_program_that_cannot_forget_allows_no_undo() -> None:
    stubborn = Guest("mule", LeftMost(), forgets=False)
    table = table_of(keys="y3u", guests=(Guest("person"), stubborn))
    assert table.news == "No redo: mule cannot take a move back."
    assert table.series.game.board.plies == 1


@pytest.mark.parametrize(
    ("preset", "look", "keys"),
    [
        ("classic", "letters", "11y7y"),
        ("shapes", "shapes", "15"),
        ("console", "matrix", "17"),
        ("connectx", "plain", "06"),
        ("bitmap", "bitmap", "y06"),
        ("bitmap", "plain", "y06"),
    ],
)
def test_every_preset_can_be_played(preset: str, look: str, keys: str) -> None:
    table = table_of(preset, keys=keys, look=look)
    assert table.series.game.board.plies == 2
    assert table.changes == 2
    assert table.animation().startswith(b"GIF89a")
    image = table.view.image
    hits = [x for x in range(image.width) if table.view.column_at(x) == 0]
    table.click(hits[len(hits) // 2], image.height // 2)
    assert table.series.game.board.plies == 3


def test_marks_follow_the_players_choice() -> None:
    """A's letter is what A chose, though the look itself would give the first side an X."""
    first = table_of("classic", keys="01", look="letters").view.image
    second = table_of("classic", keys="11", look="letters").view.image
    assert first.tobytes() != second.tobytes()


Colour = tuple[int, ...]


def colours_of(image: Image.Image) -> set[Colour]:
    counted = image.convert("RGB").getcolors(1 << 20) or []
    return {colour for _, colour in counted if isinstance(colour, tuple)}


def distance(one: Colour, other: Colour) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    ("look", "magenta", "blue"),
    [
        ("plain", (211, 68, 187), (20, 48, 127)),
        ("shapes", (192, 38, 163), (29, 78, 216)),
        ("bitmap", (255, 0, 255), (0, 0, 96)),
    ],
)
def test_discs_have_the_colours_that_the_strip_names(
    look: str, magenta: Colour, blue: Colour
) -> None:
    house = HouseRules("own", colours=("magenta", "blue"), chooser="lot")
    table = Table(Series(house), look=look)
    table.press("1")
    assert table.called(0).endswith("(blue)")
    table.press("1")
    assert blue in colours_of(table.view.image)
    assert magenta not in colours_of(table.view.image)
    table.press("2")
    assert magenta in colours_of(table.view.image)
    with Image.open(io.BytesIO(table.animation())) as film:
        film.seek(film.n_frames - 1)  # type: ignore[attr-defined]
        shades = colours_of(film)
    for colour in (magenta, blue):  # a palette rounds colours a little
        assert min(distance(shade, colour) for shade in shades) < 24


@pytest.mark.parametrize(
    ("look", "symbols", "signs"),
    [
        ("letters", ("#", "o"), ("#", "o")),
        ("matrix", ("#", "o"), ("#", "o")),
        ("letters", ("O", "X"), ("O", "X")),
        ("letters", ("\u2605", "o"), ("X", "O")),  # a star that the font of the pictures lacks
        ("numbers", ("#", "o"), ("0", "1")),
        ("plain", ("#", "o"), ("red", "yellow")),
    ],
)
def test_players_are_told_apart_by_what_the_picture_shows(
    look: str, symbols: tuple[str, str], signs: tuple[str, str]
) -> None:
    table = Table(Series(HouseRules("own", symbols=symbols)), look=look)
    assert (table.called(0), table.called(1)) == (
        f"Player A ({signs[0]})",
        f"Player B ({signs[1]})",
    )
    table.press("4")
    painter = png.Painter(Rules(), look=look, columns_from=1)
    own = STYLES[look].sides
    if set(signs) == set(own):
        painter.draw_cell(Cell(3, 0), own.index(signs[0]), last=True)
    else:
        painter = png.Painter(Rules(), look=look, columns_from=1, sides=signs)
        painter.draw_cell(Cell(3, 0), 0, last=True)
    assert table.view.image.tobytes() == painter.image.tobytes()


def test_a_narrow_board_stands_in_the_middle_of_its_strip() -> None:
    table = Table(Series(PRESETS["connectx"], Rules(3, 1, 3)), look="plain")
    screen, picture = table.screen(), table.view.image
    assert screen.width == NARROWEST > picture.width
    margin = (NARROWEST - picture.width) // 2
    assert screen.getpixel((margin, 0)) == picture.getpixel((0, 0))
    table.click(5, 20)
    assert table.series.game.board.plies == 0
    table.click(NARROWEST // 2, 20)
    assert table.series.game.board.plies == 1


def test_pictures_are_enlarged_by_whole_numbers() -> None:
    assert multiple((512, 568), (800, 600)) == 1
    assert multiple((512, 568), (320, 200)) == 1
    assert multiple((512, 568), (2560, 1440)) == 2


# -- frames --------------------------------------------------------------------------------------


def window(*args: str, keys: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*LINEFALL, "window", *args],
        input=keys,
        env={k: v for k, v in {**os.environ, **environment}.items() if v},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_frames_are_written_before_the_first_move_and_after_each(tmp_path: Path) -> None:
    folder, animation = tmp_path / "a" / "b", tmp_path / "game.gif"
    keys = "yellow\n0 1\n0 1 9\n0 1 0"
    result = window("--frames", str(folder), "--save", str(animation), keys=keys, DISPLAY="")
    assert (result.returncode, result.stderr) == (0, "")
    assert "won" in result.stdout.splitlines()[-1]
    names = sorted(os.listdir(folder))
    assert names == [f"frame-{n:05}.png" for n in range(8)]
    for count, name in enumerate(names):
        with Image.open(folder / name) as frame:
            exact = bitmap.draw(Board(moves=[0, 1, 0, 1, 0, 1, 0][:count]))
            assert ImageChops.difference(frame, exact).getbbox() is None
    with Image.open(animation) as film:
        assert (film.size, film.n_frames) == ((512, 512), 8)  # type: ignore[attr-defined]


def test_the_end_of_the_input_ends_with_a_message_and_status_1(tmp_path: Path) -> None:
    (tmp_path / "frame-00009.png").write_bytes(b"of an older, longer game")
    (tmp_path / "keep.png").write_bytes(b"not ours")
    result = window("--frames", str(tmp_path), keys="y 3 u 3")
    assert result.returncode == 1
    assert result.stdout.splitlines()[-1] == "The input ended before the game did."
    assert sorted(os.listdir(tmp_path)) == [
        *(f"frame-{n:05}.png" for n in range(4)),
        "keep.png",
    ]


def test_programs_play_frames_without_any_input(tmp_path: Path) -> None:
    args = ("--first", "left", "--second", "right", "--seed", "5", "--rules", "shapes")
    result = window("--frames", str(tmp_path), *args)
    assert result.returncode == 0
    assert len(os.listdir(tmp_path)) >= 8


def test_words_answer_are_you_sure(tmp_path: Path) -> None:
    args = ("--rules", "classic", "--frames", str(tmp_path))
    result = window(*args, keys="1 4 no 4 yes 5 perhaps u")
    assert "Player A takes back column 4; 2 redos left." in result.stdout
    assert "Player B takes back column 5; 2 redos left." in result.stdout
    assert result.stdout.count("means nothing here") == 1


@pytest.mark.parametrize(
    ("text", "keys", "look"),
    [
        ('base = "bitmap"', "yellow 3", "bitmap"),
        ('look = "shapes"\ncolours = ["red", "blue"]', "4", "shapes"),
        ('base = "console"', "4", "matrix"),
        ("columns_from = 1", "4", "plain"),
    ],
)
def test_a_house_of_ones_own_looks_as_it_says(
    tmp_path: Path, text: str, keys: str, look: str
) -> None:
    (tmp_path / "own.toml").write_text(text)
    house = str(tmp_path / "own.toml")
    window("--rules", house, "--frames", str(tmp_path), keys=keys)
    (tmp_path / "board.png").write_bytes(paint(Board(moves=[3]), "png", look=look, columns_from=1))
    with (
        Image.open(tmp_path / "frame-00001.png") as frame,
        Image.open(tmp_path / "board.png") as board,
    ):
        assert frame.size == board.size
        assert ImageChops.difference(frame.convert("RGB"), board.convert("RGB")).getbbox() is None


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--rules", "nonsense"], "possible: classic, shapes"),
        (["--board", "8x8x4"], "bitmap is played on 6x7x4 only"),
        (["--first", "nobody"], "there is no player 'nobody'"),
        (["--save", "game.mp4"], "FILE.gif"),
        (["--save", "no/such/folder.gif"], "cannot be written"),
        (["--frames", "/dev/null/x"], "cannot be written"),
        ([], "no screen: DISPLAY is not set; without one, --frames DIR"),
    ],
)
def test_what_cannot_be_is_one_line_and_status_2(args: list[str], said: str) -> None:
    result = window(*args, DISPLAY="", WAYLAND_DISPLAY="")
    assert (result.returncode, result.stdout) == (2, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_screen_that_does_not_answer_is_one_line_and_status_2() -> None:
    result = window(DISPLAY=":987", WAYLAND_DISPLAY="")
    assert result.returncode == 2
    assert result.stderr.startswith("linefall: no screen: ")
    assert result.stderr.count("\n") == 1


# -- a real screen -------------------------------------------------------------------------------


class Desktop:
    """Is a virtual X11 screen with one linefall window, and hands to use it."""

    def __init__(self, size: str) -> None:
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-noreset"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as number:
            self.display = ":" + number.readline().strip()
        self.game: subprocess.Popen[str] | None = None
        self.corner = (0, 0)

    def start(self, *args: str) -> None:
        self.game = subprocess.Popen(
            [*LINEFALL, "window", *args],
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.wait_for(lambda: "Linefall" in self.titles(), "a window")
        shell = self.xdotool("getwindowgeometry", "--shell", self.window())
        place = dict(line.split("=") for line in shell.split())
        self.corner = int(place["X"]), int(place["Y"])
        self.size = int(place["WIDTH"]), int(place["HEIGHT"])

    def environment(self) -> dict[str, str]:
        hidden = ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
        kept = {key: value for key, value in os.environ.items() if key not in hidden}
        return {**kept, "DISPLAY": self.display}

    def xdotool(self, *words: str) -> str:
        command = ["xdotool", *words]
        ran = subprocess.run(
            command, env=self.environment(), capture_output=True, text=True, check=False
        )
        return ran.stdout

    def window(self) -> str:
        return self.xdotool("search", "--name", "Linefall").split()[0]

    def titles(self) -> str:
        return self.xdotool("search", "--name", "Linefall", "getwindowname")

    def key(self, *keys: str) -> None:
        self.xdotool("key", "--delay", "40", *keys)

    def click(self, x: int, y: int) -> None:
        at = str(self.corner[0] + x), str(self.corner[1] + y)
        self.xdotool("mousemove", *at, "click", "1")

    def picture(self) -> Image.Image:
        x, y = self.corner
        shot = ImageGrab.grab(xdisplay=self.display).convert("RGB")
        return shot.crop((x, y, x + self.size[0], y + self.size[1]))

    def wait_for(self, happened: Callable[[], bool], what: str) -> None:
        def happened_in_a_running_game() -> bool:
            if happened():
                return True
            assert self.game is None or self.game.poll() is None, self.game.communicate()
            return False

        wait_until(
            happened_in_a_running_game, pause=0.05, complaint=lambda: f"waited in vain for {what}"
        )

    def shows(self, *moves: int, scale: int = 1) -> None:
        """Waits until the screen shows exactly the bitmap after these moves."""
        exact = bitmap.draw(Board(moves=moves))
        exact = exact.resize((512 * scale, 512 * scale), Image.Resampling.NEAREST)

        def same() -> bool:
            seen = self.picture().crop((0, 0, *exact.size))
            return ImageChops.difference(seen, exact).getbbox() is None

        self.wait_for(same, f"the picture after {moves}")

    def close_window(self) -> None:
        """Asks the window to close, as its button does, and waits for the end of the game."""
        close_politely(self.display, int(self.window()))

    def end(self) -> tuple[int, str]:
        assert self.game is not None
        _, errors = self.game.communicate(timeout=30)
        status, self.game = self.game.returncode, None
        return status, errors

    def tidy(self) -> None:
        if self.game is not None:
            self.game.kill()
            self.game.communicate()
            self.game = None


class ClientMessage(ctypes.Structure):
    """Is XClientMessageEvent of Xlib."""

    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("room", ctypes.c_long * 24),  # an XEvent is this large at least
    ]


def close_politely(display: str, window: int) -> None:
    """Sends what the button of a window sends; xdotool of Debian 12 cannot."""
    x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    connection = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    assert connection.value
    protocols = x11.XInternAtom(connection, b"WM_PROTOCOLS", 0)
    delete = x11.XInternAtom(connection, b"WM_DELETE_WINDOW", 0)
    message = ClientMessage(33, 0, 1, connection.value, window, protocols, 32)
    message.data[0] = delete
    x11.XSendEvent(connection, ctypes.c_ulong(window), 0, 0, ctypes.byref(message))
    x11.XCloseDisplay(connection)


@pytest.fixture(scope="module")
def small_screen() -> Iterator[Desktop]:
    desktop = Desktop("1280x1024")
    yield desktop
    desktop.server.terminate()
    desktop.server.wait()


@pytest.fixture
def desktop(small_screen: Desktop) -> Iterator[Desktop]:
    yield small_screen
    small_screen.tidy()


def test_real_keys_and_clicks_play_a_whole_game(desktop: Desktop, tmp_path: Path) -> None:
    film = tmp_path / "film.gif"
    desktop.start("--seed", "1", "--save", str(film))
    desktop.shows()
    assert desktop.size == (512, 512 + STRIP)
    assert "choose: Y yellow or R red" in desktop.titles()
    desktop.key("y")
    desktop.key("3")
    desktop.shows(3)
    desktop.click(middle_of(0), 300)
    desktop.shows(3, 0)
    desktop.key("u")
    desktop.shows(3)
    desktop.click(10, 300)
    desktop.key("x", "Escape", "F5")
    desktop.key("9")
    desktop.wait_for(lambda: "no column 9" in desktop.titles(), "the mistake in the title")
    desktop.key("2", "KP_3")
    desktop.shows(3, 2, 3)
    desktop.key("2", "3", "2")
    desktop.click(middle_of(3), 20)
    desktop.shows(3, 2, 3, 2, 3, 2, 3)
    desktop.wait_for(lambda: "won" in desktop.titles(), "the end in the title")
    desktop.wait_for(film.exists, "the saved game")
    edge = desktop.picture()
    assert [edge.getpixel((x, 458)) for x in (17, 18, 73, 74)] == [BLUE, EMPTY, EMPTY, BLUE]
    assert [edge.getpixel((x, 458)) for x in (227, 228, 283, 284)] == [BLUE, YELLOW, YELLOW, BLUE]
    desktop.close_window()
    assert desktop.end() == (0, "")
    with Image.open(film) as animation:
        assert animation.n_frames == 8  # type: ignore[attr-defined]


def test_a_program_answers_in_the_window(desktop: Desktop) -> None:
    desktop.start("--seed", "1", "--first", "person", "--second", "left")
    first = "choose" in desktop.titles()
    if first:
        desktop.key("y")
        desktop.key("6")
        desktop.shows(6, 0)
    else:
        desktop.shows(0)
    desktop.close_window()
    assert desktop.end() == (0, "")


def test_a_move_taken_back_while_the_engine_thinks_disturbs_nobody(desktop: Desktop) -> None:
    """The engine was asked again while it still thought about the move that was taken back."""
    desktop.start("--seed", "1", "--second", "engine", "--seconds", "2")
    desktop.key("y", "3")
    desktop.wait_for(lambda: "is thinking" in desktop.titles(), "the engine")
    desktop.key("u", "3")
    desktop.wait_for(lambda: "is thinking" in desktop.titles(), "the engine once more")
    desktop.wait_for(lambda: "Player 1 (yellow) to move" in desktop.titles(), "its move")
    desktop.close_window()
    assert desktop.end() == (0, "")


def test_ctrl_c_closes_the_window_with_status_130(desktop: Desktop) -> None:
    desktop.start()
    assert desktop.game is not None
    desktop.game.send_signal(signal.SIGINT)
    assert desktop.end() == (130, "")


def test_big_screens_show_whole_multiples() -> None:
    desktop = Desktop("2560x1440")
    try:
        desktop.start()
        assert desktop.size == (1024, 2 * (512 + STRIP))
        desktop.key("y")
        desktop.click(2 * middle_of(5), 600)
        desktop.shows(5, scale=2)
        desktop.close_window()
        assert desktop.end() == (0, "")
    finally:
        desktop.tidy()
        desktop.server.terminate()
        desktop.server.wait()


def test_other_boards_open_in_their_own_size(desktop: Desktop) -> None:
    desktop.start("--rules", "connectx", "--board", "5x9x4", "--seed", "2")
    assert desktop.size[0] > desktop.size[1]
    desktop.key("8")
    desktop.wait_for(lambda: "column 8" in desktop.titles(), "the move in the title")
    desktop.close_window()
    assert desktop.end() == (0, "")
