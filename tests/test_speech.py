"""What happened, in words: one sentence for each event."""

import pytest

from linefall.events import (
    EVENTS,
    ChooseSymbol,
    Drop,
    Event,
    NewGame,
    Redo,
    Refused,
    Resign,
    Slip,
    Sure,
)
from linefall.house import PRESETS, HouseRules
from linefall.rules import Rules
from linefall.series import Series
from linefall.speech import final_line, sentence


def spoken(house: HouseRules, *intentions: object) -> tuple[Series, list[str]]:
    """Plays intentions and gives the sentences of all that happened."""
    series, said = Series(house), []
    for event in series.begin():
        said.append(sentence(event, series))
    for intention in intentions:
        said += [sentence(event, series) for event in series.do(intention)]  # type: ignore[arg-type]
    return series, said


def test_a_classic_game_is_told_from_the_choice_to_the_score() -> None:
    _, said = spoken(
        PRESETS["classic"],
        *(ChooseSymbol(1), Drop(3), Sure(yes=False), Drop(3), Sure(yes=True), Slip("x"), Drop(9)),
        *(Redo(), Resign(), NewGame()),
    )
    assert said == [
        "Player A was drawn by lot and chooses O or X.",
        "Player A has X, Player B has O.",
        "Game 1: 6 rows, 7 columns, 4 in line win. Player A starts.",
        "It is Player A's turn.",
        "Player A drops into column 4, row 1.",
        "Player A is asked whether the disc should stay.",
        "Player A takes back column 4; 2 redos left.",
        "It is Player A's turn.",
        "Player A drops into column 4, row 1.",
        "Player A is asked whether the disc should stay.",
        "It is Player B's turn.",
        "'x' is no column; open columns: 1 2 3 4 5 6 7; 2 slips left.",
        "There is no column 10; open columns: 1 2 3 4 5 6 7; 1 slip left.",
        "No redo: the move before was confirmed.",
        "Player B resigned.",
        "The score is 1 to 0.",
        "Game 2: 6 rows, 7 columns, 4 in line win. Player A starts.",
        "It is Player A's turn.",
    ]


def test_one_row_one_column_and_one_in_line_are_told_as_one() -> None:
    said = [
        sentence(series.begin()[0], series)
        for series in (Series(PRESETS["connectx"], Rules(*size)) for size in ((1, 1, 1), (2, 1, 2)))
    ]
    assert said == [
        "Game 1: 1 row, 1 column, 1 in line wins. Player A starts.",
        "Game 1: 2 rows, 1 column, 2 in line win. Player A starts.",
    ]


def test_colours_are_what_a_starter_chooses() -> None:
    _, said = spoken(PRESETS["bitmap"], ChooseSymbol(1))
    assert said[:2] == [
        "Player 1 was drawn by lot and chooses yellow or red.",
        "Player 1 has red, Player 2 has yellow.",
    ]


def test_a_full_bin_is_told_with_those_that_are_open() -> None:
    _, said = spoken(PRESETS["shapes"], *[Drop(0)] * 5)
    assert said[-1] == "Bin 0 is full; open bins: 1 2 3 4 5."


def test_a_draw_and_a_refusal_have_sentences() -> None:
    tiny = HouseRules("tiny", board=PRESETS["connectx"].fit().__class__(1, 2, 2))
    _, said = spoken(tiny, Drop(0), Drop(1))
    assert said[-1] == "The board is full: a draw."
    assert sentence(Refused("drop", "the game is over"), Series(tiny)) == (
        "Not now: the game is over."
    )


@pytest.mark.parametrize(
    ("house", "won", "drawn"),
    [
        ("classic", "Player A won", "Draw game"),
        ("shapes", "winner: red", "a tie"),
        ("console", "Player 1 won", "Draw game"),
        ("connectx", "Player A won", "Draw game"),
        ("bitmap", "Player 1 won", "Draw game"),
    ],
)
def test_the_final_line_is_in_the_words_of_the_house(house: str, won: str, drawn: str) -> None:
    rules = PRESETS[house]
    series, _ = spoken(rules, ChooseSymbol(0), Resign(1))
    assert final_line(series) == won
    assert rules.drawn == drawn


def test_a_game_that_goes_on_has_no_final_line_yet() -> None:
    assert final_line(Series(PRESETS["shapes"])) == "The game was not finished"


def test_every_kind_of_event_has_words() -> None:
    class Other(Event):
        pass

    assert len(EVENTS) == 13
    with pytest.raises(TypeError, match="has no words"):
        sentence(Other(), Series(PRESETS["shapes"]))
