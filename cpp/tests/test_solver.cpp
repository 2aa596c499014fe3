// The solver and each of its bounds against brute force, on every position that can be reached on small boards.
#include "../solver.hpp"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../bounds.hpp"
#include "../table.hpp"
#include "check.hpp"
#include "oracle.hpp"

using namespace linefall;

namespace {

using Cells = Bits<1>;

std::string bytes(Cells cells) {
    std::string result(8, '\0');
    cells.to_bytes(reinterpret_cast<unsigned char*>(result.data()));
    return result;
}

Question question(const Rules& rules, Cells own, Cells taken) {
    const int empties = rules.cells() - popcount(taken);
    return {bytes(own), bytes(taken), -(empties / 2), (empties + 1) / 2};
}

// The cells that complete a line of the stones.
Cells completing(const Rules& rules, Cells stones) {
    const Sized<1> board(rules);
    return Bounds<Sized<1>>{board}.completing(Lanes<1>::all(stones)).lane(0);
}

// Both parities of height and of cells, lines of 2 to 5. Under a sanitizer the smaller ones have to do; with
// LINEFALL_EXHAUSTIVE set, larger ones join that take minutes.
std::vector<Rules> small_boards() {
    std::vector<Rules> boards = {{3, 3, 3}, {3, 3, 2}, {4, 4, 3}, {4, 4, 4}, {2, 7, 3}, {5, 3, 3}, {3, 4, 3}, {1, 9, 3},
                                 {7, 2, 3}, {3, 4, 5}, {4, 3, 4}, {6, 3, 3}, {2, 8, 4}, {3, 5, 3}, {5, 3, 5}};
#if !defined(__SANITIZE_ADDRESS__)
    boards.insert(boards.end(), {{4, 5, 3}, {3, 6, 3}, {4, 5, 4}, {5, 4, 4}, {3, 5, 4}});
    if (std::getenv("LINEFALL_EXHAUSTIVE")) {
        boards.insert(boards.end(), {{7, 3, 4}, {5, 4, 3}, {4, 4, 5}, {6, 4, 4}, {3, 7, 4}, {5, 4, 5}});
    }
#endif
    return boards;
}

// Brute force takes most of the time: its results serve all tests, as long as they fit into memory.
Oracle& oracle_of(const Rules& rules) {
    static std::vector<std::pair<Rules, std::unique_ptr<Oracle>>> oracles;
    if (std::getenv("LINEFALL_EXHAUSTIVE") && oracles.size() > 1) oracles.pop_back();
    for (auto& [known, oracle] : oracles) {
        if (known == rules) return *oracle;
    }
    oracles.emplace_back(rules, std::make_unique<Oracle>(rules));
    oracles.back().second->score(Cells(), Cells());
    return *oracles.back().second;
}

}  // namespace

TEST("every position of small boards has the value of brute force, with a table kept warm and with a cold one") {
    for (const Rules& rules : small_boards()) {
        Oracle& oracle = oracle_of(rules);
        const auto warm = LINEFALL_DISPATCH(make_solver, rules, std::size_t{1} << 25);  // it starts small, and grows
        const auto cold = LINEFALL_DISPATCH(make_solver, rules, std::size_t{1} << 14);
        StopToken never;
        std::size_t wrong = 0, count = 0;
        for (const auto& seen : oracle.seen) {
            if (popcount(seen.taken) == rules.cells()) continue;
            const Question asked = question(rules, seen.own, seen.taken);
            const Answer answer = warm->solve(asked, never);
            wrong += answer.lower != seen.score || answer.upper != seen.score;
            if (++count % 97 == 0) {
                cold->clear();
                const Answer again = cold->solve(asked, never);
                wrong += again.lower != seen.score || again.upper != seen.score;
            }
        }
        if (wrong) std::printf("%dx%dx%d: %zu wrong of %zu\n", rules.rows, rules.columns, rules.connect, wrong, count);
        CHECK(wrong == 0);
        CHECK(count > 100 || rules.rows == 1 || rules.connect == 2);
    }
}

TEST("each bound claims only what brute force confirms, and claims something") {
    std::size_t never = 0, lost = 0, frozen = 0, torn = 0, dead = 0;
    for (const Rules& rules : small_boards()) {
        Oracle& oracle = oracle_of(rules);
        const Sized<1> board(rules);
        const Bounds<Sized<1>> bounds{board};
        using Sets = Lanes<1>;
        std::size_t wrong = 0, positions = 0;
        const std::vector<Oracle::Seen> reached = oracle.seen;
        for (const auto& seen : reached) {
            const int empties = rules.cells() - popcount(seen.taken);
            const Sets own = Sets::all(seen.own), taken = Sets::all(seen.taken), other = own ^ taken;
            const Sets empty = Sets::all(board.field.board) & ~taken, first = bounds.playable(taken, empty);
            if (empties == 0 || (bounds.completing(own) & first).nonempty()) continue;
            const Sets threats = bounds.completing(other) & empty;
            if (empties % 2 == 0) {
                for (int above = 0; above < rules.rows; above += 2) {
                    const auto claim = bounds.follower(own, other, empty, first, threats, above, true);
                    never += claim.never & 1;
                    lost += claim.lost & 1;
                    wrong += (claim.never & 1) && seen.score > 0;
                    wrong += (claim.lost & 1) && seen.score > -(above / 2 + 1);
                }
                for (int above = 4; above < 2 * rules.rows; above += 2) {
                    const unsigned claim =
                        bounds.double_zugzwang(own, other, empty, first, threats, above, all_lanes, false);
                    torn += claim & 1;
                    wrong += (claim & 1) && seen.score > -(above / 2 + 1);
                }
            } else {
                for (int above = 1; above < rules.rows; above += 2) {
                    const unsigned claim = bounds.zugzwang(own, other, empty, first, threats, above, all_lanes, false);
                    frozen += claim & 1;
                    wrong += (claim & 1) && seen.score > -((above + 1) / 2);
                }
            }
            const Cells given = bounds.dead_stones(own, other).lane(0);
            if (given && ++positions % 29 == 0) {
                ++dead;
                wrong += oracle.score(seen.own | given, seen.taken) != seen.score;
            }
        }
        CHECK(wrong == 0);
    }
    std::printf("claims: never %zu, lost %zu, zugzwang %zu, double %zu; positions with dead stones %zu\n", never, lost,
                frozen, torn, dead);
    CHECK(never > 1000 && lost > 1000 && frozen > 1000 && torn > 100 && dead > 1000);
}

TEST("boards of 64 and 128 bits and beyond agree on the same small game") {
    // Empty columns that no line reaches change nothing but the count of cells when they are full from the start.
    const Rules rules{4, 4, 4};
    Oracle oracle(rules);
    CHECK(oracle.score(Cells(), Cells()) == 0);
    for (const Rules& wider : {Rules{4, 14, 4}, Rules{4, 30, 4}, Rules{4, 60, 4}}) {
        // Filled in a pattern without lines, in pairs of columns: x o x o / x o x o, o x o x / o x o x.
        const auto solver = LINEFALL_DISPATCH(make_solver, wider, std::size_t{64} << 20);
        std::string mover(64, '\0'), taken(64, '\0');
        for (int column = 4; column < wider.columns; ++column) {
            for (int row = 0; row < 4; ++row) {
                const int bit = column * 5 + row;
                const auto byte = static_cast<std::size_t>(bit / 8);
                taken[byte] = static_cast<char>(taken[byte] | 1 << bit % 8);
                if ((row + column / 2) % 2) mover[byte] = static_cast<char>(mover[byte] | 1 << bit % 8);
            }
        }
        StopToken never;
        const Answer answer = solver->solve({mover, taken, -8, 8}, never);
        CHECK(answer.lower == answer.upper);
        CHECK(answer.lower == 0);
    }
}

TEST("a loss with the next stones is found on a board of more than 100 cells") {
    const Rules rules{10, 11, 3};
    const auto solver = LINEFALL_DISPATCH(make_solver, rules, least_solver_memory(rules));
    const std::string mover(16, '\0');
    std::string taken(16, '\0');
    taken[55 / 8] = static_cast<char>(1 << 55 % 8);  // one stone, at the bottom of the column in the middle
    StopToken never;
    const Answer answer = solver->solve({mover, taken, -54, 55}, never);
    CHECK(answer.lower == -51 && answer.upper == -51);  // with stone 9, as on boards that are less high
}

TEST("weak questions, threads, and a search that was stopped and asked again agree") {
    const Rules rules{5, 6, 4};
    const auto solver = LINEFALL_DISPATCH(make_solver, rules, std::size_t{1} << 22);
    StopToken never;
    Question asked = question(rules, Cells(), Cells());
    CHECK(solver->solve(asked, never).lower == 0);
    solver->clear();
    asked.threads = 2;
    const Answer threaded = solver->solve(asked, never);
    CHECK(threaded.lower == 0 && threaded.upper == 0);
    solver->clear();
    asked.threads = 1;
    asked.node_limit = 1000;
    const Answer stopped = solver->solve(asked, never);
    CHECK(stopped.lower <= 0 && stopped.upper >= 0 && stopped.lower < stopped.upper);
    CHECK(stopped.nodes == 1000);
    asked.node_limit = 0;
    const Answer resumed = solver->solve(asked, never);
    CHECK(resumed.lower == 0 && resumed.upper == 0);
    asked.lower = -1;
    asked.upper = 1;
    CHECK(solver->solve(asked, never).upper == 0);
}

TEST("a table that takes over another one knows all that it knew") {
    Table<1> young(std::size_t{1} << 16, 49, -21, 21), old(std::size_t{3} << 20, 49, -21, 21);
    std::uint64_t state = 1;
    std::vector<Cells> keys;
    for (int i = 0; i < 4000; ++i) {
        state = state * 6364136223846793005 + 1442695040888963407;
        keys.push_back(Cells(state >> 15));
        young.store(young.find(keys.back()), i % 20 - 20, i % 21, state >> 50);
    }
    old.take_over(young);
    int found = 0;
    for (const Cells& key : keys) {
        const auto before = young.probe(young.find(key)), after = old.probe(old.find(key));
        if (!before.found) continue;
        ++found;
        CHECK(after.found && after.lower == before.lower && after.upper == before.upper);
    }
    CHECK(found > 3000);
}

TEST("a small table of long keys never takes one for another") {
    // What an entry does not hold of a key, its place must tell.
    for (const int key_bits : {72, 110, 122}) {
        Table<2> table(std::max(Table<2>::smallest(key_bits), std::size_t{1} << 12), key_bits, -50, 50);
        std::uint64_t state = 1;
        std::vector<Bits<2>> keys;
        for (int i = 0; i < 4000; ++i) {
            state = state * 6364136223846793005 + 1442695040888963407;
            Bits<2> key;
            key.words[0] = state;
            key.words[1] = (state * 0x9E3779B97F4A7C15) >> (128 - key_bits);
            // Twins that differ in one bit, low or high.
            if (i % 3 == 1) key = keys.back() ^ Bits<2>::bit(static_cast<int>(state >> 33) % key_bits);
            keys.push_back(key);
            table.store(table.find(key), i % 50 - 50, i % 51, 1 + (state >> 60));
        }
        int found = 0;
        for (int i = 0; i < 4000; ++i) {
            const auto entry = table.probe(table.find(keys[static_cast<std::size_t>(i)]));
            if (!entry.found) continue;
            ++found;
            CHECK(entry.lower == i % 50 - 50 && entry.upper == i % 51);
        }
        CHECK(found > 50);
    }
}

TEST("every level of instructions gives the same value with the same nodes") {
    const Rules rules{5, 6, 4};
    const Question asked = question(rules, Cells(), Cells());
    StopToken never;
    const Answer expected = base::make_solver(rules, std::size_t{1} << 25)->solve(asked, never);
    CHECK(expected.lower == 0 && expected.upper == 0);
#if defined(LINEFALL_HAS_LEVELS)
    if (best_isa() != Isa::base) {
        CHECK(v3::make_solver(rules, std::size_t{1} << 25)->solve(asked, never).nodes == expected.nodes);
    }
    if (best_isa() == Isa::v4) {
        CHECK(v4::make_solver(rules, std::size_t{1} << 25)->solve(asked, never).nodes == expected.nodes);
    }
#endif
}

TEST("random positions of a board that is too large to enumerate have the value of brute force") {
    if (!std::getenv("LINEFALL_EXHAUSTIVE")) return;
    const Rules rules{5, 5, 5};
    Oracle oracle(rules);
    const auto solver = LINEFALL_DISPATCH(make_solver, rules, std::size_t{1} << 25);
    StopToken never;
    std::uint64_t state = 1;
    std::size_t wrong = 0;
    for (int count = 0; count < 100000;) {
        Cells own, taken;
        bool over = false;
        for (int ply = 0; ply < 16 && !over; ++ply) {
            state = state * 6364136223846793005 + 1442695040888963407;
            const int column = static_cast<int>(state >> 33) % 5;
            const Cells stone = (taken + Cells::bit(6 * column)) & Cells(std::uint64_t{31} << 6 * column);
            if (!stone) continue;
            over = bool(completing(rules, own) & stone);
            own = taken ^ own;
            taken = taken | stone;
        }
        if (over) continue;
        ++count;
        const Answer answer = solver->solve(question(rules, own, taken), never);
        wrong += answer.lower != oracle.score(own, taken) || answer.upper != answer.lower;
    }
    CHECK(wrong == 0);
}
