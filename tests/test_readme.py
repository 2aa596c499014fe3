"""What the project says about itself is true: examples run, links lead somewhere."""

import contextlib
import io
import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest

from linefall.cli import COMMANDS, cli, run, sprt
from linefall.cli.league import exact_json
from linefall.grade_report import FAULTS_IN_WORDS
from linefall.house import HouseRules
from linefall.record import GameRecord, MoveTime
from linefall.rules import Rules
from linefall.sprt import Sprt
from linefall.standings import Result, standings
from zoo import EXPECTED

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
]
PAGES += sorted((ROOT / "docs").rglob("*.md"))


def blocks(page: Path, language: str) -> list[str]:
    """Gives the fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def test_the_game_in_the_readme_prints_what_the_readme_shows():
    (game,), (shown,) = blocks(ROOT / "README.md", "python"), blocks(ROOT / "README.md", "text")
    assert len(game.splitlines()) <= 10
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(game, "README.md", "exec"), {})
    assert printed.getvalue() == shown


def test_the_readme_names_the_two_commands():
    text = (ROOT / "README.md").read_text()
    assert "make play" in text
    assert "make test" in text


def test_contributors_are_sent_to_files_that_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    named = set(re.findall(r"`([\w/]+\.py)`", text))
    folders = (ROOT, ROOT / "src" / "linefall", ROOT / "tests")
    assert len(named) > 20
    assert {name for name in named if not any((f / name).exists() for f in folders)} == set()


def test_the_page_about_house_rules_names_every_one():
    text = (ROOT / "docs" / "presets" / "own.md").read_text()
    named = set(re.findall(r"(?:^|`)(\w+)(?= +=|`)", text, re.MULTILINE))
    assert {field.name for field in fields(HouseRules)} - named == set()


def test_students_are_told_of_every_fault():
    told = re.findall(r"^\| `(.*?)` \|", (ROOT / "docs" / "for-students.md").read_text(), re.M)
    faults = {cause for cause in EXPECTED.values() if cause is not None}
    assert set(told) - {"line", "draw"} == set(FAULTS_IN_WORDS) == faults


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_to_one(page):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())
    for link in links:
        if "://" not in link:
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_every_page_of_the_docs_is_in_their_index():
    index = (ROOT / "docs" / "index.md").read_text()
    pages = {str(page.relative_to(ROOT / "docs")) for page in PAGES if "docs" in page.parts}
    assert {page for page in pages - {"index.md"} if f"({page})" not in index} == set()


def test_the_drawing_in_the_docs_is_what_the_command_prints(capsys):
    (shown,) = re.findall(
        r"^\$ linefall draw 4453\n(.*?)^```$",
        (ROOT / "docs" / "command-line.md").read_text(),
        re.MULTILINE | re.DOTALL,
    )
    assert run(["draw", "4453"]) == 0
    assert capsys.readouterr().out == shown


def described(command: str) -> tuple[set[str], set[str]]:
    """Gives the keys that the page about JSON lists for a command, and all words in its part."""
    page = (ROOT / "docs" / "json.md").read_text()
    (part,) = re.findall(
        rf"^## `linefall {command}`$(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE
    )
    listed = re.findall(r"^\| (`.*?) \|", part, re.MULTILINE)
    return set(re.findall(r"`(\w+)`", " ".join(listed))), set(re.findall(r"`(\w+)`", part))


def keys_below(data: Any) -> set[str]:
    """Gives the keys of all objects in some plain data; columns, causes and names are no keys."""
    if isinstance(data, list):
        return set().union(*map(keys_below, data))
    if not isinstance(data, dict):
        return set()
    inner = data.keys() if not any(key.isdigit() for key in data) else set()
    return set(inner).union(*map(keys_below, data.values()))


RESULTS = [Result("A", "B", winner=0), Result("B", "A", winner=None, cause="draw")]


@pytest.mark.parametrize(
    ("command", "args"),
    [
        ("draw", ["1212121", "--through", "1"]),
        ("draw", ["1212"]),
        ("solve", ["12122", "--board", "3x4x3"]),
        ("best", ["12122", "--board", "3x4x3", "--seconds", "0.1"]),
        ("review", ["121223", "--board", "3x4x3"]),
        ("replay", ["game.json"]),
    ],
)
def test_the_page_about_json_has_every_key_that_is_printed(
    command, args, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.json").write_text(GameRecord(Rules(), moves=(3, 3)).to_json())
    run([command, *args, "--json"])
    data = json.loads(capsys.readouterr().out)
    listed, words = described(command)
    assert set(data) | {"asked"} == listed | {"asked"}
    assert keys_below(data) <= words


@pytest.mark.parametrize(
    ("command", "data"),
    [
        ("standings", standings(RESULTS).to_json()),
        ("tournament", exact_json(standings(RESULTS))),
        ("games", GameRecord(Rules(), moves=(3, 3), times=(MoveTime(0.5), None)).to_dict()),
    ],
)
def test_the_page_about_json_has_every_key_of_results(command, data):
    listed, words = described(command)
    assert set(data) == listed
    common = described("tournament")[1] if command == "standings" else set()
    assert keys_below(data) <= words | common


def test_the_page_about_json_has_every_key_of_a_sequential_test(capsys):
    sprt._report(Sprt(), ("old", "new"), (0, 0, 2, 0, 0), as_json=True)
    assert set(json.loads(capsys.readouterr().out)) == described("sprt")[0]


def test_files_of_the_project_that_pages_mention_exist():
    for page in PAGES:
        for name in re.findall(r"\b((?:bench|cpp|src|tests|tools)/[\w./-]*\w)", page.read_text()):
            assert (ROOT / name).exists(), f"{page.name} mentions {name}"


def test_commands_that_pages_mention_exist():
    for page in PAGES:
        for name in re.findall(r"`linefall ([a-z][a-z-]+)", page.read_text()):
            assert name in COMMANDS, f"{page.name} mentions linefall {name}"


def test_options_that_pages_mention_exist():
    for page in PAGES:
        for name, words in re.findall(r"\blinefall ([a-z]+)\b([^`\n|]*)", page.read_text()):
            mentioned = re.findall(r"(?<!\S)--[a-z][a-z0-9-]*", words) if name in COMMANDS else []
            for option in mentioned:
                assert option in options_of(name), f"{page.name} mentions linefall {name} {option}"


def options_of(name: str) -> set[str]:
    """Gives the options of a command, and of those below it."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    below = command.commands.values() if isinstance(command, click.Group) else ()
    parameters = [parameter for one in (command, *below) for parameter in one.params]
    return {option for one in parameters for option in (*one.opts, *one.secondary_opts, "--help")}
