// The best move found before a deadline, on any board.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "isa.hpp"
#include "rules.hpp"
#include "stop.hpp"

namespace linefall {

// A score of a side that wins is `won` and one more for every cell that is empty when its line stands: sooner is
// better. The loser's is as much below zero. Everything nearer to zero than `won` is a guess, or a draw.
inline constexpr int won = 1'000'000;

// What the search goes by, in points of the evaluation (evaluation.hpp). bench/tune.py changes them one by one and
// measures by matches.
struct Weights {
    int quiet = 200;      // what one more quiet move can change
    int frontier = 80;    // the same for a move whose lines are counted already
    int ahead = 200;      // so far ahead, for each move to the horizon, nothing will change
    int reduce_from = 3;  // moves that are looked at in full depth
    int reduce = 0;       // how much less deep others are, in hundredths: see Explorer
};

// The weights by name, for the tuner.
struct NamedWeight {
    const char* name;
    int Weights::*field;
};

inline constexpr NamedWeight named_weights[] = {
    {"quiet", &Weights::quiet},   {"frontier", &Weights::frontier},
    {"ahead", &Weights::ahead},   {"reduce_from", &Weights::reduce_from},
    {"reduce", &Weights::reduce},
};

inline Weights weights_for(const Rules& rules) {
    Weights weights;
    if (rules.connect > 4) weights.quiet = 120;
    if (rules.connect > 5) weights.reduce = 40;
    return weights;
}

// A position to search. The discs are bytes from the lowest (layout: position.hpp).
struct Look {
    std::string first, second;  // discs of the side that moved first, of the other
    std::vector<int> columns;   // the columns to choose from, the likeliest first; none: all that are open
    int depth = 0;              // at most; 0: no limit
    std::uint64_t nodes = 0;    // at most, of the first thread; 0: no limit
    int threads = 1;
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
