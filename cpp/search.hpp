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

// What the evaluation and the search go by. bench/tune.py changes them one by one and measures by matches.
struct Weights {
    int line = 25;                // an open line across that lacks two discs
    int fewer = 50;               // a line with one disc less is worth so many hundredths of that
    int good = 35;                // more for one that lacks only cells which come to its side in the end
    int good_less = 0;            // the same for a line with one disc less
    int near = 55;                // more for one that lacks only cells near the piles
    int near_less = 33;           // the same for a line with one disc less
    int leader = 0;               // the leader's first threat with an odd number of cells above it
    int leader_more = 0;          // each further one
    int leader_even = 93;         // one with an even number above
    int follower = 330;           // a threat of the follower with an even number above
    int follower_odd = 74;        // its first with an odd number
    int follower_odd_more = 640;  // each further one: two of them turn the count around
    int leader_high = 58;         // an odd threat of the leader above a threat of the same column
    int follower_high = 126;      // an even one of the follower
    int follower_odd_high = 57;   // an odd one
    int decided = 660;            // the leader has odd threats and the follower none that spoils them
    int tempo = 52;               // the right to move
    int follows = 75;             // being the follower
    int prospects = 0;            // twice as many lines that lack only cells which come to their side in the end
    int prospects_few = 4;        // so few of them count less than that
    int quiet = 200;              // what one more quiet move can change
    int frontier = 80;            // the same for a move whose lines are counted already
    int ahead = 350;              // so far ahead, for each move to the horizon, nothing will change
    int reduce_from = 3;          // moves that are looked at in full depth
};

// The weights by name, for the tuner.
struct NamedWeight {
    const char* name;
    int Weights::*field;
};

inline constexpr NamedWeight named_weights[] = {
    {"line", &Weights::line},
    {"fewer", &Weights::fewer},
    {"good", &Weights::good},
    {"good_less", &Weights::good_less},
    {"near", &Weights::near},
    {"near_less", &Weights::near_less},
    {"leader", &Weights::leader},
    {"leader_more", &Weights::leader_more},
    {"leader_even", &Weights::leader_even},
    {"leader_high", &Weights::leader_high},
    {"follower", &Weights::follower},
    {"follower_odd", &Weights::follower_odd},
    {"follower_odd_more", &Weights::follower_odd_more},
    {"follower_high", &Weights::follower_high},
    {"follower_odd_high", &Weights::follower_odd_high},
    {"decided", &Weights::decided},
    {"tempo", &Weights::tempo},
    {"follows", &Weights::follows},
    {"prospects", &Weights::prospects},
    {"prospects_few", &Weights::prospects_few},
    {"quiet", &Weights::quiet},
    {"frontier", &Weights::frontier},
    {"ahead", &Weights::ahead},
    {"reduce_from", &Weights::reduce_from},
};

// The defaults are those of lines of four; longer ones were fitted by themselves. Cells near the piles are nothing
// special to them. Games for six and more last until the columns fill, so what that decides is worth more.
inline Weights weights_for(const Rules& rules) {
    Weights weights;
    if (rules.connect <= 4) return weights;
    weights.line = 36;
    weights.fewer = 42;
    weights.good = 92;
    weights.good_less = 24;
    weights.near = 0;
    weights.near_less = 0;
    weights.leader = 40;
    weights.leader_more = 350;
    weights.leader_even = 70;
    weights.leader_high = rules.connect == 5 ? 67 : 215;
    weights.follower = 360;
    weights.follower_odd = 90;
    weights.follower_odd_more = 660;
    weights.follower_high = 160;
    weights.follower_odd_high = 30;
    weights.decided = rules.connect == 5 ? 570 : 750;
    weights.tempo = 36;
    weights.follows = 110;
    weights.prospects = rules.connect == 5 ? 150 : 200;
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
