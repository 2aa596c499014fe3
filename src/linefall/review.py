"""Reviews a game move by move: what each move was worth, and why, in words that are proved.

Each position of the game is handed to an analyst, which gives the exact value of every column;
what cannot be proved in time stays unsaid. A move is

    best      no other move is better
    slower    it still wins, but later than it could
    slip      it loses anyway, but sooner than it had to
    blunder   it changes the result: win to draw, draw to loss, win to loss

or, where the time sufficed for the results but not for every value, it "keeps the result". The
moves of an opening were given, so they are not graded. Every reason is checked on the board itself
before it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from linefall.board import Board, Cell
from linefall.insight import Analyst, Insight
from linefall.notation import format_column, format_columns, format_moves
from linefall.rules import Rules
from linefall.score import NAMES, Exact, Result
from linefall.solution import Bounds

LONGEST_LINE: Final = 12  # how many moves of a refuting line are told


class Grade(Enum):
    """Says how good a move was."""

    BEST = "best"
    SLOWER = "slower"
    SLIP = "slip"
    BLUNDER = "blunder"
    KEPT = "keeps the result"
    UNPROVED = "not proved"
    OPENING = "opening"


@dataclass(frozen=True, slots=True)
class MoveReview:
    """Says about one move what it was worth and why; columns count from 0, sides are 0 and 1.

    `before` is the value with best play and `after` that of the move, both for the mover and where
    they are proved; `results` are theirs. `best` lists the columns that are proved to be best.
    """

    number: int
    side: int
    column: int
    grade: Grade
    before: Exact | None = None
    after: Exact | None = None
    results: tuple[Result | None, Result | None] = (None, None)
    best: tuple[int, ...] = ()
    reasons: tuple[str, ...] = ()
    line: tuple[int, ...] = ()

    @property
    def change(self) -> str | None:
        """Says how a blunder changed the result, such as `win to draw`."""
        before, after = self.results
        return f"{before} to {after}" if self.grade is Grade.BLUNDER else None

    @property
    def first_sides_score(self) -> int | None:
        """Gives the value after the move for the side that began, as stones; None if unproved.

        Where the result alone is proved it is the least that such a result is worth.
        """
        score = {"win": 1, "draw": 0, "loss": -1, None: None}[self.results[1]]
        if self.after is not None:
            score = self.after.score
        return -score if score is not None and self.side == 1 else score

    def to_dict(self) -> dict[str, Any]:
        """Gives the review as plain data."""
        return {
            "number": self.number,
            "side": self.side,
            "column": self.column,
            "grade": self.grade.value,
            "change": self.change,
            "results": list(self.results),
            "before": _value_as_data(self.before),
            "after": _value_as_data(self.after),
            "best": list(self.best),
            "reasons": list(self.reasons),
            "line": list(self.line),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """Holds the reviews of all moves of a game."""

    rules: Rules
    moves: tuple[MoveReview, ...]
    names: tuple[str, str] = NAMES

    def share(self, side: int) -> tuple[int, int]:
        """Counts the moves of a side that kept the result, and those that are proved at all."""
        proved = [m for m in self._made_by(side) if m.grade is not Grade.UNPROVED]
        return sum(m.grade is not Grade.BLUNDER for m in proved), len(proved)

    def share_words(self, side: int) -> str:
        """Says a share as people do: `17 of 19`."""
        kept, proved = self.share(side)
        return f"{kept} of {proved}"

    def share_sentence(self, side: int) -> str:
        """Says whose share it is, or that nothing is proved about any of these moves."""
        if not self._made_by(side):
            return f"{self.names[side]} made no move"
        if not self.share(side)[1]:
            return f"nothing is proved about the moves of {self.names[side]}"
        return f"{self.names[side]} kept the result in {self.share_words(side)} moves"

    def _made_by(self, side: int) -> list[MoveReview]:
        return [m for m in self.moves if m.side == side and m.grade is not Grade.OPENING]


def review(
    board: Board,
    analyst: Analyst,
    *,
    names: tuple[str, str] = NAMES,
    columns_from: int = 1,
    opening: int = 0,
    on_move: Callable[[int, int], None] = lambda done, total: None,
) -> Review:
    """Reviews the moves that led to a board; `on_move` hears how many positions are done.

    The first `opening` moves were given to the players, who are not blamed for them.
    The last position comes first: endings are quick, and what they prove helps with the others.
    """
    position, total = board.copy(), len(board.moves) + 1
    insights: list[Insight | None] = []  # of the last position first
    for done in range(1, total + 1):
        insights.append(analyst(position.copy()) if position.outcome() is None else None)
        on_move(done, total)
        if done < total:
            position.undo()
    teller = _Teller(names, columns_from)
    moves = []
    for number, column in enumerate(board.moves):
        insight, later = insights[-1 - number], insights[-2 - number]
        assert insight is not None  # the game went on from here
        given = number < opening
        moves.append(_review_move(number, position, column, insight, later, teller, given=given))
        position.drop(column)
    return Review(board.rules, tuple(moves), names)


def _review_move(
    number: int,
    before: Board,
    column: int,
    insight: Insight,
    later: Insight | None,
    teller: _Teller,
    *,
    given: bool,
) -> MoveReview:
    grade = Grade.OPENING if given else grade_of(insight, column)
    told = grade in (Grade.SLIP, Grade.BLUNDER)
    reasons = tuple(teller.reasons(before, column, insight, grade))
    return MoveReview(
        number + 1,
        before.to_move,
        column,
        grade,
        before=_exact(before, insight.known_best()),
        after=insight.values.get(column),
        results=(_result(insight.known_best()), _result(insight.known(column))),
        best=tuple(c for c in sorted(insight.values) if grade_of(insight, c) is Grade.BEST),
        reasons=reasons,
        line=later.line if later is not None and told else (),
    )


_SILENT: Final = (Grade.BEST, Grade.KEPT, Grade.UNPROVED, Grade.OPENING)


def grade_of(insight: Insight, column: int) -> Grade:
    """Grades a column by what is proved about it and about the best one.

    >>> values = {0: Exact(3, 10, 42), 1: Exact(0, 10, 42), 2: Exact(1, 10, 42)}
    >>> [grade_of(Insight(values), column).value for column in values]
    ['best', 'blunder', 'slower']
    """
    best, value = insight.known_best(), insight.known(column)
    if best is None or value is None:
        return Grade.UNPROVED
    others = (insight.known(other) for other in {*insight.values, *insight.bounds} - {column})
    if all(other is not None and other.upper <= value.lower for other in others):
        return Grade.BEST
    if best.result is None or value.result is None:
        return Grade.UNPROVED
    if best.result != value.result:
        return Grade.BLUNDER
    if value.upper >= best.lower:
        return Grade.KEPT
    return Grade.SLOWER if best.result == "win" else Grade.SLIP


def _exact(board: Board, bounds: Bounds | None) -> Exact | None:
    if bounds is None or not bounds.exact:
        return None
    return Exact.from_score(bounds.lower, board)


def _result(bounds: Bounds | None) -> Result | None:
    return None if bounds is None else bounds.result


class _Teller:
    """Finds reasons on the board and words them for people."""

    def __init__(self, names: tuple[str, str], columns_from: int) -> None:
        self.names, self.columns_from = names, columns_from

    def reasons(self, before: Board, column: int, insight: Insight, grade: Grade) -> Iterator[str]:
        """Gives what can be shown on the board, and then what the values say."""
        if grade in (Grade.BEST, Grade.KEPT, Grade.OPENING):
            return
        after = before.copy()
        cell = after.drop(column)
        if (wins := before.winning_moves()) and column not in wins:
            yield f"misses a win at once in {self._columns(wins)}"
        if threats := after.winning_moves():
            yield from self._lets_win(cell, threats, after.to_move)
        if grade is Grade.UNPROVED:
            return
        if not wins and not threats:
            yield from self._slow_harm(before, after, cell)
        best, value = insight.known_best(), insight.known(column)
        assert best is not None
        assert value is not None
        yield f"was {_standing(before, best)}, now {_standing(before, value)}"

    def _lets_win(self, cell: Cell, threats: tuple[int, ...], other: int) -> Iterator[str]:
        """The other side wins with its next disc: on the disc just dropped, or where it could.

        No other cell can be new: a move gives the other side no disc, and opens one cell only.
        """
        lets = f"lets {self.names[other]} win at once in"
        if cell.column in threats:
            where = self._columns((cell.column,))
            yield f"fills the cell below a winning cell: {lets} {where}"
        if old := tuple(column for column in threats if column != cell.column):
            yield f"{lets} {self._columns(old)}, where it was threatened"

    def _slow_harm(self, before: Board, after: Board, cell: Cell) -> Iterator[str]:
        """Nobody wins at once: a double threat of the other side, or a winning cell given away."""
        if (reply := next(_doubling_replies(after), None)) is not None:
            where = self._columns((reply,))
            yield f"gives {self.names[after.to_move]} two winning cells after {where}"
        above = Cell(cell.column, cell.row + 1)
        if above.row < before.rules.rows and before.completes_line(above, before.to_move):
            yield f"fills the cell below {self.names[before.to_move]}'s own winning cell"

    def _columns(self, columns: tuple[int, ...]) -> str:
        return format_columns(columns, columns_from=self.columns_from)


def _standing(board: Board, bounds: Bounds) -> str:
    """Says how the mover stands, in how many of the winner's own moves where that is proved."""
    words = {"win": "won", "draw": "a draw", "loss": "lost"}[bounds.result or "draw"]
    value = _exact(board, bounds)
    if value is None or value.result == "draw":
        return words
    return f"{words} in {value.moves_to_end}"


def _doubling_replies(after: Board) -> Iterator[int]:
    """Gives the moves with which the side to move threatens to win in two cells at once.

    Whoever must answer two such cells has lost, unless its own next disc wins; that is looked at.
    """
    for reply in after.open_columns:
        board = after.copy()
        board.drop(reply)
        threats = board.winning_moves(1 - board.to_move)
        if len(threats) >= 2 and not board.winning_moves():
            yield reply


def sentence(move: MoveReview, review: Review, *, columns_from: int = 1) -> str:
    """Says on one line what a move was: its grade, why, what was best, and the line after it."""
    said = move.grade.value + (f" ({move.change})" if move.change else "")
    if move.reasons:
        said += f": {'; '.join(move.reasons)}"
    if move.best and move.grade not in _SILENT:
        better = " or ".join(format_column(c, columns_from=columns_from) for c in move.best)
        said += f"; best was {better}"
    if move.line:
        line = format_moves(move.line[:LONGEST_LINE], review.rules, columns_from=columns_from)
        said += f"; the line: {line}" + ("..." if len(move.line) > LONGEST_LINE else "")
    return said


def _value_as_data(value: Exact | None) -> dict[str, Any] | None:
    if value is None:
        return None
    return {"result": value.result, "score": value.score, "last_stone": value.last_stone}
