"""Games one after the other: symbols, who starts, and the score.

>>> from linefall.house import PRESETS
>>> series = Series(PRESETS["classic"], lot=lambda: 1)
>>> series.begin()
(SymbolAsked(player=1),)
>>> series.do(ChooseSymbol(0))[0]
SymbolChosen(player=1, symbol=0)
>>> series.mark_of(0), series.mark_of(1)
('X', 'O')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from linefall.events import (
    ChooseSymbol,
    Drop,
    Dropped,
    Event,
    Intention,
    NewGame,
    Refused,
    Scored,
    Started,
    Sure,
    SymbolAsked,
    SymbolChosen,
    Turn,
    Won,
)
from linefall.game import Game, Phase, expect
from linefall.house import HouseRules
from linefall.record import GameRecord, Seat, Verdict
from linefall.rules import Rules


class Series:
    """Plays games one after the other: symbols, who starts, and the score.

    `lot` gives 0 or 1 each time something is drawn by lot; `start` overrules who starts.
    Nothing has happened before `begin` is called.
    """

    def __init__(
        self,
        house: HouseRules,
        rules: Rules | None = None,
        *,
        lot: Callable[[], int] = lambda: 0,
        start: int | None = None,
    ) -> None:
        self.house = house
        self.rules = house.fit(rules)
        self.game = Game(house, self.rules, start=start or 0)
        self.score = (0, 0)
        self._lot = lot
        self._fixed_start = start
        self._number = 0  # of the present game
        self._begun = False
        self._chooser: int | None = None
        self._symbol: int | None = None if house.chooser != "nobody" else 0  # of player 0
        self._prelude: list[Event] = []  # what happened before this game and still matters

    @property
    def phase(self) -> Phase:
        """Gives what the series waits for."""
        return self.game.phase if self._begun else Phase.CHOICE

    @property
    def to_move(self) -> int:
        """Gives the player that the series waits for."""
        if not self._begun and self._chooser is not None:
            return self._chooser
        return self.game.to_move

    @property
    def events(self) -> tuple[Event, ...]:
        """Gives what the present game has to be rebuilt from, the choice of symbols included."""
        if not self._begun:
            return tuple(self._prelude)
        scored = self.house.series and self.phase is Phase.OVER
        return (*self._prelude, *self.game.events, *((Scored(self.score),) if scored else ()))

    def symbol_of(self, player: int) -> int:
        """Gives which of the house's two symbols a player has: 0 or 1."""
        return (self._symbol or 0) ^ player

    def mark_of(self, player: int) -> str:
        """Gives a player's mark on the board.

        >>> from linefall.house import PRESETS
        >>> Series(PRESETS["console"]).mark_of(1)
        '@'
        """
        return self.house.symbols[self.symbol_of(player)]

    def shape_of(self, player: int) -> str:
        """Gives the shape of a player's discs, where they are shown as shapes."""
        return self.house.shapes[self.symbol_of(player)]

    def colour_of(self, player: int) -> str:
        """Gives the colour of a player's discs.

        >>> from linefall.house import PRESETS
        >>> Series(PRESETS["shapes"]).colour_of(1)
        'blue'
        """
        return self.house.colours[self.symbol_of(player)]

    def state(self) -> tuple[Any, ...]:
        """Gives all that the rest of the series depends on, to be compared with another one."""
        game = self.game.state() if self._begun else None
        waits = self._number if self._begun else self._chooser
        return (self.house, self.rules, self.score, waits, self._symbol, game)

    # ------------------------------------------------------------------------------ intentions

    def begin(self) -> tuple[Event, ...]:
        """Starts the first game, or asks for a symbol before it."""
        if self._begun or self._chooser is not None:
            return (Refused("begin", "it has begun"),)
        return self._next_game(self._first_starter())

    def do(self, intention: Intention) -> tuple[Event, ...]:
        """Does what a player wants, as far as the rules allow, and gives what happened."""
        match intention:
            case ChooseSymbol(symbol):
                return self._choose(symbol)
            case NewGame():
                return self._new_game()
        if not self._begun:
            name = type(intention).__name__.lower()
            return (Refused(name, f"the game waits for {self.phase.value}"),)
        verdict = self.game.verdict
        events = self.game.do(intention)
        if self.game.verdict is verdict or not self.house.series:
            return events
        self._count(verdict, -1)  # a finished game that was reopened
        self._count(self.game.verdict, +1)
        return (*events, Scored(self.score))

    def _count(self, verdict: Verdict | None, points: int) -> None:
        if verdict is not None and verdict.winner is not None:
            won, (first, second) = verdict.winner, self.score
            self.score = (first + points * (won == 0), second + points * (won == 1))

    def _choose(self, symbol: int) -> tuple[Event, ...]:
        if self._begun or self._chooser is None:
            return (Refused("choose symbol", "no choice is open"),)
        if symbol not in (0, 1):
            return (Refused("choose symbol", "possible: 0, 1"),)
        chosen = self._followed(SymbolChosen(self._chooser, symbol))
        return (*chosen, *self._open(self.game.start))

    def _new_game(self) -> tuple[Event, ...]:
        if not self._begun or (self.house.series and self.phase is not Phase.OVER):
            return (Refused("new game", f"the game waits for {self.phase.value}"),)
        return self._next_game(self._next_starter())

    def _next_game(self, start: int) -> tuple[Event, ...]:
        """Asks for a symbol where that is due, or opens the game."""
        chooser = self.house.chooser
        if chooser == "starter":
            return self._followed(SymbolAsked(start))
        if chooser == "lot" and self._symbol is None:
            self.game = Game(self.house, self.rules, start=start)
            return self._followed(SymbolAsked(self._draw()))
        return self._open(start)

    def _open(self, start: int) -> tuple[Event, ...]:
        return self._followed(Started(self._number + 1, str(self.rules), start), Turn(start))

    def _first_starter(self) -> int:
        if self._fixed_start is not None:
            return self._fixed_start
        return {"first": 0, "second": 1}[self.house.starts] if self._is_fixed() else self._draw()

    def _next_starter(self) -> int:
        if self._is_fixed() or self.house.starts == "lot":
            return self._first_starter()
        verdict = self.game.verdict
        if verdict is None or verdict.winner is None:
            return 1 - self.game.start
        return verdict.winner if self.house.starts == "winner" else 1 - verdict.winner

    def _is_fixed(self) -> bool:
        return self.house.starts in ("first", "second")

    def _draw(self) -> int:
        drawn = self._lot()
        if drawn not in (0, 1):
            raise ValueError(f"a lot of {drawn} was drawn; possible: 0, 1")
        return drawn

    # ---------------------------------------------------------------------------------- events

    def _followed(self, *events: Event) -> tuple[Event, ...]:
        for event in events:
            self.follow(event)
        return events

    def follow(self, event: Event) -> None:
        """Takes over an event that happened in another copy of this series."""
        match event:
            case SymbolAsked():
                self._follow_question(event)
            case SymbolChosen(player, symbol):
                expect(self._chooser == player and not self._begun, "no symbol was asked for")
                self._symbol = symbol ^ player
                self._prelude.append(event)
            case Scored(score):
                self.score = score
                if not self._begun:
                    self._prelude.append(event)
            case Started():
                self._follow_start(event)
            case Refused():
                pass  # nothing changed, then as now
            case _:
                expect(self._begun, "no game has started")
                self.game.follow(event)

    def _follow_question(self, event: SymbolAsked) -> None:
        expect(self.house.chooser != "nobody", "there is no symbol to choose")
        self._chooser, self._symbol, self._begun = event.player, None, False
        self._prelude = [event]
        if self.house.chooser == "starter":
            self.game = Game(self.house, self.rules, start=event.player)

    def _follow_start(self, event: Started) -> None:
        game = Game.replay(self.house, [event])
        expect(game.rules == self.rules, f"the board is {self.rules}")
        asked = [part for part in self._prelude if not isinstance(part, Scored)]
        scored = [Scored(self.score)] if self.score != (0, 0) else []
        self._prelude = [*asked, *scored]
        self.game, self._number, self._begun = game, event.game, True

    @classmethod
    def replay(
        cls,
        house: HouseRules,
        rules: Rules,
        events: Iterable[Event],
        *,
        lot: Callable[[], int] = lambda: 0,
    ) -> Series:
        """Rebuilds a series from its events; a `RecordError` says which one cannot be."""
        series = cls(house, rules, lot=lot)
        for event in events:
            series.follow(event)
        return series

    def record(self, players: tuple[Seat, Seat] | None = None, **more: Any) -> GameRecord:
        """Gives the present game as a record from which the series goes on (`Series.resume`)."""
        record = self.game.record(players, **more)
        needed = record.events or self._prelude or self._number > 1
        return replace(record, events=self.events) if needed else record

    @classmethod
    def resume(cls, record: GameRecord, *, lot: Callable[[], int] = lambda: 0) -> Series:
        """Goes on where a record ends: from its events, or from its moves where it has none."""
        if record.events:
            series = cls.replay(record.house, record.rules, record.events, lot=lot)
            expect(series.game.board.moves == record.moves, "the events lead to other moves")
        else:
            series = cls._from_moves(record, lot)
        ended = series.game.verdict is not None
        if record.verdict.cause != "unfinished" and not ended and series._begun:
            said = record.verdict
            expect(said.winner is not None, f"the board is open: it is no {said.cause}")
            series.follow(Won(said.winner or 0, said.cause, said.sentence, (), said.evidence))
        return series

    @classmethod
    def _from_moves(cls, record: GameRecord, lot: Callable[[], int]) -> Series:
        series = cls(record.house, record.rules, lot=lot)
        series._symbol = series._symbol or 0
        series._open(record.start)
        for number, column in enumerate(record.moves, start=1):
            dropped = any(isinstance(event, Dropped) for event in series.do(Drop(column)))
            expect(dropped, f"moves: number {number} cannot be played")
            if series.phase is Phase.SURE:
                series.do(Sure(yes=True))
        return series
