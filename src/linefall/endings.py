"""What the engine has proved: the columns that keep the result, and of those the trickiest.

Two provers are asked in steps, each within its share of the time: is the position won, drawn or
lost; which columns keep that; how soon is a win, how late a loss. The first two questions are for
`Endgame` where lines are long or the board is large (`cpp/endgame.hpp`), all others for the solver,
which knows distances. Where nothing more can be gained against perfect play, the column is chosen
that leaves the other side the most replies which throw its result away without showing it at a
short look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from linefall import _core
from linefall.board import Board
from linefall.book import shipped
from linefall.player import Limit
from linefall.score import Exact
from linefall.solver import mover_and_all

SECONDS: Final = 1.0
"""How long to think about a move when there is no limit."""

NODES_A_SECOND: Final = 4_000_000
"""What a limit of nodes is taken for where time matters."""

SHORT_LOOK: Final = 8
"""Moves ahead that anybody sees."""

SHORT_LOOK_NODES: Final = 30_000

FEW_NODES: Final = 20_000
MORE_NODES: Final = 4
"""With how many nodes the solver is first asked about each column, and how many times as many it
gets each further time."""


class Budget:
    """Holds what is left of a limit: seconds, nodes or both."""

    def __init__(self, limit: Limit) -> None:
        """Starts the clock."""
        self.start = perf_counter()
        self.timed = limit.nodes is None or limit.seconds is not None
        self.seconds = limit.seconds or SECONDS
        self.limit = limit.nodes or 0
        self.nodes = 0

    @property
    def worth(self) -> float:
        """Gives the seconds that the whole limit stands for."""
        return self.seconds if self.timed else self.limit / NODES_A_SECOND

    def elapsed(self) -> float:
        """Gives the seconds since the start."""
        return perf_counter() - self.start

    def until(self, share: float) -> tuple[int, float | None]:
        """Gives the nodes (0 is no limit) and seconds left until a share of the limit is used."""
        nodes = max(1, int(self.limit * share) - self.nodes) if self.limit else 0
        if not self.timed:
            return nodes, None
        return nodes, max(0.0, self.seconds * share - self.elapsed())

    def spent(self, share: float) -> bool:
        """Says whether that share is used up."""
        if self.limit and self.nodes >= self.limit * share:
            return True
        return self.timed and self.elapsed() >= self.seconds * share


@dataclass(frozen=True, slots=True)
class Shares:
    """Says until which share of the time each step may last."""

    search: float = 0.25
    prove: float = 0.7
    refine: float = 0.85
    tempt: float = 0.97


@dataclass(slots=True)
class Proof:
    """Holds what is proved of a position: which columns keep its result, and what that is."""

    columns: list[int]
    """Those that may keep it: all others do not."""
    sure: list[int] = field(default_factory=list)
    """Those of them that do, as far as there was time to know."""
    value: Exact | None = None
    result: int | None = None

    @property
    def best(self) -> list[int]:
        """Gives the columns to choose from."""
        return self.sure or self.columns


class Ending:
    """Asks the provers about a position and its columns within a budget."""

    def __init__(
        self,
        board: Board,
        budget: Budget,
        shares: Shares,
        *,
        solver: _core.Solver | None = None,
        endgame: _core.Endgame | None = None,
        threads: int = 1,
    ) -> None:
        """Takes the position and the book of its board, if there is one.

        Without a solver nothing is known of how soon a game ends; without `endgame` the solver
        tells results, too.
        """
        self.board, self.budget, self.shares = board, budget, shares
        self.solver, self.endgame, self.threads = solver, endgame, threads
        book = shipped()
        self.book = book if book is not None and book.rules == board.rules else None

    def prove(self, order: list[int], hopeful: bool) -> Proof:
        """Finds which columns keep the best result, as far as the time allows."""
        lower, upper = self.ask(self.board, -1, 1, int(hopeful), self.shares.prove)
        if lower < upper and lower < 0:  # nothing is known; perhaps one column
            return Proof(order)
        result = lower if lower == upper else 0
        if result < 0:
            return self.resist(order)
        kept, sure = self.keeping(order, result, self.shares.prove, one=result > 0)
        if lower < upper:
            return Proof(kept, sure)
        if result == 0:
            return Proof(kept, sure, Exact.draw(self.board), 0)
        return self.hurry(order, Proof(kept, sure, None, 1))

    def hurry(self, order: list[int], proof: Proof) -> Proof:
        """Looks for the quickest win, when there is time; any win will do."""
        most = (self.board.rules.cells + 1) // 2
        lower, upper = self.ask(self.board, 1, most, 1, self.shares.refine)
        if lower < upper:
            return proof
        _, sure = self.keeping(order, lower, self.shares.refine, one=True)
        return Proof(sure, sure, Exact.from_score(lower, self.board), 1) if sure else proof

    def resist(self, order: list[int]) -> Proof:
        """Looks for the column that loses last."""
        least = -(self.board.rules.cells // 2)
        lower, upper = self.ask(self.board, least, -1, -1, self.shares.refine)
        if lower < upper:
            return Proof(order, [], None, -1)
        kept, sure = self.keeping(order, lower, self.shares.refine, one=True)
        return Proof(kept, sure, Exact.from_score(lower, self.board), -1)

    def keeping(
        self, columns: list[int], value: int, share: float, *, one: bool
    ) -> tuple[list[int], list[int]]:
        """Lists the columns that may be worth `value`, and those that are proved to be.

        The position is worth at least that, and `columns` are all that are open. One that is
        proved may be enough. All are asked in turn, first with few nodes and then with more: a
        column that keeps the result is often known from the proof of it, while one that does not
        can take longer than all before.
        """
        unknown, kept, sure = list(columns), list(columns), []
        nodes = FEW_NODES
        while unknown:
            for column in list(unknown):
                lower, upper = self.after(self.board, column, value, share, nodes)
                if lower < value <= upper:
                    continue
                unknown.remove(column)
                if upper < value:
                    kept.remove(column)
                elif one:
                    return [column], [column]
                else:
                    sure.append(column)
            if self.budget.spent(share):
                break
            nodes *= MORE_NODES
        return kept, kept if len(kept) == 1 else sure

    def after(
        self, board: Board, column: int, value: int, share: float, nodes: int = 0
    ) -> tuple[int, int]:
        """Narrows the value of a column to less than `value`, at least `value`, or either."""
        child = board.copy()
        child.drop(column)
        if (outcome := child.outcome()) is not None:
            worth = value if outcome.winner is not None else min(max(0, value - 1), value)
            return worth, worth
        lower, upper = self.ask(child, -value, 1 - value, -value, share, nodes)
        return -upper, -lower

    def tempting(self, columns: Sequence[int], result: int, search: _core.Search) -> int | None:
        """Gives the column after which most replies lose the result unseen; None if none does.

        `result` is what the position is worth: 0 or -1.
        """
        best, most = None, 0.0
        for column in columns:
            if self.budget.spent(self.shares.refine):
                break
            if result == 0 and self.after(self.board, column, 0, self.shares.tempt)[0] < 0:
                continue  # not proved to keep the draw: the time was too short for that
            chance = self.chance(column, result, search)
            if chance > most:
                best, most = column, chance
        return best

    def chance(self, column: int, result: int, search: _core.Search) -> float:
        """Gives the share of the replies to a column that throw the result away unseen.

        Replies that a short look shows to be bad are not counted at all; where it shows a reply
        that is good for sure, there is no hope.
        """
        child = self.board.copy()
        child.drop(column)
        if child.outcome() is not None:
            return 0.0
        nodes, seconds = self.budget.until(self.shares.tempt)
        nodes = min(nodes or SHORT_LOOK_NODES, SHORT_LOOK_NODES)
        seen, used = search.values(*child.bits, SHORT_LOOK, nodes=nodes, seconds=seconds)
        self.budget.nodes += used
        if any(score >= _core.WON for score in seen.values()):
            return 0.0
        bad = unsure = 0
        for reply in (reply for reply, score in seen.items() if score > -_core.WON):
            unsure += 1
            _, upper = self.after(child, reply, -result, self.shares.tempt)
            bad += upper < -result
        return bad / unsure if unsure else 0.0

    def ask(
        self, board: Board, lower: int, upper: int, guess: int, share: float, most: int = 0
    ) -> tuple[int, int]:
        """Narrows the value of a position, clamped to the window, with so many nodes at most."""
        mover, occupied = mover_and_all(board)
        known = None if self.book is None else self.book.get(mover, occupied)
        if known is not None:  # costs no time to speak of, so it is asked when none is left, too
            return (min(max(known, lower), upper),) * 2
        result_only = lower >= -1 and upper <= 1
        prover = self.endgame if self.endgame is not None and result_only else self.solver
        if prover is None or self.budget.spent(share):
            return lower, upper
        nodes, seconds = self.budget.until(share)
        if most:
            nodes = min(nodes or most, most)
        threads = 1 if nodes else self.threads
        low, high, searched, _ = prover.solve(
            mover, occupied, lower, upper, guess, threads, nodes, seconds
        )
        self.budget.nodes += searched
        return min(max(low, lower), upper), min(max(high, lower), upper)
