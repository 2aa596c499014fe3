"""Points, faults, cross table, groups: what the table says about results."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from linefall.standings import Result, Score, Standings, standings

NAMES = ["Ann", "Bob", "Cleo", "Dan"]

results = st.lists(
    st.builds(
        Result,
        st.sampled_from(NAMES),
        st.sampled_from(NAMES),
        st.sampled_from([0, 1, None]),
        st.sampled_from(["line", "time", "crash"]),
        st.integers(1, 50),
    )
    .filter(lambda r: r.first != r.second)
    .map(lambda r: r._replace(cause="draw") if r.winner is None else r),
    max_size=30,
)


def names(table: Standings) -> list[str]:
    return [row.name for row in table.rows]


@settings(max_examples=30, deadline=None)
@given(results)
def test_every_game_is_counted_once_on_each_side(games: list[Result]) -> None:
    table = standings(games, programs=NAMES)
    total = sum(game.games for game in games)
    assert table.games == total
    assert sum(row.points for row in table.rows) == total
    assert sum(sum(row.faults.values()) for row in table.rows) == sum(
        game.games for game in games if game.cause in ("time", "crash")
    )
    for row in table.rows:
        assert row.low <= row.rating <= row.high
        assert sum(row.against.values(), Score()) == row.score
        for other in table.rows:
            mine, theirs = row.against.get(other.name), other.against.get(row.name)
            assert (mine is None) == (theirs is None)
            if mine is not None and theirs is not None:
                assert (mine.wins, mine.draws, mine.losses) == (
                    theirs.losses,
                    theirs.draws,
                    theirs.wins,
                )


@settings(max_examples=30, deadline=None)
@given(results, st.randoms())
def test_the_order_in_which_games_ended_changes_nothing(
    games: list[Result], random: object
) -> None:
    shuffled = list(games)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = standings(games, programs=NAMES), standings(shuffled, programs=NAMES)
    assert one.to_json() == other.to_json()


@settings(max_examples=30, deadline=None)
@given(results)
def test_a_count_means_as_many_single_results(games: list[Result]) -> None:
    single = [game._replace(games=1) for game in games for _ in range(game.games)]
    assert standings(games).to_json() == standings(single).to_json()


def test_equal_schedules_rank_by_points() -> None:
    games = [
        Result("Ann", "Bob", 0), Result("Bob", "Ann", 1),
        Result("Ann", "Cleo", 0), Result("Cleo", "Ann", None, "draw"),
        Result("Bob", "Cleo", 0), Result("Cleo", "Bob", 0),
    ]  # fmt: skip
    table = standings(games)
    assert [(r.rank, r.name, r.points) for r in table.rows] == [
        (1, "Ann", 3.5),
        (2, "Cleo", 1.5),
        (3, "Bob", 1.0),
    ]


def test_equals_share_a_rank_and_stand_by_name() -> None:
    table = standings([Result("Bob", "Ann", 0), Result("Ann", "Bob", 0)])
    assert [(row.rank, row.name) for row in table.rows] == [(1, "Ann"), (1, "Bob")]


def test_faults_are_counted_by_cause_for_the_loser_alone() -> None:
    table = standings(
        [
            Result("Ann", "Bob", 0, "time", 2),
            Result("Bob", "Ann", 1, "crash"),
            Result("Ann", "Bob", 1),
        ]
    )
    assert {row.name: row.faults for row in table.rows} == {
        "Ann": {},
        "Bob": {"crash": 1, "time": 2},
    }


def test_programs_that_the_games_do_not_separate_share_a_letter() -> None:
    games = [Result("strong", weak, 0, games=30) for weak in ("weak", "feeble")]
    games += [Result(weak, "strong", 1, games=30) for weak in ("weak", "feeble")]
    games += [Result("weak", "feeble", winner, games=30) for winner in (0, 1)]
    table = standings(games)
    groups = {row.name: row.groups for row in table.rows}
    assert groups["weak"] == groups["feeble"] == "b"
    assert groups["strong"] == "a"


def test_a_program_between_two_others_can_belong_to_both_groups() -> None:
    games = []
    for first, second, wins, losses in [("A", "B", 26, 20), ("B", "C", 26, 20), ("A", "C", 32, 14)]:
        for one, other, side in ((first, second, 0), (second, first, 1)):
            games += [Result(one, other, side, games=wins // 2)]
            games += [Result(one, other, 1 - side, games=losses // 2)]
    assert [row.groups for row in standings(games).rows] == ["a", "ab", "b"]


def test_programs_that_no_games_connect_are_islands() -> None:
    table = standings([Result("A", "B", 0), Result("C", "D", 1)], programs=["E"])
    assert sorted(map(sorted, table.islands)) == [["A", "B"], ["C", "D"], ["E"]]
    assert len(standings([Result("A", "B", 0), Result("B", "C", 0)]).islands) == 1


def test_nobody_and_nothing_give_an_empty_table() -> None:
    table = standings([])
    assert (table.rows, table.games, table.islands) == ((), 0, ())


def test_the_json_form_is_plain_and_has_the_promised_keys() -> None:
    form = json.loads(json.dumps(standings([Result("Ann", "Bob", 0)]).to_json()))
    assert form["version"] == 1
    promised = {"name", "games", "wins", "draws", "losses", "rating", "low", "high"}
    assert all(promised <= row.keys() for row in form["standings"])


def test_a_ladder_of_sixty_gives_each_rung_its_own_letter() -> None:
    games = []
    for i in range(60):
        for first, second, winner in ((i, i + 1, 0), (i + 1, i, 1)):
            games += [Result(f"{first:02}", f"{second:02}", winner, games=3000)]
            games += [Result(f"{first:02}", f"{second:02}", 1 - winner, games=1000)]
    table = standings(games)
    assert names(table) == [f"{i:02}" for i in range(61)]
    assert len({row.groups for row in table.rows}) == 61


def test_a_game_that_neither_program_could_play_is_lost_by_both_and_no_draw() -> None:
    table = standings(
        [Result("Ann", "Bob", None, "start-up", 3), Result("Ann", "Bob", None, "draw")]
    )
    for row in table.rows:
        assert (row.score, row.faults) == (Score(0, 1, 3), {"start-up": 3})
