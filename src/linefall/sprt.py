"""SPRT: is B better than A, with no more games than the answer needs.

The unit is a pair of games from the same opening with seats swapped, so that an opening that
favours one side cancels out. A pair scores 0, 1/2, 1, 3/2 or 2 points (the pentanomial). With
``counts`` how often each was seen, the log-likelihood ratio between "the mean score is that of
elo1" and "... of elo0" is exact: each hypothesis gets the likeliest distribution with its mean.
For a mean s that is ``p_i = n_i / (N (1 + t (x_i - s)))``, and its log-likelihood falls short of
the free one by ``max over t of sum n_i log(1 + t (x_i - s))`` with t kept so that no logarithm
of a possible score turns negative (an unseen score may then still carry probability).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from linefall.errors import LinefallError

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair of games can score, as a share of its two points."""

LIKELY = 1.9207
"""How far a log-likelihood may fall in a 95 % interval: half of what chi-squared has there."""


class Decision(Enum):
    """Says what the test has come to."""

    GOES_ON = "goes on"
    ACCEPTED = "H1 accepted"
    REJECTED = "H0 accepted"


def expected_score(elo: float) -> float:
    """Gives the mean score of somebody who is `elo` points stronger.

    >>> expected_score(0)
    0.5
    """
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """Gives the log of how much better elo1 explains the pairs than elo0, exactly.

    `counts` says how many pairs scored 0, 1/2, 1, 3/2 and 2 points.

    >>> round(log_likelihood_ratio((5, 20, 50, 30, 10), 0, 10), 6)
    1.008252
    """
    return _shortfall(counts, expected_score(elo0)) - _shortfall(counts, expected_score(elo1))


def _shortfall(counts: Sequence[int], mean: float) -> float:
    """How far the likelihood falls when the distribution must have this mean (see above)."""
    seen = [(n, x - mean) for n, x in zip(counts, SCORES, strict=True) if n]
    t = _top(seen, -1 / (SCORES[-1] - mean), 1 / (mean - SCORES[0]))
    return math.fsum(n * math.log1p(t * d) for n, d in seen)


def _top(seen: Sequence[tuple[int, float]], low: float, high: float) -> float:
    """Where the sum of n log(1 + t d), which is concave, is highest between low and high."""
    t = 0.0
    for _ in range(200):
        slope = bend = 0.0
        for n, d in seen:
            part = d / (1 + t * d)
            slope += n * part
            bend += n * part * part
        low, high = (t, high) if slope > 0 else (low, t)
        ahead = t + slope / bend if bend else t
        if not low < ahead < high:  # Newton's step left the bracket
            ahead = (low + high) / 2
        if abs(ahead - t) <= 1e-15 * (1 + abs(t)):
            break
        t = ahead
    return t


@dataclass(frozen=True)
class Sprt:
    """Tests elo1 against elo0: `alpha` and `beta` are the chances of a wrong yes and a wrong no.

    >>> test = Sprt(elo0=0, elo1=20)
    >>> test.decide((0, 0, 0, 0, 60))
    <Decision.ACCEPTED: 'H1 accepted'>
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not all(math.isfinite(elo) for elo in (self.elo0, self.elo1)):
            raise LinefallError(f"elo0 and elo1 must be numbers, not {self.elo0} and {self.elo1}")
        if not self.elo0 < self.elo1:
            raise LinefallError(f"elo0 must be under elo1, not {self.elo0:g} and {self.elo1:g}")
        if max(abs(self.elo0), abs(self.elo1)) > 2000:
            raise LinefallError(
                f"elo0 and elo1 must lie within 2000, not {self.elo0:g} and {self.elo1:g}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise LinefallError(f"{name} must lie between 0 and 0.5, not {value:g}")

    def bounds(self, pairs: int) -> tuple[float, float]:
        """Gives the log-likelihood ratios at which the test says no and yes after `pairs` pairs.

        log(beta) and log(1 / alpha) bound the errors for any likelihood ratio (Ville); since the
        spread of the scores is estimated from the same pairs, two of them are not counted.
        """
        room = pairs / (pairs - 2) if pairs > 2 else math.inf
        return math.log(self.beta) * room, math.log(1 / self.alpha) * room

    def ratio(self, counts: Sequence[int]) -> float:
        """Gives the log-likelihood ratio after these pairs."""
        return log_likelihood_ratio(counts, self.elo0, self.elo1)

    def decide(self, counts: Sequence[int]) -> Decision:
        """Says whether the pairs are enough, and for what."""
        low, high = self.bounds(sum(counts))
        ratio = self.ratio(counts)
        if ratio >= high:
            return Decision.ACCEPTED
        return Decision.REJECTED if ratio <= low else Decision.GOES_ON


def elo_estimate(counts: Sequence[int]) -> tuple[float, float, float]:
    """Gives the Elo difference that the pairs show, and its 95 % interval (may be infinite).

    The interval holds the differences that explain the pairs hardly worse, by the likelihood of
    the test itself: pairs that all end alike are no proof that every pair does.

    >>> [round(elo) for elo in elo_estimate((0, 0, 8, 0, 0))]
    [0, -75, 75]
    """
    pairs = sum(counts)
    if not pairs:
        return 0.0, -math.inf, math.inf
    mean = math.fsum(n * x for n, x in zip(counts, SCORES, strict=True)) / pairs
    low, high = (_edge(counts, mean, end) for end in (SCORES[0], SCORES[-1]))
    return _elo(mean), _elo(low), _elo(high)


def _edge(counts: Sequence[int], mean: float, end: float) -> float:
    """Finds how far towards an end of the scores a mean is still likely enough."""
    if mean == end:
        return end
    inside, outside = mean, end
    for _ in range(50):
        middle = (inside + outside) / 2
        if _shortfall(counts, middle) <= LIKELY:
            inside = middle
        else:
            outside = middle
    return inside


def _elo(score: float) -> float:
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score)) + 0.0
