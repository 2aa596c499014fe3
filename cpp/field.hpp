// The geometry of a board as the solver wants it: masks that need no thinking at a node.
//
// The bit layout is that of position.hpp. The same Field is a constant for the sizes that the solver is compiled for
// and a member for all others (see Fixed and Sized), so that there is one source for both.
#pragma once

#include "position.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

template <int Words>
struct Field {
    using Cells = Bits<Words>;
    static constexpr int most = 100;  // rows or columns

    // A direction in which X cells of the board lie in line: the shift of one step, and where such lines start.
    struct Way {
        int shift = 0;
        Cells starts;
    };

    int rows, columns, connect, cells, stride;
    Cells board, bottom;
    Cells follower;                                 // an even number of cells lies above: who answers above gets these
    Cells leader;                                   // an odd number of cells lies above
    Cells column[most];                             // the cells of each column
    Cells file[most];                               // the same with the spare row
    Cells at_least_above[std::size_t{64 * Words}];  // cells with at least so many cells above
    Cells from_row[8];                              // cells of rows 2^i and up: where a step up by 2^i may end
    int doublings = 0;                              // how many such steps reach from the bottom to the top
    Way upward;                                     // without starts where X is larger than the number of rows
    Way across[3];                                  // horizontal and both diagonals, as many as there are lines in
    int ways_across = 0;

    // How far from the centre the column of each cell is, in half columns.
    std::int8_t off_centre[std::size_t{64 * Words}] = {};

    // The first eight columns again, word by word: as vectors they are loaded at once.
    alignas(64) std::uint64_t eight_columns[std::size_t{Words}][8] = {};

    explicit constexpr Field(const Rules& rules)
        : rows(rules.rows),
          columns(rules.columns),
          connect(rules.connect),
          cells(rules.rows * rules.columns),
          stride(rules.rows + 1) {
        for (int c = 0; c < columns; ++c) {
            column[c] = shl(Cells::first(rows), c * stride);
            file[c] = shl(Cells::first(stride), c * stride);
            bottom |= Cells::bit(c * stride);
            board |= column[c];
            for (int i = 0; i < Words && c < 8; ++i) eight_columns[i][c] = column[c].words[i];
            const int distance = 2 * c - (columns - 1);
            for (int r = 0; r < rows; ++r) {
                off_centre[c * stride + r] = static_cast<std::int8_t>(distance < 0 ? -distance : distance);
            }
        }
        for (int r = 0; r < rows; ++r) {
            const Cells row = shl(bottom, r);
            ((rows - 1 - r) % 2 ? leader : follower) |= row;
            for (int i = 0; i < 8 && 1 << i <= r; ++i) from_row[i] |= row;
            for (int above = 0; above <= rows - 1 - r; ++above) at_least_above[above] |= row;
        }
        while (1 << doublings < rows) ++doublings;
        upward = {1, starts(0, 1)};
        add_way(stride, 1, 0);
        add_way(stride - 1, 1, -1);
        add_way(stride + 1, 1, 1);
    }

    constexpr bool has_vertical_lines() const { return bool(upward.starts); }

  private:
    constexpr Cells starts(int right, int up) const {
        Cells result;
        for (int c = 0; c + (connect - 1) * right < columns; ++c) {
            for (int r = 0; r < rows; ++r) {
                const int last = r + (connect - 1) * up;
                if (last >= 0 && last < rows) result |= Cells::bit(c * stride + r);
            }
        }
        return result;
    }

    constexpr void add_way(int shift, int right, int up) {
        const Cells first = starts(right, up);
        if (first) across[ways_across++] = {shift, first};
    }
};

// Boards beyond 128 bits have a solver of their own, wide_solver.cpp.
constexpr int words_needed(const Rules& rules) {
    const int bits = bits_needed(rules);
    return bits <= 64 ? 1 : bits <= 128 ? 2 : 8;
}

// A board whose size the compiler knows: every mask and shift is a constant in the code.
template <int Rows, int Columns, int Connect>
struct Fixed {
    static constexpr int words = words_needed({Rows, Columns, Connect});
    static constexpr int most_columns = Columns;
    static constexpr int connect = Connect;
    static constexpr Field<words> field{Rules{Rows, Columns, Connect}};

    explicit Fixed(const Rules&) {}
};

// A board of any size that the words hold, with lines of any length or of one that the compiler knows.
template <int Words, int Connect = 0>
struct Sized {
    static constexpr int words = Words;
    static constexpr int connect = Connect;
    static constexpr int most_columns = 32 * Words;  // of two bits each
    Field<words> field;

    explicit Sized(const Rules& rules) : field(rules) {}
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
