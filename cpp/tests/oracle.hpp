// The value of every position of a small board, by brute force.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "../bits.hpp"
#include "../rules.hpp"

namespace linefall {

// The slow, obvious way: plain minimax over everything, remembering what it has seen. Knows nothing of threats or
// bounds; lines are looked for cell by cell.
class Oracle {
  public:
    using Cells = Bits<1>;

    struct Seen {
        Cells own, taken;
        int score;
    };

    explicit Oracle(const Rules& rules) : rules_(rules) {}

    // The score for the side to move, who owns `own`: that of bounds.hpp.
    int score(Cells own, Cells taken) {
        const std::uint64_t key = own.words[0] | ((taken.words[0] << 1 | bottom()) & ~taken.words[0]);
        if (const auto found = known_.find(key); found != known_.end()) return seen[found->second].score;
        const int plies = popcount(taken);
        int best = plies == rules_.cells() ? 0 : -1000;
        for (int column = 0; column < rules_.columns; ++column) {
            int row = 0;
            while (row < rules_.rows && taken.has(bit(column, row))) ++row;
            if (row == rules_.rows) continue;
            const Cells stone = Cells::bit(bit(column, row));
            const int value = has_line(own | stone, column, row) ? (rules_.cells() + 1 - plies) / 2
                                                                 : -score(own ^ taken, taken | stone);
            if (value > best) best = value;
        }
        known_[key] = seen.size();
        seen.push_back({own, taken, best});
        return best;
    }

    std::vector<Seen> seen;  // every position met that is not over, or full

  private:
    int bit(int column, int row) const { return column * (rules_.rows + 1) + row; }

    std::uint64_t bottom() const {
        std::uint64_t result = 0;
        for (int column = 0; column < rules_.columns; ++column) result |= std::uint64_t{1} << bit(column, 0);
        return result;
    }

    bool has_line(Cells stones, int column, int row) const {
        const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        for (const auto& step : steps) {
            int length = 1;
            for (const int sign : {1, -1}) {
                int c = column + sign * step[0], r = row + sign * step[1];
                while (c >= 0 && c < rules_.columns && r >= 0 && r < rules_.rows && stones.has(bit(c, r))) {
                    ++length;
                    c += sign * step[0];
                    r += sign * step[1];
                }
            }
            if (length >= rules_.connect) return true;
        }
        return false;
    }

    Rules rules_;
    std::unordered_map<std::uint64_t, std::size_t> known_;
};

}  // namespace linefall
