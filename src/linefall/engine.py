"""The timed engine: a good move on any board, before the time is up.

How a move is found, in this order, each step in its share of the time:

    1. the search looks deeper and deeper (`cpp/search.cpp`);
    2. where the end is near enough, the exact solver proves which columns keep the result;
    3. the search goes on among those.

Weaker levels, for people, are in `levels.py`; docs/engine.md tells how strong each step makes it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from linefall import _core
from linefall.board import Board
from linefall.book import shipped
from linefall.errors import GameOver, LinefallError
from linefall.first_moves import known_reply
from linefall.levels import HIGHEST, LEVELS, weak_choice
from linefall.player import Choice, Limit
from linefall.rules import Rules
from linefall.score import Exact, Guess

MEMORY: Final = 64 << 20
"""Bytes for each of the two tables, unless told otherwise; taken as they fill."""

LEAST_MEMORY: Final = 1 << 20
SECONDS: Final = 1.0
"""How long to think about a move when there is no limit."""

POINTS: Final = 400.0
"""What looks good, in the points of the search."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Says until which share of the time each step may last."""

    search: float = 0.25
    prove: float = 0.7
    refine: float = 0.85


USUAL: Final = Shares(0.08, 0.88, 0.94)
"""On 6x7x4, where the solver finishes more often than not."""

NODES_A_SECOND: Final = 2_000_000
"""What a limit of nodes is taken for where time matters."""


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


@dataclass(slots=True)
class Look:
    """Holds what the search found."""

    column: int
    score: int
    depth: int
    complete: bool
    nodes: int
    line: tuple[int, ...]


@dataclass(slots=True)
class Proof:
    """Holds what is proved: the columns that keep the result, and the value if it is known."""

    columns: list[int]
    value: Exact | None = None
    result: int | None = None


class Engine:
    """Plays any board, at a level from 1 to 10; the tables live from move to move.

    With a seed and a limit of nodes the same position gives the same choice.

    >>> Engine(seed=1).choose(Board(moves=[0, 1, 0, 1, 0, 1]), Limit(nodes=1000)).column
    0
    """

    def __init__(
        self, level: int = HIGHEST, *, seed: int | None = None, memory: int = MEMORY
    ) -> None:
        if level not in LEVELS:
            raise LinefallError(f"level {level} was given; possible: 1 to {HIGHEST}")
        if memory < LEAST_MEMORY:
            raise LinefallError(f"{memory} bytes were given; possible: {LEAST_MEMORY} or more")
        self.level, self.seed, self.memory = level, seed, memory
        self.name = "engine" if level == HIGHEST else f"engine:{level}"
        self._rules: Rules | None = None
        self.search: _core.Search | None = None
        self._blind: _core.Search | None = None
        self._solver: _core.Solver | None = None

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Gives the best column found within the limit, and what it is worth."""
        budget = Budget(limit)
        if (outcome := board.outcome()) is not None:
            raise GameOver(outcome.winner)
        self.prepare(board.rules)
        if not budget.timed:
            self.forget()
        if self.level < HIGHEST:
            return self._weak(board, budget)
        return self._strong(board, budget)

    def prepare(self, rules: Rules) -> None:
        """Makes the tables for a board, so that the first move does not have to."""
        if rules != self._rules:
            self._rules, self._blind, self._solver = rules, None, None
            self.search = _core.Search(rules.rows, rules.columns, rules.connect, self.memory)

    def forget(self) -> None:
        """Forgets what earlier moves have taught."""
        for search in (self.search, self._blind):
            if search is not None:
                search.forget()
        if self._solver is not None:
            self._solver.clear()

    def _weak(self, board: Board, budget: Budget) -> Choice:
        assert self.search is not None
        if self._blind is None:
            rules = board.rules
            self._blind = _core.Search(
                rules.rows, rules.columns, rules.connect, LEAST_MEMORY, diagonals=False
            )
        nodes, seconds = budget.until(0.9)
        column, depth = weak_choice(
            board,
            LEVELS[self.level],
            self.search,
            self._blind,
            seed=self.seed,
            nodes=nodes,
            seconds=seconds,
        )
        return Choice(column, depth=depth, seconds=budget.elapsed())

    def _strong(self, board: Board, budget: Budget) -> Choice:
        if len(board.open_columns) == 1:
            return self._only(board, budget)
        shares = USUAL if board.rules == Rules() else Shares()
        if shipped() is None and (reply := known_reply(board)) is not None:
            look = self._look(board, budget, [reply], shares.search)
            return self._choice(board, budget, look, Proof([reply]))
        provable = can_prove(board, budget.worth)
        look = self._look(board, budget, (), shares.search if provable else 1.0)
        if abs(look.score) >= _core.WON or not provable:
            return self._choice(board, budget, look, Proof([]))
        proof = self._prove(board, budget, look, shares)
        columns = [look.column] if look.column in proof.columns else []
        columns += [column for column in proof.columns if column != look.column]
        if len(columns) > 1 and not budget.spent(0.97):
            deeper = self._look(board, budget, columns, 1.0)
            if deeper.depth > 0:
                look = deeper
        elif columns and look.column != columns[0]:
            look = Look(columns[0], look.score, look.depth, False, look.nodes, (columns[0],))
        return self._choice(board, budget, look, proof)

    def _only(self, board: Board, budget: Budget) -> Choice:
        """Plays the one column that is open, without a look."""
        (column,) = board.open_columns
        return Choice(column, depth=0, nodes=0, line=(column,), seconds=budget.elapsed())

    def _look(self, board: Board, budget: Budget, columns: Sequence[int], share: float) -> Look:
        assert self.search is not None
        nodes, seconds = budget.until(share)
        look = Look(*self.search.search(*board.bits, columns, nodes=nodes, seconds=seconds))
        budget.nodes += look.nodes
        return look

    def _prove(self, board: Board, budget: Budget, look: Look, shares: Shares) -> Proof:
        """Finds which columns keep the best result, as far as the time allows."""
        solve = _Solve(self._make_solver(board.rules), board, budget, shares)
        order = [look.column, *(c for c in centre_first(board) if c != look.column)]
        lower, upper = solve.position(-1, 1, 1 if look.score > 0 else 0, solve.shares.prove)
        if lower < upper and lower < 0:  # nothing is known; perhaps one column
            return Proof(order)
        result = lower if lower == upper else 0
        if result < 0:
            return self._resist(board, solve, order)
        kept = solve.keeping(order, result, solve.shares.prove, one=result > 0)
        if lower < upper:
            return Proof(kept)
        if result == 0:
            return Proof(kept, Exact.draw(board), 0)
        return self._hurry(board, solve, order, Proof(kept[:1] or order, None, 1))

    def _hurry(self, board: Board, solve: _Solve, order: list[int], proof: Proof) -> Proof:
        """Looks for the quickest win, when there is time; any win will do."""
        most = (board.rules.cells + 1) // 2
        lower, upper = solve.position(1, most, 1, solve.shares.refine)
        if lower < upper:
            return proof
        best = solve.keeping(order, lower, solve.shares.refine, one=True)
        if len(best) == 1:
            proof.columns = best
        proof.value = Exact.from_score(lower, board)
        return proof

    def _resist(self, board: Board, solve: _Solve, order: list[int]) -> Proof:
        """Looks for the column that loses last."""
        lower, upper = solve.position(-(board.rules.cells // 2), -1, -1, solve.shares.refine)
        if lower < upper:
            return Proof(order, None, -1)
        best = solve.keeping(order, lower, solve.shares.refine, one=True)
        return Proof(best[:1], Exact.from_score(lower, board), -1)

    def _make_solver(self, rules: Rules) -> _core.Solver:
        if self._solver is None:
            size = rules.rows, rules.columns, rules.connect
            memory = max(self.memory, _core.least_solver_memory(*size))
            self._solver = _core.Solver(*size, memory)
        return self._solver

    def _choice(self, board: Board, budget: Budget, look: Look, proof: Proof) -> Choice:
        return Choice(
            look.column,
            value=proof.value or _worth(board, look, proof),
            depth=look.depth,
            nodes=budget.nodes,
            line=look.line,
            seconds=budget.elapsed(),
        )


class _Solve:
    """Asks the solver about a position and its columns within a budget."""

    def __init__(self, solver: _core.Solver, board: Board, budget: Budget, shares: Shares) -> None:
        self.solver, self.board, self.budget, self.shares = solver, board, budget, shares
        book = shipped()
        self.book = book if book is not None and book.rules == board.rules else None

    def position(self, lower: int, upper: int, guess: int, share: float) -> tuple[int, int]:
        """Narrows the value of the position, clamped to the window."""
        return self._ask(self.board, lower, upper, guess, share)

    def keeping(self, columns: list[int], value: int, share: float, *, one: bool) -> list[int]:
        """Lists the columns that are worth at least `value`, or the first of them.

        Where the time is up, those that may be.
        """
        kept = []
        for column in columns:
            child = self.board.copy()
            child.drop(column)
            if child.outcome() is not None:  # nobody wins at once: a full board
                lower, upper = 0, 0
            else:
                lower, upper = self._ask(child, -value, 1 - value, -value, share)
            if upper <= -value and one:
                return [column]
            if lower <= -value:
                kept.append(column)
        return kept or columns

    def _ask(
        self, board: Board, lower: int, upper: int, guess: int, share: float
    ) -> tuple[int, int]:
        if self.budget.spent(share):
            return lower, upper
        first, second = board.bits
        mover = second if board.to_move else first
        known = None if self.book is None else self.book.get(mover, first | second)
        if known is not None:
            return (min(max(known, lower), upper),) * 2
        nodes, seconds = self.budget.until(share)
        low, high, searched, _ = self.solver.solve(
            mover, first | second, lower, upper, guess, nodes=nodes, seconds=seconds
        )
        self.budget.nodes += searched
        return min(max(low, lower), upper), min(max(high, lower), upper)


def _worth(board: Board, look: Look, proof: Proof) -> Exact | Guess:
    """Words what the search found: exact for a win at once, otherwise a belief."""
    if look.score == _core.WON + board.rules.cells - board.plies - 1:
        return Exact.from_plies(1, board)
    if proof.result is not None and proof.result != 0:
        return Guess(float(proof.result), board.to_move)
    if look.score >= _core.WON:
        return Guess(1.0, board.to_move)
    if look.score <= -_core.WON and look.complete:
        return Guess(-1.0, board.to_move)
    return Guess(math.tanh(look.score / POINTS), board.to_move)


def can_prove(board: Board, seconds: float) -> bool:
    """Says whether the solver may finish in so many seconds, or at least tell columns apart.

    >>> can_prove(Board(), 1.0), can_prove(Board(Rules(10, 10, 5)), 1.0)
    (True, False)
    """
    rules = board.rules
    if (rules.rows + 1) * rules.columns > 128:
        return False
    left = rules.cells - board.plies
    if rules == Rules():
        return left <= 42 or seconds >= 1
    return left <= 40 - max(0, rules.columns - 7) + 2.5 * math.log(max(seconds, 1e-3))


def centre_first(board: Board) -> list[int]:
    """Lists the open columns, those nearest the centre first."""
    middle = board.rules.columns - 1
    return sorted(board.open_columns, key=lambda column: abs(2 * column - middle))
