// What the search and the two forms of a position (bit_state.hpp, line_state.hpp) tell each other.
#pragma once

#include <algorithm>
#include <cmath>
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
    int worth;   // what it changes of the open lines, where that is known
    bool quiet;  // it makes no threat
    Prepared prepared;
};

// What lines across are worth by the number of their discs: every line, and what `Weights::good` and `near` add.
struct LineWeights {
    std::vector<int> any, good, near;
};

inline LineWeights line_weights(const Weights& weights, int connect) {
    const std::vector<int> nothing(static_cast<std::size_t>(connect) + 1, 0);
    LineWeights result{nothing, nothing, nothing};
    double worth = weights.line;
    for (int discs = connect - 2; discs > 0; --discs, worth *= weights.fewer / 100.0) {
        const auto k = static_cast<std::size_t>(discs);
        result.any[k] = std::max(static_cast<int>(worth + 0.5), discs);
        if (discs < connect - 3) continue;
        result.good[k] = discs == connect - 2 ? weights.good : weights.good_less;
        result.near[k] = discs == connect - 2 ? weights.near : weights.near_less;
    }
    return result;
}

// What the number of a side's prospects is worth: lines across, with discs in them or without, that lack only cells
// which come to it in the end. Whoever has none left cannot win by filling the columns, so what counts is by which
// factor one side has more of them than the other.
class ProspectWorth {
  public:
    void set(const Weights& weights, const Rules& rules) {
        worth_.clear();
        for (int lines = 0; lines <= 3 * rules.cells(); ++lines) {
            const double factor = 1 + lines / static_cast<double>(std::max(weights.prospects_few, 1));
            worth_.push_back(static_cast<int>(weights.prospects * std::log2(factor)));
        }
        counts_ = weights.prospects != 0;
    }

    bool counts() const { return counts_; }

    int operator()(int lines) const { return worth_[static_cast<std::size_t>(lines)]; }

  private:
    std::vector<int> worth_;
    bool counts_ = false;
};

// The threats of both sides, by the number of cells above them; `low` are the lowest of their column, `high` others.
struct Threats {
    int shared_low_odd = 0;  // of both sides
    int leader_low_odd = 0, leader_low_even = 0, leader_high_odd = 0;
    int follower_low_odd = 0, follower_low_even = 0, follower_high_odd = 0, follower_high_even = 0;
};

// What the leader's threats are worth more than the follower's. Whoever has to play under a cell that both want loses.
// With one such odd cell that is the follower, when all else is filled; with two it is the leader, and so on.
inline int tally(const Weights& weights, const Threats& threats) {
    const int leader_odd = threats.leader_low_odd + threats.shared_low_odd % 2;
    int worth = weights.leader_even * threats.leader_low_even - weights.follower * threats.follower_low_even;
    if (leader_odd) {
        worth += weights.leader + weights.leader_more * (leader_odd - 1);
        if (!threats.follower_low_odd) worth += weights.decided;
    }
    if (threats.follower_low_odd) {
        worth -= weights.follower_odd + weights.follower_odd_more * (threats.follower_low_odd - 1);
    }
    worth += weights.leader_high * threats.leader_high_odd;
    worth -= weights.follower_odd_high * threats.follower_high_odd;
    return worth - weights.follower_high * threats.follower_high_even;
}

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
