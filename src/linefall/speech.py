"""What happened in a game, in words: one sentence for each event, columns as the house counts.

>>> from linefall.events import Drop
>>> from linefall.house import PRESETS
>>> series = Series(PRESETS["shapes"])
>>> for event in (*series.begin(), *series.do(Drop(2))):
...     print(sentence(event, series))
Game 1: 4 rows, 6 bins, 4 in line win. Red starts.
It is Red's turn.
Red drops into bin 2, row 1.
It is Blue's turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from linefall.events import (
    Drawn,
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
)
from linefall.notation import counted, format_column
from linefall.series import Series


def sentence(event: Event, series: Series) -> str:
    """Says in one sentence what happened."""
    called, asks_for = series.game.called, series.house.asks_for
    match event:
        case SymbolAsked(player):
            return f"{called(player)} was drawn by lot and chooses {_what_is_chosen(series)}."
        case SymbolChosen(player, symbol):
            names = chosen_names(series)
            others = f"{called(1 - player)} has {names[1 - symbol]}"
            return f"{called(player)} has {names[symbol]}, {others}."
        case Started(game, _, start):
            return f"Game {game}: {_size(series)}. {called(start)} starts."
        case Turn(player):
            return f"It is {called(player)}'s turn."
        case Dropped(player, column, row):
            place = f"{asks_for} {_column(column, series)}, row {row + 1}"
            return f"{called(player)} drops into {place}."
        case SureAsked(player):
            return f"{called(player)} is asked whether the disc should stay."
        case Slipped():
            return f"{capital(slip_told(event, series))}."
        case Redone(player, columns, left):
            which = " and ".join(_column(column, series) for column in columns)
            back = f"{called(player)} takes back {asks_for}{'s' if columns[1:] else ''} {which}"
            return f"{back}{_left(left, 'redo')}."
        case RedoRefused(_, reason):
            return f"No redo: {reason}."
        case Won(sentence=said) | Drawn(sentence=said):
            return said
        case Scored((first, second)):
            return f"The score is {first} to {second}."
        case Refused(_, reason):
            return f"Not now: {reason}."
    raise TypeError(f"{event!r} has no words")


def slip_told(event: Slipped, series: Series) -> str:
    """Says why something could not be played, what could have been, and how many slips are left."""
    return _slip_reason(event, series) + _left(event.left, "slip")


def _slip_reason(event: Slipped, series: Series) -> str:
    asks_for, board = series.house.asks_for, series.game.board
    low = series.house.columns_from
    possible = f"open {asks_for}s: {runs([low + column for column in board.open_columns])}"
    if event.reason == "full":
        return f"{asks_for} {event.given} is full; {possible}"
    if event.reason == "no such column":
        return f"there is no {asks_for} {event.given}; {possible}"
    return f"{event.given!r} is no {asks_for}; {possible}"


def so_far(series: Series) -> str:
    """Says how far a game has come, for who cannot see the board.

    >>> from linefall.events import Drop
    >>> from linefall.house import PRESETS
    >>> series = Series(PRESETS["console"])
    >>> for event in (*series.begin(), *series.do(Drop(3)), *series.do(Drop(2))):
    ...     pass
    >>> so_far(series)
    'The columns played so far, Player 1 first: 4 3.'
    """
    game, asks_for = series.game, series.house.asks_for
    if not game.board.moves:
        return "No disc was dropped so far."
    played = " ".join(_column(column, series) for column in game.board.moves)
    return f"The {asks_for}s played so far, {game.called(game.start)} first: {played}."


def chosen_names(series: Series) -> tuple[str, str]:
    """Gives what the two symbols are called where they are chosen: by mark or by colour."""
    house = series.house
    return house.colours if house.chooser == "starter" else house.symbols


def final_line(series: Series) -> str:
    """Gives the line that announces the end in the words of the house."""
    verdict = series.game.verdict
    if verdict is None:
        return "The game was not finished"
    if verdict.winner is None:
        return series.house.drawn
    winner = verdict.winner
    return series.house.won.format(
        player=series.game.called(winner),
        name=series.house.names[winner],
        symbol=series.mark_of(winner),
        colour=series.colour_of(winner),
    )


def capital(text: str) -> str:
    """Makes the first letter a capital one.

    >>> capital("column 4 is full")
    'Column 4 is full'
    """
    return text[:1].upper() + text[1:]


def runs(numbers: Sequence[int], most: int = 12) -> str:
    """Lists numbers that rise; many of them by their runs.

    >>> runs([1, 2, 4]), runs([1, 2, 3, 5, 6, 9], most=4)
    ('1 2 4', '1-3 5-6 9')
    """
    if len(numbers) <= most:
        return " ".join(map(str, numbers))
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1][1:] = [number]
        else:
            spans.append([number])
    return " ".join("-".join(map(str, span)) for span in spans)


def _size(series: Series) -> str:
    rules = series.rules
    size = f"{counted(rules.rows, 'row')}, {counted(rules.columns, series.house.asks_for)}"
    return f"{size}, {rules.connect} in line {'wins' if rules.connect == 1 else 'win'}"


def _left(left: int | None, noun: str) -> str:
    return "" if left is None else f"; {counted(left, noun)} left"


def _what_is_chosen(series: Series) -> str:
    first, second = chosen_names(series)
    return f"{first} or {second}"


def _column(column: int, series: Series) -> str:
    return format_column(column, columns_from=series.house.columns_from)
