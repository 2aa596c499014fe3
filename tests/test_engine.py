"""The engine: right moves on odd boards, the same again with a seed, levels, and the program."""

from __future__ import annotations

import json
import os
import pty
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linefall import _core
from linefall.board import Board
from linefall.cli.engine import Ears, Margin, measured_margin
from linefall.engine import Budget, Engine, can_prove
from linefall.errors import GameOver, LinefallError
from linefall.levels import LEVELS, sensible
from linefall.player import Limit, Player
from linefall.rules import Rules
from linefall.score import Exact, Guess
from linefall.solver import mover_and_all, solve
from positions import open_board, quiet_board, random_board

FEW = Limit(nodes=3000)
SIZES = (
    *("1x1x1", "1x7x3", "7x1x4", "2x2x2", "4x4x9", "3x3x1", "4x4x4", "4x7x4", "5x13x4"),
    *("3x43x4", "7x9x5", "9x9x5", "20x20x6", "64x3x4", "70x4x5", "3x90x4"),
)


def unfinished_board(rules: Rules, discs: int, seed: int) -> Board:
    """Gives a board with at most so many discs where the game goes on."""
    board = random_board(rules, discs, random.Random(seed))
    if board.outcome() is not None:
        board.undo()
    return board


def result(solver: _core.Solver, board: Board) -> int:
    """Gives 1, 0 or -1 for the side to move, proved."""
    if (outcome := board.outcome()) is not None:
        return 0 if outcome.winner is None else (1 if outcome.winner == board.to_move else -1)
    value = solver.solve(*mover_and_all(board), -1, 1)[0]
    return max(-1, min(1, value))


# ---- what decides at once


@pytest.mark.parametrize("size", ["6x7x4", "5x13x4", "3x43x4", "20x20x6", "70x30x4"])
@pytest.mark.parametrize("first_column", [0, 2])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_win_at_once_is_taken_from_both_seats(size: str, first_column: int, seat: int) -> None:
    rules = Rules.parse(size)
    wait = rules.columns - 1
    moves: list[int] = [wait] * seat
    for k in range(rules.connect - 1):  # a row of one side; the other plays on top of it
        moves += [first_column + k] * 2 if seat == 0 else [first_column + k, first_column + k]
    board = Board(rules, moves)
    choice = Engine().choose(board, FEW)
    wins = board.winning_moves()
    assert wins
    assert choice.column in wins
    assert choice.value == Exact.from_plies(1, board)


def test_a_win_at_once_is_stopped() -> None:
    assert Engine().choose(Board(moves=[0, 1, 0, 1, 0]), FEW).column == 0
    assert Engine().choose(Board(Rules(20, 20, 6), [9, 3] * 5), FEW).column == 9


def test_the_gap_of_a_line_longer_than_needed_is_filled() -> None:
    """Runs longer than X were taken for no line by others."""
    moves = [0, 0, 1, 1, 2, 2, 4, 4, 5, 5, 6, 6]
    board = Board(Rules(6, 8, 4), moves)
    assert Engine().choose(board, FEW).column == 3


def test_the_very_last_cell_can_win() -> None:
    """A win with the last disc was taken for a draw by others."""
    chance, found = random.Random(1), 0
    while found < 5:
        board = quiet_board(Rules(3, 4, 3), 10, chance)
        for column in board.open_columns:
            last = board.copy()
            last.drop(column)
            if last.outcome() is None and last.winning_moves():
                found += 1
                other = [c for c in board.open_columns if c != column]
                assert not other or Engine().choose(board, FEW).column in board.open_columns
                assert Engine().choose(last, FEW).column in last.winning_moves()


def test_the_game_must_not_be_over() -> None:
    with pytest.raises(GameOver):
        Engine().choose(Board(moves=[0, 1, 0, 1, 0, 1, 0]), FEW)


# ---- any board


@pytest.mark.parametrize("size", SIZES)
def test_whole_games_are_legal_on_odd_boards(size: str) -> None:
    rules = Rules.parse(size)
    board, engine, chance = Board(rules), Engine(memory=1 << 20), random.Random(3)
    for ply in range(min(rules.cells, 60)):
        if board.outcome() is not None:
            break
        if ply % 2 == 0:
            column = engine.choose(board, Limit(nodes=300)).column
            assert column in board.open_columns
        else:
            column = chance.choice(board.open_columns)
        board.drop(column)


def test_nobody_wins_where_x_is_larger_than_the_board() -> None:
    choice = Engine().choose(Board(Rules(4, 5, 6)), FEW)
    assert choice.value == Exact.draw(Board(Rules(4, 5, 6)))


@pytest.mark.timeout(60)  # without a limit it would think for years
def test_the_largest_board_is_played_at_once() -> None:
    board = Board(Rules(100, 100, 30))
    choice = Engine().choose(board, Limit(seconds=0.05))
    assert choice.column in board.open_columns


@settings(deadline=None, max_examples=60)
@given(
    size=st.sampled_from(["3x3x3", "4x4x3", "4x5x4", "5x4x4", "5x5x4", "3x7x3", "9x3x3"]),
    seed=st.integers(0, 10**6),
)
def test_the_search_proves_what_the_solver_proves(size: str, seed: int) -> None:
    rules = Rules.parse(size)
    discs = random.Random(seed).randint(rules.cells // 3, rules.cells)
    board = unfinished_board(rules, discs, seed)
    size_of = rules.rows, rules.columns, rules.connect
    solver, search = _core.Solver(*size_of, 1 << 20), _core.Search(*size_of, 1 << 20)
    truth = result(solver, board)
    column, score, depth, complete, _, line = search.search(*board.bits, nodes=200_000)
    assert complete
    assert line[0] == column
    found = (score >= _core.WON) - (score <= -_core.WON)
    if found or depth >= rules.cells - board.plies:
        assert found == truth
        board.drop(column)
        assert -result(solver, board) == truth or board.outcome() is not None


@pytest.mark.parametrize(
    "moves",
    [[3, 4, 4, 5, 0, 1, 2, 5, 5, 5, 6, 4, 2], [3, 3, 4, 3, 0, 0, 3, 6, 0, 5, 5, 5, 0]],
    ids=str,
)
def test_a_search_that_is_stopped_does_not_take_one_lost_column_for_all(moves: list[int]) -> None:
    board = Board(moves=moves)
    assert result(_core.Solver(6, 7, 4, 1 << 24), board) >= 0
    for nodes in range(200, 20_000, 200):
        _, score, *_ = _core.Search(6, 7, 4, 1 << 20).search(*board.bits, nodes=nodes)
        assert score > -_core.WON


@pytest.mark.parametrize("seed", range(12))
def test_the_result_is_kept_on_the_usual_board(seed: int) -> None:
    board = unfinished_board(Rules(), 14 + seed, seed)
    if board.winning_moves():
        return
    solver = _core.Solver(6, 7, 4, 1 << 24)
    choice = Engine().choose(board, Limit(nodes=3_000_000))
    truth = result(solver, board)
    board.drop(choice.column)
    assert -result(solver, board) == truth


def test_a_proof_names_the_value() -> None:
    board = Board(moves=[3, 3, 3, 3, 3, 1, 1, 5, 2, 2, 4, 4, 2, 2, 4, 4])
    choice = Engine().choose(board, Limit(nodes=5_000_000))
    solver = _core.Solver(6, 7, 4, 1 << 24)
    first, second = board.bits
    score = solver.solve(first, first | second, -21, 21)[0]
    assert isinstance(choice.value, Exact)
    assert choice.value.score == score


# ---- limits


@pytest.mark.parametrize("size", ["6x7x4", "10x10x5", "30x30x6"])
@pytest.mark.parametrize("level", [4, 10])
def test_a_seed_and_a_node_limit_give_the_same_choice_again(size: str, level: int) -> None:
    board = unfinished_board(Rules.parse(size), 8, 1)
    engine = Engine(level, seed=7)
    one, two = engine.choose(board, FEW), engine.choose(board, FEW)
    three = Engine(level, seed=7).choose(board, FEW)
    key = [(c.column, c.value, c.depth, c.nodes, c.line) for c in (one, two, three)]
    assert key[0] == key[1] == key[2]


def test_what_an_engine_did_before_with_more_nodes_changes_nothing() -> None:
    """The table of its solver kept the size that the first limit had asked for."""
    board, limit = Board(Rules(4, 7, 4), [5, 5]), Limit(nodes=200_000)
    engine = Engine(seed=1)
    engine.choose(Board(Rules(4, 7, 4), [4, 1]), Limit(nodes=4_000_000))
    again, fresh = engine.choose(board, limit), Engine(seed=1).choose(board, limit)
    assert replace(again, seconds=None) == replace(fresh, seconds=None)


def test_a_node_limit_is_kept() -> None:
    choice = Engine().choose(Board(), Limit(nodes=5000))
    assert choice.nodes is not None
    assert 0 < choice.nodes <= 5100


def test_a_budget_is_shared_out() -> None:
    budget = Budget(Limit(nodes=1000))
    assert budget.until(0.25) == (250, None)
    budget.nodes = 600
    assert budget.until(1.0) == (400, None)
    assert budget.spent(0.5)
    assert not budget.spent(0.7)


def test_large_boards_are_proved_near_their_end() -> None:
    assert not can_prove(Board(Rules(20, 20, 6)), 1.0)
    assert not can_prove(Board(Rules(100, 100, 30)), 1e9)
    assert can_prove(unfinished_board(Rules(10, 10, 11), 80, 1), 1.0)


def board_without_lines(rules: Rules, discs: int) -> Board:
    """Gives a board of eight columns, filled row by row, with no three discs of a side in line."""
    bits = [0, 0]
    for disc in range(discs):
        row, step = divmod(disc, 8)
        column = (0, 2, 1, 3, 4, 6, 5, 7)[step] ^ 2 * (row % 2)
        bits[(column // 2 + row) % 2] |= 1 << column * (rules.rows + 1) + row
    return Board.from_bits(rules, *bits)


def test_a_proof_is_tried_only_when_it_may_come_in_time() -> None:
    for connect, left in ((3, 49), (4, 49), (5, 39), (6, 44), (8, 44)):
        rules = Rules(8, 8, connect)
        boards = [board_without_lines(rules, 64 - cells) for cells in (left, left + 1)]
        assert [can_prove(board, 1.0) for board in boards] == [True, False]
        assert not can_prove(boards[0], 0.5)


# ---- memory and threads


def test_memory_is_bytes_or_text() -> None:
    assert Engine(memory="2M").memory == Engine(memory=2 << 20).memory == 2 << 20
    for little in (1, "512K", 0, "none"):
        with pytest.raises(LinefallError, match=f"memory: '?{little}'? was given; possible: "):
            Engine(memory=little)


@pytest.mark.parametrize("threads", [0, 1025, 1.5, "2"])
def test_a_number_of_threads_that_is_impossible_is_refused(threads: int) -> None:
    with pytest.raises(LinefallError, match=f"threads: {threads} was given; possible: 1 to 1024"):
        Engine(threads=threads)
    with pytest.raises(ValueError, match="1 thread or more"):
        _core.Search(6, 7, 4).search(0, 0, depth=1, threads=0)


@pytest.mark.parametrize("size", ["6x7x4", "10x10x5", "30x30x6"])
def test_threads_change_nothing_where_nodes_are_the_limit(size: str) -> None:
    board = unfinished_board(Rules.parse(size), 8, 1)
    one, two = (Engine(threads=threads).choose(board, FEW) for threads in (1, 3))
    assert replace(one, seconds=None) == replace(two, seconds=None)


@pytest.mark.parametrize("seed", range(6))
def test_threads_keep_the_result_as_one_does(seed: int) -> None:
    board = unfinished_board(Rules(), 14 + 2 * seed, seed)
    engine, solver = Engine(threads=3), _core.Solver(6, 7, 4, 1 << 24)
    while board.outcome() is None and not board.winning_moves():
        truth = result(solver, board)
        board.drop(engine.choose(board, Limit(seconds=0.4)).column)
        assert -result(solver, board) == truth


# ---- levels


def test_the_engine_is_a_player() -> None:
    assert isinstance(Engine(), Player)
    assert (Engine().name, Engine(3).name) == ("engine", "engine:3")


@pytest.mark.parametrize("level", [0, 11, -1])
def test_there_are_ten_levels(level: int) -> None:
    with pytest.raises(LinefallError, match="1 to 10"):
        Engine(level)


@pytest.mark.parametrize("level", range(3, 11))
def test_from_level_three_on_nothing_at_once_is_missed(level: int) -> None:
    engine = Engine(level)
    for seed in range(12):
        board = unfinished_board(Rules(), 10 + seed, seed)
        column = engine.choose(board, Limit(nodes=2000)).column
        if wins := board.winning_moves():
            assert column in wins
            continue
        safe = []
        for other in board.open_columns:
            after = board.copy()
            after.drop(other)
            if after.outcome() is not None or not after.winning_moves():
                safe.append(other)
        assert not safe or column in safe


@pytest.mark.parametrize("size", ["6x7x4", "5x13x4", "9x9x5", "6x30x4"])
def test_what_decides_at_once_is_seen_however_small_the_limit(size: str) -> None:
    """With a limit of a few nodes the strongest level missed what weaker ones see."""
    chance, engine, rules = random.Random(3), Engine(), Rules.parse(size)
    for _ in range(40):
        board = open_board(rules, chance.randrange(8, 30), chance)
        choice = engine.choose(board, Limit(nodes=1))
        if wins := board.winning_moves():
            assert choice.column in wins
            assert choice.value == Exact.from_plies(1, board)
        elif any(not lets_win(board, column) for column in board.open_columns):
            assert not lets_win(board, choice.column)


def lets_win(board: Board, column: int) -> bool:
    after = board.copy()
    after.drop(column)
    return after.outcome() is None and bool(after.winning_moves())


def test_weaker_levels_play_different_games_unless_seeded() -> None:
    def game(seed: int | None) -> tuple[int, ...]:
        board, engine = Board(), Engine(1, seed=seed)
        while board.outcome() is None and board.plies < 16:
            board.drop(engine.choose(board, FEW).column)
        return board.moves

    assert len({game(None) for _ in range(5)}) > 1
    assert game(5) == game(5)
    assert len({game(seed) for seed in range(5)}) > 1


@pytest.mark.parametrize("level", [5, 9])
def test_unseeded_games_begin_differently(level: int) -> None:
    """The stronger levels nearly always played the same against who always plays the same."""

    def game() -> tuple[int, ...]:
        board, engine = Board(), Engine(level)
        while board.outcome() is None:
            leftmost = board.open_columns[0]
            board.drop(leftmost if board.to_move else engine.choose(board, FEW).column)
        return board.moves

    assert len({game() for _ in range(40)}) > 15


@pytest.mark.parametrize("level", [1, 6, 9])
def test_levels_say_what_they_think(level: int) -> None:
    thoughts = [Engine(level, seed=seed).choose(Board(), FEW) for seed in range(10)]
    looked = [choice for choice in thoughts if choice.depth]
    assert looked
    assert all(choice.nodes and isinstance(choice.value, Guess) for choice in looked)
    assert all(choice.line == (choice.column,) for choice in thoughts)
    win = Engine(level, seed=1).choose(Board(moves=[0, 1, 0, 1, 0, 1]), FEW)
    assert win.column != 0 or win.value is not None


def test_the_last_open_column_is_played_to_its_end() -> None:
    """A choice said nothing of what its one column is worth."""
    drawn = Board(Rules(4, 3, 4), [0, 0, 0, 0, 1, 1, 1, 1])
    choice = Engine().choose(drawn, FEW)
    assert (choice.value, choice.line) == (Exact.draw(drawn), (2, 2, 2, 2))
    won = Board(Rules(4, 1, 1))
    assert Engine().choose(won, FEW).value == Exact.from_plies(1, won)
    lost = Board(Rules(2, 3, 3), [0, 1, 1, 0])
    choice = Engine().choose(lost, FEW)
    assert choice.line == (2, 2)
    assert choice.value == solve(lost).value


def test_level_nine_beats_level_one() -> None:
    points = 0
    for seat in (0, 1):
        engines = [Engine(1, seed=2), Engine(1, seed=3)]
        engines[seat] = Engine(9, seed=1)
        board = Board()
        while (outcome := board.outcome()) is None:
            board.drop(engines[board.to_move].choose(board, Limit(nodes=20000)).column)
        points += outcome.winner == seat
    assert points == 2


def test_sensible_columns_do_not_lose_at_once() -> None:
    search = _core.Search(6, 7, 4, 1 << 20)
    assert sensible(Board(moves=[2, 0, 3, 0, 4, 0]), search) == ([1, 5], 0)
    columns, nodes = sensible(Board(moves=[2, 0, 3, 0]), search)  # three lets four stand open
    assert columns
    assert nodes > 0
    assert all(LEVELS[level].careful for level in range(3, 11))


def test_guesses_lie_between_minus_one_and_one() -> None:
    value = Engine().choose(Board(Rules(10, 10, 5)), FEW).value
    assert isinstance(value, Guess)


def wins_in_two(board: Board) -> list[int]:
    """Lists the columns after which every reply leaves a win at once, and none is one itself."""
    found = []
    for column in board.open_columns:
        after = board.copy()
        after.drop(column)
        if after.winning_moves():
            continue
        replies = []
        for reply in after.open_columns:
            answered = after.copy()
            answered.drop(reply)
            replies.append(bool(answered.winning_moves()))
        if all(replies):
            found.append(column)
    return found


@pytest.mark.parametrize("text", ["6x30x4", "2x30x3", "8x40x4"])
def test_a_win_in_two_moves_is_seen_however_wide_the_board_is(text: str) -> None:
    """Columns that make a threat came last among those that a wide board leaves out."""
    rules, chance, tried = Rules.parse(text), random.Random(text), 0
    engine = Engine(seed=0)
    while tried < 8:
        board = random_board(rules, 2 * rules.connect + 2 * chance.randrange(8), chance)
        if board.outcome() is not None or any(board.winning_moves(side) for side in (0, 1)):
            continue
        if wins := wins_in_two(board):
            choice = engine.choose(board, FEW)
            assert choice.column in wins
            assert choice.value == Exact.from_plies(3, board)
            tried += 1


# ---- the program


def talk(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the program with all of its input at hand."""
    return subprocess.run(
        [sys.executable, "-m", "linefall", "engine", *options],
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the input ended"),
        ("6 7\n", "five words"),
        ("6 7 x 1 1\n", "numbers"),
        ("6 7 4 2 1\n", "F 0 or 1"),
        ("0 7 4 1 1\n", "rows"),
        ("6 7 4 1 0\n", "T above 0"),
        ("6 7 4 0 0.1\n", "the input ended"),
        ("6 7 4 0 0.1\n7\n", "there is no column 7"),
        ("6 7 4 0 0.1\n-1\n", "there is no column -1"),
        ("6 7 4 0 0.1\nx\n", "no whole number"),
        ("6 7 4 0 0.1\n\n", "empty line"),
        ("1 7 4 0 0.05\n2\n2\n", "column 2 is full"),
        ("\xff\xfe\n", "five words"),
    ],
)
def test_bad_input_ends_with_one_clear_line(text: str, said: str) -> None:
    done = talk(text)
    assert done.returncode == 2
    assert done.stdout.startswith("Ready\n")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_program_plays_with_threads() -> None:
    assert talk("6 7 4 1 0.2\n", "--threads", "3").stdout.split() == ["Ready", "3"]


def test_an_opening_is_counted_as_columns_are() -> None:
    done = talk("1 4 2 1 0.05 4,1\n", "--columns-from", "1")
    assert done.stdout.split() == ["Ready", "3"]


def test_a_whole_game_is_played_and_logged(tmp_path: Path) -> None:
    log = tmp_path / "log"
    done = talk("1 4 2 0 0.05\n1\n0\n", "--log", str(log))
    words = done.stdout.split()
    assert words[0] == "Ready"
    assert "ready" in log.read_text()
    assert "> b'1 4 2 0 0.05'" in log.read_text()


def test_a_log_that_cannot_be_written_loses_no_game() -> None:
    """The engine ended at the first line of the log that the disk had no room for."""
    done = talk("1 1 1 1 0.05\n", "--log", "/dev/full")
    assert done.stdout.split() == ["Ready", "0"]
    assert (done.returncode, done.stderr) == (2, "linefall: No space left on device\n")


@pytest.mark.parametrize("columns_from", [0, 1])
def test_games_against_a_random_player_are_legal_and_end(columns_from: int) -> None:
    command = [sys.executable, "-m", "linefall", "engine", "--columns-from", str(columns_from)]
    chance = random.Random(4)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stdout.readline() == "Ready\n"
        board = Board(Rules(4, 5, 4))
        program.stdin.write("4 5 4 0 0.05\n")
        while board.outcome() is None:
            if board.to_move == 0:
                column = chance.choice(board.open_columns)
                board.drop(column)
                program.stdin.write(f"{column + columns_from}\n")
            else:
                board.drop(int(program.stdout.readline()) - columns_from)
        assert program.wait(timeout=30) == 0


def test_the_setup_may_come_together_with_the_first_move() -> None:
    done = talk("6 7 4 0 0.05\n3\n")
    assert len(done.stdout.split()) == 2
    assert done.returncode == 2  # the input ended in the middle of the game


def test_an_opening_is_taken_over() -> None:
    done = talk("1 4 4 1 0.05 0,1,2\n")
    assert done.stdout.split() == ["Ready"]
    done = talk("1 4 4 0 0.05 0,1,2\n")
    assert done.stdout.split() == ["Ready", "3"]
    assert done.returncode == 0


def test_the_margin_grows_with_what_was_seen_and_fades() -> None:
    margin = Margin(worst=0.0)
    before = margin.thinking(0.1)
    margin.learn(0.02)
    assert margin.thinking(0.1) < before
    assert margin.thinking(0.1) >= 0.04
    for _ in range(200):
        margin.learn(0.0)
    assert margin.thinking(0.1) > before - 0.001
    assert 0 <= measured_margin(2).worst <= 0.02


def test_ears_split_lines_however_they_come(tmp_path: Path) -> None:
    file = tmp_path / "input"
    file.write_bytes(b"one\ntwo\n\nlast")
    with file.open("rb") as source:
        ears = Ears(source.fileno())
        assert [ears.line() for _ in range(5)] == [b"one", b"two", b"", b"last", None]


# ---- linefall best


def best(*arguments: str) -> str:
    command = [sys.executable, "-m", "linefall", "best", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


def test_best_says_the_move_and_why() -> None:
    said = best("414141", "--seconds", "0.1")
    assert said.startswith("column 4\nvalue: first player wins in 1 move (proved)\nline: 4\n")


def test_best_shows_how_a_proved_game_goes_on_to_its_end() -> None:
    """Beside a proved value there often was the move alone."""
    said = json.loads(best("4453", "--seconds", "30", "--json"))
    board = Board(moves=[int(move) - 1 for move in "4453"])
    value = solve(Board(moves=[*board.moves, said["column"] - 1])).value
    assert value is not None
    assert said["value"] == f"second player wins in {value.last_stone // 2 - 2} moves"
    for column in said["line"]:
        board.drop(column - 1)
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, board.plies) == (1, value.last_stone)


def test_best_shows_at_a_terminal_that_it_thinks() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "linefall", "best", "--board", "9x9x5", "--seconds", "2"]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=theirs, timeout=60, check=True, text=True,
        env={**os.environ, "TERM": "xterm"},
    )  # fmt: skip
    os.close(theirs)
    shown = os.read(ours, 4096)
    os.close(ours)
    assert done.stdout.startswith("column ")
    assert b"thinking: 0 of 2 s" in shown


def test_best_speaks_json() -> None:
    data = json.loads(best("--board", "10x10x5", "--seconds", "0.1", "--json"))
    assert data["board"] == "10x10x5"
    assert 1 <= data["column"] <= 10
    assert data["line"][0] == data["column"]
    assert data["proved"] is False
    assert best("--columns-from", "0", "030303", "--seconds", "0.1").startswith("column 0\n")


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("4455", "first player wins in 2 moves"),
        ("44556", "first player wins in 1 move"),
        ("445566", "first player wins in 1 move"),
    ],
)
def test_a_win_that_nothing_can_come_before_is_exact(moves: str, words: str) -> None:
    value = Engine().choose(Board(moves=[int(move) - 1 for move in moves]), Limit(nodes=1000)).value
    assert isinstance(value, Exact)
    assert value.words() == words


def test_the_only_column_is_worth_what_ends_the_game_there() -> None:
    assert Engine().choose(Board(Rules(1, 1, 1)), Limit(nodes=9)).value.words().endswith("1 move")
    assert Engine().choose(Board(Rules(1, 1, 2)), Limit(nodes=9)).value.words() == "draw"


def test_a_trap_in_a_lost_position_is_not_given_the_value_of_the_longest_defence() -> None:
    """It was said to lose in 18 moves, which another column does."""
    board = Board(moves=[3, 3, 4, 2])
    choice = Engine().choose(board, Limit(nodes=2_000_000))
    after = Board(moves=[*board.moves, choice.column])
    if isinstance(choice.value, Exact):
        assert -choice.value.score == solve(after).score
    else:
        assert choice.value.words() == "second player wins"
