"""The compiled core as Python sees it; test_agreement.py compares it with the other boards."""

from __future__ import annotations

import ast
import doctest
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nanobind.stubgen import StubGen

from linefall import Board, _core
from linefall._core import Position, count_positions, perft, random_playouts
from slow import SlowGame

STUB = Path(__file__).parents[1] / "src/linefall/_core.pyi"


@st.composite
def positions(draw: st.DrawFn, limit: int = 40) -> Position:
    """Draws a position of a small, wide, tall or big board, reached by moves."""
    rows = draw(st.integers(1, limit))
    columns = draw(st.integers(1, limit))
    position = Position(rows, columns, draw(st.integers(1, 6)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 60))):
        if not position.is_over:
            position.drop(rng.choice(position.open_columns()))
    return position


def same_rules(position: Position) -> tuple[int, int, int]:
    return position.rows, position.columns, position.connect


# ---- positions


def test_a_game_is_played_taken_back_and_won() -> None:
    position = Position(moves=[3, 4, 3, 4, 3, 4])
    assert position.winning_moves() == (3,)
    assert position.winning_moves(1) == (4,)
    assert position.drop(3) == 3
    assert position.is_over
    assert position.winner == 0
    assert position.open_columns() == ()
    assert position.lines() == {"vertical": ((3, 0), (3, 1), (3, 2), (3, 3))}
    assert position.undo() == 3
    assert position.winner is None
    assert position.moves == (3, 4, 3, 4, 3, 4)
    assert position.disc(4, 2) == 1
    assert position.disc(4, 3) is None


@given(positions())
def test_the_key_is_the_movers_discs_and_a_mark_above_each_pile(position: Position) -> None:
    first, second = position.bits
    bottom = sum(1 << column * (position.rows + 1) for column in range(position.columns))
    assert position.key == position.bits[position.to_move] | ((first | second) + bottom)


@given(positions())
def test_a_position_set_up_from_its_discs_is_the_same_but_for_its_moves(position: Position) -> None:
    again = Position.from_bits(*same_rules(position), *position.bits)
    assert again == position
    assert hash(again) == hash(position)
    assert (again.winner, again.lines()) == (position.winner, position.lines())
    assert again.moves == ()
    with pytest.raises(ValueError, match="there is no move to undo"):
        again.undo()


@given(positions())
def test_a_mirror_image_is_the_game_of_mirrored_moves(position: Position) -> None:
    mirror = position.mirror()
    assert mirror.moves == tuple(position.columns - 1 - column for column in position.moves)
    assert mirror == Position(*same_rules(position), moves=mirror.moves)
    assert mirror.winner == position.winner
    assert mirror.mirror() == position


@given(positions(limit=9))
def test_threats_are_the_empty_cells_where_one_disc_completes_a_line(position: Position) -> None:
    slow = SlowGame(*same_rules(position))
    for number, column in enumerate(position.moves):
        slow.drop(column, number % 2)
    for side in (0, 1):
        assert set(position.threats(side)) == set(completing_cells(slow, side))


def completing_cells(slow: SlowGame, side: int) -> list[tuple[int, int]]:
    found = []
    for column in range(slow.columns):
        for row in range(slow.height(column), slow.rows):
            slow.grid[row][column] = side
            if slow.lines_through(column, row):
                found.append((column, row))
            slow.grid[row][column] = None
    return found


def test_a_copy_goes_its_own_way() -> None:
    position = Position(moves=[3])
    copy = position.copy()
    copy.drop(3)
    assert position.moves == (3,)
    assert copy != position
    copy.undo()
    assert copy == position


def test_positions_are_equal_by_rules_and_discs_not_by_the_order_of_moves() -> None:
    assert Position(moves=[0, 1, 2]) == Position(moves=[2, 1, 0])
    assert Position(moves=[0, 1, 2]) != Position(moves=[0, 2, 1])
    assert Position(6, 7, 4) != Position(6, 7, 5)
    assert Position() != "Position"
    assert len({Position(moves=[0, 1, 2]), Position(moves=[2, 1, 0])}) == 1


def test_a_position_shows_its_rules_and_moves() -> None:
    assert repr(Position(6, 7, 4, moves=[3, 3])) == "<Position 6x7x4 after [3, 3]>"


@pytest.mark.parametrize(
    ("misuse", "kind", "message"),
    [
        (lambda: Position(0, 7, 4), ValueError, "from 1 to 100, not 0x7x4"),
        (lambda: Position(6, 7, 101), ValueError, "from 1 to 100, not 6x7x101"),
        (lambda: Position().drop(7), IndexError, "there is no column 7; columns: 0 to 6"),
        (lambda: Position().drop(-1), IndexError, "there is no column -1; columns: 0 to 6"),
        (lambda: Position(2, 2, 3, moves=[0, 0, 0]), ValueError, "0 is full; open columns: 1"),
        (lambda: Position(2, 2, 1, moves=[0, 0]), ValueError, "the game is over"),
        (lambda: Position().undo(), ValueError, "there is no move to undo"),
        (lambda: Position().height(9), IndexError, "there is no column 9"),
        (lambda: Position().disc(0, 6), IndexError, "there is no row 6; rows: 0 to 5"),
        (lambda: Position().threats(2), ValueError, "a side is 0 or 1, not 2"),
        (lambda: Position.from_bits(6, 7, 4, -1, 0), ValueError, "not -1"),
        (lambda: Position.from_bits(6, 7, 4, 1 << 80, 0), ValueError, "from 0 to"),
        (lambda: Position.from_bits(6, 7, 4, 1 << 50, 0), ValueError, "beside the board"),
        (lambda: Position.from_bits(6, 7, 4, 1 << 6, 0), ValueError, "above the board"),
        (lambda: Position.from_bits(6, 7, 4, 2, 0), ValueError, "above an empty cell"),
        (lambda: Position.from_bits(6, 7, 4, 1, 1), ValueError, "both sides have a disc"),
        (lambda: Position.from_bits(6, 7, 4, 0, 1), ValueError, "take turns"),
        (lambda: perft(6, 7, 0, 3), ValueError, "not 6x7x0"),
        (lambda: perft(6, 7, 4, -1), ValueError, "depth is 0 or more, not -1"),
        (lambda: count_positions(6, 7, 4, -1), ValueError, "plies is 0 or more, not -1"),
        (lambda: random_playouts(200, 7, 4, 1), ValueError, "not 200x7x4"),
    ],
)
def test_misuse_is_refused_with_what_was_given_and_possible(misuse, kind, message) -> None:
    with pytest.raises(kind, match=message):
        misuse()


# ---- counting


def test_the_distinct_positions_of_6x7x4_are_those_of_the_literature() -> None:
    counts = [count_positions(6, 7, 4, plies) for plies in range(10)]
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186]


def test_move_sequences_of_6x7x4_are_counted() -> None:
    counts = [perft(6, 7, 4, depth) for depth in range(9)]
    assert counts == [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


def test_boards_beyond_the_bits_are_counted_too() -> None:
    assert perft(100, 100, 30, 3) == 100**3
    assert count_positions(100, 100, 30, 2) == 100**2
    assert perft(100, 100, 1, 2) == 0


def test_the_same_seed_plays_the_same_games() -> None:
    assert random_playouts(6, 7, 4, 1000, seed=5) == random_playouts(6, 7, 4, 1000, seed=5)
    assert random_playouts(6, 7, 4, 1000, seed=5) != random_playouts(6, 7, 4, 1000, seed=6)


def test_every_instruction_set_plays_the_same_games() -> None:
    program = (
        "from linefall._core import instruction_set, random_playouts;"
        "print(instruction_set(), random_playouts(9, 9, 5, 500), random_playouts(30, 30, 6, 5))"
    )
    said = {}
    for level in ("base", "v3", "v4"):
        env = {**os.environ, "LINEFALL_ISA": level}
        said[level] = subprocess.check_output([sys.executable, "-c", program], env=env, text=True)
    assert said["base"].startswith("base ")
    games = {text.partition(" ")[2] for text in said.values()}
    assert games == {f"{random_playouts(9, 9, 5, 500)} {random_playouts(30, 30, 6, 5)}\n"}


# ---- long calls


@pytest.mark.parametrize(
    "call",
    ["perft(9, 9, 5, 60)", "count_positions(9, 9, 5, 60)", "random_playouts(9, 9, 5, 1 << 60)"],
)
def test_ctrl_c_stops_a_long_call(call: str) -> None:
    program = f"from linefall._core import *; print('ready', flush=True); {call}"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=20)
    assert errors.endswith("KeyboardInterrupt\n")


def test_other_threads_run_during_a_long_call() -> None:
    finished = threading.Event()

    def play() -> None:
        random_playouts(6, 7, 4, 500_000)
        finished.set()

    worker = threading.Thread(target=play)
    worker.start()
    turns = 0
    while not finished.wait(0.001):
        turns += 1
    worker.join()
    assert turns > 10


def test_a_search_among_full_columns_is_refused():
    full = Board(moves=[0] * 6)
    search = _core.Search(6, 7, 4)
    with pytest.raises(ValueError, match="none of the columns is open"):
        search.search(*full.bits, [0], nodes=100)
    assert search.search(*full.bits, [0, 1], nodes=100)[0] == 1


def test_a_search_serves_one_thread_at_a_time() -> None:
    """It could be told to forget, or given other weights, while it was at work."""
    search = _core.Search(6, 7, 4)
    worker = threading.Thread(target=search.search, args=(0, 0), kwargs={"seconds": 0.3})
    worker.start()
    said = set()
    while worker.is_alive():
        for call in (search.forget, lambda: search.set("tempo", 50)):
            try:
                call()
            except RuntimeError as error:
                said.add(str(error))
        time.sleep(0.01)
    assert said == {"this search is at work in another thread"}


@pytest.mark.parametrize("seconds", [1e10, 1e300])
def test_a_limit_of_centuries_is_not_over_at_once(seconds: float) -> None:
    """A deadline beyond the range of the clock came out in the past."""
    assert _core.Search(6, 7, 4, 1 << 20).search(0, 0, depth=8, seconds=seconds)[2] == 8
    assert _core.Solver(5, 5, 4, 1 << 20).solve(0, 0, -12, 13, seconds=seconds)[:2] == (0, 0)


# ---- the stub


def test_the_stub_says_what_the_module_holds() -> None:
    """Fails after a change of the bindings; `make stub` writes it anew."""
    generator = StubGen(_core)
    generator.put(_core)
    assert ast.dump(ast.parse(generator.get())) == ast.dump(ast.parse(STUB.read_text()))


def test_every_public_name_of_the_core_has_an_example_or_a_sentence() -> None:
    for name, member in vars(_core).items():
        if not name.startswith("_"):
            assert member.__doc__, name


def test_the_examples_in_the_core_run() -> None:
    names = vars(_core).copy()
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner()
    for name in ("Position", "perft", "count_positions", "random_playouts"):
        test = parser.get_doctest(names[name].__doc__, names, name, None, 0)
        assert test.examples
        assert runner.run(test).failed == 0
