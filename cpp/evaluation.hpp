// What a position is worth that is not searched further: tables over cells on top of each other in a column, over
// lines, and over the threats that decide who has to give way in the end.
//
// The side that moves with an even number of empty cells leads. When both sides answer right above each other, cells
// with an odd number of cells above come to the leader, the others to the follower: these are a side's good cells. Of
// every empty cell and for both sides we know a level: how near it is to completing a line. What the levels in a column
// are worth was not guessed but fitted to the results of many games (bench/fit.py): for every pair of cells on top of
// each other, with the lowest threat below them, and for every three. A column's worth depends on nothing else, so that
// columns met before are looked up.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "isa.hpp"
#include "rules.hpp"
#include "search_move.hpp"

namespace linefall {

// How near an empty cell is to completing a line of a side. All but threats are told by lines across that hold discs of
// the side and none of the other: a pile is stopped by one disc on top.
namespace level {
enum : std::uint8_t {
    none,
    third,        // in a line that lacks three discs
    second,       // in one that lacks two
    good_second,  // in one that lacks two, and the other cell comes to the side in the end
    threat,       // in one that lacks this disc alone, in any direction
    count,
};
}  // namespace level

// The numbers that bench/fit.py found, in points, each for an empty board and for a full one; between them it goes
// evenly. 250 points make the odds e times better. All are from the leader's view.
struct Fitted {
    static constexpr int nearest = 3;  // a cell's height above the pile: 0, 1, more
    static constexpr int below = 5;    // the lowest threat below: none; whose, and odd or even
    static constexpr int coarse = 3;   // levels of three cells: below second, second, threat
    static constexpr int lacking = 9;  // discs that a line lacks; the last is for more of them too
    static constexpr int fine = 2;     // lines are worth little each: parts of a point
    static constexpr int pairs = level::count * level::count * level::count * level::count * 2 * nearest * below;
    static constexpr int triples = coarse * coarse * coarse * coarse * coarse * coarse * 2 * nearest;
    static constexpr int kinds = 5;                    // of a column by its lowest threat
    static constexpr int tallies = 3 * 3 * 3 * 3 * 3;  // none, one or more columns of each kind

    std::int16_t pair[2][pairs];
    std::int16_t triple[2][triples];
    std::int16_t tally[2][tallies];
    std::int16_t line[2][2 * lacking * 2];  // by side, leader first, by discs lacking, and whether all cells are good
    std::int16_t rest[2][2];                // of leading, and of having the move
    int largest;                            // cells of the largest board that they were fitted to
};

// For lines of up to four, of five, and of six and more; of these large boards have their own, for there are so many
// lines that each is worth less, and games last until the columns fill.
const Fitted& fitted_for(const Rules& rules);

inline namespace LINEFALL_ISA {

// What columns are worth together: their points, and above them how many there are of each of Fitted::kinds. One
// addition adds up all.
class ColumnSum {
  public:
    ColumnSum() = default;
    ColumnSum(int points, int kind) : sum_(points) {
        if (kind < Fitted::kinds) sum_ += std::int64_t{1} << (point_bits + kind * kind_bits);
    }

    void operator+=(const ColumnSum& other) { sum_ += other.sum_; }

    int points() const { return static_cast<int>(sum_ << (64 - point_bits) >> (64 - point_bits)); }

    // The number of the tally: none, one or more columns of each kind.
    int tally() const {
        const std::int64_t counts = (sum_ - points()) >> point_bits;
        int number = 0;
        for (int kind = 0; kind < Fitted::kinds; ++kind) {
            number = 3 * number + std::min(static_cast<int>(counts >> kind * kind_bits & 127), 2);
        }
        return number;
    }

  private:
    static constexpr int point_bits = 28, kind_bits = 7;
    static_assert(point_bits + Fitted::kinds * kind_bits < 64 && Rules::limit < 1 << kind_bits);

    std::int64_t sum_ = 0;
};

class Evaluation {
  public:
    explicit Evaluation(const Rules& rules) : rules_(rules), fitted_(fitted_for(rules)), memo_(memo_size) {
        prepare(0);
    }

    // The kinds of columns by their lowest threat.
    enum Kind { leader_odd, follower_odd, follower_even, leader_even, shared_odd, no_kind };

    // Takes the numbers for positions that come up in searches with so many discs at their beginning.
    void begin(int discs) {
        if (discs != discs_) prepare(discs);
    }

    // Takes the empty board for even where it is larger than all that were fitted: there what is a little too much in
    // every cell adds up. Needs the state that asks, without a disc.
    template <class State>
    void level(State& empty) {
        if (rules_.cells() <= fitted_.largest) return;
        empty.begin(0, rules_.cells());
        const int worth = empty.evaluate() - rest_[1];
        excess_ = excess_now_ = rules_.cells() % 2 ? -worth : worth;
    }

    // The worth of a side's line across that lacks so many discs, in parts of a point. What lines of other boards lack
    // more than those that were fitted is worth a third less for each disc, but every disc counts.
    int line(bool follows, int lacks, bool good) const {
        const int known = std::min(rules_.connect, longest_fitted);
        const auto fitted = [&](int k) { return line_[index((follows * Fitted::lacking + k) * 2 + good)]; };
        if (lacks <= known) return std::clamp<int>(fitted(lacks), 0, most_of_line);
        double worth = fitted(known - 1);
        for (int k = known - 1; k < lacks; ++k) worth *= 2.0 / 3;
        return std::clamp(static_cast<int>(worth + 0.5), std::min(rules_.connect - lacks, most_of_line), most_of_line);
    }

    // The worth of a column, by a key that tells all levels and its height. Where it is not known, `tell` writes the
    // levels of leader and follower row by row into two arrays, and gives the height.
    template <class Tell>
    const ColumnSum& column(std::uint64_t key, const Tell& tell) {
        key ^= salt_;
        Seen& seen = memo_[key >> memo_shift];
        if (seen.key != key) learn(seen, key, tell);
        return seen.worth;
    }

    // The score of a position for the side to move: by what the leader's lines are worth more, in parts of a point, and
    // by all columns.
    int score(int lines, const ColumnSum& columns, bool leader_moves) const {
        const int leads = rest_[0], tempo = leader_moves ? rest_[1] : -rest_[1];
        const int told = lines / Fitted::fine + leads + tempo + columns.points() + tally_[index(columns.tally())];
        const int points = std::clamp(told - excess_now_, -won / 2, won / 2);
        return leader_moves ? points : -points;
    }

    using Levels = std::array<std::uint8_t, Rules::limit>;

  private:
    static constexpr int memo_bits = 15, memo_shift = 64 - memo_bits;
    static constexpr std::size_t memo_size = std::size_t{1} << memo_bits;
    static constexpr int ahead = 6;  // positions that are valued have so many discs more, about
    static constexpr int longest_fitted = 6;
    static constexpr int most_of_line = 127;  // ways.hpp counts with such weights

    struct Seen {
        std::uint64_t key;
        ColumnSum worth;
    };

    static constexpr std::size_t index(int number) { return static_cast<std::size_t>(number); }

    void prepare(int discs) {
        discs_ = discs;
        const double full = std::clamp((discs + ahead) / static_cast<double>(rules_.cells()), 0.0, 1.0);
        mix(fitted_.pair, pair_, full);
        mix(fitted_.triple, triple_, full);
        mix(fitted_.tally, tally_, full);
        mix(fitted_.line, line_, full);
        mix(fitted_.rest, rest_, full);
        excess_now_ = static_cast<int>(excess_ * (1 - discs / static_cast<double>(rules_.cells())));
        salt_ = mixed_key(-discs - 1000);
    }

    template <std::size_t Size>
    static void mix(const std::int16_t (&from)[2][Size], std::array<std::int16_t, Size>& into, double full) {
        const int part = static_cast<int>(full * 256);
        for (std::size_t i = 0; i < Size; ++i) {
            into[i] = static_cast<std::int16_t>((from[0][i] * (256 - part) + from[1][i] * part + 128) >> 8);
        }
    }

    // Apart, so that it costs columns that are known nothing, which are most.
    template <class Tell>
    [[gnu::noinline]] void learn(Seen& seen, std::uint64_t key, const Tell& tell) const {
        Levels lead, follow;
        const int height = tell(lead, follow);
        seen = {key, count(lead.data(), follow.data(), height)};
    }

    // Adds up a column.
    ColumnSum count(const std::uint8_t* lead, const std::uint8_t* follow, int height) const {
        constexpr int coarse[level::count] = {0, 0, 1, 1, 2};
        int points = 0, kind = no_kind, below = 0;
        for (int row = height; row < rules_.rows; ++row) {
            const int odd = (rules_.rows - 1 - row) % 2;
            const int place = odd * Fitted::nearest + std::min(row - height, Fitted::nearest - 1);
            const auto code = [&](int at) { return lead[at] * level::count + follow[at]; };
            const auto rough = [&](int at) { return coarse[lead[at]] * Fitted::coarse + coarse[follow[at]]; };
            if (row + 1 < rules_.rows) {
                const int pair = code(row) * level::count * level::count + code(row + 1);
                points += pair_[index((pair * 2 * Fitted::nearest + place) * Fitted::below + below)];
            }
            if (row + 2 < rules_.rows) {
                constexpr int base = Fitted::coarse * Fitted::coarse;
                const int triple = (rough(row) * base + rough(row + 1)) * base + rough(row + 2);
                points += triple_[index(triple * 2 * Fitted::nearest + place)];
            }
            const bool leads = lead[row] == level::threat, follows = follow[row] == level::threat;
            if (below || (!leads && !follows)) continue;
            below = (follows ? 3 : 1) + odd;
            // An even cell that both want is the follower's.
            if (odd) {
                kind = leads && follows ? shared_odd : leads ? leader_odd : follower_odd;
            } else {
                kind = follows ? follower_even : leader_even;
            }
        }
        return {points, kind};
    }

    Rules rules_;
    const Fitted& fitted_;
    std::array<std::int16_t, Fitted::pairs> pair_;
    std::array<std::int16_t, Fitted::triples> triple_;
    std::array<std::int16_t, Fitted::tallies> tally_;
    std::array<std::int16_t, 2 * Fitted::lacking * 2> line_;
    std::array<std::int16_t, 2> rest_;
    std::vector<Seen> memo_;
    std::uint64_t salt_ = 0;  // makes the columns of other numbers strange ones
    int discs_ = 0;
    int excess_ = 0, excess_now_ = 0;  // what an empty board is taken for too much, and at the beginning of the search
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
