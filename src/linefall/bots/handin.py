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
    6. The first moves of the usual board, 6 rows and 7 columns, and of 5 rows and 6 columns come
       from a small book (OPENINGS).
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
import os
import sys
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


# Openings by rows, columns and connect, worked out by a perfect solver: columns from 1, the last
# one is our reply.
OPENINGS = {
    (6, 7, 4): """
4 14 23 34 44 415 422 436 444 41513 41526 41535 41543 41553 41565 41573 42212 42224 42235 42242
42254 42264 42274 43614 43624 43633 43644 43654 43667 43676 44414 44424 44434 44444 4151312 4151326
4151332 4151362 4151372 4152613 4152623 4152637 4152643 4152653 4152663 4152673 4153514 4153524
4153536 4153545 4153557 4153564 4153575 4154312 4154326 4154332 4154342 4154352 4154362 4154372
4155312 4155326 4155332 4155352 4155362 4155372 4156515 4156525 4156544 4156554 4156565 4156574
4157326 4221215 4221226 4221234 4221252 4221262 4221272 4222415 4222426 4222432 4222444 4222462
4222475 4223514 4223524 4223533 4223544 4223555 4223563 4223573 4224214 4224225 4224234 4224242
4224254 4224266 4224272 4225414 4225421 4225434 4225444 4225454 4225464 4225474 4226414 4226432
4226444 4226466 4226474 4227414 4227431 4227444 4227473 4361415 4361434 4361444 4361464 4361474
4362415 4362425 4362434 4362444 4362462 4362474 4363315 4363323 4363334 4363344 4363354 4363365
4363376 4364414 4364424 4364436 4364443 4364456 4364464 4364474 4365414 4365425 4365434 4365444
4365454 4365464 4365474 4366715 4366725 4366735 4366745 4366755 4366765 4366775 4367613 4367624
4367633 4367644 4367654 4367666 4367676 4441415 4441445 4441473 4442416 4442424 4442442 4442462
4442473 4443414 4443424 4443434 4443443 4443454 4443466 4443474 4444413 4444422 4444433 4444443
""",
    (5, 6, 4): """
3 14 22 34 313 323 334 343 353 363 1414 1424 1434 1444 1454 1464 2214 2224 2234 2243 2255 2262 3424
3434 3443 3453 3463 31313 31323 31333 31343 31353 31363 32323 32333 32343 32353 32363 33413 33424
33432 33442 33451 33463 34334 34343 34353 34363 35333 35353 35363 36333 36363 141423 141434 141445
141454 141463 142424 142433 142442 142454 142463 143434 143443 143453 143463 144415 144422 144433
144443 144455 144464 145444 145454 145464 146444 146463 221413 221424 221433 221444 221454 221464
222424 222434 222444 222454 222464 223433 223443 223455 223463 224313 224324 224333 224344 224353
224363 225513 225525 226213 226223 226232 226243 226253 226263 342424 342434 342443 342453 342463
343443 343454 343464 344313 344324 344334 344344 344353 344363 345313 345323 345334 345353 345363
346313 346323 346334 346363
""",
}

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
        self.up_to = [self.union(range(k // tall * tall, k + 1)) for k in range(columns * tall)]
        # By a cell: all outside its column, all but those above it, and under it with even above.
        self.outside = [~self.column[k // tall] for k in range(columns * tall)]
        self.not_above = [self.outside[k] | self.up_to[k] for k in range(columns * tall)]
        self.even_under = [
            self.even & cells & ~b for cells, b in zip(self.up_to, self.bits, strict=False)
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


def opening_book(empty: Board) -> dict[tuple[int, ...], int]:
    """Gives the column to play by the discs of both sides, for a board of this size."""
    book: dict[tuple[int, ...], int] = {}
    width = empty.columns
    for word in OPENINGS.get((empty.rows, width, empty.connect), "").split():
        for columns in ([int(digit) - 1 for digit in word], [width - int(digit) for digit in word]):
            discs, heights = [0, 0], [0] * width
            for turn, column in enumerate(columns[:-1]):
                discs[turn % 2] |= empty.bits[column * empty.tall + heights[column]]
                heights[column] += 1
            book[tuple(discs)] = columns[-1]
    return book


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
        self.book = opening_book(board)
        self.bound = self.make_bound()
        self.search = self.make_search()
        self.prove = self.make_prove()

    def choose(self, deadline: float) -> int:
        """Chooses the column to play before the deadline."""
        board = self.board
        self.nodes = self.depth = self.value = 0
        if tuple(board.discs) in self.book:
            return self.book[tuple(board.discs)]
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
        return self.deepen(columns, deadline)

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
        return columns[0]

    def look(self, columns: list[int], depth: int) -> list[int]:
        """Orders the columns by a search of some depth, the best one first."""
        alpha, best = -self.win, columns[0]
        for column in columns:
            self.drop(column)
            value = -self.search(columns, depth - 1, -self.win, -alpha)
            self.undo()
            if value > alpha:
                alpha, best = value, column
        return [best, *(column for column in columns if column != best)]

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


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # the judge is gone, or somebody pressed Ctrl-C
        os._exit(130)
