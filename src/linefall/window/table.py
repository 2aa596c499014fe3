"""The table: a series of games with a picture, whatever it is shown on.

Keys and clicks go in as what they mean depends on what the game waits for; a picture, a line of
news and a line that prompts come out. There is no screen here, no clock and no thread.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from linefall import speech, thinkers
from linefall.events import (
    ChooseSymbol,
    Drawn,
    Drop,
    Dropped,
    Event,
    Intention,
    NewGame,
    Redo,
    Redone,
    RedoRefused,
    Scored,
    Slipped,
    Started,
    Sure,
    SymbolAsked,
    SymbolChosen,
    Won,
)
from linefall.game import Game, Phase
from linefall.notation import format_column, whole_number
from linefall.player import Guest, Player, only_person
from linefall.series import Series
from linefall.window.view import view_of

STRIP: Final = 56  # the height of the strip below the picture, in pixels
NARROWEST: Final = 420  # how wide the strip is at least; a narrower picture stands in the middle
YES, NO = ("1", "y", "yes"), ("0", "n", "no", "u")  # answers to 'are you sure?'

_GROUND, _NEWS, _PROMPT = (16, 22, 44), (255, 255, 255), (255, 214, 90)


class Table:
    """Holds a series, who plays it, and the picture of it.

    >>> from linefall.house import PRESETS
    >>> table = Table(Series(PRESETS["bitmap"]))
    >>> table.prompt
    'Player 1, choose: Y yellow or R red'
    >>> table.press("r")
    True
    >>> table.click(20, 300)
    >>> table.news
    'Player 1 drops into column 0, row 1.'
    """

    def __init__(
        self,
        series: Series,
        guests: tuple[Guest, Guest] = (Guest("person"), Guest("person")),
        *,
        look: str = "bitmap",
    ) -> None:
        self.series, self.guests = series, guests
        self.view = view_of(series.house, series.rules, look)
        self.news = ""
        self.tellings = 0  # how often there were news
        self.changes = 0  # how often the picture has changed
        self._undoable = False  # whether the prompt offers to take a move back
        self._doubts = thinkers.Doubts()
        self._tell(series.begin())
        self._answer_for_programs()

    # -- what people do --------------------------------------------------------------------------

    def press(self, key: str) -> bool:
        """Does what a key means now, and tells whether it means anything."""
        if key == "u" and (reason := self._no_redo()):
            self.tell(f"No redo: {reason}.")
            return True
        wanted = self._meaning(key)
        if wanted is not None:
            self.do(wanted)
        return wanted is not None

    def click(self, x: int, y: int) -> None:
        """Drops a disc where the picture is clicked; a half of the strip answers a question."""
        if y >= self.view.image.height:
            left = x < self._width() / 2
            keys = {Phase.CHOICE: "01", Phase.SURE: "yn", Phase.OVER: "nn"}
            if self.series.phase in keys:
                self.press(keys[self.series.phase][0 if left else 1])
        elif self.series.phase is Phase.TURN and self.thinker is None:
            column = self.view.column_at(x - self._margin())
            if column is not None and y >= 0:
                self.do(Drop(column))

    def do(self, intention: Intention) -> None:
        """Does what is wanted, tells what happened, and repaints what changed."""
        self._tell(self.series.do(intention))
        self._answer_for_programs()

    def _meaning(self, key: str) -> Intention | None:
        phase = self.series.phase
        if phase is Phase.CHOICE:
            names = [name.lower() for name in speech.chosen_names(self.series)]
            possible = {"0": 0, "1": 1} | {name: n for n, name in enumerate(names)}
            possible |= {name[0]: n for n, name in enumerate(names)}
            return ChooseSymbol(possible[key]) if key in possible else None
        if phase is Phase.SURE:
            return Sure(key in YES) if key in YES + NO else None
        if key == "u":
            return Redo(only_person(self.guests))
        if phase is Phase.OVER:
            return NewGame() if key == "n" else None
        number = whole_number(key) if key.isdigit() and self.thinker is None else None
        return None if number is None else Drop(number - self.series.house.columns_from)

    def _no_redo(self) -> str:
        """Says which program cannot be told to forget a move, while a game is played."""
        return thinkers.no_redo(self.guests) if self.series.phase is Phase.TURN else ""

    def _can_take_back(self) -> bool:
        """Says whether `u` takes a move back now: a copy of the game is asked for it."""
        wanted = self._meaning("u")
        if not isinstance(wanted, Redo) or self._no_redo():
            return False
        copy = Game.replay(self.series.house, self.series.game.events)
        return isinstance(copy.do(wanted)[0], Redone)

    # -- what programs do ------------------------------------------------------------------------

    @property
    def thinker(self) -> Player | None:
        """Gives the program whose move it is, or None."""
        guest = self.guests[self.series.to_move]
        return guest.player if self.series.phase is Phase.TURN else None

    def take(self, found: thinkers.Found) -> None:
        """Plays what the program has found; a fault loses it the game."""
        doubt = "" if self.thinker is None else self._doubts.about(self.thinker, found)
        self.do(thinkers.intention(self.series, found))
        if doubt:
            self.tell(f"{self.news} {doubt}")

    def _answer_for_programs(self) -> None:
        """Answers for programs: they choose a symbol, and are always sure."""
        while self.guests[self.series.to_move].player is not None:
            if (answer := thinkers.answer(self.series)) is None:
                return
            self._tell(self.series.do(answer))

    # -- what is shown ---------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """Says what the game waits for."""
        series, who = self.series, self.called(self.series.to_move)
        if series.phase is Phase.CHOICE:
            choices = map(_choice, (0, 1), speech.chosen_names(series))
            return f"{series.game.called(series.to_move)}, choose: {' or '.join(choices)}"
        if series.phase is Phase.SURE:
            return f"{who}, are you sure?  Y yes  N no"
        undo = "; U takes a move back" if self._undoable else ""
        if series.phase is Phase.OVER:
            return f"N: next game{undo}"
        if (program := self.thinker) is not None:
            return f"{who}, {program.name}, is thinking{self._score()}"
        first = series.house.columns_from
        last = format_column(series.rules.columns - 1, columns_from=first)
        return f"{who} to move: {first} to {last}{undo}{self._score()}"

    def _score(self) -> str:
        """Gives the score for the end of a prompt, where games are played in series."""
        if not self.series.house.series:
            return ""
        (one, other), (first, second) = self.series.house.names, self.series.score
        return f"; score {one} to {other}: {first} to {second}"

    def called(self, player: int) -> str:
        """Gives what a player is called, with the colour or mark of the discs."""
        name = self.series.game.called(player)
        sign = self.view.signs[self.series.symbol_of(player)]
        return name if name.lower() == sign else f"{name} ({sign})"

    def animation(self) -> bytes:
        """Gives the game as an animated GIF."""
        return self.view.animation(self.series.game.board, self._symbols())

    def screen(self) -> Image.Image:
        """Gives all that a window shows: the picture, and the strip with news and prompt."""
        picture = self.view.image
        whole = Image.new("RGB", (self._width(), picture.height + STRIP), _GROUND)
        whole.paste(picture, (self._margin(), 0))
        pen = ImageDraw.Draw(whole)
        for down, text, colour in ((16, self.news, _NEWS), (40, self.prompt, _PROMPT)):
            font = _fitting_font(text, whole.width - 24)
            pen.text((12, picture.height + down), text, fill=colour, font=font, anchor="lm")
        return whole

    def _width(self) -> int:
        return max(NARROWEST, self.view.image.width)

    def _margin(self) -> int:
        return (self._width() - self.view.image.width) // 2

    def _symbols(self) -> tuple[int, int]:
        """Gives which of the house's two symbols each side of the board has."""
        first = self.series.symbol_of(self.series.game.player_of(0))
        return first, 1 - first

    # -- what is told ----------------------------------------------------------------------------

    def tell(self, news: str) -> None:
        """Shows a line of news."""
        self.news = news
        self.tellings += 1

    def _tell(self, events: Iterable[Event]) -> None:
        if said := self._said(tuple(events)):
            self.tell(said)
        self._undoable = self.thinker is None and self._can_take_back()
        if self.view.update(self.series.game.board, self._symbols()):
            self.changes += 1

    def _said(self, events: tuple[Event, ...]) -> str:
        """Says what happened; where a game ends, the last disc is not worth a sentence."""
        if any(isinstance(event, Won | Drawn) for event in events):
            events = tuple(event for event in events if not isinstance(event, Dropped))
        return " ".join(filter(None, map(self._sentence, events)))

    def _sentence(self, event: Event) -> str:
        match event:
            case Won() | Drawn():
                return f"{speech.sentence(event, self.series)} {speech.final_line(self.series)}."
            case SymbolAsked(player) if self.series.house.chooser == "lot":
                return f"{self.series.game.called(player)} was drawn by lot."
            case SymbolAsked(player) | Started(start=player):
                return f"{self.series.game.called(player)} starts."
            case SymbolChosen() | Dropped() | Slipped() | Redone() | RedoRefused() | Scored():
                return speech.sentence(event, self.series)
        return ""


def _choice(number: int, name: str) -> str:
    return f"{name[0].upper()} {name}" if len(name) > 1 else f"{number} for {name}"


def _fitting_font(text: str, width: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Gives the font in the largest size, 16 or less, in which the text fits."""
    fonts = [ImageFont.load_default(size) for size in range(16, 8, -1)]
    return next((font for font in fonts if font.getlength(text) <= width), fonts[-1])
