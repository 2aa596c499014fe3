"""Plain data: read strictly."""

import pytest

from linefall.plain import is_line_of_text, is_plain, parse_json


def test_json_with_a_byte_order_mark_is_read() -> None:
    assert parse_json(b'\xef\xbb\xbf{"a": [1, null]}') == {"a": [1, None]}


@pytest.mark.parametrize("text", ["a\nb", "\x1b", "\ud800", "x" * 1001, 5, None])
def test_a_line_of_text_is_one_that_any_terminal_can_show(text: object) -> None:
    assert not is_line_of_text(text)
    assert is_line_of_text("Zo\u00eb won.")


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), "\udc80", {1: 2}, {"a": object()}, b"x", {"a": {3}}]
)
def test_only_json_is_plain(value: object) -> None:
    assert not is_plain(value)
    assert is_plain({"a": [1, 2.5, None, True, "x", {"b": []}]})


def test_what_is_nested_too_deep_is_not_plain() -> None:
    value: object = 0
    for _ in range(500):
        value = [value]
    assert not is_plain(value)
