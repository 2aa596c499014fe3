"""Players that are no persons, at every kind of table."""

import io
import random

import pytest

from linefall import terminal
from linefall.board import Board
from linefall.cli.guests import invite
from linefall.console import Console
from linefall.desk import Desk
from linefall.events import Drop, Forfeit
from linefall.house import PRESETS, HouseRules
from linefall.player import Choice, Guest, Limit, PlayerFault
from linefall.score import Exact, Guess
from linefall.screen import Screen
from linefall.series import Series
from linefall.thinkers import Doubts, answer, intention, no_redo, think
from linefall.window import table as window


@pytest.mark.parametrize(
    ("house", "mark"),
    [
        (PRESETS["classic"], "X"),
        (PRESETS["bitmap"], "Y"),
        (HouseRules("lots", chooser="lot"), "X"),
        (HouseRules("signs", chooser="lot", symbols=("#", "o")), "#"),
    ],
)
def test_a_program_takes_the_same_mark_at_the_desk_the_terminal_and_the_window(
    house: HouseRules, mark: str
) -> None:
    """Each had a rule of its own, and two of them took O where X was the first mark."""
    program, person = invite("left", random.Random(1)), Guest("person")
    at_desk, at_terminal, at_window = (Series(house) for _ in range(3))
    Console(Desk(at_desk, (program, person))).start()
    screen, nothing_typed = Screen(io.StringIO(), plain=True, colour=False), io.StringIO()
    terminal.TerminalGame(
        at_terminal, (program, person), screen=screen, source=nothing_typed, look=None
    ).run()
    window.Table(at_window, guests=(program, person))
    assert [series.mark_of(0) for series in (at_desk, at_terminal, at_window)] == [mark] * 3


class Prover:
    """Is trusted to prove its moves; it drops a disc on the board that it is given."""

    name = "prover"
    proves = True

    def choose(self, board: Board, limit: Limit) -> Choice:
        if board.plies:
            raise PlayerFault("crash", "It ended.")
        board.drop(3)
        return Choice(3)


def test_a_player_thinks_about_a_copy_and_its_fault_is_what_it_found() -> None:
    series = Series(PRESETS["console"])
    series.begin()
    found = think(Prover(), series.game.board, Limit())
    assert (found, series.game.board.plies) == (Choice(3), 0)
    assert intention(series, found) == Drop(3)
    series.do(Drop(3))
    fault = think(Prover(), series.game.board, Limit())
    assert intention(series, fault) == Forfeit(1, "crash", "It ended.")


def test_a_player_is_sure_and_leaves_a_column_to_thought() -> None:
    series = Series(PRESETS["classic"])
    series.begin()
    asked = []
    for wanted in (answer(series), Drop(0)):
        asked.append(answer(series))
        series.do(wanted)
    assert [str(one) for one in (*asked, answer(series))] == [
        "ChooseSymbol(symbol=1)",
        "None",
        "Sure(yes=True)",
    ]


def test_a_proof_that_is_lacking_is_told_once() -> None:
    doubts, guessed = Doubts(), Choice(0, value=Guess(1.0, side=0))
    proved = Choice(0, value=Exact.from_score(0, Board()))
    assert doubts.about(Prover(), proved) == ""
    assert doubts.about(Prover(), PlayerFault("time", "It was late.")) == ""
    assert doubts.about(invite("left", random.Random(1)).player, guessed) == ""
    assert doubts.about(Prover(), guessed).startswith("prover could not prove this move")
    assert doubts.about(Prover(), guessed) == ""


def test_who_cannot_forget_a_move_is_named() -> None:
    person = Guest("person")
    assert no_redo((person, person)) == ""
    mule = Guest("mule", forgets=False)
    assert no_redo((person, mule)) == "mule cannot take a move back"
