# Name: (your name)
# ID: (your ID)
"""handin: the strong single file, a bit-set search that proves wins and draws by parity.

It plays N rows x M columns, X in line, under a clock: print "Ready", read "N M X F T" (F is 1 if
we move first, T the seconds for a move), then columns in turn, counted from 0.

How it plays
    1. The board is a few big integers: one operation treats all cells at once (Board).
    2. A principal-variation search looks deeper and deeper (Search.search), with a table of known
       positions, moves ordered by the threats they make, forced replies followed for free.
    3. Two bounds, proved below, tell that a side cannot win, or loses, without looking ahead.
    4. When few cells are left, a search for proofs alone (Search.prove) finds which columns
       keep the win or the draw.
    5. What cannot be searched to the end is valued by a heuristic (evaluate): the lines still
       open to each side, the more discs in them the better, and what every column is worth
       (Columns), by the cells on top of each other in it that complete a line or nearly do.
    6. The first moves on 6 rows and 7 columns are known by heart (Replies).
    7. Boards too large for that are played by counting discs in lines (Wide).

The two bounds
    Call S the side to move and O the other side; nobody has a line yet.

    The follower. Let the number of empty cells be even. O has a plan that always works: when S
    plays in a column with an even number of empty cells, O plays on top of it; when S plays in
    one with an odd number, another column is odd too, as the total was even, and O plays there.
    After each pair the even columns are even again, two odd ones became even, and O is never out
    of moves. What can S get? In an even column every other cell: those with an odd number of
    cells above. In an odd one perhaps the first cell, and from then on, the column being even,
    such cells again. So if S's discs, the empty cells with an odd number above and the first
    cells of odd columns contain no line, S cannot win. If moreover O's discs and all other cells
    do contain a line, O gets it by the same plan: S is lost.
    A cell that would complete a line of O, with an even number above it and not yet playable,
    helps more: by the plan only S plays under it, and then O wins on it. S gets nothing above it.

    Zugzwang. Let the number of empty cells be odd, and let z be a cell that would complete a
    line of O, with an odd number of cells above it and not yet playable. Freeze z's column from
    the cell under z upwards: an even number of cells stays outside, and there O follows as above.
    When S plays under z, O wins on z, so S must fill the rest in O's way and then has nothing
    left but that cell. S can only get: outside z's column what the follower leaves it; in z's
    column, below the frozen cells, those with an even number above, and the first cell if their
    number is odd; and the cell under z. If these with its discs contain no line, S is lost.
    The same holds for an even number of empty cells and two such threats in different columns:
    with both columns frozen, again an even number stays outside.
"""

import gc
import lzma
import os
import sys
from base64 import b85decode
from collections.abc import Callable, Iterator
from math import log
from time import perf_counter

Function = Callable[..., int]
Clock = Callable[[], float]

WIN = 1_000_000  # and one more for every cell still empty: sooner is better
BOUND = 2 * WIN  # beyond every value
LARGEST_BOARD_OF_BITS = 900  # cells; above it, Wide plays
LEFT_TO_PROVE = 35  # cells, at one second; fewer on boards of less than 47 cells
TABLE_LIMIT = 400_000  # entries; a table that grew beyond is emptied

KNOWN = (6, 7, 4)  # rows, columns and length of a line, see Replies
SURE = 7  # discs, up to so many all is known
MOST_DISCS = 9  # up to so many are draws
SHORT_LOOK = 9  # moves ahead
EARLY_MOVES = 3  # moves that are searched to the full depth in every position
QUIET_MOVE = 285  # what one more move without tactics can gain
AHEAD = 350  # what the other side cannot make up for by one

# The heuristic, fitted by logistic regression to the results of 200,000 games: 250 points make the
# odds e times better. The leader is the side to move whenever an even number of cells is empty.
LINE_LACKING_TWO = 21  # an open line, not straight up, that lacks two discs
LINE_WEIGHTS = (18, 50, 120, 280, 670, 1610, 3850)  # of the bits of the number of discs in a line
TO_MOVE = 45
LEADER = -56  # being the leader


def compiled(lines: list[str], name: str) -> Function:
    """Makes a function from source text: loops over the line length are written out."""
    space: dict[str, Function] = {}
    exec("\n    ".join(lines), space)
    return space[name]


def unpacked(text: str) -> bytes:
    """Reads what is packed in this file."""
    return lzma.decompress(b85decode("".join(text.split())))


def from_centre(columns: int) -> list[int]:
    """Lists columns, those nearest the centre first."""
    return sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))


def steps(connect: int) -> Iterator[int]:
    """Gives the shifts by which runs of one bit grow, doubling, to the length of a line."""
    width = 1
    while width < connect:
        step = min(width, connect - width)
        yield step
        width += step


def line_test(connect: int) -> Function:
    """Makes a function that gives where lines of discs begin, 0 if there are none.

    A line of 2k discs is a line of k discs followed, k cells on, by another.
    """
    body = [f"p &= p >> {step}" for step in steps(connect)]
    return compiled(["def line(p):", *body, "return p"], "line")


def line_finder(connect: int, lacks: int, *ways: int) -> Function:
    """Makes a function that marks all cells of lines that lack at most so many discs.

    A line is made of runs, one after the other. mk marks where a run begins that lacks at most k
    discs, sk where the run to be put behind it begins: what the two lack adds up. Any run will do
    that has no more than k cells. In the end the lines are spread over their cells, those that lack
    two discs only within `room`. A way is the distance from a cell of a line to the next.
    """
    body = ["def find(p, room=-1):"]
    for way in ways:
        body.append("m0 = p")
        width = 1
        for digit in bin(connect)[3:]:
            for more in (width, 1)[: 1 + int(digit)]:
                for k in range(min(lacks + 1, more)):
                    body.append(f"s{k} = {f'm{k}' if more > 1 else 'p'} >> {width * way}")
                for k in range(lacks, -1 if width + more < connect else lacks - 1, -1):
                    runs = [
                        [f"m{i}"] * (i < width) + [f"s{k - i}"] * (k - i < more)
                        for i in range(max(k - more, 0), k + 1)
                    ]
                    if all(runs):
                        body.append(f"m{k} = {' | '.join(map(' & '.join, runs))}")
                width += more
        lines = f"m{lacks}" if lacks < connect else "-1"
        if lacks > 1:
            body += ["r = room", *(f"r &= r >> {step * way}" for step in steps(connect))]
            lines += " & r"
        body += [f"a = {lines}", *(f"a |= a << {step * way}" for step in steps(connect))]
        body.append("found = a" if way == ways[0] else "found |= a")
    return compiled([*body, "return found"], "find")


def line_counter(connect: int, shift: int) -> Function:
    """Makes a function that values the lines of a side that begin at `free`, less the other's.

    p holds the discs of a side and, from bit `shift` on, those of the other side. The number of
    discs in every line is added up for all lines at once, in binary: bit j of the numbers is one
    big integer, and has a weight.
    """
    body: list[str] = ["def count(p, free):"]
    names = iter(f"v{k}" for k in range(10_000))
    longest = (connect - 1).bit_length()  # of the numbers, as nobody has a whole line

    def add(one: list[str], two: list[str], shift: int) -> list[str]:
        """Adds two binary numbers, the second of the line's cells from `shift` on."""
        total, carry = [], ""
        for j in range(max(len(one), len(two))):
            terms = [one[j]] if j < len(one) else []
            if j < len(two):
                moved = next(names)
                body.append(f"{moved} = {two[j]} >> {shift}")
                terms.append(moved)
            terms += [carry] if carry else []
            bit, carry = next(names), ""
            body.append(f"{bit} = {' ^ '.join(terms)}")
            if len(terms) > 1 and j + 1 < longest:
                carry = next(names)
                pairs = [f"{a} & {b}" for k, a in enumerate(terms) for b in terms[:k]]
                body.append(f"{carry} = {' | '.join(pairs)}")
            total.append(bit)
        return [*total, carry] if carry else total

    sums, width = ["p"], 1
    for digit in bin(connect)[3:]:
        sums, width = add(sums, sums, width), 2 * width
        if digit == "1":
            sums, width = add(sums, ["p"], width), width + 1
    discs = max(connect - 2, 1)
    unit = sum(weight for j, weight in enumerate(LINE_WEIGHTS) if discs >> j & 1)
    parts = []
    for weight, bit in zip(LINE_WEIGHTS, sums, strict=False):
        weight = weight * LINE_LACKING_TWO // unit
        body.append(f"{bit} &= free")
        parts.append(f"{weight} * ({bit}.bit_count() - 2 * ({bit} >> {shift}).bit_count())")
    return compiled([*body, f"return {' + '.join(parts)}"], "count")


class Board:
    """The cells as bits, four times over.

    A set of cells is one big integer with four parts side by side: in the first the cells follow
    each other up the columns, in the second along the rows, in the third and fourth along the
    diagonals, with an unused bit after each column, row and diagonal. A cell is the set of its
    up to four bits (`bits`), and a line of any direction is a run of neighbouring bits: the same
    shifts find the lines of all directions at once. Diagonals shorter than X are left out.

    Cells are numbered up the columns: number = column * (rows + 1) + row. The number after the
    top cell of a column stands for "full"; its bit is the unused one.
    """

    def __init__(self, rows: int, columns: int, connect: int) -> None:
        self.rows, self.columns, self.connect = rows, columns, connect
        self.tall = tall = rows + 1
        self.line, self.wins = line_test(connect), line_finder(connect, 1, 1)
        self.promising = line_finder(connect, 2, 1)
        self.promising_across = line_finder(connect, 2, tall - 1, tall, tall + 1)  # of first bits
        self.bits = [1 << number for number in range(columns * tall)] + [0]
        self.number_of = list(range(-1, columns * tall))  # by the bit's length: 1 << b has b + 1
        self.up_columns = (1 << (columns * tall)) - 1
        for line in self.long_lines():
            for number in line:
                self.bits[number] |= 1 << (len(self.number_of) - 1)
                self.number_of.append(number)
            self.number_of.append(-1)
        self.length = len(self.number_of)  # of a set of cells, in bits
        self.count = line_counter(connect, self.length)
        self.far = (columns + 1) * tall  # between sets that hold the first bits of cells alone

        numbers = [number for number in range(columns * tall) if number % tall < rows]
        self.cells = self.union(numbers)
        self.even = self.union([k for k in numbers if (rows - 1 - k % tall) % 2 == 0])
        self.odd = self.cells ^ self.even  # an odd number of cells above
        across = self.cells & ~self.up_columns
        self.across = across | across << self.length  # for two sets side by side
        self.column = [self.union(range(c * tall, c * tall + rows)) for c in range(columns)]
        up_to = [self.union(range(k // tall * tall, k + 1)) for k in range(columns * tall)]
        # By a cell: all outside its column, all but those above it, and under it with even above.
        self.outside = [~self.column[k // tall] for k in range(columns * tall)]
        self.not_above = [self.outside[k] | up_to[k] for k in range(columns * tall)]
        self.even_under = [
            self.even & cells & ~b for cells, b in zip(up_to, self.bits, strict=False)
        ]
        self.from_centre = from_centre(columns)

        self.discs = [0, 0]  # of the side that moves first, of the other
        self.next = [column * tall for column in range(columns)]  # lowest free cell of each column
        self.left = rows * columns  # empty cells
        self.won = False

    def long_lines(self) -> list[list[int]]:
        """Lists rows and diagonals with room for X discs, as cell numbers."""
        rows, columns, tall = self.rows, self.columns, self.tall
        found = [[c * tall + r for c in range(columns)] for r in range(rows)]
        for start in range(1 - rows, columns):
            cells = [(start + r, r) for r in range(rows) if 0 <= start + r < columns]
            found.append([c * tall + r for c, r in cells])
            found.append([(columns - 1 - c) * tall + r for c, r in cells])
        return [line for line in found if len(line) >= self.connect]

    def union(self, numbers: "list[int] | range") -> int:
        """Joins cells into one set."""
        joined = 0
        for number in numbers:
            joined |= self.bits[number]
        return joined

    def first_bits(self, cells: int) -> int:
        """Gives the first bit of every cell that has any of its bits in the set."""
        firsts = 0
        while cells:
            number = self.number_of[cells.bit_length()]
            cells &= ~self.bits[number]
            firsts |= 1 << number
        return firsts

    def open_columns(self) -> list[int]:
        """Lists the columns that are not full, those nearest the centre first."""
        return [c for c in self.from_centre if self.next[c] < c * self.tall + self.rows]

    def drop(self, column: int) -> None:
        """Drops a disc of the side to move."""
        side = (self.rows * self.columns - self.left) % 2
        self.discs[side] |= self.bits[self.next[column]]
        self.next[column] += 1
        self.left -= 1
        self.won = bool(self.line(self.discs[side]))


class Columns(dict[int, int]):
    """Values columns for the leader, each once: by the cells that either side wants.

    To a side a cell is a threat (2) if it completes a line, promising (1) if it lies in a line
    across that lacks another disc besides, or nothing (0). A column is worth the sum of one number
    of PAIRS for each two cells on top of each other. That depends on what both are to both sides,
    on whether an odd number of cells is above the lower one, and on the lowest threat below it:
    none, the leader's with an even or odd number above, or the follower's (or both sides').
    """

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.rows, self.far = board.rows, board.far
        sets = sum(((1 << board.tall) - 1) << k * board.far for k in range(4))
        terms = [f"known[z >> {c * board.tall} & {sets}]" for c in range(board.columns)]
        self.total = compiled(["def total(known, z):", f"return {' + '.join(terms)}"], "total")

    def __missing__(self, key: int) -> int:
        """Works a column out: the leader's threats, the follower's, and promising cells."""
        sets = [key >> k * self.far for k in range(4)]
        worth = under = low = 0
        for row in range(self.rows):
            leads, follows, hopes, fears = (cells >> row & 1 for cells in sets)
            cell = 3 * (2 * leads or hopes) + (2 * follows or fears)
            odd = (self.rows - row) % 2
            worth += PAIRS[((9 * under + cell) * 2 + odd) * 5 + low] if row else 0
            if not low and under in (2, 5, 6, 7, 8):
                low = (3 if under % 3 == 2 else 1) + odd
            under = cell
        self[key] = worth
        return worth


class Replies:
    """Knows by heart what to play while few discs are on the board, on 6 rows and 7 columns.

    Only the replies are kept, not the positions. These are listed anew, all that can arise with one
    disc, with two and so on, in the order of their keys, each or its mirror image. A short search
    puts the columns in order. Mostly its first is right; where it is not, a byte tells how many
    positions lie between, and the place of the column to play. With eight discs that is known of
    draws alone, with nine of those draws that our own replies lead to.
    """

    def __init__(self, board: Board, clock: Clock = perf_counter) -> None:
        self.board, self.clock = board, clock
        known = (board.rows, board.columns, board.connect) == KNOWN
        self.most_discs = MOST_DISCS if known else -1
        # By key: the discs of the side to move and of the other, then both in the mirror.
        self.levels: list[dict[int, tuple[int, ...]]] = [{0: (0, 0, 0, 0)}]
        self.found: dict[int, tuple[int, ...]] = {}  # with one disc more
        self.parents = iter(self.levels[0].values())

    def list_up_to(self, discs: int, deadline: float) -> bool:
        """Lists positions with up to so many discs, or goes on with that; tells if it is done."""
        board = self.board
        up, last = board.up_columns, board.columns - 1
        files = [(1 << c * board.tall, board.column[c] & up) for c in range(board.columns)]
        pairs = [(files[c], files[last - c]) for c in range(board.columns)]
        while len(self.levels) <= discs:
            found, final = self.found, len(self.levels) == MOST_DISCS
            for me, opp, own, other in self.parents:
                taken, image = me | opp, own | other
                for (bottom, cells), (image_bottom, image_cells) in pairs:
                    cell = taken + bottom & cells  # the lowest that is free, none in a full column
                    if cell:
                        image_cell = image + image_bottom & image_cells
                        key, image_key = opp + (taken | cell), other + (image | image_cell)
                        found[key if key <= image_key else image_key] = (
                            () if final else (opp, me | cell, other, own | image_cell)
                        )
                if self.clock() > deadline:
                    return False
            self.levels.append(found)
            self.found, self.parents = {}, iter(found.values())
        return True

    def column(self, deadline: float) -> int | None:
        """Gives the column to play, if it is known, and can be found in time."""
        board = self.board
        discs = board.rows * board.columns - board.left
        if discs > self.most_discs or not self.list_up_to(discs, deadline):
            return None
        me, opp = (board.discs[side] & board.up_columns for side in (discs % 2, 1 - discs % 2))
        seen = enumerate(((me, opp), (self.mirrored(me), self.mirrored(opp))))
        key, in_mirror, (me, opp) = min((a + (a | b), k, (a, b)) for k, (a, b) in seen)
        before = sum(map(len, self.levels[:discs]))
        place = self.place(before + sum(map(key.__gt__, self.levels[discs])))
        try:
            column = self.order(me, opp, deadline)[place]
        except TimeoutError:
            return None
        return board.columns - 1 - column if in_mirror else column

    def place(self, number: int) -> int:
        """Tells how many columns the short search puts before the one to play."""
        at = -1
        for byte in unpacked(REPLIES):
            between, place = divmod(byte, self.board.columns)
            at += between + 1
            if at >= number:
                return place if at == number else 0
        return 0

    def order(self, me: int, opp: int, deadline: float) -> list[int]:
        """Orders the columns by a short search."""
        board, both = Board(*KNOWN), me | opp
        discs = both.bit_count()
        for side, cells in enumerate((opp, me) if discs % 2 else (me, opp)):
            board.discs[side] = board.union([k for k in range(len(board.bits)) if cells >> k & 1])
        for c, cells in enumerate(board.column):
            board.next[c] += (both & cells).bit_count()
        board.left -= discs
        search = Search(board, self.clock)
        search.deadline, columns = deadline, search.sensible()
        for depth in range(1, SHORT_LOOK + 1):
            if len(columns) > 1 and abs(search.value) < WIN:
                columns = search.look(columns, depth)
        return columns

    def mirrored(self, discs: int) -> int:
        """Gives the discs as a mirror shows them."""
        tall, columns = self.board.tall, self.board.columns
        files = [discs >> c * tall & (1 << tall) - 1 for c in range(columns)]
        return sum(file << (columns - 1 - c) * tall for c, file in enumerate(files))


class Search:
    """Finds columns to play on a Board; its tables live as long as the game."""

    def __init__(self, board: Board, clock: Clock = perf_counter) -> None:
        self.board, self.clock = board, clock
        self.deadline = 0.0
        self.nodes = 0
        self.depth = 0  # of the last look that was finished
        self.value = 0  # of the last choice
        # Depth, at least, at most, best column.
        self.table: dict[int, tuple[int, int, int, int]] = {}
        self.proofs: dict[int, tuple[int, int]] = {}  # at least, at most: -1 lost, 0 draw, 1 won
        self.guesses: dict[int, int] = {}  # of evaluate
        self.threats: dict[tuple[int, int], int] = {}  # of leader and follower, as first bits
        self.history = [[0] * len(board.bits), [0] * len(board.bits)]
        self.replies = Replies(board, clock)
        self.bound = self.make_bound()
        self.search = self.make_search()
        self.prove = self.make_prove()

    def choose(self, deadline: float) -> int:
        """Chooses the column to play before the deadline."""
        board = self.board
        self.nodes = self.depth = self.value = 0
        _, _, mine, theirs, _, _ = self.sets()
        for wins in (mine, theirs):  # win at once, or stop the other side from that
            for column in board.open_columns():
                if wins & board.bits[board.next[column]]:
                    return column
        columns = self.sensible()
        if len(columns) == 1:
            return columns[0]
        now = self.clock()
        known = self.replies.column(now + 0.6 * (deadline - now))
        if known is not None and board.rows * board.columns - board.left <= SURE:
            self.replies.list_up_to(MOST_DISCS, deadline)  # for moves to come
            return known
        column = self.deepen(columns, deadline)
        return column if known is None or self.value >= WIN else known

    def sensible(self) -> list[int]:
        """Lists the columns above which the other side has no win, or all if there are none."""
        board, theirs, columns = self.board, self.sets()[3], self.board.open_columns()
        return [c for c in columns if not theirs & board.bits[board.next[c] + 1]] or columns

    def sets(self) -> tuple[int, int, int, int, int, int]:
        """Gives the position as sets: own discs, the other's, own wins, theirs, playable, empty."""
        board = self.board
        side = (board.rows * board.columns - board.left) % 2
        me, opp = board.discs[side], board.discs[1 - side]
        empty = board.cells & ~(me | opp)
        playable = board.union(board.next)
        return me, opp, board.wins(me) & empty, board.wins(opp) & empty, playable, empty

    def deepen(self, columns: list[int], deadline: float) -> int:
        """Looks deeper and deeper; when few cells are left, proves the result in between."""
        for table in (self.table, self.proofs, self.guesses, self.threats):
            if len(table) > TABLE_LIMIT:
                table.clear()
        for side in self.history:
            side[:] = [count // 8 for count in side]
        started = self.clock()
        time = deadline - started
        if self.provable(time):
            columns = self.look_deeper(columns, started + time * 0.2)
            if abs(self.value) < WIN:
                columns = self.keeping(columns, started + time * 0.95)
        if len(columns) > 1 and abs(self.value) < WIN:
            columns = self.look_deeper(columns, deadline)
        return columns[0]

    def provable(self, time: float) -> bool:
        """Tells whether so many seconds are likely enough to do for a proof."""
        cells = self.board.rows * self.board.columns
        return self.board.left <= min(16.5 + 0.4 * cells, LEFT_TO_PROVE) + 2.1 * log(
            max(time, 0.01)
        )

    def look_deeper(self, columns: list[int], deadline: float) -> list[int]:
        """Orders the columns by ever deeper looks until the deadline, the best one first."""
        self.deadline = deadline
        saved = list(self.board.next)
        try:
            while self.depth < self.board.left and abs(self.value) < WIN:
                ordered = self.look(columns, self.depth + 1)
                self.depth += 1
                if self.value <= -WIN:  # lost against perfect play: keep what resists longer
                    break
                columns = ordered
        except TimeoutError:
            self.board.next[:] = saved
            if self.better is not None:
                columns = [self.better, *(column for column in columns if column != self.better)]
        return columns

    def look(self, columns: list[int], depth: int) -> list[int]:
        """Searches every column to a depth and puts the best one first."""
        self.better: int | None = None  # best of this look so far, if it is not the first
        alpha, best = -BOUND, columns[0]
        for column in columns:
            if alpha <= -WIN:  # all before it lose, and if the time is up now, this one may not
                self.better = column
            low = -BOUND if column == columns[0] else -alpha - 1
            value = -self.after(column, self.search, depth - 1, low, -alpha)
            if value > alpha and low != -BOUND:
                value = -self.after(column, self.search, depth - 1, -BOUND, -alpha)
            if value > alpha:
                alpha, best = value, column
                if column != columns[0]:
                    self.better = column
        self.value = alpha
        return [best, *(column for column in columns if column != best)]

    def keeping(self, columns: list[int], deadline: float) -> list[int]:
        """Leaves out the columns that are proved to give the best result away.

        Asks first for a column that does not lose, as the draw is easily given away, then for one
        that wins, and with what time is left about the others.
        """
        self.deadline = deadline
        saved, kept = list(self.board.next), list(columns)
        safe: list[int] = []
        try:
            for column in columns:
                if not self.after(column, self.prove, 1):
                    safe = [column]
                    break
                kept.remove(column)
            for column in kept:
                if not self.after(column, self.prove, 0):
                    self.value = WIN
                    return [column]
            for column in kept[1:]:
                if self.after(column, self.prove, 1):
                    kept.remove(column)
        except TimeoutError:
            self.board.next[:] = saved
            kept = safe or kept
        return kept or columns

    def after(self, column: int, ask: Function, *question: int) -> int:
        """Asks a question about the position after a move, which the other side is to answer."""
        board = self.board
        me, opp, _, theirs, playable, empty = self.sets()
        number = board.next[column]
        cell = board.bits[number]
        me, empty, playable = me | cell, empty ^ cell, playable ^ cell ^ board.bits[number + 1]
        board.next[column] += 1
        new = board.wins(me) & empty
        answer = ask(opp, me, theirs & empty, new, playable, empty, board.left - 1, *question)
        board.next[column] -= 1
        return answer

    def make_search(self) -> Function:
        """Makes the search for the best value."""
        board, table, history, clock = self.board, self.table, self.history, self.clock
        bits, number_of, up_columns = board.bits, board.number_of, board.up_columns
        wins, find_promising = board.wins, board.promising
        nexts, tall, from_centre = board.next, board.tall, board.from_centre
        evaluate, bound, guesses = self.make_evaluate(), self.bound, self.guesses
        central = [-abs(2 * (k // tall) - board.columns + 1) for k in range(len(bits))]

        def list_moves(
            me: int, mine: int, theirs: int, playable: int, empty: int, left: int, but: int = -1
        ) -> list[tuple[int, int, int]]:
            """Lists moves, the likeliest first: rank, cell, and the wins after it.

            What loses at once is left out, one column may be. A double threat stands alone.
            """
            counts, moves = history[left & 1], []
            promising = find_promising(me, me | empty)  # no other cell makes a threat
            for column in from_centre:
                number = nexts[column]
                cell, above = bits[number], bits[number + 1]
                if cell & empty and not theirs & above and column != but:
                    new = wins(me | cell) & (empty ^ cell) if cell & promising else mine
                    order = counts[number] + central[number]
                    if new:
                        forced = new & (playable ^ cell ^ above)
                        if forced:
                            reply = number_of[forced.bit_length()]
                            if forced & ~bits[reply] or new & bits[reply + 1]:
                                return [(order, number, new)]
                        if new != mine:
                            order += 1000 * (new & ~mine).bit_count()
                    moves.append((order, number, new))
            moves.sort(reverse=True)
            return moves

        def search(
            me: int,
            opp: int,
            mine: int,
            theirs: int,
            playable: int,
            empty: int,
            left: int,
            depth: int,
            alpha: int,
            beta: int,
        ) -> int:
            """Values a position for the side to move, which has no win at hand.

            mine and theirs are the empty cells that complete a line of either side.
            """
            if left <= 1:
                return 0
            self.nodes = nodes = self.nodes + 1
            if not nodes & 15 and clock() > self.deadline:
                raise TimeoutError

            forced = theirs & playable
            if forced:
                number = number_of[forced.bit_length()]
                cell = bits[number]
                if forced & ~cell or theirs & bits[number + 1]:
                    return 2 - WIN - left
                me |= cell
                empty ^= cell
                playable ^= cell ^ bits[number + 1]
                column = number // tall
                nexts[column] += 1
                mine, theirs = theirs & empty, wins(me) & empty
                value = -search(
                    opp, me, mine, theirs, playable, empty, left - 1, depth, -beta, -alpha
                )
                nexts[column] -= 1
                return value

            most = WIN + left - 3
            if theirs or not left & 1:
                sure = bound(me, opp, theirs, playable, empty, left)
                if sure >= 0:
                    most = -WIN if sure else 0
            if most <= alpha:
                return most
            key = (me | playable) & up_columns
            if depth <= 1:
                value = guesses.get(key, BOUND)
                if value == BOUND:
                    value = guesses[key] = evaluate(me, opp, mine, theirs, empty, left)
                if depth <= 0:
                    return value if value < most else most
            if most < beta:
                beta = most

            entry = table.get(key)
            known = -1
            if entry:
                looked, least, greatest, known = entry
                if least >= beta and (looked >= depth or least >= WIN):
                    return least
                if greatest <= alpha and (looked >= depth or greatest <= -WIN):
                    return greatest
                if least == greatest and looked >= depth:
                    return least

            if depth == 1:  # one quiet move will not change so much
                if value - AHEAD >= beta:
                    return beta
                value += QUIET_MOVE
                if value <= alpha:
                    return value if value < most else most

            early = known >= 0  # the best move of an earlier look may do without the others
            if early:
                number = nexts[known]
                cell = bits[number]
                moves = [(0, number, wins(me | cell) & (empty ^ cell))]
            else:
                moves = list_moves(me, mine, theirs, playable, empty, left)
                if not moves:
                    return 2 - WIN - left
                if len(moves) == 1:
                    depth += 1

            best, low = -BOUND, alpha
            for tried, (_, number, new) in enumerate(moves):
                column, cell = number // tall, bits[number]
                discs, rest = me | cell, empty ^ cell
                wanted, free = theirs & rest, playable ^ cell ^ bits[number + 1]
                nexts[column] += 1
                # Late moves that make no threat get a look less deep at first, and only those
                # that turn out better than the best are looked at in full.
                less = 0
                if tried:
                    if depth > 2 and tried >= EARLY_MOVES and new == mine:
                        less = 2 if depth > 5 and tried > EARLY_MOVES + 1 else 1
                    deep = depth - 1 - less
                    value = -search(
                        opp, discs, wanted, new, free, rest, left - 1, deep, -alpha - 1, -alpha
                    )
                if not tried or (value > alpha and (less or value < beta)):
                    value = -search(
                        opp, discs, wanted, new, free, rest, left - 1, depth - 1, -beta, -alpha
                    )
                nexts[column] -= 1
                if value > best:
                    best, known = value, column
                    if value > alpha:
                        alpha = value
                        if value >= beta:
                            history[left & 1][number] += depth * depth
                            break
                if early and not tried:
                    moves += list_moves(me, mine, theirs, playable, empty, left, column)
            table[key] = (
                depth,
                best if best > low else -BOUND,
                best if best < beta else BOUND,
                known if early or len(moves) > 1 else -1,  # an only move is listed again
            )
            return best

        return search

    def make_evaluate(self) -> Function:
        """Makes the estimate of a position that is not searched further."""
        board, known = self.board, self.threats
        line, count, length, across = board.line, board.count, board.length, board.across
        up, far, promising = board.up_columns, board.far, board.promising_across
        firsts, columns, one_side = board.first_bits, Columns(board), (1 << length) - 1
        worth = columns.total

        def evaluate(me: int, opp: int, mine: int, theirs: int, empty: int, left: int) -> int:
            both = me | opp << length
            lines = line(both | empty | empty << length)
            value = TO_MOVE + count(both, lines & across)
            if left & 1:
                threats, discs = (theirs, mine), opp & up | (me & up) << far
            else:
                threats, discs = (mine, theirs), me & up | (opp & up) << far
            wanted = known.get(threats)
            if wanted is None:
                wanted = known[threats] = firsts(threats[0]) | firsts(threats[1]) << far
            free = empty & up
            free |= free << far
            cells = wanted | (promising(discs, discs | free) & free) << 2 * far
            leads = LEADER + worth(columns, cells)
            value += -leads if left & 1 else leads
            if not (lines & one_side if value > 0 else lines >> length):
                return 0  # the side that stands better has no line left to win by
            return value

        return evaluate

    def make_bound(self) -> Function:
        """Makes the test whether the two bounds settle a position without looking ahead."""
        board = self.board
        bits, number_of, even, odd = board.bits, board.number_of, board.even, board.odd
        outside, not_above, even_under = board.outside, board.not_above, board.even_under
        line = board.line

        def bound(me: int, opp: int, theirs: int, playable: int, empty: int, left: int) -> int:
            """Tells what the other side has for certain: 1 a win, 0 at least a draw, -1 nothing.

            Neither side has a win at hand. reach is what the side to move can get in any case.
            """
            reach, lead = me | playable & empty, empty & odd
            threats = theirs & even
            while threats:
                number = number_of[threats.bit_length()]
                threats &= ~bits[number]
                lead &= not_above[number]
            if not left & 1 and not line(reach | lead):
                return 1 if line(opp | empty & even & ~playable) else 0
            threats = theirs & odd
            frozen: list[tuple[int, int]] = []
            while threats:
                number = number_of[threats.bit_length()]
                threats &= ~bits[number]
                others, under = outside[number], empty & even_under[number]
                if left & 1:
                    if not line(reach | lead & others | under):
                        return 1
                    continue
                for columns, cells in frozen:
                    if columns != others and not line(
                        reach | lead & others & columns | under | cells
                    ):
                        return 1
                frozen.append((others, under))
            return -1

        return bound

    def make_prove(self) -> Callable[..., bool]:
        """Makes the search for a proof."""
        board, proofs, clock, bound = self.board, self.proofs, self.clock, self.bound
        bits, number_of, odd, up_columns = board.bits, board.number_of, board.odd, board.up_columns
        wins, line, tall, rows = board.wins, board.line, board.tall, board.rows
        # The bits up each column, and by the first bit of a cell: the cell, the one above and
        # a rank by which to order moves. A full column has no cell.
        columns = [((1 << tall) - 1) << column * tall for column in board.from_centre]
        moves = {1 << k: (0, 0, 0) for k in range(rows, board.columns * tall, tall)}
        for rank, column in enumerate(reversed(board.from_centre)):
            for k in range(column * tall, column * tall + rows):
                moves[1 << k] = (bits[k], bits[k + 1], rank)

        def prove(
            me: int,
            opp: int,
            mine: int,
            theirs: int,
            playable: int,
            empty: int,
            left: int,
            goal: int,
        ) -> bool:
            """Tells whether the side to move, with no win at hand, can win (goal 1) or draw (0)."""
            self.nodes = nodes = self.nodes + 1
            if not nodes & 15 and clock() > self.deadline:
                raise TimeoutError
            yes = True  # the answer if the side to move reaches its goal: it turns with the sides
            forced = theirs & playable
            if forced:
                while forced:
                    number = number_of[forced.bit_length()]
                    cell, up = bits[number], bits[number + 1]
                    if forced & ~cell or theirs & up:
                        return not yes
                    me, opp = opp, me | cell
                    empty ^= cell
                    mine, theirs = theirs & empty, wins(opp) & empty
                    playable ^= cell ^ up
                    left, goal, yes = left - 1, 1 - goal, not yes
                    forced = theirs & playable
                if left and bound(me, opp, theirs, playable, empty, left) >= 1 - goal:
                    return not yes
            if left <= 1:
                return yes if goal <= 0 else not yes

            firsts, known = playable & up_columns, opp & up_columns
            key = me & up_columns | firsts
            least, most = proofs.get(key, (-1, 1))
            if least >= goal:
                return yes
            if most < goal:
                return not yes

            # Look at all moves first: one of them may reach the goal without any search.
            children = []
            left -= 1
            for column in columns:
                first = firsts & column
                cell, up, order = moves[first]
                if not cell or theirs & up:
                    continue
                discs, rest = me | cell, empty ^ cell
                new = wins(discs) & rest
                next_playable = playable ^ cell ^ up
                forced = new & next_playable
                if forced:
                    reply = number_of[forced.bit_length()]
                    if forced & ~bits[reply] or new & bits[reply + 1]:
                        return yes
                    order -= 90  # the reply is forced
                else:
                    lowest, highest = proofs.get(known | firsts ^ first ^ first << 1, (-1, 1))
                    if lowest >= 1 - goal:
                        continue
                    result = -highest  # what we have for certain after this move
                    if result < goal and (new & odd or not left & 1):
                        result = bound(opp, discs, new, next_playable, rest, left)
                    if result < goal and left & 1 and not goal and not line(opp | rest):
                        result = 0
                    if result >= goal:
                        proofs[key] = (result, most)
                        return yes
                if new != mine:
                    order += 100 * (new & ~mine).bit_count()
                children.append((order, discs, new, next_playable, rest))

            children.sort(reverse=True)
            for _, discs, new, next_playable, rest in children:
                if not prove(opp, discs, theirs & rest, new, next_playable, rest, left, 1 - goal):
                    proofs[key] = (goal, most)
                    return yes
            proofs[key] = (least, goal - 1)
            return not yes

        return prove


class Wide:
    """Plays boards that are too large for bit sets, by counting the discs in every line.

    Each line of X cells has a number and, for each side, a count. A disc changes only the counts
    of the lines through its cell. A line that holds discs of one side only is worth 3^(k-1) with
    k discs. Only the columns are searched where a disc would change the value most.
    """

    WIDTH = 12  # columns looked at
    DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

    def __init__(self, rows: int, columns: int, connect: int, clock: Clock = perf_counter) -> None:
        self.rows, self.columns, self.connect, self.clock = rows, columns, connect, clock
        self.heights = [0] * columns
        self.side, self.won, self.value = 0, False, 0  # the value is that of the side to move
        self.moves: list[tuple[int, int]] = []  # columns, each with the value before it
        numbers = len(self.DIRECTIONS) * rows * columns
        self.counts = ([0] * numbers, [0] * numbers)
        self.weights: list[int] = [0] + [3**k for k in range(connect)]
        self.win: int = 8 * rows * columns * 3**connect
        self.lines: dict[int, list[int]] = {}
        self.from_centre = from_centre(columns)

    def open_columns(self) -> list[int]:
        """Lists the columns that are not full, those nearest the centre first."""
        return [column for column in self.from_centre if self.heights[column] < self.rows]

    def lines_through(self, column: int, row: int) -> list[int]:
        """Lists the numbers of the lines that hold a cell; worked out when first needed."""
        lines = self.lines.get(column * self.rows + row)
        if lines is None:
            lines, far = [], self.connect - 1
            for direction, (right, up) in enumerate(self.DIRECTIONS):
                for k in range(self.connect):
                    c, r = column - k * right, row - k * up  # where the line begins
                    low, high = sorted((r, r + far * up))
                    if c >= 0 and c + far * right < self.columns and low >= 0 and high < self.rows:
                        lines.append((direction * self.columns + c) * self.rows + r)
            self.lines[column * self.rows + row] = lines
        return lines

    def drop(self, column: int) -> None:
        """Drops a disc of the side to move."""
        own, other, weights = self.counts[self.side], self.counts[1 - self.side], self.weights
        value = self.value
        for line in self.lines_through(column, self.heights[column]):
            discs = own[line]
            own[line] = discs + 1
            if not other[line]:
                value += weights[discs + 1] - weights[discs]
                if discs + 1 == self.connect:
                    self.won = True
            elif not discs:
                value += weights[other[line]]
        self.moves.append((column, self.value))
        self.heights[column] += 1
        self.side, self.value = 1 - self.side, -value

    def undo(self) -> None:
        """Takes the last disc back; nobody had won before it was dropped."""
        column, value = self.moves.pop()
        self.heights[column] -= 1
        self.side, self.value, self.won = 1 - self.side, value, False
        own = self.counts[self.side]
        for line in self.lines_through(column, self.heights[column]):
            own[line] -= 1

    def promise(self, column: int) -> int:
        """Tells how much a disc of either side would change the value in this column."""
        own, other, weights = self.counts[self.side], self.counts[1 - self.side], self.weights
        total = 0
        for line in self.lines_through(column, self.heights[column]):
            mine, theirs = own[line], other[line]
            if not theirs:
                total += weights[mine + 1]
            if not mine:
                total += weights[theirs + 1]
        return total

    def choose(self, deadline: float) -> int:
        """Chooses the column to play before the deadline."""
        columns = self.open_columns()
        promises = {}
        for column in columns:
            promises[column] = self.promise(column)
            if self.clock() > deadline:
                break
        columns = sorted(promises, key=lambda column: -promises[column])[: self.WIDTH]
        self.deadline, discs = deadline, len(self.moves)
        try:
            for depth in range(1, self.rows * self.columns - discs + 1):
                if len(columns) > 1:
                    columns = self.look(columns, depth)
        except TimeoutError:
            while len(self.moves) > discs:
                self.undo()
            return self.best
        return columns[0]

    def look(self, columns: list[int], depth: int) -> list[int]:
        """Orders the columns by a search of some depth, the best one first."""
        alpha, best, lost = -self.win, columns[0], -self.win // 2
        for column in columns:
            self.best = column if alpha < lost else best  # played if the time ends
            self.drop(column)
            value = -self.search(columns, depth - 1, -self.win, -alpha)
            self.undo()
            if value > alpha:
                alpha, best = value, column
        return [best, *(column for column in columns if column != best and alpha > lost)]

    def search(self, columns: list[int], depth: int, alpha: int, beta: int) -> int:
        """Values the position for the side to move by alpha-beta search."""
        if self.clock() > self.deadline:
            raise TimeoutError
        if self.won:
            return len(self.moves) - self.win
        if depth == 0:
            return self.value
        for column in columns:
            if self.heights[column] < self.rows:
                self.drop(column)
                value = -self.search(columns, depth - 1, -beta, -alpha)
                self.undo()
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return alpha


class Margin:
    """Keeps the time that a move needs beside the thinking: waking up, noticing, printing.

    It is a fixed part for what cannot be seen from inside, and twice the longest delay so far with
    which a search noticed the end of its time.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.worst = 0.002

    def think_until(self, started: float) -> float:
        """Tells when to stop thinking on a move whose clock started then."""
        margin = 0.008 + 0.02 * self.seconds + 2 * self.worst
        return started + self.seconds - min(margin, 0.6 * self.seconds)

    def noticed(self, late: float) -> None:
        """Learns from a search that ended so much after its deadline."""
        self.worst = max(self.worst, late)


def read_column(line: str, open_columns: list[int]) -> int:
    """Reads the other side's column, and ends with one clear line if it cannot be one."""
    try:
        column = int(line)
    except ValueError:
        column = -1
    if column not in open_columns:
        sys.exit(f"handin: expected one of the columns {sorted(open_columns)}, got {line!r}")
    return column


def main() -> None:
    """Plays one game on standard input and output."""
    gc.disable()  # a collection could cost the game on time
    sys.setrecursionlimit(20_000)
    print("Ready", flush=True)
    line = sys.stdin.readline()
    started = perf_counter()
    if not line:
        return
    try:
        rows, columns, connect = map(int, line.split()[:3])
        first, seconds, *opening = line.split()[3:]
        moves = [move for word in opening for move in word.split(",")]
        margin = Margin(float(seconds))
    except ValueError:
        sys.exit(f"handin: expected a line 'N M X F T', got {line!r}")

    board: Board | Wide
    if rows * columns <= LARGEST_BOARD_OF_BITS:
        board = Board(rows, columns, connect)
        choose = Search(board).choose
    else:
        board = Wide(rows, columns, connect)
        choose = board.choose
    for move in moves:  # an opening that was made already
        board.drop(read_column(move, board.open_columns()))
    my_turn = (first == "1") == (len(moves) % 2 == 0)
    while board.open_columns() and not board.won:
        if my_turn:
            deadline = margin.think_until(started)
            column = choose(deadline)
            print(column, flush=True)
            margin.noticed(perf_counter() - deadline)
        else:
            line = sys.stdin.readline()
            started = perf_counter()
            if not line:
                return
            column = read_column(line, board.open_columns())
        board.drop(column)
        my_turn = not my_turn


# What two cells on top of each other are worth, in steps of so many points (see Columns).
STEP = 8
PAIRS = [
    STEP * (byte - 128)
    for byte in unpacked(
        """
000001poj4|NsC0{{TR2tOFd6T912IxJmwF!)8sboXebNHi$sn$WT*+TglE<O0Zc<{V}4(9qj*m(`Zc_3amBR0~i&;_A?`;+4YC
|Q#?^Ln%-WHoSY%@3Q;LD&vhgT=}Ft6&aX2_OWewoNuLwOD+l~--hI9gHApWO@LfCV9RY)H<iY?-DVW6z`gjnBf!rCWy+Ns}<nG
%#bgFyj#NzyR-xR#w%ki#9JNA{f46r^)G1)OJQ1bjj><Jv1FciIEaf*Ik^)OBg$_UF3%mr^`rc;h@VL+VuO`5ba*gw{2JnnYgS%
;2(wmLrM;|(1YwlVIIto;qrwcKATT-A|{0TJ5jTA$4Zq^`@F_yJ%mSfMw33P)TE=c7#;dB&g%*{bY?0s+6A&;bq!b{kZtk{;Tg2
CT+`tOFNqpN5%R2+)wD86*Po<N8mwQ)OLHw&E8coz4|dw^n5YQ*X`ID70y%K{HR7hnKu2#TN%py%2!XzQ!=C-LC8pwRU#_b#Cq*
HNrbhf$sSqYtV&|_Y`sd^-l(cwwFy^$?JGvu@~BV9;Y6=_TV2=Z=x$aNBl5e0NLcx(p#k*6F>HU-EnGgf%QeCAaOH+xF<uPUDYC
c{n{7Urxci3l!7~f`R_NKzZ4X%MrxeT;$RZrnL3wmQ$18$x$_x=c-<#G@YS%JTV#Z2Tps{ZP_16@4)Mumj$ok#LTb~$V#K2`TF0
Z>hk(vKr+^2C_1l-zu4$$JdcuGJ
"""
    )
]

# What to play on the board KNOWN: found by a perfect solver, and packed (see Replies).
REPLIES = """
000001poj4|NsC0{{RPwHaE^!<=sUQ;={X+<Ed;JCx8`0m*U)ccxt14Kf4hw8&vEt>H^e1rEQE`Mx&0UoQ^J0+5zsT?vGM|ZN?8
}u$@+r=Xhx!&TVt8x=pAOne&H+$!7aSla8yqTmI=JicfsZ1A>S{8qVc3z|T3KBy64YI1#9po7}y1-0IN`y$hV~V>Mfx4x}Ry>&`
t0*s=;?*sS;Bhuo^7BAXg)UelX>D(gZCX=utu$an3)$yB^Ziu;rY4Yf`|$c6k)=vc6FF^JNC8Ilk2NttDYncTr4&MSL-^&V(CGF
JIiNu%{zGhros9T(;)JR)3l{V!0u0<H-lVu9fxt=dm*eP<s=|4B?zb%!sUVDp6$t3a(~n5h+<B`o!cJqLW7#yj6~ymPK;nVZCWw
DY2KbC;Uk)xV?ABAhyc2Da3!la+9*cJTI~rjitk@c(pMsVePt0#yPe{V<|kOm-WKdMr2gp^5d<aI%>AO(-35n=GQVAoBuArj_6F
ig~v#l>eqp@RX4{&zyjLr{>J+B|Mcl9oSaMh8xoMF?A5tmDdSBQKooC*!@*FvjK;>a;m2+#7`J%c^eXFLboOkNE<i3FE*vNF))i
qSXAYqqBbbO#6l{<s`tdB(<ivnTL=rN4sil%kx0VmU$0};2p1Ndn@+=7;?wJal@pvZ6@qG*Mrp*pt6|pO+Di*^C+-cf3kRX{hX$
VOa#u&R!s8fC9dCX6)5cG4n(dI5Xa~x?`0z3`5&4{v5J0q@eFN7apV}kxAr90wx3G(kJG;pEY+?)3RtutegIYlx{bAUdSGm}PX^
%uHeTk!YVRp}dk3>w&xehM*jjKtyla1Q|5j30YQ|0~=Lf)!WP4?iJC0(jI(}`f=S~+4g9i^v4>+oH}gtCOLsy{!7N#tgPxI)Dm&
9pUXJ}3et9wlR#cma)&wNB2U7vy<b0<2gSQR}eml8?97C(Q+oF)xMrPk3lzeBO|2<ZKKl?ccT!cCWeX+o{lFBBWkars4L&vB@#&
$@IFRz1OiTXrw?Ase>D#+Q%ZRp%4)FVkFlA=<A=RyVmRCe%fgMv;iIjhnN~hkNd-+^k>5;8OZ{<wAqc)sk1C%-w*}r?Vu;<k}(q
?X-)GN(y}Rsk*Zds3ell24=J~SUDBSWfxke5d?{K4n$Z_&O})gM{%D0#jPp>=e_a5Jv0GBQp5EvF_&V!x3tX8{7JCAzUMJ8#XXm
>L?n8FTwDv+SX7eQ3Rk8S_&j#DxvrG_d%L_75d>WFf4b_K_1VTitNH@dv9T)Z#j7ttG-Z1Ur@-OA!+yi6&XT^;ugRb(nEx-IiAi
^Ge;By3Y*{fvA><c5O;bf%w%Dt6u<Qebs;V7TqikO!aU$aJ3c|{T*Iu}s!Tbn+RYdmbcm}Hei_xN(_B|d$qaer}4q;0slDr}sy7
tbF5e7k?Q(_+P=-x-5E?%tVX=*Z-RLazsm0)n(1hwQwG>yk`}0h@ia6WI|;_9RU0StM+NYbE!?x9GKfp5i4h)sXQm6kn^pf-_mX
O)OzE>dVkEKci;YSF8ndDvwEEF6Z6G@_eq&f2T^?HYEROU4e=_duzyR=trP>&oA&UE3si^%R&z>$1GpC^0(XAc!m!5rtnq8soF>
YWFFCq4Xua6p-wWT_XE%*(M)~yHlV=M5(lx|U-qKs4BK;kZcCA7r5S)KFkQKo*l#a1*Ofw=O3QS)%!HUkhEE?6`Gb}km*_6Y;H*
C)4iwRP5Lox8sP9gc?}>{DF|+ApCwQpDSLE!o+zYhIKxEH5C2JpzX`Yt!F1eX98Wg~xD`2}!iAKEJR^BQ@2j%T-89G^x3Beijt-
@wT<CG6DqL~v*U-POIhnLuzURjn8I@u@Nx63+KW+2|YI&tFLv?r*7b_<8inMU(Tj6bJ^*x`>7?en<Yq%&Z<A_Jsmq*rzy%p^M%S
cXF?rWAZ%4reH<P?+f@#q<I|z)EFI(4muM&2D(Ec%H1f&7V@Iif$}}6D7Zuik85CIM;1Yu=>E#v(Zt#En0u*-*#mQqF#hk#BVSk
4ZfGs$Rl&z5}4Gy<AZn|RN_yp(}+Ay$lmXO*vqC4E%N37W@FYId2J}l`}A!p!4qVN43BMu*{HUPSNcU|pgo~V$|T)!h^g5H#e3}
em^WiUKY<*<gI|)tQ-Z{XBL_#9SBML8veFT#6VAv3e+za}R&p@k|CT$~7prD3XHO$KTKLV(?AoBp91<wij|7lyp6=_V-U~|#&2V
-N;`3;`jp8gC;2+3Nx`>6=m3D%A*EkP&LP(Y|ai6B=L{f>RhIp>-z?Bm>lBnbsUJ9)~5RIP>vC&V@=RMmCn<e&>BycNybmNzp_}
s|1Pul~?OqxG=Z)b1R74r>^hXgk5mR!q3*vFhgX!ph|9#1D&4+%Cezrd0>T53#4phACkO5A=l{FO+<*m^4$5wy4%29R*2X05HR@
Tfm@l3eWw+Z@R=sR@d(i=_^y=kXzeom)fQ2mrj(0}Bp@5Z0%PZ>a<bMbTG@HUaBhJZjJ~Mu1=0kq~?*>p@8?erj(314R&!O!b(I
>h1x;q0>_ltYTsMHFtRiCJd(gQ_X2J$-dlQE&zUO#Zz4p{|-VDR6i1S_bghwio}#Pq-i4Xme!&A@1A=Mujs%o7f&I7hKptH_ocG
VgQ=HLHd1=&ERLHrG}kd!)5!M_nbPK2yPM-VtfHq(YvaadhYJ9e%57x{*-yc&;l)8=RSahcQzj)p5BqoV1xWgeU<@(mA>RcMJ;x
c~EM}k5Qet*dkV$(U!Nw-r&RT*NhM-nl#O@=|EX;00k`QfBjs4D|?oPEYDh%S0U=dZFH>uO;J%0LO5G<l~KYZMTUc*!kK8>r@u-
R;+&(-97)Uj8YgEsQG#gyNKFDK+V+5a-rqYq+<TjDvpY@F%>q2zJP*lZE{{MWQl3w&wca{#7FQWLN64#Q8oGoe(KIK$<y2AK|*O
eG4#m60F3w@oJXE3}`O-LxZkI4bW~5{3-OR;h1Y9NEhYDc=)+*EFiAgk#fM3%h&ifl1N?YJ70AT$xF$FtUu7i6ZgUP;=8t`*zU_
^F^6sMXSpYJiT+*j}4N(f!bwT*uPfoFymVzXDVr3TXQ5d`4KmjGEcKUuZF2xbWs2=Km^}eSYQb&Ao54kuAYoi5e_d3q|9?H4svD
VmhB+oxF0sP+t{~9W-uK4yNcgslipR+aNPr`86ynE4+^k$PqI|FZ|3Kx`gh5#CRNPXc|mFis|Ta`oOvhi;w98VYvF2aCk*$>hpz
WZ^0V0+1yo1pjt)NYKlz>h;cM~kh#h-%Ve;`3wDUaL-q#uHj0drE{*eI_FV3@K(^SOZ#Ta41;<h57<D<T1tv`}(iG--h@W8)BO~
y7;=!;_PCN3?%sf#3Wl;iwmMsz01$31c%$w6zA-p8%us?6n7sh7^V&1r}}|1!x4RKn;kZqEQ*Z74xU5Y&Dm{&?%=G9*8~6ETcct
CY`pxflRIW1-F|`sq0F*NNjumxM*a9D-z6sQnR6%MhCMp!XScbigeVatD4|kQ#7hy$i-fbu${(h^30c>_{#BFIYyGkMFaHjOVM%
mdN>u_r$`<W7j-q%MT21gvhzrF;Vq3Re(mHwgX)Z7!Q8!7V#jV8JY@`mc0@uYwh4q60-w%ifYOS<xj&b!p{L#!|?%-ZT|z^j6!V
pH0F3Nu5b@|BtCI<RcV}q4HXU=Xewy+6`<F>0x8G*^OkdnFf!`Mt6QZmc35anl`zk$Wu}uHQ5i)n!_{ImW^r>ornX1ZfR3cRNdO
bFK#GI&W|BgoCNU?`GqyWpA~Z80@TPXKr)0R_LU#$bqG2;NE4K-t!Kp9<zPH35*#5@xn})pU<$O82XdrkFvF{64hVjiaZ0txk<;
^^DEb5uZ2k3s-$Qe3Whvdd^ro1#ZN*PNZSTYP5biBPq?X&e-vT<Gw_@YDgChL%e!+=arDneekOpuIVQo=-dX*ere_LiaSwb16<h
FcZU?y55fi2{u+lrL8(>PWxX2BAAts@CmNL$^m_<bz4s=HNKSGQGZ*4@}x=La^S4+gB$(oxAt@&w6_(A=T^eqRIZPI_RKq%cC=C
++0K9ixSiwLJ9;4aiMqiu&_jin)cfHKbDH}%1S?{)bwOkk+vPhz1|`oh$?xfys7%aZpRsR>_X+q??W_DAdvIRC<IBzsi90sw%Z2
+`wopo0K(<r{CxXr0$?Xd;xilYaRlys6Y6`Z$oAqck`>vtY4AocaP(ePeV8^QMK9a~g9R5Dyv${D+jPeUZUNWkPFg|w(LrN=K~O
eVP(DF@nd0d*#bRsRL;VhB8%4~klVq<8cGxVFj(lURd<C7>c80xUD|Lh%^Kz#?a9gNw4{8$;0-N^61vz)i;qtlvMFyftBWI5T?u
?gpAw_cQXCEAk0as8Gz_H5p%{SG>T**7b8-S^W%@}?)WNr0Rb5dWLk_*<MSQr>=fYCq2ia9<7b^mSz5s-r%xC6efl-YkH2($2*0
Cf@DupVyEVDC`Nn#zz&^Q@uCywbBo9#jH)nY3KHt!bQeW!ZpCOJCN!a<SR(l;8T}TjI8sr_v1m_hq0d&6Pv`EymXO7*q2NJbj6j
btV)^BPI1OGjw?5r9wHQ&}U!zsTg^B_hxB=J4?)y7-VkMMhk1q$zt0OSkG{Sr9`iy9$D9m*6V<LSQEefM>PRp>`czs=V0hg!YXh
EV>E07=BhI$lCKQ0-|u}i3$u(iLNz?=0ZP<v)+9g@_?-WCcmpb!SM=JCCp2G<Cz_%wMxO@ABn})XHKBP&A?IcCD*&%sU>jwn$d^
ZdCZZWAHyWv<sRSxD{3IFH<^+4olA1`%fo1B+VHG$$BFiIuV*7$~&o8)w4f@s*$Yedn1&=U^0P;IKCo!6B3rg%LwORU=Ns+Z%>s
Ba(FBA-{<gH$%`7m#mMDpUq`_tr@Hi0i|e@GyBmUxBne;wx#&oW$Eb?8#1@k~_c8CiNMa^Cy2Gt2b8H~fkV7)X6*qrUS<9uvN^u
TL0BA{nlpZv)seu`(8=R{`fO7-OB~>3K6QeQW&%#aCB&lAAMSd=~%qjNw(0!%L$BaG^ug-Sc+ku?|}C-(lc~HI}AN{D%LMk}3k6
?7?O9@~rk?gjQ`r6HQ>;UqZv}6Zy&on}@y~Yl%0b!H`dm1KTLxdQ13QlgG~`$efT$^lKvbVf5RM%H8qOIRxlt80%>d92J792$j4
QjhAI;Sv;uU3bcpo37>_T*L^3`8+HnOgE89lid>2qB5;Fj8g%+l;@<8KG+Ck((C&jY#8#eszv-|(d;82}4<qE{UfD4|P@>)SH@{
ekZ5KZb6m-L#@l83>F@zS4s1u7SNQ%n$HH33-A|^<SwpY4`=mza!Llgh;;O~5R?YNmBW12pUIQ;k1`U2|K>FXpVjCTGN{+1fjQ7
>gDxSid#dLh6_!-?Fks}N7r_Umpb-WGaN><DzcF%7AjX3dpIi)Fgzqnr$7nGQ~gWqtNA1GL)ZA|pw+dzu)nO?Zia#@tiltaSCwz
nG%(^h<Ax|G(|Xw&=Pf7h<I?SpxE__?72*Vy=fb9QOLLrIE8Sp+7d^mUDhs3#9HE=-rW&qr!Y3aeNv6mvdgd$N&j4rIXKg8IKET
dgFmFCRoZu@U`<N8g6|2f@-4+$J8K~ggM|3_Wn?!LDR@)JLkym3;mLq2Nds3$f;fLXl{?V1h~&V+-p%(E+qZK4@!cq-m<dzZ)_i
4eDn)%o%#k0L}IT~^r3I{b=4jSfgbQ>Hv8?`Kqm<84hpO|H=<rF&2r(OKM~*LhFd3(*dhV!0tf~fmJhR|$eAeW8i5Z9kn;U7i(`
S1aSiAF&XE&U3lDr%sGZv2PB{{)krK_u<z2b<Q9{G%4&!_{Q@vrc^}G^Mg8K{P%%8c=xZCL%WV-i#PiIczTV$kwi<{gpy;>4}tV
mZ~c3Dai2=wwe<4k7dk6CT0UgV@wYmro=$>*@cus&0;x?IdU-?lVYT~+#>KJCpkZtn=<)#h5{PL#NDTp8~n#5n$m(T+YfnF;AeO
Wr7Dv0WL%$nx0B)V-*IPz+Ry`7zy27)6;h5U>X;dWx`;lP=DB12H=#WG2@<rWCuVw>AsrAzRjY8M{`?Ar)l=Gcl+t90xK;BlL0p
@hoG{@h~ZF<M0jPs`@aTT;QA5>*db|ZJQKY&(&vg3CI}9?3yLgoBS5ipQM}_1Bz&?_6?Qcbl_IsP_YB4_gtX~)mxkTy20t;d{QD
CSaZ+#u7I+kgxaezHQbDhaE6%b=DSO=kXMeb>phINTaGB7no07>1qRJY6C_{E5FdUF35x3<=9dR|A8adix0p3oLSW9m$IJ~_9V`
F|edzGPFz60SCW_954Fm;bocK>hIy?Hja{KCngw{4LKpd8h3kAT>7IUCWMrM8&g1JNrtR^m^=7muwMw$kCO+2#NOIo{U+nZPF&V
vOS9)1#W1pZI#vnZm#yOHx-iz2LO!u$ViZzWn|rf6{XASvlvHz?dcm?-mkKGbUxfhls4yTAH+2p<
"""


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # the judge is gone, or Ctrl-C
        os._exit(130)
