// A position: drop, undo, line test, threats, mirror, key.
//
// The bit layout, here for 6 rows and 7 columns. Bit = column * (rows + 1) + row, row 0 at the bottom:
//
//     .  .  .  .  .  .  .      the spare row
//     5 12 19 26 33 40 47      row 5, the top
//     4 11 18 25 32 39 46
//     3 10 17 24 31 38 45
//     2  9 16 23 30 37 44
//     1  8 15 22 29 36 43
//     0  7 14 21 28 35 42      row 0, the bottom
//
// No disc ever lies in the spare row. It keeps lines from running out of the top of one column into the bottom of the
// next, and gives a full column room for the carry in `occupied + bottom`.
// One step up is a shift by 1, to the right by rows + 1, up to the right by rows + 2, down to the right by rows.
#pragma once

#include <cstdint>

#include "bits.hpp"
#include "rules.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

// How many bits a board needs in this layout.
constexpr int bits_needed(const Rules& rules) { return (rules.rows + 1) * rules.columns; }

// The discs on a board of at most 64 * Words bits. Knows no sizes: every function that needs them is given the Shape.
template <int Words>
struct Position {
    Bits<Words> mover;     // discs of the side to move
    Bits<Words> occupied;  // discs of both sides
    int plies = 0;         // how many discs; the first side moves when it is even

    constexpr Bits<Words> waiting() const { return mover ^ occupied; }
    constexpr int to_move() const { return plies % 2; }
    constexpr Bits<Words> discs(int side) const { return side == to_move() ? mover : waiting(); }

    friend constexpr bool operator==(const Position&, const Position&) = default;
};

// The geometry of one board, computed once per game: masks, and the shifts that find a line.
template <int Words>
class Shape {
  public:
    using Cells = Bits<Words>;

    // bits_needed(rules) must fit into Words.
    explicit constexpr Shape(const Rules& rules) : rules_(rules), stride_(rules.rows + 1) {
        for (int column = 0; column < rules.columns; ++column) bottom_ |= Cells::bit(stride_ * column);
        for (int row = 0; row < rules.rows; ++row) board_ |= shl(bottom_, row);
        plan_lines();
        plan_fill();
    }

    constexpr const Rules& rules() const { return rules_; }
    constexpr int stride() const { return stride_; }         // from a cell to the one on its right
    constexpr const Cells& board() const { return board_; }  // all cells
    constexpr const Cells& bottom_row() const { return bottom_; }
    constexpr Cells bottom(int column) const { return Cells::bit(stride_ * column); }
    constexpr Cells cell(int column, int row) const { return Cells::bit(stride_ * column + row); }
    constexpr Cells column(int column) const { return shl(Cells::first(rules_.rows), stride_ * column); }
    constexpr int column_of(int bit) const { return bit / stride_; }
    constexpr int row_of(int bit) const { return bit % stride_; }

    // The lowest free cell of each column that is not full.
    constexpr Cells playable(const Cells& occupied) const { return (occupied + bottom_) & board_; }

    constexpr bool is_open(const Cells& occupied, int column) const {
        return !occupied.has(stride_ * column + rules_.rows - 1);
    }

    constexpr int height(const Cells& occupied, int column) const { return popcount(occupied & this->column(column)); }

    // The column must be open.
    constexpr void drop(Position<Words>& position, int column) const {
        position.mover ^= position.occupied;
        position.occupied |= position.occupied + bottom(column);
        ++position.plies;
    }

    // Takes back the top disc of the column, which must be the last one dropped.
    constexpr void undo(Position<Words>& position, int column) const {
        const Cells pile = position.occupied & this->column(column);
        position.occupied ^= pile ^ shr(pile & ~bottom(column), 1);
        position.mover ^= position.occupied;
        --position.plies;
    }

    // Whether these discs hold `connect` in line. Shrinks runs by doubling: after the steps 1, 2, 4, ... a bit is left
    // for each cell where a run of `connect` begins, so the cost is logarithmic in `connect`.
    constexpr bool has_line(const Cells& discs) const {
        for (int d = 0; d < directions_; ++d) {
            Cells run = discs;
            for (int s = 0; s < steps_; ++s) run &= shr(run, step_[s] * direction_[d]);
            if (run) return true;
        }
        return false;
    }

    // The cells of all lines of these discs in one direction, runs longer than `connect` included; (right, up) is the
    // step from a cell of a line to the next, with right 0 or 1.
    constexpr Cells line_cells(const Cells& discs, int right, int up) const {
        if (right != 0 && rules_.connect > rules_.columns) return Cells();
        if (up != 0 && rules_.connect > rules_.rows) return Cells();
        const int direction = stride_ * right + up;
        Cells line = discs;
        for (int s = 0; s < steps_; ++s) line &= shr(line, step_[s] * direction);
        for (int s = 0; s < steps_; ++s) line |= shl(line, step_[s] * direction);
        return line;
    }

    // The empty cells, playable or not, where one disc more would complete a line of these discs; gaps included.
    constexpr Cells threats(const Cells& discs, const Cells& occupied) const {
        Cells found;
        for (int d = 0; d < directions_; ++d) found |= completing(discs, direction_[d]);
        return found & board_ & ~occupied;
    }

    // Swaps left and right.
    constexpr Cells mirrored(const Cells& cells) const {
        Cells result;
        for (int left = 0, right = rules_.columns - 1; right >= 0; ++left, --right) {
            const Cells pile = shr(cells, stride_ * left) & Cells::first(rules_.rows);
            result |= shl(pile, stride_ * right);
        }
        return result;
    }

    constexpr Position<Words> mirrored(const Position<Words>& position) const {
        return {mirrored(position.mover), mirrored(position.occupied), position.plies};
    }

    // One number per position, never 0: the discs of the side to move, and above each pile a bit that marks its height.
    constexpr Cells key(const Position<Words>& position) const {
        return position.mover | (position.occupied + bottom_);
    }

    // The position with this key.
    constexpr Position<Words> from_key(const Cells& key) const {
        // Fill each column from its mark downwards; what a shift carries in from the next column lands in the top
        // rows, which are cut off. One shift more then leaves the cells below the mark.
        Cells filled = key;
        for (int i = 0; i < fill_steps_; ++i) filled |= shr(filled, 1 << i) & without_top_[i];
        const Cells occupied = shr(filled, 1) & board_;
        return {key & occupied, occupied, popcount(occupied)};
    }

  private:
    // Which directions can hold a line at all, and the steps of the doubling. Without the impossible directions every
    // shift is shorter than the board, so that the unchecked shifts may be used.
    constexpr void plan_lines() {
        const int connect = rules_.connect;
        const bool tall = connect <= rules_.rows;
        const bool wide = connect <= rules_.columns;
        if (tall) direction_[directions_++] = 1;
        if (wide) direction_[directions_++] = stride_;
        if (tall && wide) direction_[directions_++] = stride_ + 1;
        if (tall && wide) direction_[directions_++] = stride_ - 1;
        for (int length = 1; length < connect;) {
            const int step = length < connect - length ? length : connect - length;
            step_[steps_++] = step;
            length += step;
        }
    }

    // without_top_[i]: all cells, spare row included, but for the 2^i highest of each column.
    constexpr void plan_fill() {
        for (int step = 1; step <= rules_.rows; step *= 2, ++fill_steps_) {
            for (int row = 0; row < stride_ - step; ++row) without_top_[fill_steps_] |= shl(bottom_, row);
        }
    }

    // The cells that see `before` discs on one side and connect - 1 - before on the other, for any `before`.
    constexpr Cells completing(const Cells& discs, int direction) const {
        Cells before[Rules::limit];  // before[n]: the n cells before this one hold discs
        before[0] = board_;
        const int needed = rules_.connect - 1;
        for (int n = 1; n <= needed; ++n) before[n] = shl(before[n - 1] & discs, direction);
        Cells after = board_;
        Cells found = before[needed];
        for (int n = 1; n <= needed; ++n) {
            after = shr(after & discs, direction);
            found |= after & before[needed - n];
        }
        return found;
    }

    Rules rules_;
    int stride_;
    Cells board_;
    Cells bottom_;
    int direction_[4]{};
    int directions_ = 0;
    int step_[8]{};
    int steps_ = 0;
    Cells without_top_[7];
    int fill_steps_ = 0;
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
