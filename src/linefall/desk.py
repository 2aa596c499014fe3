"""The desk that consoles share: one game, who thinks by itself, and who listens.

A hall numbers its desks, so that a caller can join another's game.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from linefall import thinkers
from linefall.errors import LinefallError
from linefall.events import (
    Dropped,
    Event,
    Intention,
    Redo,
    Redone,
    RedoRefused,
    Refused,
    Scored,
    Slipped,
    Started,
    SymbolAsked,
    SymbolChosen,
)
from linefall.game import Phase
from linefall.house import PRESETS
from linefall.picture import matrix
from linefall.player import Guest, Limit, Player, dismiss
from linefall.series import Series
from linefall.speech import chosen_names, final_line, sentence, slip_told

WATCHES: Final = "others play here, you watch"


class Listener(Protocol):
    """Is anything that can be told lines."""

    def say(self, text: str) -> None:
        """Takes lines to be shown."""
        ...


class WordError(LinefallError):
    """Is an error of one line: it drops the rest of the line and empties the stack."""


class Desk:
    """Holds one game, the players that think by themselves, and the consoles that look at it."""

    def __init__(
        self,
        series: Series | None = None,
        guests: tuple[Guest, Guest] = (Guest("person"), Guest("person")),
    ) -> None:
        self.series = series or Series(PRESETS["console"])
        self.guests = guests
        self.consoles: list[Listener] = []
        self.abandoned = False  # by all who were here; nobody may have come yet
        self._doubts = thinkers.Doubts()
        self.series.begin()

    def show(self) -> str:
        """Gives the matrix, and what the game waits for where that is no column."""
        series = self.series
        players = [series.game.player_of(side) for side in (0, 1)]
        drawn = matrix.draw(
            series.game.board,
            symbols=[series.mark_of(player) for player in players],
            columns_from=series.house.columns_from,
        )
        return drawn + self._question()

    def _question(self) -> str:
        if self.series.phase is Phase.CHOICE:
            player = self.series.game.called(self.series.to_move)
            first, second = chosen_names(self.series)
            return f"\n{player} chooses: 0 SYMBOL for {first}, 1 SYMBOL for {second}"
        return "\nare you sure? YES or NO" if self.series.phase is Phase.SURE else ""

    def starter(self) -> str:
        """Says who starts a game that has no disc yet, where no rule says it once and for all."""
        series, player = self.series, self.series.game.start
        settled = series.house.starts in ("first", "second")
        if settled or series.phase is not Phase.TURN or series.game.board.plies:
            return ""
        return f"{series.game.called(player)} ({series.mark_of(player)}) starts"

    def do(self, intention: Intention) -> None:
        """Does what a console wants and tells all of them; an error is told by raising it."""
        self._tell(self.series.do(intention))
        self.think()

    def think(self) -> None:
        """Lets the players that are no persons move while it is their turn."""
        while self.series.phase is not Phase.OVER:
            guest = self.guests[self.series.to_move]
            if guest.player is None:
                return
            self._tell(self.series.do(self._thought(guest.player, guest.limit)))

    def _thought(self, player: Player, limit: Limit) -> Intention:
        if (answer := thinkers.answer(self.series)) is not None:
            return answer
        found = thinkers.think(player, self.series.game.board, limit)
        self.announce(self._doubts.about(player, found))
        return thinkers.intention(self.series, found)

    def undo(self, console: Listener) -> None:
        """Takes the last disc off; against a program, the person's and the answer to it.

        It counts against whoever asks, unless one person plays for both or any disc may be taken.
        """
        if reason := thinkers.no_redo(self.guests):
            raise WordError(reason)
        anybody = self.series.house.redo_reach == "any" or len(self.consoles) == 1
        seats = self._seats
        asker = None if anybody and len(seats) == 2 else seats[self.consoles.index(console)]
        self.do(Redo(asker))

    def _tell(self, events: Sequence[Event]) -> None:
        complaint = next(filter(None, map(self._complaint, events)), None)
        if complaint is not None:
            raise WordError(complaint)
        said = [line for event in events for line in self._said(event)]
        if self.series.phase is Phase.OVER:
            said += [self._reason(), final_line(self.series)]
        self.announce("\n".join(filter(None, said)))

    def _complaint(self, event: Event) -> str | None:
        match event:
            case Slipped():
                return slip_told(event, self.series)
            case RedoRefused(_, reason):
                return reason
            case Refused("drop", reason) if self.series.phase is Phase.OVER:
                return "the game is over; NEW starts another"
            case Refused(_, reason):
                return reason
        return None

    def _said(self, event: Event) -> list[str]:
        match event:
            case Started():
                return [self.show(), self.starter()]
            case Dropped() | Redone() | SymbolAsked():
                return [self.show()]
            case SymbolChosen() | Scored():
                return [sentence(event, self.series)]
        return []

    def _reason(self) -> str:
        verdict = self.series.game.verdict
        return "" if verdict is None or verdict.cause in ("line", "draw") else verdict.sentence

    def announce(self, text: str) -> None:
        """Sends lines to every console at this desk."""
        for console in self.consoles:
            console.say(text)

    def join(self, console: Listener) -> None:
        """Takes one more console; who played for both sides until now hears which is left."""
        alone = self.consoles[0] if len(self.consoles) == 1 and len(self._seats) == 2 else None
        self.announce("another player joined")
        self.consoles.append(console)
        if alone is not None:
            alone.say(self.seat_told(alone))

    def seat_told(self, console: Listener) -> str:
        """Says for whom a console plays and whose turn it is, or that it watches."""
        place, called = self.consoles.index(console), self.series.game.called
        if place >= len(self._seats) or not self._persons:
            return WATCHES
        mine, to_move = self._seats[place], self.series.to_move
        if self.series.phase in (Phase.CHOICE, Phase.OVER):
            return f"you are {called(mine)}"
        whose = "your" if mine == to_move else f"{called(to_move)}'s"
        return f"you are {called(mine)}; it is {whose} turn"

    def leave(self, console: Listener) -> None:
        """Frees a place; whoever has watched longest takes a free seat, the other keeps theirs."""
        if console not in self.consoles:
            return
        place, seats = self.consoles.index(console), len(self._seats)
        seated = self.consoles.pop(seats) if place < seats < len(self.consoles) else None
        if seated is not None:
            self.consoles[place] = seated
        else:
            self.consoles.remove(console)
        self.abandoned = not self.consoles
        if place < seats and self._persons:
            self.announce(f"{self.series.game.called(self._seats[place])} left")
            if seated is not None:
                seated.say(self.seat_told(seated))

    def close(self) -> None:
        """Ends the programs that play here."""
        dismiss(self.guests)

    def check_seat(self, console: Listener) -> None:
        """Refuses a move or an answer for the other seat."""
        self.check_player(console)
        if len(self.consoles) > 1 and self.series.phase is not Phase.OVER:
            player = self.series.to_move
            if self._seats[self.consoles.index(console)] != player:
                raise WordError(f"it is {self.series.game.called(player)}'s turn, not yours")

    def check_player(self, console: Listener) -> None:
        """Refuses whoever only watches: those who came when all seats were taken."""
        if console not in self.consoles[: len(self._seats)]:
            raise WordError(WATCHES)

    @property
    def has_thinkers(self) -> bool:
        """Says whether somebody plays here who is no person, and may think for a while."""
        return len(self._persons) < 2

    @property
    def _persons(self) -> tuple[int, ...]:
        return tuple(player for player in (0, 1) if self.guests[player].player is None)

    @property
    def _seats(self) -> tuple[int, ...]:
        """Gives the players for whom consoles speak, the first for the first of them.

        Where programs play both, the first console is still the one that can begin anew.
        """
        return self._persons or (0,)


class Hall:
    """Numbers the desks, so that a caller can join another's game; callers may share it."""

    def __init__(self, make: Callable[[], Desk] = Desk) -> None:
        self._make = make
        self._desks: dict[int, Desk] = {}
        self._last = 0
        self._lock = threading.Lock()

    def open(self) -> Desk:
        """Opens a desk with the next number."""
        desk = self._make()
        with self._lock:
            self._last += 1
            self._desks[self._last] = desk
        return desk

    def number(self, desk: Desk) -> int:
        """Gives the number of a desk (0 when it is none of this hall's)."""
        with self._lock:
            return next((number for number, known in self._desks.items() if known is desk), 0)

    def desk(self, number: int) -> Desk | None:
        """Gives the desk of that number."""
        return self._desks.get(number)

    def close_empty(self) -> None:
        """Closes and forgets desks that nobody looks at any more."""
        with self._lock:
            left = {n: desk for n, desk in self._desks.items() if desk.abandoned}
            for number in left:
                del self._desks[number]
        for desk in left.values():
            desk.close()
