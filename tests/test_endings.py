"""What is proved near the end: the columns that keep the result, and the tricky ones among them."""

from __future__ import annotations

import random
import sys

import pytest

from linefall import _core
from linefall.board import Board, centre_first
from linefall.book import Book, shipped
from linefall.endings import SHORT_LOOK, Budget, Ending, Shares
from linefall.engine import Engine
from linefall.player import Limit
from linefall.rules import Rules
from linefall.score import Exact, Guess
from linefall.solver import Solver, mover_and_all
from positions import brute, careful_board, new_endgame, quiet_board
from processes import run_with_little_memory

SMALL = Rules(4, 5, 4)
ENOUGH = Limit(seconds=30)


def ending_of(board: Board, limit: Limit = ENOUGH) -> Ending:
    """Gives an ending with all the time it needs."""
    rules = board.rules
    memory = max(1 << 20, _core.least_solver_memory(rules.rows, rules.columns, rules.connect))
    solver = _core.Solver(rules.rows, rules.columns, rules.connect, memory)
    return Ending(board, Budget(limit), Shares(), solver=solver)


@pytest.mark.parametrize("rules", [SMALL, Rules(3, 5, 3), Rules(5, 4, 4), Rules(2, 6, 3)])
def test_kept_columns_are_those_of_brute_force(rules: Rules) -> None:
    chance = random.Random(2)
    for _ in range(12):
        board = quiet_board(rules, rules.cells - 8, chance)
        proof = ending_of(board).prove(centre_first(board), hopeful=False)
        result = brute(board)
        assert proof.result == result
        keeping = []
        for column in board.open_columns:
            board.drop(column)
            if -brute(board) == result:
                keeping.append(column)
            board.undo()
        assert set(proof.best) <= set(keeping)
        assert proof.sure == proof.best
        if result == 0:
            assert set(proof.columns) == set(keeping)


def test_a_column_that_is_hard_to_refute_does_not_hide_the_one_that_wins() -> None:
    # The search takes column 0 first, and that it only draws takes six million nodes to see. That
    # column 1 wins is known as soon as the position is, after one million.
    board = Board(moves=(0, 4, 2, 1, 4, 4, 4, 1, 0))
    choice = Engine(seed=1).choose(board, Limit(nodes=2_000_000))
    assert (choice.column, choice.value) == (1, Guess(1.0, 1))


def test_without_time_every_column_stays() -> None:
    board = quiet_board(SMALL, 6, random.Random(1))
    ending = ending_of(board, Limit(seconds=1e-9))
    proof = ending.prove(centre_first(board), hopeful=True)
    assert proof.result is None
    assert sorted(proof.columns) == sorted(board.open_columns)
    search = _core.Search(4, 5, 4, 1 << 20)
    assert ending.tempting(proof.columns, 0, search) is None


def solved(solver: _core.Solver, board: Board) -> int:
    """Gives 1, 0 or -1 for the side to move by a prover."""
    if (outcome := board.outcome()) is not None:
        return 0 if outcome.winner is None else -1
    if board.winning_moves():
        return 1
    value = solver.solve(*mover_and_all(board), -1, 1)[0]
    return max(-1, min(1, value))


def expected_share(board: Board, column: int, result: int, search: _core.Search) -> float:
    """Counts hidden mistakes among the replies, each solved by itself."""
    rules = board.rules
    solver = _core.Solver(rules.rows, rules.columns, rules.connect, 1 << 22)
    child = board.copy()
    child.drop(column)
    seen, _ = search.values(*child.bits, SHORT_LOOK, nodes=30_000)
    if max(seen.values()) >= _core.WON:
        return 0.0
    hidden = [reply for reply, score in seen.items() if score > -_core.WON]
    bad = 0
    for reply in hidden:
        child.drop(reply)
        bad += -solved(solver, child) < -result
        child.undo()
    return bad / len(hidden) if hidden else 0.0


def test_chances_are_the_replies_that_lose_the_result_beyond_a_short_look() -> None:
    """Counted again reply by reply; at least one position has a trap that is hidden."""
    chance, found = random.Random(3), 0
    rules = Rules(5, 6, 4)
    search = _core.Search(5, 6, 4, 1 << 20)
    for _ in range(10):
        board = quiet_board(rules, 8, chance)
        ending = ending_of(board)
        proof = ending.prove(centre_first(board), hopeful=False)
        if proof.result is None or proof.result > 0:
            continue
        for column in proof.columns:
            share = ending.chance(column, proof.result, search)
            assert share == expected_share(board, column, proof.result, search)
            found += share > 0
    assert found > 0


def test_results_are_kept_by_the_engine_also_where_it_sets_a_trap() -> None:
    chance, engine = random.Random(5), Engine(memory=1 << 22)
    solver = _core.Solver(5, 6, 4, 1 << 22)
    for _ in range(8):
        board = quiet_board(Rules(5, 6, 4), chance.randint(8, 14), chance)
        column = engine.choose(board, Limit(seconds=0.3)).column
        before = solved(solver, board)
        board.drop(column)
        assert -solved(solver, board) == before


@pytest.mark.parametrize("size", ["5x6x4", "6x7x4"])
def test_a_proved_value_is_that_of_the_column_however_little_time_there_was(size: str) -> None:
    """The value of the position stood beside a column that was not proved to keep it."""
    chance, rules, claims = random.Random(8), Rules.parse(size), 0
    solver = Solver(rules, memory="16M")
    for _ in range(150):
        board = quiet_board(rules, chance.randint(rules.cells // 2 - 4, rules.cells - 12), chance)
        nodes = 4 ** chance.randint(3, 8)
        choice = Engine(memory=1 << 20).choose(board, Limit(nodes=nodes))
        value = choice.value
        if not (isinstance(value, Exact) or (isinstance(value, Guess) and value.sure)):
            continue
        claims += 1
        board.drop(choice.column)
        truth = solver.solve(board).value
        assert truth is not None
        if isinstance(value, Exact):
            assert (value.winner, value.last_stone) == (truth.winner, truth.last_stone)
        else:
            assert truth.winner == (value.side if value.value > 0 else 1 - value.side)
    assert claims > 50


def test_short_looks_are_booked_as_the_nodes_they_took() -> None:
    """All that they were allowed was booked, and the engine stopped with nodes to spare."""
    board = quiet_board(Rules(5, 6, 4), 22, random.Random(3))
    ending = ending_of(board)
    column = centre_first(board)[0]
    ending.chance(column, 0, _core.Search(5, 6, 4, 1 << 20))
    assert 0 < ending.budget.nodes < 30_000


def test_a_solver_that_found_nothing_waits_before_it_is_asked_again() -> None:
    engine = Engine(memory=1 << 20)
    board = quiet_board(Rules(8, 8, 4), 30, random.Random(4))
    engine.prepare(board.rules)
    budget = Budget(Limit(seconds=1))
    assert engine._may_prove(board, budget)
    engine._hopeless = board.rules.cells - board.plies
    assert not engine._may_prove(board, budget)
    engine._hopeless += 3
    assert engine._may_prove(board, budget)
    engine._hopeless = board.rules.cells - board.plies - 2  # of an earlier game
    assert engine._may_prove(board, budget)


def test_a_solver_whose_table_takes_too_long_to_get_is_not_asked() -> None:
    """The system may take longer than a short move to hand out the memory of a large table."""
    engine = Engine()
    board = quiet_board(Rules(15, 8, 8), 90, random.Random(4))  # 128 bits: 64 MB at least
    engine.prepare(board.rules)
    assert engine._solver_for(board, Budget(Limit(seconds=0.2))) is None
    assert engine._solver_for(board, Budget(Limit(seconds=1))) is not None
    board = quiet_board(Rules(8, 8, 4), 40, random.Random(4))
    engine.prepare(board.rules)
    assert engine._may_prove(board, Budget(Limit(seconds=0.01)))
    assert engine._endgame_for(board.rules, Budget(Limit(seconds=1))) is None


LITTLE_MEMORY = """
from linefall import Board, Limit, Rules
from linefall.engine import Engine
engine, board = Engine(threads={threads}), Board(Rules(8, 8, 4))
engine.choose(board, Limit(seconds=0.05))
leave({left} << 20)
for move in "6304302333344442":  # looks even
    board.drop(int(move))
while board.plies < 24 and board.outcome() is None:
    board.drop(engine.choose(board, Limit(seconds=1)).column)
print(board.plies > 18, engine._too_large)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc how much memory is mapped")
@pytest.mark.parametrize(
    ("threads", "left", "too_large"), [(1, 2, True), (2, 2, True), (1, 90, False)]
)
def test_an_engine_that_gets_no_memory_for_the_solver_plays_without(
    threads: int, left: int, too_large: bool
) -> None:
    """It ended in the middle of a game, under a limit with which it had begun."""
    done = run_with_little_memory(LITTLE_MEMORY.format(threads=threads, left=left))
    assert (done.returncode, done.stdout) == (0, f"True {too_large}\n"), done.stderr


def test_the_book_is_asked_when_no_time_is_left() -> None:
    """A starved engine may have none left when the search comes back."""
    book = shipped()
    assert book is not None
    chance = random.Random(5)
    for discs in (0, 1, 2, 3, 4, 5, 6) * 3:
        board = quiet_board(Rules(), discs, chance)
        choice = Engine().choose(board, Limit(seconds=1e-6))
        after = board.copy()
        after.drop(choice.column)
        assert result_of(after, book) == -result_of(board, book), (board.moves, choice)


def result_of(board: Board, book: Book) -> int:
    """Gives 1, 0 or -1 for the side to move, from the book."""
    if board.winning_moves():
        return 1
    score = book.get(*mover_and_all(board))
    assert score is not None
    return (score > 0) - (score < 0)


def test_large_boards_are_played_to_the_result_that_is_proved() -> None:
    """Beyond 128 bits there is no exact solver, but results are proved there, too."""
    chance = random.Random(9)
    rules = Rules(20, 20, 6)
    engine = Engine(seed=1, memory="4M")
    engine.prepare(rules)
    results = []
    for _ in range(6):
        board = careful_board(rules, rules.cells - 30, chance)
        while board.outcome() is None:
            result = solved(new_endgame(rules), board)
            results.append(result)
            choice = engine.choose(board, Limit(nodes=400_000))
            board.drop(choice.column)
            assert solved(new_endgame(rules), board) == -result
    assert {-1, 1} <= set(results)
