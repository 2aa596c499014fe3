"""Plays the search of this tree against that of an older commit, or against other weights.

Only `cpp/search.cpp` plays: no book, no solver. Every move has a limit of nodes, every opening is
random, looks even to the older version, and is played twice with seats swapped. Needs git and a
C++ compiler.

    python bench/versions.py HEAD~5 --board 6x7x4,8x8x4 --nodes 20000 --games 200
    python bench/versions.py . --set quiet=250           # this tree with another weight
    python bench/versions.py HEAD --new-nodes 18000      # where a node costs more than it did
    python bench/versions.py HEAD --pace 12 --nodes 1000000   # the time of a node, no games
    python bench/versions.py windows --nodes 100000 --new-nodes 10000   # another kind of search
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import os
import random
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Protocol

from linefall.board import Board
from linefall.rules import Rules
from matches import counts, mean_and_error, play, random_position

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "build" / "versions"
WINDOWS = ROOT / "bench" / "windows.cpp"
SOURCES = ("search.cpp", "evaluation.cpp", "pages.cpp")
FLAGS = (
    "-std=c++20",
    "-O3",
    "-march=native",
    "-shared",
    "-fPIC",
    "-fno-gnu-unique",
    "-fno-semantic-interposition",
    *(line for line in (ROOT / "cpp" / "search.flags").read_text().split("\n") if line[:1] == "-"),
)
WON = 1_000_000
MEMORY, TABLE_OF_PROGRAM = 1 << 24, 1 << 26
EVEN = 150
"""Points of the evaluation up to which an opening is played."""


def build(commit: str) -> Path:
    """Compiles the search of a commit, `.` being the tree as it is; gives the library.

    `windows` is the search of another kind, windows.cpp.
    """
    if commit.endswith(".so"):  # built before
        return Path(commit)
    if commit == "windows":
        return compiled(ROOT / "cpp", [WINDOWS], [WINDOWS])
    with tempfile.TemporaryDirectory() as scratch:
        tree = ROOT if commit == "." else unpack(commit, Path(scratch))
        core, door = tree / "cpp", tree / "bench" / "door.cpp"
        sources = [path for source in SOURCES if (path := core / source).exists()]
        files = [*sorted(core.glob("*.?pp")), *sorted(core.glob("*.inc")), door]
        return compiled(core, [*sources, door], files)


def compiled(headers: Path, sources: Sequence[Path], files: Sequence[Path]) -> Path:
    """Gives the library of sources, compiled unless that was done with the same files before."""
    parts = [*(flag.encode() for flag in FLAGS), *(path.read_bytes() for path in files)]
    name = hashlib.sha256(b"\n".join(parts)).hexdigest()
    library = BUILT / f"{name[:16]}.so"
    if not library.exists():
        BUILT.mkdir(parents=True, exist_ok=True)
        into = library.with_suffix(f".{os.getpid()}")
        compile_library(headers, sources, into)
        into.rename(library)
    return library


def unpack(commit: str, folder: Path) -> Path:
    """Writes what is needed of a commit into a folder."""
    command = ["git", "archive", commit, "cpp", "bench/door.cpp"]
    packed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "x"], cwd=folder, check=True, input=packed)
    return folder


def compile_library(headers: Path, sources: Sequence[Path], into: Path) -> None:
    """Compiles for the processor at hand."""
    compiler = os.environ.get("CXX", "c++")
    command = [compiler, *FLAGS, f"-I{headers}", *map(str, sources), "-pthread", "-o", str(into)]
    subprocess.run(command, check=True)


class Version:
    """Holds the search of one version on one board."""

    def __init__(
        self,
        library: Path,
        rules: Rules,
        settings: Sequence[str],
        nodes: int,
        memory: int = MEMORY,
    ) -> None:
        """Loads the library and sets the weights given as `name=value`."""
        self.core = ctypes.CDLL(str(library), mode=os.RTLD_LOCAL | os.RTLD_NOW)
        self.core.open_player.restype = ctypes.c_void_p
        self.nodes, self.told = nodes, (ctypes.c_longlong * 3)()
        self.bytes = (rules.bits_needed + 7) // 8
        size = rules.rows, rules.columns, rules.connect
        self.player = ctypes.c_void_p(self.core.open_player(*size, ctypes.c_size_t(memory)))
        self.depths = self.moves = self.searched = 0
        self.seconds = 0.0
        for setting in settings:
            name, _, value = setting.partition("=")
            if not self.core.set_weight(self.player, name.encode(), int(value)):
                raise SystemExit(f"there is no weight {name}")

    def look(self, board: Board, nodes: int) -> tuple[int, int]:
        """Gives column and score."""
        first, second = (bits.to_bytes(self.bytes, "little") for bits in board.bits)
        limit = ctypes.c_longlong(nodes)
        column = self.core.find_column(
            self.player, first, second, self.bytes, limit, ctypes.byref(self.told)
        )
        return column, self.told[0]

    def choose(self, board: Board) -> int:
        """Gives the column, and counts what it took."""
        begin = process_time()
        column, score = self.look(board, self.nodes)
        if abs(score) < WON:
            self.seconds += process_time() - begin
            self.moves += 1
            self.depths += self.told[1]
            self.searched += self.told[2]
        return column

    def forget(self) -> None:
        """Forgets everything."""
        self.core.forget(self.player)

    def pace(self) -> str:
        """Words depth and speed of the moves that were not decided."""
        speed = self.searched / max(self.seconds, 1e-9) / 1e6
        return f"depth {self.depths / max(1, self.moves):.1f}, {speed:.2f} M/s"


def even_opening(rules: Rules, discs: int, chance: random.Random, judge: Version) -> list[int]:
    """Draws moves after which the game looks even."""
    while True:
        board = random_position(rules, discs, chance)
        judge.forget()
        if abs(judge.look(board, 4000)[1]) <= EVEN:
            return list(board.moves)


class Forgetful(Protocol):
    """Is a player that can forget what earlier games have taught it."""

    def choose(self, board: Board) -> int: ...

    def forget(self) -> None: ...


def play_pair(
    one: Forgetful, two: Forgetful, rules: Rules, opening: Sequence[int]
) -> tuple[float, float]:
    """Plays an opening twice; gives the points of `one` as the first player and as the second."""
    points = []
    for seat in (0, 1):
        one.forget()
        two.forget()
        players = (one.choose, two.choose) if seat == 0 else (two.choose, one.choose)
        winner = play(players, rules, opening)
        points.append(0.5 if winner is None else float(winner == seat))
    return points[0], points[1]


def match(
    new: Version, old: Version, rules: Rules, options: argparse.Namespace
) -> list[tuple[float, float]]:
    """Plays pairs of games and gives the points of `new` in both games of each pair."""
    chance, pairs = random.Random(options.seed), []
    for _ in range(options.games // 2):
        discs = min(options.opening or 4 + chance.randrange(3), rules.cells // 4)
        opening = even_opening(rules, discs, chance, new if options.old == "windows" else old)
        pairs.append(play_pair(new, old, rules, opening))
    return pairs


def compare_pace(libraries: tuple[Path, Path], rules: Rules, options: argparse.Namespace) -> str:
    """Words the processor time of a node of the new version in that of one of the old.

    Both look at the same random positions in turn.
    """
    chance = random.Random(options.seed)
    versions = [
        Version(library, rules, (), options.nodes, TABLE_OF_PROGRAM) for library in libraries
    ]
    for number in range(options.pace):
        board = random_position(rules, chance.randint(0, rules.cells // 4), chance)
        for version in versions[:: 1 if number % 2 else -1]:
            version.forget()
            version.choose(board)
    new, old = (version.seconds / max(1, version.searched) for version in versions)
    return f"{new / old:.2f} of the time of a node ({versions[0].pace()}; old {versions[1].pace()})"


def main() -> None:
    """Plays what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("old", help="a commit, . for the tree as it is, or windows")
    parser.add_argument("--new", default=".", help="the same for the other side")
    parser.add_argument("--board", default="6x7x4,8x8x4,7x9x5,10x10x5,20x20x6")
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--new-nodes", type=int, help="nodes of the new version, if others")
    parser.add_argument("--games", type=int, default=100, help="on each board")
    parser.add_argument("--pace", type=int, default=0, help="so many positions, no games")
    parser.add_argument("--opening", type=int, default=0, help="random discs; 0: 4 to 6")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", nargs="*", default=[], help="weights of the new version")
    parser.add_argument("--unset", nargs="*", default=[], help="weights of the old version")
    options = parser.parse_args()
    libraries, means = (build(options.new), build(options.old)), []
    for size in options.board.split(","):
        rules = Rules.parse(size)
        if options.pace:
            print(f"{size:>8}: {compare_pace(libraries, rules, options)}", flush=True)
            continue
        new = Version(libraries[0], rules, options.set, options.new_nodes or options.nodes)
        old = Version(libraries[1], rules, options.unset, options.nodes)
        pairs = match(new, old, rules, options)
        mean, error = mean_and_error([sum(pair) / 2 for pair in pairs])
        means.append(mean)
        points = f"{100 * mean:.1f} % +- {100 * error:.1f}"
        print(f"{size:>8}: {points} ({new.pace()}; old {old.pace()})")
        for seat, name in enumerate(("first", "second")):
            print(f"          as the {name}: {counts([pair[seat] for pair in pairs])}", flush=True)
    if means:
        print(f" average: {100 * sum(means) / len(means):.1f} %")


if __name__ == "__main__":
    main()
