// What the doors to Python share: running long work without Python's lock, and integers of any size as bits.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>

#include "bits.hpp"
#include "stop.hpp"

namespace linefall {

// Runs `work(stop)` without Python's lock and returns its result; Ctrl-C stops it and raises KeyboardInterrupt.
template <typename Work>
auto run_unlocked(Work work, std::optional<StopToken::Clock::time_point> deadline = {}) {
    StopToken stop(
        [] {
            nanobind::gil_scoped_acquire locked;
            return PyErr_CheckSignals() != 0;
        },
        deadline);
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

// A Python integer from a set of cells and back: bit i of the integer is cell i.
template <int Words>
nanobind::object int_from_bits(const Bits<Words>& bits) {
    std::string data(Bits<Words>::bytes, '\0');
    bits.to_bytes(reinterpret_cast<unsigned char*>(data.data()));
    return int_from_bytes(data);
}

template <int Words>
Bits<Words> bits_from_int(const nanobind::int_& value) {
    const std::string data = int_to_bytes(value, Bits<Words>::bytes);
    return Bits<Words>::from_bytes(reinterpret_cast<const unsigned char*>(data.data()), data.size());
}

}  // namespace linefall
