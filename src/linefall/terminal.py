"""A game at a terminal: asks persons, lets the other players think, and shows what happens.

`TerminalGame` drives a `Series`; it keeps no rule of the game. What it asks and answers is the
house's business, and stands in `wording`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TextIO

from linefall import thinkers
from linefall.board import Board
from linefall.errors import LinefallError
from linefall.events import (
    ChooseSymbol,
    Drop,
    Dropped,
    Event,
    Intention,
    NewGame,
    Redo,
    Redone,
    RedoRefused,
    Refused,
    Resign,
    Slip,
    Slipped,
    Started,
    Sure,
    SureAsked,
    Turn,
)
from linefall.game import Phase
from linefall.house import CASUAL
from linefall.notation import format_column, whole_number
from linefall.picture import letters
from linefall.player import Choice, Guest, Player, only_person
from linefall.record import MoveTime
from linefall.screen import Paint, Screen
from linefall.series import Series
from linefall.speech import chosen_names, so_far
from linefall.wording import BinWording, Wording

LONGEST_LINE: Final = 10_000
ENDED: Final = "The input ended before the game did."
Times = tuple[MoveTime | None, ...]
COMMANDS: Final = ("u", "h", "r", "?", "q")
#: What is asked after the end, by whether another game and whether a redo is possible.
ASKED_AFTER: Final = {
    (True, False): "next game? (1 plays another): ",
    (False, True): "u takes the last move back, anything else ends: ",
    (True, True): "next game? (1 plays another, u takes the last move back): ",
}


class InputEnded(Exception):
    """Says that nobody types any more."""


class Quit(Exception):
    """Says that a person wants to leave."""


class Advisor(Protocol):
    """Gives a hint about a board, in words."""

    def __call__(self, board: Board, *, columns_from: int) -> str:
        """Says what to play, and why."""
        ...


class TerminalGame:
    """Plays a series at a terminal until its end and gives the exit status.

    `keep` is called after everything that happened, with the seconds that each move took, so that
    the game can be saved. `clock` gives seconds that only rise.
    """

    def __init__(
        self,
        series: Series,
        guests: tuple[Guest, Guest],
        *,
        screen: Screen,
        source: TextIO,
        look: str | None,
        advise: Advisor | None = None,
        keep: Callable[[Series, Times], None] = lambda _series, _times: None,
        clock: Callable[[], float] = time.monotonic,
        times: Times = (),
    ) -> None:
        self.series = series
        self.guests = guests
        self.screen = screen
        self.source = source
        # A screen reader gets sentences; a board only when one was asked for.
        self.look = look or (None if screen.plain else series.house.look)
        self.wording = (BinWording if series.house.asks_for == "bin" else Wording)(series)
        self._advise = advise
        self._keep = keep
        self._clock = clock
        self._asked_at = clock()
        self._times = [*times] or [None] * series.game.board.plies
        self._doubts = thinkers.Doubts()
        self._again = False  # the question for a column was asked before and not answered

    # ------------------------------------------------------------------------------------ play

    def run(self, *, resumed: bool = False) -> int:
        """Plays until nobody wants to go on; 1 when the input ended in the middle of a game."""
        try:
            self._open(resumed=resumed)
            while self.series.phase is not Phase.OVER or self._goes_on():
                self._step()
        except Quit:
            self.screen.say("Good bye.")
        except InputEnded:
            self.screen.say(ENDED)
            return 1
        return 0

    def _open(self, *, resumed: bool) -> None:
        if not resumed:
            self._greet()
            self._tell(self.series.begin())
        elif self.series.phase is not Phase.CHOICE:
            if self.screen.plain:
                self.screen.say(so_far(self.series))
            self._show()
            if self.series.phase is Phase.OVER:
                self._announce()

    def _greet(self) -> None:
        """Tells a person who plays a friendly game which discs are theirs."""
        person = only_person(self.guests)
        if self.series.house == CASUAL and person is not None:
            you, mark = self.series.game.called(person), self.series.mark_of(person)
            other = self.guests[1 - person].name
            self.screen.say(f"You are {you} ({mark}) against {other}. Type ? for help.")

    def _step(self) -> None:
        """Gets what whoever the series waits for wants, and tells what follows."""
        guest = self.guests[self.series.to_move]
        if self.series.phase is not Phase.SURE:
            self._asked_at = self._clock()
        if guest.player is not None:
            self._tell(self._think(guest, guest.player))
        elif (intention := self._listen()) is not None:
            self._tell(self.series.do(intention))

    def _think(self, guest: Guest, player: Player) -> tuple[Event, ...]:
        """Lets a player that is no person answer, or think and play; it is sure at once."""
        series = self.series
        if (answer := thinkers.answer(series)) is not None:
            return series.do(answer)
        called = series.game.called(series.to_move)
        with self.screen.waiting(f"{called} is thinking ..."):
            found = thinkers.think(player, series.game.board, guest.limit)
        if doubt := self._doubts.about(player, found):
            self.screen.say(doubt)
        if isinstance(found, Choice) and not self.screen.plain:  # where events have sentences
            which = format_column(found.column, columns_from=series.house.columns_from)
            self.screen.say(f"{called} plays {which}")
        events = series.do(thinkers.intention(series, found))
        sure = thinkers.answer(series) if isinstance(events[-1], SureAsked) else None
        return events if sure is None else (*events, *series.do(sure))

    def _goes_on(self) -> bool:
        """Asks a person after the end for another game, or whether a move is taken back."""
        series, reopens = self.series.house.series, self._can_reopen()
        if all(guest.player is not None for guest in self.guests) or not (series or reopens):
            return False
        if series and not self.screen.plain:  # where each event has its sentence anyway
            self.screen.say(letters.score_fact(self.series.score, self.series.house.names))
        while self.series.phase is Phase.OVER:  # still, where a redo was refused
            try:
                answer = self._read(ASKED_AFTER[series, reopens])
            except InputEnded:
                return False
            if series and answer == "1":
                self._tell(self.series.do(NewGame()))
            elif reopens and command_of(answer) == "u":
                self._tell(self.series.do(Redo(only_person(self.guests))))
            else:
                return False
        return True

    def _can_reopen(self) -> bool:
        """Says whether the last move of a finished game may be taken back here."""
        house, played = self.series.house, self.series.game.board.plies > 0
        forget = all(guest.forgets for guest in self.guests)
        return house.redo_reach == "any" and house.redos != 0 and played and forget

    # ----------------------------------------------------------------------------------- listen

    def _listen(self) -> Intention | None:
        match self.series.phase:
            case Phase.CHOICE:
                return self._listen_for_symbol()
            case Phase.SURE:
                return self._listen_for_sure()
        return self._listen_for_column()

    def _listen_for_symbol(self) -> Intention | None:
        text = self._read(self.wording.ask_symbol()).lower()
        names = [name.lower() for name in chosen_names(self.series)]
        if text in ("0", "1"):
            return ChooseSymbol(int(text))
        if self.series.house.chooser == "starter":
            for symbol, name in enumerate(names):
                if text == name or (text == name[0] != names[1 - symbol][0]):
                    return ChooseSymbol(symbol)
        return self._obey(text) if text in ("q", "?") else None

    def _listen_for_sure(self) -> Intention | None:
        text = self._read("are you sure? (1 yes, 0 no): ").lower()
        if text in ("1", "y", "yes"):
            return Sure(yes=True)
        if text in ("0", "n", "no") or command_of(text) == "u":
            return Sure(yes=False)
        return self._obey(text) if text in COMMANDS else None

    def _listen_for_column(self) -> Intention | None:
        above = self.wording.above_prompt()
        if above is not None and not self._again:
            self.screen.say(above)
        text = self._read(self.wording.ask_column(again=self._again))
        if (command := command_of(text)) is not None:
            return self._obey(command)
        if (number := whole_number(text)) is not None:
            return Drop(number - self.series.house.columns_from)
        if not text and self.series.house.slips == 0:
            return None  # an empty line says nothing, and must not lose the game at once
        return Slip(text)

    def _obey(self, command: str) -> Intention | None:
        """Does what a letter asks for, or gives the intention that it stands for."""
        match command:
            case "q":
                raise Quit
            case "?":
                self.screen.say(self._help())
            case "h":
                self.screen.say(self._hint())
            case "r":
                return Resign(self.series.to_move)
            case "u":
                return self._redo()
        return None

    def _redo(self) -> Intention | None:
        """Gives the wish for a redo; a program that plays cannot be told to forget a move."""
        if reason := thinkers.no_redo(self.guests):
            self.screen.say(f"No redo: {reason}.")
            return None
        return Redo(only_person(self.guests))

    def _read(self, prompt: str) -> str:
        """Asks and gives the line that was typed, without blanks around it."""
        self.screen.ask(prompt)
        try:
            line = self.source.readline(LONGEST_LINE)
            rest = line
            while rest and not rest.endswith("\n"):
                rest = self.source.readline(LONGEST_LINE)
        except OSError:
            line = ""  # a terminal that was closed
        if not line.endswith("\n") or not (self.source.isatty() and self.screen.out.isatty()):
            self.screen.say()  # nobody saw a line end that was typed
        if not line:
            raise InputEnded
        return line.strip()

    def _help(self) -> str:
        house = self.series.house
        low, high = house.columns_from, house.columns_from + self.series.rules.columns - 1
        undo = "u: take a move back; " if self._can_take_back() else ""
        return (
            f"{low} to {high}: drop into that {house.asks_for}; {undo}h: hint; "
            "r: resign; ?: this help; q: quit"
        )

    def _can_take_back(self) -> bool:
        """Says whether u can ever do something here: not against a program that has answered."""
        house = self.series.house
        if house.redos == 0 or house.are_you_sure:
            return house.redos != 0
        programs = [guest for guest in self.guests if guest.player is not None]
        answered = programs and house.redo_reach == "until reply"
        return not answered and all(guest.forgets for guest in programs)

    def _hint(self) -> str:
        if self.series.phase is not Phase.TURN:
            return "Hint: first answer the question."
        if self._advise is None:
            return "Hint: nobody is here who could give one."
        try:
            board, columns_from = self.series.game.board.copy(), self.series.house.columns_from
            with self.screen.waiting("Looking for a hint ..."):
                said = self._advise(board, columns_from=columns_from)
            return f"Hint: {said.replace('column', self.series.house.asks_for)}"
        except LinefallError as error:
            return f"Hint: none: {error}"

    # ------------------------------------------------------------------------------------- tell

    def _tell(self, events: Sequence[Event]) -> None:
        """Tells what happened, saves it, and shows the board where it changed."""
        self._take_times(events)
        self._keep(self.series, tuple(self._times))
        self._again = any(isinstance(event, Slipped) for event in events)
        for event in events:
            if self.screen.plain:
                self.screen.say(self.wording.spoken(event))
            elif (answer := self.wording.answer(event)) is not None:
                self.screen.say(answer)
            if isinstance(event, Dropped):
                self._show(dropped=True)
            elif isinstance(event, Turn) and not any(isinstance(e, Dropped) for e in events):
                self._show()
        if self.series.phase is Phase.OVER and not isinstance(events[-1], RedoRefused | Refused):
            self._announce()

    def _take_times(self, events: Sequence[Event]) -> None:
        """Notes the seconds of a move, and forgets those of moves that were taken back."""
        for event in events:
            if isinstance(event, Started):
                self._times.clear()
            elif isinstance(event, Dropped):
                self._times.append(MoveTime(round(self._clock() - self._asked_at, 3)))
            elif isinstance(event, Redone):
                del self._times[-len(event.columns) :]

    def _announce(self) -> None:
        for line in self.wording.ended()[-1:] if self.screen.plain else self.wording.ended():
            self.screen.say(line)

    def _show(self, *, dropped: bool = False) -> None:
        if self.look is None:
            return
        show = self.screen.show_drop if dropped else self.screen.show
        show(self.series.game.board, self.look, self._paint(), self._facts())

    def _paint(self) -> Paint:
        """Gives the looks of the two sides of the board, the one that moved first first."""
        series = self.series
        first, second = (series.game.player_of(side) for side in (0, 1))
        return Paint(
            symbols=(series.mark_of(first), series.mark_of(second)),
            colours=(series.colour_of(first), series.colour_of(second)),
            shapes=(series.shape_of(first), series.shape_of(second)),
            columns_from=series.house.columns_from,
        )

    def _facts(self) -> tuple[str, ...]:
        """Gives the four facts at the right of the board."""
        series, house = self.series, self.series.house
        marks = [series.mark_of(player) for player in (0, 1)]
        called = [series.game.called(player) for player in (0, 1)]
        turn = f"Turn: {called[self._turn()]}"
        if house.series:
            who = [f"{called[player]}: {marks[player]}" for player in (0, 1)]
            return (*who, letters.score_fact(series.score, house.names), turn)
        who = [f"{called[player]}: {marks[player]}{self._who(player)}" for player in (0, 1)]
        return (*who, "", turn if series.phase is not Phase.OVER else "")

    def _turn(self) -> int:
        """Gives whose turn it is: it passes when a move is sure, and not after the last one."""
        game = self.series.game
        return game.to_move if game.phase is not Phase.OVER else 1 - game.to_move

    def _who(self, player: int) -> str:
        guest, other = self.guests[player], self.guests[1 - player]
        if guest.player is None:
            return " (you)" if other.player is not None else ""
        return f" ({guest.name})"


def command_of(text: str) -> str | None:
    """Gives the letter of a command; the console's word for u is known, too.

    >>> command_of("U"), command_of("Undo"), command_of("4")
    ('u', 'u', None)
    """
    letter = "u" if text.lower() == "undo" else text.lower()
    return letter if letter in COMMANDS else None
