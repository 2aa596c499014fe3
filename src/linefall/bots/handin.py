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
    6. The first moves on 6 rows and 7 columns, and on 5 and 6, are known by heart (Replies).
    7. Boards too large for that are played by counting discs in lines (Wide).

The two bounds
    Call S the side to move and O the other side; nobody has a line yet.

    The follower. Let the number of empty cells be even. O has a plan that always works: when S
    plays in a column that had an even number of empty cells, O plays on top of it; when S plays
    in one that had an odd number, some other column is odd too (the total was even and S has
    just made it odd without touching that one), and O plays there. After each pair every column
    that was even is even again, two odd ones became even, and O can never be out of moves.
    What can S get against that plan? In an even column S takes every other cell: those with an
    odd number of cells above. In an odd column perhaps the first cell, and afterwards, the column
    being even, again only cells with an odd number above. So if S's discs, together with the
    empty cells with an odd number above and the first cells of odd columns, contain no line,
    then S cannot win. If moreover O's discs and the remaining cells (an even number above, not
    first in an odd column) do contain a line, O gets it by the same plan: S is lost.
    A cell that would complete a line of O, with an even number above it and not yet playable,
    helps more: by the plan only S plays under it, and then O wins on it. S gets nothing above it.

    Zugzwang. Let the number of empty cells be odd, and let z be a cell that would complete a
    line of O, with an odd number of cells above it and not yet playable. Freeze z's column from
    the cell under z upwards, an odd number of cells: an even number stays outside. There O
    follows as above. When S plays under z, O wins on z.
    So S must fill the rest in O's way and then has nothing left but the cell under z. S can only
    get: outside z's column what the follower leaves it; in z's column, whose free part ends
    under the frozen cells, the cells with an even number above, and the first cell if that free
    part is odd; and the cell under z. If these with its discs contain no line, S is lost.
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

SHORT_LOOK = 8  # moves ahead, see Replies
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
    """Knows by heart what to play while few discs are on the board, on the boards of REPLIES.

    Only the replies are kept, not the positions. These are listed anew, all that can arise with one
    disc, with two and so on, in the order of their keys; of a position and its mirror image one is
    enough. A short search puts the columns in order. Mostly its first is right; where it is not,
    a byte tells how many positions lie between, and the place of the column to play. With the
    most discs only draws are kept that the short search gives away.
    """

    def __init__(self, board: Board, clock: Clock = perf_counter) -> None:
        self.board, self.clock = board, clock
        self.size = board.rows, board.columns, board.connect
        self.most_discs, self.packed = REPLIES.get(self.size, (-1, ""))
        # The discs of the side to move and of the other, then both in the mirror, by key.
        self.levels: list[dict[int, tuple[int, int, int, int]]] = [{0: (0, 0, 0, 0)}]
        self.found: dict[int, tuple[int, int, int, int]] = {}  # with one disc more
        self.parents = iter(self.levels[0].values())

    def list_up_to(self, discs: int, deadline: float) -> None:
        """Lists the positions with up to so many discs, those that are over among them."""
        board = self.board
        up, last = board.up_columns, board.columns - 1
        files = [(1 << c * board.tall, board.column[c] & up) for c in range(board.columns)]
        pairs = [(files[c], files[last - c]) for c in range(board.columns)]
        while len(self.levels) <= discs:
            found = self.found
            for me, opp, own, other in self.parents:
                taken, image = me | opp, own | other
                for (bottom, cells), (image_bottom, image_cells) in pairs:
                    cell = taken + bottom & cells  # the lowest that is free, none in a full column
                    if cell:
                        image_cell = image + image_bottom & image_cells
                        key, image_key = opp + (taken | cell), other + (image | image_cell)
                        if key <= image_key:
                            found[key] = (opp, me | cell, other, own | image_cell)
                        else:
                            found[image_key] = (other, own | image_cell, opp, me | cell)
                if self.clock() > deadline:
                    raise TimeoutError  # the next move goes on from here
            self.levels.append(found)
            self.found, self.parents = {}, iter(found.values())

    def column(self, deadline: float) -> int | None:
        """Gives the column to play, if it is known, and can be found in time."""
        board, column = self.board, None
        discs = board.rows * board.columns - board.left
        if discs > self.most_discs:
            return None
        try:
            self.list_up_to(discs, deadline)
            me, opp = (board.discs[side] & board.up_columns for side in (discs % 2, 1 - discs % 2))
            key, image_key = me + (me | opp), self.mirrored(me) + self.mirrored(me | opp)
            level, first = self.levels[discs], min(key, image_key)
            number = sum(map(len, self.levels[:discs])) + sorted(level).index(first)
            place = self.place(number)
            if place or discs < self.most_discs:
                column = self.order(*level[first][:2], deadline)[place]
                column = column if key <= image_key else board.columns - 1 - column
            self.list_up_to(self.most_discs, deadline)  # for moves to come
        except TimeoutError:
            pass
        return column

    def place(self, number: int) -> int:
        """Tells how many columns the short search puts before the one to play."""
        at = -1
        for byte in unpacked(self.packed):
            between, place = divmod(byte, self.board.columns)
            at += between + 1
            if at >= number:
                return place if at == number else 0
        return 0

    def order(self, me: int, opp: int, deadline: float) -> list[int]:
        """Orders the columns by a short search."""
        board, both = Board(*self.size), me | opp
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
        return self.deepen(columns, deadline) if known is None else known

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
                if looked >= depth:
                    if least >= beta:
                        return least
                    if greatest <= alpha:
                        return greatest
                    if least == greatest:
                        return least
                elif least >= WIN:
                    if least >= beta:
                        return least
                elif greatest <= -WIN and greatest <= alpha:
                    return greatest

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

# What to play with up to so many discs, by rows, columns and length of a line: found by a perfect
# solver, and packed (see Replies).
REPLIES: dict[tuple[int, int, int], tuple[int, str]] = {
    (6, 7, 4): (
        8,
        """
000001poj4|NsC0{{RPwHZ@4}+WlrKC{$#F)2L>kui>J02$x%zeVO&T0tePt8@TEmUftU5CUE+7|8t_dBGo%umWvv{Pos`NDR|*
i^f1Fgdn&38%%BL|iW%XMkTxoA4nU#a!3EE59^}sn&7K1bAyfT_)xchS<wPL!9JoRl{ddE`tT8H|`E)}zKVI0doC#9D3>hDxx~n
5j9>i2$1<a`3M&=|E5Oa!RWBtx+b*aEg`ZRH8EJo0{R9^noS|;kd=XP%nD<x)n7UrQ2RBI*-tB%T^p1D#y<DHKo_CZPo5<MoAWZ
DRp{Tck$LG^H*eBWQ7M6Ic|D=?-%E7^<M-#0Y2#V1h%^)NG4yOrD23<7B@DOn!mvs<%GM<?7WI6%WauB!%1&9{ei;1*g2_!XNeo
_-eKd@UXj*=1euBhdgJihc7-9<t60OTE2<(qU_2Lc^qE%1O*L8I7V~X;BZua{>I68ZAvKAc|RR|KL=n{tY6td)jDw4Q<xx63YIk
s&m@j5nY(BLA%P<e-%EA7-~ZELHm8ej}wraZp%;|gPp$@mkwOvhxYXP;;mYW3i)brI~jElwSt${c@h>9=#fBCQSIyaP5SWi@m>t
!VLu0u@k0y8hS+tJ+(v0D7pKvD4tU!>Y!(a8kiFpLI%s!<OGWwj$sG^X7tWlHqRzi-x~bYD5qX<n``KTLXpdq7g4N(6RXMADsWs
KDo%khuYq^t(o((1V9_p{EWU>(EEbEQtZ%nU(Z(T|j$7m4bb0%d~V|axVw`|)DW_&39i48<IGpw0E1<rbD3GZr0YfW?DB#e=()E
MY~SQRTZUN$?cGBSZWkE5`2XhxwzYNV!6Jjsy6RM!oU*ATDl-lkp*0JwK&bfai%xt(+A3;RB(8DNw9(c3@$JCF{L5N?g8{o*GL*
Eg|8Ji*u{;Kuo&;7WDb+R^2BnTfO!##mJ0RxcJt?IO1Jjy2&ABVW-aAoMp(_gLcT)dwBPQlBI&-S<K(i|&WwIC3x!HG%-Z7958A
OOPT8qbpGq$?|dejx((>iexl+)uV&J^%K4;BrNUmIqsLeA@BZGODXpH-PFYYVcBNBA6nbC_j+Lt0SByOjk9z+sqIY<i9JNDN?Nv
uVnyQ4tB0$2%iRrw{fk53CXsG4d8c~-*q54{3dgngVp0FAOodGP`#29Waj)C3mT?xj@#cTgo=tPjar=nw#+-cWj(M&gBLHp&c1A
9w{iiTmz>|S6xWR%FCG&fjO|=lB)@0bPr6G-|o?>)=%TB5hpp!)zJJPF<5Cv=v;%~TI${RO{TNOgt6#YqTB`N1Xzzv41pS(0d;!
r5|4U12C?N06};8WJ(e;8BF`>mhx#N5H%n>Ib+?G6ft=@T>88Hsnm1G%N2OhJ-DD8Y>Ry41T$11@E;4z>!uc`_lJT}qdQt?soU!
syEwF!<V&_vv%t(N{@;q{eG%*=Q6gxjF|rSTU<3!|l%6p=wE2E+MXAzuAepJiZ~K{_jU<nw)nKd+4rYwd+tG?P5DCEe&d>4UdI9
b$kx(?tF%`2}1Uc9P#+5*F6Ybyn)3pDW6{tvlE2?;{;F2*z|NP&=(ze-Y3+@GD2YKnVZ}NcDq%z=O8gA^rAet_Frf@%vvI7>y7`
3^PPtt>4sVz1<u))Jo&{V*H#I2IEc8YPVI2AcK5Ynz|0j4Jkr3^i%Iw<xT0&niMPq=^xd7(V?o8TajVwStAM)QbE>wA<l@v`Ab$
=H{W}^$9d}GNgQ70bCHG~4xZeV(w9QAcP=onmjZsQKOO|?>1zHbntW2{Jwy6ZV^AHZWs*kuB8qxBdr~Bu(qG-&q)jk3=Yfd#ZY>
#^EU>Jp#?`L*zoW~tkiY+Q-6PQQi69aOx?S;Uf#FBw;tDJ)tqYt!w46WIzYd|*kK}QK_WKP#n^?KVA!iRF=2Mz>HSL=~BYvf3it
$4Rq0;-jmH@X(|^VjaIc0-@l&s{_bY(#q~0C`-Ab@`AbT9sYE2B<PA)9@&t>p}bY<f0p?D%vkHmdwuxoqnIu!LQ^Zy_;(6PlX0R
KbFy&PdY2r0qC+T6Fdx6(c#(kj*2DdJ7>4M?|Fq~*4YH@ljGIGji{>`5<RqKuE+kb18=gX0%p{e`R(eJ%g9P+e!8(&^Cy;+VW;g
7s_NKqQdskaHAD(cWarezChR@u+8I9ZN%9hx+t}6rFMu?i_)^)6=+l5iY$pZ?by~p&HUq&QS^nMCF}dKTKbQl@nhJFv_u}{7-fs
MW7~q2I{-f^!ZNtk&h9RNezqT-u2Gk6o-}9Ow%`30~_1md^F#480G8(InsRqy*6NYUfe(+P{CP%p?G}TM8zO(k*iI+AKQH1cAmE
Hp#OvoY0a*&NWq+yvRtB<AvX*OVDdOWev`z+i!;xXYo<?JQIX#7h}x~k36Q`?Z(7^Khr3$65NoktY?n8|xDuUo9|(bTGMYfd%rG
PMHubF?*-(7d&A>o#@A7%)xk2{_Jb799woh)s!pYJBVb?QV4h8B-3O%^`6TUG8W?(!Zcg5(`m_+mecu{eu%AzwIFknVc3YB{Zfq
nP@UEq>{P%u6ZJAMia62tEju4i+KU6Lag?N;XKiHF<0|}4u;Vvn!Q~lLM+Jojx$nIhst|wq&MU9o5jp;4NXC2{4{zEp}?1<C69g
xz~Z*w(`DhX`W`y8v}F}JGst3bW_vHE91+GT`X(ePd8z6xnl>+Z=bPfTw5=cm)W#(1yHN%|zU)rtk*`grp&9x{4a}l?B+F_C_Y>
*f!WnG}^U{yg^1&V)rnkbz7fsyHLd_BXmAZ8Jq5#iFM|J{WSkxy8@{y7TCgU!r5uT0ew_OfX_{k&rN$-z$#SR3VI+~?Mr%>r0yc
BQI3sA%&5IoQNrA#}{-YpHN_69>sLJv@ikp%=drLN}!l50TN{;Kfnx(0CC#lyh%eCTJOJ01>p1oe_fuNyB&JEjUVI}7soX%$TQI
jq1l7qD`FpNn*^iKoccU39Y&&!Yu7f?@v=fR(&8u$i)jZc`bW5XH-=67O~^uxE3tpYo}^SSz<`E~wXRh3A5!uLM_f9TMfU4~!oH
JOM;oFZCIZTArTFPIAq@F0KulA*``Hf9?mum<GkHQ@bB1ub0osb+ou_0i$f1Rp>=uC%RBA%Ocm?9uP(T#b)RX-TyDtFu4Q0wV?V
LdP>3B@YKJ<WP2-1oDz9?elKgbgMOMcvEgj?#wMrd`0F;!!6U=jvG`x9P#)10*?go`1>58stVRbFJc860{iPO@FGo7(w3vb_RAV
OUqD*^{=#1evnXINVgAOYg7^CK_t4`V`CL1pG5lI~jB`)kIIzK$`m)Ln0WIZlFWiaI#m=dT4WXsv|nN7TLV&pf7?Qhnk6$6=d1Z
`ljhP^yJ<rRpnefX6}F3Qvtuz|bYgE8RvW}=eX1+?*;pI!9H&z!##?(YkRO1meo$FZ)=z}@*FA0p?`wM63<!ryZWm^YA-A5VxP0
soNyeW6Tkhn{$gMFj3arPNkx6$y;HMXNqx${>9?G?Zn6L<oxl{uQ>lOIn{tq1^$nbBgAPwC30Oib0x~&xrbNZU$b#ctR!Bt;mm{
nO~Ibsn-b1_0n-eei3O@iF3@*0FBr3Xmq26P^qC497Ij?CjpD|DyF%tpqLwRBolp=eQ5Y&_{XoR&c>bDHZ%KT(8dxwpn#$VuACH
#6KD~uq2_aI(x@r<^Jr-bf)1xHdK_ncCdZrH9-s&45M6|CfrHzRR67HC&RF%O)?alrt0Ar(sqAIL*4-kM<wdEIRr0r|{*zukMfm
p}kapN_G4FY)SqdZIaXsn4L>iDbJA<VCir6K#Vx;~g(@=Z2w$9f2mpSiY#y6}%T>FF@mfP;q7&hdEz}=zF>07H~+`CThf~beF8w
{^fy_3kPTw;S0qh9UfM)>XecEzV3)saFu>c~<!+i9Wz5#&%Y^(-=eJ%6$sV7mx%`GOez&`P3%v_XsG`V$i<BNwRWe$fA)7tRR$s
%+`K5M4wsTBlkFQV`x(XYK_CV1Tk@Ve9WVafZGfOCs%J#x`mFJZ(LR)m=*2^fnfv2vZe-F!tvO<mG>3cAs)X?HmUK!~?Mwdi~Mv
>t`~{Zt#hn{5IF%V4`F1kauv@NP=nqQZU-W*OJO4aQVCr_lI|Jj$-W^>zRAA{IFBtesVlsIn?Cppgh4gCd4RZj)}X>=jbRSOgPd
*vx2xj;|7fiF`~}qGAvifLz@kE%9klsf1HlyU%83|DF@8>vGH!tFh&exj53qXBIJ;miNM1~>*WB5Y!pucRHT-hkhgY@-IhDRl&w
JL9gPpmap*3#4yLM}rmvi^q6@?tK39ex^c8umod{QDi=QTsbPiW&ss`uEe7?@O^=tId7k+AmwQ6APf~Xgw=3UWAqu+mgYhtiNtM
+j)wT<*+&QdxYl1D%DASZdEbpW_fl_Ql5_7dufvl9gE35JD9hCV%;-`fR~r)kAr(^JwYFRS^nFp$=p!p4y}CT4_P8SX5RCoO4uX
6A}>`jbAI$^$2h+WA-4I4rvA#@1uPE=_hR<_{KRp=nxV;X+X8Rw0M{tYT&zn)ruv31Z4OAkMi4;L`Pkl3P#V<$NT0!(39J-&l2d
6q_gM+VZnuu;?3M++`Fwb}CwTOIjeEfp2j3&n;MazCPw#$7SV0aMQE?S!0iH?^O_AjHfPRtaskUn)aABhN0eNWZZ_SRvh~VJlSf
PN2xBHk%X*OL@iJ4VOZABW!b%T4(=VZv!3Hl!R(_Ay6b6CJ{bs_-=!@4=f|rqtAOoiO!Pr5UoW>K#4cS`LmsmYZYx1U$}A43i-R
H)Uxp$)aQK(4sU*E)QgDWs8QnnLq-~2V5v}2fJpZljMLp}orT#pIVLi&mO`R#|EMiU1432FSm2tgr@QA28{Yzw>PJc74=H>@<U|
^*)t*uq;CfxjP{BpImG=M_>v=;XEkpkyt-Np*5l1AWemMbo5=30dufmekgdKPSGaZQ5V=0=iQ(+j^}xQxT1YDQ!cD)uQ<H5{HYN
hHCw7UZMr^TEkDd%>|(qGymE)%pZhdFI5yY}v~nz2FA}556)S%F2C|4C#9b9<&pONG1E05jNy8h677g+H?CCbT=da-)CnjA7}qt
pu1(AShH+M83YLtZd7*YFy?HF;8PSwRm_L=@Zv{ePjpm-=$KQb_sa<gfEHHD9JMO`Qk0x+_=*l^5pn3$akr^iHMIU2_y~`J-?Sq
cJr-&Zuxm3?Qj|O{^xZMan_z45`cOQSWV!l3sg((V+JEW8{nuJHy=?g73S%Yk3bmYXiNT2?P%x|Fx5U@7z-ddgTul%49;c6F0pe
VVu#FP0ujw~fu)2VJcHT)L_@qncR-98IJ_Xa<yW@6DTHat&2E+bKpjw=E@2#^_hbxL!Yd&yf<O06FjzoWa%|*MyPqRxeivwk63W
qA{D<$U#F&lA#dCn=<l|mX?#WML9TBVn70V<CUUil(2N41!|ogI+-0Kpz>Ko8XcBuv$c54KSeOJqxF;@+E*yQ$&dze{Vy#^Kfq>
Nz0Ah=KIv1W3XMe5Y9mp!z(<G5;E0ZqCJ*ov3Cs(tOZ2zUAS~RZTy$5d)#Avmftb?Q&Lrgej>o@CAwnMq*}yhH#W_z4dDAGLfuR
BUy@Q^Z5}j<bm~<M&t7{Nu7pZyUsXnc|i}a8_M4BX#fBG808=
""",
    ),
    (5, 6, 4): (
        5,
        """
000001poj4|NsC0{{RO92KT=U<9{A)d6F}Sgo3UvFm!GSM=?Q;SJ-WAv08&yxZsL;t)7fObKJsjGFP+xW5JN8^ug)@+nd*mJ^|J
!x!ggR@ukEy5sS0^eDqQB<@xeirI-%hl4;=uh%A;P$GEqSG&X#xU+7xmfIg7syTAR1&;S
""",
    ),
}


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # the judge is gone, or Ctrl-C
        os._exit(130)
