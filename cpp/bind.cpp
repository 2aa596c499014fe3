// linefall._core: the doors to Python. Only bind*.cpp and bind.hpp know it; all else is plain C++.
#include <string>

#include "bind.hpp"
#include "counting.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace linefall {

void bind_position(nb::module_& m);
void bind_search(nb::module_& m);
void bind_solver(nb::module_& m);

namespace {

int checked_count(int number, const char* what) {
    if (number >= 0) return number;
    throw nb::value_error((std::string(what) + " is 0 or more, not " + std::to_string(number)).c_str());
}

void bind_counting(nb::module_& m) {
    m.def(
        "perft",
        [](int rows, int columns, int connect, int depth) {
            const Rules rules = checked_rules(rows, columns, connect);
            checked_count(depth, "depth");
            return run_unlocked([&](StopToken& stop) { return LINEFALL_DISPATCH(perft, rules, depth, stop); });
        },
        "rows"_a, "columns"_a, "connect"_a, "depth"_a,
        "Counts the sequences of exactly `depth` moves; games that end earlier do not count.\n\n"
        ">>> perft(6, 7, 4, 7)\n"
        "823536");
    m.def(
        "count_positions",
        [](int rows, int columns, int connect, int plies) {
            const Rules rules = checked_rules(rows, columns, connect);
            checked_count(plies, "plies");
            return run_unlocked(
                [&](StopToken& stop) { return LINEFALL_DISPATCH(count_positions, rules, plies, stop); });
        },
        "rows"_a, "columns"_a, "connect"_a, "plies"_a,
        "Counts the different positions with `plies` discs; ended games count but do not go on.\n\n"
        ">>> count_positions(6, 7, 4, 3)\n"
        "238");
    m.def(
        "random_playouts",
        [](int rows, int columns, int connect, std::uint64_t games, std::uint64_t seed) {
            const Rules rules = checked_rules(rows, columns, connect);
            const Playouts result = run_unlocked(
                [&](StopToken& stop) { return LINEFALL_DISPATCH(random_playouts, rules, games, seed, stop); });
            return nb::make_tuple(result.first_wins, result.second_wins, result.draws, result.plies);
        },
        "rows"_a, "columns"_a, "connect"_a, "games"_a, "seed"_a = 0,
        nb::sig("def random_playouts(rows: int, columns: int, connect: int, games: int, seed: int = 0)"
                " -> tuple[int, int, int, int]"),
        "Plays games at random; returns the wins of side 0, of side 1, the draws, and all moves.\n\n"
        ">>> sum(random_playouts(6, 7, 4, games=1000)[:3])\n"
        "1000");
}

}  // namespace
}  // namespace linefall

NB_MODULE(_core, m) {
    m.doc() = "The compiled core of Linefall.";
    m.def(
        "instruction_set", [] { return linefall::isa_name(linefall::best_isa()); },
        "Names the instruction set in use: base, v3 (AVX2) or v4 (AVX-512).");
    linefall::bind_position(m);
    linefall::bind_search(m);
    linefall::bind_solver(m);
    linefall::bind_counting(m);
}
