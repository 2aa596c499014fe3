#include "counting.hpp"

#include <set>
#include <string>

#include "any_position.hpp"
#include "check.hpp"

using namespace linefall;

namespace {

std::uint64_t sequences(const Rules& rules, int depth) {
    StopToken stop;
    return LINEFALL_DISPATCH(perft, rules, depth, stop);
}

std::uint64_t positions(const Rules& rules, int plies) {
    StopToken stop;
    return LINEFALL_DISPATCH(count_positions, rules, plies, stop);
}

Playouts playouts(const Rules& rules, std::uint64_t games, std::uint64_t seed) {
    StopToken stop;
    return LINEFALL_DISPATCH(random_playouts, rules, games, seed, stop);
}

bool same(const Playouts& a, const Playouts& b) {
    return a.first_wins == b.first_wins && a.second_wins == b.second_wins && a.draws == b.draws && a.plies == b.plies;
}

// Both counts by playing out everything.
std::uint64_t slow_count(AnyPosition& position, int depth, std::set<std::string>& keys) {
    if (depth == 0) {
        keys.insert(position.key());
        return 1;
    }
    std::uint64_t count = 0;
    for (const int column : position.open_columns()) {
        position.drop(column);
        count += slow_count(position, depth - 1, keys);
        position.undo();
    }
    return count;
}

}  // namespace

TEST("the distinct positions of 6x7x4 are those of the literature") {
    const std::uint64_t known[] = {1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186};
    for (int plies = 0; plies < 10; ++plies) CHECK(positions({6, 7, 4}, plies) == known[plies]);
}

TEST("counts agree with playing out everything, on every kind of board") {
    const Rules boards[] = {{1, 1, 1}, {1, 4, 2}, {4, 1, 3},   {2, 3, 2},   {3, 3, 3},   {3, 3, 9},
                            {6, 7, 4}, {9, 9, 2}, {15, 16, 2}, {31, 16, 2}, {18, 27, 2}, {100, 20, 1}};
    for (const Rules& rules : boards) {
        for (int depth = 0; depth <= (rules.columns > 8 ? 3 : 5); ++depth) {
            AnyPosition position(rules);
            std::set<std::string> keys;
            CHECK(sequences(rules, depth) == slow_count(position, depth, keys));
            CHECK(positions(rules, depth) == keys.size());
        }
    }
}

TEST("there is nothing to count beyond the last cell") {
    CHECK(sequences({2, 2, 3}, 4) == 6);
    CHECK(sequences({2, 2, 3}, 5) == 0);
    CHECK(positions({2, 2, 3}, 1000) == 0);
}

TEST("all levels of instructions play the same games and count the same") {
    for (const Rules& rules : {Rules{6, 7, 4}, Rules{9, 9, 5}, Rules{15, 16, 5}, Rules{20, 20, 6}, Rules{30, 30, 7}}) {
        StopToken stop;
        const Playouts best = playouts(rules, 50, 7);
        CHECK(same(best, base::random_playouts(rules, 50, 7, stop)));
        CHECK(sequences(rules, 3) == base::perft(rules, 3, stop));
        CHECK(positions(rules, 2) == base::count_positions(rules, 2, stop));
#ifdef LINEFALL_HAS_LEVELS
        if (best_isa() == Isa::v4) CHECK(same(best, v3::random_playouts(rules, 50, 7, stop)));
#endif
    }
}

TEST("random games end as the rules say") {
    const Playouts one = playouts({1, 1, 1}, 10, 0);
    CHECK(one.first_wins == 10 && one.plies == 10);
    const Playouts draws = playouts({5, 5, 6}, 10, 0);
    CHECK(draws.draws == 10 && draws.plies == 250);
    const Playouts big_draws = playouts({30, 30, 31}, 3, 0);
    CHECK(big_draws.draws == 3 && big_draws.plies == 2700);
    CHECK(playouts({6, 7, 4}, 0, 1).plies == 0);
}

TEST("random games on 6x7x4 come out as often as they should") {
    const Playouts usual = playouts({6, 7, 4}, 20000, 1);
    CHECK(usual.first_wins + usual.second_wins + usual.draws == 20000);
    CHECK(usual.first_wins > 10800 && usual.first_wins < 11500);  // 55.6 %
    CHECK(usual.draws > 20 && usual.draws < 90);                  // 0.26 %
    CHECK(!same(usual, playouts({6, 7, 4}, 20000, 2)));
}

TEST("long work stops when its time is over") {
    StopToken stop({}, StopToken::Clock::now());
    const Playouts some = LINEFALL_DISPATCH(random_playouts, Rules{}, std::uint64_t{1} << 60, 0, stop);
    CHECK(some.plies < 100000);
    CHECK(stop.stopped() && !stop.was_interrupted());
}

TEST("long work stops when it is interrupted") {
    int questions = 0;
    StopToken second_time([&] { return ++questions == 2; });
    LINEFALL_DISPATCH(perft, (Rules{9, 9, 5}), 40, second_time);
    CHECK(second_time.was_interrupted() && questions == 2);

    StopToken at_once([] { return true; });
    LINEFALL_DISPATCH(count_positions, (Rules{9, 9, 5}), 40, at_once);
    CHECK(at_once.was_interrupted());
}
