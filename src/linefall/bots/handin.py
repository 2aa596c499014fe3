# Name: (your name)
# ID: (your ID)
"""handin: the strong single file, a bit-set search that proves wins and draws by parity.

It plays N rows x M columns, X in line, under a clock: print "Ready", read "N M X F T" (F is 1 if
we move first, T the seconds for a move), then columns in turn, counted from 0.

How it plays
    1. The board is a few big integers, so that one operation treats all cells at once (Board).
    2. A principal-variation search looks deeper and deeper (Search.search), with a table of known
       positions, moves ordered by the threats they make, forced replies followed for free.
    3. Two bounds, proved below, tell that a side cannot win, or loses, without looking ahead.
    4. When few cells are left, a search for proofs alone (Search.prove) finds which columns
       keep the win or the draw, to the very end of the game.
    5. What cannot be searched to the end is valued by a heuristic (evaluate): the lines still
       open to each side, the more discs in them the better, and what the threats will decide when
       the columns fill (tally), by whether an even or an odd number of cells lies above them.
    6. The first moves of the usual board, 6 rows and 7 columns, and of 5 rows and 6 columns are
       known by heart (Replies).
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
    the cell under z upwards: that is one cell, z, and an odd number, so an odd number of cells;
    an even number stays outside. There O follows as above. When S plays under z, O wins on z.
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

WIN = 1_000_000  # a win is worth WIN and one more for every cell still empty: sooner is better
BOUND = 2 * WIN  # beyond every value
LARGEST_BOARD_OF_BITS = 900  # cells; above it, Wide plays
LEFT_TO_PROVE = 35  # cells, at one second; fewer on boards of less than 47 cells
TABLE_LIMIT = 400_000  # entries; a table that grew beyond is emptied

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


Entry = tuple[int, int, int, int]  # depth, at least, at most, best column


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

    It does so as win_finder does; b marks where a run begins that misses at most two discs.
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
        self.number_of = list(range(-1, columns * tall))  # by the length of a bit: 1 << b has b + 1
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
    disc, with two and so on; of a position and its mirror image one is enough. In the order of
    their keys each has a byte: the place of the column to play, counted from the centre.
    """

    def __init__(self, board: Board, clock: Callable[[], float] = perf_counter) -> None:
        self.board, self.clock = board, clock
        size = board.rows, board.columns, board.connect
        self.most_discs, packed = REPLIES.get(size, (-1, ""))
        self.packed = b85decode("".join(packed.split()))
        # The discs of the side to move and of the other, then both in the mirror, by key.
        self.levels: list[dict[int, tuple[int, int, int, int]]] = [{0: (0, 0, 0, 0)}]

    def list_next(self, deadline: float) -> None:
        """Lists the positions with one more disc, those that are over among them."""
        board, found = self.board, {}
        up, last = board.up_columns, board.columns - 1
        files = [(1 << c * board.tall, board.column[c] & up) for c in range(board.columns)]
        pairs = [(files[c], files[last - c]) for c in range(board.columns)]
        for me, opp, own, other in self.levels[-1].values():
            if self.clock() > deadline:
                raise TimeoutError
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
        self.levels.append(found)

    def column(self, deadline: float) -> int | None:
        """Gives the column to play, if it is known, and can be found in time."""
        board = self.board
        discs = board.rows * board.columns - board.left
        if discs > self.most_discs:
            return None
        try:
            while len(self.levels) <= discs:
                self.list_next(deadline)
        except TimeoutError:
            return None
        me, opp = (board.discs[side] & board.up_columns for side in (discs % 2, 1 - discs % 2))
        key = me + (me | opp)
        image_key = self.mirrored(me) + self.mirrored(me | opp)
        place = sorted(self.levels[discs]).index(min(key, image_key))
        place += sum(map(len, self.levels[:discs]))
        column = board.from_centre[lzma.decompress(self.packed)[place]]
        return column if key <= image_key else board.columns - 1 - column

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
        self.table: dict[int, Entry] = {}
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
        columns = board.open_columns()
        cell = {column: board.bits[board.next[column]] for column in columns}
        above = {column: board.bits[board.next[column] + 1] for column in columns}
        for wins in (mine, theirs):  # win at once, or stop the other side from that
            for column in columns:
                if wins & cell[column]:
                    return column
        columns = [column for column in columns if not theirs & above[column]] or columns
        if len(columns) == 1:
            return columns[0]
        now = self.clock()
        known = self.replies.column(now + 0.6 * (deadline - now))
        return self.deepen(columns, deadline) if known is None else known

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
        """Makes the search for the best value, with all that it needs at hand."""
        board, table, history, clock = self.board, self.table, self.history, self.clock
        bits, number_of, up_columns = board.bits, board.number_of, board.up_columns
        wins, line, find_promising = board.wins, board.line, board.promising
        nexts, tall, from_centre = board.next, board.tall, board.from_centre
        evaluate, bound = self.make_evaluate(), self.bound
        central = [
            board.columns - abs(2 * (k // tall) - board.columns + 1) for k in range(len(bits))
        ]

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
                position = (opp, me, theirs & empty, wins(me) & empty, playable, empty, left - 1)
                value = -search(*position, depth, -beta, -alpha)
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

            counts = history[left & 1]
            promising = find_promising(me, line(me | empty))  # no other cell makes a threat
            children = []
            for column in from_centre:
                number = nexts[column]
                cell = bits[number]
                if cell & empty and not theirs & bits[number + 1]:
                    discs = me | cell
                    rest = empty ^ cell
                    new = wins(discs) & rest if cell & promising else mine
                    next_playable = playable ^ cell ^ bits[number + 1]
                    forced = new & next_playable
                    if forced:
                        reply = number_of[forced.bit_length()]
                        if forced & ~bits[reply] or new & bits[reply + 1]:
                            return WIN + left - 3
                    order = counts[number] + central[number]
                    if new != mine:
                        order += 1000 * (new & ~mine).bit_count()
                    if column == known:
                        order += 1 << 40
                    children.append((order, column, discs, new, next_playable, rest))
            if not children:
                return 2 - WIN - left
            if len(children) == 1:
                depth += 1
            else:
                children.sort(reverse=True)

            best, low = -BOUND, alpha
            for tried, (_, column, discs, new, next_playable, rest) in enumerate(children):
                nexts[column] += 1
                position = (opp, discs, theirs & rest, new, next_playable, rest, left - 1)
                if not tried:
                    value = -search(*position, depth - 1, -beta, -alpha)
                else:
                    # Late moves that make no threat get a look less deep at first, and only
                    # those that turn out better than the best are looked at in full.
                    less = 0
                    if depth > 2 and tried >= EARLY_MOVES and new == mine & rest:
                        less = 2 if depth > 5 and tried > EARLY_MOVES + 1 else 1
                    value = -search(*position, depth - 1 - less, -alpha - 1, -alpha)
                    if value > alpha and (less or value < beta):
                        value = -search(*position, depth - 1, -beta, -alpha)
                nexts[column] -= 1
                if value > best:
                    best, known = value, column
                    if value > alpha:
                        alpha = value
                        if value >= beta:
                            counts[nexts[column]] += depth * depth
                            break
            table[key] = (
                depth,
                best if best > low else -BOUND,
                best if best < beta else BOUND,
                known,
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
        """Makes the search for a proof, with all that it needs at hand."""
        board, proofs, clock, bound = self.board, self.proofs, self.clock, self.bound
        bits, number_of, odd, up_columns = board.bits, board.number_of, board.odd, board.up_columns
        wins, line, tall, rows = board.wins, board.line, board.tall, board.rows
        # The bits up each column, and what to know of a move by the first bit of its cell: the
        # cell, the one above and a number by which to order moves. A full column has no cell.
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
    either side: a line that matters runs through one of them.
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
    gc.disable()  # a collection in the middle of a search could cost the game on time
    sys.setrecursionlimit(20_000)
    print("Ready", flush=True)
    line = sys.stdin.readline()
    started = perf_counter()
    if not line:
        return
    try:
        rows, columns, connect = map(int, line.split()[:3])
        first, seconds = line.split()[3:]
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
    my_turn = first == "1"
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


# What to play with up to so many discs on a board of so many rows and columns, so many in line. It
# was worked out by a perfect solver, packed (Replies tells how to read it), and put in base 85.
REPLIES: dict[tuple[int, int, int], tuple[int, str]] = {
    (6, 7, 4): (
        7,
        """
T>t<81poj4|NsC0{{R4B0)hsa7KL3bavy!%)d;3C+1VqRqcffp6M+I1vgi8~FX+LQ2uT{WCS5ZOVP>H!R{CVWx#i29&3+ANJ{(P
eKo0p8`T}`oC}hwZ7af2^Cu6V8Bc;i*>CE9!mAhRHdSUO9NzXd*<#3jif_0G~xtO{m_{(_zl?zL<1y(EBMVQ`G8K^f|`4L7rUE=
j<?<w56z(z~R*@euHA|!>uxF-1M-vgg4_P44sWkExAyc>x}6Xqdbf#i<>7Neq##SbD%HIcy<@92z5bht+Ip-?Ve_hPtx+vN9b!f
wmE!nl9hP|BelXuBBMVq*>Ld&^tX+}oo08IAkCjDAuajeo|(klQ*QwwXP5t#&TrD_7A7fz7jY&!M!+3tR4kKL4%Xs>J@cH7v+kO
q+%OVU>9`E&QK)Tz%@wJ?Z<~Lfa#ei!oe|&}K!t2mtiuNI%^wY9jSzhZ6Zq=r1SY2o{wr`+5JlI^q=o0t;RR6jRaGz8v1OB!KkG
beP`1d4&r^Dj3t(piudje)3vRxcO~rfasU?r*8BB_IefUNk%=pRk1=jS>0A9sNu}&zI<g!5cNz>2o0EQ&@_36H^*7S$`E?2xW0^
S(eil>V#KBGfGd{<y-V(IqWpe6V9;F4Ja-9yG)n(Pwn!q_hi%H~hvRAf5Z3%Q<F;$Jxe%6!m;PG-I1cf-fuDVx4FdZ{f{UaBnKs
{uV4ro=rx#b-Ljv7wbM+UxCN}wac6eD7#1B(n3LK3)%wEwFLbj0%!*w0II2{v6P@&Vzy}&BSHz2}RDYhmZe5()>E_+M<vCV%^xx
KYTrk<0Q-Oje$#VV3K{cNjdKfNGvM#j|eK1W-ng5G#WtGJ%vg8+FtN_d;lT*7L~{e(E+6C5Vrq@l!LJ3ir4S%o@Y0QSS~p?-E*g
(^0qnaDI{bC_D|FV07~g=mbt(4kLPu^^AJ`Vd4h(!N=op2XO&)UP(BUlmvE>{xDt-j^E>4|T3Vgy|Pnk92dw=123?FVIO<d$?4^
*wT5h?Wu6VhfICI<YHb3$&!FffL3j5uK?sjB*YqC@s#>BJT}dN7n3fkXd?7;4rBMY=w7`HWqj`g%$tqSPbMGcn9+~le!$?&uv4(
>-ywA$Km|kaoI%TPu3V#-Xy9;CxiuU}n%M_nM=JDgQ^#P&F4lyo6-|g+*mkSm*$@l4Yuj&~FsuYJ4>jboK<*is_%a}^IJDTLLmY
2RU`HmQKS^>evRkONDw2Jc8uW?^($`9EMm8TN|A-h$Ux2xQ4-03yvr9f(-_a#`9d9JhprvcQ&F<|dJd3<HKPKuPbj}KIxsDy-z$
nt%{RG@fGS{-mc@u%w&jvCg+o|}v;+i!!7+fa(WLy1U*ae90_owI#nh>D{S%HDW5RR0v+y%Sf0$g!(dCDhtRnhPg2QpD|pOz!X#
gD$9VLM5?5oQnb1<`+XZPc}wstnkXdqTbMqP0r0R&v=u<FGO$@X789vlgf%Oy|n){8Y|Zl}*nfyaLBLgF_$TS6Jsiuan*TY9bcY
LF<DV$%>Eo((nX|N&+fvmx2g=NbJ*Uc<dqh44pLh%u19k2&Sk3sh7nuO8ddEbN2WRIEHP(?J>Y?Jc=kyasC2W^W$B}mJY~X@lRq
k)S76<!0(5*G={2Onr*KphYv8NelYX^x&;8oAC8*~zh%4bHB|_^NXj)8RsLK$lW7fQu4h{otL`SEwA$Y~(>dpfTtAqawRacTJeZ
}lYk6PD#o@Y6fj19VUJc3tg|-jwNUOh(Po7h8>Aqypy2@d)z%R%9&r7NN486LBTQ>cI+%@10n@*<_w41^oc*uJK!HRkaUCj9XFp
A_<)Eil#r4~QJRgQ*o(V%$>&A)MZc(+<q#Z}xZy1kib9D{FASODMQdTsx1X7jQ&R^=*n*kkJdR@2Tl{zKH|`HC&QM<TsZ7$oZHF
<x;ta5ucJJo!l|v~WK_tO>Te%7%3^W0OzD?NLlL$=5tefz7Y~GKYSFW>Kdb&X=e?pr(%0lnn%lt6j}8nR?{T?Pm3nXLiFTZ3&^e
!~VdYncx5jS~@ZE(+!ag(L{;+LROm&v$krLJ36j8D#1CmgW>Ja$ldhmt-wgRgS2-PW={}L8$RL&gdwRxZbt8W(>8WHVKoF~&?yM
EiXm^2*N%0;8<z0CK^5&WHuj47nk1E5sNF++D)W(vgF!pHbfJu|>1=%Q{dhB${D9*a-ly1<7LCA=aVk&m`HeoZ=}5cQF~m}?ml*
hTeVS6brAs2~p6&_;pr?P`(D>!8v|DdduAt`IA(mavqj%Nk2=iJOu*gUW<4~Z9e_&5cnp*~#`kwQFR7PM*)BkpFizZ7iL}r${uP
v7Upg3^fNgJ!w;#SkIZ~8?KosnSFUngSU0`7UgY0k($nquH>er-9U=K}pWPt3NT1@;Gwh;B+9&6Udb*`;q)vghoBWl}4kxpfflV
u&6{o<p>k3p=Z~JAjkEQU2uUO(5S~K%EE?Kz9EX1QM`P)NryHBZ7Do-fMEk{XBy5x1fm2aq>J_E<8jYz!m2x%8Wfei<f#^FiXI3
+5uU>o*_(~&M|W<KY99Nf>|UA(TM)3e+}P?xjOIVsm)QWi*0bqZ8k&f>hhmaF6xXiN40DDKdCWy=$#!%%8{ZI^QfcCpe5LYO8!T
T)PbUoSJwzA&~i~f?SiJ<a$MP=vtx`Xl1;GLAoj5fP9Z&g9-Xf`Y*^f&nIjg_H_X+YceP*aey)zZ7h~;EC%$Q+C692*Jij|${=B
QoB`C_>2YhSUG+ndT%;uf-Ax93VPtYvcf(|;b$S#pKs2ja({9{d!)1HcWy*Gs`hW+mRZ>ebvzK{vFXDb#DrqaN|WPPjmu6A>6T^
;kd87vG}vb(O6cKd|Rzz_QNG4=j5q~olgRwZR^dZs&5bi|Q!4fXp$b57;TL>!qRSsmOSK8oC;K_&=Dw%0&4WFw7+4o^E_`@s}97
)Bz;P?KocOmkcukzlNX#%hqCQH%2ka1I+2)u)l*z|~ygltMJ+>9;*j7!-be=awyeet%bSfE3+R2{Ro*C$PLefvm4Vc{5hmTT|mB
K+1;b7`T?f^|9P)|BY(I(Q%D6bHt};y{rS%Ft+UtI+uS|J;zejzC^-Z;CW2jU7@g~e5<rRRos~<j#596dR+`wXXm%}!9(6y9dmi
i-os}#Cd$03H&S*7)TZtrG-GY?aSw4BniW0nZ>4HgocNxh3P7ERI;Cm$>6%2Du8F>g+qei;I~gQBK$zTh$kE!tQj)|(b{W|!zbN
ty3w;kU@;nlzPa37Ni(k8ScV1%9i6+(?7M^G<ik4iWC!B)D5T_-<Bd;pO@@NAl>XWVo6pdGglspKKcB{%c-FLpF#u7WiR%}8w<%
Hl+4om!I46T6HgSI{&G2NT39q|s7;^yA2GCCM07uuZ39<Dpy6zzTU1M0vo8!>JG0)DHmCF%7hqTl_NMZ@~2M_z6V+y!nUe9X@5o
g&}Vetu8bD_JI}#NHrv@jNN?oh1z!w>#?eM8SRM$HR=IcK@>#;?UN*sR%RM3UlLVj+7u~fdOBrKtT5#KxD=AQ;vQ%q}{cZvG@rK
mNvWQccircKt<t7Wk+j7OP63lU!+xEszuIYtPp^uWCOi2MH0mh)60giBeTy=^JI;dg{4UT>Iyv3bXK%vCRq|EcluqJP`@MY48@a
$0I2tT02`Vc)%w!J{51|W-_Dk=;Pm0-ErUd+3V=JX&-woSJ|X6HXKpDIMg0v<WJDw8+b^MbdAa-oE)cKFa{%}0Ls2ZCxx0|Af%z
`o*M_HS`yy^XsJ}yKl^wWs)f7GVJ?|wRxsRI)y54<tr17srav`G;tP#IX*7oqK?ci!_Uzy_Cb=p$>UF@@XZ`hbcUbiqh(WwMHdy
0$hx7EwBy_AA+bD9K2pc^{oF#F4`><76khSDc3U^x5HP}9AxKtt-T-!=)!UcHbMkA)tN4de!d+S_`rV{s|#B|ML0lhVzA(o5VYr
3gLLXPqaN1Thyj!8+i^&JN$D414&s;~eO5<+eOj90X}5NnGc3vI;L*^|p#mrhvnKXB&a$$ZDY4RbMzqXp65&m|bJhJ;BXYEQNr7
S8pX;%z*`Ti3&RA={@O?pG*3OAB~AG?bQ)xer5!hLSD-N*f`wVn=+=$G|E+JX)s?l-doth@8n7rq+0D)(cgPzN5b7`IhwL6e2;V
1Lz^YD6W~)m>im#pB<K$pCmU0ACI~`*6qv=EE0!PBMqYpleO7Z(v^K=;_PN&S1DyV|(Y)8zN#HGGi7*U<-3cO<9?rF?Bc2ZAxqx
R#{~g;dOpnBHIhH%C3Gn(`d%U)_f`ZMpk=--OCZ5_dOto~*s`=8tsfu;oVgKZUP{<`LQcc4xJ!B58)oo|L2XL15u{IG$mlK(jVb
wtj@%bI3T7Y#Q4o@`i6}K}c`qp@`692Xh-Uzj7wCWyC=N?}f?{!OPn8t=lvcAT|6U2cHl$zCsuaH_`Qfc|4Y3)YKs8-IPii2L&M
{kNT<{}LUdqR$R2ckEX3E?1jk!pnwW+Brg7n=~U$%@IZz|y?s=KW_+O`&A<cNCIE_K;-0yv=PRVcI>wJM{EsYI!^@w4-8XNw;w#
{H9w;QAzDgc_xC6%?}0+6NzmqvX8dPiBU2~qXGAkDN!?s!TCCDT~ndjsON+y-EmNJ6fAf|U)xto-TQ(yJ!{Z1mg{l7+q89JUl{r
&O8A-kE5Jot;RTB<6B-&O$e?3I++~gTFzHf=qF<5Y9lwS;qi`1H8t`~G6&qBhkOhZge(&?lj-dPZ(gN!OO^$^whYSmFvPY-$`F9
qx`3gaY=?v`v7A5u&8yXNEqX(hr=$!`=mHEN~FkpBr{ns+ibTFjlEd!8n0~(PzFJbU?cl_WrYF9yg++=NRdpbgU1MG~eOhj0PH}
@RTEyn}J(^;MN>ErwD_a4||znNwurfDB#r;68eogYPx$_Dlf<Aqt!8ys%swd?bUAl+F$?XZB>pZ)k_1F@P`4B0lHGGR7x6{Q=&6
FX>>ffPCdS*$b%zKUZnJQ<#RzB@Z26UO@&z0<M%jUmJJ$|K@Wm#L-Hj<(h^m$Cx!48Ml`>tHkSLBC}^j(K;d!qc&{@6ue>sf2ni
3#z5R{xZKPn%AtjBfERYGQ+R_rPKanOkfEavf=zdBd$1-L5Vpq!&GGjeIpTC%E>u>Ajr#={I@5I8mhu~a?P~DMH}e!JMpK-h@Q5
LpnRC_B0ni9sT+6Yp}<qKqk1A0o=~tzd!BA=<?gQW4P^Ca#y=13h3t3%ucunE_Hqp!(ftn+Po*y`A&ks3vd|=m6H;(gc)ka&CDR
!OqwViyQojN=mn!jH5U0|wrd`<1e6fqsRIo@3-q++%P(%ZTpLc2nGPVB<PONsUTUgF5$o)QTlLSF6M)U*|dZ>$<B=}kdGQ{__#-
;Ub6TKLS{zK>t!(ewFY~+E}UbSaWyb<GG<KaQv^Jxp!q8HS<aUY9(K4uDo%G`F6F%c2ey{@)FsP#xqTZH|D9Ke%S)#)j3LzXon@
P(3Ru^PaLFOPfFDu_vK%PMyAZS2V3EJoTBvhDaaP2jiwH(K}o-C7w%r4aW0Xt=244ed#D!q0mZL~t>6K114*#Nou2B7M4~h~^uL
#_p`$lIjmKY_5(;=aP58_UqTYckUY#5ebV=oY(pzvXXlsPi(RAP;KhHq<*ovnl+Md0N<!3j0jcC{p~y>Q$EiuW8r#pdAB>Y*P9#
bb&>)GKnI4x<qx8`gi|}g$f@v(l^$$>UTS4S2}nV|{=ukg{Pg`qo<vtp9^pN)yK-a{O5YIc)eKmqc;JLne);WbGTya*FWF=SkiX
vKQxwW6xwi%>#3&8h4KaUDn*rNX$rmBSG6)hHOVU!0Sr|eHres2!j0tbJBXHFrkH5%zvFiu>qX9$lZM4-ptcM1oldvOnK-rb9u0
Nks=7`Q89vA{V+*52@ewSeg+WD;am|4$h9;5@&gC@cvQvk<hhxu-WlBIs;E$^W~_~0@L<VA@uUC5JOt3+!d4TUFxXv-P}QD{vJ>
nC}}UwCqjt?V?H`ZPw0`_hf1*J+_yhf~Umtp#!u+1kxD(wTq0cbdy{;15hOWqugyL0{<vUZ2%eq2EDX+N8+VJ1Su|ndVyAZ|^~d
854i>56F07Qy8gL`>t*^)7H@GIAp@=KUzerH8Q$K&*$Vz&w2~cv6Ph>rA@F7$ts$`?#{rxS<u%Nj$cZbj?j7}Gua&Y|NBdaYa#)
*nzPr&zu&w(Gt)QP5&E}c*Ukp(^%b3Dv0Ec02mZh!N+;{z*shX_b&dD!2(AfcJo<L{z#|TU-lXLL3h$160y@31hVPOQ*2V#2Ni1
=fj3i0L4Nuc+wWw>BGiI?E#IuCV!G>oQ$y~YnrPi{?GQSIr*ID!nIDPzH6%K1J6X=f*cKU`7Ibq;_bY<=jy&QXn3BUM3`dT84(f
$T=8xEj{0T^i(9C)@aOa%zD(6#qCvW~qJ_eY<P8z9LIV&zx41bO38H<UUP7=AS0h;D)pavY(<@C>6{p+MOU%43*60r6gh7joY?P
l9wSRWQ6`o113u+w9VL&L!TLR}N@NAzvY@C!&FoJ9Kpp5Ds>{8AX#)H#1T!0jVt@m1v`7*uubyP1~+gzo&9(E8qWZoLf8Pm045(
Comb==S$3JCD9|6`V<%0=TJCF=@~!Aw~eAT6NUNs>$jWzNPMnFvmR~kNpYH2u(EiO+l`PU5&A&-)wWn(^&oM~38r8VgNbfuQxoT
G989rhH{tchDalO69tOB>#)15R*)HzxiXd|hGdw643Zx73OI1iE{lvcakFj3kykT%>Fv5e}ix&R1;gF0O^13kT6k%SBs~RX3fsq
+)zZQ)ocP!LN`01b6Nc<=}&`(e%YKX)mW3nkvXVOanqyP_~me5LnRVr5hPtxmT4h;K|`7yaiSfjIGEayRD8+ZRkKM#Ke2P7vFHB
4Tdk{*)FZN2mq8SYj*?JXlyx|8cy4W~V^HFL5}W)!fVQo|I_Krii)UVtiXs`2#_;Qu52kPw4adTteS(mwxsI6|DLPbqiNbGX_Aj
Y}*ePY40V8boja?u%FFfl>~+hZMh2=P8QQk!?s}D7Ka!(opAZD9sI6{`*hM&(5v3HpHxGY?51sE!8OShKfr>%2CsZkFY}lfq*qf
4d?Q+iGF;aMHB?}*Y@T)A37?y-^;e9?29b{C1t9YYv5%SHfE>GXnENlXT1oac#F1$ArRIOy4C@5ldFyqf90fGhTN=k29Zt_A0cs
J<D$}E=}CeU0c}1;V0Futd;xOA;8>ZY&59=y7wpIK<r(IF;sq((Xm})cQhf?b3&NwEbn^kLr#QBKq7#~F;_thF469pzL70@_ME<
q5?FKBlTEh<X@JN<-^s{R4kTzN9h#G^Sn?7YtSE#~Bj}{9p;_9URT2`7>?xJZY+#(3pM%bn&8B^h&bUbo(XLork$?!8fqx}^~T2
pgCRh-i=^bCh*OlQvS!y<vBp%cDT5j*$6o5b!BuXhf}-C$`qk^U&69=ny^s<-+xm|o-VKl|W>V0Sxc5MqHT`TJ(GH}=x0f$0fpF
SYB>?Lsr#_4HRRJ0aWfK^1oJmspMQe}5F`*aiOnbuG~Y!74N+Y5)sq*Uy^jKdx3TmDI%{Flx1qU4L}{nvW)%7p<?6oDy{JNEwga
?Rj{DlVjlUf{w6=Lq2=;biY~p0F+Ol1T&G-Wn}>b#8kfMGWlgJ)mdP_Tayl3YFQeLkTaf@FktY7$V2V21-zXOkzZJKr6naf@?i$
R<@fLaDk6j=Lh+GGc|Kk^>@gT2lYq-L5#4#4ysRNad+zW!z$Q(oLL92PW7+meh6sUv)>bAH08G<Fn<_{C1RNG7>hdURa@;OE&&s
8^kYLQmHXE0y3~#yv4tg7qN8y-<lZLWwW}+5c1tsoho;L!9#fOs&kgp&EX!$45MN3*A37=%ZBpm#>*&x;KHiOFzeY$4N0*6az1T
gUnuUr9yl6kz^cr6IdZS~+msx|P^`bGnfN?tfBtLe74OUA49Ya*NB?D3J)Z%Cx$<<VkPTULv)AgSvFf(@y|eelU6ND_NJPtX2<9
`$W!B=|bDqEQzO%q&agCvNk@AbM7Hb@+;6(DmI!zm{%*u$KMRTVij<6nVTgiS+K410zGO5nf7zux#g%7HWCgj?UMye+ihs1SB&g
p?dbXV5--rgw!krIPy?1h|c3rT`PPzM)Qpu`*uo)f!lxKXp0^j670n9Ap=dP3GVuYLht>dNwgttEuJ*K&MtXPe;1$1XMqEtnr&h
HzC(jW=v<gvQ!?1KS`)x}O5GGv053pV;*g_fox72<G;U8>k8tpu3`=&qF0Wuka!_wQSY^IjRL-G&uC)*H0!O-ANYvsp&hRt;-HM
pLh=GTlCc4)7PY-_i>P)<r)uxKdF=2xk;^Wz-w~#8k-w(#EzZ>WLdAcUxH5c9jz1w|SCla-^e}#);-=ZnG69m+4G1X7Sp=~nw-$
bz?9r7igQA-Ca%efW|yXaCTlbqRsh(ET_&F_0CeaY1u@KdEo)04Gy=gl#b>Fa`3EZ;?f=nfOAhx<g2=3*U67m1}(L2f4_V(GF^A
02*38;h_FwyDBG4k^@+8lvO2&>j9Q|3q=-3H>zwh%m|z?fei1z$b$le|njz95c>0O$X8R;>!iY@U!+pq%2FefYSx)lAS{q(m=ER
7-VAc3(~qpy%w7icV8gVpP|FW%~(U`=OD$oti%TcN=S^ytn{}IPl`Lr3B5057fP$!F3!5=3SddoQXG0u%_E!A5Y-Sb9lh=Nx-#B
Rq}j&M!(^x+V$uHyBhbpR$VXCxVjd&YtC}^PasC6?#)P_04+>6;HK~Sp%;X6Gq-vu0>&;|BY2@AT2=mg#^>0ia(ylk{bBKpuefG
!Xd6Q;(NC+i%7|mpRVi=I>dUw2Y$66o6V`uR02;@iIVfID{B;(vHPWDT&=ttwfQ{g_U2-gPzNOs^i%_@UU<KfXrl6$G|p!@J;;q
CQD1f2Xxk1`TU|K_)7&;
""",
    ),
    (5, 6, 4): (
        5,
        """
T>t<81poj4|NsC0{{R4J{|o<1m{F-$X7oO7Ieltpqi<-XHvIC+#!o-w&E+7}--x@n1TX{v>7#?L3BBypr)*|4?!elT?Rz&u<6qQ
EMKc?IZUFprq$I#YsrjipbwMeRK$l8XWIU73ntW70@y16{#twB!XRl#qBbnTp=U1b3t|H{1JwW#?-_RVv55jo|9SWBytdNzC&_9
vQWUBT;m68R=px1TQI8WG;f{B*bAMJv_zsBxpcS<xtC_A6F;fuB_O%0knl$usi1!*4uiTrw_GH=sN=wcrPT+&~Q8$l?M64Kn~cS
J)~EAHG}5)*ah977t?jJPf52+C5nf80$tgM<le&sT?~_yc6@j_{1HEA5ueBZErmFZ3{;vjWWAC7>w)P7*rqe;8m5WcaAZF6pqpb
KZ~K7a6KA8BXrur_U9(rX>++Vkl@4+OcE0&!uGXkInd8m%pXc`47IoDd{9qf(D(!DaUcVxVE<p(b0ly1qNU64OC`Fvs$4{>9vdP
O6C2Uc5w
""",
    ),
}


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # the judge is gone, or somebody pressed Ctrl-C
        os._exit(130)
