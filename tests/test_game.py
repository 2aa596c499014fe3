"""One game under house rules: intentions in, events out, and nothing else."""

import dataclasses
import json
import random
from collections.abc import Iterator

import pytest

from linefall.board import Board
from linefall.errors import RecordError
from linefall.events import (
    Drawn,
    Drop,
    Dropped,
    Event,
    Forfeit,
    GameIntention,
    Redo,
    Redone,
    RedoRefused,
    Refused,
    Resign,
    Slip,
    Slipped,
    Started,
    Sure,
    SureAsked,
    Turn,
    Won,
    event_from_json,
    event_to_json,
)
from linefall.game import Game, Phase
from linefall.house import CASUAL, PRESETS, HouseRules
from linefall.notation import cell_index
from linefall.record import GameRecord, Seat
from linefall.rules import Rules
from positions import careful_board

CLASSIC, SHAPES, CONSOLE, CONNECTX, BITMAP = PRESETS.values()


def a_draw(rules: Rules = CLASSIC.board) -> list[int]:
    """Gives a game that fills the board without a line."""
    return list(careful_board(rules, rules.cells, random.Random(1)).moves)


def play(game: Game, columns: list[int]) -> tuple[Event, ...]:
    """Drops discs, sure each time it is asked; gives the events of the last drop."""
    events: tuple[Event, ...] = ()
    for column in columns:
        events = game.do(Drop(column))
        if game.phase is Phase.SURE:
            events += game.do(Sure(yes=True))
    return events


def kinds(events: tuple[Event, ...]) -> list[type[Event]]:
    return [type(event) for event in events]


# ------------------------------------------------------------------------------------- a drop


def test_a_disc_drops_and_the_turn_passes() -> None:
    game = Game(SHAPES)
    assert game.do(Drop(2)) == (Dropped(0, 2, 0), Turn(1))
    assert game.drop(2) == (Dropped(1, 2, 1), Turn(0))


def test_the_player_who_starts_may_be_the_second() -> None:
    game = Game(CONNECTX, start=1)
    assert game.events == (Started(1, "6x7x4", 1), Turn(1))
    assert game.drop(0) == (Dropped(1, 0, 0), Turn(0))
    assert [game.player_of(side) for side in (0, 1)] == [1, 0]


def test_a_line_wins_with_all_its_cells_and_a_sentence() -> None:
    game = Game(CONNECTX, start=1)
    events = play(game, [0, 1, 0, 1, 0, 1, 0])
    assert kinds(events) == [Dropped, Won]
    won = events[1]
    assert isinstance(won, Won)
    assert (won.player, won.cause) == (1, "line")
    assert [cell_index(cell, game.rules) for cell in won.cells] == [0, 7, 14, 21]
    assert won.sentence == "Player B has 4 in line (vertical)."
    assert game.verdict is not None
    assert (game.verdict.winner, game.verdict.cause) == (1, "line")


def test_a_line_longer_than_four_is_won_with_every_cell() -> None:
    game = Game(CONNECTX)
    events = play(game, [0, 0, 1, 1, 2, 2, 4, 4, 5, 5, 3])
    won = events[-1]
    assert isinstance(won, Won)
    assert len(won.cells) == 6
    assert won.sentence == "Player A has 6 in line (horizontal)."


def test_a_full_board_without_a_line_is_a_draw() -> None:
    game = Game(CONNECTX)
    events = play(game, a_draw())
    assert kinds(events) == [Dropped, Drawn]
    assert game.verdict is not None
    assert (game.verdict.winner, game.verdict.cause) == (None, "draw")


def test_a_line_with_the_last_disc_wins_and_is_no_draw() -> None:
    game = Game(CONNECTX, Rules(1, 3, 1))
    assert isinstance(game.drop(1)[-1], Won)
    game = Game(CONNECTX, Rules(2, 2, 2))
    assert isinstance(play(game, [0, 1, 0])[-1], Won)


def test_after_the_end_nothing_is_played() -> None:
    game = Game(CONNECTX, Rules(1, 1, 1))
    game.drop(0)
    state = game.state()
    for intention in (Drop(0), Slip("x"), Sure(yes=True), Resign(), Forfeit(0, "time", "Late.")):
        assert kinds(game.do(intention)) == [Refused]
    assert kinds(game.do(Redo())) == [RedoRefused]
    assert game.state() == state


# -------------------------------------------------------------------------------------- classic


def test_classic_a_number_outside_a_word_and_a_full_column_are_slips() -> None:
    game = Game(CLASSIC)
    play(game, [0, 0, 0, 0, 0, 0])
    assert game.do(Drop(7)) == (Slipped(0, "8", "no such column", 2),)
    assert game.do(Slip("seven")) == (Slipped(0, "seven", "no number", 1),)
    assert game.do(Drop(0)) == (Slipped(0, "1", "full", 0),)
    assert game.to_move == 0


def test_classic_a_fourth_slip_by_a_gives_b_the_game() -> None:
    game = Game(CLASSIC)
    for left in (2, 1, 0):
        assert game.do(Drop(-1)) == (Slipped(0, "0", "no such column", left),)
    (won,) = game.do(Drop(-1))
    assert isinstance(won, Won)
    assert (won.player, won.cause) == (1, "slips")
    assert won.sentence == "Player A made one slip too many: there is no column 0."


def test_classic_slips_of_the_two_players_are_counted_apart() -> None:
    game = Game(CLASSIC)
    game.do(Slip("?!"))
    play(game, [3])
    game.do(Slip("?!"))
    assert game.slips_left == (2, 2)


def test_classic_asks_are_you_sure_and_yes_passes_the_turn() -> None:
    game = Game(CLASSIC)
    assert game.do(Drop(3)) == (Dropped(0, 3, 0), SureAsked(0, 3))
    assert (game.phase, game.to_move) == (Phase.SURE, 0)
    assert game.do(Sure(yes=True)) == (Turn(1),)


def test_classic_no_takes_the_disc_off_and_the_same_player_moves_again() -> None:
    game = Game(CLASSIC)
    game.do(Drop(3))
    assert game.do(Sure(yes=False)) == (Redone(0, (3,), 2), Turn(0))
    assert game.board.plies == 0
    assert game.redos_left == (2, 3)


def test_classic_a_fourth_no_lets_the_move_stand() -> None:
    game = Game(CLASSIC)
    for left in (2, 1, 0):
        game.do(Drop(3))
        assert game.do(Sure(yes=False))[0] == Redone(0, (3,), left)
    game.do(Drop(3))
    assert game.do(Sure(yes=False)) == (RedoRefused(0, "no redo is left"), Turn(1))
    assert game.board.moves == (3,)
    assert game.to_move == 1


def test_classic_a_winning_or_drawing_move_ends_the_game_before_any_question() -> None:
    game = Game(CLASSIC)
    assert kinds(play(game, [0, 1, 0, 1, 0, 1, 0])) == [Dropped, Won]
    game = Game(CLASSIC)
    assert kinds(play(game, a_draw())) == [Dropped, Drawn]


def test_classic_a_confirmed_move_is_not_taken_back_and_asking_costs_nothing() -> None:
    game = Game(CLASSIC)
    assert game.do(Redo()) == (RedoRefused(1, "there is no move to take back"),)
    play(game, [3])
    assert game.do(Redo()) == (RedoRefused(0, "the move before was confirmed"),)
    assert game.redos_left == (3, 3)


def test_classic_redo_while_being_asked_is_the_answer_no() -> None:
    game = Game(CLASSIC)
    game.do(Drop(3))
    assert game.do(Redo(0)) == (Redone(0, (3,), 2), Turn(0))


def test_classic_discs_of_1_and_7_are_at_index_0_and_6() -> None:
    game = Game(CLASSIC)
    play(game, [0, 6])
    assert [i for i, disc in enumerate(game.view(0)) if disc] == [0, 6]
    assert (game.view(0)[0], game.view(0)[6]) == (1, -1)


# --------------------------------------------------------------------------------------- shapes


def test_shapes_asks_again_for_ever() -> None:
    game = Game(SHAPES)
    for _ in range(1000):
        assert game.do(Drop(6)) == (Slipped(0, "6", "no such column", None),)
    assert game.phase is Phase.TURN


def test_shapes_takes_no_move_back() -> None:
    game = Game(SHAPES)
    play(game, [0])
    assert game.do(Redo()) == (RedoRefused(0, "moves are not taken back here"),)


def test_shapes_red_wins_vertically_by_1_0_1_2_1_3_1() -> None:
    won = play(Game(SHAPES), [1, 0, 1, 2, 1, 3, 1])[-1]
    assert isinstance(won, Won)
    assert won.player == 0
    assert [tuple(cell) for cell in won.cells] == [(1, 0), (1, 1), (1, 2), (1, 3)]


def test_shapes_blue_wins_horizontally_by_0_1_0_2_1_3_0_4() -> None:
    won = play(Game(SHAPES), [0, 1, 0, 2, 1, 3, 0, 4])[-1]
    assert isinstance(won, Won)
    assert won.player == 1
    assert [tuple(cell) for cell in won.cells] == [(1, 0), (2, 0), (3, 0), (4, 0)]
    assert won.sentence == "Blue has 4 in line (horizontal)."


@pytest.mark.parametrize(
    ("slip", "why"),
    [
        (Drop(9), "there is no bin 9"),
        (Slip("x"), "'x' is no bin"),
        (Drop(0), "bin 0 is full"),
    ],
)
def test_a_slip_that_loses_is_told_in_the_word_of_the_house(slip, why: str) -> None:
    game = Game(dataclasses.replace(SHAPES, name="strict", slips=0))
    play(game, [0, 0, 0, 0])
    (won,) = game.do(slip)
    assert won.sentence == f"Red made an illegal move: {why}."


# -------------------------------------------------------------------------------------- console


def test_console_undo_takes_the_last_disc_off_any_number_of_times() -> None:
    game = Game(CONSOLE)
    play(game, [3, 3, 4])
    assert game.do(Redo()) == (Redone(0, (4,), None), Turn(0))
    assert game.do(Redo()) == (Redone(1, (3,), None), Turn(1))
    assert game.do(Redo()) == (Redone(0, (3,), None), Turn(0))
    assert game.do(Redo()) == (RedoRefused(1, "there is no move to take back"),)


def test_console_undo_by_name_takes_the_own_disc_and_the_answer_to_it() -> None:
    """Against a program only its answer went, and it dropped the same disc again at once."""
    game = Game(CONSOLE)
    play(game, [3, 0, 4, 0])
    assert game.do(Redo(0)) == (Redone(0, (0, 4), None), Turn(0))
    assert game.do(Redo(1)) == (Redone(1, (0,), None), Turn(1))
    assert game.do(Redo(1)) == (RedoRefused(1, "there is no move to take back"),)
    assert game.board.moves == (3,)


def test_console_undo_by_the_loser_reopens_the_game_before_the_own_last_disc() -> None:
    game = Game(CONSOLE)
    play(game, [0, 1, 0, 1, 0, 1, 0])
    assert game.do(Redo(1)) == (Redone(1, (0, 1), None), Turn(1))
    assert game.phase is Phase.TURN


def test_a_redo_too_many_of_a_finished_game_is_refused_where_it_would_lose_an_open_one() -> None:
    """It ended the program: a game that is over cannot be lost again."""
    house = HouseRules("odd", redo_reach="any", redos=0, beyond_redos="loses")
    game = Game(house)
    play(game, [0, 1, 0, 1, 0, 1, 0])
    verdict = game.verdict
    assert game.do(Redo()) == (RedoRefused(0, "no redo is left"),)
    assert game.verdict == verdict


def test_console_undo_reopens_a_finished_game() -> None:
    game = Game(CONSOLE)
    play(game, [0, 1, 0, 1, 0, 1, 0])
    assert game.phase is Phase.OVER
    game.do(Redo())
    assert (game.phase, game.verdict, game.to_move) == (Phase.TURN, None, 0)
    assert kinds(game.do(Drop(0))) == [Dropped, Won]


def test_console_errors_change_nothing() -> None:
    game = Game(CONSOLE)
    state = game.state()
    for column in (-1, 7, 10**30):
        game.do(Drop(column))
    assert game.state() == state


# ------------------------------------------------------------------------------------- connectx


@pytest.mark.parametrize(
    ("column", "why"), [(7, "there is no column 7"), (-1, "no column -1"), (0, "column 0 is full")]
)
def test_connectx_an_illegal_move_loses_at_once(column: int, why: str) -> None:
    game = Game(CONNECTX, Rules(2, 7, 4))
    play(game, [0, 0])
    (won,) = game.do(Drop(column))
    assert isinstance(won, Won)
    assert (won.player, won.cause) == (1, "illegal move")
    assert why in won.sentence
    assert won.evidence["column"] == column
    assert game.record().check() == ()


def test_connectx_a_huge_number_loses_without_flooding_the_sentence() -> None:
    (won,) = Game(CONNECTX).do(Drop(10**6000))
    assert isinstance(won, Won)
    assert len(won.sentence) < 100


@pytest.mark.parametrize("cause", ["time", "crash", "start-up", "memory", "flood", "protocol"])
@pytest.mark.parametrize("loser", [0, 1])
def test_a_verdict_from_outside_ends_the_game(cause: str, loser: int) -> None:
    game = Game(CONNECTX)
    events = game.do(Forfeit(loser, cause, "So it was.", {"wall": 0.25}))
    assert events == (Won(1 - loser, cause, "So it was.", (), {"wall": 0.25}),)
    assert game.verdict is not None
    assert (game.verdict.winner, game.verdict.cause) == (1 - loser, cause)
    assert game.verdict.evidence == {"wall": 0.25}


@pytest.mark.parametrize("cause", ["line", "draw", "unfinished", "luck"])
def test_a_cause_that_only_the_board_can_give_is_a_mistake_of_the_programmer(cause: str) -> None:
    with pytest.raises(ValueError, match=cause):
        Game(CONNECTX).do(Forfeit(0, cause, ""))


def test_what_is_no_intention_is_a_mistake_of_the_programmer() -> None:
    with pytest.raises(TypeError, match="no intention"):
        Game(CONNECTX).do("4")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="start: 2"):
        Game(CONNECTX, start=2)


# --------------------------------------------------------------------------------------- bitmap


def test_bitmap_the_third_mistake_loses() -> None:
    game = Game(BITMAP)
    assert game.do(Drop(7)) == (Slipped(0, "7", "no such column", 1),)
    assert game.do(Drop(9)) == (Slipped(0, "9", "no such column", 0),)
    (won,) = game.do(Drop(8))
    assert isinstance(won, Won)
    assert (won.player, won.cause) == (1, "slips")


def test_bitmap_a_mistake_places_nothing_and_the_same_player_moves_again() -> None:
    game = Game(BITMAP)
    play(game, [0] * 6)
    assert game.do(Drop(0)) == (Slipped(0, "0", "full", 1),)
    assert (game.board.plies, game.to_move) == (6, 0)


def test_bitmap_whoever_moved_last_takes_it_back_and_moves_again() -> None:
    game = Game(BITMAP)
    game.do(Drop(3))
    assert game.do(Redo()) == (Redone(0, (3,), 2), Turn(0))


def test_bitmap_a_move_that_was_answered_is_not_taken_back_and_that_costs_nothing() -> None:
    game = Game(BITMAP)
    play(game, [3, 4])
    assert game.do(Redo(0)) == (RedoRefused(0, "the move before was answered"),)
    assert game.do(Redo(1)) == (Redone(1, (4,), 2), Turn(1))
    assert game.do(Redo(0)) == (RedoRefused(0, "the move before was answered"),)
    assert game.do(Redo()) == (RedoRefused(0, "the move before was answered"),)
    assert game.redos_left == (3, 2)


def test_bitmap_asking_a_fourth_time_loses() -> None:
    game = Game(BITMAP)
    for left in (2, 1, 0):
        game.do(Drop(3))
        assert game.do(Redo())[0] == Redone(0, (3,), left)
    game.do(Drop(3))
    (won,) = game.do(Redo())
    assert isinstance(won, Won)
    assert (won.player, won.cause) == (1, "redos")
    assert won.sentence == "Player 1 asked for one redo too many."


def test_bitmap_nothing_to_undo_or_game_over_is_refused_and_costs_nothing() -> None:
    game = Game(BITMAP)
    assert game.do(Redo()) == (RedoRefused(1, "there is no move to take back"),)
    play(game, [0, 1, 0, 1, 0, 1, 0])
    assert game.do(Redo()) == (RedoRefused(0, "the game is over"),)
    assert game.redos_left == (3, 3)


def test_bitmap_a_players_view_is_42_numbers_mine_1_theirs_minus_1() -> None:
    game = Game(BITMAP)
    play(game, [2, 2, 2, 2])
    game.do(Drop(2))  # cell 30: column 2, row 4
    assert len(game.view(0)) == 42
    assert (game.view(0)[30], game.view(1)[30]) == (1, -1)
    game.do(Redo())
    assert (game.view(0)[30], game.view(1)[30]) == (0, 0)


# -------------------------------------------------------------------------------- other tables


def test_casual_a_redo_takes_back_the_askers_latest_disc_and_the_answer_to_it() -> None:
    game = Game(CASUAL)
    play(game, [3, 4, 5, 6])
    assert game.do(Redo(0)) == (Redone(0, (6, 5), None), Turn(0))
    assert game.do(Redo()) == (Redone(1, (4,), None), Turn(1))
    assert game.do(Redo(1)) == (RedoRefused(1, "there is no move to take back"),)


def test_a_table_may_ask_again_after_the_last_slip() -> None:
    game = Game(HouseRules("kind", slips=1, beyond_slips="refused"))
    assert game.do(Slip("x")) == (Slipped(0, "x", "no number", 0),)
    assert game.do(Slip("x")) == (Slipped(0, "x", "no number", 0),)


def test_resigning_gives_the_other_player_the_game() -> None:
    game = Game(CLASSIC)
    assert game.do(Resign()) == (Won(1, "resigned", "Player A resigned."),)
    game = Game(CLASSIC)
    assert game.do(Resign(1)) == (Won(0, "resigned", "Player B resigned."),)


def test_what_was_typed_is_kept_short_and_safe_to_show() -> None:
    (slipped,) = Game(CLASSIC).do(Slip("\x1b[2J" + "x" * 500))
    assert isinstance(slipped, Slipped)
    assert slipped.given.startswith("\\x1b[2Jxxx")
    assert slipped.given.isprintable()
    assert len(slipped.given) < 80


# ------------------------------------------------------------------- rebuilt, and random scripts


def script(chance: random.Random, columns: int, length: int) -> Iterator[GameIntention]:
    """Gives intentions as careless players have them: moves mostly, and all kinds of junk."""
    for _ in range(length):
        match chance.randrange(20):
            case 0:
                yield Drop(chance.choice([-1, columns, columns + 3, 10**20]))
            case 1:
                yield Slip(chance.choice(["", "x", "4.5", "\x00", "\uff19", "four"]))
            case 2 | 3:
                yield Redo(chance.choice([None, 0, 1]))
            case 4 | 5 | 6 | 7:
                yield Sure(yes=chance.random() < 0.8)
            case 8 if chance.random() < 0.1:
                yield Resign(chance.choice([None, 0, 1]))
            case 9 if chance.random() < 0.05:
                yield Forfeit(chance.randrange(2), "time", "Late.", {"wall": 1.5})
            case _:
                yield Drop(chance.randrange(columns))


def check_invariants(game: Game) -> None:
    """Checks what must hold in every state of every game."""
    for left, given in (
        *((left, game.house.slips) for left in game.slips_left),
        *((left, game.house.redos) for left in game.redos_left),
    ):
        assert (left is None) == (given is None)
        assert left is None or 0 <= left <= (given or 0)
    assert (game.phase is Phase.OVER) == (game.verdict is not None)
    if game.board.outcome() is not None:
        assert game.phase is Phase.OVER


def ends(game: Game) -> int:
    """Counts the ends that were not reopened: a redo after an end takes it back."""
    count, over = 0, False
    for event in game.events:
        if isinstance(event, Won | Drawn):
            assert not over, "a second end without a redo between"
            count, over = count + 1, True
        elif isinstance(event, Redone) and over:
            count, over = count - 1, False
    return count


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.unwatched
def test_a_thousand_random_scripts_keep_the_invariants_and_are_rebuilt(name: str) -> None:
    house, finished = PRESETS[name], 0
    for seed in range(1000):
        chance = random.Random(seed)
        game = Game(house, start=chance.randrange(2))
        for intention in script(chance, game.rules.columns, chance.choice([5, 25, 75])):
            before = game.state()
            events = game.do(intention)
            assert events
            if all(isinstance(event, Refused | RedoRefused) for event in events):
                assert game.state() == before
            check_invariants(game)
        assert ends(game) == (game.phase is Phase.OVER)
        assert Board(game.rules, game.board.moves) == game.board
        finished += game.phase is Phase.OVER
        as_text = json.dumps([event_to_json(event) for event in game.events])
        rebuilt = Game.replay(house, [event_from_json(part) for part in json.loads(as_text)])
        assert rebuilt.state() == game.state()
        assert rebuilt.events == game.events
        assert GameRecord.from_json(game.record().to_json()).check() == ()
    assert finished > 100


@pytest.mark.parametrize("rules", [Rules(1, 9, 2), Rules(9, 1, 3), Rules(3, 3, 1), Rules(2, 2, 9)])
def test_odd_boards_keep_the_invariants_too(rules: Rules) -> None:
    for seed in range(50):
        chance = random.Random(seed)
        game = Game(HouseRules("odd", redo_reach="any", are_you_sure=seed % 2 == 0), rules)
        for intention in script(chance, rules.columns, 60):
            game.do(intention)
            check_invariants(game)
        assert Game.replay(game.house, game.events).state() == game.state()


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([], "a game's first event is 'started', not nothing"),
        ([Turn(0)], "not 'turn'"),
        ([Started(1, "6x7", 0)], "6x7"),
        ([Started(1, "6x7x4", 0), Dropped(1, 3, 0)], r"event 1 \(dropped\) cannot follow: not"),
        ([Started(1, "6x7x4", 0), Dropped(0, 3, 1)], "the disc would fall elsewhere"),
        ([Started(1, "6x7x4", 0), Dropped(0, 9, 0)], "cannot follow"),
        ([Started(1, "6x7x4", 0), Turn(1)], "player 1 is not to move"),
        ([Started(1, "6x7x4", 0), Redone(0, (3,), 2)], "those discs are not there"),
        ([Started(1, "6x7x4", 0), Slipped(0, "x", "no number", 5)], "5 slips left"),
        ([Started(1, "6x7x4", 0), Won(0, "line", "")], "no such line"),
        ([Started(1, "6x7x4", 0), Drawn("")], "the board is open"),
        ([Started(1, "6x7x4", 0), SureAsked(0, 3)], "nobody moved"),
        ([Started(1, "6x7x4", 0), Started(1, "6x7x4", 0)], "it is no event of a game"),
        ([Started(1, "6x7x4", 0), Won(0, "time", ""), Won(0, "time", "")], "the game is over"),
    ],
)
def test_events_that_cannot_be_are_refused_by_number(events: list[Event], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        Game.replay(BITMAP, events)


def test_slips_and_redos_beyond_those_allowed_are_refused_when_rebuilding() -> None:
    """Once none was left, a record could show any number of them, and its verdict held."""
    begun = [Started(1, "6x7x4", 0), Turn(0)]
    slips = [Slipped(0, "x", "no number", left) for left in (1, 0, 0)]
    with pytest.raises(RecordError, match=r"event 4 \(slipped\) cannot follow: 0 slips left"):
        Game.replay(BITMAP, [*begun, *slips])
    redos: list[Event] = []
    for left in (2, 1, 0, 0):
        redos += [Dropped(0, 3, 0), Turn(1), Redone(0, (3,), left), Turn(0)]
    with pytest.raises(RecordError, match=r"event 16 \(redone\) cannot follow: 0 redos left"):
        Game.replay(BITMAP, [*begun, *redos])


def test_a_board_that_the_house_does_not_play_is_refused_when_rebuilding() -> None:
    with pytest.raises(RecordError, match="rules: 1x1x4 was given; shapes plays 4x5x4"):
        Game.replay(SHAPES, [Started(1, "1x1x4", 0)])


def test_a_record_of_plain_moves_needs_no_events_and_others_keep_them() -> None:
    game = Game(CONNECTX, start=1)
    play(game, [3, 3])
    record = game.record((Seat("left", "bot"), Seat("rand", "bot")), seed=7)
    assert (record.moves, record.start, record.events) == ((3, 3), 1, ())
    assert (record.players[0].name, record.seed, record.verdict.cause) == ("left", 7, "unfinished")
    game = Game(BITMAP)
    game.do(Slip("x"))
    assert Game.replay(BITMAP, game.record().events).slips_left == (1, 2)
