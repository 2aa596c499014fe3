"""Settings as people write them: what each reader takes, and what it says about anything else."""

from pathlib import Path

import pytest

from linefall import settings
from linefall.rules import Rules
from linefall.settings import Reader, SettingsError, memory_limit, parse_memory


@pytest.mark.parametrize(
    ("read", "given", "meant"),
    [
        (settings.text, "a title", "a title"),
        (settings.flag, False, False),
        (settings.board, "8x8x5", Rules(8, 8, 5)),
        (settings.whole(0, 5), 5, 5),
        (settings.number(0, 1), 1, 1.0),
        (settings.number(0, 2, above=True), 0.5, 0.5),
        (settings.choice("red", "blue"), "blue", "blue"),
        (settings.several(settings.whole(0, 5)), [1, 2], (1, 2)),
        (settings.several(settings.whole(0, 5)), 3, (3,)),
        (memory_limit, "1.5 GiB", 3 << 29),
        (memory_limit, 2**20, 2**20),
        (memory_limit, "2048k", 2**21),
        (memory_limit, "None", None),
        (memory_limit, 0, None),
    ],
)
def test_a_value_that_can_be_is_read(read: Reader[object], given: object, meant: object) -> None:
    found = read("key", given)
    assert found == meant
    assert type(found) is type(meant)


@pytest.mark.parametrize(
    ("read", "given", "said"),
    [
        (settings.text, "", "key: '' was given; possible: a text"),
        (settings.flag, 1, "key: 1 was given; possible: true, false"),
        (settings.board, 7, "key: 7 was given; possible: boards such as"),
        (settings.board, "6x7", "key: .*connect"),
        (settings.whole(0, 5), 6, "key: 6 was given; possible: 0 to 5"),
        (settings.whole(0, 5), True, "key: True was given"),
        (settings.whole(0, 5), 1.0, "key: 1.0 was given"),
        (settings.number(0, 1), "1", "key: '1' was given; possible: 0 to 1"),
        (settings.number(0, 1), False, "key: False was given"),
        (settings.number(0, 1), float("nan"), "key: nan was given"),
        (settings.number(0, 9, above=True), 0, "0 was given; possible: more than 0, up to 9"),
        (settings.choice("red", "blue"), "green", "key: 'green' was given; possible: red, blue"),
        (settings.several(settings.text), [], "key: none was given"),
        (settings.several(settings.text), ["a", "a"], "key: one was given twice: a, a"),
        (memory_limit, "much", "key: 'much' was given; possible: 1M or more, such as 512M"),
        (memory_limit, True, "key: True was given"),
        (memory_limit, -5, "key: -5 was given"),
        (memory_limit, 512, "key: 512 was given; possible: 1M or more"),
    ],
)
def test_a_value_that_cannot_be_is_named_with_what_is_possible(
    read: Reader[object], given: object, said: str
) -> None:
    with pytest.raises(SettingsError, match=said):
        read("key", given)


@pytest.mark.parametrize(
    "size", ["", "much", "-1", "1X", "1 G G", "nan", "0", "2000000T", "9" * 400 + "G"]
)
def test_sizes_that_are_none_are_refused(size: str) -> None:
    """A number of hundreds of digits was taken for infinite, which no table can be."""
    with pytest.raises(SettingsError, match="possible: a size such as 64M"):
        parse_memory(size)


def test_a_table_has_no_keys_but_those_that_are_known() -> None:
    assert settings.table("", {"a": 1}, ["a", "b"]) == {"a": 1}
    with pytest.raises(SettingsError, match=r"there is no setting 'part\.c'; possible: a, b"):
        settings.table("part.", {"c": 1}, ["a", "b"])
    with pytest.raises(SettingsError, match="part: 3 was given; possible: a table"):
        settings.table("part.", 3, ["a"])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read: No such file"),
        (b"\xff", "byte 0 is not UTF-8"),
        (b"#" * (settings.LARGEST_FILE + 1), "more than 1048576 bytes"),
        (b"a = \nb", "no TOML: .*line 1"),
        (b"a = " + b"[" * 100_000, "no TOML"),
        (b"a = " + b"1" * 5000, "no TOML"),
        (b"a = [{b = 0x" + b"f" * 5000 + b"}]", "no TOML: a number of 20000 bits was given"),
    ],
    ids=["missing", "bytes", "huge", "broken", "deep", "digits", "bits"],
)
def test_a_file_that_holds_no_settings_is_told_why(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    path = tmp_path / "settings.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SettingsError, match=said) as caught:
        settings.parse_toml(settings.read_text(path))
    assert "\n" not in str(caught.value)


def test_a_file_may_begin_with_the_mark_that_some_editors_put_there(tmp_path: Path) -> None:
    """It was no TOML: Notepad on Windows writes such files."""
    path = tmp_path / "settings.toml"
    path.write_text("rounds = 2\r\n", encoding="utf-8-sig", newline="")
    assert settings.parse_toml(settings.read_text(path)) == {"rounds": 2}
