#include "evaluation.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "bit_state.hpp"
#include "check.hpp"
#include "line_state.hpp"

using namespace linefall;

namespace {

// The evaluation in the slow, obvious way: every line cell by cell, every column from the bottom to the top.
class Plain {
  public:
    explicit Plain(const Rules& rules)
        : rules_(rules), fitted_(fitted_for(rules)), owner_(at(rules.cells()), -1), leader_(rules.cells() % 2) {}

    void drop(int column) {
        owner_[at(column * rules_.rows + height(column))] = discs_ % 2;
        ++discs_;
    }

    // For the side to move, in a search that began with so many discs.
    int evaluate(int root) {
        begin(root);
        const int worth = count() - excess(root);
        return discs_ % 2 == leader_ ? worth : -worth;
    }

  private:
    void begin(int root) {
        const double full = std::min(1.0, (root + 6) / static_cast<double>(rules_.cells()));
        part_ = static_cast<int>(full * 256);
    }

    // What an empty board seems to be worth that is larger than all that were fitted: it is taken for even.
    int excess(int root) const {
        if (rules_.cells() <= fitted_.largest) return 0;
        Plain empty(rules_);
        empty.begin(0);
        const int tempo = empty.mixed(fitted_.rest, 1);
        const int worth = empty.count() + (leader_ == 0 ? -tempo : tempo);
        return static_cast<int>(worth * (1 - root / static_cast<double>(rules_.cells())));
    }

    // All from the leader's view.
    int count() {
        for (auto& each : level_) each.assign(at(rules_.cells()), 0);
        lines_ = 0;
        look_at_lines();
        int score = lines_ / Fitted::fine + mixed(fitted_.rest, 0);
        score += (discs_ % 2 == leader_ ? 1 : -1) * mixed(fitted_.rest, 1);
        int kinds[6] = {};
        for (int column = 0; column < rules_.columns; ++column) score += column_worth(column, kinds);
        int tally = 0;
        for (int kind = 0; kind < 5; ++kind) tally = 3 * tally + std::min(kinds[kind], 2);
        return score + mixed(fitted_.tally, tally);
    }

    static std::size_t at(int number) { return static_cast<std::size_t>(number); }

    int height(int column) const {
        int row = 0;
        while (row < rules_.rows && owner_[at(column * rules_.rows + row)] >= 0) ++row;
        return row;
    }

    bool odd(int cell) const { return (rules_.rows - 1 - cell % rules_.rows) % 2 == 1; }
    bool good(int side, int cell) const { return odd(cell) == (side == leader_); }

    template <std::size_t Size>
    int mixed(const std::int16_t (&numbers)[2][Size], int i) const {
        return (numbers[0][i] * (256 - part_) + numbers[1][i] * part_ + 128) >> 8;
    }

    void look_at_lines() {
        const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}}, far = rules_.connect - 1;
        for (const auto& step : steps) {
            for (int column = 0; column + far * step[0] < rules_.columns; ++column) {
                for (int row = 0; row < rules_.rows; ++row) {
                    if (row + far * step[1] < 0 || row + far * step[1] >= rules_.rows) continue;
                    std::vector<int> cells;
                    for (int k = 0; k <= far; ++k)
                        cells.push_back((column + k * step[0]) * rules_.rows + row + k * step[1]);
                    for (int side = 0; side < 2; ++side) look_at(cells, side, step[0] == 1);
                }
            }
        }
    }

    void look_at(const std::vector<int>& cells, int side, bool across) {
        std::vector<int> gaps;
        for (const int cell : cells) {
            if (owner_[at(cell)] == 1 - side) return;
            if (owner_[at(cell)] < 0) gaps.push_back(cell);
        }
        const auto raise = [&](int cell, int to) {
            int& level = level_[side][at(cell)];
            level = std::max(level, to);
        };
        if (gaps.size() == 1) raise(gaps[0], 4);
        if (!across || gaps.size() < 2) return;
        bool all_good = true;
        for (const int cell : gaps) all_good = all_good && good(side, cell);
        lines_ += (side == leader_ ? 1 : -1) * line_worth(side, static_cast<int>(gaps.size()), all_good);
        if (gaps.size() == cells.size()) return;
        if (gaps.size() == 3) {
            for (const int cell : gaps) raise(cell, 1);
        }
        if (gaps.size() == 2) {
            for (std::size_t i = 0; i < 2; ++i) raise(gaps[i], good(side, gaps[1 - i]) ? 3 : 2);
        }
    }

    // Only lines that the fit knows.
    int line_worth(int side, int lacks, bool all_good) const {
        return mixed(fitted_.line, ((side == leader_ ? 0 : 9) + lacks) * 2 + all_good);
    }

    int column_worth(int column, int* kinds) const {
        const int bottom = height(column);
        const int rough[5] = {0, 0, 1, 1, 2};
        int worth = 0, below = 0;
        for (int row = bottom; row < rules_.rows; ++row) {
            const int cell = column * rules_.rows + row, above = std::min(row - bottom, 2);
            const auto lead = [&](int k) { return level_[leader_][at(cell + k)]; };
            const auto follow = [&](int k) { return level_[1 - leader_][at(cell + k)]; };
            if (row + 1 < rules_.rows) {
                int number = ((lead(0) * 5 + follow(0)) * 5 + lead(1)) * 5 + follow(1);
                number = ((number * 2 + odd(cell)) * 3 + above) * 5 + below;
                worth += mixed(fitted_.pair, number);
            }
            if (row + 2 < rules_.rows) {
                int number = 0;
                for (int k = 0; k < 3; ++k) number = (number * 3 + rough[lead(k)]) * 3 + rough[follow(k)];
                worth += mixed(fitted_.triple, (number * 2 + odd(cell)) * 3 + above);
            }
            const bool leads = lead(0) == 4, follows = follow(0) == 4;
            if (below || !(leads || follows)) continue;
            below = (follows ? 3 : 1) + odd(cell);
            if (odd(cell)) {
                ++kinds[leads && follows ? 4 : leads ? 0 : 1];
            } else {
                ++kinds[follows ? 2 : 3];
            }
        }
        return worth;
    }

    Rules rules_;
    const Fitted& fitted_;
    std::vector<int> owner_, level_[2];
    int leader_, discs_ = 0, part_ = 0, lines_ = 0;
};

// Plays random games and compares what a form of a position says with the plain evaluation.
template <class State>
void check_worth(const Rules& rules, unsigned seed) {
    std::mt19937 random(seed);
    State state(rules, true);
    Plain plain(rules);
    std::vector<int> heights(static_cast<std::size_t>(rules.columns), 0);
    const auto root = static_cast<int>(random() % static_cast<unsigned>(rules.cells() / 2));
    std::vector<typename State::Undo> undos(static_cast<std::size_t>(rules.cells()));
    state.clear();
    state.begin(0, rules.cells());
    for (int discs = 0; discs < rules.cells(); ++discs) {
        if (discs == root) state.begin(discs % 2, rules.cells() - discs);
        if (discs >= root) CHECK(state.evaluate() == plain.evaluate(root));
        std::vector<int> open;
        for (int column = 0; column < rules.columns; ++column) {
            if (state.is_open(column) && !state.wins_in(column)) open.push_back(column);
        }
        if (open.empty()) return;
        const int column = open[random() % open.size()];
        state.drop(column, undos[static_cast<std::size_t>(discs)]);
        plain.drop(column);
    }
}

}  // namespace

TEST("the evaluation is what the slow, obvious one says") {
    for (unsigned seed = 0; seed < 15; ++seed) {
        check_worth<BitState<1, 4>>({6, 7, 4}, seed);
        check_worth<BitState<2, 4>>({8, 9, 4}, seed);
        check_worth<BitState<2, 5>>({10, 10, 5}, seed);
        check_worth<BitState<2, 5>>({9, 9, 5}, seed);
        check_worth<BitState<2, 0>>({9, 10, 6}, seed);
        check_worth<BitState<1, 0>>({5, 6, 3}, seed);
        check_worth<BitState<1, 0>>({1, 20, 4}, seed);
        check_worth<BitState<1, 0>>({20, 1, 4}, seed);
        check_worth<LineState<std::uint64_t>>({7, 6, 4}, seed);
        check_worth<LineState<std::uint64_t>>({5, 6, 3}, seed);
        check_worth<LineState<std::uint64_t>>({15, 13, 6}, seed);
        check_worth<LineState<Uint128>>({70, 3, 5}, seed);
        check_worth<LineState<std::uint64_t>>({23, 25, 6}, seed);
        check_worth<BitState<2, 4>>({9, 11, 4}, seed);
    }
}

TEST("a board larger than all that were fitted is even while it is empty, but for the right to move") {
    for (const Rules& rules : {Rules{25, 25, 8}, Rules{60, 60, 12}, Rules{61, 59, 4}}) {
        LineState<std::uint64_t> state(rules, true);
        state.begin(0, rules.cells());
        const int before = state.evaluate();
        state.begin(1, rules.cells());
        CHECK(state.evaluate() == before);
    }
}

TEST("every disc in an open line counts, however long lines are") {
    for (const int connect : {6, 7, 12, 30}) {
        Evaluation evaluation({100, 100, connect});
        for (const bool follows : {false, true}) {
            for (const bool good : {false, true}) {
                for (int lacks = 7; lacks < connect; ++lacks) CHECK(evaluation.line(follows, lacks, good) > 0);
                for (int lacks = 8; lacks < connect; ++lacks) {
                    CHECK(evaluation.line(follows, lacks, good) <= evaluation.line(follows, lacks - 1, good));
                }
            }
        }
    }
}
