// Searches a position with one thread or several.
//
// One code for all boards. What it knows of a position is kept by a State: bit sets for boards of up to 128 bits
// (bit_state.hpp), lines whose cost per move does not grow with the board for all others (line_state.hpp).
#include "search.hpp"

#ifdef __linux__
#include <sched.h>
#endif

#include <atomic>
#include <system_error>
#include <thread>

#include "bit_state.hpp"
#include "explorer.hpp"
#include "line_state.hpp"
#include "memo.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {
namespace {

// Leaves the processor to everybody else who wants it, where the system knows of such threads.
void stand_back() {
#ifdef __linux__
    const sched_param none{};
    sched_setscheduler(0, SCHED_IDLE, &none);
#endif
}

// A thread that searches the same position as another one and leaves what it finds in the memo they share. It runs on
// cores that are idle. So when it is told to end, that may take long on a busy machine, and nobody waits for it.
template <class State>
class Helper {
  public:
    Helper(const Rules& rules, Memo& memo, bool diagonals) : explorer(rules, memo, diagonals) {}
    Helper(const Helper&) = delete;
    Helper& operator=(const Helper&) = delete;
    ~Helper() { wait(); }

    // Begins, unless it is still busy with the last search, or the system has no more threads.
    void begin(const Look& look) {
        if (busy_.load()) return;
        wait();
        over_.store(false);
        busy_.store(true);
        try {
            thread_ = std::thread([this, look] {
                stand_back();
                explorer.search(look, {.over = &over_});
                busy_.store(false);
            });
        } catch (const std::system_error&) {
            busy_.store(false);
        }
    }

    void end() { over_.store(true, std::memory_order_relaxed); }

    void wait() {
        end();
        if (thread_.joinable()) thread_.join();
    }

    Explorer<State> explorer;

  private:
    std::atomic<bool> over_{false}, busy_{false};
    std::thread thread_;
};

template <class State>
class BoardSearcher final : public Searcher {
  public:
    BoardSearcher(const Rules& rules, std::size_t memory, bool diagonals)
        : rules_(rules), diagonals_(diagonals), memo_(memory), explorer_(rules, memo_, diagonals) {
        set(weights_for(rules));
    }

    void set(const Weights& weights) override {
        weights_ = weights;
        explorer_.set(weights);
        for (auto& helper : helpers_) {
            helper->wait();
            helper->explorer.set(weights);
        }
    }

    void forget() override {
        for (auto& helper : helpers_) {
            helper->wait();
            helper->explorer.forget();
        }
        explorer_.forget();
        memo_.forget();
    }

    Found search(const Look& look, StopToken& stop) override {
        grow_older();
        const auto helping = static_cast<std::size_t>(look.threads - 1);
        while (helpers_.size() < helping) add_helper();
        explorer_.team = helping ? &team_ : nullptr;
        for (std::size_t i = 0; i < helping; ++i) helpers_[i]->begin(look);
        Found found = explorer_.search(look, {.stop = &stop});
        for (std::size_t i = 0; i < helping; ++i) {
            helpers_[i]->end();
            found.nodes += helpers_[i]->explorer.nodes();
        }
        return found;
    }

    Found values(const Look& look, StopToken& stop) override {
        grow_older();
        explorer_.team = nullptr;
        return explorer_.values(look, {.stop = &stop});
    }

  private:
    void grow_older() {
        if (memo_.at_its_end()) {
            for (auto& helper : helpers_) helper->wait();
        }
        memo_.grow_older();
    }

    void add_helper() {
        helpers_.push_back(std::make_unique<Helper<State>>(rules_, memo_, diagonals_));
        helpers_.back()->explorer.set(weights_);
        helpers_.back()->explorer.team = &team_;
    }

    Rules rules_;
    bool diagonals_;
    Memo memo_;
    Team team_;
    Weights weights_;
    Explorer<State> explorer_;
    std::vector<std::unique_ptr<Helper<State>>> helpers_;
};

template <int Words>
std::unique_ptr<Searcher> make_bit_searcher(const Rules& rules, std::size_t memory, bool diagonals) {
    if (rules.connect == 4) return std::make_unique<BoardSearcher<BitState<Words, 4>>>(rules, memory, diagonals);
    if (rules.connect == 5) return std::make_unique<BoardSearcher<BitState<Words, 5>>>(rules, memory, diagonals);
    return std::make_unique<BoardSearcher<BitState<Words, 0>>>(rules, memory, diagonals);
}

}  // namespace

std::unique_ptr<Searcher> make_searcher(const Rules& rules, std::size_t memory, bool diagonals) {
    const int bits = bits_needed(rules);
    if (bits <= 128 && rules.columns <= widest && Ways<2, 0>::fits(rules)) {
        return bits <= 64 ? make_bit_searcher<1>(rules, memory, diagonals)
                          : make_bit_searcher<2>(rules, memory, diagonals);
    }
    if (rules.rows > 62) return std::make_unique<BoardSearcher<LineState<Uint128>>>(rules, memory, diagonals);
    return std::make_unique<BoardSearcher<LineState<std::uint64_t>>>(rules, memory, diagonals);
}

}  // namespace LINEFALL_ISA
}  // namespace linefall
