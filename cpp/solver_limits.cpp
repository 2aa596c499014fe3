// What the solver takes, whatever the instruction set.
#include "field.hpp"
#include "solver.hpp"
#include "table.hpp"

namespace linefall {

bool solver_fits(const Rules& rules) { return bits_needed(rules) <= Bits<8>::width; }

std::size_t least_solver_memory(const Rules& rules) {
    const int bits = bits_needed(rules);
    switch (words_needed(rules)) {
        case 1:
            return Table<1>::smallest(bits);
        case 2:
            return Table<2>::smallest(bits);
        default:
            return 2 * Table<8>::smallest(bits);  // half of it for results (wide_solver.cpp)
    }
}

}  // namespace linefall
