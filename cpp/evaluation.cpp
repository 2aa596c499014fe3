// The numbers of the evaluation, found by bench/fit.py.
#include "evaluation.hpp"

namespace linefall {
namespace {

constexpr Fitted four = {
#include "fitted_four.inc"
    9 * 10};

constexpr Fitted five = {
#include "fitted_five.inc"
    13 * 13};

constexpr Fitted six = {
#include "fitted_six.inc"
    20 * 20};

constexpr Fitted large = {
#include "fitted_large.inc"
    20 * 20};

constexpr int largest_of_six = 300;  // cells

}  // namespace

const Fitted& fitted_for(const Rules& rules) {
    if (rules.connect <= 5) return rules.connect <= 4 ? four : five;
    return rules.cells() <= largest_of_six ? six : large;
}

}  // namespace linefall
