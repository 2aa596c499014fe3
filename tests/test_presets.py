"""The pages about the presets are true: dialogues happen, pictures are the product's own."""

import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from PIL import Image

from linefall.cli import run
from linefall.house import PRESETS, load_house

FOLDER = Path(__file__).parents[1] / "docs" / "presets"
DIALOGUE = re.compile(
    r"^\$ printf '(?P<typed>[^']*)' \| (?P<no_colour>NO_COLOR=1 )?linefall (?P<words>.*)\n"
    r"(?P<shown>(?:.*\n)*?)^```$",
    re.MULTILINE,
)


def page(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PRESETS)
def test_the_dialogue_on_the_page_is_what_happens(name: str) -> None:
    (shown,) = DIALOGUE.finditer(page(name))
    colour = {"NO_COLOR": "1"} if shown["no_colour"] else {}
    ran = subprocess.run(
        [sys.executable, "-m", "linefall", *shlex.split(shown["words"])],
        input=shown["typed"].encode().decode("unicode_escape"),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        env=os.environ | {"PYTHONUTF8": "1"} | colour,
    )
    rest, parts = ran.stdout, shown["shown"].split("[...]\n")
    assert rest.startswith(parts[0])
    assert rest.endswith(parts[-1])
    for part in parts:
        assert part in rest
        rest = rest[rest.index(part) + len(part) :]
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("name", PRESETS)
def test_the_picture_on_the_page_is_the_one_that_the_command_makes(name: str, tmp_path) -> None:
    (command,) = re.findall(r"^The picture: `linefall (.*) -o (\S+)`$", page(name), re.MULTILINE)
    words, file = command
    assert f"]({file})" in page(name)
    made = tmp_path / file
    assert run([*words.split(), "-o", str(made)]) == 0
    kept = FOLDER / file
    if file.endswith(".png"):
        with Image.open(made) as new, Image.open(io.BytesIO(kept.read_bytes())) as old:
            assert new.size == old.size == (512, 512)
            assert new.convert("RGB").tobytes() == old.convert("RGB").tobytes()
    else:
        assert made.read_bytes() == kept.read_bytes()


def test_the_example_of_own_house_rules_works_and_its_error_is_the_real_one(
    tmp_path, monkeypatch, capsys
) -> None:
    (example,) = re.findall(r"^```toml\n(.*?)^```$", page("own"), re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("friday.toml").write_text(example, encoding="utf-8")
    house = load_house("friday.toml")
    assert (str(house.board), house.names) == ("8x8x5", ("Ann", "Ben"))
    assert set(tomllib.loads(example)) - {"base"} <= set(type(house).__slots__)
    Path("friday.toml").write_text('slips = "many"')
    assert run(["play", "--rules", "friday.toml"]) == 2
    assert capsys.readouterr().err in page("own")
