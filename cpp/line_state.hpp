// A position as the lines that run through it, for boards of any size: see lines.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "evaluation.hpp"
#include "lines.hpp"
#include "search_move.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

// `Rows` is an unsigned integer with more bits than the board has rows.
template <class Rows>
class LineState {
  public:
    struct Prepared {};
    using Move = SearchMove<Prepared>;

    struct Safe {
        int count = 0;
        std::uint8_t columns[Rules::limit];
    };

    struct Undo {
        std::int64_t sums[2];
        int open[2];
        std::uint64_t key;
    };

    static constexpr bool knows_worth = true;
    static constexpr bool dear = false;

    LineState(const Rules& rules, bool diagonals)
        : rules_(rules),
          diagonals_(diagonals),
          lines_(rules, diagonals),
          evaluation_(rules),
          from_centre_(columns_from_centre(rules)) {
        for (int i = 0; i < 2 * rules.cells(); ++i) keys_.push_back(mixed_key(i));
        for (int height = 0; height <= rules.rows; ++height) height_keys_.push_back(mixed_key(-1 - height));
        heights_.assign(size(rules.columns), 0);
        for (auto& discs : discs_) discs.assign(size(rules.columns), Rows{0});
        for (int row = 0; row < rules.rows; ++row) {
            if ((rules.rows - 1 - row) % 2) odd_rows_ |= Rows{1} << row;
        }
        // The side that moves with an even number of empty cells leads: cells with an odd number above come to it.
        leader_ = rules.cells() % 2;
        evaluation_.level(*this);
    }

    int side = 0, left = 0;
    std::uint64_t key = 0;

    void clear() {
        lines_.clear();
        heights_.assign(heights_.size(), 0);
        for (auto& discs : discs_) discs.assign(discs.size(), Rows{0});
        key = 0;
    }

    // From the bottom of a column upwards.
    void place(int owner, int column, int row) {
        const int cell = lines_.cell(column, row);
        lines_.add(owner, cell);
        key ^= keys_[size(2 * cell + owner)];
        heights_[size(column)] = row + 1;
        discs_[owner][size(column)] |= Rows{1} << row;
    }

    void begin(int to_move, int cells_left) {
        side = to_move;
        left = cells_left;
        evaluation_.begin(rules_.cells() - cells_left);
        lines_.set_worths([&](int owner, int discs, bool good) {
            const int lacks = rules_.connect - discs;
            return lacks < 2 ? 0 : evaluation_.line(owner != leader_, lacks, good);
        });
    }

    int cell_of(int column) const { return lines_.cell(column, heights_[size(column)]); }
    bool is_open(int column) const { return heights_[size(column)] < rules_.rows; }
    bool wins_in(int column) const { return lines_.threats(side, column) >> heights_[size(column)] & 1; }
    bool loses_without(int column) const { return lines_.threats(1 - side, column) >> heights_[size(column)] & 1; }

    int stir(int column) const {
        if (wins_in(column) || loses_without(column)) return won;
        // A line that becomes a threat is no longer counted as an open one: both have to be looked at.
        const int cell = cell_of(column);
        const auto one = lines_.promise(0, cell), other = lines_.promise(1, cell);
        return 8 * (one.value + other.value) + (one.threats + other.threats) * (1 << 16) - off_centre(rules_, column);
    }

    Now look(const std::vector<char>& looked_at, Safe& safe, int& forced) const {
        const int other = 1 - side;
        int skipped = -1;
        bool lost = false;
        forced = -1;
        safe.count = 0;
        for (const int column : from_centre_) {
            const int height = heights_[size(column)];
            if (height == rules_.rows) continue;
            if (lines_.threats(side, column) >> height & 1) return Now::won;
            const Rows theirs = lines_.threats(other, column) >> height;
            if (theirs & 1) {
                lost = lost || forced >= 0 || gives(theirs, height);
                forced = column;
            }
            if (gives(theirs, height)) continue;
            if (looked_at[size(column)]) {
                safe.columns[safe.count++] = static_cast<std::uint8_t>(column);
            } else {
                skipped = column;
            }
        }
        if (lost) return Now::lost;
        if (forced >= 0) return Now::forced;
        if (safe.count == 0 && skipped >= 0) safe.columns[safe.count++] = static_cast<std::uint8_t>(skipped);
        if (safe.count == 0) return Now::lost;
        forced = safe.columns[0];
        return safe.count == 1 ? Now::single : Now::open;
    }

    // The most that the side to move can hope for; nobody can win at once. The proofs are those of bounds.hpp. Counting
    // lines tells at once that most positions have none.
    int most(int hope) const {
        if (lines_.open[side] == 0) hope = std::min(hope, 0);
        if (left % 2) return lines_.only_odd(side) <= few ? zugzwang(hope) : hope;
        if (lines_.only_odd(side) > 0) return hope;
        if (has_line(reach())) return hope;
        return lines_.only_even(1 - side) > 0 && has_line(rest()) ? -won : std::min(hope, 0);
    }

    bool other_cannot_win() const { return lines_.open[1 - side] == 0; }

    int evaluate() {
        ColumnSum columns;
        for (int column = 0; column < rules_.columns; ++column) {
            const int height = heights_[size(column)];
            if (height == rules_.rows) continue;
            const std::uint64_t levels = lines_.column_key(column) ^ height_keys_[size(height)];
            columns += evaluation_.column(levels, [this, column, height](auto& leader_levels, auto& follower_levels) {
                for (int row = height; row < rules_.rows; ++row) {
                    leader_levels[size(row)] = lines_.level(leader_, lines_.cell(column, row));
                    follower_levels[size(row)] = lines_.level(1 - leader_, lines_.cell(column, row));
                }
                return height;
            });
        }
        return evaluation_.score(lines_.value(leader_) - lines_.value(1 - leader_), columns, side == leader_);
    }

    bool prepare(const Safe& safe, Move* moves, int& count) const {
        count = safe.count;
        for (int i = 0; i < safe.count; ++i) {
            const int column = safe.columns[i], cell = cell_of(column);
            const auto promise = lines_.promise(side, cell);
            if (wins_twice(column, promise.threats)) return true;
            const int worth = promise.value / Fitted::fine;
            const int order = 4 * worth + 400 * promise.threats - off_centre(rules_, column);
            const std::uint64_t next = key ^ keys_[size(2 * cell + side)];
            moves[i] = {column, cell, order, worth, promise.threats == 0, next, false, {}};
        }
        return false;
    }

    void drop(const Move& move, Undo& undo) { drop(move.column, undo); }

    void drop(int column, Undo& undo) {
        const int cell = cell_of(column);
        undo = {{lines_.sums[0], lines_.sums[1]}, {lines_.open[0], lines_.open[1]}, key};
        key ^= keys_[size(2 * cell + side)];
        lines_.add(side, cell);
        discs_[side][size(column)] |= Rows{1} << heights_[size(column)];
        ++heights_[size(column)];
        --left;
        side = 1 - side;
    }

    void take_back(int column, const Undo& undo) {
        side = 1 - side;
        ++left;
        --heights_[size(column)];
        discs_[side][size(column)] &= ~(Rows{1} << heights_[size(column)]);
        lines_.remove(side, cell_of(column));
        key = undo.key;
        for (int i = 0; i < 2; ++i) {
            lines_.sums[i] = undo.sums[i];
            lines_.open[i] = undo.open[i];
        }
    }

  private:
    static constexpr std::size_t size(int number) { return static_cast<std::size_t>(number); }

    using Columns = std::array<Rows, Rules::limit>;

    // Zugzwang is looked for where no more open lines than these lack only cells with an odd number above: one of many
    // would be within reach.
    static constexpr int few = 8;

    Rows empty(int column) const { return (Rows{1} << rules_.rows) - (Rows{1} << heights_[size(column)]); }

    // What the side to move can get of a column when the other side answers right above it: cells with an odd number
    // above, and the first one of an odd number.
    Rows conceded(int column) const {
        const int height = heights_[size(column)];
        const Rows first = (rules_.rows - height) % 2 ? Rows{1} << height : Rows{0};
        return (empty(column) & odd_rows_) | first;
    }

    // All that it can get so, with its own discs.
    Columns reach() const {
        Columns cells;
        for (int column = 0; column < rules_.columns; ++column) {
            cells[size(column)] = discs_[side][size(column)] | conceded(column);
        }
        return cells;
    }

    // All that is then left to the other side, with its own discs.
    Columns rest() const {
        Columns cells;
        for (int column = 0; column < rules_.columns; ++column) {
            cells[size(column)] = discs_[1 - side][size(column)] | (empty(column) & ~conceded(column));
        }
        return cells;
    }

    // The most that the side to move can hope for, with an odd number of cells left, against threats of the other side
    // that have an odd number of cells above.
    int zugzwang(int hope) const {
        for (int column = 0; column < rules_.columns; ++column) {
            const Rows threats = lines_.threats(1 - side, column) & odd_rows_ & empty(column);
            if (!threats) continue;
            int row = heights_[size(column)];
            while (!(threats >> row & 1)) ++row;
            if (frozen(column, row)) hope = std::min(hope, -won - (rules_.rows - 1 - row));
        }
        return hope;
    }

    // Whether the side to move loses because nothing but the cell under the threat remains to it.
    bool frozen(int threatened, int row) const {
        const int height = heights_[size(threatened)];
        if (row == height) return false;
        Columns cells = reach();
        Rows got = ((Rows{1} << row) - (Rows{1} << height)) & ~odd_rows_;
        if ((row - height) % 2 == 0) got |= Rows{1} << height;
        cells[size(threatened)] = discs_[side][size(threatened)] | got;
        return !has_line(cells);
    }

    bool has_line(const Columns& cells) const {
        if (rules_.connect <= rules_.rows && has_pile(cells)) return true;
        if (rules_.connect > rules_.columns) return false;
        if (has_line_across(cells, [](Rows rows, int) { return rows; })) return true;
        if (!diagonals_ || rules_.connect > rules_.rows) return false;
        return has_line_across(cells, [](Rows rows, int steps) { return rows >> steps; }) ||
               has_line_across(cells, [](Rows rows, int steps) { return rows << steps; });
    }

    bool has_pile(const Columns& cells) const {
        for (int column = 0; column < rules_.columns; ++column) {
            Rows runs = cells[size(column)];
            for (int length = 1; length < rules_.connect;) {
                const int step = std::min(length, rules_.connect - length);
                runs &= runs >> step;
                length += step;
            }
            if (runs) return true;
        }
        return false;
    }

    // `brought` moves the rows of a column so many steps to the right into those where the line begins.
    template <class Brought>
    bool has_line_across(const Columns& cells, const Brought& brought) const {
        Columns runs;
        std::copy_n(cells.begin(), rules_.columns, runs.begin());
        for (int length = 1; length < rules_.connect;) {
            const int step = std::min(length, rules_.connect - length);
            length += step;
            for (int column = 0; column + length <= rules_.columns; ++column) {
                runs[size(column)] &= brought(runs[size(column + step)], step);
            }
        }
        Rows any = 0;
        for (int column = 0; column + rules_.connect <= rules_.columns; ++column) any |= runs[size(column)];
        return any != 0;
    }

    // Whether a disc in a column that makes so many threats wins with the next one: two cells then complete a line at
    // once, or one does and the one right above it.
    bool wins_twice(int column, int threats) const {
        // Of the cells that would win at once, one of the column itself is right above the disc.
        const int cell = cell_of(column), above = heights_[size(column)] + 1;
        int now = above < rules_.rows && (lines_.threats(side, column) >> above & 1) ? cell + 1 : -1;
        bool wins = false;
        if (threats) {
            lines_.for_each_made(side, cell, [&](int made) {
                const int there = made / rules_.rows;
                if (made != cell + 1 && made != cell_of(there)) return;
                wins = wins || (now >= 0 && now != made) || wins_above(made);
                now = made;
            });
        }
        // Two threats on top of each other that come with the same disc.
        if (now >= 0 && threats > 1) {
            lines_.for_each_made(side, cell, [&](int made) { wins = wins || is_above(made, now); });
        }
        return wins || (now >= 0 && wins_above(now));
    }

    bool is_above(int cell, int other) const { return cell == other + 1 && cell % rules_.rows > 0; }

    // Whether the side to move has a threat right above the cell.
    bool wins_above(int cell) const {
        const int row = cell % rules_.rows + 1;
        return row < rules_.rows && (lines_.threats(side, cell / rules_.rows) >> row & 1);
    }

    // Whether a disc in a column lets the other side win on top of it; its threats from that height on.
    bool gives(Rows theirs, int height) const { return (theirs & 2) && height + 1 < rules_.rows; }

    Rules rules_;
    bool diagonals_;
    Lines<Rows> lines_;
    Evaluation evaluation_;
    std::vector<Rows> discs_[2];  // by columns
    std::vector<std::uint64_t> keys_, height_keys_;
    std::vector<int> from_centre_, heights_;
    Rows odd_rows_ = 0;  // rows with an odd number of cells above
    int leader_ = 0;
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
