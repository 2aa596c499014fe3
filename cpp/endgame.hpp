// Who wins a position near its end, on a board of any size: a win, a draw or a loss, without how soon.
#pragma once

#include <memory>

#include "solver.hpp"

namespace linefall {

// A solver whose values are results for the side to move: 1 is a win, 0 a draw, -1 a loss. It says nothing of positions
// where more is left than it can hold. One thread works, whatever the question says.
LINEFALL_DECLARE_LEVELS(std::unique_ptr<Solver> make_endgame(const Rules& rules, std::size_t memory))

}  // namespace linefall
