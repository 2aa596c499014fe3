"""The small protocol behind which every player sits."""

import pytest

from linefall.board import Board
from linefall.errors import LinefallError
from linefall.player import Choice, Limit, Player, PlayerFault


class Always:
    """Plays the same column as long as it can."""

    name = "always"

    def choose(self, board: Board, limit: Limit) -> Choice:
        return Choice(board.open_columns[0])


def test_anything_with_a_name_that_chooses_is_a_player() -> None:
    player: Player = Always()
    assert isinstance(player, Player)
    assert player.choose(Board(), Limit()).column == 0
    assert not isinstance(object(), Player)


@pytest.mark.parametrize("limit", [{"seconds": 0}, {"seconds": -1.0}, {"seconds": float("nan")}])
def test_a_limit_that_leaves_no_move_is_refused(limit) -> None:
    with pytest.raises(ValueError, match="possible: more than 0"):
        Limit(**limit)
    for nodes in (0, 2**63, 10**400):
        with pytest.raises(ValueError, match="possible: 1 to "):
            Limit(nodes=nodes)


def test_a_choice_knows_as_much_as_its_player_says() -> None:
    assert Choice(3) == Choice(3, value=None, depth=None, nodes=None, line=(), seconds=None)


def test_a_fault_carries_the_cause_and_a_sentence() -> None:
    fault = PlayerFault("crash", "it ended.")
    assert isinstance(fault, LinefallError)
    assert (fault.cause, fault.sentence, str(fault)) == ("crash", "it ended.", "it ended.")
