// The transposition table: what was proved about positions, shared by threads without locks.
//
// A bucket is one cache line. The key is first turned into another number of as many bits by steps that can all be
// undone; its top bits choose the bucket and only the others are stored, so that a found entry is surely the right
// one: there are no false hits. An entry takes as many words as the key:
//
//     word 0:  the rest of the number | the size of the subtree | upper bound | lower bound
//     word 1:  the key's word 1, and so on
//
// In entries of two words, what does not fit of the rest lies above the key's bits in word 1.
//
// An entry of one word is written at once. In longer ones word 0 is mixed with the others, so that an entry half
// written by another thread is not recognised.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "bits.hpp"
#include "pages.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

template <int Words>
class Table {
  public:
    static constexpr int line_words = 8;  // of 8 bytes: a cache line
    static constexpr int score_bits = Words == 1 ? 6 : Words == 2 ? 7 : 9;
    static constexpr int work_bits = 6;
    static constexpr int data_bits = 2 * score_bits + work_bits;
    static constexpr int entry_words = Words <= 2 ? Words : Words + 1;  // large scores do not fit beside the key
    static constexpr int bucket_lines = entry_words <= line_words ? 1 : 2;
    static constexpr int bucket_words = bucket_lines * line_words;
    static constexpr int bucket_entries = bucket_words / entry_words;

    // What is proved: lower <= value <= upper. Found only if it says something.
    struct Entry {
        bool found = false;
        int lower = 0;
        int upper = 0;
    };

    // A key with its way into the table worked out; of `key`, the words that an entry holds beside word 0.
    struct Slot {
        std::uint64_t* bucket;
        std::uint64_t rest;
        Bits<Words> key;
    };

    // The bits that keys need, and the bounds of all scores. `bytes` must be at least smallest(key_bits).
    Table(std::size_t bytes, int key_bits, int lowest_score, int highest_score)
        : buckets_(bytes / (8 * bucket_words)),
          spare_bits_(64 - number_bits(key_bits)),
          upper_bits_(Words == 2 ? key_bits - 64 : 0),
          half_bits_(number_bits(key_bits) / 2),
          number_mask_(mask(number_bits(key_bits))),
          lowest_(lowest_score),
          highest_(highest_score),
          pages_(buckets_ * 8 * bucket_words) {
        if (bytes < smallest(key_bits)) throw std::invalid_argument("the table is too small for its keys");
        rest_mask_ = mask(number_bits(key_bits) - (static_cast<int>(std::bit_width(buckets_)) - 1));
        if (entry_words > Words) rest_mask_ = number_mask_;
    }

    // The fewest bytes with which the rest of a key fits into its entry.
    static std::size_t smallest(int key_bits) {
        if (entry_words > Words) return std::size_t{8} * bucket_words;
        const int spare = rest_bits + (Words == 2 ? 128 - key_bits : 0);
        const int bucket_bits = number_bits(key_bits) > spare ? number_bits(key_bits) - spare : 0;
        return (std::size_t{8} * bucket_words) << bucket_bits;
    }

    void clear() { pages_.clear(); }
    std::size_t bytes() const { return buckets_ * 8 * bucket_words; }

    Slot find(const Bits<Words>& key) const { return place(scramble(key), key); }

    // Adds what another table knows, one of fewer buckets and a power of two of them: there, the place of an entry and
    // what it holds give the whole number.
    void take_over(const Table& young) requires(Words == 1) {
        const int stored_bits = std::popcount(young.rest_mask_);
        for (std::size_t i = 0; i < young.buckets_ * bucket_words; ++i) {
            const std::uint64_t word = ReadyPages::load(young.pages_.data() + i);
            if (!word) continue;
            const Slot slot = place(std::uint64_t{i / bucket_words} << stored_bits | word >> data_bits);
            store(slot, young.lower(word), young.upper(word), std::uint64_t{1} << (size_of(word) - 1));
        }
    }

    static void prefetch(const Slot& slot) { __builtin_prefetch(slot.bucket); }

    Entry probe(const Slot& slot) const {
        if constexpr (Words == 1) {
            const std::uint64_t word = find_word(slot);
            if (!word) return {};
            return {true, lower(word), upper(word)};
        } else {
            for (int i = 0; i < bucket_entries; ++i) {
                const std::uint64_t* entry = slot.bucket + i * entry_words;
                std::uint64_t word = 0;
                if (holds(entry, slot, word)) return {true, lower(word), upper(word)};
            }
            return {};
        }
    }

    // Adds what was proved with `work` nodes to what is known. Entries with less work behind them give way.
    void store(const Slot& slot, int lower_bound, int upper_bound, std::uint64_t work) {
        const std::uint64_t size = static_cast<std::uint64_t>(std::bit_width(work | 1));
        if constexpr (Words == 1) {
            store_word(slot, lower_bound, upper_bound, size);
        } else {
            store_words(slot, lower_bound, upper_bound, size);
        }
    }

  private:
    static constexpr int rest_bits = 64 - data_bits;  // of word 0
    static constexpr int least_number_bits = 48;      // so that small boards leave something to store

    static constexpr std::uint64_t mask(int bits) {
        return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    }

    Slot place(std::uint64_t number, const Bits<Words>& key = {}) const {
        const std::uint64_t top = number << spare_bits_;
        const std::uint64_t index = static_cast<std::uint64_t>(Uint128{top} * buckets_ >> 64);
        Slot slot{pages_.data() + index * bucket_words, number & rest_mask_, key};
        if constexpr (Words == 2) {
            slot.key.words[1] |= slot.rest >> rest_bits << 1 << (upper_bits_ - 1);
            slot.rest &= mask(rest_bits);
        }
        return slot;
    }

    static int number_bits(int key_bits) {
        if (Words > 1) return 64;
        return key_bits > least_number_bits ? key_bits : least_number_bits;
    }

    // Multiplying by an odd number and folding the upper half into the lower one can be undone, so different keys with
    // the same further words give different numbers.
    std::uint64_t scramble(const Bits<Words>& key) const {
        std::uint64_t number = key.words[0];
        for (int i = 1; i < Words; ++i) number ^= std::rotl(key.words[i] * 0xA24BAED4963EE407, 29 + i);
        number = number * 0x9E3779B97F4A7C15 & number_mask_;
        number ^= number >> half_bits_;
        return number * 0xD6E8FEB86659FD93 & number_mask_;
    }

    static std::uint64_t seal(const Bits<Words>& key) {
        std::uint64_t result = 0;
        for (int i = 1; i < Words; ++i) result ^= std::rotl(key.words[i] * 0xC2B2AE3D27D4EB4F, 7 * i);
        return result;
    }

    // The entry of the slot among the eight of its bucket, or 0. All are looked at, because where it stands cannot be
    // foreseen, and a processor that guesses wrong loses more time. A vector is read without a word being torn on all
    // processors that have these; to a sanitizer of threads, which cannot know that, the words are read one by one.
    static std::uint64_t find_word(const Slot& slot) {
#if defined(__AVX512F__) && !defined(__SANITIZE_THREAD__)
        using Line = std::uint64_t __attribute__((vector_size(64), may_alias));
        const Line bucket = *reinterpret_cast<const Line*>(slot.bucket);
        const __mmask8 found = _mm512_cmpeq_epi64_mask(reinterpret_cast<__m512i>(bucket >> data_bits),
                                                       reinterpret_cast<__m512i>(Line{} + slot.rest));
        return reinterpret_cast<Line>(_mm512_maskz_compress_epi64(found, reinterpret_cast<__m512i>(bucket)))[0];
#else
        std::uint64_t word = 0;
        for (int i = 0; i < bucket_entries; ++i) {
            const std::uint64_t entry = ReadyPages::load(slot.bucket + i);
            word = entry >> data_bits == slot.rest ? entry : word;
        }
        return word;
#endif
    }

    void store_words(const Slot& slot, int lower_bound, int upper_bound, std::uint64_t size) {
        std::uint64_t* victim = slot.bucket;
        std::uint64_t least = ~std::uint64_t{0};
        for (int i = 0; i < bucket_entries; ++i) {
            std::uint64_t* entry = slot.bucket + i * entry_words;
            std::uint64_t word = 0;
            if (holds(entry, slot, word)) {
                if (lower(word) > lower_bound) lower_bound = lower(word);
                if (upper(word) < upper_bound) upper_bound = upper(word);
                if (size_of(word) > size) size = size_of(word);
                victim = entry;
                least = 0;
                break;
            }
            if (size_of(word) < least) {
                least = size_of(word);
                victim = entry;
            }
        }
        if (least > size) age(slot);
        write(victim, slot, pack(slot.rest, size, lower_bound, upper_bound));
    }

    // The same for entries of one word, without branches that cannot be foreseen.
    void store_word(const Slot& slot, int lower_bound, int upper_bound, std::uint64_t size) {
        const std::uint64_t known = find_word(slot);
        if (known) {
            if (lower(known) > lower_bound) lower_bound = lower(known);
            if (upper(known) < upper_bound) upper_bound = upper(known);
            if (size_of(known) > size) size = size_of(known);
        }
        std::uint64_t least = ~std::uint64_t{0};
        for (std::uint64_t i = 0; i < bucket_entries; ++i) {
            const std::uint64_t entry = ReadyPages::load(slot.bucket + i);
            const bool same = known && entry >> data_bits == slot.rest;
            const std::uint64_t rank = same ? i : (size_of(entry) + 1) * bucket_entries + i;
            least = rank < least ? rank : least;
        }
        if (least >= (size + 2) * bucket_entries) age(slot);
        write(slot.bucket + least % bucket_entries, slot, pack(slot.rest, size, lower_bound, upper_bound));
    }

    // Whether the entry is that of the slot; `word` becomes its bounds and size in any case.
    bool holds(const std::uint64_t* entry, const Slot& slot, std::uint64_t& word) const requires(Words > 1) {
        // Seen from another key, the sealed word is noise: the size, kept open in the lowest bits, is not.
        const std::uint64_t sealed = ReadyPages::load(entry);
        word = sealed & mask(work_bits);
        for (int i = 1; i < Words; ++i) {
            if (ReadyPages::load(entry + i) != slot.key.words[i]) return false;
        }
        const std::uint64_t opened = sealed ^ (seal(slot.key) & ~mask(work_bits));
        if constexpr (entry_words > Words) {
            if ((ReadyPages::load(entry + Words) ^ opened) != slot.rest || !sealed) return false;
        } else {
            if (opened >> data_bits != slot.rest || !sealed) return false;
        }
        word = opened;
        return true;
    }

    void write(std::uint64_t* entry, const Slot& slot, std::uint64_t word) {
        if constexpr (Words == 1) {
            ReadyPages::save(entry, word);
        } else {
            ReadyPages::save(entry, word ^ (seal(slot.key) & ~mask(work_bits)));
            for (int i = 1; i < Words; ++i) ReadyPages::save(entry + i, slot.key.words[i]);
            if constexpr (entry_words > Words) ReadyPages::save(entry + Words, slot.rest ^ word);
        }
    }

    // Lets an entry that was expensive once, but is in the way now, become cheaper: any of the bucket, by chance.
    void age(const Slot& slot) {
        const std::uint64_t chosen = (slot.rest * 0x9E3779B97F4A7C15 >> 32) % bucket_entries;
        std::uint64_t* entry = slot.bucket + chosen * entry_words;
        const std::uint64_t word = ReadyPages::load(entry);
        if constexpr (entry_words > Words) return;  // its seal covers the size too
        if ((word & mask(work_bits)) > 1) ReadyPages::save(entry, word - 1);
    }

    std::uint64_t pack(std::uint64_t rest, std::uint64_t size, int lower_bound, int upper_bound) const {
        std::uint64_t word = entry_words > Words ? 0 : rest;
        word = word << score_bits | static_cast<std::uint64_t>(lower_bound - lowest_);
        word = word << score_bits | static_cast<std::uint64_t>(highest_ - upper_bound);
        return word << work_bits | size;
    }

    static std::uint64_t size_of(std::uint64_t word) { return word & mask(work_bits); }
    int upper(std::uint64_t word) const { return highest_ - static_cast<int>(word >> work_bits & mask(score_bits)); }
    int lower(std::uint64_t word) const {
        return lowest_ + static_cast<int>(word >> (work_bits + score_bits) & mask(score_bits));
    }

    std::size_t buckets_;
    int spare_bits_, upper_bits_, half_bits_;
    std::uint64_t number_mask_, rest_mask_;
    int lowest_, highest_;
    ReadyPages pages_;
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
