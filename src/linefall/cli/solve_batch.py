"""Solving one position per line, for scripts and for comparison with other solvers."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass

import click

from linefall.board import Board
from linefall.cli import BAD_INPUT
from linefall.errors import LinefallError
from linefall.notation import parse_moves
from linefall.rules import Rules
from linefall.solution import Solution
from linefall.solver import Solver

MISMATCH = 1


@dataclass(frozen=True, slots=True)
class Task:
    """Holds one line of input: the moves as written, their position, and the expected score."""

    moves: str
    board: Board
    expected: int | None


def run_batch(
    solver: Solver,
    columns_from: int,
    *,
    weak: bool,
    seconds: float | None,
    nodes: int | None,
) -> int:
    """Answers standard input line by line, and gives the exit status.

    That is 2 if a line could not be read, 1 if a score was not as expected, and else 0.
    """
    expected = mismatches = unread = 0
    solver.clear()  # touches all of the table, so that the first line does not pay for it
    for number, line in enumerate(sys.stdin, 1):
        try:
            task = parse_task(line, solver.rules, columns_from)
        except LinefallError as error:
            click.echo(f"linefall: line {number}: {error}", err=True)
            click.echo()
            unread += 1
            continue
        solution = solver.solve(task.board, weak=weak, seconds=seconds, nodes=nodes)
        click.echo(answer(task.moves, solution))  # which flushes
        if task.expected is not None:
            expected += 1
            if not agrees(solution, task.expected):
                mismatches += 1
                said = f"{task.moves}: the expected score was {task.expected}"
                click.echo(f"linefall: line {number}: {said}", err=True)
        if solution.nodes:
            solver.clear()
    if expected:
        click.echo(f"{mismatches} of {expected} scores are not as expected", err=True)
    if unread:
        return BAD_INPUT
    return MISMATCH if mismatches else 0


def parse_task(line: str, rules: Rules, columns_from: int) -> Task:
    """Reads a line of input: MOVES, or MOVES and the expected score."""
    words = line.split()
    if not 1 <= len(words) <= 2:
        raise LinefallError(f"{line.strip()!r} was given; possible: MOVES, or MOVES EXPECTED")
    if len(words) == 2 and not re.fullmatch(r"[+-]?[0-9]{1,5}", words[1]):
        raise LinefallError(f"the expected score is a whole number, not {words[1]!r}")
    board = Board(rules, parse_moves(words[0], rules, columns_from=columns_from))
    return Task(words[0], board, int(words[1]) if len(words) == 2 else None)


def answer(moves: str, solution: Solution) -> str:
    """Gives the line that answers a position; an open score is told as LOWER..UPPER."""
    bounds = solution.bounds
    if solution.weak and solution.result is not None:
        score = str(_sign(solution))
    elif bounds.exact:
        score = str(bounds.lower)
    else:
        score = f"{bounds.lower}..{bounds.upper}"
    return f"{moves} {score} {solution.nodes} {solution.seconds:.6f}"


def agrees(solution: Solution, expected: int) -> bool:
    """Says whether a score can be the expected one; in a weak solve only its sign counts."""
    if solution.weak and solution.result is not None:
        return _sign(solution) == (expected > 0) - (expected < 0)
    return solution.bounds.lower <= expected <= solution.bounds.upper


def _sign(solution: Solution) -> int:
    return {"win": 1, "draw": 0, "loss": -1}[str(solution.result)]
