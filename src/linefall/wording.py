"""What a terminal game asks and answers: plain words, and those of a house that asks for bins."""

from __future__ import annotations

from collections.abc import Sequence

from linefall.events import Event, Redone, RedoRefused, Refused, Slipped, SymbolChosen
from linefall.game import NONE_LEFT
from linefall.notation import counted
from linefall.series import Series
from linefall.speech import capital, chosen_names, final_line, sentence, slip_told


class Wording:
    """Holds what is asked and answered, in the words of most houses."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.house = series.house

    def above_prompt(self) -> str | None:
        """Gives a line that stands above the question for a column."""
        return None

    def ask_column(self, *, again: bool) -> str:
        """Asks the player to move for a column."""
        low = self.house.columns_from
        high = low + self.series.rules.columns - 1
        player = self.series.game.called(self.series.to_move)
        return f"{player}, {self.house.asks_for} {low}..{high}: "

    def ask_symbol(self) -> str:
        """Asks for one of the two symbols."""
        player = self.series.game.called(self.series.to_move)
        first, second = chosen_names(self.series)
        return f"{player}, choose 0 for {first} or 1 for {second}: "

    def answer(self, event: Event) -> str | None:
        """Answers an event that is not seen on the board; None where there is nothing to say."""
        match event:
            case Slipped():
                return capital(slip_told(event, self.series))
            case Redone(_, _, left):
                return None if left is None else f"Redo: {counted(left, 'redo')} left"
            case RedoRefused(_, reason) if reason == NONE_LEFT:
                return "No redos left: the move stands"
            case RedoRefused() | Refused() | SymbolChosen():
                return sentence(event, self.series)
        return None

    def spoken(self, event: Event) -> str:
        """Says an event in one sentence, for who does not see the board."""
        return sentence(event, self.series)

    def ended(self) -> Sequence[str]:
        """Announces the end: why, where the board does not show it, and the final line."""
        verdict = self.series.game.verdict
        if verdict is None or verdict.cause in ("line", "draw"):
            return [final_line(self.series)]
        return [verdict.sentence, final_line(self.series)]


class BinWording(Wording):
    """Holds the words of a house that asks for bins."""

    def _range(self) -> str:
        low = self.house.columns_from
        return f"[{low}, {low + self.series.rules.columns})"

    def above_prompt(self) -> str:
        """Says how many shapes will be there with this one, and whose it is."""
        shapes = self.series.game.board.plies + 1
        return f"add shape: {shapes}, player: {self.house.names[self.series.to_move]}"

    def ask_column(self, *, again: bool) -> str:
        """Asks for a bin, or asks again."""
        enter = "Re-enter" if again else "Enter"
        return f"{enter} a bin index in {self._range()} that is not full: "

    def answer(self, event: Event) -> str | None:
        """Answers a bin that cannot be, and anything else as the other houses do."""
        return self._refused_bin(event) or super().answer(event)

    def spoken(self, event: Event) -> str:
        """Says a bin that cannot be in the words of the house, too."""
        return self._refused_bin(event) or super().spoken(event)

    def _refused_bin(self, event: Event) -> str | None:
        match event:
            case Slipped(_, _, "full", None):
                return "the bin is full"
            case Slipped(_, _, _, None):
                return f"invalid bin index, needs to be in {self._range()}"
        return None
