// The numbers of the evaluation, found by bench/fit.py.
#include "evaluation.hpp"

namespace linefall {
namespace {

constexpr Fitted four = {
#include "fitted_four.inc"
};

constexpr Fitted five = {
#include "fitted_five.inc"
};

constexpr Fitted six = {
#include "fitted_six.inc"
};

}  // namespace

const Fitted& fitted_for(int connect) { return connect <= 4 ? four : connect == 5 ? five : six; }

}  // namespace linefall
