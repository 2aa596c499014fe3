// The exact value of a position, on any board that the bits hold.
#pragma once

#include <atomic>
#include <climits>
#include <cstdint>
#include <memory>
#include <string>

#include "isa.hpp"
#include "rules.hpp"
#include "stop.hpp"

namespace linefall {

// What to find out about a position.
struct Question {
    std::string mover;     // discs of the side to move, as bytes from the lowest (layout: position.hpp)
    std::string occupied;  // discs of both sides
    int lower;             // the value is known to be at least this,
    int upper;             // and at most this; the answer narrows it down until both are equal
    int guess = 0;         // where to begin
    int threads = 1;
    std::uint64_t node_limit = 0;  // 0: none
};

// What is proved: lower <= value <= upper; complete when both are equal.
struct Answer {
    int lower;
    int upper;
    std::uint64_t nodes;  // calls of the search that looked at children
    double seconds;
};

// Solves positions of one board, keeping what it has proved from one to the next.
class Solver {
  public:
    virtual ~Solver() = default;

    // The position is not over. Stops early when `stop` says so.
    virtual Answer solve(const Question& question, StopToken& stop) = 0;

    // Forgets everything.
    virtual void clear() = 0;

    virtual std::size_t bytes() const = 0;

    // For a thread that watches a solve: what is proved so far; at first nothing.
    struct Progress {
        std::atomic<int> lower{INT_MIN}, upper{INT_MAX};
        std::atomic<std::uint64_t> nodes{0};

        void forget() {
            lower = INT_MIN;
            upper = INT_MAX;
            nodes = 0;
        }
    };
    Progress progress;

    // The nodes so far, with those of another solver that is asked.
    virtual std::uint64_t nodes_so_far() const { return progress.nodes; }
};

// The smallest table that works for a board, and whether the bits hold the board at all.
std::size_t least_solver_memory(const Rules& rules);
bool solver_fits(const Rules& rules);

std::unique_ptr<Solver> make_wide_solver(const Rules& rules, std::size_t memory);
LINEFALL_DECLARE_LEVELS(std::unique_ptr<Solver> make_solver(const Rules& rules, std::size_t memory))

}  // namespace linefall
