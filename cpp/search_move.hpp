// What the search and the two forms of a position (bit_state.hpp, line_state.hpp) tell each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "isa.hpp"
#include "search.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

// What is decided at once in a position.
enum class Now {
    won,     // the side to move completes a line
    lost,    // the other side does so next, whatever is played
    forced,  // there is one move that stops the other side
    single,  // there is one move that does not let it win
    open,    // there are several
};

template <class Prepared>
struct SearchMove {
    int column, cell, order;
    int worth;           // what it changes of the open lines, where that is known
    bool quiet;          // it makes no threat
    std::uint64_t next;  // the key of the position after it, or after the answer that it forces
    bool forcing;        // there is such an answer
    Prepared prepared;
};

// How far a column lies from the centre, in halves of a column.
inline int off_centre(const Rules& rules, int column) { return std::abs(2 * column - (rules.columns - 1)); }

// All columns, those nearest the centre first.
inline std::vector<int> columns_from_centre(const Rules& rules) {
    std::vector<int> columns;
    for (int column = 0; column < rules.columns; ++column) columns.push_back(column);
    std::stable_sort(columns.begin(), columns.end(),
                     [&](int a, int b) { return off_centre(rules, a) < off_centre(rules, b); });
    return columns;
}

// How many lines run through a cell of the empty board.
inline int lines_through(const Rules& rules, int column, int row) {
    static constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    const int reach = rules.connect - 1;
    const auto inside = [&](int c, int r) { return c >= 0 && r >= 0 && c < rules.columns && r < rules.rows; };
    int count = 0;
    for (const auto& [right, up] : steps) {
        for (int k = 0; k <= reach; ++k) {
            const int c = column - k * right, r = row - k * up;
            count += inside(c, r) && inside(c + reach * right, r + reach * up);
        }
    }
    return count;
}

// A mixing of numbers by Steele, Lea and Flood (2014), for keys that are the same in every run.
constexpr std::uint64_t mixed_key(int index) {
    auto number = static_cast<std::uint64_t>(index) + 0x9e3779b97f4a7c15;
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
    number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
    return number ^ (number >> 31);
}

}  // namespace LINEFALL_ISA
}  // namespace linefall
