// Searches a position with one thread or several.
//
// One code for all boards. What it knows of a position is kept by a State: bit sets for boards of up to 128 bits
// (bit_state.hpp), lines whose cost per move does not grow with the board for all others (line_state.hpp).
#include "search.hpp"

#ifdef __linux__
#include <sys/resource.h>
#endif

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <system_error>
#include <thread>

#include "bit_state.hpp"
#include "explorer.hpp"
#include "line_state.hpp"
#include "memo.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {
namespace {

// Leaves the processor to others who want it, where the system lets a single thread do that. It is not SCHED_IDLE, by
// which it would leave them even more: a process whose cores are busy could not end for seconds, not even when killed.
void stand_back() {
#ifdef __linux__
    setpriority(PRIO_PROCESS, 0, 19);  // of the calling thread
#endif
}

// What all threads of a searcher go by.
struct Common {
    Rules rules;
    bool diagonals;
    Memo memo;
    Weights weights;
    Team team;
};

// A thread that searches the same position as another one and leaves what it finds in the memo they share. It is for
// cores that are idle. So on a busy machine it may take long to do anything at all, also to end or to let go of a lock:
// nobody waits for it but who takes it down, and they talk by atomics alone.
template <class State>
class Helper {
  public:
    explicit Helper(Common& common) : common_(common), thread_([this] { work(); }) {}
    Helper(const Helper&) = delete;
    Helper& operator=(const Helper&) = delete;

    ~Helper() {
        wait();
        leaves_ = true;
        call();
        thread_.join();
    }

    // Begins, unless it is still busy with the last search.
    void begin(const Look& look) {
        if (busy_) return;
        look_ = look;
        word_.over = false;
        word_.nodes = 0;
        busy_ = true;
        call();
    }

    // Says that it is enough, and gives the nodes looked at.
    std::uint64_t end() {
        word_.over = true;
        return word_.nodes;
    }

    void wait() {
        end();
        busy_.wait(true);
    }

    // It is as new.
    void forget() {
        wait();
        explorer_.reset();
    }

  private:
    void call() {
        ++calls_;
        calls_.notify_one();
    }

    void work() {
        stand_back();
        for (int heard = 0; calls_.wait(heard), !leaves_; ++heard) {
            try {
                search();
            } catch (const std::bad_alloc&) {  // then the others do without
            }
            busy_ = false;
            busy_.notify_one();
        }
    }

    void search() {
        if (!explorer_) {
            explorer_ = std::make_unique<Explorer<State>>(common_.rules, common_.memo, common_.diagonals);
            explorer_->set(common_.weights);
            explorer_->team = &common_.team;
        }
        explorer_->search(look_, {.word = &word_});
    }

    Common& common_;
    std::unique_ptr<Explorer<State>> explorer_;  // made by the thread: on a large board it takes its time
    Look look_;
    Word word_;
    std::atomic<bool> busy_{false}, leaves_{false};
    std::atomic<int> calls_{0};
    std::thread thread_;
};

template <class State>
class BoardSearcher final : public Searcher {
  public:
    BoardSearcher(const Rules& rules, std::size_t memory, bool diagonals)
        : common_{rules, diagonals, Memo(memory), weights_for(rules), {}}, explorer_(rules, common_.memo, diagonals) {
        explorer_.set(common_.weights);
    }

    void set(const Weights& weights) override {
        for (auto& helper : helpers_) helper->forget();
        common_.weights = weights;
        explorer_.set(weights);
    }

    void forget() override {
        for (auto& helper : helpers_) helper->forget();
        explorer_.forget();
        common_.memo.forget();
    }

    Found search(const Look& look, StopToken& stop) override {
        grow_older();
        const std::size_t helping = hire(static_cast<std::size_t>(look.threads - 1));
        explorer_.team = helping ? &common_.team : nullptr;
        for (std::size_t i = 0; i < helping; ++i) helpers_[i]->begin(look);
        Found found = explorer_.search(look, {.stop = &stop});
        for (std::size_t i = 0; i < helping; ++i) found.nodes += helpers_[i]->end();
        return found;
    }

    Found values(const Look& look, StopToken& stop) override {
        grow_older();
        explorer_.team = nullptr;
        return explorer_.values(look, {.stop = &stop});
    }

  private:
    void grow_older() {
        if (common_.memo.at_its_end()) {
            for (auto& helper : helpers_) helper->wait();
        }
        common_.memo.grow_older();
    }

    // Has so many helpers, or as many as the system has threads for, and says how many these are.
    std::size_t hire(std::size_t wanted) {
        try {
            while (helpers_.size() < wanted) helpers_.push_back(std::make_unique<Helper<State>>(common_));
        } catch (const std::system_error&) {
        } catch (const std::bad_alloc&) {
        }
        return std::min(wanted, helpers_.size());
    }

    Common common_;
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
    static_assert(BitState<2, 0>::most_columns <= widest);  // bit sets look at all columns
    if (bits <= 128 && BitState<2, 0>::fits(rules)) {
        return bits <= 64 ? make_bit_searcher<1>(rules, memory, diagonals)
                          : make_bit_searcher<2>(rules, memory, diagonals);
    }
    if (rules.rows > 62) return std::make_unique<BoardSearcher<LineState<Uint128>>>(rules, memory, diagonals);
    return std::make_unique<BoardSearcher<LineState<std::uint64_t>>>(rules, memory, diagonals);
}

}  // namespace LINEFALL_ISA
}  // namespace linefall
