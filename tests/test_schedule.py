"""Schedules: every format pairs as it says, and the same plan gives the same keys."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linefall.pairing import pair_neighbours
from linefall.rules import Rules
from linefall.schedule import Entrant, Plan, PlannedGame, ScheduleError, bracket, circle
from linefall.standings import Result


def entrants(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(f"p{i:02}", "@left", hash=f"h{i}") for i in range(count))


def winner_by_strength(game: PlannedGame) -> int:
    """p00 is the best, p01 the next, and so on."""
    return 0 if game.first < game.second else 1


def play_out(plan: Plan, winner=winner_by_strength) -> tuple[list[PlannedGame], dict[str, Result]]:
    """Plays a plan to its end, one game at a time, asking anew after each."""
    results: dict[str, Result] = {}
    while todo := [game for game in plan.games(results) if game.key not in results]:
        for game in todo:
            won = winner(game)
            cause = "draw" if won is None else "line"
            results[game.key] = Result(game.first, game.second, won, cause)
    return plan.games(results), results


plans = st.builds(
    Plan,
    entrants=st.integers(2, 9).map(entrants),
    format=st.sampled_from(["round-robin", "gauntlet", "swiss", "knockout"]),
    boards=st.sampled_from([(Rules(),), (Rules(4, 7, 4), Rules(8, 8, 5))]),
    seconds=st.sampled_from([(1.0,), (0.1, 0.5, 1.0)]),
    rounds=st.integers(1, 3),
    openings=st.just({Rules(): [(3, 3), (2, 4)]}),
)


@settings(max_examples=60, deadline=None)
@given(plans)
def test_every_game_has_its_own_key_and_a_partner_with_seats_swapped(plan: Plan) -> None:
    games, _ = play_out(plan)
    assert len({game.key for game in games}) == len(games)
    for _, pair in itertools.groupby(games, key=lambda game: game.meeting):
        one, two = pair
        assert (one.first, one.second) == (two.second, two.first)
        assert (one.rules, one.seconds, one.opening) == (two.rules, two.seconds, two.opening)


@settings(max_examples=60, deadline=None)
@given(plans, st.data())
def test_asking_again_after_any_part_was_played_gives_the_same_games(
    plan: Plan, data: st.DataObject
) -> None:
    games, results = play_out(plan)
    part = data.draw(st.integers(0, len(games)))
    some = {game.key: results[game.key] for game in games[:part]}
    again = replace(plan).games(some)
    assert again == games[: len(again)]
    assert len(again) >= min(part, len(games))
    assert plan.games(results) == games


@pytest.mark.parametrize("count", range(2, 12))
def test_the_circle_meets_all_pairs_once_and_nobody_twice_in_a_turn(count: int) -> None:
    turns = circle(count)
    for turn in turns:
        playing = [player for pair in turn for player in pair]
        assert len(playing) == len(set(playing)) == count - count % 2
    met = Counter(frozenset(pair) for turn in turns for pair in turn)
    assert met == Counter(frozenset(pair) for pair in itertools.combinations(range(count), 2))


def test_a_round_robin_meets_everybody_on_every_board_at_every_limit() -> None:
    plan = Plan(entrants(5), boards=(Rules(), Rules(8, 8, 5)), seconds=(0.1, 1.0), rounds=3)
    games = plan.games({})
    assert len(games) == 10 * 2 * 2 * 2 * 3 == plan.most_games()
    counts = Counter((g.first, g.second, g.rules, g.seconds, g.round) for g in games)
    assert set(counts.values()) == {1}


def test_each_round_takes_the_next_opening_and_begins_again_at_the_end() -> None:
    openings = {Rules(): [(3,), (2,)]}
    plan = Plan(entrants(2), rounds=3, openings=openings)
    assert [game.opening for game in plan.games({})] == [(3,), (3,), (2,), (2,), (3,), (3,)]


def test_a_gauntlet_is_run_by_the_first_program_alone() -> None:
    games = Plan(entrants(4), format="gauntlet", rounds=2).games({})
    assert len(games) == 12
    assert all("p00" in (game.first, game.second) for game in games)


@pytest.mark.parametrize("count", [2, 3, 7, 8, 16, 33])
def test_swiss_programs_never_meet_twice_and_rest_once_at_most(count: int) -> None:
    rounds = min(5, count - 1)
    plan = Plan(entrants(count), format="swiss", rounds=rounds)
    games, _ = play_out(plan)
    met = Counter(frozenset((g.first, g.second)) for g in games)
    assert set(met.values()) == {2}
    assert len(games) == plan.most_games()
    played = Counter(name for g in games for name in (g.first, g.second))
    assert min(played.values()) >= 2 * (rounds - 1)


def test_swiss_pairs_thousands_of_programs() -> None:
    games = Plan(entrants(3000), format="swiss").games({})
    assert [(g.first, g.second) for g in games[:4:2]] == [("p00", "p01"), ("p02", "p03")]
    assert len(games) == 3000


def test_swiss_pairs_equals_and_finds_the_best() -> None:
    games, results = play_out(Plan(entrants(16), format="swiss", rounds=4))
    last = [g for g in games if g.round == 4]
    before = Counter(
        name
        for g in games
        if g.round < 4
        for side, name in enumerate((g.first, g.second))
        if results[g.key].points(side)
    )
    for game in last:
        assert abs(before[game.first] - before[game.second]) <= 2
    assert before[last[0].first] == before[last[0].second] == 6
    assert sum(r.points(0) for r in results.values() if r.first == "p00") == 4


def test_swiss_lets_programs_meet_again_when_there_are_more_rounds_than_others() -> None:
    games, _ = play_out(Plan(entrants(4), format="swiss", rounds=6))
    assert len(games) == 6 * 2 * 2


@pytest.mark.parametrize("count", [31, 36])
def test_swiss_programs_meet_somebody_new_as_long_as_there_is_somebody(count: int) -> None:
    """The search for a pairing gave up on large tables, and all neighbours met again."""
    games, _ = play_out(Plan(entrants(count), format="swiss", rounds=24))
    met = Counter(frozenset((g.first, g.second)) for g in games)
    assert set(met.values()) == {2}


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 4), st.randoms(use_true_random=False), st.floats(0, 1))
def test_swiss_pairs_from_the_top_and_lets_as_few_as_possible_meet_again(
    half: int, dice: random.Random, share: float
) -> None:
    table = dice.sample(range(2 * half), 2 * half)
    every = map(frozenset, itertools.combinations(table, 2))
    met = {pair for pair in every if dice.random() < share}

    def new(pairs: list[tuple[int, int]]) -> int:
        return sum(frozenset(pair) not in met for pair in pairs)

    ways = list(all_pairings(table))  # in the order of who is nearest, from the top
    found = pair_neighbours(table, met)
    assert found in ways
    assert new(found) == max(map(new, ways))
    if new(found) == half:
        assert found == next(way for way in ways if new(way) == half)


def all_pairings(table: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not table:
        yield []
    for other in table[1:]:
        for rest in all_pairings([i for i in table[1:] if i != other]):
            yield [(table[0], other), *rest]


@pytest.mark.parametrize("count", range(2, 18))
def test_the_best_seed_wins_a_knockout_and_meets_the_second_in_the_final(count: int) -> None:
    plan = Plan(entrants(count), format="knockout")
    games, results = play_out(plan)
    assert plan.champion(results) == "p00"
    assert plan.champion({}) is None
    assert len(games) == 2 * (count - 1)
    assert {games[-1].first, games[-1].second} == {"p00", "p01"}


def test_a_tied_knockout_match_goes_on_and_then_the_better_seed_does() -> None:
    games, _ = play_out(Plan(entrants(2), format="knockout", rounds=2), winner=lambda game: None)
    assert len(games) == 2 * (2 + 3)
    games, _ = play_out(
        Plan(entrants(4), format="knockout"), winner=lambda g: None if g.round == 1 else 0
    )
    assert {name for g in games if g.round == 2 for name in (g.first, g.second)} == {"p00", "p01"}


def test_a_bracket_keeps_the_first_seeds_apart() -> None:
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert bracket(3) == [0, None, 1, 2]


def test_the_tournament_is_another_one_when_any_setting_changes() -> None:
    plan = Plan(entrants(3))
    others = [
        replace(plan, entrants=entrants(4)),
        replace(plan, entrants=(Entrant("p00", "@left", hash="new"), *entrants(3)[1:])),
        replace(plan, format="gauntlet"),
        replace(plan, boards=(Rules(8, 8, 4),)),
        replace(plan, seconds=(2.0,)),
        replace(plan, rounds=2),
        replace(plan, seed=1),
        replace(plan, conditions={"memory": 1}),
    ]
    assert len({plan.id, *(other.id for other in others)}) == len(others) + 1
    keys = [{game.key for game in other.games({})} for other in (plan, *others)]
    assert sum(map(len, keys)) == len(set().union(*keys))
    assert replace(plan, openings={Rules(): [(3,)]}).id == plan.id


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"format": "ladder"}, "ladder.*round-robin"),
        ({"entrants": entrants(1)}, "two programs"),
        ({"entrants": entrants(2) + entrants(1)}, "p00"),
        ({"rounds": 0}, "rounds: 0"),
        ({"rounds": True}, "rounds"),
        ({"boards": ()}, "boards"),
        ({"boards": (Rules(), Rules())}, "twice"),
        ({"seconds": (0.0,)}, "seconds: 0"),
        ({"seconds": (float("nan"),)}, "seconds: nan"),
        ({"seconds": ()}, "seconds"),
    ],
)
def test_impossible_settings_are_refused_with_what_was_given(wrong: dict, said: str) -> None:
    with pytest.raises(ScheduleError, match=said):
        Plan(**{"entrants": entrants(2), **wrong})


@pytest.mark.parametrize("key", ["entrants", "boards", "openings", "conditions"])
@pytest.mark.parametrize("wrong", [None, 1, ["x"]])
def test_what_is_no_plan_is_refused(key: str, wrong: object) -> None:
    """A tournament whose noted settings were damaged ended in a traceback."""
    form = Plan(entrants(2), conditions={"memory": 1}).to_json()
    assert Plan.from_json(form).to_json() == form
    with pytest.raises(ScheduleError):
        Plan.from_json({**form, key: wrong})
