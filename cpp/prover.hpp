// One thread's search, with which the solver proves that a value is above a number or that it is not.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bounds.hpp"
#include "table.hpp"
#include "team.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

// One thread's search. Every search asks one question, the null window: is the value above alpha, or not? The answer is
// a bound that may say more than was asked: a value above alpha is a lower bound, one not above it an upper bound.
template <class Board>
class Prover {
    static constexpr int words = Board::words;
    using Cells = Bits<words>;
    using Sets = Lanes<words>;
    using Slot = typename Table<words>::Slot;

  public:
    // `near` is a table of this one alone, or none.
    Prover(const Board& board, std::unique_ptr<Table<words>> near)
        : board_(board),
          bounds_{board},
          near_(std::move(near)),
          broods_(static_cast<std::size_t>(board.field.cells + 1)) {}

    void clear() {
        if (near_) near_->clear();
    }

    // Called every `period` nodes, and at the limit; it throws Stopped to end the search.
    template <class Checkpoint>
    int run(const Cells& own, const Cells& taken, int alpha, Checkpoint& checkpoint) {
        check_ = [](void* context) -> std::uint64_t { return (*static_cast<Checkpoint*>(context))(); };
        context_ = &checkpoint;
        next_check_ = nodes + checkpoint();
        mirrors_ = bounds_.can_mirror(own, taken);
        return root(own, taken, alpha);
    }

    // History is of one position: what cut there says little elsewhere, and the same question takes the same nodes.
    void forget_history() { history_.assign(static_cast<std::size_t>(2 * Cells::width), 0); }

    std::uint64_t nodes = 0;
    Table<words>* far = nullptr;  // what all threads share
    Team* team = nullptr;         // none where there is one thread

  private:
    // Subtrees of so few empty cells are kept in a table of their own that stays in the processor's cache: they are
    // many, small, and met again soon or never. Dead stones cost more there than they save.
    static constexpr int near_empties = words == 1 ? 22 : 14;
    static constexpr int history_limit = 1 << 20, history_shift = 16;

    // A position with a choice, reached from a node by one move and the forced ones after it.
    struct Child {
        Cells own, taken, next, threats;
        Slot slot;
        int empties;
        int move;   // the bit of the move that leads here
        bool same;  // whether the side to move is the node's
    };

    // The children of a node that must be searched, and in which order.
    struct Brood {
        Child children[Board::most_columns];
        int merits[Board::most_columns];  // with the place in `children` in the lowest bits, so that no two are equal
        int count = 0;
        int left = 0;

        // Takes the child of the highest merit that is left.
        const Child& take() {
            int best = 0;
            for (int i = 1; i < left; ++i) best = merits[i] > merits[best] ? i : best;
            const int chosen = place_of(merits[best]);
            merits[best] = merits[--left];
            return children[chosen];
        }

        static constexpr int places = 64;
        static int place_of(int merit) { return places - 1 - (merit & (places - 1)); }
    };

    // What looking at the children, before searching any, says of a node.
    struct Family {
        Sets own = Sets::none(), taken = own, next = own, threats = own;  // of the lanes in `open`
        Sets made = own;      // the mover's threats after its move, before anything forced
        unsigned open = 0;    // lanes that must be searched
        unsigned same = 0;    // of these, where the node's own side is to move
        int best = no_value;  // the best that is proved of the other lanes, seen from the node
        bool cut = false;     // `best` is above alpha already
    };

    static constexpr int no_value = -1000;

    // Follows forced moves in all `active` lanes until each is decided for the window or has a choice.
    //
    // The positions stand `depth` moves below the node, with `empties` empty cells, and alpha is the node's. Lanes go
    // in step: in each round all of them have the same number of empty cells.
    LINEFALL_INLINE void settle(Family& family, Sets own, Sets taken, unsigned active, int empties, int alpha,
                                int depth) const {
        const auto& field = board_.field;
        bool first_round = true;
        for (;; ++depth, --empties) {
            const bool flipped = depth & 1;  // the other side is to move
            const int window = flipped ? -alpha - 1 : alpha;
            const Sets other = own ^ taken, empty = Sets::all(field.board) & ~taken;
            const Sets threats = bounds_.completing(other) & empty;
            const Sets first = bounds_.playable(taken, empty);
            if (first_round) family.made = threats;
            first_round = false;

            // Two cells to stop at once, or no move that does not give one away: lost with the other side's next stone.
            const Sets forced = first & threats;
            const Sets possible = select(lane_mask(forced.nonempty()), forced, first);
            const Sets next = possible & ~(threats >> 1);
            const unsigned lost = active & (without_lowest(forced).nonempty() | ~next.nonempty());
            if (lost && decide(family, active, lost, -(empties / 2), flipped, alpha)) return;
            if (!active) return;
            if (empties <= 2) {
                decide(family, active, active, 0, flipped, alpha);
                return;
            }
            // Nobody wins with the next stone, so a loss comes with the stone after at the earliest, and so does a win.
            const int worst = -((empties - 2) / 2), best = (empties - 1) / 2;
            if (window < worst || window >= best) {
                decide(family, active, active, window < worst ? worst : best, flipped, alpha);
                return;
            }
            if (empties % 2 == 0) {
                // A loss must be proved where the window asks for one; what is found is worth that much at least.
                const int at_least = window < -1 ? -2 * window - 2 : 0;
                const auto found = bounds_.follower(own, other, empty, first, threats, at_least, window < 0);
                const unsigned proved_lost = active & found.lost;
                const int loss = -(at_least / 2 + 1);
                if (proved_lost && decide(family, active, proved_lost, loss, flipped, alpha)) return;
                const unsigned proved = window >= 0 ? active & found.never : 0;
                if (proved && decide(family, active, proved, 0, flipped, alpha)) return;
                const unsigned torn =
                    bounds_.double_zugzwang(own, other, empty, first, threats, at_least, active, flipped);
                if (torn && decide(family, active, torn, -(std::max(at_least, 4) / 2 + 1), flipped, alpha)) return;
            } else {
                const int at_least = window < -1 ? -2 * window - 1 : 1;
                const unsigned proved = bounds_.zugzwang(own, other, empty, first, threats, at_least, active, flipped);
                if (proved && decide(family, active, proved, -((at_least + 1) / 2), flipped, alpha)) return;
            }
            if (!active) return;
            const unsigned choice = active & without_lowest(next).nonempty();
            if (choice) {
                const Vector mask = lane_mask(choice);
                family.own = select(mask, own, family.own);
                family.taken = select(mask, taken, family.taken);
                family.next = select(mask, next, family.next);
                family.threats = select(mask, threats, family.threats);
                family.open |= choice;
                if (!flipped) family.same |= choice;
                active &= ~choice;
                if (!active) return;
            }
            // One safe move: it is played. The side to move then cannot win at once, or the move was not safe.
            own = other;
            taken |= next;
        }
    }

    // Takes decided lanes out of `active`; `value` is for the side to move there. True if that settles the node.
    static LINEFALL_INLINE bool decide(Family& family, unsigned& active, unsigned lanes, int value, bool flipped,
                                       int alpha) {
        active &= ~lanes;
        if (flipped) value = -value;
        if (value > family.best) family.best = value;
        if (value > alpha) family.cut = true;
        return family.cut;
    }

    // `next` are the moves that do not lose at once, two at least, and nobody can win at once.
    int search(const Cells& own, const Cells& taken, const Cells& next, const Cells& threats, const Slot& slot,
               int empties, int alpha) {
        if (++nodes >= next_check_) next_check_ = nodes + check_(context_);
        const std::uint64_t before = nodes;
        Brood& brood = broods_[static_cast<std::size_t>(empties)];
        brood.count = brood.left = 0;
        int best = no_value;
        for (Cells left = next; left;) {
            if (look(brood, own, taken, take_eight(left), threats, empties, alpha, best)) return best;
        }
        if (probe_children(brood, alpha, best)) return best;
        const bool searched = brood.left > 0;
        const Child* later[Board::most_columns];
        int postponed = 0;
        for (int i = 0; brood.left > 0; ++i) {
            const Child& child = brood.take();
            if (team && i > 0 && is_shared(child) && team->is_at(place_of(child))) {
                later[postponed++] = &child;
                continue;
            }
            const int value = visit(child, alpha);
            if (value > best) best = value;
            if (value > alpha) {
                reward(empties, child.move, i);
                table_for(empties).store(slot, value, highest(), nodes - before + 1);
                return value;
            }
        }
        for (int i = 0; i < postponed; ++i) {
            const Child& child = *later[i];
            if (!known(child, alpha, best)) best = std::max(best, visit(child, alpha));
            if (best > alpha) {
                reward(empties, child.move, 1);
                table_for(empties).store(slot, best, highest(), nodes - before + 1);
                return best;
            }
        }
        if (searched) table_for(empties).store(slot, lowest(), best, nodes - before + 1);
        return best;
    }

    // Searches a child; the value is for the side to move at its parent.
    LINEFALL_INLINE int visit(const Child& child, int alpha) {
        const bool shared = team && is_shared(child);
        if (shared) team->enter(place_of(child));
        const int window = child.same ? alpha : -alpha - 1;
        const int value = search(child.own, child.taken, child.next, child.threats, child.slot, child.empties, window);
        if (shared) team->leave(place_of(child));
        return child.same ? value : -value;
    }

    // Whether a child is worth telling the others about.
    static bool is_shared(const Child& child) { return child.empties > near_empties; }

    static std::uint64_t place_of(const Child& child) {
        const auto bucket = reinterpret_cast<std::uintptr_t>(child.slot.bucket);
        return (bucket ^ child.slot.rest * 0xD6E8FEB86659FD93) * 0x9E3779B97F4A7C15 | 1;
    }

    // Looks at up to eight moves, one in each lane. True if some child is proved good enough without being searched;
    // otherwise the open ones join the brood, their table entries on the way.
    LINEFALL_INLINE bool look(Brood& brood, const Cells& own, const Cells& taken, const Sets& moves,
                              const Cells& threats, int empties, int alpha, int& best) {
        const auto& field = board_.field;
        Family family;
        const Sets after = Sets::all(taken) | moves;
        settle(family, Sets::all(own ^ taken), after, moves.nonempty(), empties - 1, alpha, 1);
        if (family.best > best) best = family.best;
        if (family.cut) return true;
        if (!family.open) return false;
        const Sets keys = bounds_.keys(family.own, family.taken, mirrors_, empties - 1 > near_empties);
        // A threat above one of the other side's in the same column comes to nothing; one that can be played next
        // weighs more. The fewer moves the other side is left with, the better.
        const Sets useful = family.made & ~bounds_.above(Sets::all(threats));
        const Sets soon = useful & (bounds_.playable(after, Sets::all(field.board) & ~after) << 1);
        for (unsigned lanes = family.open; lanes; lanes &= lanes - 1) {
            const int lane = std::countr_zero(lanes);
            Child& child = brood.children[brood.count];
            child.taken = family.taken.lane(lane);
            child.empties = field.cells - popcount(child.taken);
            child.slot = table_for(child.empties).find(keys.lane(lane));
            Table<words>::prefetch(child.slot);
            child.own = family.own.lane(lane);
            child.next = family.next.lane(lane);
            child.threats = family.threats.lane(lane);
            child.same = family.same >> lane & 1;
            child.move = lowest_index(moves.lane(lane));
            int merit = 30 * popcount(useful.lane(lane)) + 45 * popcount(soon.lane(lane));
            merit -= 3 * field.off_centre[child.move];
            merit -= (child.same ? -2 : 2) * popcount(child.next);
            merit += history(empties, child.move) >> history_shift;
            brood.merits[brood.count] = merit * Brood::places + Brood::places - 1 - brood.count;
            ++brood.count;
        }
        return false;
    }

    // Asks the table about all children before any is searched. True if one of them is known to be good enough; those
    // known not to be leave the brood.
    LINEFALL_INLINE bool probe_children(Brood& brood, int alpha, int& best) const {
        for (int i = 0; i < brood.count; ++i) {
            const bool closed = known(brood.children[i], alpha, best);
            if (best > alpha) return true;
            if (!closed) brood.merits[brood.left++] = brood.merits[i];
        }
        return false;
    }

    // Whether the table knows that a child is good enough or that it is not; `best` says which, and learns from it.
    LINEFALL_INLINE bool known(const Child& child, int alpha, int& best) const {
        const auto entry = table_for(child.empties).probe(child.slot);
        if (!entry.found) return false;
        const int lower = child.same ? entry.lower : -entry.upper;
        const int upper = child.same ? entry.upper : -entry.lower;
        if (lower > alpha) {
            best = lower;
            return true;
        }
        if (upper > alpha) return false;
        if (upper > best) best = upper;
        return true;
    }

    int root(const Cells& own, const Cells& taken, int alpha) {
        const auto& field = board_.field;
        Family family;
        Sets mover = Sets::none(), all = mover;
        mover.set(0, own);
        all.set(0, taken);
        settle(family, mover, all, 1, field.cells - popcount(taken), alpha, 0);
        if (!family.open) return family.best;
        const bool same = family.same;
        const Cells now = family.taken.lane(0);
        const int empties = field.cells - popcount(now), window = same ? alpha : -alpha - 1;
        const Slot slot = table_for(empties).find(bounds_.keys(family.own, family.taken, mirrors_, true).lane(0));
        const int value =
            search(family.own.lane(0), now, family.next.lane(0), family.threats.lane(0), slot, empties, window);
        return same ? value : -value;
    }

    // Takes up to eight moves, one for each lane. Late in a game few columns are left, on a wide board, too.
    LINEFALL_INLINE Sets take_eight(Cells& left) const {
        Sets moves = Sets::none();
        if (board_.field.columns <= lane_count) {
            for (int i = 0; i < words; ++i) {
                const auto& columns = *reinterpret_cast<const Vector*>(board_.field.eight_columns[i]);
                moves.words[i] = columns & left.words[i];
            }
            left = Cells();
        } else {
            for (int lane = 0; lane < lane_count && left; ++lane) {
                const Cells rest = without_lowest(left);
                moves.set(lane, left ^ rest);
                left = rest;
            }
        }
        return moves;
    }

    LINEFALL_INLINE Table<words>& table_for(int empties) const {
        return near_ && empties <= near_empties ? *near_ : *far;
    }

    int lowest() const { return -board_.field.cells / 2; }
    int highest() const { return (board_.field.cells + 1) / 2; }

    // How often a move cut, weighed more when it was not expected to.
    int& history(int empties, int move) {
        return history_[static_cast<std::size_t>((empties & 1) * Cells::width + move)];
    }

    void reward(int empties, int move, int place) {
        int& record = history(empties, move);
        record += place ? 64 : 8;
        if (record > history_limit) {
            for (int& each : history_) each /= 2;
        }
    }

    const Board& board_;
    const Bounds<Board> bounds_;
    const std::unique_ptr<Table<words>> near_;
    bool mirrors_ = true;
    std::vector<Brood> broods_;  // one for each number of empty cells: no two nodes at work have the same
    std::vector<int> history_;
    std::uint64_t next_check_ = 0;
    std::uint64_t (*check_)(void*) = nullptr;
    void* context_ = nullptr;
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
