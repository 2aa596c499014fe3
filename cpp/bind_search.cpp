// linefall._core.Search.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "bind.hpp"
#include "pages.hpp"
#include "search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace linefall {
namespace {

int& field(Weights& weights, const std::string& name) {
    for (const NamedWeight& weight : named_weights) {
        if (name == weight.name) return weights.*weight.field;
    }
    throw nb::value_error(("there is no weight " + name).c_str());
}

// A searcher that one thread uses at a time: others are told, not blocked.
class SearchDoor {
  public:
    SearchDoor(int rows, int columns, int connect, std::size_t memory, bool diagonals)
        : rules_(checked_rules(rows, columns, connect)),
          weights_(weights_for(rules_)),
          searcher_(LINEFALL_DISPATCH(make_searcher, rules_, memory, diagonals)) {}

    nb::tuple search(const nb::int_& first, const nb::int_& second, const std::vector<int>& columns, int depth,
                     std::uint64_t nodes, std::optional<double> seconds, int threads) {
        if (threads < 1) throw nb::value_error("a search has 1 thread or more");
        const Found found = run(first, second, columns, depth, nodes, seconds, threads, false);
        return nb::make_tuple(found.column, found.score, found.depth, found.complete, found.nodes,
                              as_tuple(found.line));
    }

    nb::tuple values(const nb::int_& first, const nb::int_& second, int depth, std::uint64_t nodes,
                     std::optional<double> seconds) {
        if (depth < 1) throw nb::value_error("a depth is 1 or more");
        const Found found = run(first, second, {}, depth, nodes, seconds, 1, true);
        nb::dict scores;
        for (std::size_t i = 0; i < found.scores.size(); ++i) scores[nb::int_(found.columns[i])] = found.scores[i];
        return nb::make_tuple(scores, found.nodes);
    }

    void forget() {
        const auto one = take(busy_, "search");
        searcher_->forget();
    }

    void set(const std::string& name, int value) {
        const auto one = take(busy_, "search");
        field(weights_, name) = value;
        searcher_->set(weights_);
    }

    int get(const std::string& name) { return field(weights_, name); }

  private:
    Found run(const nb::int_& first, const nb::int_& second, const std::vector<int>& columns, int depth,
              std::uint64_t nodes, std::optional<double> seconds, int threads, bool all) {
        const auto one = take(busy_, "search");
        for (const int column : columns) {
            if (column < 0 || column >= rules_.columns) throw nb::value_error("there is no such column");
        }
        const Look look{int_to_bytes(first, bytes_), int_to_bytes(second, bytes_), columns, depth, nodes, threads};
        if (!any_open(look)) throw nb::value_error("none of the columns is open");
        return run_unlocked(
            [&](StopToken& stop) { return all ? searcher_->values(look, stop) : searcher_->search(look, stop); },
            seconds);
    }

    bool any_open(const Look& look) const {
        if (!look.columns.empty()) {
            return std::ranges::any_of(look.columns, [&](int column) { return is_open(look, column); });
        }
        for (int column = 0; column < rules_.columns; ++column) {
            if (is_open(look, column)) return true;
        }
        return false;
    }

    bool is_open(const Look& look, int column) const {
        const auto top = static_cast<std::size_t>(column * (rules_.rows + 1) + rules_.rows - 1);
        return !((look.first[top / 8] | look.second[top / 8]) >> top % 8 & 1);
    }

    Rules rules_;
    std::size_t bytes_ = AnyPosition::bytes_needed(rules_);
    Weights weights_;
    std::unique_ptr<Searcher> searcher_;
    std::mutex busy_;
};

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<SearchDoor>(m, "Search", "Finds good moves in little time, and keeps what it found.")
        .def(nb::init<int, int, int, std::size_t, bool>(), "rows"_a, "columns"_a, "connect"_a,
             "memory"_a = std::size_t{1} << 26, "diagonals"_a = true)
        .def("search", &SearchDoor::search, "first"_a, "second"_a, "columns"_a = std::vector<int>{}, "depth"_a = 0,
             "nodes"_a = 0, "seconds"_a = nb::none(), "threads"_a = 1,
             nb::sig("def search(self, first: int, second: int, columns: Sequence[int] = [], depth: int = 0,"
                     " nodes: int = 0, seconds: float | None = None, threads: int = 1)"
                     " -> tuple[int, int, int, bool, int, tuple[int, ...]]"),
             "Looks deeper and deeper; returns column, score, depth, completeness, nodes, line.")
        .def("values", &SearchDoor::values, "first"_a, "second"_a, "depth"_a, "nodes"_a = 0, "seconds"_a = nb::none(),
             nb::sig("def values(self, first: int, second: int, depth: int, nodes: int = 0,"
                     " seconds: float | None = None) -> tuple[dict[int, int], int]"),
             "Scores every column at a depth, or as deep as it came; returns the scores and the nodes.")
        .def("forget", &SearchDoor::forget, "Forgets everything, so that the same question takes the same nodes.")
        .def("set", &SearchDoor::set, "name"_a, "value"_a, "Sets a weight of the evaluation, for tuning.")
        .def("get", &SearchDoor::get, "name"_a, "Gives a weight of the evaluation.");
    m.def("reserve_memory", &reserve_pages, "size"_a, "seconds"_a, nb::call_guard<nb::gil_scoped_release>(),
          "Makes memory ready for a table to come; gives how much in the time allowed.");
    m.attr("WON") = won;
    m.def(
        "search_weights",
        [] {
            nb::list names;
            for (const NamedWeight& weight : named_weights) names.append(weight.name);
            return nb::tuple(names);
        },
        nb::sig("def search_weights() -> tuple[str, ...]"), "Names the weights of the evaluation.");
}

}  // namespace linefall
