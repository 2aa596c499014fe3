// What the doors to Python share: rules that are checked, long work without Python's lock, numbers and sets as Python
// has them.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "any_position.hpp"
#include "stop.hpp"

namespace linefall {

inline Rules checked_rules(int rows, int columns, int connect) {
    const Rules rules{rows, columns, connect};
    check_rules(rules);
    return rules;
}

// Takes what one thread uses at a time: another one is told, not blocked.
inline std::unique_lock<std::mutex> take(std::mutex& busy, const char* what) {
    std::unique_lock<std::mutex> one(busy, std::try_to_lock);
    if (!one) throw std::runtime_error(std::string("this ") + what + " is at work in another thread");
    return one;
}

// When work that begins now has to end. The clock has 64 bits of nanoseconds, 292 years: who asks for more than a
// century gets that.
inline std::optional<StopToken::Clock::time_point> deadline_in(std::optional<double> seconds) {
    constexpr double longest = 3e9;
    if (!seconds) return {};
    const std::chrono::duration<double> span(*seconds > 0 ? std::min(*seconds, longest) : 0.0);
    return StopToken::Clock::now() + std::chrono::duration_cast<StopToken::Clock::duration>(span);
}

// Runs `work(stop)` without Python's lock, for so many seconds at most, and returns its result; Ctrl-C stops it and
// raises KeyboardInterrupt.
template <typename Work>
auto run_unlocked(Work work, std::optional<double> seconds = {}) {
    StopToken stop(
        [] {
            nanobind::gil_scoped_acquire locked;
            return PyErr_CheckSignals() != 0;
        },
        deadline_in(seconds));
    auto result = [&] {
        nanobind::gil_scoped_release unlocked;
        return work(stop);
    }();
    if (stop.was_interrupted()) throw nanobind::python_error();
    return result;
}

// Integers of any size travel as bytes from the lowest.
inline nanobind::object int_from_bytes(const std::string& data) {
    const nanobind::handle type(reinterpret_cast<PyObject*>(&PyLong_Type));
    return type.attr("from_bytes")(nanobind::bytes(data.data(), data.size()), "little");
}

// Raises ValueError where the integer is negative or needs more bytes.
inline std::string int_to_bytes(const nanobind::int_& value, std::size_t size) {
    const bool negative = value < nanobind::int_(0);
    if (negative || nanobind::cast<std::size_t>(value.attr("bit_length")()) > 8 * size) {
        const std::string given = nanobind::str(value).c_str();
        const std::string message = "bits are a number from 0 to 2^" + std::to_string(8 * size) + " - 1, not " + given;
        throw nanobind::value_error(message.c_str());
    }
    const auto data = nanobind::cast<nanobind::bytes>(value.attr("to_bytes")(size, "little"));
    return std::string(data.c_str(), data.size());
}

inline nanobind::tuple as_tuple(const std::vector<int>& numbers) {
    nanobind::list result;
    for (const int number : numbers) result.append(number);
    return nanobind::tuple(result);
}

}  // namespace linefall
