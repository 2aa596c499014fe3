"""Builds books and checks them: which positions there are, what they are worth, and the journal.

The values of the deepest positions are searched; those above follow from them by minimax. Each
value found goes into a journal at once, so that a build that is killed loses nothing.
"""

from __future__ import annotations

import os
import queue
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from linefall import _core
from linefall.book import Book, BookError, Keys
from linefall.rules import Rules
from linefall.score import score_of_stone

SLICE: Final = 1.0  # seconds of search between two looks at whether to stop
SYNC: Final = 64  # records between two waits for the disk
CHUNK: Final = 16  # neighbouring positions that one thread takes at a time

Scores = dict[int, int]


class Tree:
    """Walks the positions of one board as (mover, taken): the mover's discs, and all discs."""

    def __init__(self, rules: Rules) -> None:
        """Prepares the masks of a board."""
        self.rules, self.keys = rules, Keys(rules)
        stride = rules.rows + 1
        self._bottom = sum(1 << column * stride for column in range(rules.columns))
        self._board = self._bottom * ((1 << rules.rows) - 1)
        self._steps = (1, stride, stride + 1, stride - 1)

    def moves(self, taken: int) -> Iterator[int]:
        """Gives the cells that can be played, each as one bit."""
        playable = (taken + self._bottom) & self._board
        while playable:
            cell = playable & -playable
            yield cell
            playable ^= cell

    def has_line(self, discs: int) -> bool:
        """Says whether discs of one side make a line."""
        for step in self._steps:
            run = discs
            for _ in range(self.rules.connect - 1):
                run &= run >> step
                if not run:
                    break
            else:
                if run:
                    return True
        return False

    def wins_at_once(self, mover: int, taken: int) -> bool:
        """Says whether the side to move completes a line with its next disc."""
        return any(self.has_line(mover | cell) for cell in self.moves(taken))

    def children(self, mover: int, taken: int) -> Iterator[tuple[int, int]]:
        """Gives the positions after each move, seen by the other side."""
        return ((taken ^ mover, taken | cell) for cell in self.moves(taken))

    def levels(self, plies: int) -> list[set[int]]:
        """Gives, for each number of discs, the keys of all open positions, mirror images once."""
        levels = [{self.keys.of(0, 0)}]
        for _ in range(min(plies, self.rules.cells - 1)):
            following = set()
            for key in levels[-1]:
                for mover, taken in self.children(*self.keys.position(key)):
                    if not self.has_line(mover ^ taken):
                        following.add(self.keys.of(mover, taken))
            levels.append(following)
        return levels

    def score_of_win(self, taken: int) -> int:
        """Gives the score of who completes a line with the next disc."""
        return score_of_stone(taken.bit_count() + 1, self.rules.cells)

    def best_of_children(
        self, mover: int, taken: int, scores: Callable[[int], int | None]
    ) -> tuple[int | None, bool]:
        """Gives the best score that known children prove, and whether all children are known.

        The side to move must not be able to win at once.
        """
        best, complete = None, True
        for after_mover, after_taken in self.children(mover, taken):
            score = self._score(after_mover, after_taken, scores)
            if score is None:
                complete = False
            elif best is None or -score > best:
                best = -score
        return best, complete

    def _score(self, mover: int, taken: int, scores: Callable[[int], int | None]) -> int | None:
        if taken == self._board:
            return 0
        if self.wins_at_once(mover, taken):
            return self.score_of_win(taken)
        return scores(self.keys.of(mover, taken))


class Journal:
    """Keeps values in a file as they are found: a line each, with its own checksum.

    A line that a crash left half written is skipped when the journal is read again.
    """

    def __init__(self, path: Path, rules: Rules) -> None:
        """Opens a journal, making it if needed, and reads what it holds into `scores`."""
        self.path = path
        self._head = f"linefall book journal 1 {rules}\n"
        self.scores, self.damaged = self._read()
        self._file = open(path, "ab", buffering=0)  # noqa: SIM115
        self._waiting = 0
        if self._file.tell() == 0:
            self._file.write(self._head.encode())
        elif not path.read_bytes().endswith(b"\n"):
            self._file.write(b"\n")

    def add(self, key: int, score: int) -> None:
        """Writes a value; a kill after this loses nothing."""
        self._file.write(_line(key, score))
        self.scores[key] = score
        self._waiting += 1
        if self._waiting >= SYNC:
            self.sync()

    def sync(self) -> None:
        """Waits until everything is on the disk, where a power cut loses nothing either."""
        os.fsync(self._file.fileno())
        self._waiting = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.sync()
        self._file.close()

    def _read(self) -> tuple[Scores, int]:
        if not self.path.exists() or not self.path.stat().st_size:
            return {}, 0
        head, _, rest = self.path.read_bytes().partition(b"\n")
        if head + b"\n" != self._head.encode():
            raise BookError(f"{self.path} is not the journal of this book: {self._head.strip()}")
        scores, damaged = {}, 0
        for line in rest.splitlines():
            try:
                key, score, _check = line.split()
                if _line(int(key, 16), int(score)).split() != line.split():
                    raise ValueError
                scores[int(key, 16)] = int(score)
            except ValueError:
                damaged += bool(line)
        return scores, damaged


def _line(key: int, score: int) -> bytes:
    text = f"{key:x} {score}"
    return f"{text} {zlib.crc32(text.encode()):08x}\n".encode()


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """Says how far a build is: positions of the deepest level known, in all, and found now."""

    known: int
    total: int
    found: int


def build(
    rules: Rules,
    plies: int,
    journal: Journal,
    *,
    given: Mapping[int, int],
    threads: int = 1,
    memory: int = 64 << 20,
    on_progress: Callable[[BuildProgress], None] = lambda progress: None,
) -> Book:
    """Makes a book of all positions with up to `plies` discs; takes over the `given` values."""
    tree = Tree(rules)
    levels = tree.levels(plies)
    scores = {**given, **journal.scores}
    deepest = [key for key in levels[-1] if not tree.wins_at_once(*tree.keys.position(key))]
    missing = sorted(key for key in deepest if key not in scores)
    known = len(deepest) - len(missing)
    on_progress(BuildProgress(known, len(deepest), 0))
    for found, (key, score) in enumerate(_solved(rules, missing, threads, memory), 1):
        scores[key] = score
        journal.add(key, score)
        on_progress(BuildProgress(known + found, len(deepest), found))
    return Book.of(rules, derived(tree, levels, scores))


def derived(tree: Tree, levels: list[set[int]], scores: Mapping[int, int]) -> Scores:
    """Gives the known scores of these levels, with those that follow from deeper ones."""
    found: Scores = {}
    for level in reversed(levels):
        for key in level:
            position = tree.keys.position(key)
            if tree.wins_at_once(*position):
                continue
            score = scores.get(key)
            if score is None:
                best, complete = tree.best_of_children(*position, found.get)
                score = best if complete else None
            if score is not None:
                found[key] = score
    return found


def _solved(rules: Rules, keys: list[int], threads: int, memory: int) -> Iterator[tuple[int, int]]:
    """Solves positions on several threads, each with a table of its own."""
    answers: queue.SimpleQueue[tuple[int, int] | BaseException] = queue.SimpleQueue()
    chunks = iter([keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK)])
    lock, stop = threading.Lock(), threading.Event()

    def work() -> None:
        try:
            solver = _core.Solver(rules.rows, rules.columns, rules.connect, memory)
            while not stop.is_set():
                with lock:
                    chunk = next(chunks, [])
                if not chunk:
                    return
                for key in chunk:
                    score = _score(solver, rules, key, stop)
                    if score is None:
                        return
                    answers.put((key, score))
        except BaseException as error:
            answers.put(error)

    hands = [threading.Thread(target=work, daemon=True) for _ in range(threads)]
    for hand in hands:
        hand.start()
    try:
        for _ in keys:
            answer = answers.get()
            if isinstance(answer, BaseException):
                raise answer
            yield answer
    finally:
        stop.set()
        for hand in hands:
            hand.join()


def _score(solver: _core.Solver, rules: Rules, key: int, stop: threading.Event) -> int | None:
    """Solves one position in slices; None once it is to stop."""
    mover, taken = Keys(rules).position(key)
    left = rules.cells - taken.bit_count()
    lower, upper = -(left // 2), (left + 1) // 2
    while lower < upper:
        if stop.is_set():
            return None
        lower, upper, _, _ = solver.solve(mover, taken, lower, upper, seconds=SLICE)
    return lower


def faults(
    book: Book, *, on_progress: Callable[[int, int], None] = lambda done, total: None
) -> Iterator[str]:
    """Tells what is wrong with a book's records: their order, positions, and agreement."""
    tree, before = Tree(book.rules), -1
    scores = dict(book.items())
    for done, (key, score) in enumerate(scores.items(), 1):
        if key <= before:
            yield f"the key {key:x} is out of order"
        before = key
        if (fault := _fault(tree, book, key, score, scores)) is not None:
            yield f"the position {key:x}: {fault}"
        on_progress(done, len(book))


def _fault(tree: Tree, book: Book, key: int, score: int, scores: Mapping[int, int]) -> str | None:
    mover, taken = tree.keys.position(key)
    discs = taken.bit_count()
    if mover + taken != key or tree.keys.of(mover, taken) != key:
        return "the key is not that of a position, or its mirror image has a smaller one"
    if mover.bit_count() != discs // 2 or discs > book.plies:
        return f"{mover.bit_count()} of its {discs} discs are the mover's"
    if tree.has_line(mover) or tree.has_line(mover ^ taken) or tree.wins_at_once(mover, taken):
        return "the game is over, or the side to move wins at once"
    best, complete = tree.best_of_children(mover, taken, scores.get)
    if best is not None and (score < best or (complete and score != best)):
        return f"its score is {score}, but a move gives {best}"
    return None


def wrong_scores(
    book: Book,
    keys: list[int],
    *,
    memory: int = 64 << 20,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[str]:
    """Solves some of a book's positions anew and tells which scores are wrong."""
    solver = _core.Solver(book.rules.rows, book.rules.columns, book.rules.connect, memory)
    scores, stop = dict(book.items()), threading.Event()
    for done, key in enumerate(keys, 1):
        score = _score(solver, book.rules, key, stop)
        if score != scores[key]:
            yield f"the position {key:x}: its score is {scores[key]}, but the solver finds {score}"
        on_progress(done, len(keys))
