"""The desk that consoles share: seats, watchers, bots, and every preset by words."""

import contextlib
import random

import pytest

from linefall.board import Board
from linefall.cli.guests import invite
from linefall.console import Console
from linefall.desk import Desk, Hall
from linefall.game import Phase
from linefall.house import PRESETS
from linefall.perfect import Perfect
from linefall.player import Choice, Guest, Limit, PlayerFault
from linefall.rules import Rules
from linefall.series import Series
from test_console import EMPTY, NUMBERS, errors, lines, moves, started

PERSON = Guest("person")


def test_two_callers_at_one_desk_see_the_same_game_and_keep_to_their_seats() -> None:
    hall = Hall()
    first = started(desk=hall.open(), hall=hall)
    second = started(desk=hall.open(), hall=hall)
    assert lines(first, "DESK") == ["desk 1"]
    assert lines(second, "1 JOIN") == [*EMPTY, "you are Player 2; it is Player 1's turn"]
    assert first.take() == b"another player joined\nyou are Player 1; it is your turn\n"
    assert lines(second, "4 ADD") == ["error: it is Player 1's turn, not yours"]
    said = lines(first, "4 ADD")
    assert second.take().decode().splitlines() == said
    assert lines(second, "4 ADD")[-3] == "| | | |@| | | |"


def test_what_follows_join_on_its_line_waits_until_the_console_works_at_the_new_desk() -> None:
    hall = Hall()
    first, second = (started(desk=hall.open(), hall=hall) for _ in range(2))
    lines(first, "4 ADD")
    second.receive(b"1 JOIN 7 ADD\n6 ADD\n")
    assert second.work() == b""
    assert first.take().startswith(b"another player joined\n")
    assert (second.desk, second.waits, moves(first)) == (first.desk, True, (3,))
    said = second.work().decode().splitlines()
    assert said.count(NUMBERS) == 2
    assert errors(said) == ["error: it is Player 1's turn, not yours"]
    assert (second.waits, moves(first)) == (False, (3, 6))


def test_a_third_caller_watches() -> None:
    hall = Hall()
    callers = [started(desk=hall.open(), hall=hall) for _ in range(3)]
    assert lines(callers[1], "1 JOIN")[-1] == "you are Player 2; it is Player 1's turn"
    assert lines(callers[2], "1 JOIN") == [*EMPTY, "others play here, you watch"]
    assert callers[1].take() == b"another player joined\n"
    for word in ("4 ADD", "NEW", "UNDO", "RESIGN"):
        assert lines(callers[2], word) == ["error: others play here, you watch"]
    lines(callers[0], "4 ADD")
    assert b"|O|" in callers[2].take()


def test_a_question_is_answered_by_the_player_who_was_asked() -> None:
    """The opponent's and a watcher's NO took the mover's disc back and spent one of its redos."""
    hall = Hall(lambda: Desk(Series(PRESETS["classic"])))
    first, second, third = (started(desk=hall.open(), hall=hall) for _ in range(3))
    for caller in (second, third):
        lines(caller, "1 JOIN")
    turn, watches = (
        "error: it is Player A's turn, not yours",
        "error: others play here, you watch",
    )
    for caller, said in ((second, turn), (third, watches)):
        assert lines(caller, "0 SYMBOL")[-1] == said
    lines(first, "1 SYMBOL 4 ADD")
    for word in ("NO", "YES"):
        for caller, said in ((second, turn), (third, watches)):
            assert lines(caller, word)[-1] == said
    game = first.desk.series.game
    assert (game.phase, game.redos_left) == (Phase.SURE, (3, 3))
    assert errors(lines(first, "YES")) == []
    assert errors(lines(second, "4 ADD NO")) == []
    assert game.redos_left == (3, 2)


def test_a_redo_counts_against_whoever_asks_for_it() -> None:
    """The opponent's UNDO spent the mover's redos, and one too many lost the mover the game."""
    hall = Hall(lambda: Desk(Series(PRESETS["bitmap"])))
    first, second = (started(desk=hall.open(), hall=hall) for _ in range(2))
    lines(second, "1 JOIN")
    lines(first, "0 SYMBOL 4 ADD")
    game = first.desk.series.game
    before = game.redos_left
    for _ in range(4):
        lines(second, "UNDO")
    assert (game.redos_left, moves(first), game.phase) == (before, (4,), Phase.TURN)
    lines(first, "UNDO")
    assert game.redos_left == (before[0] - 1, before[1])
    assert moves(first) == ()


def test_where_a_program_has_a_seat_there_is_one_for_a_person() -> None:
    """Whoever came second took the seat of the first, who was told that it was not their turn."""
    left = invite("left", random.Random(1))
    hall = Hall(lambda: Desk(guests=(left, PERSON)))
    first, second = (started(desk=hall.open(), hall=hall) for _ in range(2))
    first.desk.think()
    lines(second, "1 JOIN")
    assert lines(second, "4 ADD")[-1] == "error: others play here, you watch"
    assert errors(lines(first, "4 ADD")) == []
    lines(first, "BYE")
    assert second.take().endswith(b"\nPlayer 2 left\nyou are Player 2; it is your turn\n")
    assert errors(lines(second, "4 ADD")) == []
    assert moves(second) == (0, 3, 0, 3, 0)


def test_who_leaves_frees_the_seat_and_the_game_goes_on() -> None:
    hall = Hall()
    first = started(desk=hall.open(), hall=hall)
    second = started(desk=hall.open(), hall=hall)
    lines(second, "1 JOIN")
    lines(first, "4 ADD BYE")
    assert errors(lines(second, "3 ADD 2 ADD")) == []
    assert moves(second) == (3, 2, 1)


def test_who_watched_takes_the_free_seat_and_the_other_player_keeps_theirs() -> None:
    """The seats used to move up: player 2 became player 1 in the middle of the game."""
    hall = Hall()
    first, second, third = (started(desk=hall.open(), hall=hall) for _ in range(3))
    for caller in (second, third):
        lines(caller, "1 JOIN")
    lines(first, "4 ADD BYE")
    assert second.take().endswith(b"\nPlayer 1 left\n")
    told = b"\nPlayer 1 left\nyou are Player 1; it is Player 2's turn\n"
    assert third.take().endswith(told)
    assert lines(third, "4 ADD") == ["error: it is Player 2's turn, not yours"]
    assert errors(lines(second, "3 ADD")) == []
    assert errors(lines(third, "2 ADD")) == []
    assert moves(second) == (3, 2, 1)


def test_who_joins_a_game_that_waits_for_no_move_hears_no_turn() -> None:
    hall = Hall(lambda: Desk(Series(PRESETS["bitmap"])))
    first, second = (started(desk=hall.open(), hall=hall) for _ in range(2))
    asked = "Player 1 chooses: 0 SYMBOL for yellow, 1 SYMBOL for red"
    assert lines(second, "1 JOIN")[-2:] == [asked, "you are Player 2"]
    lines(first, "0 SYMBOL RESIGN")
    third = started(desk=hall.open(), hall=hall)
    lines(second, "BYE")
    assert lines(third, "1 JOIN")[-1] == "you are Player 2"


def test_where_programs_play_both_sides_nobody_is_called_a_player() -> None:
    left = invite("left", random.Random(1))
    hall = Hall(lambda: Desk(guests=(left, left)))
    first, second = (started(desk=hall.open(), hall=hall) for _ in range(2))
    assert lines(second, "1 JOIN")[-1] == "others play here, you watch"
    lines(first, "BYE")
    assert second.take() == b""
    assert errors(lines(second, "NEW")) == []


@pytest.mark.parametrize("typed", ["9 JOIN", "JOIN", "2 JOIN"])
def test_a_desk_that_is_not_there_or_ones_own_cannot_be_joined(typed: str) -> None:
    hall = Hall()
    started(desk=hall.open(), hall=hall)
    caller = started(desk=hall.open(), hall=hall)
    assert len(errors(lines(caller, typed))) == 1


def test_a_desk_that_everybody_left_is_forgotten() -> None:
    hall = Hall()
    first = started(desk=hall.open(), hall=hall)
    second = started(desk=hall.open(), hall=hall)
    first.leave()
    assert lines(second, "1 JOIN") == ["error: there is no desk 1"]


def test_a_desk_is_not_closed_before_anybody_has_come() -> None:
    hall = Hall()
    desk = hall.open()
    hall.close_empty()
    assert hall.desk(1) is desk
    console = started(desk=desk, hall=hall)
    hall.close_empty()
    assert hall.number(desk) == 1
    console.leave()
    hall.close_empty()
    assert (hall.desk(1), hall.number(desk)) == (None, 0)


def against(name: str, house: str = "console", seat: int = 1) -> Console:
    """Opens a console where a bot has one of the seats."""
    bot = invite(name, random.Random(1))
    guests = (bot, PERSON) if seat == 0 else (PERSON, bot)
    return started(desk=Desk(Series(PRESETS[house]), guests))


def test_a_bot_answers_at_once() -> None:
    console = against("left")
    assert lines(console, "4 ADD").count(NUMBERS) == 2
    assert moves(console) == (3, 0)


def test_a_bot_in_the_first_seat_starts() -> None:
    assert moves(against("left", seat=0)) == (0,)


def test_undo_against_a_bot_takes_both_discs_off() -> None:
    console = against("left")
    lines(console, "4 ADD 5 ADD")
    assert lines(console, "UNDO").count(NUMBERS) == 1
    assert moves(console) == (3, 0)


def test_undo_before_the_own_first_disc_is_one_error_line() -> None:
    """The program's disc was taken off and dropped again at once."""
    console = against("left", seat=0)
    assert lines(console, "UNDO") == ["error: there is no move to take back"]
    assert moves(console) == (0,)


def test_undo_against_a_bot_never_costs_the_bot_its_redos() -> None:
    console = against("left", "bitmap")
    lines(console, "0 SYMBOL")
    lines(console, "4 ADD")
    assert lines(console, "UNDO") == ["error: the move before was answered"]


def test_a_program_that_cannot_forget_a_move_is_asked_for_no_redo() -> None:
    """A disc was taken off, and where the program played another move again the game was stuck."""
    console = against("minimax")
    with contextlib.closing(console.desk):
        lines(console, "4 ADD")
        before = moves(console)
        assert lines(console, "UNDO") == ["error: minimax cannot take a move back"]
        assert (len(before), moves(console)) == (2, before)
        lines(console, "NEW 4 ADD")
        assert moves(console) == before


# ------------------------------------------------------------------------- every preset, by words


def at(house: str) -> Console:
    return started(desk=Desk(Series(PRESETS[house])))


def test_classic_by_words_chooses_symbols_asks_whether_sure_and_counts_slips() -> None:
    console = Console(Desk(Series(PRESETS["classic"])))
    assert b"Player A chooses: 0 SYMBOL for O, 1 SYMBOL for X" in console.start()
    assert lines(console, "1 SYMBOL")[0] == "Player A has X, Player B has O."
    assert lines(console, "4 ADD")[-1] == "are you sure? YES or NO"
    assert moves(console) == (3,)
    lines(console, "NO")
    assert moves(console) == ()
    lines(console, "4 ADD YES")
    assert errors(lines(console, "9 ADD"))[0].endswith("; 2 slips left")
    for _ in range(3):
        said = lines(console, "9 ADD")
    assert said[-2:] == [
        "Player B made one slip too many: there is no column 9.",
        "Player A won",
    ]
    lines(console, "NEW")
    assert console.desk.series.score == (1, 0)


def test_shapes_by_words_counts_from_0() -> None:
    console = at("shapes")
    assert lines(console, "1 ADD 0 ADD 1 ADD 2 ADD 1 ADD 3 ADD 1 ADD")[-1] == "winner: red"


def test_connectx_by_words_loses_by_an_illegal_move() -> None:
    assert lines(at("connectx"), "7 ADD")[-1] == "Player B won"


@pytest.mark.parametrize(("lot", "said"), [(0, "Player A (X) starts"), (1, "Player B (O) starts")])
def test_who_starts_is_told_where_it_is_drawn_by_lot(lot: int, said: str) -> None:
    """Nobody could know whose disc the first ADD would drop."""
    console = Console(Desk(Series(PRESETS["connectx"], lot=lambda: lot)))
    assert console.start().decode().splitlines()[-1] == said
    assert lines(console, "BOARD")[-1] == " 0 1 2 3 4 5 6"
    assert lines(console, "NEW")[-1] == said


def test_who_starts_is_told_once_the_starter_has_chosen_a_colour() -> None:
    console = Console(Desk(Series(PRESETS["bitmap"], lot=lambda: 1)))
    assert b"starts" not in console.start()
    assert lines(console, "1 SYMBOL")[-1] == "Player 2 (R) starts"


@pytest.mark.parametrize("house", ["shapes", "console"])
def test_who_starts_is_not_told_where_it_is_always_the_same(house: str) -> None:
    console = Console(Desk(Series(PRESETS[house])))
    said = console.start() + console.feed(b"1 ADD NEW\n")
    assert b"starts" not in said


def test_bitmap_by_words_resigns() -> None:
    console = at("bitmap")
    lines(console, "0 SYMBOL")
    assert lines(console, "RESIGN") == ["Player 1 resigned.", "Player 2 won"]


class Watched:
    """Is a player that notes how long it may think, and that it was sent home."""

    name = "watched"

    def __init__(self) -> None:
        self.limits: list[Limit] = []
        self.closed = False

    def choose(self, board: Board, limit: Limit) -> Choice:
        self.limits.append(limit)
        return Choice(board.open_columns[0])

    def close(self) -> None:
        self.closed = True


def test_each_seat_has_its_own_limit() -> None:
    """A player in the second seat had the limit of the first, which a person has not."""
    player, limit = Watched(), Limit(seconds=10)
    console = started(desk=Desk(guests=(PERSON, Guest("watched", player, limit))))
    lines(console, "4 ADD")
    assert player.limits == [limit]


def test_programs_end_with_the_desk_that_nobody_looks_at_any_more() -> None:
    """They lived on until the server ended."""
    player = Watched()
    hall = Hall(lambda: Desk(guests=(PERSON, Guest("watched", player))))
    console = started(desk=hall.open(), hall=hall)
    lines(console, "4 ADD")
    assert not player.closed
    lines(console, "BYE")
    assert player.closed


def test_the_perfect_player_says_once_that_it_could_not_prove_a_move() -> None:
    series = Series(PRESETS["connectx"], Rules(20, 20, 5))
    perfect = Guest("perfect", Perfect(), Limit(seconds=0.05))
    console = started(desk=Desk(series, (PERSON, perfect)))
    said = lines(console, "1 ADD 2 ADD")
    assert len(moves(console)) == 4
    assert [line for line in said if "prove" in line] == [
        "perfect could not prove this move in time and plays as the engine would."
    ]


class Broken:
    """Is a player that never chooses."""

    name = "broken"

    def choose(self, board: object, limit: Limit) -> Choice:
        raise PlayerFault("crash", "It ended in the middle of the game.")


def test_a_player_that_breaks_loses_and_the_game_is_over() -> None:
    console = started(desk=Desk(guests=(PERSON, Guest("broken", Broken()))))
    assert lines(console, "4 ADD")[-2:] == ["It ended in the middle of the game.", "Player 1 won"]
