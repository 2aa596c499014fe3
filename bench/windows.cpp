// A search of another kind behind the functions of door.cpp: plain alpha-beta that counts discs in windows of X cells,
// as the baselines do and most programs of other authors. bench/fit.py takes positions of its making, bench/versions.py
// plays against it.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

constexpr int beyond = 2'000'000'000, won = 1'000'000'000;

struct Player {
    Player(int rows_given, int columns_given, int connect_given)
        : rows(rows_given), columns(columns_given), connect(connect_given), through(at(rows * columns)) {
        list_windows();
        for (int discs = 1, weight = 1; discs < connect && weight < won / 100'000; ++discs, weight *= 3) {
            weights[at(discs)] = weight;
        }
        for (int column = 0; column < columns; ++column) from_centre.push_back(column);
        std::stable_sort(from_centre.begin(), from_centre.end(), [&](int a, int b) { return off(a) < off(b); });
    }

    // Sets the discs up from bytes; true where a cell is taken.
    void set_up(const char* first, const char* second, int bytes) {
        counts[0].assign(counts[0].size(), 0);
        counts[1].assign(counts[1].size(), 0);
        heights.assign(at(columns), 0);
        value = plies = 0;
        const auto has = [&](const char* discs, int bit) { return bit / 8 < bytes && (discs[bit / 8] >> bit % 8 & 1); };
        for (int column = 0; column < columns; ++column) {
            for (int row = 0; row < rows; ++row) {
                const int bit = column * (rows + 1) + row;
                if (!has(first, bit) && !has(second, bit)) break;
                drop(has(second, bit), column);
            }
        }
    }

    // Looks deeper and deeper until so many nodes were visited.
    int choose(long long most, int& depth) {
        nodes = 0;
        limit = most;
        int choice = -1;
        for (depth = 1; depth <= rows * columns - plies; ++depth) {
            const int found = best_column(depth);
            if (choice < 0 || nodes < limit) choice = found;
            if (nodes >= limit) break;
        }
        return choice;
    }

    long long nodes = 0, limit = 0;

  private:
    static std::size_t at(int number) { return static_cast<std::size_t>(number); }
    int off(int column) const { return std::abs(2 * column - columns + 1); }

    void list_windows() {
        static constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        const int far = connect - 1;
        int number = 0;
        for (const auto& [right, up] : steps) {
            for (int column = 0; column + far * right < columns; ++column) {
                for (int row = std::max(0, -far * up); row < rows && row + far * up < rows; ++row, ++number) {
                    for (int k = 0; k < connect; ++k) {
                        through[at((column + k * right) * rows + row + k * up)].push_back(number);
                    }
                }
            }
        }
        counts[0].resize(at(number));
        counts[1].resize(at(number));
    }

    // Says whether that completes a line.
    bool drop(int side, int column) {
        auto &own = counts[at(side)], &other = counts[at(1 - side)];
        int gain = 0;
        bool wins = false;
        for (const int window : through[at(column * rows + heights[at(column)])]) {
            const int discs = own[at(window)]++;
            if (!other[at(window)]) {
                gain += weights[at(discs + 1)] - weights[at(discs)];
                wins = wins || discs + 1 == connect;
            } else if (!discs) {
                gain += weights[other[at(window)]];
            }
        }
        value += side ? -gain : gain;
        ++heights[at(column)];
        ++plies;
        return wins;
    }

    void take_back(int side, int column, int value_before) {
        --heights[at(column)];
        --plies;
        for (const int window : through[at(column * rows + heights[at(column)])]) --counts[at(side)][at(window)];
        value = value_before;
    }

    int best_column(int depth) {
        int alpha = -beyond, best = -1;
        for (const int column : from_centre) {
            if (heights[at(column)] == rows) continue;
            const int score = try_column(column, depth, alpha, beyond);
            if (score > alpha) alpha = score, best = column;
        }
        return best;
    }

    int try_column(int column, int depth, int alpha, int beta) {
        const int side = plies % 2, before = value;
        const bool wins = drop(side, column);
        const int score = wins ? won - plies : -visit(depth - 1, -beta, -alpha);
        take_back(side, column, before);
        return score;
    }

    int visit(int depth, int alpha, int beta) {
        if (++nodes >= limit || plies == rows * columns) return 0;
        if (depth == 0) return plies % 2 ? -value : value;
        for (const int column : from_centre) {
            if (heights[at(column)] == rows) continue;
            alpha = std::max(alpha, try_column(column, depth, alpha, beta));
            if (alpha >= beta) break;
        }
        return alpha;
    }

    int rows, columns, connect;
    std::vector<std::vector<int>> through;  // the windows of each cell
    std::vector<std::uint8_t> counts[2];    // discs of each side in each window
    std::array<int, 128> weights{};         // of discs in a window that holds none of the other side
    std::vector<int> from_centre, heights;
    int value = 0, plies = 0;  // what the windows of the side that moved first are worth more
};

}  // namespace

extern "C" {

Player* open_player(int rows, int columns, int connect, std::size_t) { return new Player(rows, columns, connect); }

void forget(Player*) {}

bool set_weight(Player*, const char*, int) { return false; }

int find_column(Player* player, const char* first, const char* second, int bytes, long long nodes, long long* told) {
    int depth = 0;
    player->set_up(first, second, bytes);
    const int column = player->choose(nodes, depth);
    told[0] = 0;
    told[1] = depth;
    told[2] = player->nodes;
    return column;
}
}
