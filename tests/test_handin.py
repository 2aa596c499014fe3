"""The strong single file: over real pipes, and its proofs against exhaustive search."""

import random
from collections.abc import Callable
from functools import cache
from itertools import product
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linefall import bots
from linefall.board import Board
from linefall.bots import handin
from linefall.rules import Rules
from linefall.solver import Solver
from talk import DECIDED_AT_ONCE, Referee, play, undecided

SMALL = ((4, 4, 4), (5, 4, 4), (1, 7, 4), (7, 1, 4), (1, 1, 1), (2, 3, 1), (3, 3, 5), (2, 2, 2))
LARGE = (
    *((4, 7, 4), (6, 7, 4), (8, 8, 4), (7, 7, 5), (7, 9, 5), (5, 13, 4), (10, 10, 5), (3, 43, 4)),
    *((20, 20, 6), (25, 25, 10), (50, 50, 15), (75, 75, 20), (100, 100, 30), (100, 1, 3)),
)


class Clock:
    """Counts the times it is asked: a search under it is the same on every machine."""

    def __init__(self) -> None:
        self.time = 0

    def __call__(self) -> float:
        self.time += 1
        return self.time


def set_up(size: tuple[int, int, int], moves: list[int]) -> handin.Board:
    board = handin.Board(*size)
    for move in moves:
        board.drop(move)
    return board


class Watched(handin.Search):
    """Remembers which columns the last look found lost."""

    lost: set[int]

    def look(self, columns: list[int], depth: int) -> list[int]:
        self.lost = set()
        return super().look(columns, depth)

    def after(self, column: int, ask: Callable[..., int], *question: int) -> int:
        answer = super().after(column, ask, *question)
        if ask == self.search and answer >= handin.WIN and answer > question[1]:
            self.lost.add(column)
        return answer


class WatchedWide(handin.Wide):
    """Remembers the same."""

    lost: set[int]
    discs: int

    def look(self, columns: list[int], depth: int) -> list[int]:
        self.lost, self.discs = set(), len(self.moves)
        return super().look(columns, depth)

    def search(self, columns: list[int], depth: int, alpha: int, beta: int) -> int:
        answer = super().search(columns, depth, alpha, beta)
        if len(self.moves) == self.discs + 1 and answer > self.win // 2:
            self.lost.add(self.moves[-1][0])
        return answer


def choose_wide(moves: list[int], time: int) -> tuple[int, WatchedWide]:
    board = WatchedWide(6, 7, 4, Clock())
    for move in moves:
        board.drop(move)
    return board.choose(time), board


@pytest.mark.parametrize("size", SMALL, ids=str)
@pytest.mark.parametrize("seat", [0, 1])
def test_it_plays_small_boards_to_the_end(size: tuple[int, int, int], seat: int) -> None:
    play(bots.path("handin"), size, seat=seat, seconds=0.05, seed=seat)


@pytest.mark.parametrize("size", LARGE, ids=str)
def test_it_plays_large_boards_legally_within_its_processor_time(
    size: tuple[int, int, int],
) -> None:
    seat = (sum(size) + 1) % 2
    _, used = play(bots.path("handin"), size, seat=seat, seconds=0.05, most_discs=8)
    assert max(used) < 0.05


@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_random_play(seat: int) -> None:
    referee, _ = play(bots.path("handin"), (6, 7, 4), seat=seat, seconds=0.1, seed=5)
    assert (len(referee.moves) - 1) % 2 == seat  # the last disc was its own
    assert referee.open_columns()


def test_it_does_not_play_what_it_has_just_seen_to_lose() -> None:
    board = set_up((6, 7, 4), [5, 4, 4, 0, 4, 4, 3, 6, 0])
    turned = 0
    for time in range(50, 2500, 50):
        search = Watched(board, Clock())
        column = search.choose(time)
        turned += bool(search.lost)
        assert column not in search.lost or search.lost >= set(board.open_columns())
    assert turned


def test_nor_does_it_on_boards_that_are_too_large_for_bits() -> None:
    turned = 0
    for time in range(50, 2500, 50):
        column, board = choose_wide([2, 4, 1, 2, 2, 0, 3, 3, 2, 2, 6, 5], time)
        turned += bool(board.lost)
        assert column not in board.lost or board.lost >= set(board.open_columns())
    assert turned


def test_where_every_column_loses_the_one_that_resists_longest_is_played_at_any_time() -> None:
    for time in range(200, 6000, 200):
        column, board = choose_wide([1, 3, 2, 4, 1, 1, 1, 5, 5, 3, 1, 0, 2, 0], time)
        assert column == 6
    assert board.lost == set(board.open_columns())


@pytest.mark.parametrize("engine", [handin.Board, handin.Wide])
@pytest.mark.parametrize(("size", "moves", "column"), DECIDED_AT_ONCE, ids=str)
def test_it_sees_wins_and_threats(
    engine: type[handin.Board] | type[handin.Wide],
    size: tuple[int, int, int],
    moves: list[int],
    column: int,
) -> None:
    if engine is handin.Wide:
        board = handin.Wide(*size, clock=Clock())
        for move in moves:
            board.drop(move)
        assert board.choose(2000) == column
    else:
        assert handin.Search(set_up(size, moves), Clock()).choose(500) == column


Position = tuple[tuple[int, int, int], list[int]]


@given(undecided(columns=5, discs=25), st.lists(st.integers(0, 59), max_size=8))
def test_the_lines_in_the_bits_are_the_lines_of_the_board(
    position: Position, more: list[int]
) -> None:
    size, moves = position
    board, referee = set_up(size, moves), Referee(*size)
    for move in moves:
        referee.drop(move)
    for chance in more:
        columns = referee.open_columns()
        assert sorted(board.open_columns()) == columns
        if not columns:
            break
        column = columns[chance % len(columns)]
        won = referee.drop(column)
        board.drop(column)
        assert board.won == won
        if won:
            break


@given(undecided(columns=5, discs=25))
def test_the_marked_cells_are_those_that_complete_a_line(position: Position) -> None:
    size, moves = position
    board, referee = set_up(size, moves), Referee(*size)
    for move in moves:
        referee.drop(move)
    _, _, mine, theirs, _, _ = handin.Search(board).sets()
    for column in referee.open_columns():
        row = sum((column, r) in referee.cells for r in range(size[0]))
        cell = board.bits[column * (size[0] + 1) + row]
        for wins, side in ((mine, len(moves) % 2), (theirs, 1 - len(moves) % 2)):
            referee.cells[column, row] = side
            completes = any(
                1 + referee.reach(column, row, dc, dr) + referee.reach(column, row, -dc, -dr)
                >= size[2]
                for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
            )
            del referee.cells[column, row]
            assert bool(wins & cell) == completes


@pytest.mark.parametrize("size", [(4, 5, 3), (6, 7, 4), (7, 7, 5), (8, 9, 6)], ids=str)
def test_only_promising_cells_make_threats(size: tuple[int, int, int]) -> None:
    chance, made = random.Random(1), 0
    for _ in range(30):
        board = handin.Board(*size)
        while board.open_columns() and not board.won:
            me, _, mine, _, _, empty = handin.Search(board).sets()
            promising = board.promising(me, me | empty)
            for column in board.open_columns():
                cell = board.bits[board.next[column]]
                if board.wins(me | cell) & empty & ~cell != mine & ~cell:
                    made += 1
                    assert cell & promising
            board.drop(chance.choice(board.open_columns()))
    assert made > 10


@given(undecided(columns=5, discs=25))
def test_columns_are_worth_what_their_pairs_of_cells_are(position: Position) -> None:
    """Told slowly from lists of lines; cells that nobody wants are worth nothing by themselves."""
    (rows, columns, connect), moves = position
    board, referee = set_up(position[0], moves), Referee(*position[0])
    for move in moves:
        referee.drop(move)
    wanted = {(c, r): [0, 0] for c in range(columns) for r in range(rows)}
    for (c, r), (right, up) in product(wanted, ((0, 1), (1, -1), (1, 0), (1, 1))):
        line = [(c + k * right, r + k * up) for k in range(connect)]
        if line[-1] not in wanted:
            continue
        free = [cell for cell in line if cell not in referee.cells]
        for k, side in enumerate((rows * columns % 2, 1 - rows * columns % 2)):
            if len(free) > 1 + right or any(referee.cells.get(cell, side) != side for cell in line):
                continue
            for cell in free:
                wanted[cell][k] = max(wanted[cell][k], 3 - len(free))
    worth = handin.LEADER
    for c in range(columns):
        lowest = 0
        for r in range(rows - 1):
            (leads, follows), above = wanted[c, r], wanted[c, r + 1]
            odd = (rows - 1 - r) % 2
            pair = 27 * leads + 9 * follows + 3 * above[0] + above[1]
            worth += handin.PAIRS[10 * pair + 5 * odd + lowest]
            if not lowest and 2 in (leads, follows):
                lowest = (3 if follows == 2 else 1) + odd
    search = handin.Search(board)
    me, opp, mine, theirs, _, empty = search.sets()
    told = search.make_evaluate()(me, opp, mine, theirs, empty, board.left)
    both = me | opp << board.length
    lines = board.line(both | empty | empty << board.length)
    rest = handin.TO_MOVE + board.count(both, lines & board.across)
    assert told in (0, rest + (worth if board.left % 2 == 0 else -worth))


def test_tables_of_columns_favour_the_threats_that_come_to_their_side() -> None:
    """Parity is learned, not told."""

    def worth(leads: int, follows: int) -> int:
        board = handin.Board(8, 8, 4)
        columns = handin.Columns(board)
        return columns.total(columns, leads | follows << board.far)

    even, odd = 1 << 3, 1 << 4  # with four and with three cells above
    assert worth(odd, 0) > worth(0, 0) == 0 > worth(0, even)
    assert worth(odd, 0) > worth(even, 0)


def exact_value(size: tuple[int, int, int], moves: list[int]) -> int:
    """Values a position 1, 0 or -1 for the side to move by looking at every game."""

    @cache
    def value(cells: frozenset[tuple[tuple[int, int], int]]) -> int:
        referee = Referee(*size)
        referee.cells = dict(cells)
        referee.moves = [0] * len(cells)
        best = -1
        for column in referee.open_columns():
            if referee.drop(column):
                return 1
            worth = -value(frozenset(referee.cells.items())) if referee.open_columns() else 0
            best = max(best, worth)
            referee.moves.pop()
            del referee.cells[max(cell for cell in referee.cells if cell[0] == column)]
        return best

    start = Referee(*size)
    for move in moves:
        start.drop(move)
    return value(frozenset(start.cells.items()))


def near_the_end(position: Position) -> tuple[handin.Search, int]:
    """Fills the board but for eleven cells; gives a search there, and the exact value."""
    size, moves = position
    moves = moves + fill(size, moves, size[0] * size[1] - len(moves) - 11)
    return handin.Search(set_up(size, moves)), exact_value(size, moves)


@settings(max_examples=150, deadline=None)
@given(undecided(columns=5, discs=25))
@pytest.mark.unwatched
def test_proofs_agree_with_looking_at_every_game(position: Position) -> None:
    search, value = near_the_end(position)
    search.deadline = float("inf")
    sets, left = search.sets(), search.board.left
    if sets[2] & sets[4]:  # a win at hand, which prove does not look for
        assert value == 1
    else:
        assert search.prove(*sets, left, 1) == (value == 1)
        assert search.prove(*sets, left, 0) == (value >= 0)
        looked = search.search(*sets, left, left, -handin.BOUND, handin.BOUND)
        assert (looked > 0) - (looked < 0) == value


@settings(max_examples=100, deadline=None)
@given(undecided(columns=5, discs=25))
@pytest.mark.unwatched
def test_ever_deeper_looks_end_at_the_exact_value(position: Position) -> None:
    """Each look tries the best moves of the one before first, mostly without listing the others."""
    search, value = near_the_end(position)
    search.deadline = float("inf")
    sets, left = search.sets(), search.board.left
    if not sets[2] & sets[4]:
        nexts = list(search.board.next)
        for depth in range(1, left + 1):
            looked = search.search(*sets, left, depth, -handin.BOUND, handin.BOUND)
        assert (looked > 0) - (looked < 0) == value
        assert search.board.next == nexts


@settings(max_examples=150, deadline=None)
@given(undecided(columns=5, discs=25))
@pytest.mark.unwatched
def test_the_bounds_agree_with_looking_at_every_game(position: Position) -> None:
    search, value = near_the_end(position)
    me, opp, mine, theirs, playable, empty = search.sets()
    if not (mine | theirs) & playable:
        sure = search.bound(me, opp, theirs, playable, empty, search.board.left)
        assert value <= -sure or sure < 0


def test_the_bounds_agree_with_the_solver_at_the_end_of_random_games() -> None:
    rules, chance = Rules(6, 7, 4), random.Random(3)
    solver, lost = Solver(rules), [0, 0]
    while min(lost) < 40:
        moves: list[int] = []
        board = handin.Board(6, 7, 4)
        while board.left and not board.won:
            search = handin.Search(board)
            me, opp, mine, theirs, playable, empty = search.sets()
            if mine & playable:
                break
            forced = [c for c in range(7) if theirs & playable & board.column[c]]
            if not forced and board.left < 23:
                sure = search.bound(me, opp, theirs, playable, empty, board.left)
                if sure >= 0:
                    result = solver.solve(Board(rules, moves), weak=True).result
                    assert result in (("loss",) if sure else ("loss", "draw")), moves
                    lost[board.left % 2] += sure
            moves.append(chance.choice(forced or board.open_columns()))
            board.drop(moves[-1])


@pytest.mark.parametrize(
    "moves",
    [
        "532673622115",  # a line of the side to move would need a cell above a threat
        "6522414566516325736",  # the same besides a frozen column
        "4352177274773437331322566655",  # two frozen columns
    ],
)
def test_the_bounds_find_these_positions_lost(moves: str) -> None:
    columns = [int(digit) - 1 for digit in moves]
    search = handin.Search(set_up((6, 7, 4), columns))
    me, opp, _, theirs, playable, empty = search.sets()
    assert search.bound(me, opp, theirs, playable, empty, search.board.left) == 1
    rules = Rules(6, 7, 4)
    assert Solver(rules).solve(Board(rules, columns), weak=True).result == "loss"


def fill(size: tuple[int, int, int], moves: list[int], count: int) -> list[int]:
    """Adds moves that complete no line, as many of them as there are."""
    referee, added = Referee(*size), []
    for move in moves:
        referee.drop(move)
    while len(added) < count:
        for column in referee.open_columns():
            trial = Referee(*size)
            for move in [*moves, *added]:
                trial.drop(move)
            if not trial.drop(column):
                referee.drop(column)
                added.append(column)
                break
        else:
            break
    return added


@pytest.mark.unwatched
def test_every_position_of_a_small_board_is_valued_right_with_warm_tables() -> None:
    """A wrong entry shows only when later positions find it, so the tables are kept."""
    size = (4, 4, 4)
    search = handin.Search(handin.Board(*size))
    search.deadline = float("inf")
    board, seen, known = search.board, set(), {}

    def value() -> int:
        key = tuple(board.discs)
        if key in known:
            return known[key]
        best = -1
        for column in board.open_columns():
            saved = list(board.discs)
            board.drop(column)
            worth = 1 if board.won else -value() if board.left else 0
            board.discs[:], board.won = saved, False
            board.next[column] -= 1
            board.left += 1
            best = max(best, worth)
            if best == 1:
                break
        sets = search.sets()
        if not sets[2] & sets[4] and len(seen) % 5 == 0:
            assert search.prove(*sets, board.left, 1) == (best == 1)
            assert search.prove(*sets, board.left, 0) == (best >= 0)
        seen.add(key)
        known[key] = best
        return best

    assert value() == 0


@cache
def listed() -> handin.Replies:
    """Gives the replies with all of their positions."""
    replies = handin.Replies(handin.Board(*handin.KNOWN))
    assert replies.list_up_to(handin.MOST_DISCS, float("inf"))
    return replies


def replies_on(board: handin.Board, clock: handin.Clock = perf_counter) -> handin.Replies:
    """Gives the replies for a board that need not be listed any more."""
    replies = handin.Replies(board, clock)
    replies.levels = listed().levels
    return replies


@cache
def replies_told() -> dict[int, int]:
    """Gives the places of the columns to play, where it is not the first, by number of position."""
    number, told = -1, {}
    for byte in handin.unpacked(handin.REPLIES):
        between, place = divmod(byte, handin.KNOWN[1])
        number += between + 1
        told[number] = place
    return {number: place for number, place in told.items() if place}


def test_replies_are_those_of_positions_that_are_listed() -> None:
    replies, told = listed(), replies_told()
    numbers = sum(map(len, replies.levels))
    assert max(told) < numbers
    assert max(told.values()) < handin.KNOWN[1]
    assert all(replies.place(number) == told.get(number, 0) for number in range(0, numbers, 293))


@pytest.mark.parametrize("discs", range(handin.SURE + 1, handin.MOST_DISCS + 1))
def test_with_the_most_discs_draws_are_kept_that_a_short_search_gives_away(discs: int) -> None:
    replies, told, solver = listed(), replies_told(), Solver(Rules(*handin.KNOWN))
    fewer, keys = sum(map(len, replies.levels[:discs])), sorted(replies.levels[discs])
    numbers = [number for number in told if fewer <= number < fewer + len(keys)]
    for number in random.Random(3).sample(numbers, 10):
        me, opp = sides_of(keys[number - fewer])
        position = Board.from_bits(solver.rules, *((opp, me) if discs % 2 else (me, opp)))
        order = replies.order(me, opp, float("inf"))
        results = [result_after(solver, position, column) for column in order]
        assert results[0] == "win"  # of the other side
        assert results[told[number]] == "draw"
        assert solver.solve(position, weak=True).result == "draw"


def sides_of(key: int) -> tuple[int, int]:
    """Reads the mover's discs and the other's from a key: in each column his and all together."""
    rows, columns, _ = handin.KNOWN
    me = opp = 0
    for first in range(0, columns * (rows + 1), rows + 1):
        file = key >> first & (2 << rows) - 1
        taken = max(full for full in (2**k - 1 for k in range(rows + 1)) if full <= file)
        me |= file - taken << first
        opp |= (taken ^ file - taken) << first
    return me, opp


def result_after(solver: Solver, position: Board, column: int) -> str | None:
    """Gives the result for the other side after a column was played."""
    after = position.copy()
    after.drop(column)
    return solver.solve(after, weak=True).result


def undecided_by_lot(discs: int, chance: random.Random) -> Board:
    """Draws a position where nobody has won or wins at once."""
    while True:
        board = Board(Rules(*handin.KNOWN))
        while board.plies < discs and board.outcome() is None:
            board.drop(chance.choice(board.open_columns))
        if board.outcome() is None and not any(map(board.winning_moves, (0, 1))):
            return board


def test_what_is_known_by_heart_keeps_the_result_also_in_the_mirror() -> None:
    chance, solver = random.Random(11), Solver(Rules(*handin.KNOWN))
    for _ in range(100):
        position = undecided_by_lot(chance.randint(0, handin.MOST_DISCS - 1), chance)
        moves = list(position.moves)
        board = set_up(handin.KNOWN, moves)
        replies = replies_on(board)
        column = replies.column(float("inf"))
        assert column is not None
        before = solver.solve(position, weak=True).result
        after = result_after(solver, position, column)
        if len(moves) <= handin.SURE:
            search = handin.Search(board)
            search.replies = replies
            assert search.choose(perf_counter() + 60) == column
            assert (before, after) in {("win", "loss"), ("draw", "draw"), ("loss", "win")}, moves
        else:
            assert before != "draw" or after == "draw", moves
        image = set_up(handin.KNOWN, [handin.KNOWN[1] - 1 - move for move in moves])
        reply = replies_on(image).column(float("inf"))
        assert reply == (column if image.discs == board.discs else handin.KNOWN[1] - 1 - column)


@pytest.mark.parametrize("result", ["draw", "win"])
def test_a_draw_known_by_heart_is_played_unless_a_win_is_seen(result: str) -> None:
    """With eight discs the search gave away draws of which the short look knew better."""
    chance, asked, solver = random.Random(5), 0, Solver(Rules(*handin.KNOWN))
    while asked < 8:
        position = undecided_by_lot(handin.SURE + 1, chance)
        if solver.solve(position, weak=True).result != result:
            continue
        asked += 1
        clock = Clock()
        search = handin.Search(set_up(handin.KNOWN, list(position.moves)), clock)
        search.replies = replies_on(search.board, clock)
        known = search.replies.column(float("inf"))
        column = search.choose(clock.time + 3000)
        if search.value < handin.WIN:
            assert column == known
        else:
            assert result_after(solver, position, column) == "loss"
        assert result == "win" or result_after(solver, position, column) == "draw"


def test_after_its_own_replies_it_keeps_a_draw_with_nine_discs() -> None:
    """With nine discs it gave a draw away as the follower, and lost to minimax."""
    chance, kept, solver = random.Random(7), 0, Solver(Rules(*handin.KNOWN))
    while kept < 15:
        position = undecided_by_lot(handin.SURE, chance)
        if solver.solve(position, weak=True).result != "draw":
            continue
        column = replies_on(set_up(handin.KNOWN, list(position.moves))).column(float("inf"))
        assert column is not None
        position.drop(column)
        answer = chance.choice(position.open_columns)
        if result_after(solver, position, answer) != "draw":
            continue
        position.drop(answer)
        if any(map(position.winning_moves, (0, 1))):
            continue
        kept += 1
        column = replies_on(set_up(handin.KNOWN, list(position.moves))).column(float("inf"))
        assert column is not None
        assert result_after(solver, position, column) == "draw", position.moves


def test_listing_goes_on_where_the_time_ended() -> None:
    clock, board = Clock(), handin.Board(6, 7, 4)
    bit_by_bit, at_once = handin.Replies(board, clock), handin.Replies(board)
    at_once.list_up_to(4, float("inf"))
    times = 0
    while len(bit_by_bit.levels) <= 4:
        times += 1
        assert bit_by_bit.list_up_to(4, clock.time + 20) == (len(bit_by_bit.levels) > 4)
    assert times > 5
    assert bit_by_bit.levels == at_once.levels


def test_what_cannot_be_found_in_time_is_searched_for() -> None:
    board = set_up((6, 7, 4), [0, 1, 2, 4, 5, 6])
    assert handin.Replies(board).column(0.0) is None
    assert handin.Search(board).choose(0.0) in board.open_columns()
    assert handin.Replies(set_up((6, 7, 4), [3] * 6 + [2, 2, 1, 1])).column(float("inf")) is None
    assert handin.Replies(set_up((7, 7, 4), [3])).column(float("inf")) is None
