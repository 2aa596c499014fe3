"""What judge and keeper say to each other: everything that was agreed on, and nothing else."""

import os

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from linefall.system.messages import (
    EVENTS,
    LIMITS,
    LONGEST_PLAN,
    PLAN,
    Nonsense,
    read_event,
    read_plan,
    write_event,
    write_plan,
)

numbers = st.integers(-(10**18) + 1, 10**18 - 1)
#: As Python gives paths and environments: any bytes.
texts = st.binary(max_size=40).map(os.fsdecode)
FACTS = {"why": texts, "what": st.sampled_from(LIMITS)}


@st.composite
def events(draw):
    event = draw(st.sampled_from(sorted(EVENTS)))
    return event, {name: draw(FACTS.get(name, numbers)) for name in EVENTS[event]}


@given(events(), st.integers(0, 10**18 - 1))
def test_every_event_comes_out_as_it_went_in(event, at):
    name, facts = event
    line = write_event(name, at, facts)
    assert line.count(b"\n") == 1
    told = read_event(line.removesuffix(b"\n"))
    assert told == {"event": name, "at": told["at"], **facts}
    assert told["at"] == pytest.approx(at / 1e9)


LISTS = {"argv", "read", "listed", "write", "devices", "bubblewrap"}
KINDS = dict.fromkeys(PLAN, numbers)
KINDS |= dict.fromkeys(LISTS, st.lists(texts, max_size=5))
KINDS |= dict.fromkeys(("environment", "links"), st.dictionaries(texts, texts, max_size=5))
KINDS |= dict.fromkeys(("level", "scratch", "token"), texts)
KINDS |= {"cores": st.lists(numbers, max_size=5)}
plans = st.fixed_dictionaries(KINDS)


@given(plans)
def test_every_plan_comes_out_as_it_went_in(plan):
    assert read_plan(write_plan(plan)) == plan


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"ended",
        b"ended 1",
        b"ended 1 2 3",
        b"ended  1 2",
        b" ended 1 2",
        b"ended 1 2 ",
        b"ended 1 0x2",
        b"ended 1 2.0",
        b"ended 1 +2",
        b"ended 1 --2",
        b"ended 1 1_000",
        b"ended 1 \xd9\xa3",
        b"ended 1 " + b"9" * 19,
        b"ended 1 \t2",
        b"Ended 1 2",
        b"keeper gone 1",
        b"__class__ 1 2",
        b"failed 1 why",
        b"failed 1 =4",
        b"failed 1 =4g",
        b"failed 1 =\xff\xff",
        b"failed 1 ==41",
        b"over 1 =6d656d6f7279 5",
        b"over 1 =6d6f6f6e 5 4",
        b"\xe9\x05\x00\x00\x00ended",
    ],
    ids=repr,
)
def test_what_was_not_agreed_on_is_nonsense(line: bytes):
    with pytest.raises(Nonsense):
        read_event(line)


@given(st.binary(max_size=60))
@example(b"stopped 5")
def test_no_bytes_do_worse_than_nonsense(line: bytes):
    try:
        told = read_event(line)
    except Nonsense:
        return
    assert set(told) == {"event", "at", *EVENTS[told["event"]]}


@given(plans, st.data())
def test_a_plan_with_any_byte_changed_is_another_plan_or_none(plan, data):
    text = write_plan(plan)
    at = data.draw(st.integers(0, len(text) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != text[at]))
    changed = text[:at] + bytes([byte]) + text[at + 1 :]
    try:
        read = read_plan(changed)
    except Nonsense:
        return
    assert list(read) == list(PLAN)


def simple_plan(scratch: str) -> dict:
    plan = dict.fromkeys(PLAN, 0) | {name: [] for name in (*LISTS, "cores")}
    return plan | {"environment": {}, "links": {}, "level": "", "token": "", "scratch": scratch}


def test_a_plan_lacks_nothing_and_has_nothing_twice():
    text = write_plan(simple_plan("/tmp/x"))
    lines = text.split(b"\n")
    assert read_plan(text)["scratch"] == "/tmp/x"
    for wrong in (lines[1:], [lines[0], *lines], lines[:-1], [*lines, b""], lines[::-1]):
        with pytest.raises(Nonsense):
            read_plan(b"\n".join(wrong))


def test_a_plan_that_is_too_long_is_not_sent():
    with pytest.raises(Nonsense, match="bytes"):
        write_plan(simple_plan("x" * LONGEST_PLAN))
