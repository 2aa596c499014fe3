// Endings against brute force, on every position that can be reached on small boards, and against the solver on larger.
#include "../endgame.hpp"

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../endgame_bounds.hpp"
#include "../position.hpp"
#include "check.hpp"
#include "oracle.hpp"

using namespace linefall;

namespace {

template <int Words>
std::string bytes(const Bits<Words>& cells) {
    std::string result(8 * Words, '\0');
    cells.to_bytes(reinterpret_cast<unsigned char*>(result.data()));
    return result;
}

int sign(int number) { return (number > 0) - (number < 0); }

// Both parities of height and of cells, lines of 1 to 5, and lines that do not fit.
std::vector<Rules> small_boards() {
    std::vector<Rules> boards = {{3, 3, 3}, {3, 3, 2}, {4, 4, 3}, {2, 7, 3}, {5, 3, 3}, {3, 4, 3}, {1, 9, 3}, {9, 1, 3},
                                 {7, 2, 3}, {3, 4, 5}, {4, 3, 4}, {6, 3, 3}, {3, 5, 3}, {5, 3, 5}, {2, 2, 1}};
#if !defined(__SANITIZE_ADDRESS__)
    boards.insert(boards.end(), {{4, 4, 4}, {4, 5, 3}, {3, 6, 3}, {5, 4, 4}});
#endif
    return boards;
}

std::unique_ptr<Solver> endgame(const Rules& rules, std::size_t memory = std::size_t{1} << 22) {
    return LINEFALL_DISPATCH(make_endgame, rules, memory);
}

struct Claims {
    int lost = 0, never_won = 0;
};

// What the bounds prove, with a frame of the position itself.
template <int Words>
void check_bounds(const Discs& discs, int result, Claims& claims) {
    static Frame<Words> frame;
    CHECK(frame.set_up(discs));
    CHECK(frame.holds(discs));
    const Rest<Words> rest = frame.enter(discs);
    if (rest.threats[discs.to_move] & Frame<Words>::playable(rest.cells)) {
        CHECK(result == 1);
        return;
    }
    using Bounds = RestBounds<Words>;
    const auto proved = Bounds(frame, rest, discs.to_move).find();
    CHECK(proved != Bounds::Proved::o_wins || result == -1);
    CHECK(proved != Bounds::Proved::s_never_wins || result <= 0);
    claims.lost += proved == Bounds::Proved::o_wins;
    claims.never_won += proved == Bounds::Proved::s_never_wins;
}

}  // namespace

TEST("every position of small boards has the result of brute force, with a frame of its own and with one kept") {
    for (const Rules& rules : small_boards()) {
        Oracle oracle(rules);
        oracle.score(Bits<1>(), Bits<1>());
        const auto kept = endgame(rules);
        StopToken stop;
        const Question begin{bytes(Bits<1>()), bytes(Bits<1>()), -1, 1};
        CHECK(kept->solve(begin, stop).lower == sign(oracle.score(Bits<1>(), Bits<1>())));
        std::size_t number = 0;
        for (const auto& [own, taken, score] : oracle.seen) {
            if (popcount(taken) == rules.cells()) continue;
            const Question question{bytes(own), bytes(taken), -1, 1};
            const Answer answer = kept->solve(question, stop);
            CHECK(answer.lower == sign(score) && answer.upper == sign(score));
            if (++number % 97 == 0) {
                const Answer again = endgame(rules, 0)->solve(question, stop);
                CHECK(again.lower == sign(score) && again.upper == sign(score));
            }
        }
    }
}

TEST("what is proved without a search is true, in one word and in two, and something is proved") {
    Claims small, large;
    for (const Rules& rules : small_boards()) {
        Oracle oracle(rules);
        oracle.score(Bits<1>(), Bits<1>());
        for (const auto& [own, taken, score] : oracle.seen) {
            if (popcount(taken) == rules.cells()) continue;
            const Discs discs(rules, bytes(own), bytes(taken));
            check_bounds<1>(discs, sign(score), small);
            check_bounds<2>(discs, sign(score), large);
        }
    }
    CHECK(small.lost > 1000 && small.never_won > 1000);
    CHECK(large.lost == small.lost && large.never_won == small.never_won);
}

TEST("endings of larger boards have the result of the solver") {
    std::mt19937 dice(7);
    for (const Rules& rules : {Rules{9, 9, 5}, Rules{10, 10, 5}, Rules{7, 9, 5}, Rules{8, 8, 6}, Rules{8, 8, 4},
                               Rules{12, 13, 5}, Rules{14, 14, 6}}) {
        const Shape<4> shape(rules);
        const bool wide = bits_needed(rules) > 128;
        const auto solver = LINEFALL_DISPATCH(make_solver, rules, std::size_t{1} << 26);
        const auto prover = endgame(rules);
        StopToken stop;
        for (int game = 0, compared = 0; game < 400 && compared < (wide ? 12 : 40); ++game) {
            Position<4> position;
            while (position.plies < rules.cells() && !shape.has_line(position.waiting())) {
                const int left = rules.cells() - position.plies;
                if (left <= (wide ? 13 : 22)) {
                    const Question question{bytes(position.mover), bytes(position.occupied), -1, 1};
                    const Answer one = prover->solve(question, stop), other = solver->solve(question, stop);
                    CHECK(one.lower == one.upper);
                    CHECK(sign(one.lower) == sign(other.lower) && sign(one.upper) == sign(other.upper));
                    ++compared;
                }
                // Without wins, as far as possible, so that games last.
                const auto wins = shape.threats(position.mover, position.occupied) & shape.playable(position.occupied);
                int column = 0;
                for (int tries = 0; tries < 50; ++tries) {
                    column = static_cast<int>(dice() % static_cast<unsigned>(rules.columns));
                    if (!shape.is_open(position.occupied, column)) continue;
                    if (tries > 40 || !(wins & shape.column(column))) break;
                }
                while (!shape.is_open(position.occupied, column)) column = (column + 1) % rules.columns;
                shape.drop(position, column);
            }
        }
    }
}

TEST("of a position with too much left nothing is said, and a limit ends a search") {
    StopToken stop;
    const Rules rules{20, 20, 6};
    const Question empty{std::string(60, '\0'), std::string(60, '\0'), -1, 1};
    const Answer answer = endgame(rules)->solve(empty, stop);
    CHECK(answer.lower == -1 && answer.upper == 1 && answer.nodes == 0);

    const Question first{bytes(Bits<1>()), bytes(Bits<1>()), -1, 1, 0, 1, 100};
    const Answer some = endgame({5, 6, 4})->solve(first, stop);
    CHECK(some.lower < some.upper && some.nodes <= 101);
}
