// What a search remembers of the positions that it met: depth, bound, score and best column.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isa.hpp"
#include "pages.hpp"
#include "rules.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

enum class Bound : std::uint16_t { none, at_least, at_most, exact };

struct Note {
    std::uint64_t key = 0;
    std::int32_t score = 0;
    std::int8_t depth = 0;
    std::uint8_t column = 0;
    Bound bound : 2 = Bound::none;
    std::uint16_t age : 14 = 0;
};
static_assert(sizeof(Note) == 16);

// Pairs of entries: one that is kept while it is of the present search and deeper, one that always gives way.
class Memo {
  public:
    // The system gives zeroed pages when they are first touched: short games stay small.
    explicit Memo(std::size_t memory) : pairs_(count(memory)), pages_(2 * pairs_ * sizeof(Note)) {}

    // The note of the position, or null.
    const Note* find(std::uint64_t key) const {
        const Note* pair = at(key);
        for (int i = 0; i < 2; ++i) {
            if (pair[i].key == key && pair[i].bound != Bound::none && fresh(pair[i])) return &pair[i];
        }
        return nullptr;
    }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(at(key)); }

    void store(std::uint64_t key, int score, int depth, int column, Bound bound) {
        Note* pair = at(key);
        const bool keep = pair[0].key != key && pair[0].age == age_ && pair[0].depth > depth;
        Note& note = pair[keep ? 1 : 0];
        note.key = key;
        note.score = score;
        note.depth = static_cast<std::int8_t>(depth);
        note.column = static_cast<std::uint8_t>(column);
        note.bound = bound;
        note.age = age_ & last;
    }

    // A new search: what is known stays known, but gives way.
    void grow_older() {
        if (age_ - oldest_ == longest) forget();
        ++age_;
    }

    // Nothing is known any more. The ages left are enough for a whole game: were they to end in the midst of it, what
    // is known would be lost there, and the search would go on otherwise than that of a new table.
    void forget() {
        if (last - age_ <= longest) {
            pages_.clear();
            age_ = 0;
        }
        oldest_ = ++age_;
    }

  private:
    static constexpr unsigned last = (1 << 14) - 1;                   // age
    static constexpr unsigned longest = Rules::limit * Rules::limit;  // game, in searches

    static std::size_t count(std::size_t memory) {
        std::size_t pairs = 1 << 10;
        while (2 * sizeof(Note) * (pairs * 2) <= memory) pairs *= 2;
        return pairs;
    }

    bool fresh(const Note& note) const { return note.age >= oldest_; }

    Note* at(std::uint64_t key) const { return reinterpret_cast<Note*>(pages_.data()) + 2 * (key & (pairs_ - 1)); }

    std::size_t pairs_;
    ReadyPages pages_;
    unsigned age_ = 0, oldest_ = 0;
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
