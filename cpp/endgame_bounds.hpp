// What can be proved of the rest of a position without searching it. The rules, and why they hold, are those of
// bounds.hpp; here they are about the lines that are left, whatever their shape.
//
// Throughout, S is the side to move and O the other one, and S cannot complete a line at once.
#pragma once

#include "endgame_frame.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

template <int Words>
class RestBounds {
    using Set = Bits<Words>;

  public:
    RestBounds(const Frame<Words>& frame, const Rest<Words>& rest, int to_move)
        : frame_(frame), rest_(rest), s_(to_move), o_(1 - to_move), first_(Frame<Words>::playable(rest.cells)) {
        // O's threats with an even number of cells above come to it where it follows: above them S gets nothing.
        const Set sure = rest_.threats[o_] & ~frame_.leader & ~first_;
        for (Set threats = sure; threats; threats = without_lowest(threats)) {
            const int cell = lowest_index(threats);
            stopped_ |= frame_.above[cell];
            through_stopped_ |= frame_.through_above[s_][cell];
        }
    }

    enum class Proved { nothing, s_never_wins, o_wins };

    // With an even number of cells left O can follow; with an odd one, where a column is frozen.
    Proved find() const {
        const Set frozen = rest_.threats[o_] & frame_.leader & ~first_;
        if (popcount(rest_.cells) % 2) {
            for (Set threats = frozen; threats; threats &= ~frame_.column_of[lowest_index(threats)]) {
                if (freezes(lowest(threats))) return Proved::o_wins;
            }
            return Proved::nothing;
        }
        const Proved followed = follow();
        if (followed != Proved::nothing) return followed;
        for (Set one = frozen; one;) {
            const Set threat = lowest(one);
            one &= ~frame_.column_of[lowest_index(one)];
            for (Set two = one; two; two &= ~frame_.column_of[lowest_index(two)]) {
                if (freezes(threat | lowest(two))) return Proved::o_wins;
            }
        }
        return Proved::nothing;
    }

  private:
    static constexpr int pass = Frame<Words>::pass;

    // The cells that a side gets at most, or is sure of, with the lines that need nothing else.
    struct Share {
        Set cells, lines;
    };

    Set columns_begun() const { return first_ & ~Set::bit(pass); }

    // O answers S: S gets no more than the cells with an odd number above, and the first ones of the others.
    Proved follow() const {
        Set not_s = through_stopped_, not_o;
        for (Set first = columns_begun(); first; first = without_lowest(first)) {
            const int cell = lowest_index(first);
            not_s |= frame_.through_follower[s_][cell];
            not_o |= frame_.through_leader_or_first[o_][cell];
        }
        const Set& cells = rest_.cells;
        const Share most{(cells & frame_.leader & ~stopped_) | (first_ & ~frame_.leader), rest_.lines[s_] & ~not_s};
        const Share sure{cells & ~frame_.leader & ~first_, rest_.lines[o_] & ~not_o};
        if (may_win_race(most, sure)) return Proved::nothing;
        return sure.lines || (rest_.threats[o_] & sure.cells) ? Proved::o_wins : Proved::s_never_wins;
    }

    // Whether S loses because nothing but the cells right below these threats of O remains to it, and they have an odd
    // number of cells above: one threat where an odd number of cells is left, two where it is even.
    bool freezes(const Set& threats) const {
        Set not_s = through_stopped_, not_o, free, here;
        for (Set left = threats; left; left = without_lowest(left)) {
            const int cell = lowest_index(left);
            here |= frame_.column_of[cell];
            free |= frame_.column_of[cell] & Set::first(cell);
            not_s |= frame_.through[s_][cell] | frame_.through_above[s_][cell];
        }
        free &= rest_.cells;
        for (Set first = columns_begun(); first; first = without_lowest(first)) {
            const int cell = lowest_index(first);
            if (here.has(cell)) {
                not_s |= frame_.through_leader[s_][cell];
            } else {
                not_s |= frame_.through_follower[s_][cell];
                not_o |= frame_.through_leader_or_first[o_][cell];
            }
        }
        const Set elsewhere = rest_.cells & ~here;
        const Set most = (elsewhere & frame_.leader & ~stopped_) | (first_ & elsewhere & ~frame_.leader) |
                         (free & ~frame_.leader) | (first_ & here & frame_.leader);
        const Set sure = (elsewhere & ~frame_.leader & ~first_) | (free & ~shr(threats, 1) & frame_.leader & ~first_);
        for (Set left = rest_.cells & here & ~sure; left; left = without_lowest(left)) {
            not_o |= frame_.through[o_][lowest_index(left)];
        }
        return !may_win_race({most, rest_.lines[s_] & ~not_s}, {sure, rest_.lines[o_] & ~not_o});
    }

    // Whether S, who gets `most` at most, may complete a line before O, who is sure of `sure`.
    bool may_win_race(const Share& most, const Share& sure) const {
        const Set threats = rest_.threats[s_] & most.cells, others = rest_.threats[o_] & sure.cells;
        if (!sure.lines && !others) return most.lines || threats;
        for (Set left = threats; left; left = without_lowest(left)) {
            if (!too_late(lowest(left), sure.lines, others)) return true;
        }
        for (Set left = most.lines; left; left = without_lowest(left)) {
            if (!too_late(frame_.cells_of[s_][lowest_index(left)] & rest_.cells, sure.lines, others)) return true;
        }
        return false;
    }

    // Whether a line of O is complete when S has filled these cells, because all of it lies below them.
    bool too_late(Set cells, Set lines, const Set& threats) const {
        Set below;
        for (; cells; cells = without_lowest(cells)) {
            const int cell = lowest_index(cells);
            below |= frame_.column_of[cell] & Set::first(cell);
        }
        if (threats & below) return true;
        for (; lines; lines = without_lowest(lines)) {
            if (!(frame_.cells_of[o_][lowest_index(lines)] & rest_.cells & ~below)) return true;
        }
        return false;
    }

    const Frame<Words>& frame_;
    const Rest<Words>& rest_;
    const int s_, o_;
    const Set first_;  // the lowest empty cells
    Set stopped_, through_stopped_;
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
