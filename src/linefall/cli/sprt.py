"""`linefall sprt`: is B stronger than A, with no more games than the answer needs."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from linefall.cli import league
from linefall.cli.league_settings import Settings, default_database
from linefall.cli.options import (
    cluster_option,
    database_option,
    games_at_once_option,
    json_option,
    openings_seed_option,
    rules_option,
)
from linefall.cli.width import wrapped
from linefall.rules import Rules
from linefall.schedule import MOST_ROUNDS, Plan
from linefall.sprt import Decision, Sprt, elo_estimate
from linefall.standings import Result

if TYPE_CHECKING:
    from linefall.store import Store

VERSION = 1
UNDECIDED = 1
SAME_GAMES = (
    "all pairs were the same two games: the answer is about these, not about strength "
    "(openings:PROGRAM is for a program that takes openings)"
)


@click.command("sprt")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option(
    "--elo0",
    type=float,
    default=0.0,
    show_default=True,
    help="H0: B is stronger than A by no more than this.",
)
@click.option(
    "--elo1",
    type=float,
    default=20.0,
    show_default=True,
    help="H1: B is stronger than A by this or more.",
)
@click.option(
    "--alpha",
    type=float,
    default=0.05,
    show_default=True,
    help="Chance to accept H1 although H0 is true.",
)
@click.option(
    "--beta",
    type=float,
    default=0.05,
    show_default=True,
    help="Chance to accept H0 although H1 is true.",
)
@rules_option
@click.option(
    "--seconds", type=float, default=0.1, show_default=True, metavar="T", help="Time for each move."
)
@openings_seed_option
@click.option(
    "--most-games",
    type=click.IntRange(2, 2 * MOST_ROUNDS),
    default=20_000,
    show_default=True,
    help="Give up after so many games.",
)
@database_option
@games_at_once_option
@cluster_option
@json_option
def command(a: str, b: str, *, elo0: float, elo1: float, alpha: float, beta: float, rules: Rules,
            seconds: float, seed: int, most_games: int, database: str | None,
            games_at_once: int | None, cluster: str | None, as_json: bool) -> int:  # fmt: skip
    """Test whether B is stronger than A; stops by itself when it knows.

    The two play pairs of games, the same opening with both seats. Pairs are counted in their
    order, so that it does not matter which games are short. Like a tournament, the same command
    goes on where it was stopped.

    \b
    Example: linefall sprt old.py new.py --elo0 0 --elo1 30 --seconds 0.2

    The exit status is 0 when the test came to an answer, whichever, and 1 when it did not.
    """
    from linefall.store import Store

    test = Sprt(elo0, elo1, alpha, beta)
    settings = Settings(
        programs=((None, a), (None, b)),
        boards=(rules,),
        seconds=(seconds,),
        rounds=most_games // 2,
        seed=seed,
        bench_after=0,
        database=database or default_database(),
        games_at_once=games_at_once,
        cluster=cluster,
    )
    plan = settings.plan()
    with Store(settings.database) as store:
        plan = league.prepare(store, plan)

        pairs = Pairs(plan, test)
        played = store.played(plan.id)
        if not pairs.decide(played) and len(played) < plan.most_games():
            league.run(settings, store, plan, enough=pairs.decide, unit="test")
            pairs.decide(store.played(plan.id))
        if sum(pairs.counts) > 1 and _always_the_same(store, plan.id):
            league.say(SAME_GAMES)
    _report(test, plan.names, pairs.counts, as_json=as_json)
    return UNDECIDED if test.decide(pairs.counts) is Decision.GOES_ON else 0


def _always_the_same(store: Store, test: str) -> bool:
    """Says whether all games are the first two again, as two programs without chance play them."""
    seen: set[tuple[str, tuple[int, ...]]] = set()
    for game in store.games(tournament=test):
        record = game.record
        seen.add((record.players[record.player_of(0)].name, record.moves))
        if len(seen) > 2 or record.verdict.cause not in ("line", "draw"):
            return False
    return True


class Pairs:
    """Counts the pairs of a test by B's points, in their order, as their games come in.

    Counting ends where the test does: games that were under way then are spare, and must not
    make it undecided again.
    """

    def __init__(self, plan: Plan, test: Sprt) -> None:
        """Knows of no games yet."""
        games = plan.games({})
        self._b, self._test = plan.names[1], test
        self._rest = list(zip(games[-2::-2], games[::-2], strict=True))  # the next one last
        self._counts = [0, 0, 0, 0, 0]

    @property
    def counts(self) -> tuple[int, ...]:
        """Gives how many pairs brought B 0, 0.5, 1, 1.5 and 2 points."""
        return tuple(self._counts)

    def decide(self, results: Mapping[str, Result]) -> bool:
        """Counts on with all results so far, to the first gap; says whether the test is over."""
        while self._test.decide(self._counts) is Decision.GOES_ON:
            if not self._rest or any(game.key not in results for game in self._rest[-1]):
                return False
            pair = self._rest.pop()
            points = sum(results[g.key].points(int(g.second == self._b)) for g in pair)
            self._counts[round(2 * points)] += 1
        return True


def _report(test: Sprt, names: Sequence[str], counts: Sequence[int], *, as_json: bool) -> None:
    decision, ratio = test.decide(counts), test.ratio(counts)
    low, high = test.bounds(sum(counts))
    elo, elo_low, elo_high = elo_estimate(counts)
    if as_json:
        form: dict[str, Any] = {
            "version": VERSION,
            "decision": decision.value,
            "sentence": sentence(test, names, decision),
            "pairs": sum(counts),
            "counts": list(counts),
            "llr": ratio,
            "bounds": [_finite(low), _finite(high)],
            "elo": _finite(elo),
            "low": _finite(elo_low),
            "high": _finite(elo_high),
        }
        click.echo(json.dumps(form, indent=1))
        return
    for line in (
        sentence(test, names, decision),
        f"pairs: {sum(counts)}, by points of {names[1]} (0, 1/2, 1, 3/2, 2): "
        + " ".join(map(str, counts)),
        f"log-likelihood ratio: {ratio:.3f} (H0 at {low:.3f}, H1 at {high:.3f})",
        f"Elo of {names[1]} over {names[0]}: {elo:.0f} ({elo_low:.0f} .. {elo_high:.0f})",
    ):
        click.echo(wrapped(line, indent=2))


def sentence(test: Sprt, names: Sequence[str], decision: Decision) -> str:
    """Says the answer in words.

    >>> sentence(Sprt(0, 20), ("old", "new"), Decision.ACCEPTED)
    'H1 accepted: new is stronger than old (by 20 Elo rather than 0)'
    """
    a, b = names
    size = f"by {test.elo1:g} Elo rather than {test.elo0:g}"
    if decision is Decision.ACCEPTED:
        return f"{decision.value}: {b} is stronger than {a} ({size})"
    if decision is Decision.REJECTED:
        return f"{decision.value}: {b} is not stronger than {a} ({size})"
    return f"undecided: more games are needed to tell whether {b} is stronger than {a} ({size})"


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
