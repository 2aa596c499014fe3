// The solver of boards beyond 128 bits. Nobody solves those from the start: what counts is that their endings are
// right. Who wins is found by the prover of endings. How soon is found by a plain search on the widest bits, with none
// of the machinery of solver.cpp.
#include <algorithm>
#include <chrono>
#include <memory>

#include "endgame.hpp"
#include "narrow.hpp"
#include "position.hpp"
#include "solver.hpp"
#include "table.hpp"

namespace linefall {
namespace {

constexpr int wide = 8;  // words

class WideSolver final : public Solver {
    using Cells = Bits<wide>;
    using Clock = std::chrono::steady_clock;

  public:
    WideSolver(const Rules& rules, std::size_t memory)
        : shape_(rules),
          table_(memory - memory / 2, bits_needed(rules), -rules.cells() / 2, (rules.cells() + 1) / 2),
          results_(LINEFALL_DISPATCH(make_endgame, rules, memory / 2)) {}

    Answer solve(const Question& question, StopToken& stop) override {
        const auto begin = Clock::now();
        Position<wide> position;
        position.mover = Cells::from_bytes(question.mover);
        position.occupied = Cells::from_bytes(question.occupied);
        position.plies = popcount(position.occupied);
        stop_ = &stop;
        limit_ = question.node_limit;
        int lower = question.lower, upper = question.upper;
        const Answer result = results_->solve(question, stop);
        nodes_ = result.nodes;
        results_->progress.forget();
        if (result.lower >= 0) lower = std::max(lower, result.lower);
        if (result.upper <= 0) upper = std::min(upper, result.upper);
        narrow(
            lower, upper, question.guess, [&](int alpha) { return search(position, alpha); },
            [this](int low, int high) { publish(low, high); });
        return {lower, upper, nodes_, std::chrono::duration<double>(Clock::now() - begin).count()};
    }

    void clear() override {
        table_.clear();
        results_->clear();
    }

    std::size_t bytes() const override { return table_.bytes() + results_->bytes(); }

    std::uint64_t nodes_so_far() const override { return progress.nodes + results_->progress.nodes; }

  private:
    void publish(int lower, int upper) {
        progress.lower = lower;
        progress.upper = upper;
        progress.nodes = nodes_;
    }

    void count_node() {
        if (limit_ && nodes_ >= limit_) throw Stopped{};
        if (++nodes_ % 64 == 0) {
            progress.nodes.store(nodes_, std::memory_order_relaxed);
            if (stop_->poll()) throw Stopped{};
        }
    }

    // Whether the value is above alpha, as a bound on it.
    int search(const Position<wide>& position, int alpha) {
        count_node();
        const std::uint64_t before = nodes_;
        const int empties = shape_.rules().cells() - position.plies;
        if (empties == 0) return 0;
        const Cells playable = shape_.playable(position.occupied);
        const int win = (empties + 1) / 2;
        if (shape_.threats(position.mover, position.occupied) & playable) return win;
        const Cells danger = shape_.threats(position.waiting(), position.occupied);
        const int loss = -(empties / 2);
        const Cells forced = danger & playable;
        if (several(forced)) return loss;
        const Cells moves = (forced ? forced : playable) & ~(danger >> 1);
        if (!moves) return loss;
        if (alpha >= win - 1) return win - 1;  // not won at once

        const auto slot = table_.find(shape_.key(position));
        if (const auto entry = table_.probe(slot); entry.found) {
            if (entry.lower > alpha) return entry.lower;
            if (entry.upper <= alpha) return entry.upper;
        }
        int best = loss;
        for (int i = 0; i < shape_.rules().columns; ++i) {
            const int column = from_centre(i);
            if (!(moves & shape_.column(column))) continue;
            Position<wide> child = position;
            shape_.drop(child, column);
            const int value = -search(child, -alpha - 1);
            if (value > best) best = value;
            if (value > alpha) break;
        }
        if (best > alpha) {
            table_.store(slot, best, (shape_.rules().cells() + 1) / 2, nodes_ - before + 1);
        } else {
            table_.store(slot, -shape_.rules().cells() / 2, best, nodes_ - before + 1);
        }
        return best;
    }

    // Column number i, counted from the centre outwards.
    int from_centre(int i) const {
        const int centre = (shape_.rules().columns - 1) / 2;
        return i % 2 ? centre + (i + 1) / 2 : centre - i / 2;
    }

    Shape<wide> shape_;
    Table<wide> table_;
    std::unique_ptr<Solver> results_;
    StopToken* stop_ = nullptr;
    std::uint64_t limit_ = 0, nodes_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_wide_solver(const Rules& rules, std::size_t memory) {
    return std::make_unique<WideSolver>(rules, memory);
}

}  // namespace linefall
