"""Which moves kept the result: proved moves only, and never more time than was given."""

from linefall.blunders import BOARD, Reviewer
from linefall.board import Board
from linefall.record import GameRecord
from linefall.rules import Rules
from linefall.solver import solve

OPENING = (3, 3, 3, 3, 3, 2, 2, 2, 2, 4, 4, 4, 4, 2)


def played(*moves: int) -> GameRecord:
    return GameRecord(BOARD, moves=(*OPENING, *moves), opening=len(OPENING))


def result_of(record: GameRecord, count: int) -> str:
    board = Board(BOARD, record.moves[:count])
    outcome = board.outcome()
    if outcome is not None:
        return "draw" if outcome.winner is None else "loss"
    return solve(board, weak=True, memory="16M").result


def test_each_move_is_counted_as_the_solver_says():
    record = played(0, 0, 6, 6, 0, 6)
    found = Reviewer(seconds=60).look(record)
    turned = {"win": "loss", "loss": "win", "draw": "draw"}
    values = {count: result_of(record, count) for count in range(14, 21)}
    changed = [place for place in range(14, 20) if values[place] != turned[values[place + 1]]]
    assert found.complete
    assert found.proved == (3, 3)
    assert sum(found.kept) == 6 - len(changed)
    assert found.blunder == (changed[0] if changed else None)


def test_moves_of_the_opening_are_nobodys():
    assert Reviewer(seconds=5).look(played()) is None


def test_other_boards_are_not_looked_at():
    assert Reviewer(seconds=5).look(GameRecord(Rules(4, 4, 4), moves=(0,))) is None


def test_nothing_is_asked_once_the_time_is_up():
    now = [0.0]
    reviewer = Reviewer(seconds=1, clock=lambda: now[0])
    assert reviewer.look(played(0, 0, 0)) is not None
    now[0] = 1.0
    assert reviewer.look(played(0, 0, 0)) is None
