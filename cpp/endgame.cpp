#include "endgame.hpp"

#include <algorithm>
#include <chrono>

#include "endgame_prover.hpp"
#include "narrow.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {
namespace {

// Positions with little left take one word, others two. A frame and what was proved with it is kept as long as the
// positions asked for come after the one that it was set up from.
class EndgameSolver final : public Solver {
    using Clock = std::chrono::steady_clock;

  public:
    EndgameSolver(const Rules& rules, std::size_t memory)
        : rules_(rules), table_(memory), small_(table_), large_(table_) {}

    Answer solve(const Question& question, StopToken& stop) override {
        const auto begin = Clock::now();
        const Discs discs(rules_, question.mover, question.occupied);
        int lower = std::max(question.lower, -1), upper = std::min(question.upper, 1);
        nodes_ = 0;
        const auto ask = [&](auto& prover) { narrow_down(prover, discs, question, stop, lower, upper); };
        if (lower >= upper) {
            lower = question.lower;
            upper = question.upper;
        } else if (small_.frame.holds(discs)) {
            ask(small_);
        } else if (large_.frame.holds(discs) && large_.frame.base_left - discs.left < worth_a_frame) {
            ask(large_);
        } else if (set_up(small_, discs)) {
            ask(small_);
        } else if (set_up(large_, discs)) {
            ask(large_);
        }
        return {lower, upper, nodes_, std::chrono::duration<double>(Clock::now() - begin).count()};
    }

    void clear() override {
        table_.clear();
        small_.frame = {};
        large_.frame = {};
        games_ = nodes_before_ = 0;
    }

    std::size_t bytes() const override { return table_.bytes(); }

  private:
    static constexpr int worth_a_frame = 8;  // so many discs later, less may be left than a word holds

    // Nodes between two looks at the clock. At first every one may touch memory that the system has yet to give.
    static constexpr std::uint64_t period = 64, first_period = 4, first_nodes = 1 << 14;

    template <class Prover>
    bool set_up(Prover& prover, const Discs& discs) {
        prover.game = ++games_;
        return prover.frame.set_up(discs);
    }

    template <class Prover>
    void narrow_down(Prover& prover, const Discs& discs, const Question& question, StopToken& stop, int& lower,
                     int& upper) {
        const auto rest = prover.frame.enter(discs);
        prover.nodes = 0;
        const auto check = [&](std::uint64_t nodes) {
            if (question.node_limit && nodes > question.node_limit) throw Stopped{};
            if (nodes % (nodes_before_ + nodes < first_nodes ? first_period : period)) return;
            progress.nodes.store(nodes, std::memory_order_relaxed);
            if (stop.poll()) throw Stopped{};
        };
        const auto publish = [&](int low, int high) {
            progress.lower = low;
            progress.upper = high;
            progress.nodes = nodes_ = prover.nodes;
        };
        const auto answer = [&](int alpha) {
            const int side = discs.to_move;
            if (alpha >= 0) return prover.wins(side, rest, side, check) ? 1 : 0;
            return prover.wins(1 - side, rest, side, check) ? -1 : 0;
        };
        narrow(lower, upper, question.guess, answer, publish);
        nodes_before_ += nodes_;
    }

    const Rules rules_;
    RestTable table_;
    RestProver<1> small_;
    RestProver<2> large_;
    std::uint64_t games_ = 0;  // frames set up so far
    std::uint64_t nodes_ = 0, nodes_before_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_endgame(const Rules& rules, std::size_t memory) {
    return std::make_unique<EndgameSolver>(rules, memory);
}

}  // namespace LINEFALL_ISA
}  // namespace linefall
