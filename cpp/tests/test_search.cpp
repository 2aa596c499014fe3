#include "search.hpp"

#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "any_position.hpp"
#include "bit_state.hpp"
#include "check.hpp"
#include "explorer.hpp"
#include "line_state.hpp"
#include "lines.hpp"
#include "memo.hpp"
#include "oracle.hpp"
#include "pages.hpp"

using namespace linefall;

namespace {

// The bytes of the discs after these moves, dropped by both sides in turn.
Look position(const Rules& rules, const std::vector<int>& moves) {
    Look look;
    look.first = look.second = std::string(AnyPosition::bytes_needed(rules), '\0');
    std::vector<int> heights(static_cast<std::size_t>(rules.columns), 0);
    int side = 0;
    for (const int column : moves) {
        const int bit = column * (rules.rows + 1) + heights[static_cast<std::size_t>(column)]++;
        std::string& discs = side ? look.second : look.first;
        char& byte = discs[static_cast<std::size_t>(bit / 8)];
        byte = static_cast<char>(byte | 1 << bit % 8);
        side = 1 - side;
    }
    return look;
}

Found best(const Rules& rules, const std::vector<int>& moves, std::uint64_t nodes) {
    StopToken stop;
    Look look = position(rules, moves);
    look.nodes = nodes;
    return LINEFALL_DISPATCH(make_searcher, rules, 1 << 20, true)->search(look, stop);
}

}  // namespace

TEST("a win at once is found and scored by the cells left") {
    const Found found = best({6, 7, 4}, {0, 1, 0, 1, 0, 1}, 1000);
    CHECK(found.column == 0);
    CHECK(found.score == won + 42 - 6 - 1);
}

TEST("a double threat is seen three moves ahead") {
    const Found found = best({6, 7, 4}, {3, 3, 2, 2}, 10000);
    CHECK(found.score == won + 42 - 4 - 3);
    CHECK(found.line.size() == 3);
}

TEST("all levels of instructions look at the same nodes") {
    for (const Rules& rules : {Rules{6, 7, 4}, Rules{9, 9, 5}, Rules{20, 20, 6}, Rules{70, 30, 8}}) {
        StopToken stop;
        Look look = position(rules, {1, 2, 2, 3});
        look.nodes = 5000;
        const Found one = base::make_searcher(rules, 1 << 20, true)->search(look, stop);
        const Found two = LINEFALL_DISPATCH(make_searcher, rules, 1 << 20, true)->search(look, stop);
        CHECK(one.column == two.column && one.score == two.score && one.nodes == two.nodes);
    }
}

TEST("forgetting makes the same question take the same nodes") {
    const Rules rules{8, 8, 4};
    const auto searcher = LINEFALL_DISPATCH(make_searcher, rules, 1 << 20, true);
    StopToken stop;
    Look look = position(rules, {3, 4});
    look.depth = 8;
    const Found one = searcher->search(look, stop);
    for (int i = 0; i < 20'000; ++i) searcher->forget();  // past the end of the table's ages
    const Found two = searcher->search(look, stop);
    CHECK(one.nodes == two.nodes && one.score == two.score && one.line == two.line);
}

TEST("after forgetting a game is played as by a new searcher, however many came before") {
    // The ages of the table once ended in the midst of a game, and with them all that it knew.
    const Rules rules{6, 7, 4};
    const auto used = LINEFALL_DISPATCH(make_searcher, rules, 1 << 15, true);
    std::mt19937 random(7);
    for (int game = 0; game < 40; ++game) {
        const auto fresh = LINEFALL_DISPATCH(make_searcher, rules, 1 << 15, true);
        for (auto games = 1 + random() % 1000; games > 0; --games) used->forget();
        std::vector<int> moves{static_cast<int>(random() % 7), static_cast<int>(random() % 7)};
        while (moves.size() < 30) {
            StopToken stop;
            Look look = position(rules, moves);
            look.nodes = 2000;
            const Found one = used->search(look, stop), two = fresh->search(look, stop);
            CHECK(one.column == two.column && one.score == two.score && one.nodes == two.nodes);
            if (std::abs(two.score) >= won) break;
            moves.push_back(two.column);
        }
    }
}

TEST("a search that is stopped still names an open column") {
    for (const Rules& rules : {Rules{1, 1, 1}, Rules{6, 7, 4}, Rules{100, 100, 30}}) {
        StopToken stop;
        stop.stop();
        const auto searcher = LINEFALL_DISPATCH(make_searcher, rules, 1 << 20, true);
        const int column = searcher->search(position(rules, {}), stop).column;
        CHECK(column >= 0 && column < rules.columns);
    }
}

TEST("threads find what one finds, and leave the searcher as it was for one") {
    for (const Rules& rules : {Rules{6, 7, 4}, Rules{10, 10, 5}, Rules{20, 20, 6}}) {
        const auto searcher = LINEFALL_DISPATCH(make_searcher, rules, 1 << 20, true);
        const auto single = LINEFALL_DISPATCH(make_searcher, rules, 1 << 20, true);
        for (int round = 0; round < 20; ++round) {
            StopToken stop;
            Look look = position(rules, {3, 3, 2, 2, 1 + round % 3});
            look.depth = 7;
            look.threads = 1 + round % 4;
            const Found found = searcher->search(look, stop);
            CHECK(found.depth == 7 || std::abs(found.score) >= won);
            CHECK(found.column >= 0 && found.column < rules.columns);
            CHECK(found.nodes > 0);
            // Those that helped may still be on their way out.
            if (round % 3 == 0) searcher->set(weights_for(rules));
            if (round % 2) continue;
            searcher->forget();
            single->forget();
            look.threads = 1;
            const Found one = searcher->search(look, stop), other = single->search(look, stop);
            CHECK(one.nodes == other.nodes && one.score == other.score && one.line == other.line);
        }
    }
    const Rules rules{6, 7, 4};
    Look look = position(rules, {3, 3, 2, 2});
    look.threads = 4;
    StopToken stop;
    CHECK(LINEFALL_DISPATCH(make_searcher, rules, 1 << 20, true)->search(look, stop).score == won + 42 - 4 - 3);
}

TEST("lines, threats and values are the same after any discs come and go") {
    std::mt19937 random(1);
    for (const Rules& rules : {Rules{4, 5, 3}, Rules{6, 7, 4}, Rules{9, 9, 5}, Rules{3, 8, 2}}) {
        Lines<std::uint64_t> lines(rules, true), fresh(rules, true);
        const auto worth = [](int side, int count, bool good) { return count * count + (good ? 3 * count : 0) + side; };
        lines.set_worths(worth);
        fresh.set_worths(worth);
        std::vector<std::pair<int, int>> discs;
        for (int turn = 0; turn < 300; ++turn) {
            const bool fits = static_cast<int>(discs.size()) < rules.cells() / 2;
            if (discs.empty() || (fits && random() % 3)) {
                const int cell = static_cast<int>(random() % static_cast<unsigned>(rules.cells()));
                bool taken = false;
                for (const auto& disc : discs) taken = taken || disc.second == cell;
                if (taken) continue;
                discs.emplace_back(static_cast<int>(random() % 2), cell);
                lines.add(discs.back().first, cell);
            } else {
                lines.remove(discs.back().first, discs.back().second);
                discs.pop_back();
            }
            fresh.clear();
            for (const auto& [side, cell] : discs) fresh.add(side, cell);
            for (int column = 0; column < rules.columns; ++column) {
                CHECK(lines.column_key(column) == fresh.column_key(column));
                for (int side = 0; side < 2; ++side) {
                    CHECK(lines.threats(side, column) == fresh.threats(side, column));
                }
            }
        }
    }
}

namespace {

// Compares what both forms of a position say of double threats.
template <class Bits>
void compare_moves(const Bits& bits, const typename Bits::Safe& safe, const LineState<std::uint64_t>& lines,
                   const LineState<std::uint64_t>::Safe& other_safe) {
    typename Bits::Move moves[Rules::limit];
    LineState<std::uint64_t>::Move other_moves[Rules::limit];
    int count = 0, other_count = 0;
    const bool wins = bits.prepare(safe, moves, count);
    CHECK(lines.prepare(other_safe, other_moves, other_count) == wins);
    if (!wins) CHECK(count == other_count);
}

// Plays random moves on both forms of a position and compares what they say at every step. Gives how often both
// proved, without a win at hand, that the side to move is lost: with an even number of cells left, and with an odd one.
template <class Bits>
std::pair<int, int> compare_states(const Rules& rules, bool diagonals, unsigned seed) {
    std::mt19937 random(seed);
    Bits bits(rules, diagonals);
    LineState<std::uint64_t> lines(rules, diagonals);
    bits.clear();
    lines.clear();
    bits.begin(0, rules.cells());
    lines.begin(0, rules.cells());
    const std::vector<char> all(static_cast<std::size_t>(rules.columns), true);
    std::vector<typename Bits::Undo> undos(static_cast<std::size_t>(rules.cells()));
    std::vector<LineState<std::uint64_t>::Undo> line_undos(undos.size());
    std::vector<int> played;
    std::pair<int, int> claims;
    for (int turn = 0; turn < 200; ++turn) {
        const int column = static_cast<int>(random() % static_cast<unsigned>(rules.columns));
        const std::size_t ply = played.size();
        if (!played.empty() && (random() % 4 == 0 || bits.left == 0)) {
            bits.take_back(played.back(), undos[ply - 1]);
            lines.take_back(played.back(), line_undos[ply - 1]);
            played.pop_back();
        } else if (bits.is_open(column) && !bits.wins_in(column)) {
            bits.drop(column, undos[ply]);
            lines.drop(column, line_undos[ply]);
            played.push_back(column);
        }
        CHECK(bits.side == lines.side && bits.left == lines.left);
        if (bits.left == 0) continue;
        typename Bits::Safe safe;
        LineState<std::uint64_t>::Safe other_safe;
        int forced = -1, other_forced = -1;
        const Now now = bits.look(all, safe, forced), other_now = lines.look(all, other_safe, other_forced);
        CHECK(now == other_now);
        if (now == Now::forced || now == Now::single) CHECK(forced == other_forced);
        if (now == Now::open) {
            CHECK(popcount(safe) == other_safe.count);
            compare_moves(bits, safe, lines, other_safe);
        }
        if (now == Now::open || now == Now::single) {
            const int most = bits.most(won), other_most = lines.most(won);
            CHECK(most <= other_most);
            if (other_most <= -won) ++(bits.left % 2 ? claims.second : claims.first);
        }
        CHECK(bits.evaluate() == lines.evaluate());
        CHECK(bits.other_cannot_win() == lines.other_cannot_win());
        for (int each = 0; each < rules.columns; ++each) {
            if (bits.is_open(each)) CHECK(bits.wins_in(each) == lines.wins_in(each));
        }
    }
    return claims;
}

}  // namespace

TEST("bit sets and counted lines say the same of any position") {
    int followers = 0, zugzwangs = 0;
    for (unsigned seed = 0; seed < 20; ++seed) {
        for (const bool diagonals : {true, false}) {
            const auto claims = compare_states<BitState<1, 4>>({6, 7, 4}, diagonals, seed);
            followers += claims.first;
            zugzwangs += claims.second;
            compare_states<BitState<2, 4>>({8, 8, 4}, diagonals, seed);
            compare_states<BitState<2, 5>>({10, 10, 5}, diagonals, seed);
            compare_states<BitState<2, 0>>({9, 9, 6}, diagonals, seed);
            compare_states<BitState<1, 0>>({4, 5, 3}, diagonals, seed);
            compare_states<BitState<1, 0>>({3, 8, 2}, diagonals, seed);
            compare_states<BitState<1, 0>>({1, 7, 3}, diagonals, seed);
            compare_states<BitState<1, 0>>({7, 1, 4}, diagonals, seed);
            compare_states<BitState<1, 0>>({4, 4, 9}, diagonals, seed);
            compare_states<BitState<2, 0>>({8, 13, 7}, diagonals, seed);
            compare_states<BitState<2, 0>>({2, 24, 15}, diagonals, seed);
        }
    }
    CHECK(followers > 10 && zugzwangs > 5);
}

namespace {

// How often a form of a position has proved that the side to move is lost, with an even number of cells left (and so
// that two frozen columns were needed) and with an odd one.
struct Claims {
    int even = 0, twice = 0, odd = 0;
};

// Compares what a form of a position says that the side to move can hope for with what brute force says.
template <class State>
void check_hopes(const Rules& rules, const Oracle& oracle, Claims& claims) {
    State state(rules, true);
    const std::vector<char> all(static_cast<std::size_t>(rules.columns), true);
    for (const auto& seen : oracle.seen) {
        const int discs = popcount(seen.taken), left = rules.cells() - discs;
        if (left == 0) continue;
        state.clear();
        for (int column = 0; column < rules.columns; ++column) {
            for (int row = 0; row < rules.rows; ++row) {
                const int bit = column * (rules.rows + 1) + row;
                if (seen.taken.has(bit)) state.place(seen.own.has(bit) ? discs % 2 : 1 - discs % 2, column, row);
            }
        }
        state.begin(discs % 2, left);
        typename State::Safe safe;
        int only = -1;
        const Now now = state.look(all, safe, only);
        if (now != Now::open && now != Now::single) continue;
        const int most = state.most(won);
        if (most > 0) continue;
        CHECK(seen.score <= 0);
        if (most > -won) continue;
        // A loss by the other side's stone leaves so many cells empty.
        const int empty_then = -2 * seen.score - (left % 2 ? 1 : 2);
        CHECK(seen.score < 0 && -won - empty_then <= most);
        claims.even += left % 2 == 0;
        claims.twice += left % 2 == 0 && most < -won;
        claims.odd += left % 2;
    }
}

}  // namespace

TEST("what a side is said to hope for at most is what brute force finds, or more") {
    Claims bits, lines;
    for (const Rules& rules : std::vector<Rules>{{4, 4, 3}, {3, 5, 3}, {2, 7, 3}, {4, 4, 4}, {5, 3, 3}, {4, 5, 3}}) {
        Oracle oracle(rules);
        oracle.score(Bits<1>(), Bits<1>());
        check_hopes<BitState<1, 0>>(rules, oracle, bits);
        check_hopes<LineState<std::uint64_t>>(rules, oracle, lines);
    }
    CHECK(bits.even > 1000 && bits.twice > 50 && bits.odd > 1000);
    CHECK(lines.even > 100 && lines.odd > 100);
    std::printf("lost: bit sets %d and %d, %d, counted lines %d, %d\n", bits.even, bits.twice, bits.odd, lines.even,
                lines.odd);
}

namespace {

// Searches every position of a board with one table, and counts results that it is sure of: brute force must agree.
template <class State>
int check_results(const Rules& rules, const Oracle& oracle) {
    Memo memo(1 << 20);
    Explorer<State> explorer(rules, memo, true);
    explorer.set(weights_for(rules));
    int sure = 0;
    for (const auto& seen : oracle.seen) {
        const int discs = popcount(seen.taken);
        if (discs == rules.cells()) continue;
        Look look;
        std::string sets[2] = {std::string(Bits<1>::bytes, '\0'), std::string(Bits<1>::bytes, '\0')};
        seen.own.to_bytes(reinterpret_cast<unsigned char*>(sets[0].data()));
        (seen.own ^ seen.taken).to_bytes(reinterpret_cast<unsigned char*>(sets[1].data()));
        look.first = sets[discs % 2];
        look.second = sets[1 - discs % 2];
        look.depth = 7;
        StopToken stop;
        const Found found = explorer.search(look, {.stop = &stop});
        if (std::abs(found.score) < won) continue;
        CHECK((found.score > 0) == (seen.score > 0) && seen.score != 0);
        ++sure;
    }
    return sure;
}

}  // namespace

TEST("what the search is sure of is true, also of positions that it met while it searched others") {
    for (const Rules& rules : std::vector<Rules>{{4, 4, 3}, {4, 4, 4}, {3, 5, 3}}) {
        Oracle oracle(rules);
        oracle.score(Bits<1>(), Bits<1>());
        const int bits = check_results<BitState<1, 0>>(rules, oracle);
        const int lines = check_results<LineState<std::uint64_t>>(rules, oracle);
        CHECK(bits > 10'000 && lines > 10'000);
    }
}

TEST("a guess that is kept is the one that was stored last at its place, and of its position") {
    GuessMemo memo;
    for (int i = 0; i < 100'000; ++i) {
        const std::uint64_t key = mixed_key(i);
        const int guess = i % 65'536 - 32'768;
        memo.store(key, guess);
        CHECK(memo.find(key) == guess);
        CHECK(!memo.find(mixed_key(-1 - i)));
        memo.store(mixed_key(-1 - i), i + 32'768);  // more than a place holds
        CHECK(memo.find(key) == guess);
    }
}

TEST("reserved memory is handed to the first table that fits, and given back") {
    const std::size_t size = std::size_t{4} << 20;
    CHECK(reserve_pages(size, 10.0) == size);
    const ReadyPages small(std::size_t{1} << 20), large(size);
    CHECK(small.data()[0] == 0 && large.data()[(size >> 3) - 1] == 0);
    CHECK(reserve_pages(std::size_t{64} << 20, 0.0) == std::size_t{2} << 20);
    const ReadyPages rest(std::size_t{2} << 20);
    CHECK(rest.data()[1000] == 0);
}
