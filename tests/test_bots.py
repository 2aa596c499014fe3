"""The bots over real pipes, and their searches against slow, obvious ones."""

import ast
import subprocess
import sys
from itertools import product
from time import monotonic
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linefall import bots
from linefall.bots import alphabeta, deepening, minimax
from talk import DECIDED_AT_ONCE, STEPS, Program, Referee, play, undecided

PLAIN = ("rand", "left", "right")
BASELINES = ("minimax", "deepening", "alphabeta")
SMALL = ((4, 4, 4), (5, 4, 4), (1, 7, 4), (7, 1, 4), (1, 1, 1), (2, 3, 1), (3, 3, 5), (2, 2, 2))
LARGE = (
    *((4, 7, 4), (6, 7, 4), (8, 8, 4), (7, 7, 5), (7, 9, 5), (5, 13, 4), (10, 10, 5), (3, 43, 4)),
    *((20, 20, 6), (25, 25, 10), (50, 50, 15), (75, 75, 20), (100, 100, 30)),
)


@pytest.mark.parametrize("name", bots.NAMES)
def test_a_bot_imports_nothing_but_the_standard_library(name: str) -> None:
    tree = ast.parse(bots.path(name).read_text(encoding="utf-8"))
    imported = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)} | {
        alias.name for n in ast.walk(tree) if isinstance(n, ast.Import) for alias in n.names
    }
    assert {str(module).split(".")[0] for module in imported} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("size", [*SMALL, *LARGE], ids=str)
def test_a_plain_bot_plays_legally_to_the_end(name: str, size: tuple[int, int, int]) -> None:
    seat = len(name) % 2
    play(bots.path(name), size, seat=seat, seconds=0.05, most_discs=400)


@pytest.mark.parametrize("name", BASELINES)
@pytest.mark.parametrize(("size", "seat"), list(product(SMALL, (0, 1))), ids=str)
def test_a_baseline_plays_small_boards_to_the_end(
    name: str, size: tuple[int, int, int], seat: int
) -> None:
    play(bots.path(name), size, seat=seat, seconds=0.05, seed=seat)


@pytest.mark.parametrize("name", BASELINES)
@pytest.mark.parametrize("size", LARGE, ids=str)
def test_a_baseline_plays_large_boards_legally_within_its_processor_time(
    name: str, size: tuple[int, int, int]
) -> None:
    seat = sum(size) % 2
    _, used = play(bots.path(name), size, seat=seat, seconds=0.05, most_discs=8)
    assert max(used) < 0.05


@pytest.mark.parametrize("name", bots.NAMES)
@pytest.mark.parametrize("said", ["", "6 7 4 0 0.1", "6 7 4 1 0.1", "6 7 4 0 0.1\n3"])
def test_the_end_of_input_ends_a_bot_quietly(name: str, said: str) -> None:
    with Program(bots.path(name)) as program:
        assert program.hear() == "Ready"
        if said:
            program.say(said)
        status, out, err = program.end()
    answers = 0 if said in ("", "6 7 4 0 0.1") else 1
    assert (status, err, len(out.split())) == (0, "", answers)


@pytest.mark.parametrize("name", bots.NAMES)
@pytest.mark.parametrize(
    "said",
    [
        *("hello", "6 7 4", "6 7 4 0 0.1\n7", "6 7 4 0 0.1\n-1", "1 2 2 0 0.1\nx", "6 x 4 0 1"),
        *("6 7 4 1 0.1 9", "6 7 4 1 0.1 3,-1", "2 7 4 1 0.1 3,3,3", "6 7 4 1 0.1 3,,3"),
    ],
)
def test_nonsense_ends_a_bot_with_one_clear_line(name: str, said: str) -> None:
    with Program(bots.path(name)) as program:
        assert program.hear() == "Ready"
        program.say(said)
        status, out, err = program.end()
    assert (status, out) == (1, "")
    assert err.startswith(f"{name}: expected")
    assert err.count("\n") == 1


@pytest.mark.parametrize("bot", [minimax, deepening, alphabeta])
@pytest.mark.parametrize(("size", "moves", "column"), DECIDED_AT_ONCE, ids=str)
def test_a_baseline_sees_wins_and_threats(
    bot: ModuleType, size: tuple[int, int, int], moves: list[int], column: int
) -> None:
    assert bot.choose(set_up(bot, size, moves), monotonic() + 0.3) == column


def set_up(bot: ModuleType, size: tuple[int, int, int], moves: list[int]) -> Any:
    board = bot.Board(*size)
    for move in moves:
        board.drop(move)
    return board


def baseline_heuristic(referee: Referee) -> int:
    """Adds the heuristic up over the whole board, as the first side sees it."""
    total = 0
    for column, row, (dc, dr) in product(range(referee.columns), range(referee.rows), STEPS):
        line = [(column + i * dc, row + i * dr) for i in range(referee.connect)]
        last_column, last_row = line[-1]
        if last_column >= referee.columns or not 0 <= last_row < referee.rows:
            continue
        sides = [referee.cells[cell] for cell in line if cell in referee.cells]
        if sides and len(set(sides)) == 1:
            total += 3 ** (len(sides) - 1) * (1 if sides[0] == 0 else -1)
    return total


@given(undecided())
def test_the_heuristic_is_the_sum_over_all_lines_of_one_side(
    position: tuple[tuple[int, int, int], list[int]],
) -> None:
    size, moves = position
    referee = Referee(*size)
    for move in moves:
        referee.drop(move)
    for bot in (deepening, alphabeta):
        board = set_up(bot, size, moves)
        assert board.value == baseline_heuristic(referee)
        for column in board.open_columns():
            board.drop(column)
            board.undo()
        assert board.value == baseline_heuristic(referee)


@settings(max_examples=50)
@given(undecided(), st.integers(1, 4))
def test_alphabeta_chooses_what_minimax_with_the_same_heuristic_chooses(
    position: tuple[tuple[int, int, int], list[int]], depth: int
) -> None:
    size, moves = position
    boards = [set_up(bot, size, moves) for bot in (deepening, alphabeta)]
    late = monotonic() + 60
    assert deepening.best_column(boards[0], depth, late) == alphabeta.best_column(
        boards[1], depth, late
    )


def plain_value(referee: Referee, depth: int) -> int:
    """Values a position 1, 0 or -1 for the side to move by looking at everything."""
    best = -1
    for column in referee.open_columns():
        if referee.drop(column):
            value = 1
        elif depth == 1 or not referee.open_columns():
            value = 0
        else:
            value = -plain_value(referee, depth - 1)
        undo(referee)
        best = max(best, value)
    return best


def undo(referee: Referee) -> None:
    column = referee.moves.pop()
    row = max(r for r in range(referee.rows) if (column, r) in referee.cells)
    del referee.cells[column, row]


@settings(max_examples=50)
@given(undecided(), st.sampled_from([minimax, deepening, alphabeta]))
def test_a_baseline_keeps_the_result_it_can_see(
    position: tuple[tuple[int, int, int], list[int]], bot: ModuleType
) -> None:
    """Wins with the last disc of the board were taken for draws by other programs."""
    size, moves = position
    referee = Referee(*size)
    for move in moves:
        referee.drop(move)
    value = plain_value(referee, 4)
    choice = bot.best_column(set_up(bot, size, moves), 4, monotonic() + 60)
    if referee.drop(choice):
        assert value == 1
    elif referee.open_columns():
        assert -plain_value(referee, 3) == value
    else:
        assert value == 0


def test_the_bot_command_lists_runs_and_finds_the_bots() -> None:
    listing = linefall("bot", "--list").stdout
    assert [line.split()[0] for line in listing.splitlines()] == list(bots.NAMES)
    assert all(len(line.split()) > 3 for line in listing.splitlines())
    for name in bots.NAMES:
        assert linefall("bot", name, "--path").stdout == f"{bots.path(name)}\n"
    assert linefall("bot", "left", said="6 7 4 1 1\n").stdout == "Ready\n0\n"
    assert linefall("bot", "right", said="6 7 4 0 1\n6\n6\n").stdout == "Ready\n6\n6\n"


def test_an_unknown_bot_is_one_line_and_status_2() -> None:
    answer = linefall("bot", "nobody")
    assert (answer.returncode, answer.stdout, answer.stderr.count("\n")) == (2, "", 1)
    assert "'nobody'" in answer.stderr
    assert "'alphabeta'" in answer.stderr


def linefall(*arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "linefall", *arguments]
    return subprocess.run(command, input=said, capture_output=True, text=True, timeout=60)
