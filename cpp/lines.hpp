// All lines of a board and what lies in each, kept up to date disc by disc: no move costs more on a larger board.
//
// A line is `connect` cells in a row. Each knows how many discs of either side it holds and the exclusive or of its
// empty cells, so that a line that lacks one disc names the cell. A cell that would complete a line of a side is a
// threat of that side; threats are kept as one set of rows per column, counted, because several lines may lack the same
// cell.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

// `Rows` is an unsigned integer with more bits than the board has rows.
template <class Rows>
class Lines {
  public:
    Lines(const Rules& rules, bool diagonals) : rules_(rules) {
        first_ = std::vector<std::uint32_t>(size(rules.cells()) + 1);
        for (int i = 0; i < rules.cells(); ++i) odd_.push_back((rules.rows - 1 - i % rules.rows) % 2 == 1);
        upwards_ = static_cast<unsigned>(rules.columns * std::max(0, rules.rows - rules.connect + 1));
        for_each_line(diagonals, [&](int, int cell) { ++first_[size(cell) + 1]; });
        for (int cell = 0; cell < rules.cells(); ++cell) first_[size(cell) + 1] += first_[size(cell)];
        through_.resize(first_.back());
        std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
        for_each_line(diagonals, [&](int line, int cell) {
            if (size(line) == empty_lines_.size()) empty_lines_.push_back({{0, 0}, 0, 0});
            Line& here = empty_lines_[size(line)];
            here.rest = static_cast<std::uint16_t>(here.rest ^ cell);
            here.odd = static_cast<std::uint16_t>(here.odd + is_odd(cell));
            through_[next[size(cell)]++] = static_cast<std::uint16_t>(line);
        });
        leader_ = rules.cells() % 2;
        const std::vector<int> nothing(size(rules.connect) + 1, 0);
        set_weights(nothing, nothing);
    }

    void clear() {
        lines_ = empty_lines_;
        for (int side = 0; side < 2; ++side) {
            const Rows all = rules_.connect == 1 ? ~Rows{0} : Rows{0};  // every cell is a line
            threats_[side].assign(size(rules_.columns), all);
            counts_[side].assign(size(rules_.cells()), 0);
            open[side] = static_cast<int>(lines_.size());
            sums[side] = 0;
            for (std::size_t line = upwards_; line < lines_.size(); ++line) {
                sums[side] += share(side, 0, lines_[line].odd);
            }
        }
    }

    // weight[k]: what an open line across with k discs is worth, good[k]: how much more where all that it lacks comes
    // to its side in the end (search_move.hpp). A pile is stopped by one disc on top and worth nothing. Takes all discs
    // off.
    void set_weights(const std::vector<int>& weight, const std::vector<int>& good) {
        shares_.clear();
        for (int side = 0; side < 2; ++side) {
            for (int discs = 0; discs <= rules_.connect; ++discs) {
                const int lacking = rules_.connect - discs, suits = side == leader_ ? lacking : 0;
                for (int odd = 0; odd <= rules_.connect; ++odd) {
                    const int worth = weight[size(discs)] + (odd == suits ? good[size(discs)] : 0);
                    shares_.push_back(std::max(worth, 0) + (odd == lacking ? one_odd : 0) + (odd == 0 ? one_even : 0));
                }
            }
        }
        clear();
    }

    int cell(int column, int row) const { return column * rules_.rows + row; }

    // The rows where a disc would complete a line of the side; rows that are taken may be among them.
    const Rows& threats(int side, int column) const { return threats_[side][size(column)]; }

    // What each side's open lines across come to, in one number so that one addition keeps it.
    std::int64_t sums[2]{};
    int open[2]{};  // how many lines hold no disc of the other side

    // The sum of their weights.
    int value(int side) const { return worth_of(sums[side]); }

    // How many of them lack only cells with an odd number of cells above, or only such with an even one.
    int only_odd(int side) const { return static_cast<int>(sums[side] >> odd_from & 0xffff); }
    int only_even(int side) const { return static_cast<int>(sums[side] >> even_from & 0xffff); }

    void add(int side, int cell) {
        const int other = 1 - side, connect = rules_.connect, odd = is_odd(cell);
        std::int64_t gained = 0, taken = 0;
        int closed = 0;
        for (std::uint32_t i = first_[size(cell)]; i < first_[size(cell) + 1]; ++i) {
            Line& line = lines_[through_[i]];
            const bool across = through_[i] >= upwards_;
            const int own = line.discs[side]++, others = line.discs[other], odd_before = line.odd;
            line.rest = static_cast<std::uint16_t>(line.rest ^ cell);
            line.odd = static_cast<std::uint16_t>(line.odd - odd);
            if (others == 0) {
                if (across) gained += share(side, own + 1, line.odd) - share(side, own, odd_before);
                if (own + 2 == connect) add_threat(side, line.rest);
            }
            if (own == 0) {
                ++closed;
                if (across) taken += share(other, others, odd_before);
                if (others + 1 == connect) remove_threat(other, cell);
            }
        }
        sums[side] += gained;
        sums[other] -= taken;
        open[other] -= closed;
    }

    // The reverse; `sums` and `open` are for the caller to set back.
    void remove(int side, int cell) {
        const int other = 1 - side, connect = rules_.connect, odd = is_odd(cell);
        for (std::uint32_t i = first_[size(cell)]; i < first_[size(cell) + 1]; ++i) {
            Line& line = lines_[through_[i]];
            const int own = --line.discs[side], others = line.discs[other];
            if (others == 0 && own + 2 == connect) remove_threat(side, line.rest);
            if (own == 0 && others + 1 == connect) add_threat(other, cell);
            line.rest = static_cast<std::uint16_t>(line.rest ^ cell);
            line.odd = static_cast<std::uint16_t>(line.odd + odd);
        }
    }

    // What a disc of the side in an empty cell would change, for the order of moves.
    struct Promise {
        int value = 0;    // of both sides' open lines
        int threats = 0;  // lines that would then lack one disc
    };

    Promise promise(int side, int cell) const {
        return promise(side, cell, [](int) {});
    }

    // `makes` hears of each cell that would then complete a line.
    template <class Makes>
    Promise promise(int side, int cell, const Makes& makes) const {
        Promise result;
        std::int64_t sum = 0;
        const int odd = is_odd(cell);
        for (std::uint32_t i = first_[size(cell)]; i < first_[size(cell) + 1]; ++i) {
            const Line& line = lines_[through_[i]];
            const bool across = through_[i] >= upwards_;
            const int own = line.discs[side], others = line.discs[1 - side];
            if (others == 0) {
                if (across) sum += share(side, own + 1, line.odd - odd) - share(side, own, line.odd);
                if (own + 2 == rules_.connect) {
                    ++result.threats;
                    makes(line.rest ^ cell);
                }
            }
            if (own == 0 && across) sum += share(1 - side, others, line.odd);
        }
        result.value = worth_of(sum);
        return result;
    }

  private:
    struct Line {
        std::uint8_t discs[2];
        std::uint16_t rest;  // the exclusive or of the empty cells
        std::uint16_t odd;   // how many of them have an odd number of cells above
    };

    static constexpr std::size_t size(int number) { return static_cast<std::size_t>(number); }

    // Calls `use` with the number of every line and each of its cells.
    template <class Use>
    void for_each_line(bool diagonals, Use use) const {
        static constexpr int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        const int reach = rules_.connect - 1;
        int line = 0;
        // Lines upwards come first, so that their numbers tell them.
        for (int way = 0; way < (diagonals ? 4 : 2); ++way) {
            const int right = steps[way][0], up = steps[way][1];
            for (int column = 0; column + right * reach < rules_.columns; ++column) {
                for (int row = 0; row < rules_.rows; ++row) {
                    const int last = row + up * reach;
                    if (last < 0 || last >= rules_.rows) continue;
                    for (int k = 0; k <= reach; ++k) use(line, cell(column + k * right, row + k * up));
                    ++line;
                }
            }
        }
    }

    int is_odd(int cell) const { return odd_[size(cell)]; }

    // In a sum the worth has the lowest bits, lines that lack only cells of one kind have 16 each above them.
    static constexpr int odd_from = 31, even_from = odd_from + 16;
    static constexpr std::int64_t one_odd = std::int64_t{1} << odd_from, one_even = std::int64_t{1} << even_from;

    static int worth_of(std::int64_t sum) { return static_cast<int>(sum << (64 - odd_from) >> (64 - odd_from)); }

    // What a side's open line across with so many discs adds to its sum; `odd` of the empty cells have an odd number
    // above.
    std::int64_t share(int side, int discs, int odd) const {
        return shares_[size((side * (rules_.connect + 1) + discs) * (rules_.connect + 1) + odd)];
    }

    void add_threat(int side, int cell) {
        if (counts_[side][size(cell)]++ == 0) threats_[side][size(cell / rules_.rows)] |= Rows{1} << cell % rules_.rows;
    }

    void remove_threat(int side, int cell) {
        if (--counts_[side][size(cell)] == 0) {
            threats_[side][size(cell / rules_.rows)] &= ~(Rows{1} << cell % rules_.rows);
        }
    }

    Rules rules_;
    std::vector<Line> lines_, empty_lines_;
    std::vector<std::uint32_t> first_;    // where the list of a cell begins in `through_`
    std::vector<std::uint16_t> through_;  // the lines through each cell
    std::vector<std::int64_t> shares_;    // of lines across, by side, discs and empty cells with an odd number above
    int leader_ = 0;                      // the side to which those cells come
    std::vector<std::uint8_t> odd_;       // whether a cell has an odd number of cells above
    unsigned upwards_ = 0;                // lines that go straight up: the first ones
    std::vector<Rows> threats_[2];
    std::vector<std::uint16_t> counts_[2];  // lines that lack this cell alone
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
