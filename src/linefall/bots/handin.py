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
        7,
        """
000001poj4|NsC0{{R4C0$ug(^g6atnrPeB8f~z{*g_=5Dg7vwcDKGId~7ZVx7;k`N>`|h!#nq%>8m7gbI5R)F@&XETiffdamsx
l1AZPl2Ia?#vy6#P2+#d)Oao0kNiZb%N2)*^)Ir(zZ+KR&bo|s6mozF@N$siuc4*v~x+5y`;{zzhEA1s318_s_i4F!B30V0X#MD
aXsz$6a0lYE|@R!*i{!_HBFDR<5P~qD8EgRyPI>%RX4ejj=0fQb^;=l=kD${V+nrFN(g%lJ_hh6SV2P8*%q1oqLi%_hMhdCQ;b=
+gxOkIv_Ua7inCXx{6XW%53h265$3|*cJrmaz?ntEKX@0^X6Y8y&7{JQ7Q+~~hia!hsII!M-)PYZn)VNNlm19b?LuQ-B|YCW=cz
<P&GQ|W%)2jCT=@=c!zM%Lh7$eK5Ab;9i!&YKH&n0X73IkX=()zs7XuzPH3e&ab7-B_EBOpMe!`Z?G6)qeR9Zm2;GyCtupWfp{u
83&yIo<HiGcV*r$M5J?RHnn=ZY(h2@SiXs9yXjSP7>lSCKEweZa}BX*|7HPL%IgeA(ynB<q3h%_NOwny&Nrg~{GU9?P@ERw!174
s=6x}M&&TbGIV?8C)X^+MVSu4jzbLJS?V1<)j-rc1lr*p?c~?jV&6Yzaz?hdG?ntS-TlWi{WE#>(ROG*%+OZy%T^f96uPQ(FTRo
QHJzto)fAfbe^=pCGt1@x00)W~&8f1?A5}`|v+u%|Sc!mG>2a${(Mj<!y78mDiK`LcUj8bCK*y(VZc^8z3F$={#SBvuF@sKZjbn
{`fRHzeCDwU|sotBt`Yxv~T0MY%}v~$s0HgggiS@-~m0#SZX$OB}kpSuiBpWzN;NKkbm_HJ@=jI1n@H@!<QZdj0e5U88$3Lay1C
Q9dwhw5((fC2?;qh)u!lXT?wOkInA-@>JsMY?2KT@>aF?oL}R!bbax=XrFdN6s|x*S@bsT8sX|PC<FK{Z0DLd_NPdU{du6n$~b{
M8rzn@uo!gVo*VfO%RwvU7bZ&i)&=U4%3MaOr2WwZCX?ED}~6CbU%s0IrI_D<IwsF1}B;DL6XWhFBWxPeWu_bi+nFZ)wp79!BVL
inx<FGd{HK5CjmLs&w_}K1_vs^=g;v9f;-8@&1}UJk7cN7A9vt+M52R(YE=iX!hC!bwTio8<5UxpbC%VE*(fYly-?bX6UcW3hw8
b#GKGY`bBGiMz2}Fcd^`T~=M-XjM}z{yc|XxG^IV60<!~c_3-->;XG@yR0tV6W%;icNm9-g5(1AVW68{X1anYtL&MkcBlAOLwbQ
MM4LE5oGRO?wI|EA@MupOLD&=*R)q%ayhhiElzmd;8nZ~s0BO?e<7u{UQ-co0L>L_J9emoI>J(lNGKY&oT{VI1eBK=%A~$UO^^z
rZZp*nkhwKIQV1-<ET<tUTVjed`{nmp@EF0-CPYt7uDf>9i05NX^59)|jYk+lPqpOQqQ0nw=}unSCpA7_oxr{e^I$>YWn~U1?Tv
MZuY2r_a(~m!2U(^$~qHTM^?8M3d>1C$gn{A!($pHyNU{0dR<^Nwtvrd<Y<}X8RQXYk3xBB9W?(3=2Aj1+SBm3Xai=Kxj1(@rV`
zia!fJ+<lKi8{?LZ&U)IFVGMtrZ9m?pgNoYe{p7&`Uams$a{fO#ka0M4qBMcY4DO|X^8LpNFFcn{S9l8FVr<N)o}jfq*(*zPd>f
m4h;VzgxGAF>Hgg90eas;#;aX95nQY9jT^*jh({J4cah7IhrVTK}Ia32X^Y+X38Yf!yKuw~=5?a>YIeasN0o9|M;%zeq#N#%uJP
u)&Rf%>e$*^z|MsG^4Eb)n3DT~s9Z0r|W(*)pLXy;??pVk?ggDwL#O7merBTK|4QXP3rGy7N2`-@p4=*v)P5v*nD;ZaRxYXMD_R
Y6fHZX2`spKvbbK+yeHfv?H)?+Hx%C~c=48~muucrV7iB?!Sq{CE7Qi}W#nvvSm?o&_@S#Lq7XW0H?VD3`VE>zHjPnu59G$F44D
iUQ<%ta?_Wpu@^K++$3?fbGg)_Qh6?f)xA~5;v6>o~ed`#TIxp5@)VzC`Nn@-r<7{ngh|HFJIqT7n<58+A+S|RbMRnPu!RWB@|r
^T9p)E=l8h?Nh%eD7GqKEII-O*ob;fWI%U7ugs<B&%U*;oihvxzkD?$O{bu`3mn{;-wj+;H0-pWKLZv7MRL_s?h)^$bey_}_E4^
T}Rk7CyoY#0arf@Bp+j(a_*>NSv+_~yX4YV2fNqyJSuudr%+8ezBUNy{etUO{m`MsPAx8r#DkU|mv)DfX-h%i=CFx(G^Q3HFG*<
)utg%rv^UDdLSmAtz`@UB*~lOmK=h%jf_X%!ZisD2WNl5fR1@5@ymG9WKdy1VNAA-qVaD$LQCm@rzKy3#34e?5K=#?!ligIS5<p
JwGaRY(nnjDH$&|K(C_i<;JC?^X>W$yr8H8DmM;L+^5RZQjjQU=)=*Ll+rd8H^{2s2hfo(hXgbn0A^WFho$zs&5>m{My0?`SW`=
=7#ryoiu{rF~^y@VC<s6`0V{&GgQ44+0yWlcNgysWYFC^x7V5foBZse_>ER>g}J<|b}3O~?L(w>dU$jX0nI;3yX1mroRG~mR<kV
Lbac$()D}zT^e$25mel_$3NEIW=6Alr{%L`6H`4;=ny~pILK?J_IoA9HTl3yz?ld~00BnOvYT@9zbWR57HIKd~Hr^3n50xEI>|4
I*ef@4xNap<<5dZKRlR~~S1j@4YaR0r4q(%G=3`lNvgLr%@yPSd(+R}$&CRz2OkuON#eG7uupe~N+!geg+W(P@3#+)t<z`fy}9G
_M(mILDo=d`6c3F_6lw8Z8X1qe%4F|eG*?;*$44c<b1eSa((T>!Ulm+q2ur9`KKY^dZST;<*Ia{j)-Rot%@3gg*2^O?zsE^t8_y
7cgWC#}Bi%B1QjI{5H2&vW{ySxdUJcR>6hP_9KqlM14r$<vN`TJc2V@gsmD(F8{}#=N>Sl_A;S?&GLIuL0_jlOSxw6tQ_qXIb=3
C0=5R6>i3y@~bR2*ipDamwisUfRce+qd22fPXiIs;LfL%^0V=6J0yNP_A*AHc=89-dFxVFm4lPW_5Gvt<s3S}e+^y%E7^>v*fQ?
lYGxpb)wYmXcCCRY%-FDv1qg(&X2^*=^tzPM*D&_@GYiu5qUcbkk_)MnyeYEK>>p!LPJ4g=M(?%q>Hb#X_5IGQhNGs0#Ay-tMQ^
R%eppdWj$L{4TMg#F^*WA|27G6-Q-&Ors|H#IU^S={F^k)wnm5I0Ckf1|tcmkq;4K)G3reIfMA{=dcprI#AS&#QMK{_z={)#zsW
O+q94Q3T@D^l5UKlHF1*IY2#85;W&o-^cCIYSiOGu*hC3h<<9~_+mz~Ar!(cTeB2N_y{EDrDI$)aKy_ngavX_j3MIT#q9@vT$ln
o}pFDvp~GBjHhfFV`mW<I|s1%XFn?Twi8R6Dy^%?>AWP&Dxdm#Q^Z8NJA&yN`&8HZF|u;p$M12K_^4x(WxOKBNMAg(+jIp@*GjX
D{2*1pF?Ptw8xbaXn#?9hI|ZS^Ad?=%|ICncMvdUfB1=#rYQa1d|I4}S-n!O!VheqRpCZKZiy;tjJ$k4tQowQCrqXwXnJi}5^bg
r530li9X}<LIVp-B>``!(vN2d%H>XjO4j3KV_R-Tg$WblGjLVWmG?PG*$w~6oE?HZ%8~B!z9%5EI$wn^2?s04Yjp3UDNrE;I*88
T|Vagvp6hL-0q%uUFK0Qv;_Vm^ufwXdck<{gxS!*}f5G_oVwt{P+o@%>~UAI#ufwwwF+T%qR<Ec@0&|1#rBV*kNY`(zGBMCO*p@
;>}33*c^R{LNa95DY-iWfNcJ6c|7$SUc2J_)@qzFFfiFF!>Sw2-eA@?XemlAJsv&f?I5P#22Dd(RY#bpfv#&^_;sLVVh*71z%20
_^3e5#n+!u1A^IN^Jbd%N(x~Vg+qA#5M|g4Y-T$bWg0i*YjdNpp+db?(SQ!xTN8?jI7U@hyv4Tc={8wVoABhl_Lx56e3(nSK>&3
o31%%0pe0KN-se;43%87_rj~ayP!Cr<4p>XjVQ9owaHDOA(7_#3*WS3xD~b2y<!w58YFvg>@U^_2HHJEh{!3jHn9tUVnI_px|qI
DEn~8A6f*C#%kd*pgnKRvrP(aZ8-D4l`#1?+nsb_UV%1iK3^nI3d7*p{-NdwbL4DlrD(FQ@1ch5A!<N!e#mYVkh`+kj?Ptdvl6_
;@oD<iVf1GH8yUye7QyQY7IxbBL@GnW)Li(uAg;o<sJl6=-X?BjQj|T{6V<n74Uft{4s~v&SwRVhNhrN;zM<f{eI4{oBvOGh1T=
;I~QRQ=@=`D$**K6#tHzR6J(Ry}z84b)+%6;9F4`pZXOh2OPubI5b(Faomk&3-+{~_-EM(+tbQ`Y+4D8TJv<xeG;0o2CtXvCC1o
PJ9YdK`AK17rY8-iroxXv_(w67oQcE?neD#PmtCmsjd~D-5Hv#&Dd+Wqq@5<4z~N$jRjGn|;{(KtB;^OJ5swPz@x?9;vkKNN{WQ
-1P|k<hJw=TFnw|w{)-L==7P==FoV4ZuD0ZdXUHZ>$u~Bov#iq0!P~mdEybc#1W5ljeX{OZ|lL4Mzwy^f6c{bpA4cmCbu;I%3zr
nd#6X!df<orNMkjaqjWNPwVl6`VK~eXHKPAZ682xND1jbLeb^M7!_eA#x&ly5#v7oQ?oAp3#v<ufo_2*7+404Iin`Gu0|){QF#i
Mgc0y+ow>*~9dfq=f*jToH$1wdg>W}kIrqALQ7@_)22DGSokkW7s?O0H$14`w#l=N-J<HB?;sOBxo+~Vj5{<B9&O1FrW&xfsja{
5qHxj+0Rg77>Z7w?OkbCK#sFBjbz!s><*&3m<QVrb<%wn<l&_QraASk~~9>pbVJHoy%p*Z9C%YEw*k7YS<drTO!{3@D8!yEsR2L
8Fl@%(}mx^c=#<_p{t`g?~fD8{S40vN>Aki7-eD4YFz(I!xD>L;v`9vxiDP(Xi4=@Cg1i-I7Jrl3Rgy6Jd?rrFl2Z@MPjype1?6
PQFG@?y}IY4_xJ>sfF3V26I0B+ghFh5$Nd_V9{n86vIv7!@>~_YS`3A=>x2%2jAFa$^ahED*4?2Zbfb{)M=Z_@wFN03(@F_;piI
v;!<bPC;5+Y`K9<!oquaj>E1DSFsPI|W!*E}Bgzy&Qj~WpBr8y2F^l-G9J^R`wPzG5ON(Q2^V4X-qo87)bc*GFWD_82P<7<0L=_
95!j=rbo{X=gvZd(H+SDl<GDj!mDqg~tqg{)}eSo>UKd-O&-?B91^g5L+0M(utmV`0TAY6^(aiLF>Hl+P31dU!&(w($Ca9t}`=E
!?JDuUa~vyU*_`J?5|_PBHmz)b*m%vSXcB4XwrR+cqs%eCLL^<7JCLmbsI064}2zb+9CL#7})sR%X&m8u<+UF69U<`Lr#ymPtU*
v{ao>_~D=zRCo6)yI3yCah*qBaaIC9mQo9WHsG%3neKJ7A`8$U%Rr0T2WNR$Gmal70gH>Pbia_!*in8U}iEYvFT6TM8Z#oZ|z3n
2aILQm=tH~nr)i=Cy0oDlOATBaCTXrLsi@3I~qw%Qy}gch``F4cRm>7IH*ihLs*Uf=Np6&RK1`QTs4$VBO#lm*umFImzrh-D6DH
t!p}Wl#g=x)Tacf-!6Nw(fcBbM#O%hjMH%DxdLzdZP(#Kq6^=Zx2*RE@)#z5O6{2hndDx|q1t9B<`o#pJtZo;3;2tu-S#0`NuqZ
^VoK~}Od`wy#Ckcic6o~HGwsaf$*1~%{w*2Cx5tuWP^v#%J7!f-Oqy}1Ox4KBFl$;mYW#c>I1uz}t$V4aCMGK88V4^BB$l8M=70
0Go%1E_UrWa%_<PbmO(cZX)k>Q|!k0yh6^iz+cIb}C9G?mHaoRa%yj&!}wKffpmnNUPR=}q($0*{wsZd4hmfXoRGvsUHko<<EAB
S`*(%SsX$#tZ`>53iuuO;{orOQGr#7C{0xUZy1g7!`^X6dLrlo6RKS<7vcKJA3cJJ2$MI%}IZq3;lL*qAoGVv{IEIC<M8_-pPfO
8*$=?E60<`pUAw$#c5AdNsu8nlsyac?#e*hk6)rneKUK2<V%*ZNht`ImAo0^8F!~~ruJ?cB3`ZIN6kDr;%KN@OeUHHY$-q~ne!1
lmutPv`+|^`^9u=I^G1mD?U!=gs8U;pY$R7cRccAA7t4Ecw~&EjuCTw4hI%K_Bx!4N#w057{?>y4M^)RBW_MMt4-7qUge%Wo^?w
BkA}05vbXlP$!Iizz;gkaM;?N>caO>AVGY%Y2Q~o5_vZ)=X&t%Tc43X~sjfp8*4@Z7#ve@K*+SZnq9Mh3dJ4x}z&|G_9rJk{)S;
~F9A?xUxNqG%+(p~sI1rHKYLx1a}GiM8hnq;k3W4+up4I4mRZblUxRhWx}$Z|5w=o`Zs=h7id=6}U^#Z6fTGbk!vV=IOuP5`CMC
upYE%Cz|6PHyBDAg;dRz7Dj$g!m775-9s*Y7@ul+Ad<RWQW->oPMj4S1tL&S|daUwD&b#y#1k<LewqGdsqj>+gsy|5q6z1kO?Ni
x7A{<+rq~GD0BQ9_bX;(!yPF0xNy80q)g*0h&c+vfif*&1WvzEoAudn>v1}wXeRQ8dXT2x06m&I<NKUZ&Cn-*BGwbnXg!icX0s(
9*3lWWRz#O(@mTY+!KKs!u6cZ^{{@3wqNUg#9n^jVfPX#N8GIezF~Z<Ck_F2;!JiHR><NxndqIY+FK>p!*+7<cRv?6z_EVD0f~c
8=4vVQGY0+D76Ob}Z{n>5LoZ1K3amakHRhsjCUw067viXSTS>|3bxR$d;JEIY76p?zq*M35>SmqVyXrov=EGG<=w8LUWD1)XeH{
=P>;UjMGLhL?lMZqo#J+r)RUX#$R^GS|b{q{vd<DC%TpmIR$Cq9Gnh`WB_TBa?t>X1a5#s*8p8D8eD#Ge`Jj~hA8&Gz$6zQwCvw
c&8u-H-XDm9W3__4mJnD_0Ts<gn~4X6O=H1!sTW*P#~O?qtseTfjK@IMA<G`vER1i9+QnGOvW^7eA__t5q&~z8sS_bL~rubI-+u
I%DDNlyIK^gjVrTwJGq2h{*_Yf`X{zIcPKS<8j{J!>YW8W<5+(`dijq%O}f80(K_(tw>_}r2%o)V~jNjblYgS6>1Y#E*l`GH)wG
*-F7h;9DUJJ>AZq&*ZKJfb;k);XFYr0LG*pI)3zV(`dBa$qU?GD1JXM{KP-r1t|~dS1{o`@Jzqqp0Shk;of^@&l&Npx>U`~Sd&Z
h@pxp5O_$neKFWgMe%_q8?6fs2ZG#QY1o$=B(e3*4k2l&-N*VKC3e?>GeS0zrPvU>BA5X;n>4wK9M7NrAZX7ubu$=}p5DS&Yd8r
0^C`E?AGY85V`T*4cLUx3$9X=?tzck5J({F>l>Zpa2?090JqEo|HcH3(j42GyZjGes)MF+Z+tmcF<Py-vnK3&?!KuDbwKuJnBU_
k~gd_n+CofmdZ_<MFS@fO|wwsYFF(nX{nu@!-mmBB~u&uVCtK@3(G&WYv7jd2sq>pbK%=-{!afBjHkX;!(716j8Wa?xX$XYg{L{
;QsU1d$v2KSF4YyADhXE@Y@*#5}mkVROha{u}6&@kS7hE$jK$4rwwNS=aL=?pKNj(EVthSSSuF0*dd%gvI$c7Ie%5mk_>qb^FmO
9t5J!4AoDT%PNMBXozP{HCw5n-LxG~f$RtQU@pn)Im!Y|8@SH&L%YthXZE_9{vK{c?<Y8a$2Z-c12+$HPOd42NEf6IX_%nk-Hxv
z9o<j8H%;$JEaiT@hKmep{*7fxgG;(}H)6sDidP&@S5!?}Kh79%cBu){GJmHCj_AmZd;BCJ9b>hc(Wf|d(4mOO@S!pgKK9XE_x(
T>{j)KkYHXGMW43cnzV13TI_N5;Kq6F3Q+(R><{PMvgq)X(R?q@$ltW^eHY6Hyzc)P)fc%09<B8TUO6@n<YU~Jus2bZ*p=~P8i!
6$fy)-d0nEsTj+WONc{x>2wc1qR1otF)1*?BTN&MZJ0DY|#~Z97rq$$+%sYsdJD=KQUA6Z|fK1sS@;cOqfUuh%K!}k^ZS~M^5qp
dN-aK*LDCLsfRc&{GWa36@Y@+1HJvH5T`C`%VqM2v-}B@aZyO*W{Fr|w;+WpJiVIwLup2L`3wvH5J~?3$A5=G1lZaK*N?9Q{0q?
#ojNsJj0;1o2F+;ki(p=wE94V#ck`AYV6F<7Tx^z;a)e_zHh^6+q~cC6;@W$B9y#u;7Q^plI-;~zLt`)ey?NM@k4@TbK?0E{9ym
_DEr1B>jGQw2zk473pG2FdWSftm0$wBS)=x;{(P5fO0|`$?{}!IOz1sSM1>S!08t!kVrzB?faNlQy>pTRuwoqr9Lez(~ISH~lF_
?1aBx;8&lZp&|2D}vjsslz0`R!&G;$(Bo!p7Wk|Bl&Yj|p;Te@}s|u|>D0=sB3-Du(vX5u`ph!2qZ@telhd?fG5ZFqp^goqH(Ew
$jDzYE?Iuc*clYOOntTYLUl=G!<s(0wyiGw@Xgh%9DwyTL_-ujM*0%oU6CnkWz-2x>z&285W_!r27kIS~dacT39))s0L?Ov!`G#
a7Jj;K7Lb|4;N^HdZAlcbV1pfGfML*UP(MkNcXNg`8hQ<uocDstT`%nm$_qw4(`9xk4NuEtgvPTJ1KOgVqELPYxn9$$*Z+OqSo~
f(wgbq)sm|Km?YGq)q-P<9Br_4{3%GP*sY)cmiN6A7=hDv1=#|$r>N}~)U}8cNKTv*N-gcEjW`uK2p1(}BWiwUh>WKf@|9~!`S&
(B-&()n%X*Ij)s-kC>Gjp|n%a)oHbN}-k%z$hhiAUy_t&^~W-#U>j)*tU|88FT00
""",
    ),
    (5, 6, 4): (
        4,
        """
000001poj4|NsC0{{R4Kw*r4Vfu+rX#L^PIIXRvlgX)AfzivE|LXgJB?bLl6%K(j&(g+2kNJ?V)FipZ}F!xHay5^suk+K+@G8Zg
pKfi`|cx|nPS+}~Dq2O8oPFyWqx8c#_<wM0b1&>~V(x#2o+)f2b1u%V1`&363@-g<W5w40QIe%UU$t#_j9wij!jm_r&)S~F1
""",
    ),
}


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # the judge is gone, or Ctrl-C
        os._exit(130)
