// All lines of a board and what lies in each, kept up to date disc by disc: no move costs more on a larger board.
//
// A line is `connect` cells in a row. Each knows its state, which tells by one look into a table what a disc does to
// it, and the exclusive or of its empty cells, so that a line that lacks one disc names the cell. A cell that would
// complete a line of a side is a threat of that side; threats are kept as one set of rows per column, counted, because
// several lines may lack the same cell. So are the cells of lines that lack two or three discs: together they make the
// levels of evaluation.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluation.hpp"
#include "rules.hpp"
#include "search_move.hpp"

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
        before_.resize(first_.back());
        std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
        for_each_line(diagonals, [&](int line, int cell) {
            if (size(line) == empty_lines_.size()) empty_lines_.push_back({empty_state(line), 0});
            Line& here = empty_lines_[size(line)];
            if (size(line) == runs_.size()) runs_.push_back({static_cast<std::uint16_t>(cell), 0});
            if (const int step = cell - runs_.back().first; step) {  // the last one is connect - 1 steps away
                runs_.back().step = static_cast<std::int16_t>(step / (rules.connect - 1));
            }
            here.rest = static_cast<std::uint16_t>(here.rest ^ cell);
            here.state = static_cast<std::uint16_t>(here.state + is_odd(cell));
            through_[next[size(cell)]++] = static_cast<std::uint16_t>(line);
        });
        for (auto& threats : threats_) threats.resize(size(rules.columns));
        leader_ = rules.cells() % 2;
        column_keys_.resize(size(rules.columns));
        for (int i = 0; i < 2 * level::count * rules.rows; ++i) {
            level_keys_.push_back(i % level::count ? mixed_key(-100 - i) : 0);
        }
        set_worths([](int, int, bool) { return 0; });
        clear();
    }

    // Takes all discs off.
    void clear() {
        lines_ = empty_lines_;
        taken_.assign(size(rules_.cells()), false);
        std::fill(column_keys_.begin(), column_keys_.end(), 0);
        for (int side = 0; side < 2; ++side) {
            const Rows all = rules_.connect == 1 ? ~Rows{0} : Rows{0};  // every cell is a line
            std::fill(threats_[side].begin(), threats_[side].end(), all);
            near_[side].assign(size(rules_.cells()), 0);
            open[side] = static_cast<int>(lines_.size());
        }
        kept_ = 0;
        count();
    }

    // Takes what open lines across are worth: worth(side, discs, good) of each that holds so many discs, where `good`
    // is whether all that it lacks comes to its side in the end. No worth is below zero. A pile is stopped by one disc
    // on top and worth nothing.
    template <class Worth>
    void set_worths(const Worth& worth) {
        shares_.clear();
        for (int side = 0; side < 2; ++side) {
            for (int discs = 0; discs <= rules_.connect; ++discs) {
                const int lacking = rules_.connect - discs, suits = side == leader_ ? lacking : 0;
                for (int odd = 0; odd <= rules_.connect; ++odd) {
                    shares_.push_back(worth(side, discs, odd == suits) + (odd == lacking ? one_odd : 0) +
                                      (odd == 0 ? one_even : 0));
                }
            }
        }
        for (int side = 0; side < 2; ++side) {
            for (int odd = 0; odd < 2; ++odd) list_changes(side, odd);
        }
        if (!lines_.empty()) count();
    }

    int cell(int column, int row) const { return column * rules_.rows + row; }

    // The rows where a disc would complete a line of the side; rows that are taken may be among them.
    const Rows& threats(int side, int column) const { return threats_[side][size(column)]; }

    // The level of an empty cell, and a key of all levels in a column.
    std::uint8_t level(int side, int cell) const {
        return static_cast<std::uint8_t>((std::bit_width(near_[side][size(cell)]) + 7) / 8);
    }
    std::uint64_t column_key(int column) const { return column_keys_[size(column)]; }

    // What each side's open lines across come to, in one number so that one addition keeps it.
    std::int64_t sums[2]{};
    int open[2]{};  // how many lines hold no disc of the other side

    // The sum of their weights.
    int value(int side) const { return worth_of(sums[side]); }

    // How many of them lack only cells with an odd number of cells above, or only such with an even one.
    int only_odd(int side) const { return static_cast<int>(sums[side] >> odd_from & 0xffff); }
    int only_even(int side) const { return static_cast<int>(sums[side] >> even_from & 0xffff); }

    void add(int side, int cell) {
        const int other = 1 - side;
        const Change* changes = changes_[side][is_odd(cell)].data();
        std::int64_t gained = 0, taken = 0;
        int closed = 0;
        const auto numbers = through(cell);
        std::uint16_t* before = before_.data() + kept_;
        kept_ += numbers.size();
        for (const std::uint16_t number : numbers) {
            Line& line = lines_[number];
            *before++ = line.state;
            const Change& change = changes[line.state];
            if (change.leaves || change.enters) come_nearer(change, side, number, cell, 1);
            line.state = change.next;
            line.rest = static_cast<std::uint16_t>(line.rest ^ cell);
            gained += change.gained;
            taken += change.taken;
            closed += change.closes;
            if (change.makes) add_threat(side, line.rest);
            if (change.stops) remove_threat(other, cell);
        }
        taken_[size(cell)] = true;
        sums[side] += gained;
        sums[other] -= taken;
        open[other] -= closed;
    }

    // The reverse for the disc that was added last; `sums` and `open` are for the caller to set back.
    void remove(int side, int cell) {
        const Change* changes = changes_[side][is_odd(cell)].data();
        const auto numbers = through(cell);
        taken_[size(cell)] = false;
        kept_ -= numbers.size();
        const std::uint16_t* before = before_.data() + kept_;
        for (const std::uint16_t number : numbers) {
            Line& line = lines_[number];
            const Change& change = changes[line.state = *before++];
            if (change.makes) remove_threat(side, line.rest);
            if (change.stops) add_threat(1 - side, cell);
            line.rest = static_cast<std::uint16_t>(line.rest ^ cell);
            if (change.leaves || change.enters) come_nearer(change, side, number, cell, -1);
        }
    }

    // What a disc of the side in an empty cell would change, for the order of moves.
    struct Promise {
        int value = 0;    // of both sides' open lines
        int threats = 0;  // lines that would then lack one disc
    };

    Promise promise(int side, int cell) const {
        const std::int64_t* promises = promises_[side][is_odd(cell)].data();
        std::int64_t sum = 0;
        for (const std::uint16_t number : through(cell)) sum += promises[lines_[number].state];
        const auto value = static_cast<std::int32_t>(sum);
        return {value, static_cast<int>((sum - value) >> 32)};
    }

    // Calls `use` with each cell that a disc of the side in an empty cell would make a threat.
    template <class Use>
    void for_each_made(int side, int cell, const Use& use) const {
        const Change* changes = changes_[side][is_odd(cell)].data();
        for (const std::uint16_t number : through(cell)) {
            const Line& line = lines_[number];
            if (changes[line.state].makes) use(line.rest ^ cell);
        }
    }

  private:
    // A line's state is `mixed` when it holds discs of both sides; else it tells whether the line goes across, whose
    // discs it holds, how many, and how many of its empty cells have an odd number of cells above.
    struct Line {
        std::uint16_t state;
        std::uint16_t rest;  // the exclusive or of the empty cells
    };
    static constexpr std::uint16_t mixed = 0;

    // What a disc does to a line in some state.
    struct Change {
        std::int64_t gained, taken;  // by its side, from the other
        std::uint16_t next;
        bool closes;                  // to the other side
        bool makes;                   // a threat of its side
        bool stops;                   // a threat of the other
        std::uint8_t leaves, enters;  // discs that it lacked and then lacks, where that tells how near its cells are
    };

    // The cells of a line.
    struct Run {
        std::uint16_t first;
        std::int16_t step;
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

    // Of a line that is not mixed; `odd` as above. Without discs it is the same for both sides.
    std::uint16_t state_of(bool across, int owner, int discs, int odd) const {
        const int lengths = rules_.connect + 1, whose = discs ? owner : 0;
        return static_cast<std::uint16_t>(1 + ((2 * across + whose) * lengths + discs) * lengths + odd);
    }

    std::uint16_t empty_state(int line) const { return state_of(static_cast<unsigned>(line) >= upwards_, 0, 0, 0); }

    // Works out what a disc of the side does to a line of any state, in a cell that has an odd number above or not.
    void list_changes(int side, int odd_cell) {
        const int connect = rules_.connect, lengths = connect + 1;
        auto& changes = changes_[side][odd_cell];
        auto& promises = promises_[side][odd_cell];
        changes.assign(size(1 + 4 * lengths * lengths), {0, 0, mixed, false, false, false, 0, 0});
        for (int discs = 0; discs < connect; ++discs) {
            for (int odd = odd_cell; odd <= connect - discs; ++odd) {
                for (const bool across : {false, true}) {
                    changes[state_of(across, 1 - side, discs, odd)] = stopping(side, across, discs, odd);
                    // Without discs the state is the same, and the disc does both.
                    Change& change = changes[state_of(across, side, discs, odd)];
                    change.next = state_of(across, side, discs + 1, odd - odd_cell);
                    change.makes = discs + 2 == connect;
                    if (!across) continue;
                    change.gained = share(side, discs + 1, odd - odd_cell) - share(side, discs, odd);
                    change.leaves = telling(discs);
                    change.enters = telling(discs + 1);
                }
            }
        }
        promises.clear();
        for (const Change& change : changes) {
            promises.push_back(worth_of(change.gained + change.taken) + (std::int64_t{change.makes} << 32));
        }
    }

    // What a disc of the side does to a line with so many discs of the other side.
    Change stopping(int side, bool across, int discs, int odd) const {
        const std::int64_t taken = across ? share(1 - side, discs, odd) : 0;
        const std::uint8_t leaves = across ? telling(discs) : 0;
        return {0, taken, mixed, true, false, discs + 1 == rules_.connect, leaves, 0};
    }

    // What a line across with so many discs lacks, if that is two or three; else 0.
    std::uint8_t telling(int discs) const {
        const int lacks = rules_.connect - discs;
        return static_cast<std::uint8_t>(discs > 0 && (lacks == 2 || lacks == 3) ? lacks : 0);
    }

    // Counts what a disc of the side in the cell, still empty, changes for the cells of a line; or takes it back.
    void come_nearer(const Change& change, int side, std::uint16_t number, int cell, int sign) {
        int cells[4]{}, count = 0;  // the empty ones, that of the disc last
        const Run& run = runs_[number];
        for (int k = 0, each = run.first; k < rules_.connect; ++k, each += run.step) {
            if (!taken_[size(each)] && each != cell) cells[count++] = each;
        }
        cells[count++] = cell;
        if (change.leaves) mark(change.closes ? 1 - side : side, cells, count, -sign);
        if (change.enters) mark(side, cells, count - 1, sign);
    }

    // All that a line lacks: two or three cells.
    void mark(int side, const int* cells, int count, int sign) {
        if (count == 3) {
            for (int i = 0; i < 3; ++i) change_level(side, cells[i], sign * one_third);
        } else {
            for (int i = 0; i < 2; ++i) {
                const bool good = is_odd(cells[1 - i]) == (side == leader_);
                change_level(side, cells[i], sign * (good ? one_second + one_good : one_second));
            }
        }
    }

    void change_level(int side, int cell, int by) {
        const int before = level(side, cell);
        near_[side][size(cell)] += static_cast<std::uint32_t>(by);
        const int after = level(side, cell);
        if (before == after) return;
        const std::uint64_t* keys = &level_keys_[size((cell % rules_.rows * 2 + side) * level::count)];
        column_keys_[size(cell / rules_.rows)] ^= keys[before] ^ keys[after];
    }

    std::span<const std::uint16_t> through(int cell) const {
        return {through_.data() + first_[size(cell)], through_.data() + first_[size(cell) + 1]};
    }

    void add_threat(int side, int cell) {
        if (near_[side][size(cell)] < std::uint32_t{one_threat}) {
            threats_[side][size(cell / rules_.rows)] |= Rows{1} << cell % rules_.rows;
        }
        change_level(side, cell, one_threat);
    }

    void remove_threat(int side, int cell) {
        change_level(side, cell, -one_threat);
        if (near_[side][size(cell)] < std::uint32_t{one_threat}) {
            threats_[side][size(cell / rules_.rows)] &= ~(Rows{1} << cell % rules_.rows);
        }
    }

    // Adds up what the lines come to.
    void count() {
        const int lengths = rules_.connect + 1;
        sums[0] = sums[1] = 0;
        for (const Line& line : lines_) {
            const int known = line.state - 1 - 2 * lengths * lengths;  // of lines across
            if (known < 0) continue;
            const int odd = known % lengths, discs = known / lengths % lengths, owner = known / lengths / lengths;
            for (int side = 0; side < 2; ++side) {
                if (discs == 0 || side == owner) sums[side] += share(side, discs, odd);
            }
        }
    }

    // How many lines tell that a cell has some level: a byte for each level, the highest of them counts.
    static constexpr int one_third = 1, one_second = 1 << 8, one_good = 1 << 16, one_threat = 1 << 24;

    Rules rules_;
    std::vector<Line> lines_, empty_lines_;
    std::vector<std::uint32_t> first_;    // where the list of a cell begins in `through_`
    std::vector<std::uint16_t> through_;  // the lines through each cell
    std::vector<std::int64_t> shares_;    // of lines across, by side, discs and empty cells with an odd number above
    int leader_ = 0;                      // the side to which those cells come
    std::vector<Change> changes_[2][2];   // by side, by cells above odd or not, and by state
    std::vector<std::int64_t> promises_[2][2];  // the same: the worth, and above 32 bits whether a threat is made
    std::vector<std::uint16_t> before_;         // the states that the discs have changed, the last ones at the end
    std::size_t kept_ = 0;                      // how many they are
    std::vector<std::uint8_t> odd_;             // whether a cell has an odd number of cells above
    unsigned upwards_ = 0;                      // lines that go straight up: the first ones
    std::vector<Rows> threats_[2];
    std::vector<std::uint32_t> near_[2];  // by cell
    std::vector<Run> runs_;
    std::vector<std::uint8_t> taken_;  // whether a cell is
    std::vector<std::uint64_t> column_keys_, level_keys_;
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
