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
from math import sqrt

from engine import random_opening
from linefall import _core
from linefall.board import Board
from linefall.rules import Rules

FACTORS = (0.6, 1.6)


def make(rules: Rules, weights: Mapping[str, int]) -> _core.Search:
    """Gives a search with these weights."""
    search = _core.Search(rules.rows, rules.columns, rules.connect, 1 << 22)
    for name, value in weights.items():
        search.set(name, value)
    return search


def play(players: tuple[_core.Search, _core.Search], opening: list[int], rules: Rules, nodes: int):
    """Plays a game and gives its winner."""
    board = Board(rules, opening)
    while (outcome := board.outcome()) is None:
        board.drop(players[board.to_move].search(*board.bits, nodes=nodes)[0])
    return outcome.winner


def compare(
    new: Mapping[str, int], old: Mapping[str, int], options: argparse.Namespace
) -> tuple[float, float]:
    """Gives the mean of the new weights' points over pairs of games, and its standard error."""
    pairs = []
    for size in options.board.split(","):
        rules, chance = Rules.parse(size), random.Random(options.seed)
        ours, theirs = make(rules, new), make(rules, old)
        for _ in range(options.games // 2):
            opening = random_opening(rules, options.opening, chance)
            points = 0.0
            for seat in (0, 1):
                ours.forget()
                theirs.forget()
                players = (ours, theirs) if seat == 0 else (theirs, ours)
                winner = play(players, opening, rules, options.nodes)
                points += 0.5 if winner is None else float(winner == seat)
            pairs.append(points / 2)
    mean = sum(pairs) / len(pairs)
    variance = sum((p - mean) ** 2 for p in pairs) / max(1, len(pairs) - 1)
    return mean, sqrt(variance / len(pairs))


def tune(options: argparse.Namespace) -> None:
    """Tries every weight smaller and larger, and keeps what is better."""
    search = make(Rules.parse(options.board.split(",")[0]), {})
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
