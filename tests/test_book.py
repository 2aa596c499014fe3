"""Books of openings: the file, the journal, building, and finding what is wrong."""

import random
import signal
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linefall import Board, Rules, Solver, book, solve
from linefall.book import Book, BookError, Keys
from linefall.book_builder import Journal, Tree, build, derived, faults, wrong_scores
from positions import random_board
from processes import wait_until

SMALL = Rules(4, 5, 4)


def bits(board: Board) -> tuple[int, int]:
    return board.bits[board.to_move], board.bits[0] | board.bits[1]


def built(folder: Path, plies: int = 4, rules: Rules = SMALL, **options: int) -> Book:
    with Journal(folder / "journal", rules) as journal:
        return build(rules, plies, journal, given={}, memory=1 << 20, **options)


@pytest.fixture(scope="module")
def small_book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return built(tmp_path_factory.mktemp("book"))


# -- keys ----------------------------------------------------------------------------------------


@given(st.integers(0, 42), st.integers(0, 2**32))
@settings(deadline=None)
def test_a_key_holds_the_whole_position_and_mirror_images_share_it(discs: int, seed: int) -> None:
    keys = Keys(Rules())
    board = random_board(Rules(), discs, random.Random(seed))
    mirrored = Board(moves=[6 - column for column in board.moves])
    key = keys.of(*bits(board))
    assert key == keys.of(*bits(mirrored))
    assert keys.position(key) in (bits(board), bits(mirrored))
    assert key < 1 << book.KEY_BITS


def test_boards_that_do_not_fit_a_key_are_refused() -> None:
    with pytest.raises(BookError, match=r"cannot hold 7x7x4; possible: .* 49"):
        Keys(Rules(7, 7, 4))


# -- the file ------------------------------------------------------------------------------------


def test_a_saved_book_is_read_again(small_book: Book, tmp_path: Path) -> None:
    small_book.save(tmp_path / "b")
    again = Book.open(tmp_path / "b")
    assert dict(again.items()) == dict(small_book.items())
    assert (again.rules, again.plies, len(again)) == (SMALL, 4, len(small_book))
    assert (tmp_path / "b").stat().st_size == 21 + 7 * len(small_book)


def test_an_empty_book_knows_nothing() -> None:
    assert Book.of(Rules(), {}).get(0, 0) is None


@pytest.mark.parametrize("place", [0, 8, 9, 12, 15, 18, 21, 100, -1])
def test_a_damaged_byte_is_noticed(small_book: Book, tmp_path: Path, place: int) -> None:
    small_book.save(tmp_path / "b")
    content = bytearray((tmp_path / "b").read_bytes())
    content[place] ^= 1
    with pytest.raises(BookError, match=r"no book of openings|damaged|of version"):
        Book(bytes(content))


@pytest.mark.parametrize("size", [0, 5, 20, 21, 500])
def test_a_file_that_was_cut_is_refused(small_book: Book, tmp_path: Path, size: int) -> None:
    small_book.save(tmp_path / "b")
    with pytest.raises(BookError, match=r"no book of openings|damaged"):
        Book((tmp_path / "b").read_bytes()[:size])


def test_a_book_with_an_impossible_score_is_not_believed() -> None:
    """Its check can be right all the same: whoever made the file made that, too."""
    rules = Rules(4, 5, 4)
    book = Book.of(rules, {Keys(rules).of(0, 0): 30})
    with pytest.raises(BookError, match=r"says \+30 of a position with 0 discs; possible: -7 to 7"):
        Solver(rules, book=book).solve(Board(rules))


def test_a_damaged_book_that_comes_along_is_told_of_once_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "b").write_bytes(b"LFBOOK\r\n and rubbish that is long enough")
    monkeypatch.setattr(book, "shipped_path", lambda: tmp_path / "b")
    book.shipped.cache_clear()
    try:
        with pytest.warns(UserWarning, match="solving without a book: .*b is"):
            assert solve(Board(moves=[0, 1, 0, 1, 0, 1])).score == 18
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert Solver(memory="1M").book is None
    finally:
        book.shipped.cache_clear()


def test_without_a_book_that_comes_along_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book, "shipped_path", lambda: tmp_path / "none")
    book.shipped.cache_clear()
    try:
        assert book.shipped() is None
    finally:
        book.shipped.cache_clear()


# -- what is in it -------------------------------------------------------------------------------


def test_a_book_holds_every_open_position_that_is_not_won_at_once(small_book: Book) -> None:
    for discs in range(5):
        for seed in range(40):
            board = random_board(SMALL, discs, random.Random(seed))
            if board.outcome() is None:
                score = solve(board, memory="64K").score
                assert small_book.get(*bits(board)) == (None if board.winning_moves() else score)


def test_deeper_positions_are_not_in_it(small_book: Book) -> None:
    assert small_book.get(*bits(random_board(SMALL, 5, random.Random(1)))) is None


def test_the_walk_over_positions_counts_what_is_known() -> None:
    """7, 49, 238, 1120 and 4263 positions with mirror images; finished ones come at 7 discs."""
    tree = Tree(Rules())
    levels = tree.levels(5)
    assert [len(level) for level in levels] == [1, 4, 25, 121, 568, 2144]
    symmetric = [sum(key == tree.keys.mirrored(key) for key in level) for level in levels]
    counts = [2 * len(level) - same for level, same in zip(levels, symmetric, strict=True)]
    assert counts == [1, 7, 49, 238, 1120, 4263]


def test_threads_build_the_same_book(small_book: Book, tmp_path: Path) -> None:
    assert dict(built(tmp_path, threads=3).items()) == dict(small_book.items())


# -- the journal ---------------------------------------------------------------------------------


def test_a_build_takes_over_what_the_journal_has(tmp_path: Path) -> None:
    built(tmp_path)
    lines = (tmp_path / "journal").read_bytes().splitlines(keepends=True)
    half = lines[: len(lines) // 2]
    (tmp_path / "journal").write_bytes(b"".join(half) + b"12ab 3 dead")  # a line cut by a crash
    found = []
    with Journal(tmp_path / "journal", SMALL) as journal:
        assert (len(journal.scores), journal.damaged) == (len(half) - 1, 1)
        build(SMALL, 4, journal, given={}, memory=1 << 20, on_progress=found.append)
    assert found[0].known == len(half) - 1
    assert found[-1].known == found[-1].total
    assert found[-1].found == len(lines) - len(half)
    with Journal(tmp_path / "journal", SMALL) as journal:
        assert len(journal.scores) == len(lines) - 1


def test_a_build_takes_over_what_a_book_has(small_book: Book, tmp_path: Path) -> None:
    found = []
    with Journal(tmp_path / "journal", SMALL) as journal:
        build(SMALL, 4, journal, given=dict(small_book.items()), on_progress=found.append)
    assert [progress.found for progress in found] == [0]


def test_a_journal_of_another_board_is_refused(tmp_path: Path) -> None:
    Journal(tmp_path / "journal", SMALL).__exit__()
    with pytest.raises(BookError, match="not the journal of this book"):
        Journal(tmp_path / "journal", Rules())


def test_values_above_follow_only_where_all_below_are_known(small_book: Book) -> None:
    tree, scores = Tree(SMALL), dict(small_book.items())
    levels = tree.levels(4)
    deepest = {key: score for key, score in scores.items() if key in levels[-1]}
    assert derived(tree, levels, deepest) == scores
    missing = next(iter(deepest))
    del deepest[missing]
    partial = derived(tree, levels, deepest)
    assert missing not in partial
    assert tree.keys.of(0, 0) not in partial
    assert partial.items() < scores.items()


def test_a_build_that_is_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    """SIGKILL, as often as it takes; what was in the journal is never searched again."""
    rules, out = Rules(5, 5, 4), tmp_path / "b.book"
    journal = tmp_path / "b.book.journal"
    command = [sys.executable, "-m", "linefall", "book", "build", "--plies", "5",
               "--board", str(rules), "--out", str(out)]  # fmt: skip
    for _ in range(2):
        build_and_kill(command, journal, enough=count_lines(journal) + 20)
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=True)
    assert "positions of up to 5 discs" in done.stdout
    assert not journal.exists()
    assert not list(faults(Book.open(out)))


def build_and_kill(command: list[str], journal: Path, *, enough: int) -> None:
    process = subprocess.Popen(command)
    wait_until(lambda: count_lines(journal) >= enough or process.poll() is not None, 120)
    lines = count_lines(journal)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert count_lines(journal) >= lines


def count_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


# -- what is wrong with a book -------------------------------------------------------------------


def test_a_right_book_has_no_faults(small_book: Book) -> None:
    assert not list(faults(small_book))
    keys = [key for key, _ in small_book.items()]
    assert not list(wrong_scores(small_book, keys[::5], memory=1 << 20))


@pytest.mark.parametrize("by", [-1, 1])
def test_a_wrong_score_disagrees_with_its_neighbours(small_book: Book, by: int) -> None:
    scores = dict(small_book.items())
    top = Keys(SMALL).of(0, 0)
    scores[top] += by
    wrong = Book.of(SMALL, scores)
    assert any("but a move gives" in fault for fault in faults(wrong))
    assert any("but the solver finds" in fault for fault in wrong_scores(wrong, [top]))


@pytest.mark.parametrize(
    ("mover", "taken", "fault"),
    [
        (0, 1 << 20, "mirror image"),  # column 4 alone: column 0 is smaller
        (0, 0b11, "discs are the mover's"),
        (0b111 << 5, 0b111 << 5 | 0b111, "wins at once"),
    ],
)
def test_records_that_are_no_openings_are_found(
    small_book: Book, mover: int, taken: int, fault: str
) -> None:
    scores = dict(small_book.items()) | {mover + taken: 0}
    assert any(fault in found for found in faults(Book.of(SMALL, scores)))


# -- the book that comes along -------------------------------------------------------------------


def test_the_book_that_comes_along_is_sound_and_small() -> None:
    shipped = Book.open(book.shipped_path())
    assert shipped.rules == Rules()
    assert book.shipped_path().stat().st_size <= 1_000_000
    scores = dict(shipped.items())
    keys = random.Random(1).sample(sorted(scores), 3000)
    sample = Book.of(Rules(), {key: scores[key] for key in keys[:300]})
    assert not list(faults(sample))
    deep = [key for key in keys if Keys(Rules()).position(key)[1].bit_count() >= 8]
    assert not list(wrong_scores(shipped, deep[:5]))
