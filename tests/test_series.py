"""Games one after the other: symbols, who starts, and the score."""

import json
import random
from typing import Any

import pytest

from linefall.errors import LinefallError, RecordError
from linefall.events import (
    ChooseSymbol,
    Drop,
    Dropped,
    Event,
    Intention,
    NewGame,
    Redo,
    Refused,
    Resign,
    Scored,
    Slip,
    Started,
    Sure,
    SymbolAsked,
    SymbolChosen,
    Turn,
)
from linefall.game import Phase
from linefall.house import CASUAL, PRESETS, HouseRules
from linefall.record import GameRecord, Verdict
from linefall.rules import Rules
from linefall.series import Series

CLASSIC, SHAPES, CONSOLE, CONNECTX, BITMAP = PRESETS.values()


def lots(*drawn: int) -> "Lots":
    return Lots(list(drawn))


class Lots:
    """Draws what it was told to, in order, and fails when asked for more."""

    def __init__(self, drawn: list[int]) -> None:
        self.drawn = drawn

    def __call__(self) -> int:
        return self.drawn.pop(0)


def win(series: Series, first: int = 0, second: int = 1) -> tuple[Event, ...]:
    """Lets the player who starts win with four in one column."""
    events: tuple[Event, ...] = ()
    for column in (first, second) * 3 + (first,):
        events = series.do(Drop(column))
        if series.phase is Phase.SURE:
            series.do(Sure(yes=True))
    return events


def starter(series: Series) -> int:
    return series.game.start


@pytest.mark.parametrize("chooser", [0, 1])
@pytest.mark.parametrize("symbol", [0, 1])
def test_classic_the_player_drawn_by_lot_chooses_0_for_o_or_1_for_x(
    chooser: int, symbol: int
) -> None:
    series = Series(CLASSIC, lot=lots(chooser))
    assert series.begin() == (SymbolAsked(chooser),)
    assert (series.phase, series.to_move) == (Phase.CHOICE, chooser)
    events = series.do(ChooseSymbol(symbol))
    assert events == (SymbolChosen(chooser, symbol), Started(1, "6x7x4", 0), Turn(0))
    assert series.mark_of(chooser) == "OX"[symbol]
    assert series.mark_of(1 - chooser) == "XO"[symbol]


def test_classic_anything_but_0_and_1_leaves_the_choice_open() -> None:
    series = Series(CLASSIC, lot=lots(0))
    series.begin()
    for intention in (ChooseSymbol(2), ChooseSymbol(-1), Drop(3), Slip("X"), NewGame(), Redo()):
        assert isinstance(series.do(intention)[0], Refused)
    assert series.phase is Phase.CHOICE


def test_classic_symbols_are_chosen_once_before_the_first_game() -> None:
    series = Series(CLASSIC, lot=lots(1))
    series.begin()
    series.do(ChooseSymbol(1))
    win(series)
    assert series.do(NewGame()) == (Started(2, "6x7x4", 0), Turn(0))
    assert series.mark_of(1) == "X"


def test_classic_player_a_always_moves_first() -> None:
    series = Series(CLASSIC, lot=lots(1))
    series.begin()
    series.do(ChooseSymbol(1))
    for _ in range(3):
        assert starter(series) == 0
        win(series)
        series.do(NewGame())


def test_classic_the_score_carries_over_and_slips_and_redos_are_fresh() -> None:
    series = Series(CLASSIC, lot=lots(0))
    series.begin()
    series.do(ChooseSymbol(1))
    assert win(series)[-1] == Scored((1, 0))
    series.do(NewGame())
    for _ in range(3):
        series.do(Slip("x"))
    assert series.do(Slip("x"))[-1] == Scored((1, 1))
    series.do(NewGame())
    assert series.game.slips_left == series.game.redos_left == (3, 3)
    assert series.score == (1, 1)


def test_classic_a_draw_changes_neither_score() -> None:
    series = Series(HouseRules("tiny", board=Rules(1, 2, 2), series=True))
    series.begin()
    series.do(Drop(0))
    assert series.do(Drop(1))[-1] == Scored((0, 0))


def test_classic_no_new_game_before_the_end_of_this_one() -> None:
    series = Series(CLASSIC, lot=lots(0))
    series.begin()
    series.do(ChooseSymbol(1))
    assert isinstance(series.do(NewGame())[0], Refused)


@pytest.mark.parametrize("first", [0, 1])
def test_bitmap_the_starting_player_is_drawn_and_chooses_a_colour(first: int) -> None:
    series = Series(BITMAP, lot=lots(first))
    assert series.begin() == (SymbolAsked(first),)
    assert series.do(ChooseSymbol(1))[1:] == (Started(1, "6x7x4", first), Turn(first))
    assert (series.colour_of(first), series.colour_of(1 - first)) == ("red", "yellow")


def test_bitmap_every_game_is_drawn_anew() -> None:
    series = Series(BITMAP, lot=lots(0, 1))
    series.begin()
    series.do(ChooseSymbol(0))
    assert series.do(NewGame()) == (SymbolAsked(1),)
    assert series.do(ChooseSymbol(0))[1] == Started(2, "6x7x4", 1)
    assert series.colour_of(1) == "yellow"


def test_shapes_and_console_start_at_once_with_the_first_player() -> None:
    for house in (SHAPES, CONSOLE):
        series = Series(house, lot=lots())
        assert series.begin()[1] == Turn(0)


def test_connectx_at_a_table_draws_the_starter_and_a_judge_says_who_starts() -> None:
    series = Series(CONNECTX, lot=lots(1))
    series.begin()
    assert starter(series) == 1
    series = Series(CONNECTX, start=0, lot=lots())
    series.begin()
    assert starter(series) == 0


@pytest.mark.parametrize(
    ("starts", "expected"), [("first", 0), ("second", 1), ("winner", 1), ("loser", 0)]
)
def test_who_starts_the_next_game_is_the_houses_business(starts: str, expected: int) -> None:
    drawn = [1] if starts in ("winner", "loser") else []
    series = Series(HouseRules("own", starts=starts, series=True), lot=lots(*drawn))
    series.begin()
    series.do(Resign(0))
    series.do(NewGame())
    assert starter(series) == expected


def test_after_a_draw_the_other_player_starts_where_winner_or_loser_would() -> None:
    series = Series(HouseRules("own", Rules(1, 2, 2), starts="loser"), lot=lots(1))
    series.begin()
    series.do(Drop(0))
    series.do(Drop(1))
    series.do(NewGame())
    assert starter(series) == 0


def test_a_point_is_taken_off_again_when_a_finished_game_is_reopened() -> None:
    series = Series(HouseRules("own", redo_reach="any", series=True))
    series.begin()
    assert win(series)[-1] == Scored((1, 0))
    assert series.do(Redo())[-1] == Scored((0, 0))
    assert series.do(Drop(0))[-1] == Scored((1, 0))


def test_console_new_starts_over_at_any_time() -> None:
    series = Series(CONSOLE)
    series.begin()
    series.do(Drop(3))
    series.do(NewGame())
    assert series.game.board.plies == 0


def test_beginning_twice_is_refused() -> None:
    series = Series(CLASSIC)
    series.begin()
    assert isinstance(series.begin()[0], Refused)


def test_a_lot_that_is_neither_0_nor_1_is_a_mistake_of_the_programmer() -> None:
    with pytest.raises(ValueError, match="a lot of 2"):
        Series(CLASSIC, lot=lambda: 2).begin()


# ------------------------------------------------------------------------- rebuilt and resumed


def some_intention(chance: random.Random, columns: int) -> Intention:
    return chance.choice(
        [
            *[Drop(chance.randrange(columns))] * 12,
            *[Sure(yes=True)] * 4,
            *(Sure(yes=False), Redo(), Slip("x"), Drop(99), NewGame(), NewGame()),
            *(ChooseSymbol(chance.randrange(3)), ChooseSymbol(chance.randrange(2))),
        ]
    )


@pytest.mark.parametrize("house", [*PRESETS.values(), CASUAL], ids=lambda house: house.name)
def test_a_copy_that_follows_the_events_is_always_in_the_same_state(house: HouseRules) -> None:
    for seed in range(30):
        chance = random.Random(seed)
        series = Series(house, lot=lambda chance=chance: chance.randrange(2))
        copy = Series(house)
        for event in series.begin():
            copy.follow(event)
        for _ in range(chance.choice([3, 40, 200])):
            for event in series.do(some_intention(chance, series.rules.columns)):
                copy.follow(event)
            assert copy.state() == series.state()
        record = GameRecord.from_json(series.record().to_json())
        resumed = Series.resume(record)
        assert resumed.state() == series.state()
        assert resumed.record() == record


def test_a_record_without_events_is_resumed_from_its_moves() -> None:
    record = GameRecord(Rules(), house=CLASSIC, start=0, moves=(3, 3, 4))
    series = Series.resume(record)
    assert (series.game.board.moves, series.phase, series.to_move) == ((3, 3, 4), Phase.TURN, 1)


def test_a_record_that_ended_by_a_verdict_from_outside_is_over_when_resumed() -> None:
    record = GameRecord(Rules(), moves=(3,), verdict=Verdict(0, "time", "Late."))
    series = Series.resume(record)
    assert series.phase is Phase.OVER
    assert series.game.verdict == record.verdict
    assert isinstance(series.do(Drop(3))[0], Refused)


@pytest.mark.parametrize(
    ("events", "moves"),
    [
        ([Started(1, "6x7x4", 0), Turn(0), Dropped(0, 3, 0), Turn(1)], (2,)),
        ([Turn(0)], ()),
        ([SymbolAsked(0)], ()),
        ([SymbolChosen(0, 1)], ()),
        ([Started(1, "5x7x4", 0)], ()),
    ],
)
def test_a_record_whose_events_cannot_be_is_refused(
    events: list[Event], moves: tuple[int, ...]
) -> None:
    with pytest.raises(RecordError):
        Series.resume(GameRecord(Rules(), moves=moves, events=tuple(events)))


def damaged(data: Any, chance: random.Random) -> None:
    """Changes, removes, doubles or shuffles something somewhere in plain data."""
    holders = [data]
    for holder in holders:
        parts = holder.values() if isinstance(holder, dict) else holder
        holders += [part for part in parts if isinstance(part, dict | list) and part]
    holder = chance.choice(holders)
    place = chance.choice([*holder]) if isinstance(holder, dict) else chance.randrange(len(holder))
    match chance.randrange(4):
        case 0:
            holder.pop(place)
        case 1 if isinstance(holder, list):
            holder.insert(place, chance.choice(holder))
        case 2 if isinstance(holder, list):
            chance.shuffle(holder)
        case _:
            holder[place] = chance.choice([0, 1, -1, None, True, "x", [], {}, 1.5, 10**30])


def test_damaged_records_are_refused_in_one_line_or_resumed_and_playable() -> None:
    refused = 0
    for seed in range(400):
        chance = random.Random(seed)
        house = chance.choice([*PRESETS.values(), CASUAL])
        series = Series(house, lot=lambda chance=chance: chance.randrange(2))
        series.begin()
        for _ in range(30):
            series.do(some_intention(chance, series.rules.columns))
        data = series.record().to_dict()
        damaged(data, chance)
        try:
            resumed = Series.resume(GameRecord.from_json(json.dumps(data)))
        except LinefallError as error:
            assert "\n" not in str(error)  # noqa: PT017 (either end is right)
            refused += 1
        else:
            for _ in range(10):
                resumed.do(some_intention(chance, resumed.rules.columns))
    assert 100 < refused < 400
