"""Ratings against known strengths, a second implementation, and hopeless inputs."""

import math

import choix
import numpy as np
import pytest

from linefall.ratings import ELO, Tally, fit


def simulate(
    random: np.random.Generator,
    strengths: np.ndarray,
    *,
    games: int,
    first_mover: float,
    draw: float,
) -> list[Tally]:
    """Plays `games` games in each direction of every pair by the model itself."""
    tallies = []
    for i, j in np.argwhere(~np.eye(len(strengths), dtype=bool)):
        x = strengths[i] - strengths[j] + first_mover
        weights = np.exp([x / 2, draw, -x / 2])
        counts = random.multinomial(games, weights / weights.sum())
        tallies.append(Tally(int(i), int(j), *map(int, counts)))
    return tallies


@pytest.mark.parametrize(
    ("players", "games", "spread"), [(10, 1, 200), (10, 4, 400), (20, 2, 50), (40, 1, 200)]
)
@pytest.mark.unwatched
def test_intervals_hold_the_truth_as_often_as_they_say(
    players: int, games: int, spread: float
) -> None:
    random = np.random.default_rng(7)
    inside, first_mover_inside = [], []
    for _ in range(1000 // players):
        truth = random.normal(0, spread / ELO, players)
        truth -= truth.mean()
        tallies = simulate(random, truth, games=games, first_mover=0.4, draw=-1.0)
        result = fit(players, tallies)
        inside += list((result.low < truth) & (truth < result.high))
        miss = abs(result.first_mover - 0.4)
        first_mover_inside.append(miss < 1.96 * result.first_mover_error)
    assert 0.93 <= np.mean(inside) <= 0.975
    assert np.mean(first_mover_inside) > 0.85


def test_the_plain_case_agrees_with_choix() -> None:
    random = np.random.default_rng(3)
    truth = random.normal(0, 1, 8)
    tallies = []
    for i in range(8):
        for j in range(8):
            if i != j:
                wins = int(random.binomial(40, 1 / (1 + math.exp(truth[j] - truth[i]))))
                tallies.append(Tally(i, j, wins=wins, losses=40 - wins))
    pairs = [
        pair
        for t in tallies
        for pair in [(t.first, t.second)] * t.wins + [(t.second, t.first)] * t.losses
    ]
    reference = choix.ilsr_pairwise(8, pairs)
    # choix knows no first-mover term and has no prior; both are worth next to nothing here.
    assert fit(8, tallies).strengths == pytest.approx(reference - reference.mean(), abs=0.03)


def test_the_top_is_where_the_slope_is_zero() -> None:
    """Compared with a general optimiser that knows only the formula of the module's docstring."""
    from scipy.optimize import minimize

    from linefall.ratings import DRAW_MEAN, DRAW_SPREAD, FIRST_MOVER_SPREAD, SPREAD

    tallies = [
        Tally(0, 1, 5, 2, 1),
        Tally(1, 0, 2, 0, 4),
        Tally(1, 2, 3, 3, 3),
        Tally(2, 0, 0, 1, 6),
    ]

    def minus_log_posterior(point: np.ndarray) -> float:
        total = (point[:3] ** 2).sum() / (2 * SPREAD**2)
        total += point[3] ** 2 / (2 * FIRST_MOVER_SPREAD**2)
        total += (point[4] - DRAW_MEAN) ** 2 / (2 * DRAW_SPREAD**2)
        for t in tallies:
            x = point[t.first] - point[t.second] + point[3]
            normal = np.log(np.exp(x / 2) + np.exp(point[4]) + np.exp(-x / 2))
            total -= (t.wins - t.losses) * x / 2 + t.draws * point[4] - t.games * normal
        return float(total)

    best = minimize(minus_log_posterior, np.zeros(5), tol=1e-12).x
    result = fit(3, tallies)
    assert result.strengths == pytest.approx(best[:3] - best[:3].mean(), abs=1e-4)
    assert (result.first_mover, result.draw) == pytest.approx((best[3], best[4]), abs=1e-4)


def test_a_program_that_won_everything_gets_a_finite_rating_above_the_others() -> None:
    result = fit(3, [Tally(0, 1, wins=500), Tally(0, 2, wins=500), Tally(1, 2, 1, 0, 1)])
    assert np.isfinite(result.strengths).all()
    assert result.strengths[0] > 3 + max(result.strengths[1:])
    assert result.low[0] > max(result.high[1:])
    assert result.high[0] < 20


def test_who_moved_first_more_often_gains_nothing_by_it() -> None:
    """Equals, one of whom always moves first and profits, stay near equal beside fair pairs."""
    fair = [Tally(i, j, wins=70, losses=30) for i in range(4) for j in range(4) if i != j]
    result = fit(4, [*fair, Tally(0, 1, wins=70, losses=30)])
    assert abs(result.strengths).max() < 0.01
    assert result.first_mover == pytest.approx(math.log(70 / 30), abs=0.02)


def test_more_draws_raise_the_draw_term_and_change_nobody() -> None:
    result = fit(2, [Tally(0, 1, 10, 80, 10), Tally(1, 0, 10, 80, 10)])
    assert result.strengths == pytest.approx([0, 0], abs=1e-9)
    assert result.draw == pytest.approx(math.log(8), abs=0.05)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_no_games_leave_everybody_equal(players: int) -> None:
    result = fit(players, [])
    assert result.strengths.tolist() == [0.0] * players
    assert not result.apart.any()


def test_a_thousand_wins_to_none_do_not_overflow() -> None:
    result = fit(2, [Tally(0, 1, wins=10**9), Tally(1, 0, losses=10**9)])
    assert np.isfinite(result.strengths).all()
    assert result.apart[0, 1]


@pytest.mark.parametrize(
    ("won", "apart"), [(2, False), (4, False), (6, True), (20, True), (1000, True)]
)
def test_a_perfect_score_separates_when_a_sign_test_would(won: int, apart: bool) -> None:
    """Standard errors alone called 10 wins to none undecided."""
    result = fit(2, [Tally(0, 1, wins=won // 2), Tally(1, 0, losses=won // 2)])
    assert result.apart.tolist() == [[False, apart], [apart, False]]
