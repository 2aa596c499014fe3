// Eight positions side by side: one shift or one "and" works on all of them at once.
//
// A node of the search looks at all of its children first, and does the same to each of them. Written with the
// compiler's vector types, one source serves SSE2, AVX2 and AVX-512 (see isa.hpp) and every other machine.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "bits.hpp"

// Vectors are passed between functions by reference and everything is inlined: no level's calling convention counts.
#define LINEFALL_INLINE inline __attribute__((always_inline))

namespace linefall {
inline namespace LINEFALL_ISA {

inline constexpr int lane_count = 8;
inline constexpr unsigned all_lanes = (1u << lane_count) - 1;

typedef std::uint64_t Vector __attribute__((vector_size(8 * lane_count), aligned(8 * lane_count), may_alias));

// One bit for each lane that is not zero, lane 0 lowest.
LINEFALL_INLINE unsigned nonzero_lanes(const Vector& vector) {
#if defined(__AVX512F__)
    const __m512i value = reinterpret_cast<const __m512i&>(vector);
    return _mm512_test_epi64_mask(value, value);
#elif defined(__AVX2__)
    const __m256i* halves = reinterpret_cast<const __m256i*>(&vector);
    const __m256i zero = _mm256_setzero_si256();
    const int low = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(halves[0], zero)));
    const int high = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(halves[1], zero)));
    return ~static_cast<unsigned>(low | high << 4) & all_lanes;
#else
    unsigned result = 0;
    for (int i = 0; i < lane_count; ++i) result |= static_cast<unsigned>(vector[i] != 0) << i;
    return result;
#endif
}

// All ones in the lanes of `lanes`, zero in the others.
LINEFALL_INLINE Vector lane_mask(unsigned lanes) {
#if defined(__AVX512DQ__)
    return reinterpret_cast<Vector>(_mm512_movm_epi64(static_cast<__mmask8>(lanes)));
#else
    const Vector bit = {1, 2, 4, 8, 16, 32, 64, 128};
    return reinterpret_cast<Vector>(((Vector{} + std::uint64_t{lanes}) & bit) != 0);
#endif
}

// A set of cells in each lane: word i of all lanes lies together.
template <int Words>
struct Lanes {
    Vector words[std::size_t{Words}];

    static LINEFALL_INLINE Lanes none() {
        Lanes result;
        for (int i = 0; i < Words; ++i) result.words[i] = Vector{};
        return result;
    }

    // The same set in every lane.
    static LINEFALL_INLINE Lanes all(const Bits<Words>& bits) {
        Lanes result;
        for (int i = 0; i < Words; ++i) result.words[i] = Vector{} + bits.words[i];
        return result;
    }

    LINEFALL_INLINE Bits<Words> lane(int index) const {
        Bits<Words> result;
        for (int i = 0; i < Words; ++i) {
            result.words[i] = reinterpret_cast<const std::uint64_t*>(&words[i])[index];
        }
        return result;
    }

    LINEFALL_INLINE void set(int index, const Bits<Words>& bits) {
        for (int i = 0; i < Words; ++i) reinterpret_cast<std::uint64_t*>(&words[i])[index] = bits.words[i];
    }

    // One bit for each lane whose set is not empty.
    LINEFALL_INLINE unsigned nonempty() const {
        Vector any = words[0];
        for (int i = 1; i < Words; ++i) any |= words[i];
        return nonzero_lanes(any);
    }

    LINEFALL_INLINE friend Lanes operator&(const Lanes& a, const Lanes& b) {
        Lanes result;
        for (int i = 0; i < Words; ++i) result.words[i] = a.words[i] & b.words[i];
        return result;
    }

    LINEFALL_INLINE friend Lanes operator|(const Lanes& a, const Lanes& b) {
        Lanes result;
        for (int i = 0; i < Words; ++i) result.words[i] = a.words[i] | b.words[i];
        return result;
    }

    LINEFALL_INLINE friend Lanes operator^(const Lanes& a, const Lanes& b) {
        Lanes result;
        for (int i = 0; i < Words; ++i) result.words[i] = a.words[i] ^ b.words[i];
        return result;
    }

    LINEFALL_INLINE friend Lanes operator~(const Lanes& a) {
        Lanes result;
        for (int i = 0; i < Words; ++i) result.words[i] = ~a.words[i];
        return result;
    }

    LINEFALL_INLINE Lanes& operator|=(const Lanes& b) { return *this = *this | b; }
    LINEFALL_INLINE Lanes& operator&=(const Lanes& b) { return *this = *this & b; }

    // 0 <= amount < 64 * Words. Steps of 64 and more are rare enough to stand apart.
    LINEFALL_INLINE friend Lanes operator<<(const Lanes& a, int amount) {
        Lanes result;
        const auto bits = static_cast<std::uint64_t>(amount);
        if constexpr (Words == 1) {
            result.words[0] = a.words[0] << bits;
        } else {
            if (amount >= 64) [[unlikely]]
                return up_by_words(a, amount);
            result.words[0] = a.words[0] << bits;
            for (int i = 1; i < Words; ++i) {
                result.words[i] = (a.words[i] << bits) | (a.words[i - 1] >> 1 >> (63 - bits));
            }
        }
        return result;
    }

    LINEFALL_INLINE friend Lanes operator>>(const Lanes& a, int amount) {
        Lanes result;
        const auto bits = static_cast<std::uint64_t>(amount);
        if constexpr (Words == 1) {
            result.words[0] = a.words[0] >> bits;
        } else {
            if (amount >= 64) [[unlikely]]
                return down_by_words(a, amount);
            result.words[Words - 1] = a.words[Words - 1] >> bits;
            for (int i = 0; i < Words - 1; ++i) {
                result.words[i] = (a.words[i] >> bits) | (a.words[i + 1] << 1 << (63 - bits));
            }
        }
        return result;
    }

    // Each set without its smallest member.
    LINEFALL_INLINE friend Lanes without_lowest(const Lanes& a) {
        Lanes less;
        if constexpr (Words == 1) {
            less.words[0] = a.words[0] - 1;
        } else {
            Vector borrow = Vector{} + 1;
            for (int i = 0; i < Words; ++i) {
                less.words[i] = a.words[i] - borrow;
                borrow &= reinterpret_cast<Vector>(a.words[i] == 0);
            }
        }
        return a & less;
    }

    // Lane by lane: a where the mask is all ones, b where it is zero.
    LINEFALL_INLINE friend Lanes select(const Vector& mask, const Lanes& a, const Lanes& b) {
        Lanes result;
        for (int i = 0; i < Words; ++i) result.words[i] = (a.words[i] & mask) | (b.words[i] & ~mask);
        return result;
    }

    // Lane by lane, as integers.
    LINEFALL_INLINE friend Lanes smaller(const Lanes& a, const Lanes& b) {
        Vector less = reinterpret_cast<Vector>(a.words[0] < b.words[0]);
        for (int i = 1; i < Words; ++i) {
            less &= reinterpret_cast<Vector>(a.words[i] == b.words[i]);
            less |= reinterpret_cast<Vector>(a.words[i] < b.words[i]);
        }
        return select(less, a, b);
    }

  private:
    __attribute__((noinline)) static Lanes up_by_words(const Lanes& a, int amount) {
        Lanes result = none();
        for (int i = amount / 64; i < Words; ++i) result.words[i] = a.words[i - amount / 64];
        return result << amount % 64;
    }

    __attribute__((noinline)) static Lanes down_by_words(const Lanes& a, int amount) {
        Lanes result = none();
        for (int i = amount / 64; i < Words; ++i) result.words[i - amount / 64] = a.words[i];
        return result >> amount % 64;
    }
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
