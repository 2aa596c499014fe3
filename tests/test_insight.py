"""What is proved about positions: never more than brute force confirms."""

import pytest

from linefall.insight import Patience, near_analyst
from linefall.rules import Rules
from test_review import GAME_IDS, GAMES, brute_values, random_game


def test_where_positions_in_a_row_are_not_proved_those_before_get_less_time() -> None:
    """A long game on a large board took five seconds for each of its moves."""
    patience, given = Patience(5.0), []
    for proved in (True, False, False, False, False, True, False):
        given.append(patience.seconds)
        patience.note(proved=proved)
    assert given == [5, 5, 5, 5, 0.5, 0.5, 5]
    endless = Patience(None)
    for _ in range(9):
        endless.note(proved=False)
    assert endless.seconds is None


@pytest.mark.parametrize(("rules", "seed"), GAMES, ids=GAME_IDS)
@pytest.mark.unwatched
def test_what_the_next_discs_decide_agrees_with_brute_force(rules: Rules, seed: int) -> None:
    board = random_game(rules, seed)
    while board.moves:
        board.undo()
        values, insight = brute_values(board.copy()), near_analyst(board)
        assert insight.bounds.keys() == values.keys()
        for column, score in values.items():
            known = insight.bounds[column]
            assert known.lower <= score <= known.upper
            assert (column in insight.values) == known.exact
            if abs(score) >= (rules.cells + 2 - board.plies - 2) // 2 and score:
                assert known.exact  # a line within two discs is always seen
