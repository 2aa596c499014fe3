// What a search remembers of the positions that it met: depth, bound, score and best column.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "isa.hpp"
#include "pages.hpp"
#include "rules.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

enum class Bound : std::uint16_t { none, at_least, at_most, exact };

struct Note {
    std::int32_t score = 0;
    std::int8_t depth = 0;
    std::uint8_t column = 0;
    Bound bound : 2 = Bound::none;
    std::uint16_t age : 14 = 0;
};
static_assert(sizeof(Note) == sizeof(std::uint64_t));

// Pairs of entries: one that is kept while it is of the present search and deeper, one that always gives way.
//
// Threads use it at once and without locks. An entry is two words, the note and the key mixed with it, so that the
// halves of two entries do not pass for one.
class Memo {
  public:
    // The system gives zeroed pages when they are first touched: short games stay small.
    explicit Memo(std::size_t memory) : pairs_(count(memory)), pages_(pairs_ * pair_words * sizeof(std::uint64_t)) {}

    // The note of the position, if there is one.
    std::optional<Note> find(std::uint64_t key) const {
        const std::uint64_t* pair = at(key);
        for (const std::uint64_t* entry = pair; entry != pair + pair_words; entry += entry_words) {
            const std::uint64_t word = ReadyPages::load(entry + 1);
            if ((ReadyPages::load(entry) ^ word) != key) continue;
            const Note note = std::bit_cast<Note>(word);
            if (note.bound != Bound::none && fresh(note)) return note;
        }
        return std::nullopt;
    }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(at(key)); }

    void store(std::uint64_t key, int score, int depth, int column, Bound bound) {
        std::uint64_t* entry = at(key);
        const std::uint64_t first = ReadyPages::load(entry + 1);
        const Note kept = std::bit_cast<Note>(first);
        if ((ReadyPages::load(entry) ^ first) != key && kept.age == age() && kept.depth > depth) entry += entry_words;
        Note note;
        note.score = score;
        note.depth = static_cast<std::int8_t>(depth);
        note.column = static_cast<std::uint8_t>(column);
        note.bound = bound;
        note.age = age() & last;
        const auto word = std::bit_cast<std::uint64_t>(note);
        ReadyPages::save(entry, key ^ word);
        ReadyPages::save(entry + 1, word);
    }

    // A new search: what is known stays known, but gives way.
    void grow_older() {
        if (at_its_end()) forget();
        age_.store(age() + 1, std::memory_order_relaxed);
    }

    // Whether so many searches came that the next one makes it forget; no other thread may then be at it.
    bool at_its_end() const { return age() - oldest() == longest; }

    // Nothing is known any more. The ages left are enough for a whole game: were they to end in the midst of it, what
    // is known would be lost there, and the search would go on otherwise than that of a new table.
    void forget() {
        if (last - age() <= longest) {
            pages_.clear();
            age_.store(0, std::memory_order_relaxed);
        }
        age_.store(age() + 1, std::memory_order_relaxed);
        oldest_.store(age(), std::memory_order_relaxed);
    }

  private:
    static constexpr std::size_t entry_words = 2, pair_words = 2 * entry_words;
    static constexpr unsigned last = (1 << 14) - 1;                   // age
    static constexpr unsigned longest = Rules::limit * Rules::limit;  // game, in searches

    static std::size_t count(std::size_t memory) {
        std::size_t pairs = 1 << 10;
        while (sizeof(std::uint64_t) * pair_words * (pairs * 2) <= memory) pairs *= 2;
        return pairs;
    }

    unsigned age() const { return age_.load(std::memory_order_relaxed); }
    unsigned oldest() const { return oldest_.load(std::memory_order_relaxed); }
    bool fresh(const Note& note) const { return note.age >= oldest(); }

    std::uint64_t* at(std::uint64_t key) const { return pages_.data() + pair_words * (key & (pairs_ - 1)); }

    std::size_t pairs_;
    ReadyPages pages_;
    std::atomic<unsigned> age_{0}, oldest_{0};
};

// The guesses at the positions that a thread met last. As small as it is, it stays near the processor, and still a
// third of them is asked for again. A guess and most of the key are one word; a guess that is too large is not kept.
class GuessMemo {
  public:
    // The guess at the position, if it is known. All bits of the key must be as good as drawn by lot.
    std::optional<int> find(std::uint64_t key) const {
        const std::uint64_t word = words_[key >> (64 - bits)];
        if ((word ^ key << guess_bits) >> guess_bits != 0) return std::nullopt;
        return static_cast<Guess>(word);
    }

    void store(std::uint64_t key, int guess) {
        if (guess != static_cast<Guess>(guess)) return;
        words_[key >> (64 - bits)] = key << guess_bits | static_cast<std::uint16_t>(guess);
    }

  private:
    using Guess = std::int16_t;
    static constexpr int bits = 13, guess_bits = 16;

    std::vector<std::uint64_t> words_ = std::vector<std::uint64_t>(1 << bits);
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
