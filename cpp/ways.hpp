// A set of cells once for each of the four ways in which a line can run, side by side in vector registers.
//
// Upwards, across and the two diagonals need the same work with different shifts: here one instruction does it for all
// four. The layout of the bits is that of position.hpp. A way that has no room for a line is masked out.
#pragma once

#include <cstddef>
#include <cstdint>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "bits.hpp"
#include "rules.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

typedef std::uint64_t FourWords __attribute__((vector_size(32)));

// Words 1 or 2.
template <int Words>
struct FourSets {
    FourWords words[static_cast<std::size_t>(Words)];

    static FourSets all(const Bits<Words>& set) {
        FourSets result;
        for (int i = 0; i < Words; ++i) result.words[i] = FourWords{} + set.words[i];
        return result;
    }

    friend FourSets operator&(FourSets a, const FourSets& b) {
        for (int i = 0; i < Words; ++i) a.words[i] &= b.words[i];
        return a;
    }
    friend FourSets operator|(FourSets a, const FourSets& b) {
        for (int i = 0; i < Words; ++i) a.words[i] |= b.words[i];
        return a;
    }
    friend FourSets operator^(FourSets a, const FourSets& b) {
        for (int i = 0; i < Words; ++i) a.words[i] ^= b.words[i];
        return a;
    }
    friend FourSets operator~(FourSets a) {
        for (int i = 0; i < Words; ++i) a.words[i] = ~a.words[i];
        return a;
    }

    // The members of any of the four.
    Bits<Words> joined() const {
        Bits<Words> result;
        for (int i = 0; i < Words; ++i) {
            result.words[i] = (words[i][0] | words[i][1]) | (words[i][2] | words[i][3]);
        }
        return result;
    }

    bool nonempty() const {
        FourWords any = words[0];
        for (int i = 1; i < Words; ++i) any |= words[i];
#if defined(__AVX2__)
        return !_mm256_testz_si256(reinterpret_cast<__m256i>(any), reinterpret_cast<__m256i>(any));
#else
        return ((any[0] | any[1]) | (any[2] | any[3])) != 0;
#endif
    }
};

// Adds up how many members sets have, each times a weight from -127 to 127.
class WeighedCount {
  public:
    template <int Words>
    void add(const FourSets<Words>& sets, int weight) {
        for (int i = 0; i < Words; ++i) add(sets.words[i], weight);
    }

#if defined(__AVX2__)
    void add(const FourWords& word, int weight) {
        // Members of each half byte by a table, then pairs of bytes times the weight.
        const __m256i members = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3,
                                                 1, 2, 2, 3, 2, 3, 3, 4);
        const __m256i half = _mm256_set1_epi8(15), bits = reinterpret_cast<__m256i>(word);
        const __m256i low = _mm256_shuffle_epi8(members, _mm256_and_si256(bits, half));
        const __m256i high = _mm256_shuffle_epi8(members, _mm256_and_si256(_mm256_srli_epi16(bits, 4), half));
        const __m256i weights = _mm256_set1_epi8(static_cast<char>(weight));
        sum_ = _mm256_add_epi16(sum_, _mm256_maddubs_epi16(_mm256_add_epi8(low, high), weights));
    }

    int total() const {
        const __m256i four = _mm256_madd_epi16(sum_, _mm256_set1_epi16(1));
        const __m128i two = _mm_add_epi32(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
        const __m128i one = _mm_add_epi32(two, _mm_shuffle_epi32(two, 0x4e));
        return _mm_cvtsi128_si32(one) + _mm_extract_epi32(one, 1);
    }

  private:
    __m256i sum_ = _mm256_setzero_si256();  // sixteen sums below 2^15: a line is in few sets, of at most 32 a sum
#else
    void add(const FourWords& word, int weight) {
        for (int i = 0; i < 4; ++i) sum_ += weight * std::popcount(word[i]);
    }

    int total() const { return sum_; }

  private:
    int sum_ = 0;
#endif
};

// What a line across that lacks some number of discs is worth: any, and more where all that it lacks are good cells.
struct LineWorth {
    int any, good;
};

// The lines of one board. `Connect` is the length of a line where the compiler knows it, else 0.
template <int Words, int Connect>
class Ways {
  public:
    using Cells = Bits<Words>;
    using Sets = FourSets<Words>;

    static constexpr int longest = 15;  // lines, so that four binary digits count their discs

    // Whether every shift that is needed is shorter than a word.
    static bool fits(const Rules& rules) {
        const bool across = rules.connect <= rules.columns;
        return rules.connect <= longest && (rules.connect - 1) * (across ? rules.rows + 2 : 1) < 64;
    }

    Ways(const Rules& rules, bool diagonals) : connect_(rules.connect) {
        const int stride = rules.rows + 1, reach = rules.connect - 1;
        const bool tall = rules.connect <= rules.rows, wide = rules.connect <= rules.columns;
        const bool possible[4] = {tall, wide, tall && wide && diagonals, tall && wide && diagonals};
        const int step[4] = {1, stride, stride + 1, stride - 1};
        for (int i = 0; i < Words; ++i) lines_.words[i] = possible_.words[i] = across_.words[i] = FourWords{};
        Cells bottom;
        for (int column = 0; column < rules.columns; ++column) bottom |= Cells::bit(column * stride);
        bottom_ = Sets::all(bottom);
        spare_ = Sets::all(shl(bottom, rules.rows));
        for (int way = 0; way < 4; ++way) {
            for (int k = 0; k < longest; ++k) {
                const int shift = possible[way] && k > 0 ? k * step[way] : 1;
                shift_[k][way] = static_cast<std::uint64_t>(shift < 64 ? shift : 1);
                back_[k][way] = 64 - shift_[k][way];
            }
            if (!possible[way]) continue;
            for (int i = 0; i < Words; ++i) {
                possible_.words[i][way] = ~std::uint64_t{0};
                across_.words[i][way] = way > 0 ? ~std::uint64_t{0} : 0;
            }
            for (int column = 0; column < rules.columns; ++column) {
                if (way > 0 && column + reach >= rules.columns) continue;
                for (int row = 0; row < rules.rows; ++row) {
                    if ((way == 0 || way == 2) && row + reach >= rules.rows) continue;
                    if (way == 3 && row < reach) continue;
                    const int bit = column * stride + row;
                    lines_.words[bit / 64][way] |= std::uint64_t{1} << bit % 64;
                }
            }
        }
    }

    // The cells, taken ones and spare ones among them, that lie in a line which lacks at most one disc.
    //
    // `full` marks where a run of discs of some width begins, `almost` where one begins that lacks at most one disc: a
    // full one and an almost full one behind it, or the reverse. In the end the runs are spread over their cells. A run
    // that leaves the board lacks the spare cell there and can complete nothing else.
    Cells completing(const Cells& discs) const {
        const Sets one = Sets::all(discs);
        Sets full = one, almost = Sets::all(~Cells());
        int width = 1;
        for (int digit = highest_digit() - 1; digit >= 0; --digit) {
            const Sets next = right(full, width);
            almost = (almost & next) | (full & right(almost, width));
            full = full & next;
            width *= 2;
            if (connect() >> digit & 1) {
                const Sets last = right(one, width);
                almost = (almost & last) | full;
                full = full & last;
                width += 1;
            }
        }
        return spread(almost & possible_).joined();
    }

    // The cells of lines that lack at most two discs and hold none of the others: only there a disc can make a threat.
    // `two` marks runs that lack at most two, otherwise as above.
    Cells promising(const Cells& discs, const Cells& others) const {
        const Sets one = Sets::all(discs);
        Sets full = one, almost = Sets::all(~Cells()), two = almost;
        int width = 1;
        for (int digit = highest_digit() - 1; digit >= 0; --digit) {
            const Sets next = right(full, width), next_almost = right(almost, width);
            two = (two & next) | (almost & next_almost) | (full & right(two, width));
            almost = (almost & next) | (full & next_almost);
            full = full & next;
            width *= 2;
            if (connect() >> digit & 1) {
                const Sets last = right(one, width);
                two = (two & last) | almost;
                almost = (almost & last) | full;
                full = full & last;
                width += 1;
            }
        }
        return spread(two & free_of(Sets::all(others))).joined();
    }

    // Whether a side that can own at most `most` may complete a line before the other side, which is sure to own
    // `sure`. A line above one of the other side, in the same columns and the same way, comes too late (bounds.hpp).
    bool may_win_race(const Cells& most, const Cells& sure) const {
        const Sets open = runs(Sets::all(most) & possible_);
        return open.nonempty() && (open & up_to_lowest(runs(Sets::all(sure) & across_))).nonempty();
    }

    bool has_line(const Cells& discs) const { return runs(Sets::all(discs) & possible_).nonempty(); }

    // The discs of a side and the empty cells that come to it in the end.
    struct Side {
        Cells discs, good;
    };

    // Empty cells in lines across of a side that hold discs of it and none of the other.
    struct Nearness {
        Cells third;        // the line lacks three discs
        Cells second;       // two
        Cells good_second;  // two, and the other one is a good cell of the side
    };

    // Tells how near the empty cells are to lines across, and counts those that lack two discs or more: by worths[k]
    // where they lack k of them. `bad` are the empty cells that are not good.
    Nearness nearness(const Side& side, const Cells& bad, const Cells& others, const LineWorth* worths, int sign,
                      WeighedCount& count) const {
        const Sets own = Sets::all(side.discs), open = across_ & free_of(Sets::all(others));
        const Sets good = runs(Sets::all(side.discs | side.good));
        Sets digit[4];
        count_discs(own, digit);
        Nearness result;
        for (int discs = 0; discs < connect() - 1; ++discs) {
            const int lacks = connect() - discs;
            Sets with = open;
            for (int j = 0; j < digits(connect() - 1); ++j) with = with & (discs >> j & 1 ? digit[j] : ~digit[j]);
            count.add(with, sign * worths[lacks].any);
            count.add(with & good, sign * worths[lacks].good);
            if (discs == 0) continue;
            if (lacks == 3) result.third = spread(with).joined() & (side.good | bad);
            if (lacks == 2) {
                // In a line with one good and one bad cell it is the bad one whose partner is good.
                const Sets some_good = with & ~runs(Sets::all(side.discs | bad));
                result.second = spread(with).joined() & (side.good | bad);
                result.good_second = (spread(with & good).joined() & side.good) | (spread(some_good).joined() & bad);
            }
        }
        return result;
    }

  private:
    int connect() const { return Connect ? Connect : connect_; }

    int highest_digit() const { return digits(connect()) - 1; }

    // Binary digits of a number.
    static int digits(int number) { return static_cast<int>(std::bit_width(static_cast<unsigned>(number))); }

    // Of every column the cells up to the lowest of the set, all of them where there is none.
    Sets up_to_lowest(const Sets& set) const {
        const Sets some = set | spare_;
        Sets below;  // as numbers: some - bottom_
        below.words[0] = some.words[0] - bottom_.words[0];
        if constexpr (Words == 2) {
            const auto borrowed = reinterpret_cast<FourWords>(some.words[0] < bottom_.words[0]);  // all bits: -1
            below.words[1] = some.words[1] - bottom_.words[1] + borrowed;
        }
        return some ^ below;
    }

    // Towards the lower bits by `times` steps of each way.
    Sets right(const Sets& sets, int times) const {
        Sets result;
        result.words[0] = sets.words[0] >> shift_[times];
        if constexpr (Words == 2) {
            result.words[0] |= sets.words[1] << back_[times];
            result.words[1] = sets.words[1] >> shift_[times];
        }
        return result;
    }

    Sets left(const Sets& sets, int times) const {
        Sets result;
        result.words[0] = sets.words[0] << shift_[times];
        if constexpr (Words == 2) {
            result.words[1] = sets.words[1] << shift_[times] | sets.words[0] >> back_[times];
        }
        return result;
    }

    // All cells of the runs that begin in the sets.
    Sets spread(Sets starts) const {
        for (int width = 1; width < connect();) {
            const int step = width < connect() - width ? width : connect() - width;
            starts = starts | left(starts, step);
            width += step;
        }
        return starts;
    }

    // Where lines begin that lie in the set altogether.
    Sets runs(Sets set) const {
        for (int width = 1; width < connect();) {
            const int step = width < connect() - width ? width : connect() - width;
            set = set & right(set, step);
            width += step;
        }
        return set;
    }

    // Where lines begin that hold no disc of the set.
    Sets free_of(Sets discs) const {
        for (int width = 1; width < connect();) {
            const int step = width < connect() - width ? width : connect() - width;
            discs = discs | right(discs, step);
            width += step;
        }
        return lines_ & ~discs;
    }

    // The discs of all lines are counted at once, in binary: digit[j] holds bit j of every number.
    void count_discs(const Sets& discs, Sets (&digit)[4]) const {
        for (Sets& each : digit) each = discs;
        int known = 1, width = 1;
        for (int place = highest_digit() - 1; place >= 0; --place) {
            Sets carry = add_digit(digit[0], right(digit[0], width));
            for (int j = 1; j < known; ++j) carry = add_digit(digit[j], right(digit[j], width), carry);
            if (known < 4) digit[known++] = carry;
            width *= 2;
            if (connect() >> place & 1) {
                carry = add_digit(digit[0], right(discs, width));
                for (int j = 1; j < known; ++j) carry = add_digit(digit[j], carry);
                width += 1;
            }
        }
    }

    static Sets add_digit(Sets& digit, const Sets& other) {
        const Sets carry = digit & other;
        digit = digit ^ other;
        return carry;
    }

    static Sets add_digit(Sets& digit, const Sets& other, const Sets& carried) {
        const Sets either = digit ^ other, carry = (digit & other) | (either & carried);
        digit = either ^ carried;
        return carry;
    }

    int connect_;
    FourWords shift_[longest], back_[longest];  // by so many steps, and what is left of a word
    Sets bottom_, spare_;                       // the lowest row, and the one above the board
    Sets lines_;                                // where lines begin
    Sets possible_;                             // all cells, of the ways with room for a line
    Sets across_;                               // the same without the way upwards
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
