#include "solver.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "narrow.hpp"
#include "prover.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {
namespace {

// What the threads that work on one null window share.
struct Window {
    explicit Window(int above) : alpha(above) {}

    const int alpha;
    std::atomic<bool> claimed{false};  // somebody has an answer, and writes it down
    std::atomic<bool> over{false};
    std::atomic<int> value{0};
};

// The threads that help with a window. However it ends, they are told and waited for.
class Helpers {
  public:
    explicit Helpers(Window& window) : window_(window) {}
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    ~Helpers() {
        window_.over = true;
        for (std::thread& thread : threads_) thread.join();
    }

    bool called() const { return called_; }

    // Starts `work(1)` to `work(count)`, or as many as the system has threads for.
    template <class Work>
    void call(int count, const Work& work) {
        called_ = true;
        try {
            for (int i = 1; i <= count; ++i) threads_.emplace_back(work, i);
        } catch (const std::system_error&) {
        } catch (const std::bad_alloc&) {
        }
    }

  private:
    Window& window_;
    bool called_ = false;
    std::vector<std::thread> threads_;
};

// Narrows the value down with one null window after the other, and lets threads help with those that take long.
template <class Board>
class BoardSolver final : public Solver {
    static constexpr int words = Board::words;
    using Cells = Bits<words>;
    using Clock = std::chrono::steady_clock;

  public:
    BoardSolver(const Rules& rules, std::size_t memory)
        : board_(rules),
          table_(make_table(memory)),
          young_(words == 1 ? cached_table() : nullptr),
          small_(young_ != nullptr) {
        add_prover();
    }

    Answer solve(const Question& question, StopToken& stop) override {
        const auto begin = Clock::now();
        const Cells own = Cells::from_bytes(question.mover), taken = Cells::from_bytes(question.occupied);
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
        helped_nodes_.store(0);
        for (auto& prover : provers_) {
            prover->clear();
            prover->nodes = 0;
        }
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
        const bool fits = Table<words>::smallest(field.stride * field.columns) <= cached_bytes;
        return fits && table_->bytes() >= 16 * cached_bytes ? make_table(cached_bytes) : nullptr;
    }

    // The tables of many threads together would be large: only the first get one of their own.
    void add_prover() {
        const bool room = (provers_.size() + 2) * cached_bytes * 8 <= table_->bytes();
        provers_.push_back(std::make_unique<Prover<Board>>(board_, room ? cached_table() : nullptr));
    }

    // A small search never leaves the cache: what is proved goes to the large table only after many nodes.
    void grow() {
        if constexpr (words == 1) table_->take_over(*young_);
        small_ = false;
        for (auto& prover : provers_) prover->far = table_.get();
    }

    // Nodes between two looks at the clock. At first every one may touch memory that the system has yet to give.
    static constexpr std::uint64_t period = 1024, first_period = 16, first_nodes = 4096;
    static constexpr std::uint64_t worth_help = 1 << 14;  // nodes of a window before other threads join

    bool wins_at_once(const Cells& own, const Cells& taken) const {
        using Sets = Lanes<words>;
        const Bounds<Board> bounds{board_};
        const Sets empty = Sets::all(board_.field.board & ~taken);
        return (bounds.completing(Sets::all(own)) & bounds.playable(Sets::all(taken), empty)).nonempty();
    }

    void prepare(const Question& question) {
        while (static_cast<int>(provers_.size()) < question.threads) add_prover();
        nodes_before_ += nodes();
        for (auto& prover : provers_) {
            prover->far = small_ ? young_.get() : table_.get();
            prover->team = question.threads > 1 ? &team_ : nullptr;
            prover->nodes = 0;
            prover->forget_history();
        }
        helped_nodes_.store(0);
    }

    std::uint64_t nodes() const { return provers_[0]->nodes + helped_nodes_.load(std::memory_order_relaxed); }

    void publish(int lower, int upper) {
        progress.lower = lower;
        progress.upper = upper;
        progress.nodes = nodes();
    }

    // One null window. The first thread to know answers for all.
    int ask(const Cells& own, const Cells& taken, int alpha, const Question& question, StopToken& stop) {
        Window window{alpha};
        if (question.threads > 1) team_.disperse();
        const std::uint64_t start = provers_[0]->nodes;
        try {
            Helpers helpers(window);
            auto checkpoint = [&]() -> std::uint64_t {
                if (window.over.load(std::memory_order_relaxed) || stop.poll()) throw Stopped{};
                const std::uint64_t all = nodes();
                progress.nodes.store(all, std::memory_order_relaxed);
                if (question.node_limit && all >= question.node_limit) throw Stopped{};
                if (small_ && nodes_before_ + all >= grow_after) grow();
                if (question.threads > 1 && !small_ && !helpers.called() && provers_[0]->nodes - start >= worth_help) {
                    helpers.call(question.threads - 1,
                                 [&](int i) { help(*provers_[static_cast<std::size_t>(i)], own, taken, window); });
                }
                const std::uint64_t pause = nodes_before_ + all < first_nodes ? first_period : period;
                return question.node_limit ? std::min(pause, question.node_limit - all) : pause;
            };
            answer(window, provers_[0]->run(own, taken, alpha, checkpoint));
        } catch (const Stopped&) {
        }
        if (!window.claimed) throw Stopped{};
        return window.value;
    }

    void help(Prover<Board>& prover, const Cells& own, const Cells& taken, Window& window) {
        std::uint64_t counted = prover.nodes;
        auto checkpoint = [&]() -> std::uint64_t {
            helped_nodes_.fetch_add(prover.nodes - counted, std::memory_order_relaxed);
            counted = prover.nodes;
            if (window.over.load(std::memory_order_relaxed)) throw Stopped{};
            return period;
        };
        try {
            answer(window, prover.run(own, taken, window.alpha, checkpoint));
        } catch (const Stopped&) {
        }
        helped_nodes_.fetch_add(prover.nodes - counted, std::memory_order_relaxed);
    }

    static void answer(Window& window, int value) {
        bool open = false;
        if (window.claimed.compare_exchange_strong(open, true)) {
            window.value = value;
            window.over = true;
        }
    }

    const Board board_;
    const Memory table_;
    const Memory young_;  // what is used instead of the table as long as little is known
    bool small_;
    bool touched_ = false;            // whether the system has given the large table's memory
    std::uint64_t nodes_before_ = 0;  // of earlier questions
    Team team_;
    std::vector<std::unique_ptr<Prover<Board>>> provers_;
    std::atomic<std::uint64_t> helped_nodes_{0};
};

template <class Board>
std::unique_ptr<Solver> make(const Rules& rules, std::size_t memory) {
    return std::make_unique<BoardSolver<Board>>(rules, memory);
}

}  // namespace

// Each of these is a solver of its own in the compiled code: the game itself and its larger sister, then any board by
// its width, and those with lines of five that take two words.
std::unique_ptr<Solver> make_solver(const Rules& rules, std::size_t memory) {
    if (rules == Rules{6, 7, 4}) return make<Fixed<6, 7, 4>>(rules, memory);
    if (rules == Rules{8, 8, 4}) return make<Fixed<8, 8, 4>>(rules, memory);
    switch (words_needed(rules)) {
        case 1:
            return make<Sized<1>>(rules, memory);
        case 2:
            if (rules.connect == 5) return make<Sized<2, 5>>(rules, memory);
            return make<Sized<2>>(rules, memory);
        default:
            return make_wide_solver(rules, memory);
    }
}

}  // namespace LINEFALL_ISA
}  // namespace linefall
