"""Intentions and events: frozen words, and their plain form."""

import json
from dataclasses import FrozenInstanceError

import pytest

from linefall.board import Cell
from linefall.errors import RecordError
from linefall.events import (
    EVENTS,
    Drawn,
    Drop,
    Dropped,
    Event,
    Redone,
    RedoRefused,
    Refused,
    Scored,
    Slipped,
    Started,
    SureAsked,
    SymbolAsked,
    SymbolChosen,
    Turn,
    Won,
    event_from_json,
    event_to_json,
)

ONE_OF_EACH: list[Event] = [
    SymbolAsked(1),
    SymbolChosen(1, 0),
    Started(2, "6x7x4", 1),
    Turn(0),
    Dropped(0, 3, 5),
    SureAsked(0, 3),
    Slipped(1, "9", "no such column", 2),
    Slipped(1, "x", "no number", None),
    Redone(1, (3, 4), 0),
    RedoRefused(0, "no redo is left"),
    Won(1, "line", "B has it.", (Cell(0, 0), Cell(1, 0)), {}),
    Won(0, "time", "Late.", (), {"wall": 0.5, "lines": ["a", None, True]}),
    Drawn("The board is full."),
    Scored((3, 4)),
    Refused("drop", "the game is over"),
]


def test_there_is_one_of_each_kind_below() -> None:
    assert {type(event) for event in ONE_OF_EACH} == set(EVENTS.values())


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: event.name)
def test_every_event_survives_json(event: Event) -> None:
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


def test_events_and_intentions_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Turn(0).player = 1  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        Drop(0).column = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "an event is an object"),
        ({}, "event: 'None' was given; possible: symbol asked"),
        ({"event": "exploded"}, "event: 'exploded' was given"),
        ({"event": "turn"}, "'player' is missing or unknown"),
        ({"event": "turn", "player": 0, "extra": 1}, "'extra' is missing or unknown"),
        ({"event": "turn", "player": 2}, "player: '2' cannot be"),
        ({"event": "turn", "player": True}, "player: 'True' cannot be"),
        ({"event": "turn", "player": "0"}, "player: '0' cannot be"),
        ({"event": "dropped", "player": 0, "column": -1, "row": 0}, "column: '-1' cannot be"),
        ({"event": "dropped", "player": 0, "column": 1.0, "row": 0}, "column: '1.0' cannot be"),
        ({"event": "drawn", "sentence": "a\nb"}, "sentence"),
        ({"event": "drawn", "sentence": "\x1b[2J"}, "sentence"),
        ({"event": "drawn", "sentence": "x" * 5000}, "sentence"),
        ({"event": "scored", "score": [1]}, "score"),
        ({"event": "scored", "score": [1, -1]}, "score"),
        ({"event": "redone", "player": 0, "columns": [0, "1"], "left": 0}, "columns"),
        (
            {
                "event": "won",
                "player": 0,
                "cause": "luck",
                "sentence": "",
                "cells": [],
                "evidence": {},
            },
            "cause: 'luck' cannot be",
        ),
        (
            {
                "event": "won",
                "player": 0,
                "cause": "line",
                "sentence": "",
                "cells": [[0, 0, 0]],
                "evidence": {},
            },
            "cells",
        ),
    ],
)
def test_what_is_no_event_is_refused_in_one_line(data: object, said: str) -> None:
    with pytest.raises(RecordError, match=said) as caught:
        event_from_json(data)
    assert "\n" not in str(caught.value)
