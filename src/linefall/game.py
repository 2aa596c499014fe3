"""One game: a state machine without input, output, clock or chance.

Every interface drives this class (and `Series`, for games one after the other). An intention
goes in, the events that follow from it come out, and the state changes only by applying events,
so that a game can be rebuilt from them:

>>> game = Game(PRESETS["bitmap"])
>>> for event in game.do(Drop(9)):
...     print(event)
Slipped(player=0, given='9', reason='no such column', left=1)
>>> game.do(Drop(3))
(Dropped(player=0, column=3, row=0), Turn(player=1))
>>> Game.replay(PRESETS["bitmap"], game.events).state() == game.state()
True

What a player does wrong is an event (a slip, a refusal); only a programmer's mistake raises.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, Final

from linefall.board import Board
from linefall.errors import LinefallError, RecordError, visible
from linefall.events import (
    CAUSES,
    Drawn,
    Drop,
    Dropped,
    Event,
    Forfeit,
    GameIntention,
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
    Won,
)
from linefall.house import PRESETS, HouseRules
from linefall.notation import format_column, view
from linefall.record import UNFINISHED, GameRecord, Seat, Verdict
from linefall.rules import Rules

OVER: Final = "the game is over"
NOTHING: Final = "there is no move to take back"
ANSWERED: Final = "the move before was answered"
CONFIRMED: Final = "the move before was confirmed"
NONE_LEFT: Final = "no redo is left"
NOT_HERE: Final = "moves are not taken back here"


class Phase(Enum):
    """Says what a game or a series waits for."""

    CHOICE = "choice of a symbol"
    TURN = "a column"
    SURE = "an answer to 'are you sure?'"
    OVER = "nothing: the game is over"


class Game:
    """Plays one game under house rules: `do` takes an intention and gives the events.

    Players are 0 and 1; `start` is the one who moves first.
    """

    def __init__(
        self,
        house: HouseRules = PRESETS["connectx"],
        rules: Rules | None = None,
        *,
        start: int = 0,
        number: int = 1,
    ) -> None:
        if start not in (0, 1):
            raise ValueError(f"start: {start} was given; possible: 0, 1")
        self.house = house
        self.board = Board(house.fit(rules))
        self.start = start
        self.phase = Phase.TURN
        self.verdict: Verdict | None = None
        self._slips = [house.slips, house.slips]
        self._redos = [house.redos, house.redos]
        self._takeable = False  # the last disc was not answered yet, nor was it taken back to
        self._events: list[Event] = [Started(number, str(self.rules), start), Turn(start)]

    @property
    def rules(self) -> Rules:
        """Gives the rules of the board."""
        return self.board.rules

    @property
    def events(self) -> tuple[Event, ...]:
        """Gives everything that happened so far."""
        return tuple(self._events)

    @property
    def to_move(self) -> int:
        """Gives the player that the game waits for: to drop a disc, or to say 'sure'."""
        return self.player_of(self.board.to_move ^ (self.phase is Phase.SURE))

    @property
    def slips_left(self) -> tuple[int | None, int | None]:
        """Gives how many slips are still forgiven to each player (None: any number)."""
        return self._slips[0], self._slips[1]

    @property
    def redos_left(self) -> tuple[int | None, int | None]:
        """Gives how many moves each player may still take back (None: any number)."""
        return self._redos[0], self._redos[1]

    def player_of(self, side: int) -> int:
        """Gives the player who has that side of the board (0 moves first)."""
        return side ^ self.start

    def view(self, player: int) -> tuple[int, ...]:
        """Gives the board as one player sees it: 0 empty, 1 mine, -1 the opponent's.

        The place in the tuple is the cell's index: 0 at the bottom left, row by row upwards.

        >>> Game(rules=Rules(1, 3, 3)).view(0)
        (0, 0, 0)
        """
        return view(self.board, player ^ self.start)

    def state(self) -> tuple[Any, ...]:
        """Gives all that the rest of the game depends on, to be compared with another game."""
        parts = (self.house, self.rules, self.start, self.board.moves, self.phase, self.verdict)
        return (*parts, self.slips_left, self.redos_left, self._takeable)

    # ------------------------------------------------------------------------------ intentions

    def do(self, intention: GameIntention) -> tuple[Event, ...]:
        """Does what a player wants, as far as the rules allow, and gives what happened."""
        before = len(self._events)
        match intention:
            case Drop(column):
                self._drop(column)
            case Slip(text):
                self._slip(text, "no number", None)
            case Redo(player):
                self._redo(player)
            case Sure(yes):
                self._answer(yes=yes)
            case Resign(player):
                self._resign(self.to_move if player is None else player)
            case Forfeit():
                self._forfeit(intention)
            case _:
                raise TypeError(f"{intention!r} is no intention of a game")
        happened = tuple(self._events[before:])
        if isinstance(happened[-1], Refused):  # nothing happened: told, but not kept
            del self._events[before:]
        return happened

    def drop(self, column: int) -> tuple[Event, ...]:
        """Drops a disc of the player to move; the same as `do(Drop(column))`."""
        return self.do(Drop(column))

    def _drop(self, column: int) -> None:
        if self._waits_for(Phase.TURN, "drop"):
            if not 0 <= column < self.rules.columns:
                self._slip(self._named(column), "no such column", column)
            elif self.board.height(column) == self.rules.rows:
                self._slip(self._named(column), "full", column)
            else:
                self._play(column)

    def _play(self, column: int) -> None:
        mover = self.to_move
        self._emit(Dropped(mover, column, self.board.height(column)))
        outcome = self.board.outcome()
        if outcome is None:
            asks = self.house.are_you_sure
            self._emit(SureAsked(mover, column) if asks else Turn(1 - mover))
        elif outcome.winner is None:
            self._emit(Drawn("The board is full: a draw."))
        else:
            self._emit(Won(mover, "line", self._line_sentence(mover), outcome.cells))

    def _slip(self, given: str, reason: str, column: int | None) -> None:
        if not self._waits_for(Phase.TURN, "slip"):
            return
        mover, left, given = self.to_move, self._slips[self.to_move], _shown(given)
        if left != 0 or self.house.beyond_slips == "refused":
            self._emit(Slipped(mover, given, reason, _less(left)))
        else:
            self._lose_by_slip(mover, given, reason, column)

    def _lose_by_slip(self, loser: int, given: str, reason: str, column: int | None) -> None:
        asks_for = self.house.asks_for
        why = {
            "no number": f"{given!r} is no {asks_for}",
            "no such column": f"there is no {asks_for} {given}",
            "full": f"{asks_for} {given} is full",
        }[reason]
        at_once = self.house.slips == 0
        how = "made an illegal move" if at_once else "made one slip too many"
        sentence = f"{self.called(loser)} {how}: {why}."
        small = column if column is not None and abs(column) < 2**53 else None
        evidence = {"given": given, "reason": reason, "column": small}
        cause = "illegal move" if at_once else "slips"
        self._emit(Won(1 - loser, cause, sentence, evidence=evidence))

    def _answer(self, *, yes: bool) -> None:
        if not self._waits_for(Phase.SURE, "sure"):
            return
        if yes:
            self._emit(Turn(1 - self.to_move))
        else:
            self._take_back(self.to_move, 1)

    def _redo(self, player: int | None) -> None:
        """Finds out who asks and how many discs go, or why none does; a refusal costs nothing.

        Who asks by name wants their own disc back, and the answer to it goes with it.
        """
        last = self.player_of(1 - self.board.to_move)  # who dropped the last disc
        asker = last if player is None else player
        reach = self.house.redo_reach
        answered = asker != last and reach != "until reply"
        if self.house.redos == 0 and self.house.beyond_redos == "refused":
            self._emit(RedoRefused(asker, NOT_HERE))
        elif self.phase is Phase.OVER and reach != "any":
            self._emit(RedoRefused(asker, OVER))
        elif self.board.plies < 1 + answered:
            self._emit(RedoRefused(asker, NOTHING))
        elif self.phase is Phase.TURN and self.house.are_you_sure:
            self._emit(RedoRefused(asker, CONFIRMED))
        elif reach == "until reply" and (asker != last or not self._takeable):
            self._emit(RedoRefused(asker, ANSWERED))
        else:
            self._take_back(asker, 1 + answered)

    def _take_back(self, asker: int, discs: int) -> None:
        left = self._redos[asker]
        if left != 0:
            columns = tuple(reversed(self.board.moves[-discs:]))
            self._emit(Redone(asker, columns, _less(left)))
            self._emit(Turn(self.player_of(self.board.to_move)))
        elif self.house.beyond_redos == "loses" and self.phase is not Phase.OVER:
            sentence = f"{self.called(asker)} asked for one redo too many."
            self._emit(Won(1 - asker, "redos", sentence))
        else:
            self._emit(RedoRefused(asker, NONE_LEFT))
            if self.phase is Phase.SURE:  # the move stands
                self._emit(Turn(1 - asker))

    def _resign(self, player: int) -> None:
        if self.phase is Phase.OVER:
            self._emit(Refused("resign", OVER))
        else:
            self._emit(Won(1 - player, "resigned", f"{self.called(player)} resigned."))

    def _forfeit(self, wanted: Forfeit) -> None:
        if wanted.cause not in CAUSES or wanted.cause in ("line", "draw", "unfinished"):
            raise ValueError(f"{wanted.cause!r} is no cause of a verdict from outside")
        if self.phase is Phase.OVER:
            self._emit(Refused("forfeit", OVER))
        else:
            winner = 1 - wanted.player
            evidence = dict(wanted.evidence)
            self._emit(Won(winner, wanted.cause, wanted.sentence, evidence=evidence))

    def _waits_for(self, phase: Phase, intention: str) -> bool:
        if self.phase is phase:
            return True
        self._emit(Refused(intention, f"the game waits for {self.phase.value}"))
        return False

    def called(self, player: int) -> str:
        """Gives what a player is called in a sentence.

        >>> Game(PRESETS["classic"]).called(0), Game(PRESETS["shapes"]).called(1)
        ('Player A', 'Blue')
        """
        name = self.house.names[player]
        return f"Player {name}" if len(name) == 1 else name[0].upper() + name[1:]

    def _line_sentence(self, winner: int) -> str:
        lines = {way.name.lower(): len(cells) for way, cells in self.board.lines().items()}
        said = " and ".join(f"{count} in line ({way})" for way, count in lines.items())
        return f"{self.called(winner)} has {said}."

    def _named(self, column: int) -> str:
        """Gives a column as the players count it; a number beyond all measure has no digits."""
        if abs(column) >= 10**17:
            return "beyond 10^17" if column > 0 else "below -10^17"
        return format_column(column, columns_from=self.house.columns_from)

    # ---------------------------------------------------------------------------------- events

    @classmethod
    def replay(cls, house: HouseRules, events: Iterable[Event]) -> Game:
        """Rebuilds a game from its events; a `RecordError` names the one that cannot be."""
        stream = iter(events)
        first = next(stream, None)
        if not isinstance(first, Started):
            raise RecordError(f"a game's first event is 'started', not {_kind(first)}")
        game = cls(house, _rules(first.rules), start=first.start, number=first.game)
        if str(game.rules) != first.rules:
            raise RecordError(f"rules: {first.rules} was given; {house.name} plays {game.rules}")
        game._events = [first]
        for event in stream:
            game.follow(event)
        return game

    def follow(self, event: Event) -> None:
        """Takes over an event that happened in another copy of this game."""
        if isinstance(event, Refused):
            return
        try:
            self._emit(event)
        except (LinefallError, ValueError) as error:
            place = f"event {len(self._events)} ({event.name})"
            raise RecordError(f"{place} cannot follow: {error}") from None

    def _emit(self, event: Event) -> None:
        match event:
            case Dropped():
                self._apply_drop(event)
            case Redone():
                self._apply_redo(event)
            case Slipped(player, _, _, left):
                expect(self.phase is Phase.TURN and player == self.to_move, "not the one to move")
                forgiven = self._slips[player] != 0 or self.house.beyond_slips == "refused"
                expect(forgiven and left == _less(self._slips[player]), f"{left} slips left")
                self._slips[player] = left
            case SureAsked(player):
                expect(self.board.plies > 0 and player != self.to_move, "nobody moved")
                self.phase = Phase.SURE
            case Turn(player):
                expect(self.phase is not Phase.OVER, OVER)
                self.phase = Phase.TURN
                expect(player == self.to_move, f"player {player} is not to move")
            case Won():
                self._apply_won(event)
            case Drawn(sentence):
                outcome = self.board.outcome()
                expect(outcome is not None and outcome.winner is None, "the board is open")
                self._end(Verdict(None, "draw", sentence))
            case RedoRefused() | Refused():
                pass
            case _:
                raise RecordError("it is no event of a game")
        self._events.append(event)

    def _apply_drop(self, event: Dropped) -> None:
        expect(self.phase is Phase.TURN and event.player == self.to_move, "not the one to move")
        expect(self.board.height(event.column) == event.row, "the disc would fall elsewhere")
        self.board.drop(event.column)
        self._takeable = True

    def _apply_redo(self, event: Redone) -> None:
        discs = len(event.columns)
        expect(0 < discs <= 2 and self.board.plies >= discs, "those discs are not there")
        expect(tuple(reversed(self.board.moves[-discs:])) == event.columns, "other discs are")
        left = self._redos[event.player]
        expect(left != 0 and event.left == _less(left), f"{event.left} redos left")
        for _ in range(discs):
            self.board.undo()
        self._redos[event.player] = event.left
        self._takeable = False
        self.phase, self.verdict = Phase.TURN, None

    def _apply_won(self, event: Won) -> None:
        outcome = self.board.outcome()
        if event.cause == "line":
            side = None if outcome is None else outcome.winner
            expect(side is not None and self.player_of(side) == event.player, "no such line")
        else:
            expect(outcome is None, "the board had decided")
        self._end(Verdict(event.player, event.cause, event.sentence, event.evidence))

    def _end(self, verdict: Verdict) -> None:
        expect(self.phase is not Phase.OVER, OVER)
        self.phase, self.verdict = Phase.OVER, verdict

    def record(self, players: tuple[Seat, Seat] | None = None, **more: Any) -> GameRecord:
        """Gives the game as a record; `more` are further fields of it.

        The events are kept when they hold more than the moves do.
        """
        if players is None:
            players = (Seat(self.house.names[0]), Seat(self.house.names[1]))
        plain = (Started, Turn, Dropped, Won, Drawn)
        kept = () if all(isinstance(event, plain) for event in self._events) else self.events
        values: dict[str, Any] = {
            "rules": self.rules,
            "house": self.house,
            "players": players,
            "start": self.start,
            "moves": self.board.moves,
            "verdict": self.verdict or UNFINISHED,
            "events": kept,
        }
        return GameRecord(**(values | more))


def _shown(text: str) -> str:
    """Gives what was typed as one short line that is safe on any terminal."""
    text = text if len(text) <= 60 else text[:57] + "..."
    return visible(text)


def _less(left: int | None) -> int | None:
    """Gives what is left after one more: any number stays any, and none stays none."""
    return None if left is None else max(0, left - 1)


def _kind(event: Event | None) -> str:
    return "nothing" if event is None else repr(event.name)


def _rules(text: str) -> Rules:
    try:
        return Rules.parse(text)
    except LinefallError as error:
        raise RecordError(str(error)) from None


def expect(good: bool, reason: str) -> None:
    """Raises a `RecordError` when something is not as it must be."""
    if not good:
        raise RecordError(reason)
