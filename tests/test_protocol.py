"""The protocol: strict about what is heard, exact about what was wrong, plain in what is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linefall.protocol import (
    ProtocolError,
    escape,
    format_column,
    format_seconds,
    format_setup,
    is_ready,
    parse_answer,
    parse_setup,
)
from linefall.rules import Rules

SIZES = st.builds(Rules, st.integers(1, 100), st.integers(1, 100), st.integers(1, 100))


@given(SIZES, st.booleans(), st.floats(1e-9, 1e6))
def test_a_setup_line_reads_back_as_it_was_written(rules: Rules, first: bool, seconds: float):
    setup = parse_setup(format_setup(rules, first=first, seconds=seconds))
    assert (setup.rules, setup.first, setup.seconds) == (rules, first, seconds)


@pytest.mark.parametrize("columns_from", [0, 1])
def test_an_opening_reads_back_as_it_was_written(columns_from: int):
    line = format_setup(
        Rules(), first=True, seconds=1, opening=(6, 6, 0), columns_from=columns_from
    )
    assert parse_setup(line, columns_from=columns_from).opening == (6, 6, 0)


@given(st.floats(1e-9, 1e6))
def test_times_are_plain_decimals(seconds: float):
    text = format_seconds(seconds)
    assert float(text) == seconds
    assert set(text) <= set("0123456789.")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "6 7 4 1",
        "6 7 4 1 0.2 9",
        "1_0 7 4 1 1",
        "\u0666 7 4 1 1",
        "a b c d e",
        "6 7 4 2 0.2",
        "6 7 4 1 -1",
        "6 7 4 1 nan",
        "0 7 4 1 1",
    ],
)
def test_a_wrong_setup_line_is_refused_with_what_it_was(line: str):
    with pytest.raises(ProtocolError) as caught:
        parse_setup(line)
    assert escape(line.encode()) in str(caught.value)


@pytest.mark.parametrize(
    ("line", "column"),
    [
        (b"3\n", 3),
        (b"3\r\n", 3),
        (b"  3\t\n", 3),
        (b"+3\n", 3),
        (b"03\n", 3),
        (b"-1\n", -1),
        (b"-0\n", 0),
        (b"000000000000000000000000000000000003\n", 3),
    ],
)
def test_whole_numbers_are_columns_whether_or_not_they_exist(line: bytes, column: int):
    assert parse_answer(line) == column


@pytest.mark.parametrize("sign", [b"", b"+", b"-"])
@given(st.integers(19, 4000))
def test_a_number_beyond_all_boards_keeps_its_sign_and_is_no_column(sign: bytes, digits: int):
    column = parse_answer(sign + b"9" * digits + b"\n")
    assert column < 0 if sign == b"-" else column > 10**17


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"\n", "empty line"),
        (b"   \r\n", "empty line"),
        (b"Ready\n", "second Ready"),
        (b"NaN\n", "no whole number"),
        (b"3.0\n", "more than a whole number"),
        (b"3 4\n", "more than a whole number"),
        (b"0x3\n", "more than a whole number"),
        (b"1e3\n", "more than a whole number"),
        (b"3,\n", "more than a whole number"),
        (b"1_0\n", "more than a whole number"),
        ("٣\n".encode(), "not printable ASCII"),
        (b"\x1b[2J\n", "not printable ASCII"),
        (b"3\x00\n", "not printable ASCII"),
        (b"3\r4\n", "not printable ASCII"),
        (b"3\r\r\n", "not printable ASCII"),
        (b"- 3\n", "no whole number"),
        (b"--3\n", "no whole number"),
    ],
)
def test_anything_else_says_what_it_was(line: bytes, reason: str):
    with pytest.raises(ProtocolError, match=reason) as caught:
        parse_answer(line)
    assert caught.value.received == escape(line)


@given(st.binary(max_size=50))
def test_any_line_is_a_number_or_a_printable_complaint(line: bytes):
    try:
        said = str(parse_answer(line))
    except ProtocolError as error:
        said = str(error)
    assert said
    assert said.isprintable()


@given(st.integers(0, 99), st.sampled_from([0, 1]))
def test_columns_go_out_and_come_back(column: int, columns_from: int):
    text = format_column(column, columns_from=columns_from)
    assert parse_answer(text.encode() + b"\n", columns_from=columns_from) == column


@pytest.mark.parametrize("line", [b"Ready\n", b"Ready\r\n", b" Ready \n"])
def test_ready_stands_alone_on_its_line(line: bytes):
    assert is_ready(line)


@pytest.mark.parametrize("line", [b"ready\n", b"READY\n", b"Ready!\n", b"\n", b"Ready Ready\n"])
def test_nothing_else_is_ready(line: bytes):
    assert not is_ready(line)


def test_what_is_shown_is_short_and_says_how_long_it_was():
    assert escape(b"x" * 500) == f"'{'x' * 200}'... (500 bytes)"
