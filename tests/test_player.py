"""The small protocol behind which every player sits."""

import pytest

from linefall.board import Board
from linefall.errors import LinefallError
from linefall.player import Choice, Guest, Limit, Player, PlayerFault, dismiss, only_person


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


def test_the_only_person_at_a_table_is_found() -> None:
    person, program = Guest("person"), Guest("always", Always())
    assert (only_person((person, program)), only_person((program, person))) == (0, 1)
    assert only_person((person, person)) is None
    assert only_person((program, program)) is None


def test_players_that_run_programs_are_ended_and_others_let_be() -> None:
    class Running(Always):
        ended = 0

        def close(self) -> None:
            self.ended += 1

    running = Guest("running", Running())
    for other in (Guest("person"), Guest("always", Always())):
        dismiss((other, running))
    assert running.player.ended == 2
