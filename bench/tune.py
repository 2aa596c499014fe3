"""Tunes the weights of the evaluation by matches of the search against itself.

Each weight in turn is tried smaller and larger; a change that scores better than chance by more
than one standard error is kept. Node limits, paired openings, no solver: only the evaluation and
the order of moves count. Lines of four and longer ones have weights of their own, so the boards
should be of one kind.

    python bench/tune.py --board 6x7x4,8x8x4 --nodes 5000 --games 60
    python bench/tune.py --try decided=0 --board 8x8x4
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping

from linefall import _core
from linefall.board import Board
from linefall.rules import Rules
from matches import mean_and_error, random_opening
from versions import play_pair

FACTORS = (0.6, 1.6)


class Weighed:
    """Is the search with these weights, and a limit of nodes for each move."""

    def __init__(self, rules: Rules, weights: Mapping[str, int], nodes: int = 0) -> None:
        """Makes one; the weights that are not named stay as they are."""
        self.search = _core.Search(rules.rows, rules.columns, rules.connect, 1 << 22)
        self.nodes = nodes
        for name, value in weights.items():
            self.search.set(name, value)

    def choose(self, board: Board) -> int:
        """Gives the column."""
        return self.search.search(*board.bits, nodes=self.nodes)[0]

    def forget(self) -> None:
        """Forgets everything."""
        self.search.forget()


def compare(
    new: Mapping[str, int], old: Mapping[str, int], options: argparse.Namespace
) -> tuple[float, float]:
    """Gives the mean of the new weights' points over pairs of games, and its standard error."""
    pairs = []
    for size in options.board.split(","):
        rules, chance = Rules.parse(size), random.Random(options.seed)
        ours, theirs = (Weighed(rules, weights, options.nodes) for weights in (new, old))
        for _ in range(options.games // 2):
            opening = random_opening(rules, options.opening, chance)
            pairs.append(sum(play_pair(ours, theirs, rules, opening)) / 2)
    return mean_and_error(pairs)


def tune(options: argparse.Namespace) -> None:
    """Tries every weight smaller and larger, and keeps what is better."""
    search = Weighed(Rules.parse(options.board.split(",")[0]), {}).search
    names = options.only.split(",") if options.only else list(_core.search_weights())
    best = {name: search.get(name) for name in _core.search_weights()}
    for name in names:
        for factor in FACTORS:
            new = {**best, name: max(1, round(best[name] * factor))}
            mean, error = compare(new, best, options)
            kept = mean > 0.5 + error
            word = "kept" if kept else "left"
            print(
                f"{name}={new[name]}: {100 * mean:.1f} % +- {100 * error:.1f}, {word}", flush=True
            )
            if kept:
                best = new
                break
    print("best:", " ".join(f"{name}={value}" for name, value in best.items()))


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", default="6x7x4,8x8x4")
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--games", type=int, default=60, help="on each board")
    parser.add_argument("--opening", type=int, default=4, help="random discs at the start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="names of weights, with commas")
    parser.add_argument(
        "--try", dest="trial", nargs="*", default=[], help="name=value, against now"
    )
    options = parser.parse_args()
    if options.trial:
        new = {name: int(value) for name, value in (one.split("=") for one in options.trial)}
        mean, error = compare(new, {}, options)
        print(f"{' '.join(options.trial)}: {100 * mean:.1f} % +- {100 * error:.1f}")
    else:
        tune(options)


if __name__ == "__main__":
    main()
