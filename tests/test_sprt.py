"""The sequential test: its likelihoods against a direct computation, its errors by simulation."""

import math
import random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.linalg import null_space
from scipy.optimize import brentq

from linefall.errors import LinefallError
from linefall.sprt import (
    SCORES,
    Decision,
    Sprt,
    elo_estimate,
    expected_score,
    log_likelihood_ratio,
)

counts = st.tuples(*[st.integers(0, 80)] * 5).filter(any)
elos = st.tuples(st.floats(-150, 150), st.floats(-150, 150)).map(sorted)


def highest_likelihood(seen: tuple[int, ...], mean: float) -> float:
    """Searches all distributions with that mean, knowing nothing about their form.

    Newton's steps in the plane of these distributions; a weight that grows less and less keeps
    every part above zero. (A general solver stops far below the top where nearly all pairs are
    of one kind.)
    """
    x, n = np.array(SCORES), np.array(seen, float)

    def tilted(k: float) -> np.ndarray:
        weights = np.exp(k * x)
        return weights / weights.sum()

    p = tilted(brentq(lambda k: tilted(k) @ x - mean, -60, 60))
    plane = null_space(np.stack([np.ones(5), x]))
    for inside in 10.0 ** -np.arange(12):
        weights = n + inside
        for _ in range(60):
            slope = plane.T @ (weights / p)
            step = plane @ np.linalg.solve((plane.T * (weights / p**2)) @ plane, slope)
            size = 1.0
            while (p + size * step <= 0).any() or weights @ np.log1p(size * step / p) < 0:
                size /= 2
                if size < 1e-12:
                    break
            else:
                p = p + size * step
                continue
            break
    return float(n @ np.log(p))


@settings(max_examples=60, deadline=None)
@given(counts, elos)
@example((0, 0, 1, 1, 74), [0.0, 1.0])
def test_the_ratio_equals_a_direct_numerical_computation(
    seen: tuple[int, ...], elo: list[float]
) -> None:
    low, high = (highest_likelihood(seen, expected_score(e)) for e in elo)
    assert log_likelihood_ratio(seen, *elo) == pytest.approx(high - low, abs=1e-6)


@given(counts, elos)
def test_seen_from_the_other_side_the_ratio_changes_its_sign(
    seen: tuple[int, ...], elo: list[float]
) -> None:
    mirrored = log_likelihood_ratio(seen[::-1], -elo[1], -elo[0])
    assert mirrored == pytest.approx(-log_likelihood_ratio(seen, *elo), abs=1e-7)


def test_nothing_seen_says_nothing() -> None:
    assert log_likelihood_ratio((0, 0, 0, 0, 0), 0, 10) == 0
    assert Sprt().decide((0, 0, 0, 0, 0)) is Decision.GOES_ON


@pytest.mark.parametrize(("truth", "wrong"), [(0, Decision.ACCEPTED), (100, Decision.REJECTED)])
@pytest.mark.unwatched
def test_wrong_answers_are_as_rare_as_promised(truth: float, wrong: Decision) -> None:
    """400 tests of a fair size; 0.05 is promised, 0.078 is 2.6 standard errors above it."""
    chance, dice = expected_score(truth), random.Random(11)
    test = Sprt(elo0=0, elo1=100)
    answers = []
    for _ in range(400):
        seen = [0, 0, 0, 0, 0]
        while (answer := test.decide(seen)) is Decision.GOES_ON:
            seen[2 * (dice.random() < chance) + 2 * (dice.random() < chance)] += 1
        answers.append(answer)
    assert answers.count(wrong) / len(answers) <= 0.078


def test_it_stops_by_itself_when_all_pairs_are_even_and_when_all_are_won() -> None:
    test = Sprt(elo0=0, elo1=20)
    assert test.decide((0, 0, 500, 0, 0)) is Decision.REJECTED
    assert test.decide((0, 0, 0, 0, 100)) is Decision.ACCEPTED
    assert test.decide((100, 0, 0, 0, 0)) is Decision.REJECTED


@pytest.mark.parametrize(
    "wrong",
    [
        {"elo0": 10, "elo1": 10},
        {"elo0": 30},
        {"elo1": math.inf},
        {"elo0": math.nan},
        {"elo1": 5000},
        {"alpha": 0},
        {"alpha": 0.5},
        {"beta": -1},
        {"beta": math.nan},
    ],
)
def test_impossible_tests_are_refused_with_what_was_given(wrong: dict[str, float]) -> None:
    with pytest.raises(LinefallError, match=next(iter(wrong))):
        Sprt(**wrong)


def test_the_estimate_lies_in_its_interval_and_ends_at_infinity() -> None:
    value, low, high = elo_estimate((10, 20, 40, 30, 20))
    assert low < value < high
    assert value == pytest.approx(400 * math.log10((0.5 + 0.0625) / (0.5 - 0.0625)), abs=0.5)
    value, low, high = elo_estimate((0, 0, 0, 0, 5))
    assert (value, high) == (math.inf, math.inf)
    assert 0 < low < math.inf
    assert elo_estimate((0, 0, 0, 0, 0)) == (0.0, -math.inf, math.inf)


def test_pairs_that_all_end_alike_leave_an_interval_that_shrinks_with_their_number() -> None:
    """One pair of 1 : 1 was reported as 0 Elo (0 .. 0): as if no game could end otherwise."""
    widths = [high - low for _, low, high in map(elo_estimate, ((0, 0, n, 0, 0) for n in (1, 9)))]
    assert widths[0] > widths[1] > 100


@pytest.mark.parametrize("chances", [(0.1, 0.2, 0.4, 0.2, 0.1), (0.25, 0.05, 0.1, 0.1, 0.5)])
def test_the_interval_holds_the_truth_about_as_often_as_it_says(chances) -> None:
    dice = random.Random(1)
    mean = sum(chance * score for chance, score in zip(chances, SCORES, strict=True))
    truth = 400 * math.log10(mean / (1 - mean))
    held = 0
    for _ in range(400):
        scores = dice.choices(range(5), chances, k=40)
        _, low, high = elo_estimate([scores.count(score) for score in range(5)])
        held += low <= truth <= high
    assert 0.91 <= held / 400 <= 0.98
