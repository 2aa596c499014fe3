// Finding a value by null windows: each asks whether it is above some alpha, and the answer bounds it.
#pragma once

#include <algorithm>

#include "isa.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

// How a search leaves its tree before it is done.
struct Stopped {};

// Brings lower and upper together, beginning near `guess`. `ask(alpha)` gives a lower bound above alpha or an upper
// bound that is not, or throws Stopped: then both hold what is proved. `tell` hears of them before each question and
// at the end.
template <class Ask, class Tell>
void narrow(int& lower, int& upper, int guess, const Ask& ask, const Tell& tell) {
    try {
        while (lower < upper) {
            tell(lower, upper);
            const int alpha = std::clamp(guess, lower, upper - 1);
            const int value = ask(alpha);
            if (value > alpha) {
                guess = lower = std::min(value, upper);
            } else {
                upper = std::max(value, lower);
                guess = upper - 1;
            }
        }
    } catch (const Stopped&) {
    }
    tell(lower, upper);
}

}  // namespace LINEFALL_ISA
}  // namespace linefall
