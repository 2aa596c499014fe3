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
       open to each side, the more discs in them the better, and what the threats will decide when
       the columns fill (tally), by whether an even or an odd number of cells lies above them.
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

WIN = 1_000_000  # and one more for every cell still empty: sooner is better
BOUND = 2 * WIN  # beyond every value
LARGEST_BOARD_OF_BITS = 900  # cells; above it, Wide plays
LEFT_TO_PROVE = 35  # cells, at one second; fewer on boards of less than 47 cells
TABLE_LIMIT = 400_000  # entries; a table that grew beyond is emptied

SHORT_LOOK = 8  # moves ahead, see Replies
EARLY_MOVES = 3  # moves that are searched to the full depth in every position
QUIET_MOVE = 285  # what one more move without tactics can gain
AHEAD = 350  # what the other side cannot make up for by one

# The heuristic, fitted by logistic regression to the results of 4,000 games and tried in matches:
# 250 points make the odds e times better. The leader is the side to move whenever an even number
# of cells is empty, the follower the other; odd and even are the cells above a threat.
LINE_LACKING_TWO = 50  # an open line, not straight up, that lacks two discs
LINE_WEIGHTS = (18, 50, 120, 280, 670, 1610, 3850)  # of the bits of the number of discs in a line
TO_MOVE = 35
FOLLOWER = 70  # being the follower
FOLLOWER_EVEN = 300  # an even threat of the follower: it comes to it as the columns fill
FOLLOWER_HIGH = 170  # the same above another threat in its column
FOLLOWER_ODD = 90  # its first odd threat, which spoils those of the leader
FOLLOWER_ODD_MORE = 600  # each further one: two of them turn the count around
LEADER_DECIDES = 580  # the leader has an odd threat, and the follower none that spoils it
LEADER_HIGH = 40  # an odd threat of the leader above another threat in its column
LEADER_EVEN = 80


def compiled(lines: list[str], name: str) -> Callable[..., int]:
    """Makes a function from source text: loops over the line length are written out."""
    space: dict[str, Callable[..., int]] = {}
    exec("\n    ".join(lines), space)
    return space[name]


def steps(connect: int) -> Iterator[int]:
    """Gives the shifts by which runs of one bit grow, doubling, to the length of a line."""
    width = 1
    while width < connect:
        step = min(width, connect - width)
        yield step
        width += step


def line_test(connect: int) -> Callable[[int], int]:
    """Makes a function that gives where lines of discs begin, 0 if there are none.

    A line of 2k discs is a line of k discs followed, k cells on, by another.
    """
    body = [f"p &= p >> {step}" for step in steps(connect)]
    return compiled(["def line(p):", *body, "return p"], "line")


def win_finder(connect: int) -> Callable[[int], int]:
    """Makes a function that marks all cells of lines that miss at most one disc.

    f marks where a full run of discs of some width begins and a where a run begins that misses
    at most one: such a run is a full one followed by an almost full one, or the reverse. In the
    end the runs are spread over their cells; the empty ones among these complete a line.
    """
    body, width = ["def wins(p):", "f = p", "a = -1"], 1
    for digit in bin(connect)[3:]:
        either = f"(a & g) | (f & (a >> {width}))" if width > 1 else "f | g"
        body += [f"g = f >> {width}", f"a = {either}", "f &= g"]
        width *= 2
        if digit == "1":
            body += [f"g = p >> {width}", "a = (a & g) | f", "f &= g"]
            width += 1
    body += [f"a |= a << {step}" for step in steps(connect)]
    return compiled([*body, "return a"], "wins")


def promise_finder(connect: int) -> Callable[[int, int], int]:
    """Makes a function that marks the cells of lines, beginning at `free`, that miss at most two.

    As in win_finder; b marks where a run begins that misses at most two discs.
    """
    body, width = ["def promising(p, free):", "f = p", "a = b = -1"], 1
    for digit in bin(connect)[3:]:
        body += [f"g = f >> {width}", f"h = a >> {width}"]
        if width > 1:
            body.append(f"b = (b & g) | (a & h) | (f & (b >> {width}))")
        body += ["a = (a & g) | (f & h)" if width > 1 else "a = f | g", "f &= g"]
        width *= 2
        if digit == "1":
            body += [f"g = p >> {width}", "b = (b & g) | a", "a = (a & g) | f", "f &= g"]
            width += 1
    body += ["b &= free", *(f"b |= b << {step}" for step in steps(connect))]
    return compiled([*body, "return b"], "promising")


def line_counter(connect: int, shift: int) -> Callable[[int, int], int]:
    """Makes a function that values the lines of a side that begin at `free`, less the other's.

    p holds the discs of a side and, from bit `shift` on, those of the other side: as one number
    they take hardly longer than each of them. The number of discs in every line is added up for
    all lines at once, in binary: bit j of the numbers is one big integer, and has a weight.
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
        self.line, self.wins = line_test(connect), win_finder(connect)
        self.promising = promise_finder(connect)
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

        numbers = [number for number in range(columns * tall) if number % tall < rows]
        self.cells = self.union(numbers)
        self.even = self.union([k for k in numbers if (rows - 1 - k % tall) % 2 == 0])
        self.odd = self.cells ^ self.even  # an odd number of cells above
        across = self.cells & ~self.up_columns
        self.across = across | across << self.length  # for two sets side by side
        self.bottoms = sum(1 << c * tall for c in range(columns))
        self.tops = self.bottoms << rows  # the unused bits above the columns
        self.column = [self.union(range(c * tall, c * tall + rows)) for c in range(columns)]
        up_to = [self.union(range(k // tall * tall, k + 1)) for k in range(columns * tall)]
        # By a cell: all outside its column, all but those above it, and under it with even above.
        self.outside = [~self.column[k // tall] for k in range(columns * tall)]
        self.not_above = [self.outside[k] | up_to[k] for k in range(columns * tall)]
        self.even_under = [
            self.even & cells & ~b for cells, b in zip(up_to, self.bits, strict=False)
        ]
        self.from_centre = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))

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


class Replies:
    """Knows by heart what to play while few discs are on the board, on the boards of REPLIES.

    Only the replies are kept, not the positions. These are listed anew, all that can arise with one
    disc, with two and so on, in the order of their keys; of a position and its mirror image one is
    enough. A short search puts the columns in order. Mostly its first is right; where it is not,
    a byte tells how many positions lie between, and the place of the column to play. With the
    most discs only draws are kept that the short search gives away; the rest is left to a long one.
    """

    def __init__(self, board: Board, clock: Callable[[], float] = perf_counter) -> None:
        self.board, self.clock = board, clock
        self.size = board.rows, board.columns, board.connect
        self.most_discs, packed = REPLIES.get(self.size, (-1, ""))
        self.packed = b85decode("".join(packed.split()))
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
        for byte in lzma.decompress(self.packed):
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

    def __init__(self, board: Board, clock: Callable[[], float] = perf_counter) -> None:
        self.board, self.clock = board, clock
        self.deadline = 0.0
        self.nodes = 0
        self.depth = 0  # of the last look that was finished
        self.value = 0  # of the last choice
        # Depth, at least, at most, best column.
        self.table: dict[int, tuple[int, int, int, int]] = {}
        self.proofs: dict[int, tuple[int, int]] = {}  # at least, at most: -1 lost, 0 draw, 1 won
        self.tallies: dict[tuple[int, int], int] = {}  # by the leader's and follower's threats
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
        for table in (self.table, self.proofs, self.tallies):
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

    def after(self, column: int, ask: Callable[..., int], *question: int) -> int:
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

    def make_search(self) -> Callable[..., int]:
        """Makes the search for the best value."""
        board, table, history, clock = self.board, self.table, self.history, self.clock
        bits, number_of, up_columns = board.bits, board.number_of, board.up_columns
        wins, line, find_promising = board.wins, board.line, board.promising
        nexts, tall, from_centre = board.next, board.tall, board.from_centre
        evaluate, bound = self.make_evaluate(), self.bound
        central = [-abs(2 * (k // tall) - board.columns + 1) for k in range(len(bits))]

        def list_moves(
            me: int, mine: int, theirs: int, playable: int, empty: int, left: int, but: int = -1
        ) -> list[tuple[int, int, int]]:
            """Lists moves, the likeliest first: rank, cell, and the wins after it.

            What loses at once is left out, one column may be. A double threat stands alone.
            """
            counts, moves = history[left & 1], []
            promising = find_promising(me, line(me | empty))  # no other cell makes a threat
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
            if depth <= 0:
                value = evaluate(me, opp, mine, theirs, empty, left)
                return value if value < most else most
            if most < beta:
                beta = most

            key = (me | playable) & up_columns
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
                value = evaluate(me, opp, mine, theirs, empty, left)
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

    def make_evaluate(self) -> Callable[..., int]:
        """Makes the estimate of a position that is not searched further."""
        board, tallies = self.board, self.tallies
        line, count, length, across = board.line, board.count, board.length, board.across
        one_side = (1 << length) - 1

        def evaluate(me: int, opp: int, mine: int, theirs: int, empty: int, left: int) -> int:
            both = me | opp << length
            lines = line(both | empty | empty << length)
            value = TO_MOVE + count(both, lines & across)
            threats = (theirs, mine) if left & 1 else (mine, theirs)
            leads = tallies.get(threats)
            if leads is None:
                leads = tallies[threats] = self.tally(*threats)
            value += -leads if left & 1 else leads
            if not (lines & one_side if value > 0 else lines >> length):
                return 0  # the side that stands better has no line left to win by
            return value

        return evaluate

    def tally(self, leader: int, follower: int) -> int:
        """Values, for the leader, what the threats of both sides decide when the columns fill."""
        board = self.board
        odd, even = board.odd, board.even
        lead, follow = board.first_bits(leader), board.first_bits(follower)
        either = lead | follow
        low = either & ~((either | board.tops) - board.bottoms)  # the lowest of each column
        # A threat right above one of the other side alone is stopped by the answer to that one,
        # and a cell that both want comes to the side that its parity favours.
        leads, follows = lead & ~((follow & ~lead) << 1), follow & ~((lead & ~follow) << 1)
        spoiling = (follows & low & odd & ~lead).bit_count()
        worth = (
            LEADER_EVEN * (leads & low & even & ~follow).bit_count()
            + LEADER_HIGH * (leads & odd & ~low).bit_count()
            - FOLLOWER_EVEN * (follows & low & even).bit_count()
            - FOLLOWER_HIGH * (follows & even & ~low).bit_count()
            - FOLLOWER
        )
        if spoiling:
            return worth - FOLLOWER_ODD - FOLLOWER_ODD_MORE * (spoiling - 1)
        return worth + LEADER_DECIDES if leads & low & odd else worth

    def make_bound(self) -> Callable[..., int]:
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
    k discs. The search looks only at the columns where a disc would change the value most, for
    either side.
    """

    WIDTH = 12  # columns looked at
    DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

    def __init__(
        self, rows: int, columns: int, connect: int, clock: Callable[[], float] = perf_counter
    ) -> None:
        self.rows, self.columns, self.connect, self.clock = rows, columns, connect, clock
        self.heights = [0] * columns
        self.side, self.won, self.value = 0, False, 0  # the value is that of the side to move
        self.moves: list[tuple[int, int]] = []  # columns, each with the value before it
        numbers = len(self.DIRECTIONS) * rows * columns
        self.counts = ([0] * numbers, [0] * numbers)
        self.weights: list[int] = [0] + [3**k for k in range(connect)]
        self.win: int = 8 * rows * columns * 3**connect
        self.lines: dict[int, list[int]] = {}
        self.from_centre = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))

    def open_columns(self) -> list[int]:
        """Lists the columns that are not full, those nearest the centre first."""
        return [column for column in self.from_centre if self.heights[column] < self.rows]

    def lines_through(self, column: int, row: int) -> list[int]:
        """Lists the numbers of the lines that hold a cell; worked out when first needed."""
        lines = self.lines.get(column * self.rows + row)
        if lines is None:
            lines, far = [], self.connect - 1
            for direction, (right, up) in enumerate(self.DIRECTIONS):
                behind, ahead = self.room(column, self.columns, right)
                under, over = self.room(row, self.rows, up)
                start = (direction * self.columns + column) * self.rows + row
                step = right * self.rows + up
                steps_back = range(max(0, far - min(ahead, over)), min(far, behind, under) + 1)
                lines += [start - k * step for k in steps_back]
            self.lines[column * self.rows + row] = lines
        return lines

    def room(self, place: int, size: int, step: int) -> tuple[int, int]:
        """Tells how many steps are possible from a place backwards and forwards."""
        if step == 0:
            return self.connect, self.connect
        return (place, size - 1 - place) if step > 0 else (size - 1 - place, place)

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

    What can be measured from inside is how late the search notices the end of its time. The
    margin is a fixed part for what cannot be seen, and twice the worst delay seen so far.
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


# What to play with up to so many discs, by rows, columns and length of a line: found by a perfect
# solver, packed (see Replies), and put in base 85.
REPLIES: dict[tuple[int, int, int], tuple[int, str]] = {
    (6, 7, 4): (
        8,
        """
000001poj4|NsC0{{RRAF)Ru&MDW_({s5<yet*O&Sv#D_TDhsn%@r1t#5n+xAYF)k7zghMYL~gko#?+ENR4?<@jPEs3MDMts+X5
bX;_2|O{Fd2@U_aV*W0iy!!X+ox}hXPPEUR<>H5UZ^t7w9hais7(mj<H9kG!q5qUO&#Mvhen&4x{K`pr12T8;ZnTby?Prj6y8>5
VC>R7;ArJ>*DAknP^!73EnuT=_b6|J(Q&Sft)xDfH~?m=C#Lq*dR&<u<MKbj{p={d*VwfcJ%$St%(QTfy;3>Qm7GB~twhb=g;7T
RvG{1<RUe|Bimc*~B7liEt5v}Kz3#UzZ~$A=PS-T8%zD?39O#IZk55Qw!>Q<)~bkpMG3O2JUZr+0sp6!4R~x{pl>Tfkl|^PN=K*
ec3p1LZ@PltqEX(IT7Zv3A>3$nH0`MsdFmu>VTm>TwUDiH=P%D>fsj?%^!(f?npGO>CRPGt`mdpK*$b4t|(}!*|Xj#Zyhz7WH(H
*Ap_w+NH(>B80N`)Z8*5431!RP#+R{pV}#(L5Ok>cIj`hE1MHSM=A}9Z!!Qvn2|iy_<@vJ-9cOgH3T^oXhRn-?r|Kw`cXGAMxUt
&=<p0z;QF=rdpxAK0zMi>Y>F~0u%Y!d*~{eSQctZYoAxacw=J!zkTp<%I%ips-S}upEo?xy2o;H!K)ht>`{6w)cARdtc;k)TUs+
ukPO7=B{=^q`<Skmr^A8%zPgqGr!(#K?fwg5jc>hmwAYo`J^fskC94Ei2>T_+A1mUbUr1EJHhdp3DatNC!lL}`y7Pb0$0H}6Xig
^IfBns$*YZYXWSWOfvvM2AZLJ!uaaPhTASuA(7VuuVhK`oZV<zrLJ#rs^-Csur+F!}d}jUoDBIemAz;HTWY(Guz)WW1KXppyU6N
JmKcU0obV7lBS@I0y((_X1-pf_u5SYz^CBP#t0=a~TmJ!j1s{ayfg_w?e(ZC^<5i2V3y=3(uI}cjeji>_CgEl~;A^!Gppvw)^g>
J|+;zmPI$<k(y9YTHcu$tUqmO#RYizmfsj9Q86)X4OBD;e9`B2RW1yw3<OI%4YAYWWQ%!nng!+rDBW}pOm>?MoY<<s$N5|GO5j{
}6CFF1j*q0dJpz>^x;*L)QOV47T=uWiD9+s5G5`A;6FwM0X@4Z{&rFIrxY=q|#k!gKarD-Uedmd8{DzHi==cL#pHH;9=(bpVjo$
G@c--iI-M80vo@Z}LBVR{laejHv!DEht(oDbbKUfh?!+Yqtv0uzrcLINLfOBSlhA^bVS=pSkm`tRkwEC}$P}gMMgF62`5fC|BST
n@7ViF`N7~V$ixI05m`=#!~x>_l5n^4=NMlQC=C#jbA;is^Ije$`+fQA}nOb%NNuiuq*BK}ueh&(Xz`lp$VsCD!AJ)v+F{n5k{0
RcE5p8*Ee`!F3gD`(oQ#78iZotu@0W(n*MpcY_Ev0<eKv-yK9<NE)Ou7g-cRxr$@9iF}25=2KqrmkR>yak0Oc;NpHT)3aHfe^UK
{1aZgpLm7TLtA8Uz+-TVy_Z1;!Y!`@Kp#<v9DU+~8x<+f*g}#Hkk6pm3TYY_>ts(edz}ZKYvJ%a3ZN?U*k7=>PxGK#;F~h!ZXEA
a8D?~f8ASpr8_xd7At~~7UYP<DcYYuG@{n5(%W@00#N`kXOMGe#r{-*J|Hw;r+NAT$OHK)Pm4)r}QY{OiqVrtMn(z3vn*(3o=&y
qPwNLHR`Td6(yxmP675pgz`wRTm-BHU_9-fG2u0VbKoxa{GhX`1wL|_$qmEbrtd);|#v_$xb!PgP(s#ui%i92C`7iddDd-+&aI~
>tT5%g(HG-^wr0Ut4Z^=XEge12#qej$t2K+|7mA<Lr?H*HaC$Jp+#WVatOe5sIu|3;_bGCkITc1BPhO`HVI@i~c4`Q^5}$G~3_v
4G<XdU_L@Gs%ei2VIr_9Dx$lPweva4tis7f(J>?^U3op2Sqfn?}t7DBh{Q_X40O4?un*#oSsAT+(C?`W&6~Q)af$sLV^q4Af$ga
U*Rg5!s0e;ah_!HO`4yhHPBGEM5MQ7v{nm|>%LYhkdp@YEnDJe-)|cKvofqp^7%B*<jkH7T*rq*%`^L<7d{O*%k|us`O(laiv)d
aC|U|e4y_a+;H-~6DV+pjMbDennF;0OfxrcHlh!Zd^~E1-FpZuD!@AY$BqGU9O~|qM5o5v*ubM|L(>?7IhWJd3(vV_%6gWWs$g{
CZQ@mIQrqRe!l*+m?>2dsq#$Bfl$n^58*yFl|iBv!gY`(uBWaHu}-}=)e&<Jy4nvIF}LG^c|ch(T*47cQZM?Nz*HzV7RH5^J2(<
Ye#i_2w2lX0-r@d5Pz;Zcd#*P#~b6`(y5T_b+u`@CI?H(C4({rveBW&JW1KcIL2XlnYrlok#?E~<<@tZh;Y_D#8t0_+eJ<bgyCX
#B@mv%dkEb%R!iZ_a2^%jhqIl2*kbXILequO2}Mg|UfT>~~&DF>jzDK{(hhtP4$Dz7fMG1LG)+kHsdW3t=BShid@r4E4oXRKQWR
g)b>qZfNP??s%1WaYtDygoKjSK7`tAQ^|1=AKL)Ym)`0u<g;dE*kWh|r+QFfU<wZ3+t9Cm-u|}?vaeCiE~-sgS{70)-%~##!=sE
v5L0PJ&_{rU`g`IJXYV@f7<p6&n&zj?Id>1BV9cr0x97bVig<6sZSKNGzkwK}hjuRzpw+ZjVQ5&mpl6J6Ldhsx9I23~-WWlR?7J
1NFyRyIox0PUkUSMc96mvh$6!HLgRq4LRo?;~dFcPV=;pOLUh0{uEyt8Cm(Puy;IHGv3-p{6jfDn4A2qTTYv9_FiqKNq{I|)ctJ
azHbzz^R^<-1oV0T7!eG!DS4%hcdYZ#0W85)urGZ2KGpz%P#I#Zywv->|(z$dJbe;Qc}Tg`Vk=xERZjGwG`P)<?8JFfhFNefI9d
J`1)h7BGcmTe2O9(L~cAG)ju+GhshS3d<0!(OHCjCe($x#lfIKTFJHCZ0+!AO%8ej+;Kaq`otO8P}grzju<8ea_vIzR2{V3Vjcj
AIJDIVjE1Zb*H;avLOORQ@n_twb7lN_O&zk7lP;hCa$ROXb;8X0f2XSU#HamX@OI1aFr{HYDW!7{)3``_%Oz@W`xGyR@(-5`P7n
u-f~1Zxg>jIlc-y^?v5+Qe9i3<(`M4fFo+pPx>XJBk$_T0d~)bKTz?WDWiQ!ABu3<DQO??4zaIp#yJ>dCDAfA(YseK=5<a5EFg<
yqp(__qoJd2#<iFzLl(~1JCfkUPmD8ct?39&D(RRgvoB=Uqza{*l&NF8>0pQ5!wna|4I)ryT(09V;!;RjlQjy4v3{U)z;KGm%bW
qZ``f78v6~#4|?4DMREM<^J;dT1Q%n0Ik9-7>M3iCG8K#^KhfwZI@$>mxBCk3OSYX7}FWe>$xdUyGXace@$v0)HL`_SXXX`LI;9
SGtsg*dDRX&l%k9mb|Crwxy<9AQ(5mz)+RFRBC{y>l{gRfm$p+6x|w=t@N~JR&9gTU6+@Cdw|w4a^St)DHtlpGxo<R3c-(6ASE%
ws&~959=~`Ym6FOnQDqdJwH(F6Z`im@et&?Ir~-7hr~58>a~z0tn_}LrBO4`4yBYDL6vX5vID6{uryB!Qimboa-FtpX!`?lGKw~
tli5)c<K3DC)3~}f+WQW_mEO~Z7<`Go4426@4k}{OVo`ic4#{ygSD%E4*^<S$RdsB7tbRa@shf5_gY?hvfHaqKcichvSlXu&mn~
v`DT~{nwg9<`9HKil_Co~<l)Y(ae(t$e2pO;O+Xds+eywLX%%Sf}rOZaN0^xh{{K8&@t_JBL!bUIt+9A}0`#PRlDO1{Hwd-)Ec;
-Do%)Qbn{Haw1N0H9$i)N8T+;2^0x$SKhc&?-Sf9{1A=m_@=kegos3m(zdEdaWdc`<{&4d;X$XGgK*Kq;mB*EengdS_R&hpV3U<
3o&_ym^qTiC3NwhBvya{{v>u7LL;+yJoR34wd{tREzY4!Aq@E*;XZ&_s{i@5N$y+u&1kaVw@kYd)t&##L;8Ty4XA-;Yv&b1OY*1
Y20jvs@a{ygl%t-AhL|sn7uk00Ef<v=?g;{#n{EWmPXDH@c{sf+~jA~$%+Wb&*@%}9AQs+dpRWV<HOkXJ2NOEOwYkPRAL^+78L3
XIyj}>_><A2wPoz=@g)|lBwZIhxQI4I-UG9MRO*RVCMmhIe*}_lc5qPpE)9o*Uj&h8R==)u{6?kF9k@_}&aH5jLB7s_^nxJsWU<
hoz}YQbKm3?!t~Rp!$ba#31R7_5c)`=~nN82~F<{g_awda@NIarj5dn*cd3dxu;5?3|Hk6VpM&{y+^<CK`08Fu85{VyMaqHLC^8
7oijpk&VFn@fG%U4@ZM7xY+B_Q_i4BtpFvgCMzCHSx&gDU>`@#nfc-%4&zs>V!WV{e3Xo_)|vs9Pysr@@(AF8dM|u~I7A!@rc=S
8N_m8mWjn)zgt~VR{QSLT8+=f|LIo7+IcxSl_X$Gk}|-B2_vl0Gcf`J#0y*1t^?L0IUty8`)wk2-&Sz$ZsFA|4xm<!jZ>iReLZy
>y-WAmbh;<uZ>jK`_bnM(?-x$&ljOxDHVL$*>9%2hj%AT$|wx+u*`}B(lj`g_vb^$?Q(u;)=kO#VO0NFE*(c#mWFL69Iyvq&WH8
tUf~42MVG?bl?|m=czLhxwT+K6Ch<67PFkTS?Qz3FoY1Eu@EkrBeC66OWJ4cGbSP~=*kImlP*b%sQm@=dAtW<G1K=g~;`>X~411
flPw-dMnCkWk#jgEaap9WhK+y8Ick|gibyDi`YBF*`E-~9fgYK;$drWK_L}wCET{AZ%P)1I|6&Xcv{r@)r=b1zk^a_jUC%CUZb#
4gq2H1I(cesfVrW&(-r|5F$v{%&KX6o)ozGKPr3Gy59eilLj)A8l~l3S)Q(wX0S3`L**<x}r3oAO*aqi~BL8POuwl75s<cr9Rhx
sT^hiBXk=&t1fDAm*BL*tS;8bVCSRpyaY;W_RH%Ggn@=eqm`1mKffd#{0WDlX=|DWEBBx%gKhEx#<rTrv@E6Puc*gh;SJCQKz-w
5$Z0SrsKmE4x>(+kv>aL&>g|zDX4+$5y34*JCrxMvE#Dimc3}>fe5UcXXb;`vgoED>;?sV``$cDq>WgckPkR$tR+$l>?{!pY1aH
+f(w$!+K}hbJ*oohOd+v43?KAVScChv$xYcEU4n~UXiM&OSyxs`7aT*zd|S`FHSi@VA6#M!6aYW`Vd8TTl8dk_9{G}&Ep;Gu1EK
xp)Os#uKA2q4nPjw$^=CYEFbx}nk`+oPc)`c67j4`3z8gCj4bwz$LbnM99?Rj2L_wd_hz|Ac@%dCUJ(}}Or#5jO(-M`abg4kG#D
k>wfIUsK-)d#*8|W^Y=&LQ`ja-U`vG)`blZzS`gK#uXqk4BeYM<;9<ewG!K!>eSf0t0JoGa@G!LdT;BiW<V#sh-_uSCZf^Z`3<v
zysRbJ(Nc<>TGDd&fN`j5|h5uJf4E0?(<Zdv7j~AswtZ`C136B#D@ufY0AS=L+qldQkUio*ks$Y6#0yD+Xo7%1Hk{?bCCLUez~(
zrR0TE2hRclbMXk9_zNr04XQIq|C2=8?tVX7vU39d^q+8!hzDaTa9OJ^G>Y3<4&pmgi{<p%7STdp3)HcZP93;aQ7&bGNOj(uG;y
;eJ|s|;Wxz|x<2OjN45<2Q;-s{9KBY8IbVRd=Ls62Y<y__6#A9+iuW%4hU>)erqan_eT%m0OAG<(>)UC+O$l|%vL>B?Q6_ix{!N
;d%gn0XiHyCVHN0DD2=*_}<382I3*R=Ac)_ovWCUJr<9@fzWAvY67N&oX%7(flbg=!kEKqR0p832!tr}_WAd0kdboZlLtVXZ_I@
Mz;cecTf)|5Mn+>W!0${PU84wMjXvyVDsT;N*)hI)#n-3<mjN4cZ(V>iw7Xo@5YHQKbu4gikiRV>q!d-n03BysJda=aB$951#D9
yYY4Hfwnq`Zav#i5c}Y#8+i!SS(%ZpSr}!Ux6tki+~7{>Im@0;lE06x!$6rWYSEWkI20<W%&*EB*SW%l^eZsnUZ1{o|s;#jT|*R
JXy-GfFuV2NlCj{pX6A4*tkBMiMZcj^^4urZjN~t`*Rt;a|N3bt4%55_|G>*G0sPra~PjQ^4IM3nMkvPr}zZnyFC6AJASk7lCwY
fm@86wla6KAe=OP(p|fe_@_E^ID98ATUfxZL$A*@VUP-WrwfP%K;w7}LYg^`z3bJQu4H|>QGTeS@pzBSK1sIo!23m_q+r;R#gT~
i&p%o7IdX^Dc^HL{KZb{OfaH<~<5p=3;63ZeY8w=&XFgo^ItBbgFtagTduNIM9s}6nyI5MbOx`4`*8reXgW(LKqexX%+pTb$%^s
7Lt9D@lM{M5YaYPAt_@H*M+<ZCaonE6W=s%xk|+=mX>(60nJQqWx1s~8f_79A1U#)Xj<Fl<EzxghM6v55Q)ATzywM@ibsqJ>Y6_
R-m^Cr<Qa&!ZI>uO4SNx&;E{p*Yk^<)nBa|G(vr00
""",
    ),
    (5, 6, 4): (
        5,
        """
000001poj4|NsC0{{RO7d+80#4xCOm`G*u3X(TXee9JG!Cd*O=PUzEaVXbj=qwxjvi2#57tN@8JWFXNbpllk+HU%bqS&73;Ap#N
)UUKj(gMG7RilDUVZ0C7~e@BE*?-gz>*s3c*ahd&$wD@4A9-2>XHxe|>n}X9+=%j~%dU$2gviq?jJ4Kp}zbw6}KjZ9pYO8*GF@&
>gKzJk0>}LP}{gXfd
""",
    ),
}


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # the judge is gone, or Ctrl-C
        os._exit(130)
