"""The perfect player: what is proved to be best, and else what the engine would play."""

from __future__ import annotations

import time
from typing import Final

from linefall.board import Board, centre_first
from linefall.engine import Engine
from linefall.errors import GameOver
from linefall.player import Choice, Limit
from linefall.solution import Solution
from linefall.solver import Solver, SolverError

#: The part of its time after which the perfect player gives up the proof.
FOR_THE_PROOF: Final = 0.7
#: Memory for its table, well below what the judge allows.
MEMORY: Final = "128M"


class Prover:
    """Plays perfectly where the time suffices: wins as soon and loses as late as possible.

    >>> Prover().choose(Board(moves=[3, 2, 3, 2, 3, 2]), Limit()).column
    3
    """

    name = "prover"

    def __init__(self, *, memory: int | str | None = None) -> None:
        """Takes the size of a table; each board gets a solver of its own when it is met."""
        self._memory = memory
        self._solver: Solver | None = None

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Gives a best column with its value; without a value when the limit came first."""
        if (outcome := board.outcome()) is not None:
            raise GameOver(outcome.winner)
        if self._solver is None or self._solver.rules != board.rules:
            self._solver = Solver(board.rules, memory=self._memory)
        found = self._solver.analyze(board, seconds=limit.seconds, nodes=limit.nodes, line=False)
        column = max(centre_first(board), key=lambda c: _promise(found.columns[c]))
        value = found.columns[column].value if column in found.best else None
        return Choice(column, value, nodes=found.solution.nodes, seconds=found.solution.seconds)


def _promise(column: Solution) -> tuple[int, int]:
    """Orders columns by what they are sure to give, then by what they may give."""
    return column.bounds.lower, column.bounds.upper


class Perfect:
    """Plays what is proved to be best, and the engine's move where nothing is proved in time."""

    name = "perfect"
    proves = True  # what it is trusted to do, so that people are told when it could not

    def __init__(self) -> None:
        """Prepares both who think."""
        self.prover, self.engine = Prover(memory=MEMORY), Engine()

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Gives a choice within the limit."""
        start, seconds = time.monotonic(), limit.seconds or 1.0
        try:
            proved = self.prover.choose(board, Limit(seconds=seconds * FOR_THE_PROOF))
        except SolverError:  # the board is too large for proofs
            return self.engine.choose(board, Limit(seconds=seconds))
        left = start + seconds - time.monotonic()
        if proved.value is not None or left <= 0:
            return proved
        return self.engine.choose(board, Limit(seconds=left))
