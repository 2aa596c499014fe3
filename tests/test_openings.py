"""Openings: drawn by seed, different, undecided, and taken by the programs that can."""

import sys
from pathlib import Path

import pytest

from linefall import bots
from linefall.board import Board
from linefall.errors import LinefallError
from linefall.match import play_match
from linefall.openings import EVEN, FEW_NODES, MANY_NODES, draw_openings, is_balanced, unevenness
from linefall.roster import THINKERS
from linefall.rules import Rules
from linefall.solver import solve

BOARDS = [Rules(), Rules(4, 7, 4), Rules(8, 8, 5), Rules(10, 10, 5), Rules(20, 20, 6)]


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_the_same_seed_draws_the_same_openings_and_another_seed_others(rules: Rules) -> None:
    drawn = draw_openings(rules, 5, seed=3)
    assert drawn == draw_openings(rules, 5, seed=3)
    assert drawn != draw_openings(rules, 5, seed=4)
    assert len(drawn) == 5


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_no_opening_is_over_or_won_at_once(rules: Rules) -> None:
    for moves in draw_openings(rules, 5, seed=1):
        board = Board(rules, moves)
        assert board.outcome() is None
        assert board.winning_moves() == ()


def test_no_two_openings_are_the_same_position_or_its_mirror_image() -> None:
    rules = Rules(5, 4, 4)
    positions = set()
    for moves in draw_openings(rules, 30, seed=1, balanced=lambda board: True):
        mirrored = [rules.columns - 1 - column for column in moves]
        positions |= {Board(rules, moves).bits, Board(rules, mirrored).bits}
        assert len(moves) >= 4
    drawn = draw_openings(rules, 30, seed=1, balanced=lambda board: True)
    symmetric = sum(
        Board(rules, m).bits == Board(rules, [rules.columns - 1 - c for c in m]).bits for m in drawn
    )
    assert len(positions) == 2 * len(drawn) - symmetric


def test_the_openings_of_the_usual_board_are_draws_and_all_different() -> None:
    """Every one is solved again, by a solver that is not ours."""
    from bitbully import BitBully
    from bitbully import Board as OtherBoard

    solver = BitBully()
    drawn = draw_openings(Rules(), 1000, seed=5)
    assert len(drawn) > 300
    positions = set()
    for moves in drawn:
        board, mirrored = Board(Rules(), moves), Board(Rules(), [6 - column for column in moves])
        assert board.outcome() is None
        assert board.winning_moves() == ()
        assert solver.mtdf(OtherBoard(list(moves))) == 0
        positions.add(min(board.bits, mirrored.bits))
    assert len(positions) == len(drawn)
    assert [len(moves) for moves in drawn] == sorted(len(moves) for moves in drawn)


def test_the_solver_tells_a_draw_from_a_win() -> None:
    rules = Rules(4, 7, 4)
    assert is_balanced(Board(rules, (3, 3, 3, 3)))
    assert not is_balanced(Board(rules, (2, 0, 3, 0)))  # to have three, open on both sides
    assert not is_balanced(Board(rules, (2, 0, 3, 0, 4)))  # a double threat
    assert not is_balanced(Board(rules, (2, 0, 3, 0, 4, 0)))  # a win at once
    assert not is_balanced(Board(rules, (2, 0, 3, 0, 4, 0, 5)))  # over


@pytest.mark.parametrize("moves", [(3, 3, 1, 4), (5, 5, 1, 1)])
def test_an_opening_that_is_won_is_not_even_at_the_second_look(moves: tuple[int, ...]) -> None:
    board = Board(Rules(7, 7, 4), moves)
    assert unevenness(board, FEW_NODES) <= EVEN < unevenness(board, MANY_NODES)
    assert solve(board, weak=True).result == "win"


@pytest.mark.parametrize("rules", [Rules(8, 8, 4), Rules(10, 10, 5), Rules(20, 20, 6)], ids=str)
def test_the_engine_takes_openings_that_are_more_even_than_most(rules: Rules) -> None:
    """A board may favour a side, as 8x8x4 does: a beginning by chance is seldom so even.

    On 20x20x6 most are: there a few points are no difference.
    """
    anything = draw_openings(rules, 20, seed=2, balanced=lambda board: True)
    by_chance = sorted(unevenness(Board(rules, moves), MANY_NODES) for moves in anything)
    for moves in draw_openings(rules, 5, seed=2):
        more_even = max(min(EVEN, by_chance[10]), EVEN / 10)
        assert unevenness(Board(rules, moves), MANY_NODES) <= more_even
        assert len(moves) in range(4, 33 if rules.cells == 400 else 9, 2)


def test_openings_of_the_largest_boards_are_not_endless() -> None:
    [moves] = draw_openings(Rules(60, 60, 12), 1, seed=1)
    assert len(moves) in range(4, 41, 2)


@pytest.mark.parametrize("rules", [Rules(100, 100, 10), Rules(60, 60, 12)], ids=str)
def test_the_largest_boards_are_even_and_have_even_openings(rules: Rules) -> None:
    """They had none, and two programs without dice played one game for ever.

    What every empty cell was thought to be worth too much had added up.
    """
    assert unevenness(Board(rules), MANY_NODES) < EVEN / 5
    [moves] = draw_openings(rules, 1, seed=1)
    assert unevenness(Board(rules, moves), MANY_NODES) <= EVEN


def test_a_board_that_favours_one_side_has_openings_as_even_as_itself() -> None:
    rules = Rules(9, 9, 5)
    empty = unevenness(Board(rules), MANY_NODES)
    assert empty > EVEN
    for moves in draw_openings(rules, 3, seed=1):
        assert unevenness(Board(rules, moves), MANY_NODES) <= empty


def test_a_board_on_which_all_is_won_has_no_openings() -> None:
    assert draw_openings(Rules(9, 9, 3), 3, seed=7) == []


def test_asking_for_more_openings_keeps_those_before() -> None:
    for rules in (Rules(), Rules(4, 7, 4), Rules(8, 8, 4)):
        assert draw_openings(rules, 4, seed=2)[:2] == draw_openings(rules, 2, seed=2)


@pytest.mark.parametrize("rules", [Rules(1, 1, 1), Rules(1, 7, 4), Rules(3, 3, 3)], ids=str)
def test_a_tiny_board_has_no_openings(rules: Rules) -> None:
    assert draw_openings(rules, 5) == []


@pytest.mark.parametrize("columns", [32, 36])
def test_a_solver_of_a_board_of_one_row_gets_the_memory_that_it_needs(columns: int) -> None:
    for moves in draw_openings(Rules(1, columns, 4), 2):
        assert Board(Rules(1, columns, 4), moves).outcome() is None


def test_a_board_with_few_beginnings_gives_what_it_has_and_ends() -> None:
    drawn = draw_openings(Rules(50, 1, 4), 5)
    assert len(drawn) <= 5
    assert draw_openings(Rules(), 3, balanced=lambda board: False) == []


@pytest.mark.parametrize("rules", [Rules(4, 7, 4), Rules(5, 6, 4), Rules(6, 5, 3)], ids=str)
def test_the_openings_of_small_boards_are_draws(rules: Rules) -> None:
    """The engine's eye had let openings of 4x7x4 pass that the second side has lost."""
    for moves in draw_openings(rules, 10, seed=7):
        assert solve(Board(rules, moves), weak=True).result == "draw"


PROGRAMS = Path(__file__).parent / "programs"
TAKERS = [
    *(f"@{name}" for name in (*bots.NAMES, *THINKERS)),
    f"kaggle:{PROGRAMS / 'kaggle_agent.py'}",
    f"riddles:{sys.executable} {PROGRAMS / 'riddles_bot.py'}",
]


@pytest.mark.parametrize("program", TAKERS)
@pytest.mark.parametrize("opening", [(0, 1, 1, 0), (0, 1, 1)])
def test_programs_that_take_openings_go_on_from_them_in_both_seats(
    program: str, opening: tuple[int, ...]
) -> None:
    for first in (0, 1):
        record = play_match(
            program, "@left", Rules(3, 4, 3), 5.0, first=first, opening=opening, ready=20.0
        )
        assert record.verdict.cause in ("line", "draw"), record.verdict.sentence
        assert record.opening == len(opening)
        assert record.moves[: len(opening)] == opening
        assert record.times[: len(opening)] == (None,) * len(opening)
        assert all(record.times[len(opening) :])
        assert record.check() == ()


def test_a_program_that_is_not_known_to_take_openings_is_never_sent_one() -> None:
    plain = str(PROGRAMS.parent / "picky.py")
    record = play_match(plain, "@left", Rules(4, 5, 4), 5.0, opening=(3, 3))
    assert (record.opening, record.verdict.cause) == (0, "line")
    asked = play_match(f"openings:{plain}", "@left", Rules(4, 5, 4), 5.0, opening=(3, 3))
    assert (asked.opening, asked.verdict.cause) == (2, "crash")  # it reads five words


def test_an_opening_must_leave_a_game_to_play() -> None:
    with pytest.raises(LinefallError, match="the game is over after it"):
        play_match("@left", "@left", Rules(1, 3, 1), opening=(0,))
    with pytest.raises(LinefallError):
        play_match("@left", "@left", Rules(1, 3, 2), opening=(7,))
