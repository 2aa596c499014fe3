"""Fits the tables of the evaluation to games that the search plays against itself.

Positions of many games are described as the evaluation sees them (features.py), and a
logistic regression tells what each feature is worth: 250 points make the odds e times better. A
position counts as what a deep look at it says, if there was one, otherwise as the game ended. Games
against a search of another kind (windows.cpp) are among them. They
are kept in build/fit, a file for each board, so that the next fit has them all. Lines of four, of
five and of six and more have tables of their own; boards of one kind are fitted together. Needs
numpy, scipy, git and a C++ compiler.

    python bench/fit.py play --board 8x8x4,7x8x4 --games 2000       # adds games to those kept
    python bench/fit.py play --board 8x8x4 --games 2000 --nodes 300 --deep 8000  # with deep looks
    python bench/fit.py fit --board 8x8x4,7x8x4 --out cpp/fitted_four.inc
    python bench/fit.py fit --board 14x14x6 --prior cpp/fitted_five.inc    # says how well it fits
"""

from __future__ import annotations

import argparse
import math
import random
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from features import (
    COARSE,
    FEATURES,
    LEVELS,
    LOW,
    NAMES,
    NEAR,
    OF_LINES,
    PAIRS,
    ROUGH,
    TRIPLES,
    Cells,
    Describer,
    Numbers,
)
from linefall.board import Board
from linefall.rules import Rules
from versions import ROOT, WON, Version, build, even_opening

POINTS = 250
FINE = 2
"""Lines are many and each is worth little: they are written in such parts of a point."""
DATA = ROOT / "build" / "fit"
CHUNK = 2000
SLIPS = 5
"""How many moves of a game to the last cell are random, so that there are positions
that the search would not get into."""
QUICK_LOOK = 200
"""Nodes of the search that tell whether a game between others is decided."""
FASTER = 4
"""How many nodes the other search has in the time of one."""
SEATS = 3
"""Numbers for games in which the other search leads, follows, or does both."""
EVERY = 10
"""One position of about so many is taken from a game: its neighbours tell nearly the same."""

AFTER = 6
"""So many moves after the search knew who wins, positions are still taken: lines end in such."""

REST, OFTEN = 3, 8
"""After a deep look so many moves get none, and then one of so many more gets one."""


@dataclass
class Game:
    """Is one game that was played for the fit."""

    points: float
    """The leader's."""
    strangers: int
    """Which sides the other search played: 1 the leader, 2 the follower, 3 both, 0 neither."""
    opening: int
    """How many moves were random at first."""
    decided: int
    """The moves until the search knew who wins."""
    moves: list[int]
    said: dict[int, int]
    """What a deep look said of positions with so many discs, as the leader's score."""

    def line(self) -> str:
        """Gives a line of a file."""
        numbers = (self.points, self.strangers, self.opening, self.decided, *self.moves)
        said = (f"{discs}:{score}" for discs, score in self.said.items())
        return " ".join((*map(str, numbers), *said)) + "\n"

    @staticmethod
    def parse(line: str) -> Game:
        """Reads such a line."""
        words = line.split()
        points, *rest = (word for word in words if ":" not in word)
        strangers, opening, decided, *moves = map(int, rest)
        said = (word.split(":") for word in words if ":" in word)
        scores = {int(discs): int(score) for discs, score in said}
        return Game(float(points), strangers, opening, decided, moves, scores)

    def worth(self, discs: int) -> float:
        """Gives the points that the leader may expect with so many discs."""
        if discs not in self.said:
            return self.points
        return 1 / (1 + math.exp(-self.said[discs] / POINTS))


@dataclass
class Players:
    """Holds who makes the moves of games: the search, and one of another kind."""

    search: Version
    windows: Version
    deep: Version
    """Looks at some positions longer; never at those in which the search knows who wins."""

    def play(self, rules: Rules, nodes: int, chance: random.Random) -> Game:
        """Plays a game from a random opening that looks even.

        In half of the games one side or both are played by the other search, because the search by
        itself never gets into much that others make of a game.
        """
        shortest = min(rules.cells // 16, 6)
        discs = chance.randint(shortest, 4 * shortest)
        moves = even_opening(rules, discs, chance, self.search)
        strangers = chance.choice((0, 0, 0, 1, 2, 3))
        leader, decided, board = rules.cells % 2, 0, Board(rules, moves)
        self.deep.forget()
        said, following = {}, board.plies + chance.randrange(OFTEN)
        while (outcome := board.outcome()) is None:
            strange = strangers >> (board.to_move != leader) & 1
            column, score = self.search.look(board, QUICK_LOOK if strange else nodes)
            if self.deep.nodes and abs(score) < WON and board.plies >= following:
                following = board.plies + REST + chance.randrange(OFTEN)
                _, score = self.deep.look(board, self.deep.nodes)
                if abs(score) < WON:
                    said[board.plies] = score if board.to_move == leader else -score
            if abs(score) >= WON:
                decided = decided or board.plies
            elif chance.random() < SLIPS / rules.cells:
                column = chance.choice(board.open_columns)
            elif strange:
                column, _ = self.windows.look(board, FASTER * nodes)
            board.drop(column)
        points = 0.5 if outcome.winner is None else float(outcome.winner == leader)
        return Game(points, strangers, discs, decided or board.plies, list(board.moves), said)


def games_of(rules: Rules, most: int) -> list[Game]:
    """Reads the games of a board."""
    path = DATA / f"{rules}.games"
    if not path.exists():
        raise SystemExit(f"there are no games of {rules}: play some with `fit.py play`")
    return [Game.parse(line) for line in path.read_text().splitlines()[-most:]]


@dataclass
class Sample:
    """Holds positions of games, as the regression wants them."""

    features: sparse.csr_matrix
    points: Numbers
    filled: Numbers
    held_out: NDArray[np.bool_]


def positions(
    rules: Rules, games: list[Game], chance: np.random.Generator, every: int, after: int
) -> Iterator[tuple[int, Game, int, Cells]]:
    """Takes positions from games, with the game's number and the discs.

    Those that had a deep look, or, where none had, about one of so many until so many moves after
    the search knew who wins.
    """
    for number, game in enumerate(games):
        cells = np.zeros((rules.columns, rules.rows), np.int8)
        heights = [0] * rules.columns
        following = game.opening + int(chance.integers(every))
        for ply, column in enumerate(game.moves[: game.decided + after]):
            if game.said:
                if ply in game.said:
                    yield number, game, ply, cells.copy()
            elif ply == following:
                yield number, game, ply, cells.copy()
                following += every // 2 + int(chance.integers(every))
            cells[column, heights[column]] = 1 + ply % 2
            heights[column] += 1


def sample(rules: Rules, games: list[Game], chance: np.random.Generator) -> Sample:
    """Takes positions from games and describes them."""
    describer = Describer(rules)
    table: list[Cells] = []
    points, filled, held_out, strangers, parts = [], [], [], [], []

    def flush() -> None:
        if table:
            parts.append(describer.features(np.array(table)))
            table.clear()

    every = max(EVERY, rules.cells // 20)
    for number, game, ply, cells in positions(rules, games, chance, every, AFTER):
        table.append(cells)
        points.append(game.worth(ply))
        filled.append(ply / rules.cells)
        held_out.append(number % 10 == 0)
        strangers.append(game.strangers)
        if len(table) >= CHUNK:
            flush()
    flush()
    # Who plays matters too: with these the tables need not explain it.
    seats = np.eye(SEATS + 1, dtype=np.float32)[strangers][:, 1:]
    features = sparse.hstack([sparse.vstack(parts, "csr"), sparse.csr_matrix(seats)], "csr")
    numbers = np.array([points, filled], np.float32)
    return Sample(features, numbers[0], numbers[1], np.array(held_out))


def join(samples: list[Sample]) -> Sample:
    """Puts samples of several boards together."""
    return Sample(
        sparse.vstack([each.features for each in samples], "csr"),
        np.concatenate([each.points for each in samples]),
        np.concatenate([each.filled for each in samples]),
        np.concatenate([each.held_out for each in samples]),
    )


def phases(filled: Numbers) -> Numbers:
    """Gives how much the tables of an empty and of a full board count."""
    return np.stack([1 - filled, filled], 1)


def chances(data: Sample, which: NDArray[np.int64], weights: Numbers) -> Numbers:
    """Gives the leader's expected points."""
    logits = ((data.features[which] @ weights) * phases(data.filled[which])).sum(1)
    expected: Numbers = 1 / (1 + np.exp(-logits))
    return expected


def surprise(points: Numbers, expected: Numbers) -> float:
    """Gives the mean of what results say against what was expected, in nats."""
    expected = np.clip(expected, 1e-6, 1 - 1e-6)
    return float(-(points * np.log(expected) + (1 - points) * np.log(1 - expected)).mean())


def shared_parts() -> sparse.csr_matrix:
    """Tells of which parts each weight is the sum: its own and those it shares with like features.

    What was seen seldom is then worth what the features like it are.
    """
    groups = [np.arange(FEATURES)]
    number = np.arange(PAIRS)
    low, rest = number % LOW, number // LOW
    near, rest = rest % NEAR, rest // NEAR
    odd, pair = rest % 2, rest // 2
    under, over = pair // LEVELS**2, pair % LEVELS**2
    code = np.arange(LEVELS**2)
    rough_code = ROUGH[code // LEVELS] * COARSE + ROUGH[code % LEVELS]
    rough_pair = rough_code[under] * COARSE**2 + rough_code[over]
    for shared in (
        (pair * 2 + odd) * NEAR + near,
        (pair * 2 + odd) * LOW + low,
        pair * 2 + odd,
        ((rough_pair * 2 + odd) * NEAR + near) * LOW + low,
        (under * 2 + odd) * NEAR + near,
        (under * 2 + odd) * LOW + low,
        (over * 2 + odd) * NEAR + near,
    ):
        groups.append(np.concatenate([shared, np.full(FEATURES - PAIRS, -1)]))
    triple = np.full(FEATURES, -1)
    triple[PAIRS : PAIRS + TRIPLES] = np.arange(TRIPLES) // NEAR
    groups.append(triple)
    parts = []
    for group in groups:
        kept = np.nonzero(group >= 0)[0]
        width = int(group.max()) + 1
        once = np.ones(len(kept), np.float32)
        parts.append(sparse.csr_matrix((once, (kept, group[kept])), (FEATURES, width)))
    return sparse.block_diag([sparse.hstack(parts, "csr"), sparse.identity(SEATS)], "csr")


def fit(data: Sample, prior: Numbers, options: argparse.Namespace) -> Numbers:
    """Gives the weights that make the results likeliest, not far from the prior ones.

    Adam on small batches; a line never counts against its side.
    """
    chance = np.random.default_rng(1)
    shares = shared_parts()
    back = shares.T.tocsr()
    weights = prior.copy()
    parts = np.zeros((shares.shape[1], 2), np.float32)
    mean, square = np.zeros_like(parts), np.zeros_like(parts)
    training = np.nonzero(~data.held_out)[0]
    batches = len(training) // options.batch
    total, step = options.epochs * batches, 0
    for _ in range(options.epochs):
        chance.shuffle(training)
        for which in np.array_split(training, batches):
            wrong = chances(data, which, weights) - data.points[which]
            pull = wrong[:, None] * phases(data.filled[which]) / len(which)
            slope = back @ (data.features[which].T @ pull.astype(np.float32))
            slope += options.shrink * parts
            step += 1
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            rate = options.rate * (1 - step / total) + 1e-4
            hat = square / (1 - 0.999**step)
            parts -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(hat) + 1e-8)
            weights = prior + shares @ parts
            weights[OF_LINES] = np.maximum(weights[OF_LINES], 0)
        print(f"surprise {surprise(data.points[which], chances(data, which, weights)):.4f}")
    return weights


def write(weights: Numbers, path: Path) -> None:
    """Writes the tables as C++ numbers, in points: for each feature an empty and a full board."""
    scaled = POINTS * weights
    scaled[OF_LINES] *= FINE
    points = np.rint(scaled).astype(int)
    lines, first = ["// Written by bench/fit.py; evaluation.hpp tells what the numbers are."], 0
    for name, length in NAMES.items():
        lines.append("{{" + f"  // {name}: on an empty board")
        for phase in range(2):
            if phase:
                lines.append("}, {  // on a full one")
            numbers = ",".join(map(str, points[first : first + length, phase]))
            lines += textwrap.wrap(numbers.replace(",", ", "), 119)
        lines.append("}},")
        first += length
    path.write_text("\n".join(lines) + "\n")


def read(path: Path) -> Numbers:
    """Reads what was written."""
    found = re.findall(r"-?\d+", re.sub(r"//.*", "", path.read_text()))
    numbers = np.array(found, np.float32)
    weights, first = [], 0
    for length in NAMES.values():
        weights.append(numbers[first : first + 2 * length].reshape(2, length).T)
        first += 2 * length
    result = np.concatenate(weights)
    result[OF_LINES] /= FINE
    return np.concatenate([result / POINTS, np.zeros((SEATS, 2))]).astype(np.float32)


def run_lead(options: argparse.Namespace) -> None:
    """Fits what leading is worth anew, alone, to games in which the search played both sides.

    Tables that were fitted to games of an older version say wrongly what even openings are: in the
    games of the newer one the sides' chances are others.
    """
    rules, weights = Rules.parse(options.board), read(options.prior)
    games = [game for game in games_of(rules, options.games) if not game.strangers]
    data = sample(rules, games, np.random.default_rng(2))
    leading = weights[FEATURES - 2]
    for _ in range(2000):
        wrong = chances(data, np.arange(len(data.points)), weights) - data.points
        leading -= 5 * (wrong @ phases(data.filled)) / len(wrong) + 5 * options.shrink * leading
    print(f"{len(games)} games: leading is worth {np.rint(POINTS * leading)} points")
    if options.out:
        write(weights, options.out)


def run_fit(options: argparse.Namespace) -> None:
    """Fits the tables to all games of the boards."""
    boards = [Rules.parse(size) for size in options.board.split(",")]
    samples = []
    for rules in boards:
        games = games_of(rules, options.games)
        samples.append(sample(rules, games, np.random.default_rng(2)))
        print(f"{rules}: {len(games)} games, {len(samples[-1].points)} positions", flush=True)
    data = join(samples)
    prior = read(options.prior) if options.prior else np.zeros((FEATURES + SEATS, 2), np.float32)
    weights = fit(data, prior, options)
    for rules, each in zip(boards, samples, strict=True):
        test = np.nonzero(each.held_out)[0]
        expected = chances(each, test, weights)
        print(f"{rules}: surprise {surprise(each.points[test], expected):.4f} nats", flush=True)
    if options.out:
        write(weights, options.out)


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("task", choices=("play", "fit", "lead"))
    parser.add_argument("--board", default="8x8x4,7x8x4")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--deep", type=int, default=0, help="nodes of deep looks; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--prior", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=6e-3)
    parser.add_argument("--shrink", type=float, default=2e-6)
    options = parser.parse_args()
    if options.task != "play":
        {"fit": run_fit, "lead": run_lead}[options.task](options)
        return
    for size in options.board.split(","):
        rules, chance = Rules.parse(size), random.Random(options.seed)
        DATA.mkdir(parents=True, exist_ok=True)
        search, windows = (Version(build(name), rules, (), 0) for name in (".", "windows"))
        deep = Version(build("."), rules, (), options.deep)
        players = Players(search, windows, deep)
        with (DATA / f"{rules}.games").open("a", buffering=1) as out:
            for _ in range(options.games):
                out.write(players.play(rules, options.nodes, chance).line())


if __name__ == "__main__":
    main()
