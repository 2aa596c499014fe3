"""Plays for a Kaggle ConnectX agent: a file with a function agent(observation, configuration).

The agent sees what Kaggle shows: `observation.board`, a list row by row from the top with 0, 1 (the
first player) and 2, `observation.mark`, and `configuration.rows`, `.columns`, `.inarow`. What the
agent prints goes to the error output, where it does no harm. Run by the judge for `kaggle:FILE.py`;
the standard library is all it needs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, TextIO


class Struct(dict[str, Any]):
    """Is a dictionary whose keys are attributes, too, as Kaggle's are."""

    __getattr__ = dict.__getitem__

    def __setattr__(self, name: str, value: Any) -> None:
        """Sets a key."""
        self[name] = value


def find_agent(file: str) -> Callable[..., Any]:
    """Runs an agent's file and gives its function: `agent`, or else the last one defined."""
    with open(file, encoding="utf-8") as source:
        code = compile(source.read(), file, "exec")
    space: dict[str, Any] = {"__name__": "agent", "__file__": file}
    sys.path.insert(0, os.path.dirname(file))
    exec(code, space)
    functions = [value for value in space.values() if callable(value)]
    if not functions:
        sys.exit(f"kaggle: there is no function agent(observation, configuration) in {file}")
    agent: Callable[..., Any] = space.get("agent") or functions[-1]
    return agent


class Seat:
    """Keeps the board as Kaggle counts it and asks the agent."""

    def __init__(self, agent: Callable[..., Any], setup: str) -> None:
        """Sits down for the game that the judge's first line describes."""
        rows, columns, connect, first, seconds, *opening = setup.split()
        self.agent = agent
        self.rows, self.columns = int(rows), int(columns)
        self.first = first == "1"
        self.mark = 1 if self.first else 2
        self.board = [0] * (self.rows * self.columns)
        self.discs = 0
        self.configuration = Struct(
            rows=self.rows,
            columns=self.columns,
            inarow=int(connect),
            episodeSteps=1000,
            actTimeout=float(seconds),
            timeout=float(seconds),
            agentTimeout=60,
            runTimeout=1200,
        )
        for number, column in enumerate(part for word in opening for part in word.split(",")):
            self.drop(int(column), 1 + number % 2)

    def drop(self, column: int, mark: int) -> None:
        """Puts a disc into the lowest free cell; row 0 is the top."""
        for row in reversed(range(self.rows)):
            if self.board[row * self.columns + column] == 0:
                self.board[row * self.columns + column] = mark
                self.discs += 1
                return

    def ask(self) -> Any:
        """Gives the agent's answer, whatever it is; the judge will judge it."""
        observation = Struct(
            board=list(self.board), mark=self.mark, step=self.discs, remainingOverageTime=0
        )
        wanted = self.agent.__code__.co_argcount if hasattr(self.agent, "__code__") else 2
        return self.agent(*(observation, self.configuration)[: max(1, wanted)])


def _as_whole_number(answer: Any) -> Any:
    """Gives a float or a bool as the whole number that it stands for, if it does."""
    whole = isinstance(answer, bool) or (isinstance(answer, float) and answer.is_integer())
    return int(answer) if whole else answer


def play(seat: Seat, lines: Iterator[str], out: TextIO) -> None:
    """Plays until the judge has no more lines."""
    mine = seat.first == (seat.discs % 2 == 0)
    while seat.discs < len(seat.board):
        if mine:
            column = _as_whole_number(seat.ask())
            print(column, file=out, flush=True)
        else:
            line = next(lines, None)
            if line is None:
                return
            column = line
        try:
            seat.drop(int(column), seat.mark if mine else 3 - seat.mark)
        except (ValueError, IndexError, TypeError, OverflowError):
            return  # the judge has seen it, too
        mine = not mine


def main() -> None:
    """Speaks the judge's protocol for the agent that the command line names."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever the agent prints is no answer
    agent = find_agent(sys.argv[1])
    print("Ready", file=out, flush=True)
    lines = iter(sys.stdin.readline, "")
    setup = next(lines, None)
    if setup is not None:
        play(Seat(agent, setup), lines, out)


if __name__ == "__main__":
    main()
