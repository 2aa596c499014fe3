"""The timed engine: a good move on any board, before the time is up.

How a move is found, in this order, each step in its share of the time:

    1. the search looks deeper and deeper (`cpp/explorer.hpp`);
    2. where the end is near enough, it is proved which columns keep the result, by the exact
       solver or by the prover of endings;
    3. where nothing can be gained against perfect play, the column is taken that sets the
       hardest problems (`endings.py`); otherwise the search goes on among those that keep
       the result.

Weaker levels, for people, are in `levels.py`; docs/engine.md tells how strong each step makes it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from linefall import _core
from linefall.board import Board, centre_first
from linefall.endings import Budget, Ending, Proof, Shares
from linefall.errors import GameOver, LinefallError
from linefall.levels import HIGHEST, LEVELS, POINTS, sensible, weak_choice
from linefall.player import Choice, Limit
from linefall.rules import Rules
from linefall.score import Exact, Guess
from linefall.settings import parse_memory
from linefall.solver import BYTES_A_SECOND, checked_threads

MEMORY: Final = 64 << 20
"""Bytes for each of the tables, unless told otherwise; taken as they fill."""

LEAST_MEMORY: Final = 1 << 20
USUAL: Final = Shares(0.08, 0.88, 0.94, 0.98)
"""On 6x7x4, where the solver finishes more often than not."""

MOST_BITS: Final = 128
"""Of boards that the fast solver holds, a spare row counted."""

CELLS_IN_REACH: Final = {4: 33, 5: 22, 6: 14}
"""Cells left, beside a quarter of all, from where the solver succeeds often enough in a second, by
the length of a line: long lines die later, and on a larger board more of them are dead by then."""

ENDGAME_FROM: Final = 5
"""The length of a line from which `Endgame` finds results in less time than the solver."""

ENDGAME_REACH: Final = {4: (0.25, 41), 5: (0.28, 22), 6: (0.13, 36)}
"""The same for `Endgame`: beside which share of all cells."""

MOST_CELLS_LEFT: Final = 250
"""More than these `Endgame` does not hold."""

PATIENCE: Final = 3
"""After an attempt that proved nothing, the solver waits until so many more cells are filled."""


@dataclass(slots=True)
class Look:
    """Holds what the search found."""

    column: int
    score: int
    depth: int
    complete: bool
    nodes: int
    line: tuple[int, ...]


class Engine:
    """Plays any board, at a level from 1 to 10; the tables live from move to move.

    With a seed and a limit of nodes the same position gives the same choice. Further threads help
    the search where time is the limit, on cores that are idle.

    >>> Engine(seed=1).choose(Board(moves=[0, 1, 0, 1, 0, 1]), Limit(nodes=1000)).column
    0
    """

    def __init__(
        self,
        level: int = HIGHEST,
        *,
        seed: int | None = None,
        memory: int | str = MEMORY,
        threads: int = 1,
    ) -> None:
        """Takes bytes for each table, or a text such as ``"64M"``."""
        if level not in LEVELS:
            raise LinefallError(f"level {level} was given; possible: 1 to {HIGHEST}")
        size = parse_memory(memory)
        if size < LEAST_MEMORY:
            raise LinefallError(f"memory: {memory} was given; possible: 1M or more")
        self.level, self.seed, self.memory = level, seed, size
        self.threads = checked_threads(threads)
        self.name = "engine" if level == HIGHEST else f"engine:{level}"
        self._rules: Rules | None = None
        self._hopeless: int | None = None
        self._too_large = False  # whether the solver takes more memory than there is
        self.search: _core.Search | None = None
        self._blind: _core.Search | None = None
        self._solver: _core.Solver | None = None
        self._endgame: _core.Endgame | None = None
        self._sizes: dict[str, int] = {}  # bytes that were asked for, by prover

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
            self._rules, self._blind = rules, None
            self._solver, self._endgame = None, None
            self._hopeless, self._too_large = None, False
            self.search = _core.Search(rules.rows, rules.columns, rules.connect, self.memory)

    def forget(self) -> None:
        """Forgets what earlier moves have taught."""
        self._hopeless = None
        for search in (self.search, self._blind):
            if search is not None:
                search.forget()
        for prover in (self._solver, self._endgame):
            if prover is not None:
                prover.clear()

    def _weak(self, board: Board, budget: Budget) -> Choice:
        assert self.search is not None
        if self._blind is None:
            rules = board.rules
            self._blind = _core.Search(
                rules.rows, rules.columns, rules.connect, LEAST_MEMORY, diagonals=False
            )
        nodes, seconds = budget.until(0.9)
        choice = weak_choice(
            board,
            LEVELS[self.level],
            self.search,
            self._blind,
            seed=self.seed,
            nodes=nodes,
            seconds=seconds,
        )
        return replace(choice, seconds=budget.elapsed())

    def _strong(self, board: Board, budget: Budget) -> Choice:
        if len(board.open_columns) == 1:
            return self._only(board, budget)
        shares = USUAL if board.rules == Rules() else Shares()
        provable = self._may_prove(board, budget)
        look = self._look(board, budget, (), shares.search if provable else 1.0)
        if abs(look.score) >= _core.WON or not provable:
            return self._choice(board, budget, look, Proof([]))
        try:
            return self._proved(board, budget, shares, look)
        except (
            MemoryError
        ):  # there is less than it takes: a move without a proof is better than none
            self._solver, self._endgame, self._too_large = None, None, True
            return self._choice(board, budget, self._look(board, budget, (), 1.0), Proof([]))

    def _proved(self, board: Board, budget: Budget, shares: Shares, look: Look) -> Choice:
        """Chooses by what the provers say."""
        ending = Ending(
            board,
            budget,
            shares,
            solver=self._solver_for(board, budget),
            endgame=self._endgame_for(board.rules, budget),
            threads=self.threads,
        )
        order = [look.column, *(c for c in centre_first(board) if c != look.column)]
        proof = ending.prove(order, look.score > 0)
        if proof.result is None:
            self._hopeless = board.rules.cells - board.plies
        if (trick := self._trick(ending, proof, order)) is not None:
            look = replace(look, column=trick, complete=False, line=(trick,))
            # It keeps the draw; where all is lost, it may lose sooner than the position must.
            value = proof.value if proof.result == 0 or trick in proof.sure else None
            proof = Proof([trick], [trick], value, proof.result)
            return self._choice(board, budget, look, proof)
        return self._choice(board, budget, self._decide(board, budget, look, proof), proof)

    def _may_prove(self, board: Board, budget: Budget) -> bool:
        """Says whether a proof is worth its time now."""
        rules = board.rules
        left = rules.cells - board.plies
        if self._too_large:
            return False
        if not _has_endgame(rules) and not _has_time_for_table(rules, budget.worth):
            return False
        if self._hopeless is not None and self._hopeless < left:  # another game
            self._hopeless = None
        if self._hopeless is not None and board.rules != Rules():
            return left <= self._hopeless - PATIENCE and can_prove(board, budget.worth)
        return can_prove(board, budget.worth)

    def _trick(self, ending: Ending, proof: Proof, order: list[int]) -> int | None:
        """Gives the column that sets the hardest problems where perfect play gains nothing."""
        assert self.search is not None
        if proof.result == 0 and len(proof.columns) > 1:
            return ending.tempting(proof.columns, 0, self.search)
        if proof.result == -1:
            return ending.tempting(order, -1, self.search)
        return None

    def _decide(self, board: Board, budget: Budget, look: Look, proof: Proof) -> Look:
        """Lets the search go on among the columns that keep the result."""
        columns = [look.column] if look.column in proof.best else []
        columns += [column for column in proof.best if column != look.column]
        if len(columns) > 1 and not budget.spent(0.97):
            deeper = self._look(board, budget, columns, 1.0)
            return deeper if deeper.depth > 0 else look
        if columns and look.column != columns[0]:
            return replace(look, column=columns[0], complete=False, line=(columns[0],))
        return look

    def _only(self, board: Board, budget: Budget) -> Choice:
        """Plays the one column that is open: the game goes on in it to its end."""
        after = board.copy()
        while (outcome := after.outcome()) is None:
            after.drop(after.open_columns[0])
        line = after.moves[board.plies :]
        drawn = outcome.winner is None
        value = Exact.draw(board) if drawn else Exact.from_last_stone(after.plies, board)
        return Choice(line[0], value, depth=0, nodes=0, line=line, seconds=budget.elapsed())

    def _look(self, board: Board, budget: Budget, columns: Sequence[int], share: float) -> Look:
        assert self.search is not None
        nodes, seconds = budget.until(share)
        threads = 1 if nodes else self.threads
        look = Look(
            *self.search.search(*board.bits, columns, nodes=nodes, seconds=seconds, threads=threads)
        )
        budget.nodes += look.nodes
        return look

    def _solver_for(self, board: Board, budget: Budget) -> _core.Solver | None:
        """Makes the solver when it is first needed; None where it would not come to an end."""
        rules = board.rules
        if rules.bits_needed > MOST_BITS or not _has_time_for_table(rules, budget.worth):
            return None
        if _has_endgame(rules) and not can_measure(board, budget.worth):
            return None
        memory = max(_least_table(rules), self._table_size(budget.worth))
        if self._solver is None or self._is_outgrown("solver", memory, budget):
            self._sizes["solver"] = memory
            self._solver = _core.Solver(rules.rows, rules.columns, rules.connect, memory)
        return self._solver

    def _endgame_for(self, rules: Rules, budget: Budget) -> _core.Endgame | None:
        """Makes the prover of endings when it is first needed; None where the solver is quicker."""
        if not _has_endgame(rules):
            return None
        memory = self._table_size(budget.worth)
        if self._endgame is None or self._is_outgrown("endgame", memory, budget):
            self._sizes["endgame"] = memory
            self._endgame = _core.Endgame(rules.rows, rules.columns, rules.connect, memory)
        return self._endgame

    def _is_outgrown(self, prover: str, memory: int, budget: Budget) -> bool:
        """Says whether a table of another size is needed, so that nodes are the same again."""
        return not budget.timed and memory != self._sizes[prover]

    def _table_size(self, seconds: float) -> int:
        """Gives the bytes of a prover's table.

        The system hands out memory when it is first touched, a millisecond or more for each large
        page, so a table that is used under a short limit is small.
        """
        return min(self.memory, _table_for(seconds))

    def _choice(self, board: Board, budget: Budget, look: Look, proof: Proof) -> Choice:
        unseen = look.depth == 0 and (proof.value is None or look.column not in proof.sure)
        if unseen and not budget.timed:  # where the clock set the limit, there is no time left
            look = self._seen_at_once(board, budget, look)
        return Choice(
            look.column,
            value=_worth(board, look, proof),
            depth=look.depth,
            nodes=budget.nodes,
            line=look.line,
            seconds=budget.elapsed(),
        )

    def _seen_at_once(self, board: Board, budget: Budget, look: Look) -> Look:
        """Sees what decides at once, where the limit was too small for a look one move ahead."""
        assert self.search is not None
        columns, nodes = sensible(board, self.search)
        budget.nodes += nodes
        if board.winning_moves():  # then the columns are these
            won = _core.WON + board.rules.cells - board.plies - 1
            return replace(look, column=columns[0], score=won, line=(columns[0],))
        if look.column in columns:
            return look
        return replace(look, column=columns[0], score=0, line=(columns[0],))


def _table_for(seconds: float) -> int:
    """Gives the bytes of a table that is worth its time: the system is slow to hand them out."""
    return max(LEAST_MEMORY, int(BYTES_A_SECOND * seconds))


def _least_table(rules: Rules) -> int:
    return _core.least_solver_memory(rules.rows, rules.columns, rules.connect)


def _has_time_for_table(rules: Rules, seconds: float) -> bool:
    """Says whether the solver may begin; boards of nearly 128 bits need a table of up to 64 MB."""
    return _least_table(rules) <= _table_for(seconds)


def _worth(board: Board, look: Look, proof: Proof) -> Exact | Guess:
    """Words what is known of the column: exact where it is proved, otherwise a belief."""
    if proof.value is not None and look.column in proof.sure:
        return proof.value
    plies = board.rules.cells - board.plies - (abs(look.score) - _core.WON)
    if plies in (1, 3) if look.score > 0 else plies == 2 and look.complete:
        return Exact.from_plies(plies, board)
    if board.rules.connect > max(board.rules.rows, board.rules.columns):  # there are no lines
        return Exact.draw(board)
    if proof.result == -1 or (proof.result == 1 and look.column in proof.sure):
        return Guess(float(proof.result), board.to_move)
    if look.score >= _core.WON and look.complete:
        return Guess(1.0, board.to_move)
    if look.score <= -_core.WON and look.complete:
        return Guess(-1.0, board.to_move)
    return Guess.from_points(look.score, board, scale=POINTS)


def can_prove(board: Board, seconds: float) -> bool:
    """Says whether a proof may come in so many seconds, or at least tell columns apart.

    >>> can_prove(Board(), 1.0), can_prove(Board(Rules(10, 10, 5)), 1.0)
    (True, False)
    """
    rules = board.rules
    if not _has_endgame(rules):
        return can_measure(board, seconds)
    share, more = ENDGAME_REACH[_known_length(rules)]
    left = rules.cells - board.plies
    return left <= min(rules.cells * share + more + _more_cells(seconds), MOST_CELLS_LEFT)


def can_measure(board: Board, seconds: float) -> bool:
    """Says whether the solver, which also knows how soon a game ends, may be done in that time."""
    rules = board.rules
    if rules == Rules():
        return True
    left = rules.cells - board.plies
    return left <= rules.cells / 4 + CELLS_IN_REACH[_known_length(rules)] + _more_cells(seconds)


def _has_endgame(rules: Rules) -> bool:
    """Says whether results are found by `Endgame`; if not, by the solver."""
    return rules.connect >= ENDGAME_FROM or rules.bits_needed > MOST_BITS


def _known_length(rules: Rules) -> int:
    """Gives the length of a line for which it was measured what is in reach."""
    return min(max(rules.connect, 4), 6)


def _more_cells(seconds: float) -> float:
    """Gives how many more cells are in reach than in a second."""
    return 2.5 * math.log(max(seconds, 1e-3))
