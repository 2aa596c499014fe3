"""The solver against brute force, another solver, known results, and itself."""

import contextlib
import random
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import TypeVar

import pytest
from bitbully import bitbully_core
from hypothesis import given, settings
from hypothesis import strategies as st

from linefall import Board, Exact, Rules, Solver, _core, analyze, solve
from linefall.book import Book, Keys
from linefall.settings import parse_memory
from linefall.solution import Bounds, Solution
from linefall.solver import SolverError, default_memory, mover_and_all
from positions import careful_board, open_board
from processes import run_with_little_memory

# Nodes over the positions of `signature_positions`, one thread and a cold table for each. A change
# that only moves code leaves the number alone; one that changes the search says so here.
SIGNATURE = 549_957


# -- brute force ---------------------------------------------------------------------------------


class Oracle:
    """Knows every value by plain minimax; a position is a tuple of columns such as ("01", "")."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.score = cache(self._score)

    def _score(self, columns: tuple[str, ...]) -> int:
        """Gives the score for the side to move of a position that is not won."""
        plies = sum(map(len, columns))
        if plies == self.rules.cells:
            return 0
        best = -self.rules.cells
        for column, after in self.children(columns):
            if self.wins(after, column):
                best = max(best, (self.rules.cells + 2 - (plies + 1)) // 2)
            else:
                best = max(best, -self.score(after))
        return best

    def children(self, columns: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
        side = str(sum(map(len, columns)) % 2)
        for column, discs in enumerate(columns):
            if len(discs) < self.rules.rows:
                yield column, (*columns[:column], discs + side, *columns[column + 1 :])

    def wins(self, columns: tuple[str, ...], column: int) -> bool:
        row, side = len(columns[column]) - 1, columns[column][-1]

        def has(c: int, r: int) -> bool:
            return 0 <= c < len(columns) and 0 <= r < len(columns[c]) and columns[c][r] == side

        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                c, r = column + sign * dc, row + sign * dr
                while has(c, r):
                    count, c, r = count + 1, c + sign * dc, r + sign * dr
            if count >= self.rules.connect:
                return True
        return False

    def everything(self) -> dict[tuple[str, ...], int]:
        """Gives all positions that can be reached and are not over."""
        start = ("",) * self.rules.columns
        seen, waiting = {start: self.score(start)}, [start]
        while waiting:
            for column, after in self.children(waiting.pop()):
                full = sum(map(len, after)) == self.rules.cells
                if after not in seen and not full and not self.wins(after, column):
                    seen[after] = self.score(after)
                    waiting.append(after)
        return seen


def board_of(columns: tuple[str, ...], rules: Rules) -> Board:
    bits = [0, 0]
    for column, discs in enumerate(columns):
        for row, side in enumerate(discs):
            bits[int(side)] |= 1 << (column * (rules.rows + 1) + row)
    return Board.from_bits(rules, *bits)


SMALL = [
    "1x1x1", "1x1x2", "1x6x3", "6x1x3", "2x2x2", "2x5x3", "5x2x3", "2x6x5",
    "3x3x2", "3x3x3", "3x3x9", "3x4x3", "4x3x3", "4x3x4", "3x4x4", "5x3x3",
]  # fmt: skip
"""Larger ones, up to 5x4x4, are tested in C++, where brute force takes a hundredth of the time."""


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.unwatched
def test_every_position_of_a_small_board_has_the_value_of_brute_force(text: str) -> None:
    """With a table kept warm over all of them, in random order, and cold for some."""
    rules = Rules.parse(text)
    positions = list(Oracle(rules).everything().items())
    random.Random(text).shuffle(positions)
    solver = Solver(rules, memory="1M")
    for number, (columns, score) in enumerate(positions[:20_000]):
        board = board_of(columns, rules)
        assert solver.solve(board).score == score, board
        if number % 100 == 0:
            assert solve(board, memory="64K").score == score, board


@pytest.mark.parametrize("text", ["3x3x3", "3x4x3", "4x3x3", "2x5x3", "4x4x3"])
@pytest.mark.unwatched
def test_an_analysis_gives_the_value_of_every_column_and_best_play(text: str) -> None:
    rules = Rules.parse(text)
    oracle = Oracle(rules)
    positions = list(oracle.everything())
    solver = Solver(rules, memory="1M")
    for columns in random.Random(text).sample(positions, min(len(positions), 400)):
        board = board_of(columns, rules)
        found = solver.analyze(board)
        expected = {}
        for column, after in oracle.children(columns):
            won = oracle.wins(after, column)
            win = (rules.cells + 1 - board.plies) // 2
            expected[column] = win if won else -oracle.score(after)
        assert {c: s.score for c, s in found.columns.items()} == expected
        best = max(expected.values())
        assert found.value == Exact.from_score(best, board)
        assert found.best == tuple(c for c, s in expected.items() if s == best)
        assert_line_is_best_play(board, found.line, best)


def assert_line_is_best_play(board: Board, line: tuple[int, ...], score: int) -> None:
    """Plays the line: it ends the game when the value says, and never changes the value."""
    value = Exact.from_score(score, board)
    assert len(line) == value.plies_to_end
    board = board.copy()
    for column in line:
        board.drop(column)
        score = -score
        assert solve(board, memory="64K", book=False).score == score
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner == value.winner


WIDE = ["7x9x5", "9x9x5", "10x10x5", "8x8x4", "9x10x4", "10x11x6", "12x9x5", "15x8x5", "13x9x5"]
"""Of 72 to 128 bits."""


@pytest.mark.parametrize("text", WIDE)
@pytest.mark.unwatched
def test_endings_of_large_boards_have_the_value_of_brute_force(text: str) -> None:
    """Reached by a search that plays against itself with few nodes; one or two threads."""
    rules = Rules.parse(text)
    solvers = [Solver(rules, memory=64 << 20, threads=threads) for threads in (1, 2)]
    found = []
    for seed in range(200):
        board = played_ending(rules, 15, random.Random(seed))
        if board is not None:
            columns = tuple(
                "".join(str(board[c, r]) for r in range(board.height(c)))
                for c in range(rules.columns)
            )
            expected = Oracle(rules).score(columns)
            assert [solver.solve(board).score for solver in solvers] == [expected] * 2, board
            found.append(expected)
        if len(found) == 12:
            break
    assert len(found) == 12
    assert len(set(found)) > 1


def played_ending(rules: Rules, left: int, chance: random.Random) -> Board | None:
    """Gives a position with so few empty cells; None where the game was over before."""
    board = open_board(rules, 6, chance)
    search = _core.Search(rules.rows, rules.columns, rules.connect, 1 << 20)
    while board.outcome() is None and rules.cells - board.plies > left:
        board.drop(search.search(*board.bits, nodes=200)[0])
    return board if board.outcome() is None else None


# -- another solver ------------------------------------------------------------------------------


@pytest.mark.unwatched
def test_random_positions_have_the_value_that_bitbully_finds() -> None:
    chance = random.Random(20)
    other, solver = bitbully_core.BitBullyCore(), Solver(book=False)
    late = [chance.randrange(20, 40) for _ in range(2800)]
    discs = [12] * 5 + [14] * 15 + [16] * 60 + [18] * 120 + late
    for count in discs:
        board = open_board(Rules(), count, chance)
        theirs = bitbully_core.BoardCore()
        theirs.setBoard(list(board.moves))
        assert solver.solve(board).score == other.mtdf(theirs, 0), board.moves


# -- known results -------------------------------------------------------------------------------

# rows, columns; then who wins and the stone that ends the game, as published.
KNOWN = {
    (4, 4): (None, 16), (4, 5): (None, 20), (4, 6): (1, 24), (4, 7): (None, 28),
    (5, 4): (None, 20), (5, 5): (None, 25), (5, 6): (None, 30),
    (5, 7): (None, 35), (6, 6): (1, 36), (7, 5): (None, 35), (8, 5): (None, 40), (4, 8): (1, 32),
    (6, 4): (None, 24), (6, 5): (None, 30), (7, 4): (None, 28), (8, 4): (None, 32),
}  # fmt: skip


@pytest.mark.parametrize("size", KNOWN)
def test_empty_boards_have_the_known_results(size: tuple[int, int]) -> None:
    solution = solve(Board(Rules(*size, 4)))
    assert solution.value is not None
    assert (solution.value.winner, solution.value.last_stone) == KNOWN[size]


def test_the_first_moves_of_the_game_itself_are_worth_what_is_known() -> None:
    """Through positions with a few more discs, whose values are known from the empty board's."""
    assert solve(Board(moves=[3, 3, 3, 3, 3]), book=False).score == -1


# -- agreement -----------------------------------------------------------------------------------

# Boards, and cells left where many positions take enough nodes for other threads to join.
AGREEING = {"6x7x4": 32, "5x6x4": 26, "7x7x4": 36, "8x8x4": 40, "9x7x4": 44, "7x5x5": 30}
ENOUGH = 20_000


def ending(chance: random.Random, rules: Rules, left: int) -> Board:
    """Gives an open position with so many cells left."""
    return careful_board(rules, rules.cells - left, chance)


def hard_endings(text: str) -> Iterator[tuple[Board, Solution]]:
    """Gives open positions that take many nodes, with what one thread finds."""
    rules, chance = Rules.parse(text), random.Random(text)
    while True:
        board = ending(chance, rules, AGREEING[text])
        solution = solve(board, book=False, nodes=1_500_000)
        if solution.solved and solution.nodes >= ENOUGH:
            yield board, solution


@pytest.mark.parametrize("text", AGREEING)
@pytest.mark.unwatched
def test_weak_strong_threaded_and_resumed_solves_agree(text: str) -> None:
    helped = Solver(Rules.parse(text), book=False, threads=2)
    for board, strong in islice(hard_endings(text), 4):
        assert solve(board, weak=True, book=False).result == strong.result
        assert helped.solve(board).score == strong.score
        assert resumed(Solver(board.rules, book=False), board) == strong.score


def resumed(solver: Solver, board: Board) -> int | None:
    """Solves in steps, each stopped by a limit on nodes; the first one is too small."""
    assert not solver.solve(board, nodes=ENOUGH // 20).solved
    for limit in range(ENOUGH // 4, 10**7, ENOUGH // 4):
        solution = solver.solve(board, nodes=limit)
        if solution.solved:
            return solution.score
    return None


def test_threads_that_end_together_leave_nothing_open() -> None:
    """Whoever claimed an answer had not always written it down when the others looked."""
    solver, chance = Solver(book=False, threads=4), random.Random(1)
    solver.solve(Board(), nodes=300_000)  # from here on helpers join early
    for _ in range(300):
        assert solver.solve(careful_board(Rules(), 16, chance)).solved


FEW_THREADS = """
from linefall import Board, Solver
solver = Solver(threads=64, book=False)
solver.solve(Board(), nodes=100)
leave(8 << 20)
print(solver.solve(Board(), nodes=1_000_000).nodes >= 1_000_000)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc how much memory is mapped")
def test_a_system_without_threads_to_give_leaves_those_that_there_are() -> None:
    """It aborted the process."""
    done = run_with_little_memory(FEW_THREADS)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


def test_two_threads_find_what_one_finds_on_a_longer_solve() -> None:
    board = Board(moves=[3, 3, 3, 3, 3, 1, 1])
    one, two = solve(board, book=False), solve(board, book=False, threads=2)
    assert one.score == two.score
    assert one.solved


@given(st.integers(0, 2**32), st.integers(2, 22))
@settings(max_examples=40, deadline=None)
def test_a_position_and_its_mirror_image_have_the_same_value(seed: int, left: int) -> None:
    board = ending(random.Random(seed), Rules(), left)
    mirrored = Board(moves=[6 - column for column in board.moves])
    assert solve(board, memory="1M").score == solve(mirrored, memory="1M").score


# -- limits --------------------------------------------------------------------------------------


def test_a_limit_on_nodes_leaves_bounds_that_hold() -> None:
    board = Board(moves=[3, 3, 3, 3, 3, 2])
    whole = solve(board, book=False)
    assert whole.score is not None
    for nodes in (1, 1000, 20_000, 100_000):
        stopped = solve(board, nodes=nodes, book=False)
        assert stopped.nodes <= nodes + 1024
        assert not stopped.solved
        assert stopped.value is stopped.score is stopped.plies_to_end is None
        assert stopped.bounds.lower <= whole.score <= stopped.bounds.upper


@pytest.mark.timeout(60)
def test_a_limit_on_time_stops_a_solve_that_would_take_years() -> None:
    stopped = solve(Board(Rules(10, 10, 5)), seconds=0.2)
    assert not stopped.solved
    assert stopped.words().startswith("not solved: ")


def test_an_analysis_that_is_stopped_tells_what_is_proved() -> None:
    board = Board(moves=[0, 1, 0, 1, 0])
    found = analyze(board, nodes=2000, book=False)
    assert not found.complete
    assert found.columns[3].score == -18  # the other wins at once
    assert found.line == ()
    assert found.solution.bounds.lower <= found.solution.bounds.upper
    assert found.best == ()


def test_a_weak_analysis_knows_the_columns_that_win() -> None:
    board = ending(random.Random(7), Rules(), 18)
    strong, weak = analyze(board), analyze(board, weak=True)
    assert {c: s.result for c, s in weak.columns.items()} == {
        c: s.result for c, s in strong.columns.items()
    }
    assert set(strong.best) <= set(weak.best)
    assert weak.solution.result == strong.solution.result


Seen = TypeVar("Seen")


@contextlib.contextmanager
def watched(look: Callable[[], Seen]) -> Iterator[list[Seen]]:
    """Looks every few milliseconds from another thread, and gives what it sees."""
    seen: list[Seen] = []
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.005):
            seen.append(look())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield seen
    finally:
        done.set()
        watcher.join()


def test_progress_can_be_read_from_another_thread_while_it_works() -> None:
    solver = Solver(book=False)
    with watched(lambda: solver.progress) as seen:
        solver.analyze(Board(moves=[3, 3, 3, 3, 3, 2, 2]))
    assert any(progress.nodes for progress in seen)
    assert {progress.column for progress in seen} - {None}
    assert all(progress.bounds.lower <= progress.bounds.upper for progress in seen)


def test_progress_moves_while_results_of_large_boards_are_proved() -> None:
    """It stood still there: the prover of endings counted by itself."""
    board = careful_board(Rules(20, 20, 6), 340, random.Random(1))
    core = _core.Solver(20, 20, 6, 1 << 22)
    with watched(lambda: core.progress[2]) as seen:
        lower, upper, nodes, _ = core.solve(*mover_and_all(board), -1, 1, nodes=50_000)
    assert (lower, upper) == (-1, 1)
    assert any(0 < each < nodes for each in seen)
    assert core.progress[2] == nodes


class Interrupted:
    """Is the core of a solver; Ctrl-C comes when it is asked this question."""

    def __init__(self, core: _core.Solver, question: int) -> None:
        self.core, self.questions = core, question

    def __getattr__(self, name: str) -> object:
        return getattr(self.core, name)

    def solve(self, *question: int) -> tuple[int, int, int, float]:
        self.questions -= 1
        if self.questions == 0:
            raise KeyboardInterrupt
        return self.core.solve(*question)


@pytest.mark.parametrize("question", range(1, 24))
def test_ctrl_c_before_a_question_is_asked_tells_nothing_of_the_one_before(
    question: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer about one column was told of the next one."""
    board = Board(moves=[3, 3, 3, 3, 3, 2, 2, 2, 4, 4, 0, 0])
    scores = {column: found.score for column, found in analyze(board, line=False).columns.items()}
    solver = Solver(book=False)
    monkeypatch.setattr(solver, "_core", Interrupted(solver._core, question))
    with contextlib.suppress(KeyboardInterrupt):
        solver.analyze(board)
    now = solver.progress
    truth = max(s for s in scores.values() if s is not None)
    truth = truth if now.column is None else scores[now.column] or 0
    assert now.bounds.lower <= truth <= now.bounds.upper


def test_a_second_thread_is_refused_and_takes_nothing_from_the_first() -> None:
    solver, board = Solver(book=False), Board(moves=[3, 3, 3, 3, 3, 2, 2, 2, 4, 4, 0, 0])
    refused: list[str] = []

    def call() -> None:
        for action in (lambda: solver.solve(Board()), solver.clear):
            with pytest.raises(SolverError, match="at work in another thread"):
                action()
            refused.append("refused")

    def tell(column: int, solution: Solution) -> None:
        if not refused:
            other = threading.Thread(target=call)
            other.start()
            other.join()

    assert solver.analyze(board, nodes=10**6, tell=tell).complete
    assert refused == ["refused"] * 2


@pytest.mark.parametrize(
    "limit", [{"seconds": 0}, {"seconds": float("nan")}, {"nodes": 0}, {"nodes": 1.5}]
)
def test_impossible_limits_are_refused(limit: dict[str, float]) -> None:
    with pytest.raises(SolverError, match="was given"):
        solve(Board(), **limit)  # type: ignore[arg-type]


# -- boards that need no search ------------------------------------------------------------------


def test_finished_games_have_values_and_no_columns() -> None:
    won = analyze(Board(moves=[0, 1, 0, 1, 0, 1, 0]))
    assert won.solution.words() == "first player has won"
    assert won.solution.plies_to_end == 0
    assert (won.columns, won.best, won.line) == ({}, (), ())
    full = solve(Board(Rules(1, 2, 2), [0, 1]))
    assert (full.result, full.plies_to_end, full.nodes) == ("draw", 0, 0)


def test_an_immediate_win_is_seen_without_nodes() -> None:
    solution = solve(Board(moves=[0, 1, 0, 1, 0, 1]), book=False)
    assert (solution.score, solution.plies_to_end, solution.nodes) == (18, 1, 0)


def test_a_set_up_position_is_solved_as_well() -> None:
    board = Board(moves=[3, 3, 2, 4, 2, 2, 4, 1, 1, 5, 0, 6, 5, 6, 6, 0, 0, 1])
    twin = Board.from_bits(Rules(), *board.bits)
    assert solve(board).score == solve(twin).score


@pytest.mark.parametrize("text", ["30x30x4", "100x100x5", "6x74x4"])
def test_a_board_that_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(SolverError, match=rf"{text} is too large .* possible: "):
        solve(Board(Rules.parse(text)))


@pytest.mark.unwatched
def test_the_largest_board_that_fits_is_solved_at_its_end() -> None:
    rules = Rules(7, 64, 7)
    board = ending(random.Random(1), rules, 8)
    assert solve(board, memory="8M").solved


def test_a_solver_refuses_boards_of_other_rules() -> None:
    with pytest.raises(SolverError, match="solver of 6x7x4 was given a board of 6x6x4"):
        Solver(memory="1M").solve(Board(Rules(6, 6, 4)))


@pytest.mark.parametrize("threads", [0, -1, 5000, 2.5, True])
def test_impossible_numbers_of_threads_are_refused(threads: int) -> None:
    with pytest.raises(SolverError, match=r"threads: .* possible: 1 to"):
        Solver(threads=threads)


# -- memory --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["1M", "10M", "64M", "100M", "123456789", "1.5G", "0.7g", "64MiB"])
def test_the_table_takes_the_memory_that_was_given(size: str) -> None:
    assert parse_memory(size) * 0.95 <= Solver(memory=size).bytes <= parse_memory(size)


def test_by_default_the_table_is_a_share_of_the_machine() -> None:
    assert 1 << 20 <= default_memory() <= 1 << 26
    assert default_memory(Rules(8, 8, 4)) <= 1 << 30
    assert default_memory(Rules(8, 8, 4), 0.5) == 1 << 26
    assert default_memory(Rules(8, 8, 4), 1e9) == default_memory(Rules(8, 8, 4))


def test_too_little_memory_is_refused_with_the_least() -> None:
    with pytest.raises(SolverError, match=r"a solver of 6x7x4 needs \d+ bytes or more"):
        Solver(memory=1)


# -- the table and the book ----------------------------------------------------------------------


def test_a_solver_remembers_until_it_is_cleared() -> None:
    board, solver = Board(moves=[3, 3, 3, 3, 3, 2, 2]), Solver(book=False)
    cold = solver.solve(board)
    assert solver.solve(board).nodes < cold.nodes / 10
    solver.clear()
    assert solver.solve(board).nodes == cold.nodes


def test_values_of_a_book_are_taken_without_search() -> None:
    rules = Rules(4, 5, 4)
    board = Board(rules, [0])
    wrong = Book.of(rules, {Keys(rules).of(0, 1): 3})  # so that it shows where it comes from
    assert Solver(rules, book=wrong).solve(board).score == 3
    assert Solver(rules, book=wrong).solve(board).nodes == 0
    assert Solver(rules, book=False).solve(board).score == 1


def test_a_book_of_another_board_is_refused() -> None:
    book = Book.of(Rules(4, 5, 4), {})
    with pytest.raises(SolverError, match="solver of 6x7x4 was given a book of 4x5x4"):
        Solver(book=book)


# -- values --------------------------------------------------------------------------------------


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_bounds_from_the_number_of_discs_hold(seed: int) -> None:
    chance = random.Random(seed)
    rules = Rules(chance.randint(1, 4), chance.randint(1, 5), chance.randint(1, 5))
    board = Board(rules)
    for _ in range(chance.randrange(rules.cells)):
        safe = [c for c in board.open_columns if c not in board.winning_moves()]
        if safe:
            board.drop(chance.choice(safe))
    score, bounds = solve(board, memory="64K").score, Bounds.of(board.rules, board.plies)
    assert score is not None
    assert bounds.lower <= score <= bounds.upper


# -- the signature -------------------------------------------------------------------------------


def signature_positions() -> list[Board]:
    chance = random.Random(30)
    counts = [discs for discs in (10, 12, 14, 16, 18) for _ in range(4)]
    boards = [open_board(Rules(), discs, chance) for discs in counts]
    for text in ("5x6x4", "8x8x4", "6x5x3", "5x5x5", "7x7x4"):
        boards += [ending(chance, Rules.parse(text), 20) for _ in range(2)]
    return boards


def test_the_search_visits_as_many_nodes_as_it_always_did() -> None:
    boards = signature_positions()
    assert len(boards) == 30
    assert sum(solve(board, memory="64M", book=False).nodes for board in boards) == SIGNATURE


def test_a_solver_that_was_cleared_is_as_a_new_one() -> None:
    """It remembered how many nodes it had searched, and left the small table at once."""
    board = Board(moves=[3, 3, 4, 2, 1, 1])
    solver = Solver(memory="64M", book=False)
    first = solver.solve(board).nodes
    assert first > 1 << 17  # else the small table would have done
    solver.clear()
    assert solver.solve(board).nodes == first
