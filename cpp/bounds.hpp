// What can be proved about positions without searching them, eight positions at a time.
//
// Throughout, S is the side to move and O the other one; no line stands yet, and S cannot complete one at once.
// Values are scores for S: (cells + 2 - n) / 2 rounded down, n the stone that ends the game, negative when O places
// it, 0 for a draw.
#pragma once

#include "field.hpp"
#include "lanes.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

// `Board` is Fixed or Sized: with the former, every mask and shift below is a constant.
template <class Board>
struct Bounds {
    static constexpr int words = Board::words;
    using Cells = Bits<words>;
    using Sets = Lanes<words>;
    using Way = typename Field<words>::Way;

    const Board& board;

    // The length of a line: a constant in the code where the board knows it.
    LINEFALL_INLINE int connect() const { return Board::connect ? Board::connect : board.field.connect; }

    // The cells whose X - 1 successors in this way belong to the set too.
    LINEFALL_INLINE Sets line_starts(const Sets& set, int shift) const {
        if (connect() == 4) {
            const Sets pairs = set & (set >> shift);
            return pairs & (pairs >> 2 * shift);
        }
        Sets starts = set;
        for (int length = 1; length < connect();) {
            const int step = length < connect() - length ? length : connect() - length;
            starts &= starts >> step * shift;
            length += step;
        }
        return starts;
    }

    // Every cell of the lines that start in the set.
    LINEFALL_INLINE Sets line_cells(const Sets& starts, int shift) const {
        Sets cells = starts;
        for (int length = 1; length < connect();) {
            const int step = length < connect() - length ? length : connect() - length;
            cells |= cells << step * shift;
            length += step;
        }
        return cells;
    }

    // The cells, taken or not, that complete a line of the stones. Only those on the board and empty mean anything.
    LINEFALL_INLINE Sets completing(const Sets& stones) const {
        const auto& field = board.field;
        Sets result = Sets::none();
        if (field.has_vertical_lines()) {  // above the stones alone
            result = stones << 1;
            for (int i = 2; i < connect(); ++i) result &= stones << i;
        }
        for (int i = 0; i < field.ways_across; ++i) result |= completing_one_way(stones, field.across[i].shift);
        return result;
    }

    // The lowest empty cell of each column that is not full.
    LINEFALL_INLINE Sets playable(const Sets& taken, const Sets& empty) const {
        return ((taken << 1) | Sets::all(board.field.bottom)) & empty;
    }

    // All cells above the members.
    LINEFALL_INLINE Sets above(const Sets& set) const {
        const auto& field = board.field;
        Sets result = (set << 1) & Sets::all(field.from_row[0]);
        for (int i = 0; i < field.doublings; ++i) {
            result |= (result << (1 << i)) & Sets::all(field.from_row[i]);
        }
        return result;
    }

    // Whether S, who can own at most `most`, may complete a line before O, who is sure to own `sure`, completes one.
    //
    // A line of S that lies above a line of O, in the same columns and the same way, comes too late: when its last
    // cell is filled, all cells below it are, and with them O's line.
    LINEFALL_INLINE unsigned may_win_race(const Sets& most, const Sets& sure) const {
        const auto& field = board.field;
        Sets open = Sets::none();
        if (field.has_vertical_lines()) open = line_starts(most, 1);
        for (int i = 0; i < field.ways_across; ++i) {
            const int shift = field.across[i].shift;
            open |= line_starts(most, shift) & ~above(line_starts(sure, shift));
        }
        return open.nonempty();
    }

    LINEFALL_INLINE unsigned has_line_across(const Sets& set) const {
        Sets lines = Sets::none();
        for (int i = 0; i < board.field.ways_across; ++i) lines |= line_starts(set, board.field.across[i].shift);
        return lines.nonempty();
    }

    // What the follower bound says of each lane, one bit a lane.
    struct Followed {
        unsigned never;  // S cannot win: value <= 0
        unsigned lost;   // O even wins: value <= -(at_least / 2 + 1), of those in `never`
    };

    // The follower, for an EVEN number of empty cells.
    //
    // O can always answer S: above S's stone when the column had an even number of empty cells; when S takes the first
    // cell of a column with an odd number, O takes the first cell of another such column (the empty cells being even in
    // number, odd columns come in pairs). After each answer the same holds again, and no answer is ever lacking. So of
    // the empty cells S gets at most those with an odd number of cells above (it is S who enters a pair of cells) and
    // the first cells of odd columns, and O is sure of those with an even number above that are not such first cells.
    // If one of these completes a line of O and is not playable yet, only S plays right below it, and O wins there: of
    // what lies above it S gets nothing.
    // If S can win no race on those terms it never wins. If moreover O is sure of a line, O wins at the latest when
    // the line's highest empty cell is filled. That cell has a >= at_least cells above it, an even number, and they
    // are still empty: O wins with stone n <= cells - a, which is worth (cells + 2 - n) / 2 >= a / 2 + 1.
    //
    // `threats` are the empty cells that complete a line of O. `at_least` is even. O's line is only looked for when
    // `want_loss`.
    LINEFALL_INLINE Followed follower(const Sets& own, const Sets& other, const Sets& empty, const Sets& first,
                                      const Sets& threats, int at_least, bool want_loss) const {
        const auto& field = board.field;
        const Sets shared = first & Sets::all(field.follower);
        const Sets stopped = out_of_reach(threats, first);
        const Sets most = own | (empty & Sets::all(field.leader) & ~stopped) | shared;
        const Sets followers = empty & Sets::all(field.follower) & ~shared;
        const unsigned never = ~may_win_race(most, other | followers) & all_lanes;
        if (!want_loss || !never) return {never, 0};
        return {never, never & has_line_across(other | (followers & Sets::all(field.at_least_above[at_least])))};
    }

    // Zugzwang by a frozen column, for an ODD number of empty cells. Says for which lanes value <= -(a + 1) / 2.
    //
    // Let z be an empty cell that completes a line of O, not playable yet, with an odd number a of cells above it. If S
    // plays below z, O wins on z; O itself stays away from there. So the column is free only up to two cells below z,
    // and without the frozen rest (the cell below z, z, and the a cells above: a + 2, an odd number) the number of
    // free cells is even: O can follow as above. In z's column S enters the pairs seen from the frozen part, so it
    // gets the cells with an EVEN number of cells above them, up to and including the one below z, and the first
    // cell where the free part is odd; elsewhere as above. If S can win no race on those terms, the free cells run out
    // with S to move, S must play below z, and O wins on z with stone n <= cells - a.
    //
    // `threats` are the empty cells that complete a line of O. Only threats with at least `at_least` cells above count.
    // `one_is_enough` says that one lane of `wanted` is all that is needed.
    LINEFALL_INLINE unsigned zugzwang(const Sets& own, const Sets& other, const Sets& empty, const Sets& first,
                                      const Sets& threats, int at_least, unsigned wanted, bool one_is_enough) const {
        const auto& field = board.field;
        const Sets frozen = threats & Sets::all(field.leader & field.at_least_above[at_least]) & ~first;
        unsigned proved = 0;
        if (!(frozen.nonempty() & wanted)) return 0;
        const Sets stopped = out_of_reach(threats, first);
        for (int column = 0; column < field.columns; ++column) {
            const Cells& here = field.column[column];
            const Sets in_column = frozen & Sets::all(here);
            const unsigned lanes = in_column.nonempty() & wanted & ~proved;
            if (!lanes) continue;
            const Sets below = lowest_of_column(in_column) >> 1;  // the cell below the lowest threat
            const Sets free = Sets::all(here) & empty & up_to(below);
            proved |= lanes & ~may_escape(own, other, empty, first, stopped, here, free, below);
            if (proved && one_is_enough) break;
        }
        return proved;
    }

    // Zugzwang by two frozen columns, for an EVEN number of empty cells. Says for which lanes
    // value <= -(at_least / 2 + 1); `at_least` is even, and counts as 4 if it is less.
    //
    // Let two columns have a cell like z, with a and b cells above it. Without both frozen parts an even number of
    // cells is free, and O can follow. When these run out, S must play below one of the two cells. O wins on it, and
    // still empty are the cells above it and all that was frozen in the other column: a + b + 2 cells, 4 at least. So O
    // wins with stone n <= cells - (a + b + 2).
    LINEFALL_INLINE unsigned double_zugzwang(const Sets& own, const Sets& other, const Sets& empty, const Sets& first,
                                             const Sets& threats, int at_least, unsigned wanted,
                                             bool one_is_enough) const {
        const Sets frozen = threats & Sets::all(board.field.leader) & ~first;
        wanted &= without_lowest(frozen).nonempty();
        if (!wanted) return 0;
        return freeze_two(own, other, empty, first, threats, frozen, at_least, wanted, one_is_enough);
    }

    // The stones of O that may be given to S without changing anything, so that positions share a table entry.
    //
    // Let F be O's stones whose every line holds a stone of S and another stone of O. For O these lines are closed by
    // S's stone whatever colour the stone of F has, and for S by the other stone of O, unless that one changes hands
    // too: so a stone on a line with no stone of O outside F is dropped from F. What remains changes hands together,
    // and no line opens or closes for anybody.
    LINEFALL_INLINE Sets dead_stones(const Sets& own, const Sets& other) const {
        const auto& field = board.field;
        Sets alive = Sets::none();
        if (field.has_vertical_lines()) alive = cells_of_live_lines(own, other, field.upward);
        for (int i = 0; i < field.ways_across; ++i) alive |= cells_of_live_lines(own, other, field.across[i]);
        const Sets closed = other & ~alive;
        if (!closed.nonempty()) return closed;
        const Sets openable = Sets::all(field.board) & ~(other & ~closed);
        Sets reopened = Sets::none();
        if (field.has_vertical_lines()) reopened = line_cells(line_starts(openable, 1), 1);
        for (int i = 0; i < field.ways_across; ++i) {
            const int shift = field.across[i].shift;
            reopened |= line_cells(line_starts(openable, shift), shift);
        }
        return closed & ~reopened;
    }

    // Left and right exchanged, the spare row included.
    LINEFALL_INLINE Sets mirrored(const Sets& set) const {
        const auto& field = board.field;
        Sets result = Sets::none();
        for (int column = 0; column < field.columns; ++column) {
            const int shift = (field.columns - 1 - 2 * column) * field.stride;
            const Sets file = set & Sets::all(field.file[column]);
            result |= shift >= 0 ? file << shift : file >> -shift;
        }
        return result;
    }

    // One number for all positions that are surely worth the same: dead stones belong to S, of a position and its
    // mirror image the smaller counts. A mark above each pile tells S's stones from empty cells.
    //
    // `mirrors` and `dead` say whether mirror images and dead stones are worth the time. A key without them is as
    // right, only fewer positions share it.
    LINEFALL_INLINE Sets keys(const Sets& own, const Sets& taken, bool mirrors, bool dead) const {
        const Sets stones = dead ? own | dead_stones(own, own ^ taken) : own;
        const Sets key = stones | (((taken << 1) | Sets::all(board.field.bottom)) & ~taken);
        return mirrors ? smaller(key, mirrored(key)) : key;
    }

    // Whether a position can lead to two that are mirror images of each other. It cannot if it has a stone of one side
    // opposite to a stone of the other: both are there in whatever it leads to, and the wrong way round in its image.
    bool can_mirror(const Cells& own, const Cells& taken) const {
        const Cells opposite = mirrored(Sets::all(own)).lane(0);
        return !(opposite & (own ^ taken));
    }

  private:
    // Few lanes have two threats to begin with: what follows then is kept out of the way of all others.
    __attribute__((noinline)) unsigned freeze_two(const Sets& own, const Sets& other, const Sets& empty,
                                                  const Sets& first, const Sets& threats, const Sets& frozen,
                                                  int at_least, unsigned wanted, bool one_is_enough) const {
        const auto& field = board.field;
        const Sets lowest = frozen & ~above(frozen);
        wanted &= without_lowest(lowest).nonempty();
        // Each of the two has one cell above it at least. Where more is asked for, the other one must have the rest.
        if (at_least > 4) wanted &= (lowest & Sets::all(field.at_least_above[at_least - 3])).nonempty();
        if (!wanted) return 0;
        const Sets stopped = out_of_reach(threats, first);
        unsigned proved = 0;
        for (int one = 0; one < field.columns; ++one) {
            const Sets in_one = lowest & Sets::all(field.column[one]);
            const unsigned some = in_one.nonempty() & wanted & ~proved;
            if (!some) continue;
            const Sets free_in_one = Sets::all(field.column[one]) & up_to(in_one >> 1);
            for (int two = one + 1; two < field.columns; ++two) {
                const Sets in_two = lowest & Sets::all(field.column[two]);
                const unsigned lanes = in_two.nonempty() & some & ~proved;
                if (!lanes) continue;
                const Sets free_in_two = Sets::all(field.column[two]) & up_to(in_two >> 1);
                const Sets free = empty & (free_in_one | free_in_two), below = (in_one | in_two) >> 1;
                const Cells here = field.column[one] | field.column[two];
                proved |= lanes & ~may_escape(own, other, empty, first, stopped, here, free, below);
                if (proved && one_is_enough) return proved;
            }
        }
        return proved;
    }

    // The cells above a threat that comes to O as the columns fill: of these S gets nothing.
    LINEFALL_INLINE Sets out_of_reach(const Sets& threats, const Sets& first) const {
        return above(threats & Sets::all(board.field.follower) & ~first);
    }

    // Whether S may win a race while the columns `here` are frozen from the cells `below` upwards. `free` are the empty
    // cells up to these, in `stopped` S gets nothing.
    LINEFALL_INLINE unsigned may_escape(const Sets& own, const Sets& other, const Sets& empty, const Sets& first,
                                        const Sets& stopped, const Cells& here, const Sets& free,
                                        const Sets& below) const {
        const auto& field = board.field;
        const Cells elsewhere_follower = field.follower & ~here, elsewhere_leader = field.leader & ~here;
        const Sets shared = first & Sets::all(elsewhere_follower | (field.leader & here));
        const Sets most =
            own | (empty & Sets::all(elsewhere_leader) & ~stopped) | (free & Sets::all(field.follower)) | shared;
        const Sets sure =
            (other | (empty & Sets::all(elsewhere_follower)) | (free & ~below & Sets::all(field.leader))) & ~shared;
        return may_win_race(most, sure);
    }

    // Of sets within one column: the lowest member.
    LINEFALL_INLINE Sets lowest_of_column(const Sets& set) const {
        if constexpr (words == 1) {
            Sets result;
            result.words[0] = set.words[0] & -set.words[0];
            return result;
        }
        return set & ~above(set);
    }

    // Of one cell: every cell that is not above it in its column; what it says of other columns means nothing.
    LINEFALL_INLINE Sets up_to(const Sets& cell) const {
        if constexpr (words == 1) {
            Sets result;
            result.words[0] = cell.words[0] | (cell.words[0] - 1);
            return result;
        }
        return ~above(cell);
    }

    // The cells that complete a line of the stones in one way: with so many stones right before and right after.
    LINEFALL_INLINE Sets completing_one_way(const Sets& stones, int shift) const {
        const Sets before = stones << shift, after = stones >> shift;
        const Sets two_before = before & (stones << 2 * shift), two_after = after & (stones >> 2 * shift);
        if (connect() == 4) {
            return (two_before & ((stones << 3 * shift) | after)) | (two_after & (before | (stones >> 3 * shift)));
        }
        if (connect() == 5) {
            const Sets third_before = stones << 3 * shift, third_after = stones >> 3 * shift;
            const Sets four_before = two_before & third_before & (stones << 4 * shift);
            const Sets four_after = two_after & third_after & (stones >> 4 * shift);
            return four_before | four_after | (two_before & two_after) | (two_before & third_before & after) |
                   (two_after & third_after & before);
        }
        return missing_of_line(stones, shift);
    }

    // Of lines of any length that lack one stone: where it is lacking.
    LINEFALL_INLINE Sets missing_of_line(const Sets& stones, int shift) const {
        Sets none_missing = ~Sets::none(), one_missing = Sets::none();
        for (int i = 0; i < connect(); ++i) {
            const Sets here = stones >> i * shift;
            one_missing = (one_missing & here) | (none_missing & ~here);
            none_missing &= here;
        }
        Sets result = Sets::none();
        for (int i = 0; i < connect(); ++i) result |= one_missing << i * shift;
        // A line whose first cell would lie below bit 0 has its missing cell there, off the board: nothing is lost.
        return result & ~stones;
    }

    // The cells of lines that lack a stone of `own` or a second stone of `other`.
    LINEFALL_INLINE Sets cells_of_live_lines(const Sets& own, const Sets& other, const Way& way) const {
        const int shift = way.shift;
        Sets some_own, two_other;
        if (connect() == 4) {
            const Sets pair = own | (own >> shift);
            some_own = pair | (pair >> 2 * shift);
            const Sets next = other >> shift, either = other | next, both = other & next;
            two_other = both | (both >> 2 * shift) | (either & (either >> 2 * shift));
        } else {
            Sets one = Sets::none(), two = one, mine = one;
            for (int i = 0; i < connect(); ++i) {
                const Sets here = other >> i * shift;
                two |= one & here;
                one |= here;
                mine |= own >> i * shift;
            }
            some_own = mine;
            two_other = two;
        }
        return line_cells(Sets::all(way.starts) & ~(some_own & two_other), shift);
    }
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
