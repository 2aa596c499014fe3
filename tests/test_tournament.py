"""Tournaments with a crew that plays at home: what is played, counted, benched and resumed."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linefall.record import GameRecord, Seat, Verdict
from linefall.rules import Rules
from linefall.schedule import Entrant, Plan, PlannedGame
from linefall.standings import Result
from linefall.tournament import BENCHED, Progress, Tournament, state, table
from linefall.workers import Done, Job, WorkerError

BOARD = Rules(1, 2, 2)


class HomeCrew:
    """Plays by names: the smaller number wins, an F always crashes; ends games in any order."""

    def __init__(self, size: int = 2, seed: int = 0) -> None:
        self.size, self.description = size, "at home"
        self.jobs: list[Job] = []
        self.dice = random.Random(seed)
        self.played: list[str] = []

    def submit(self, job: Job) -> None:
        self.jobs.append(job)
        assert len(self.jobs) <= self.size

    def wait(self, timeout: float | None = None) -> Done | None:
        job = self.jobs.pop(self.dice.randrange(len(self.jobs)))
        self.played.append(job.key)
        return Done(job.key, play(job))

    def close(self) -> None:
        self.jobs.clear()


def play(job: Job) -> GameRecord:
    failing = [program.startswith("F") for program in (job.a, job.b)]
    if all(failing):
        verdict = Verdict(None, "start-up", "Neither started.")
    elif any(failing):
        verdict = Verdict(failing.index(False), "crash", "It ended.")
    else:
        verdict = Verdict(0 if job.a < job.b else 1, "time", "Late, but this is no real game.")
        verdict = Verdict(verdict.winner, "resigned", "Resigned.")
    seats = tuple(Seat(name, "x") for name in job.names)
    return GameRecord(job.rules, players=seats, verdict=verdict)


def plan_of(*names: str, **changed) -> Plan:
    return Plan(
        **{"entrants": tuple(Entrant(name, name) for name in names), "boards": (BOARD,), **changed}
    )


plans = st.builds(
    lambda count, failing, format_, rounds: plan_of(
        *(f"{'F' if i in failing else 'P'}{i}" for i in range(count)), format=format_, rounds=rounds
    ),
    st.integers(2, 7),
    st.sets(st.integers(0, 6), max_size=3),
    st.sampled_from(["round-robin", "gauntlet", "swiss", "knockout"]),
    st.integers(1, 3),
)


def run(plan: Plan, crew: HomeCrew, **options):
    kept: dict[str, Result] = {}

    def keep(game: PlannedGame, record: GameRecord) -> None:
        assert game.key not in kept, "played twice"
        assert [seat.name for seat in record.players] == [game.first, game.second]
        kept[game.key] = Result(
            game.first, game.second, record.verdict.winner, record.verdict.cause
        )

    final = Tournament(plan, crew, on_game=keep, **options).run()
    return final, kept


@settings(max_examples=60, deadline=None)
@given(plans, st.integers(1, 5), st.integers(0, 99))
def test_the_end_does_not_depend_on_how_many_play_at_once_or_who_ends_first(
    plan: Plan, size: int, seed: int
) -> None:
    alone, _ = run(plan, HomeCrew(1), bench_after=3)
    together, _ = run(plan, HomeCrew(size, seed), bench_after=3)
    assert together == alone
    assert not together.to_play
    assert table(plan, together).to_json() == table(plan, alone).to_json()


@settings(max_examples=60, deadline=None)
@given(plans, st.integers(1, 4), st.lists(st.integers(0, 6), min_size=1, max_size=5))
def test_stopped_at_any_game_it_goes_on_and_plays_nothing_twice(
    plan: Plan, size: int, stops: list[int]
) -> None:
    unbroken, _ = run(plan, HomeCrew(1), bench_after=3)
    kept: dict[str, Result] = {}
    for stop in [*stops, None]:
        left = [stop]

        def keep(game: PlannedGame, record: GameRecord, left=left) -> None:
            if left[0] is not None:
                left[0] -= 1
                if left[0] < 0:
                    raise KeyboardInterrupt  # at the worst instant: the game is not kept
            assert game.key not in kept
            winner, cause = record.verdict.winner, record.verdict.cause
            kept[game.key] = Result(game.first, game.second, winner, cause)

        try:
            final = Tournament(
                plan, HomeCrew(size, stop or 0), played=dict(kept), on_game=keep, bench_after=3
            ).run()
        except KeyboardInterrupt:
            continue
    assert final == unbroken
    assert set(final.results) >= set(kept) & {game.key for game in final.games}


def test_a_finished_tournament_plays_nothing() -> None:
    plan = plan_of("P0", "P1", "P2")
    final, kept = run(plan, HomeCrew())
    crew = HomeCrew()
    again, more = run(plan, crew, played=kept)
    assert (again, more, crew.played) == (final, {}, [])


def test_a_program_is_benched_after_k_faults_in_a_row_and_the_others_win_the_rest() -> None:
    plan = plan_of("F0", "P1", "P2", "P3", rounds=2)
    final, kept = run(plan, HomeCrew(1), bench_after=3)
    assert final.benched == {"F0"}
    faults = [r for r in kept.values() if r.cause == "crash"]
    assert len(faults) == 3
    rows = {row.name: row for row in table(plan, final).rows}
    assert rows["F0"].score.games == rows["F0"].score.losses == 12
    assert rows["F0"].faults == {"crash": 3, BENCHED: 9}
    assert sum(row.points for row in rows.values()) == 24


def test_nobody_is_benched_when_the_rule_is_off() -> None:
    final, kept = run(plan_of("F0", "P1", rounds=20), HomeCrew(), bench_after=0)
    assert (final.benched, len(kept)) == (frozenset(), 40)


def test_a_good_game_in_between_saves_a_program_from_the_bench() -> None:
    plan = plan_of("P0", "P1", rounds=3)
    crash, fine = (lambda w: Result("P0", "P1", w, "crash")), Result("P0", "P1", 0, "line")
    games = plan.games({})
    played = {
        game.key: fine if number == 2 else crash(1 if game.first == "P0" else 0)
        for number, game in enumerate(games)
    }
    played = {
        key: Result(game.first, game.second, played[key].winner, played[key].cause)
        for game in games
        for key in [game.key]
    }
    assert state(plan, played, bench_after=4).benched == frozenset()
    assert state(plan, played, bench_after=3).benched == {"P0"}


def test_between_two_benched_programs_nothing_counts() -> None:
    plan = plan_of("F0", "F1", "P2", rounds=3)
    final, _ = run(plan, HomeCrew(1), bench_after=2)
    assert final.benched == {"F0", "F1"}
    rows = {row.name: row for row in table(plan, final).rows}
    assert rows["P2"].score.wins == rows["P2"].score.games == 12
    assert "F1" not in rows["F0"].against


def test_a_time_loss_of_one_game_does_not_wait_for_the_others_to_be_told() -> None:
    """A missing earlier game keeps the decision open: the order of the schedule decides."""
    plan = plan_of("F0", "P1", "P2", rounds=2)
    games = [game for game in plan.games({}) if "F0" in (game.first, game.second)]
    crashes = {
        game.key: Result(game.first, game.second, int(game.first == "F0"), "crash")
        for game in games[1:]
    }
    assert state(plan, crashes, bench_after=3).benched == frozenset()
    first = games[0]
    crashes[first.key] = Result(first.first, first.second, int(first.first == "F0"), "crash")
    assert state(plan, crashes, bench_after=3).benched == {"F0"}


def test_progress_counts_rates_and_what_is_left() -> None:
    seen: list[Progress] = []
    times = iter(range(0, 1000, 10))
    plan = plan_of("P0", "P1", "P2", rounds=2)
    Tournament(plan, HomeCrew(), on_progress=seen.append, clock=lambda: float(next(times))).run()
    assert [p.played for p in seen] == list(range(13))
    assert {p.total for p in seen} == {12}
    assert seen[6].rate == pytest.approx(3600 * 6 / seen[6].seconds)
    assert seen[6].remaining == pytest.approx(seen[6].seconds)
    assert seen[0].remaining is None
    assert seen[-1].under_way == 0


def test_it_stops_when_enough_was_played() -> None:
    final, kept = run(
        plan_of("P0", "P1", rounds=50), HomeCrew(), enough=lambda results: len(results) >= 7
    )
    assert len(kept) == 7
    assert len(final.to_play) == 93


def test_a_game_that_could_not_be_played_ends_the_run_with_its_reason() -> None:
    class Broken(HomeCrew):
        def wait(self, timeout: float | None = None) -> Done:
            return Done(self.jobs.pop().key, None, "no core is left")

    with pytest.raises(WorkerError, match="no core is left"):
        run(plan_of("P0", "P1"), Broken())


def test_a_crew_that_has_nothing_yet_is_asked_again() -> None:
    class Slow(HomeCrew):
        asked = 0

        def wait(self, timeout: float | None = None) -> Done | None:
            self.asked += 1
            return None if self.asked % 3 else super().wait()

    _, kept = run(plan_of("P0", "P1"), Slow())
    assert len(kept) == 2


def test_jobs_carry_programs_hashes_openings_and_limits() -> None:
    plan = Plan(
        (Entrant("A", "a.py", "h1"), Entrant("B", "b.py", "h2")),
        openings={Rules(): [(3, 2)]},
        seconds=(0.25,),
    )
    crew = HomeCrew()
    jobs: list[Job] = []
    submit = crew.submit
    crew.submit = lambda job: (jobs.append(job), submit(job))  # type: ignore[assignment]
    Tournament(plan, crew, limits={"memory": 5}).run()
    assert [(j.a, j.b, j.hashes) for j in jobs] == [
        ("a.py", "b.py", ("h1", "h2")),
        ("b.py", "a.py", ("h2", "h1")),
    ]
    assert {(j.seconds, j.opening, j.limits["memory"]) for j in jobs} == {(0.25, (3, 2), 5)}
    assert Counter(job.key for job in jobs).most_common(1)[0][1] == 1
