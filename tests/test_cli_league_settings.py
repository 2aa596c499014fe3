"""Tournament files and plans: what they may hold, what is said of mistakes, and how they go on."""

from pathlib import Path

import pytest

from linefall.cli.league_settings import Settings, entrants, read_file
from linefall.rules import Rules
from linefall.settings import SettingsError

PROGRAMS = '[[program]]\nrun = "@left"\n[[program]]\nrun = "@rand"\n'


def written(folder: Path, text: str) -> str:
    file = folder / "league.toml"
    file.write_text(text)
    return str(file)


def test_a_file_holds_every_setting(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("")
    settings = read_file(
        written(
            tmp_path,
            """
            title = "Autumn"
            format = "swiss"
            boards = ["6x7x4", "8x8x5"]
            seconds = [0.5, 2]
            rounds = 5
            seed = 7
            openings = false
            memory = "1G"
            ready = 3
            sandbox = "auto"
            columns_from = 1
            bench_after = 0
            database = "autumn.db"
            games_at_once = 1
            cluster = "tcp://host:8786"
            report = "autumn.html"
            [[program]]
            name = "Ann"
            run = "mine.py"
            [[program]]
            run = "@left"
            """,
        )
    )
    assert settings == Settings(
        programs=(("Ann", str(tmp_path / "mine.py")), (None, "@left")),
        title="Autumn",
        format="swiss",
        boards=(Rules(), Rules(8, 8, 5)),
        seconds=(0.5, 2.0),
        rounds=5,
        seed=7,
        openings=False,
        memory=2**30,
        ready=3.0,
        sandbox="auto",
        columns_from=1,
        bench_after=0,
        database="autumn.db",
        games_at_once=1,
        cluster="tcp://host:8786",
        report="autumn.html",
    )


def test_a_single_board_or_time_needs_no_list(tmp_path: Path) -> None:
    settings = read_file(written(tmp_path, f'boards = "4x5x3"\nseconds = 1\n{PROGRAMS}'))
    assert (settings.boards, settings.seconds) == ((Rules(4, 5, 3),), (1.0,))


def test_a_command_line_may_be_longer_than_the_name_of_a_file(tmp_path: Path) -> None:
    """It was refused as a name that is too long."""
    command = "mybot " + "--weight=0.5 " * 50
    file = written(tmp_path, f'{PROGRAMS}[[program]]\nrun = "{command}"\n')
    assert read_file(file).programs[-1] == (None, command)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rounds = ", "line 1"),
        ("round = 3\n", "no setting 'round'; possible: .*rounds"),
        ("rounds = 0\n", "rounds: 0 was given; possible: 1 to"),
        ("rounds = true\n", "rounds: True"),
        ('rounds = "two"\n', "rounds: 'two'"),
        ("boards = 7\n", "boards: 7 was given; possible: boards such as"),
        ('boards = ["6x7"]\n', "boards: .*connect"),
        ("seconds = [0]\n", "seconds: 0 was given"),
        ("seconds = [true]\n", "seconds: True"),
        ("seconds = inf\n", "seconds: inf"),
        ('format = "ladder"\n', "format: 'ladder' was given; possible: round-robin"),
        ("openings = 1\n", "openings: 1 was given; possible: true, false"),
        ('memory = "much"\n', "memory: 'much'"),
        ("memory = 512\n", "memory: 512 was given; possible: 1M or more, such as 512M"),
        ("memory = -5\n", "memory: -5 was given"),
        ("memory = true\n", "memory: True was given"),
        (f"x = {'[' * 100_000}\n", "no TOML: "),
        ('sandbox = "steel"\n', "sandbox: 'steel' was given; possible: auto"),
        ("columns_from = 2\n", "columns_from: 2 was given; possible: 0 to 1"),
        ('title = ""\n', "title"),
    ],
)
def test_a_wrong_setting_is_named_with_what_is_possible(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(SettingsError, match=said) as caught:
        read_file(written(tmp_path, text + PROGRAMS))
    assert "league.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "two or more"),
        ("program = 3", "two or more"),
        ('[program]\nrun = "@left"', "two or more"),
        ('[[program]]\nname = "A"', "program 1: nothing was given for run"),
        ("[[program]]\nrun = 1", "program 1: 1 was given for run"),
        ('[[program]]\nrun = "@left"\nfile = "x"', "program 1: 'file' was given; possible: name"),
        ('[[program]]\nrun = "@left"\nname = " "', "program 1: ' ' was given for name"),
    ],
)
def test_a_wrong_program_is_named_with_its_number(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        read_file(written(tmp_path, text))


def test_a_file_of_bytes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "league.toml").write_bytes(b"\xff")
    with pytest.raises(SettingsError, match="not UTF-8"):
        read_file(str(tmp_path / "league.toml"))


def test_programs_without_names_are_called_after_their_files_and_numbered() -> None:
    found = entrants([(None, "@left"), (None, "@left"), ("Ann", "@left"), (None, "@left")])
    assert [one.name for one in found] == ["@left", "@left#2", "Ann", "@left#3"]
    assert len({one.hash for one in found}) == 1
