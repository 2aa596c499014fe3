// A set of cells: 1, 2, 4 or 8 machine words that behave like one unsigned integer.
//
// One word compiles to plain 64-bit arithmetic, two words to the compiler's 128-bit integer; more are loops of
// constant length. Nothing here allocates, and everything is constexpr.
#pragma once

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

#include "isa.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

__extension__ typedef unsigned __int128 Uint128;

template <int Words>
struct Bits {
    static_assert(Words == 1 || Words == 2 || Words == 4 || Words == 8);

    static constexpr int width = 64 * Words;
    static constexpr std::size_t bytes = std::size_t{width} / 8;

    std::uint64_t words[static_cast<std::size_t>(Words)]{};

    constexpr Bits() = default;
    constexpr explicit Bits(std::uint64_t low) { words[0] = low; }

    // The set with the one member `index`, 0 <= index < width.
    static constexpr Bits bit(int index) {
        Bits result;
        if constexpr (Words == 1) {
            result.words[0] = std::uint64_t{1} << index;
        } else {
            result.words[index / 64] = std::uint64_t{1} << (index % 64);
        }
        return result;
    }

    // The set {0, 1, ..., count - 1}, 0 <= count <= width.
    static constexpr Bits first(int count) { return ~(~Bits() << count); }

    // Little-endian, whatever the machine: the same bytes stand for the same set everywhere. Missing bytes are zero,
    // bytes beyond the width are ignored.
    static constexpr Bits from_bytes(const unsigned char* data, std::size_t size) {
        Bits result;
        for (std::size_t i = 0; i < size && i < bytes; ++i) {
            result.words[i / 8] |= std::uint64_t{data[i]} << (8 * (i % 8));
        }
        return result;
    }

    static Bits from_bytes(const std::string& data) {
        return from_bytes(reinterpret_cast<const unsigned char*>(data.data()), data.size());
    }

    // Writes `bytes` bytes.
    constexpr void to_bytes(unsigned char* data) const {
        for (std::size_t i = 0; i < bytes; ++i) {
            data[i] = static_cast<unsigned char>(words[i / 8] >> (8 * (i % 8)));
        }
    }

    constexpr std::uint64_t word(int index) const { return words[index]; }

    constexpr bool has(int index) const {
        if constexpr (Words == 1) {
            return words[0] >> index & 1;
        } else {
            return words[index / 64] >> (index % 64) & 1;
        }
    }

    constexpr explicit operator bool() const {
        std::uint64_t any = 0;
        for (int i = 0; i < Words; ++i) any |= words[i];
        return any != 0;
    }

    friend constexpr bool operator==(const Bits& a, const Bits& b) {
        std::uint64_t difference = 0;
        for (int i = 0; i < Words; ++i) difference |= a.words[i] ^ b.words[i];
        return difference == 0;
    }

    friend constexpr std::strong_ordering operator<=>(const Bits& a, const Bits& b) {
        for (int i = Words - 1; i > 0; --i) {
            if (a.words[i] != b.words[i]) return a.words[i] <=> b.words[i];
        }
        return a.words[0] <=> b.words[0];
    }

    friend constexpr Bits operator&(Bits a, const Bits& b) {
        for (int i = 0; i < Words; ++i) a.words[i] &= b.words[i];
        return a;
    }

    friend constexpr Bits operator|(Bits a, const Bits& b) {
        for (int i = 0; i < Words; ++i) a.words[i] |= b.words[i];
        return a;
    }

    friend constexpr Bits operator^(Bits a, const Bits& b) {
        for (int i = 0; i < Words; ++i) a.words[i] ^= b.words[i];
        return a;
    }

    friend constexpr Bits operator~(Bits a) {
        for (int i = 0; i < Words; ++i) a.words[i] = ~a.words[i];
        return a;
    }

    // As integers, modulo 2^width: adding the bottom cell of a column to a full pile carries to its first free cell.
    friend constexpr Bits operator+(const Bits& a, const Bits& b) {
        if constexpr (Words == 1) {
            return Bits(a.words[0] + b.words[0]);
        } else if constexpr (Words == 2) {
            return from_wide(a.wide() + b.wide());
        } else {
            Bits result;
            std::uint64_t carry = 0;
            for (int i = 0; i < Words; ++i) {
                const std::uint64_t partial = a.words[i] + b.words[i];
                result.words[i] = partial + carry;
                carry = (partial < a.words[i]) | (result.words[i] < partial);
            }
            return result;
        }
    }

    friend constexpr Bits operator-(const Bits& a, const Bits& b) {
        if constexpr (Words == 1) {
            return Bits(a.words[0] - b.words[0]);
        } else if constexpr (Words == 2) {
            return from_wide(a.wide() - b.wide());
        } else {
            Bits result;
            std::uint64_t borrow = 0;
            for (int i = 0; i < Words; ++i) {
                const std::uint64_t partial = a.words[i] - b.words[i];
                result.words[i] = partial - borrow;
                borrow = (a.words[i] < b.words[i]) | (partial < borrow);
            }
            return result;
        }
    }

    // Shifts by any amount >= 0; by the width or more gives the empty set.
    friend constexpr Bits operator<<(const Bits& a, int amount) { return amount < width ? shl(a, amount) : Bits(); }
    friend constexpr Bits operator>>(const Bits& a, int amount) { return amount < width ? shr(a, amount) : Bits(); }

    // The same without the check, for inner loops: 0 <= amount < width.
    friend constexpr Bits shl(Bits a, int amount) {
        if constexpr (Words == 1) {
            return Bits(a.words[0] << amount);
        } else if constexpr (Words == 2) {
            return from_wide(a.wide() << amount);
        } else {
            // Most shifts are shorter than a word: whole words move in a loop that rarely runs.
            for (; amount >= 64; amount -= 64) {
                for (int i = Words - 1; i > 0; --i) a.words[i] = a.words[i - 1];
                a.words[0] = 0;
            }
            Bits result(a.words[0] << amount);
            for (int i = 1; i < Words; ++i) {
                // Two shifts to the right, because one by 64 (when amount == 0) would be undefined.
                result.words[i] = a.words[i] << amount | a.words[i - 1] >> 1 >> (63 - amount);
            }
            return result;
        }
    }

    friend constexpr Bits shr(Bits a, int amount) {
        if constexpr (Words == 1) {
            return Bits(a.words[0] >> amount);
        } else if constexpr (Words == 2) {
            return from_wide(a.wide() >> amount);
        } else {
            for (; amount >= 64; amount -= 64) {
                for (int i = 0; i < Words - 1; ++i) a.words[i] = a.words[i + 1];
                a.words[Words - 1] = 0;
            }
            Bits result;
            result.words[Words - 1] = a.words[Words - 1] >> amount;
            for (int i = 0; i < Words - 1; ++i) {
                result.words[i] = a.words[i] >> amount | a.words[i + 1] << 1 << (63 - amount);
            }
            return result;
        }
    }

    constexpr Bits& operator&=(const Bits& b) { return *this = *this & b; }
    constexpr Bits& operator|=(const Bits& b) { return *this = *this | b; }
    constexpr Bits& operator^=(const Bits& b) { return *this = *this ^ b; }
    constexpr Bits& operator+=(const Bits& b) { return *this = *this + b; }
    constexpr Bits& operator-=(const Bits& b) { return *this = *this - b; }
    constexpr Bits& operator<<=(int amount) { return *this = *this << amount; }
    constexpr Bits& operator>>=(int amount) { return *this = *this >> amount; }

    friend constexpr int popcount(const Bits& a) {
        int count = 0;
        for (int i = 0; i < Words; ++i) count += std::popcount(a.words[i]);
        return count;
    }

    // The smallest member; the set must not be empty.
    friend constexpr int lowest_index(const Bits& a) {
        for (int i = 0; i < Words - 1; ++i) {
            if (a.words[i]) return 64 * i + std::countr_zero(a.words[i]);
        }
        return 64 * (Words - 1) + std::countr_zero(a.words[Words - 1]);
    }

    // The set of the smallest member alone; empty for the empty set.
    friend constexpr Bits lowest(const Bits& a) { return a & (Bits() - a); }

    // Everything but the smallest member; empty for the empty set.
    friend constexpr Bits without_lowest(const Bits& a) { return a & (a - Bits(1)); }

    // Whether there are two members or more.
    friend constexpr bool several(const Bits& a) { return static_cast<bool>(without_lowest(a)); }

  private:
    constexpr Uint128 wide() const requires(Words == 2) { return Uint128{words[1]} << 64 | words[0]; }

    static constexpr Bits from_wide(Uint128 value) requires(Words == 2) {
        Bits result;
        result.words[0] = static_cast<std::uint64_t>(value);
        result.words[1] = static_cast<std::uint64_t>(value >> 64);
        return result;
    }
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
