#include "solver.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "bounds.hpp"
#include "narrow.hpp"
#include "table.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {
namespace {

// What the threads that work on one null window share.
struct Window {
    explicit Window(int above) : alpha(above) {}

    const int alpha;
    std::atomic<bool> claimed{false};
    std::atomic<bool> answered{false};
    std::atomic<int> value{0};
};

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

// One thread's search. Every search asks one question, the null window: is the value above alpha, or not? The answer is
// a bound that may say more than was asked: a value above alpha is a lower bound, one not above it an upper bound.
template <class Board>
class Search {
    static constexpr int words = Board::words;
    using Cells = Bits<words>;
    using Sets = Lanes<words>;
    using Slot = typename Table<words>::Slot;

  public:
    // `near` is a table of this search alone, or none.
    Search(const Board& board, std::unique_ptr<Table<words>> near)
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
    static constexpr int near_empties = 16;
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
                const auto found = bounds_.follower(own, other, empty, first, at_least, window < 0);
                const unsigned proved_lost = active & found.lost;
                const int loss = -(at_least / 2 + 1);
                if (proved_lost && decide(family, active, proved_lost, loss, flipped, alpha)) return;
                const unsigned proved = window >= 0 ? active & found.never : 0;
                if (proved && decide(family, active, proved, 0, flipped, alpha)) return;
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
        const auto& field = board_.field;
        Brood& brood = broods_[static_cast<std::size_t>(empties)];
        brood.count = brood.left = 0;
        int best = no_value;
        for (int base = 0; base < field.columns; base += lane_count) {
            if (look(brood, own, taken, next, threats, empties, alpha, base, best)) return best;
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

    // Looks at up to eight columns from `base` on. True if some child is proved good enough without being searched;
    // otherwise the open ones join the brood, their table entries on the way.
    LINEFALL_INLINE bool look(Brood& brood, const Cells& own, const Cells& taken, const Cells& next,
                              const Cells& threats, int empties, int alpha, int base, int& best) {
        const auto& field = board_.field;
        Family family;
        const Sets moves = Sets::all(next) & columns_from(base);
        const Sets after = Sets::all(taken) | moves;
        settle(family, Sets::all(own ^ taken), after, moves.nonempty(), empties - 1, alpha, 1);
        if (family.best > best) best = family.best;
        if (family.cut) return true;
        if (!family.open) return false;
        const Sets keys = bounds_.keys(family.own, family.taken, mirrors_, empties - 1 > near_empties);
        // A threat above one of the other side's in the same column comes to nothing; one that can be played next
        // weighs more.
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
            const int off_centre = std::abs(2 * (base + lane) - (field.columns - 1));
            int merit = 30 * popcount(useful.lane(lane)) + 60 * popcount(soon.lane(lane)) - 3 * off_centre;
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

    LINEFALL_INLINE Sets columns_from(int base) const {
        Sets result;
        for (int i = 0; i < words; ++i) {
            result.words[i] = *reinterpret_cast<const Vector*>(board_.field.eight_columns[base / lane_count][i]);
        }
        return result;
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

// Narrows the value down with one null window after the other, and lets threads help with those that take long.
template <class Board>
class BoardSolver final : public Solver {
    static constexpr int words = Board::words;
    using Cells = Bits<words>;
    using Clock = std::chrono::steady_clock;

  public:
    BoardSolver(const Rules& rules, std::size_t memory)
        : board_(rules), table_(make_table(memory)), young_(cached_table()), small_(young_ != nullptr) {
        add_search();
    }

    Answer solve(const Question& question, StopToken& stop) override {
        const auto begin = Clock::now();
        const Cells own = from_bytes(question.mover), taken = from_bytes(question.occupied);
        prepare(question);
        int lower = question.lower, upper = question.upper;
        if (lower < upper && wins_at_once(own, taken)) {
            lower = upper = (board_.field.cells - popcount(taken) + 1) / 2;
        }
        narrow(
            lower, upper, question.guess, [&](int alpha) { return ask(own, taken, alpha, question, stop); },
            [this](int low, int high) { publish(low, high); });
        return {lower, upper, nodes(), std::chrono::duration<double>(Clock::now() - begin).count()};
    }

    void clear() override {
        if (!small_ || !touched_) table_->clear();
        touched_ = true;
        if (young_) young_->clear();
        small_ = young_ != nullptr;
        nodes_before_ = 0;
        for (auto& search : searches_) search->clear();
    }

    std::size_t bytes() const override { return table_->bytes(); }

  private:
    using Memory = std::unique_ptr<Table<words>>;

    // Small enough for a processor's own cache beside another one of them.
    static constexpr std::size_t cached_bytes = std::size_t{1} << 19;
    static constexpr std::uint64_t grow_after = 1 << 17;  // nodes

    Memory make_table(std::size_t memory) const {
        const auto& field = board_.field;
        return std::make_unique<Table<words>>(memory, field.stride * field.columns, -field.cells / 2,
                                              (field.cells + 1) / 2);
    }

    // None where it would be large beside the memory that was given, or too small for the keys of the board.
    Memory cached_table() const {
        const auto& field = board_.field;
        const bool fits = words == 1 && Table<words>::smallest(field.stride * field.columns) <= cached_bytes;
        return fits && table_->bytes() >= 64 * cached_bytes ? make_table(cached_bytes) : nullptr;
    }

    void add_search() { searches_.push_back(std::make_unique<Search<Board>>(board_, cached_table())); }

    // A small search never leaves the cache: what is proved goes to the large table only after many nodes.
    void grow() {
        if constexpr (words == 1) table_->take_over(*young_);
        small_ = false;
        for (auto& search : searches_) search->far = table_.get();
    }

    static constexpr std::uint64_t period = 1024;         // nodes between two looks at the clock
    static constexpr std::uint64_t worth_help = 1 << 14;  // nodes of a window before other threads join

    static Cells from_bytes(const std::string& data) {
        return Cells::from_bytes(reinterpret_cast<const unsigned char*>(data.data()), data.size());
    }

    bool wins_at_once(const Cells& own, const Cells& taken) const {
        using Sets = Lanes<words>;
        const Bounds<Board> bounds{board_};
        const Sets empty = Sets::all(board_.field.board & ~taken);
        return (bounds.completing(Sets::all(own)) & bounds.playable(Sets::all(taken), empty)).nonempty();
    }

    void prepare(const Question& question) {
        while (static_cast<int>(searches_.size()) < question.threads) add_search();
        nodes_before_ += nodes();
        for (auto& search : searches_) {
            search->far = small_ ? young_.get() : table_.get();
            search->team = question.threads > 1 ? &team_ : nullptr;
            search->nodes = 0;
            search->forget_history();
        }
        helped_nodes_.store(0);
    }

    std::uint64_t nodes() const { return searches_[0]->nodes + helped_nodes_.load(std::memory_order_relaxed); }

    void publish(int lower, int upper) {
        progress.lower = lower;
        progress.upper = upper;
        progress.nodes = nodes();
    }

    // One null window. The first thread to know answers for all.
    int ask(const Cells& own, const Cells& taken, int alpha, const Question& question, StopToken& stop) {
        Window window{alpha};
        std::vector<std::thread> helpers;
        if (question.threads > 1) team_.disperse();
        const std::uint64_t start = searches_[0]->nodes;
        auto checkpoint = [&]() -> std::uint64_t {
            if (window.answered.load(std::memory_order_relaxed) || stop.poll()) throw Stopped{};
            const std::uint64_t all = nodes();
            progress.nodes.store(all, std::memory_order_relaxed);
            if (question.node_limit && all >= question.node_limit) throw Stopped{};
            if (small_ && nodes_before_ + all >= grow_after) grow();
            if (question.threads > 1 && !small_ && helpers.empty() && searches_[0]->nodes - start >= worth_help) {
                for (int i = 1; i < question.threads; ++i) {
                    helpers.emplace_back([&, i] { help(*searches_[static_cast<std::size_t>(i)], own, taken, window); });
                }
            }
            const std::uint64_t left = question.node_limit ? question.node_limit - all : period;
            return left < period ? left : period;
        };
        try {
            answer(window, searches_[0]->run(own, taken, alpha, checkpoint));
        } catch (const Stopped&) {
        }
        const bool answered = window.answered.exchange(true);  // ends the helpers
        for (std::thread& helper : helpers) helper.join();
        if (!answered) throw Stopped{};
        return window.value;
    }

    void help(Search<Board>& search, const Cells& own, const Cells& taken, Window& window) {
        std::uint64_t counted = search.nodes;
        auto checkpoint = [&]() -> std::uint64_t {
            helped_nodes_.fetch_add(search.nodes - counted, std::memory_order_relaxed);
            counted = search.nodes;
            if (window.answered.load(std::memory_order_relaxed)) throw Stopped{};
            return period;
        };
        try {
            answer(window, search.run(own, taken, window.alpha, checkpoint));
        } catch (const Stopped&) {
        }
        helped_nodes_.fetch_add(search.nodes - counted, std::memory_order_relaxed);
    }

    static void answer(Window& window, int value) {
        bool open = false;
        if (window.claimed.compare_exchange_strong(open, true)) {
            window.value = value;
            window.answered = true;
        }
    }

    const Board board_;
    const Memory table_;
    const Memory young_;  // what is used instead of the table as long as little is known
    bool small_;
    bool touched_ = false;            // whether the system has given the large table's memory
    std::uint64_t nodes_before_ = 0;  // of earlier questions
    Team team_;
    std::vector<std::unique_ptr<Search<Board>>> searches_;
    std::atomic<std::uint64_t> helped_nodes_{0};
};

template <class Board>
std::unique_ptr<Solver> make(const Rules& rules, std::size_t memory) {
    return std::make_unique<BoardSolver<Board>>(rules, memory);
}

}  // namespace

// Each of these is a solver of its own in the compiled code: the game itself, then any board by its width.
std::unique_ptr<Solver> make_solver(const Rules& rules, std::size_t memory) {
    if (rules == Rules{6, 7, 4}) return make<Fixed<6, 7, 4>>(rules, memory);
    switch (words_needed(rules)) {
        case 1:
            return make<Sized<1>>(rules, memory);
        case 2:
            return make<Sized<2>>(rules, memory);
        default:
            return make_wide_solver(rules, memory);
    }
}

}  // namespace LINEFALL_ISA
}  // namespace linefall
