// linefall._core.Solver.
#include <nanobind/stl/optional.h>

#include <memory>
#include <mutex>
#include <optional>

#include "bind.hpp"
#include "endgame.hpp"
#include "solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace linefall {
namespace {

// A solver that one thread uses at a time: others are told, not blocked.
class SolverDoor {
  public:
    SolverDoor(int rows, int columns, int connect, std::size_t memory) : rules_(checked_rules(rows, columns, connect)) {
        if (!solver_fits(rules_)) throw nb::value_error("the board is too large for the solver");
        if (memory < least_solver_memory(rules_)) throw nb::value_error("the memory is too small for this board");
        solver_ = LINEFALL_DISPATCH(make_solver, rules_, memory);
    }

    nb::tuple solve(const nb::int_& mover, const nb::int_& occupied, int lower, int upper, int guess, int threads,
                    std::uint64_t nodes, std::optional<double> seconds) {
        const auto one = take(busy_, "solver");
        Question question{
            int_to_bytes(mover, bytes_), int_to_bytes(occupied, bytes_), lower, upper, guess, threads, nodes};
        const Answer answer = run_unlocked([&](StopToken& stop) { return solver_->solve(question, stop); }, seconds);
        return nb::make_tuple(answer.lower, answer.upper, answer.nodes, answer.seconds);
    }

    void clear() {
        const auto one = take(busy_, "solver");
        solver_->clear();
    }

    void forget_progress() {
        const auto one = take(busy_, "solver");
        solver_->progress.forget();
    }

    nb::tuple progress() const {
        const Solver::Progress& now = solver_->progress;
        return nb::make_tuple(now.lower.load(), now.upper.load(), solver_->nodes_so_far());
    }

    std::size_t bytes() const { return solver_->bytes(); }

  protected:
    SolverDoor(const Rules& rules, std::unique_ptr<Solver> solver) : rules_(rules), solver_(std::move(solver)) {}

  private:
    Rules rules_;
    std::size_t bytes_ = AnyPosition::bytes_needed(rules_);
    std::unique_ptr<Solver> solver_;
    std::mutex busy_;
};

class EndgameDoor : public SolverDoor {
  public:
    EndgameDoor(int rows, int columns, int connect, std::size_t memory)
        : EndgameDoor(checked_rules(rows, columns, connect), memory) {}

  private:
    EndgameDoor(const Rules& rules, std::size_t memory)
        : SolverDoor(rules, LINEFALL_DISPATCH(make_endgame, rules, memory)) {}
};

}  // namespace

void bind_solver(nb::module_& m) {
    nb::class_<SolverDoor>(m, "Solver", "Finds exact values of positions of one board, and keeps what it proved.")
        .def(nb::init<int, int, int, std::size_t>(), "rows"_a, "columns"_a, "connect"_a, "memory"_a)
        .def("solve", &SolverDoor::solve, "mover"_a, "occupied"_a, "lower"_a, "upper"_a, "guess"_a = 0, "threads"_a = 1,
             "nodes"_a = 0, "seconds"_a = nb::none(),
             nb::sig("def solve(self, mover: int, occupied: int, lower: int, upper: int, guess: int = 0,"
                     " threads: int = 1, nodes: int = 0, seconds: float | None = None)"
                     " -> tuple[int, int, int, float]"),
             "Narrows the value of a position that is not over; returns lower, upper, nodes, seconds.")
        .def("clear", &SolverDoor::clear, "Forgets everything.")
        .def_prop_ro("progress", &SolverDoor::progress, nb::sig("def progress(self) -> tuple[int, int, int]"),
                     "What a solve under way has proved: lower, upper, and its nodes. For another thread.")
        .def("forget_progress", &SolverDoor::forget_progress, "Lets progress prove nothing until the next solve.")
        .def_prop_ro("bytes", &SolverDoor::bytes, "The size of the table.");
    nb::class_<EndgameDoor, SolverDoor>(
        m, "Endgame", "Finds who wins near the end: as Solver, but 1 is a win, 0 a draw and -1 a loss.")
        .def(nb::init<int, int, int, std::size_t>(), "rows"_a, "columns"_a, "connect"_a, "memory"_a);
    m.def(
        "least_solver_memory",
        [](int rows, int columns, int connect) { return least_solver_memory(checked_rules(rows, columns, connect)); },
        "rows"_a, "columns"_a, "connect"_a, "Gives the fewest bytes that a solver of this board takes.");
    m.def(
        "solver_fits",
        [](int rows, int columns, int connect) { return solver_fits(checked_rules(rows, columns, connect)); }, "rows"_a,
        "columns"_a, "connect"_a, "Says whether the solver takes boards of this size.");
}

}  // namespace linefall
