// A position as bit sets, for boards of up to 128 bits: threats, open lines and proofs by a few shifts of whole boards.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "evaluation.hpp"
#include "position.hpp"
#include "search_move.hpp"
#include "ways.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

template <int Words, int Connect>
class BitState {
  public:
    using Cells = Bits<Words>;
    using Safe = Cells;

    // A set as plain words, because lists of moves are not worth clearing.
    struct Kept {
        std::uint64_t words[static_cast<std::size_t>(Words)];

        void keep(const Cells& set) { std::copy_n(set.words, Words, words); }
        Cells set() const {
            Cells result;
            std::copy_n(words, Words, result.words);
            return result;
        }
    };
    using Move = SearchMove<Kept>;  // with the mover's threats after it

    struct Undo {
        Kept wins[2], cell;
        std::uint64_t key;
    };

    static constexpr bool knows_worth = false;
    static constexpr bool dear = true;  // evaluate() takes longer than to see whether it was asked before

    // Three bits of each row of a column are kept in a word.
    static constexpr int most_rows = 21, most_columns = 24;

    static bool fits(const Rules& rules) {
        return rules.rows <= most_rows && rules.columns <= most_columns && Ways<Words, Connect>::fits(rules);
    }

    BitState(const Rules& rules, bool diagonals)
        : rules_(rules), shape_(rules), ways_(rules, diagonals), evaluation_(rules) {
        for (int row = 0; row < rules.rows; ++row) {
            ((rules.rows - 1 - row) % 2 ? odd_ : even_) |= shl(shape_.bottom_row(), row);
        }
        spare_ = shl(shape_.bottom_row(), rules.rows);
        for (int bit = 0; bit < shape_.stride() * rules.columns; ++bit) {
            const int column = bit / shape_.stride();
            column_of_[size(bit)] = static_cast<std::uint8_t>(column);
            for (int owner = 0; owner < 2; ++owner) keys_[owner].push_back(mixed_key(2 * bit + owner));
            const int lines = lines_through(rules, column, bit - column * shape_.stride());
            central_[size(bit)] = static_cast<std::int16_t>(8 * lines - off_centre(rules, column));
        }
        leader_ = rules.cells() % 2;
        column_bits_ = (std::uint64_t{1} << rules.rows) - 1;
        for (int column = 0; column < rules.columns; ++column) {
            const int bit = column * shape_.stride();
            places_[size(column / 4)].from[column % 4] = static_cast<std::uint64_t>(bit % 64);
            places_[size(column / 4)].high[column % 4] = bit < 64 ? 0 : ~std::uint64_t{0};
        }
        clear();
        evaluation_.level(*this);
    }

    int side = 0, left = 0;
    std::uint64_t key = 0;

    void clear() {
        for (int owner = 0; owner < 2; ++owner) discs_[owner] = wins_[owner] = Cells();
        taken_ = Cells();
        key = 0;
    }

    void place(int owner, int column, int row) {
        discs_[owner] |= shape_.cell(column, row);
        taken_ |= shape_.cell(column, row);
        key ^= keys_[owner][size(column * shape_.stride() + row)];
    }

    void begin(int to_move, int cells_left) {
        side = to_move;
        left = cells_left;
        for (int owner = 0; owner < 2; ++owner) wins_[owner] = completing(discs_[owner]) & ~taken_;
        evaluation_.begin(rules_.cells() - cells_left);
        for (int follows = 0; follows < 2; ++follows) {
            for (int lacks = 2; lacks <= rules_.connect; ++lacks) {
                const int any = evaluation_.line(follows, lacks, false), good = evaluation_.line(follows, lacks, true);
                line_worths_[follows][size(lacks)] = {any, good - any};
            }
        }
    }

    bool is_open(int column) const { return shape_.is_open(taken_, column); }

    bool wins_in(int column) const {
        return static_cast<bool>(wins_[side] & shape_.playable(taken_) & shape_.column(column));
    }

    bool loses_without(int column) const {
        return static_cast<bool>(wins_[1 - side] & shape_.playable(taken_) & shape_.column(column));
    }

    // How much a disc of either side would change in the column, for choosing among many.
    int stir(int column) const { return central_[size(column * shape_.stride())]; }

    // What is decided at once; else the moves that do not give a win away.
    Now look(const std::vector<char>&, Safe& safe, int& forced) const {
        const Cells playable = shape_.playable(taken_), threats = wins_[1 - side];
        if (wins_[side] & playable) return Now::won;
        const Cells danger = threats & playable;
        safe = playable & ~shr(threats, 1);
        if (danger) {
            if (several(danger) || !(danger & safe)) return Now::lost;
            forced = column_of_[size(lowest_index(danger))];
            return Now::forced;
        }
        if (!safe) return Now::lost;
        if (several(safe)) return Now::open;
        forced = column_of_[size(lowest_index(safe))];
        return Now::single;
    }

    // The most that the side to move can hope for; nobody can win at once. The proofs are those of bounds.hpp.
    int most(int hope) const {
        const Cells empty = shape_.board() & ~taken_, first = shape_.playable(taken_), threats = wins_[1 - side];
        const Terms terms{discs_[side] | first | (empty & odd_ & ~above(threats & even_)),
                          discs_[1 - side] | (empty & even_ & ~first)};
        if (left % 2 == 0 && !ways_.may_win_race(terms.most, terms.sure)) {
            return ways_.has_line(terms.sure) ? -won : 0;
        }
        if (threats & odd_) hope = left % 2 ? zugzwang(terms, hope) : double_zugzwang(terms, hope);
        if (left % 2 == 0 || hope <= 0) return hope;
        return ways_.has_line(discs_[side] | empty) ? hope : 0;
    }

    // Whether the other side has no line left that it could complete.
    bool other_cannot_win() const { return !ways_.has_line(discs_[1 - side] | (shape_.board() & ~taken_)); }

    int evaluate() {
        const int follower = 1 - leader_;
        const Cells empty = shape_.board() & ~taken_, odd = empty & odd_, even = empty & even_;
        WeighedCount count;
        Levels leads, follows;
        list_levels(ways_.nearness({discs_[leader_], odd}, even, discs_[follower], line_worths_[0].data(), 1, count),
                    wins_[leader_], taken_, leads);
        list_levels(ways_.nearness({discs_[follower], even}, odd, discs_[leader_], line_worths_[1].data(), -1, count),
                    wins_[follower], Cells(), follows);
        ColumnSum columns;
        for (int column = 0; column < rules_.columns; ++column) {
            const std::uint64_t lead = leads.of[column], follow = follows.of[column];
            const std::uint64_t levels = lead * mixed_key(-1) + follow * mixed_key(-2) + mixed_key(-3);
            columns += evaluation_.column(levels, [this, lead, follow](auto& leader_levels, auto& follower_levels) {
                for (int row = 0; row < rules_.rows; ++row) {
                    leader_levels[size(row)] = level(lead, row);
                    follower_levels[size(row)] = level(follow, row);
                }
                return std::popcount(lead & lead >> rules_.rows & column_bits_ << rules_.rows);
            });
        }
        return evaluation_.score(count.total(), columns, side == leader_);
    }

    // Lists the safe moves; says whether one of them wins by a double threat.
    bool prepare(const Safe& safe, Move* moves, int& count) const {
        const Cells playable = shape_.playable(taken_), mine = discs_[side];
        const Cells promising = ways_.promising(mine, discs_[1 - side]);
        count = 0;
        for (Cells rest = safe; rest; rest = without_lowest(rest)) {
            const int bit = lowest_index(rest);
            const Cells cell = Cells::bit(bit);
            const bool may = static_cast<bool>(cell & promising);
            const Cells wins = may ? completing(mine | cell) & ~(taken_ | cell) : wins_[side];
            const Cells made = wins & ~wins_[side];
            Move& move = moves[count++];
            move.column = column_of_[size(bit)];
            move.cell = bit;
            move.worth = 0;
            move.quiet = true;
            move.order = central_[size(bit)];
            move.prepared.keep(wins);
            move.next = key ^ keys_[side][size(bit)];
            const Cells now = wins & ((playable ^ cell) | shl(cell, 1));
            move.forcing = static_cast<bool>(now);
            if (move.forcing) {
                if (several(now) || (shl(now, 1) & wins)) return true;
                move.next ^= keys_[1 - side][size(lowest_index(now))];
            }
            if (made) {
                move.quiet = false;
                move.order += 400 * popcount(made);
            }
        }
        return false;
    }

    void drop(int column, Undo& undo) {
        const Cells cell = shape_.playable(taken_) & shape_.column(column);
        const Cells wins = completing(discs_[side] | cell) & ~(taken_ | cell);
        put(cell, lowest_index(cell), wins, undo);
    }

    void drop(const Move& move, Undo& undo) { put(Cells::bit(move.cell), move.cell, move.prepared.set(), undo); }

    void take_back(int, const Undo& undo) {
        side = 1 - side;
        ++left;
        taken_ ^= undo.cell.set();
        discs_[side] ^= undo.cell.set();
        wins_[0] = undo.wins[0].set();
        wins_[1] = undo.wins[1].set();
        key = undo.key;
    }

  private:
    static constexpr std::size_t size(int number) { return static_cast<std::size_t>(number); }

    // The levels of the cells of each column for one side, in three binary digits: first the lowest digits of all rows,
    // then the others. Cells that are taken have all but the lowest.
    struct Levels {
        alignas(32) std::uint64_t of[most_columns];
    };

    std::uint8_t level(std::uint64_t column, int row) const {
        const int rows = rules_.rows;
        return static_cast<std::uint8_t>((column >> row & 1) | (column >> (row + rows) & 1) << 1 |
                                         (column >> (row + 2 * rows) & 1) << 2);
    }

    void list_levels(const typename Ways<Words, Connect>::Nearness& near, const Cells& threats, const Cells& taken,
                     Levels& levels) const {
        const Cells digits[3] = {~threats & ((near.second & near.good_second) | (near.third & ~near.second)),
                                 (near.second & ~threats) | taken, threats | taken};
        for (int four = 0; 4 * four < std::min(rules_.columns, most_columns); ++four) {
            const FourWords all = four_columns(digits[0], four) | four_columns(digits[1], four) << rules_.rows |
                                  four_columns(digits[2], four) << 2 * rules_.rows;
            std::memcpy(levels.of + 4 * four, &all, sizeof all);
        }
    }

    // What a set holds of four columns side by side.
    FourWords four_columns(const Cells& set, int four) const {
        const Place& place = places_[size(four)];
        const FourWords low = FourWords{} + set.words[0];
        if constexpr (Words == 1) {
            return low >> place.from & column_bits_;
        } else {
            const FourWords high = FourWords{} + set.words[1], first = (low & ~place.high) | (high & place.high);
            return (first >> place.from | (high & ~place.high) << 1 << (63 - place.from)) & column_bits_;
        }
    }

    // Where four columns begin: the bit of a word, and all ones where that is the high one.
    struct Place {
        FourWords from, high;
    };

    Cells completing(const Cells& discs) const { return ways_.completing(discs) & shape_.board(); }

    void put(const Cells& cell, int bit, const Cells& wins, Undo& undo) {
        undo.wins[0].keep(wins_[0]);
        undo.wins[1].keep(wins_[1]);
        undo.cell.keep(cell);
        undo.key = key;
        key ^= keys_[side][size(bit)];
        discs_[side] |= cell;
        taken_ |= cell;
        wins_[side] = wins;
        wins_[1 - side] &= ~cell;
        side = 1 - side;
        --left;
    }

    // All cells above the lowest of the set in each column.
    Cells above(const Cells& set) const {
        const Cells some = set | spare_;
        return shape_.board() & ~(some ^ (some - shape_.bottom_row()));
    }

    // The lowest of the set in each column.
    Cells lowest(const Cells& set) const { return set & ~((set | spare_) - shape_.bottom_row()); }

    // The lowest threat of the other side in each column, of those with an odd number of cells above.
    Cells odd_threats() const { return lowest(wins_[1 - side] & odd_); }

    // What the side to move can get at most, and what the other side is sure of, with the discs that they have.
    struct Terms {
        Cells most, sure;
    };

    // The same when nobody plays in a column from right below the threat at this bit.
    Terms frozen(const Terms& terms, int bit) const {
        const int column = column_of_[size(bit)];
        const Cells here = shape_.column(column) & ~taken_ & ~shape_.playable(taken_);
        const Cells under = here & shl(Cells::first(rows_below(bit)), shape_.stride() * column);
        return {(terms.most & ~here) | (under & even_), (terms.sure & ~here) | (under & odd_)};
    }

    int rows_below(int bit) const { return bit - column_of_[size(bit)] * shape_.stride(); }
    int cells_above(int bit) const { return rules_.rows - 1 - rows_below(bit); }

    // The most that the side to move can hope for when one such column is left, with an odd number of empty cells.
    int zugzwang(const Terms& terms, int hope) const {
        for (Cells threats = odd_threats(); threats; threats = without_lowest(threats)) {
            const int bit = lowest_index(threats);
            const Terms then = frozen(terms, bit);
            if (!ways_.may_win_race(then.most, then.sure)) hope = std::min(hope, -won - cells_above(bit));
        }
        return hope;
    }

    // The same when two are left, with an even number: as each freezes an odd number, an even one is free again.
    int double_zugzwang(const Terms& terms, int hope) const {
        for (Cells threats = odd_threats(); several(threats); threats = without_lowest(threats)) {
            const int one = lowest_index(threats);
            const Terms half = frozen(terms, one);
            for (Cells rest = without_lowest(threats); rest; rest = without_lowest(rest)) {
                const int two = lowest_index(rest);
                const Terms then = frozen(half, two);
                if (!ways_.may_win_race(then.most, then.sure)) {
                    hope = std::min(hope, -won - cells_above(one) - cells_above(two) - 2);
                }
            }
        }
        return hope;
    }

    Rules rules_;
    Shape<Words> shape_;
    Ways<Words, Connect> ways_;
    Evaluation evaluation_;
    std::array<Place, most_columns / 4> places_{};
    std::uint64_t column_bits_;                                                  // the lowest column
    std::array<LineWorth, Ways<Words, Connect>::longest + 1> line_worths_[2]{};  // by discs that they lack
    Cells odd_, even_;  // cells with an odd or even number of cells above
    Cells spare_;       // the row above the board
    Cells discs_[2], wins_[2], taken_;
    int leader_;
    std::array<std::uint8_t, 8 * Cells::bytes> column_of_{};
    std::array<std::int16_t, 8 * Cells::bytes> central_{};
    std::vector<std::uint64_t> keys_[2];
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
