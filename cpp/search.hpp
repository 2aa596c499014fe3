// The best move found before a deadline, on any board.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "isa.hpp"
#include "rules.hpp"
#include "stop.hpp"

namespace linefall {

// A score of a side that wins is `won` and one more for every cell that is empty when its line stands: sooner is
// better. The loser's is as much below zero. Everything nearer to zero than `won` is a guess, or a draw.
inline constexpr int won = 1'000'000;

// What the evaluation and the search go by. bench/tune.py changes them one by one and measures by matches.
struct Weights {
    int line = 51;                // an open line across that lacks two discs
    int fewer = 37;               // a line with one disc less is worth so many hundredths of that
    int three = 0;                // an open line that lacks one disc, beside its threat
    int leader = 390;             // the leader's first threat with an odd number of cells above it
    int leader_more = 190;        // each further one
    int leader_even = 40;         // one with an even number above
    int follower = 310;           // a threat of the follower with an even number above
    int follower_odd = 85;        // its first with an odd number
    int follower_odd_more = 700;  // each further one: two of them turn the count around
    int buried = 25;              // hundredths that are left of a threat above a threat of the same column
    int decided = 190;            // the leader has odd threats and the follower none that spoils them
    int tempo = 35;               // the right to move
    int follows = 95;             // being the follower
    int quiet = 200;              // what one more quiet move can change
    int frontier = 80;            // the same for a move whose lines are counted already
    int ahead = 350;              // so far ahead, for each move to the horizon, nothing will change
    int reduce_from = 3;          // moves that are looked at in full depth
};

// Names of the weights for the tuner, in the order of the fields.
inline constexpr std::array<const char*, 17> weight_names = {"line",     "fewer",        "three",
                                                             "leader",   "leader_more",  "leader_even",
                                                             "follower", "follower_odd", "follower_odd_more",
                                                             "buried",   "decided",      "tempo",
                                                             "follows",  "quiet",        "frontier",
                                                             "ahead",    "reduce_from"};

// A position to search. The discs are bytes from the lowest (layout: position.hpp).
struct Look {
    std::string first, second;  // discs of the side that moved first, of the other
    std::vector<int> columns;   // the columns to choose from, the likeliest first; none: all that are open
    int depth = 0;              // at most; 0: no limit
    std::uint64_t nodes = 0;    // at most; 0: no limit
};

struct Found {
    int column = -1;
    int score = 0;          // for the side to move
    int depth = 0;          // of the last look that was finished
    bool complete = false;  // all columns were looked at: a lost score is a proof
    std::uint64_t nodes = 0;
    std::vector<int> line;
    std::vector<int> columns;  // those looked at, with the scores when each was asked for
    std::vector<int> scores;
};

// Searches positions of one board, keeping what it has found from one to the next.
class Searcher {
  public:
    virtual ~Searcher() = default;

    // The best column found until `stop` or a limit says that it is enough. The position is not over.
    virtual Found search(const Look& look, StopToken& stop) = 0;

    // The score of every column, each with an open window, at the depth of `look` or as deep as it came.
    virtual Found values(const Look& look, StopToken& stop) = 0;

    // Forgets everything, so that the same question takes the same nodes.
    virtual void forget() = 0;

    virtual void set(const Weights& weights) = 0;
};

// `diagonals` off: plays as somebody who does not see them.
LINEFALL_DECLARE_LEVELS(std::unique_ptr<Searcher> make_searcher(const Rules& rules, std::size_t memory, bool diagonals))

}  // namespace linefall
