// Threads that search the same position together.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "isa.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

// Where the threads of a team are just now, so that each takes what no other has begun.
class Team {
  public:
    void enter(std::uint64_t place) { here(place).store(place, std::memory_order_relaxed); }
    void leave(std::uint64_t place) { here(place).store(0, std::memory_order_relaxed); }
    bool is_at(std::uint64_t place) { return here(place).load(std::memory_order_relaxed) == place; }

    void disperse() {
        for (auto& place : places_) place.store(0, std::memory_order_relaxed);
    }

  private:
    std::atomic<std::uint64_t>& here(std::uint64_t place) { return places_[place >> 52]; }

    std::array<std::atomic<std::uint64_t>, 1 << 12> places_{};
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
