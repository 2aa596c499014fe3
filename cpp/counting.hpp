// Counting: move sequences, distinct positions, random games.
#pragma once

#include <cstdint>

#include "isa.hpp"
#include "rules.hpp"
#include "stop.hpp"

namespace linefall {

// What a batch of random games came to.
struct Playouts {
    std::uint64_t first_wins = 0;
    std::uint64_t second_wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t plies = 0;  // of all games together
};

// How many sequences of exactly `depth` moves there are; games that end earlier are not continued.
LINEFALL_DECLARE_LEVELS(std::uint64_t perft(const Rules& rules, int depth, StopToken& stop))

// How many different positions there are after `plies` discs; games that ended are kept but not continued.
LINEFALL_DECLARE_LEVELS(std::uint64_t count_positions(const Rules& rules, int plies, StopToken& stop))

// Plays games in which every open column is equally likely. The same seed gives the same games on every machine.
LINEFALL_DECLARE_LEVELS(Playouts random_playouts(const Rules& rules, std::uint64_t games, std::uint64_t seed,
                                                 StopToken& stop))

}  // namespace linefall
