// linefall._core.Position.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <string>
#include <vector>

#include "bind.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace linefall {
namespace {

nb::tuple as_tuple(const std::vector<Cell>& cells) {
    nb::list result;
    for (const Cell& cell : cells) result.append(nb::make_tuple(cell.column, cell.row));
    return nb::tuple(result);
}

nb::dict lines(const AnyPosition& p) {
    nb::dict result;
    for (const Direction& direction : directions) {
        const std::vector<Cell> cells = p.line(direction);
        if (!cells.empty()) result[direction.name] = as_tuple(cells);
    }
    return result;
}

AnyPosition from_bits(int rows, int columns, int connect, const nb::int_& first, const nb::int_& second) {
    const Rules rules = checked_rules(rows, columns, connect);
    const std::size_t size = AnyPosition::bytes_needed(rules);
    return AnyPosition::from_discs(rules, int_to_bytes(first, size), int_to_bytes(second, size));
}

nb::tuple bits(const AnyPosition& p) { return nb::make_tuple(int_from_bytes(p.discs(0)), int_from_bytes(p.discs(1))); }

bool equal(const AnyPosition& p, const nb::object& other) {
    return nb::isinstance<AnyPosition>(other) && p == nb::cast<const AnyPosition&>(other);
}

// Python has no -1 for a hash, and wants it signed: half of it is enough.
std::size_t hash(const AnyPosition& p) { return std::hash<std::string>()(p.key()) / 2; }

std::string repr(const AnyPosition& p) {
    const nb::str form("<Position {}x{}x{} after {}>");
    return nb::cast<std::string>(
        form.format(p.rules().rows, p.rules().columns, p.rules().connect, nb::cast(p.moves())));
}

}  // namespace

void bind_position(nb::module_& m) {
    nb::class_<AnyPosition> c(m, "Position",
                              "Holds a game on a board of any size; counts from 0, row 0 at the bottom.\n\n"
                              ">>> position = Position(6, 7, 4, moves=[3, 3, 4])\n"
                              ">>> position.drop(3), position.to_move, position.open_columns()\n"
                              "(2, 0, (0, 1, 2, 3, 4, 5, 6))");

    c.def(
        "__init__",
        [](AnyPosition* self, int rows, int columns, int connect, const std::vector<int>& moves) {
            new (self) AnyPosition(Rules{rows, columns, connect}, moves);
        },
        "rows"_a = 6, "columns"_a = 7, "connect"_a = 4, nb::kw_only(), "moves"_a = nb::make_tuple(),
        nb::sig("def __init__(self, rows: int = 6, columns: int = 7, connect: int = 4, *,"
                " moves: collections.abc.Sequence[int] = ()) -> None"));
    c.def_static("from_bits", &from_bits, "rows"_a, "columns"_a, "connect"_a, "first"_a, "second"_a,
                 "Sets up a position from the discs of side 0 and side 1; bit = column * (rows + 1) + row.");
    c.def(
        "copy", [](const AnyPosition& p) { return p; }, "Returns an independent copy.");

    c.def_prop_ro(
        "rows", [](const AnyPosition& p) { return p.rules().rows; }, "The number of rows.");
    c.def_prop_ro(
        "columns", [](const AnyPosition& p) { return p.rules().columns; }, "The number of columns.");
    c.def_prop_ro(
        "connect", [](const AnyPosition& p) { return p.rules().connect; }, "How many in line win.");
    c.def_prop_ro("plies", &AnyPosition::plies, "The number of discs on the board.");
    c.def_prop_ro("to_move", &AnyPosition::to_move, "The side to move: 0 moves first, 1 is the other.");
    c.def_prop_ro("is_over", &AnyPosition::is_over, "Whether a line is complete or the board full.");
    c.def_prop_ro("winner", &AnyPosition::winner, "The side that has a line, or None.");
    c.def_prop_ro(
        "moves", [](const AnyPosition& p) { return as_tuple(p.moves()); },
        nb::sig("def moves(self) -> tuple[int, ...]"), "The columns played so far.");
    c.def_prop_ro("bits", &bits, nb::sig("def bits(self) -> tuple[int, int]"),
                  "The discs of side 0 and of side 1; bit = column * (rows + 1) + row.");
    c.def_prop_ro(
        "key", [](const AnyPosition& p) { return int_from_bytes(p.key()); }, nb::sig("def key(self) -> int"),
        "The discs of the side to move and a bit above each pile: one number per position.");

    c.def("drop", &AnyPosition::drop, "column"_a, "Drops a disc into the column and returns its row.");
    c.def("undo", &AnyPosition::undo, "Takes the last disc back and returns its column.");
    c.def("height", &AnyPosition::height, "column"_a, "Counts the discs in the column.");
    c.def("disc", &AnyPosition::disc, "column"_a, "row"_a, "Names the side whose disc lies in the cell, or None.");
    c.def(
        "open_columns", [](const AnyPosition& p) { return as_tuple(p.open_columns()); },
        nb::sig("def open_columns(self) -> tuple[int, ...]"),
        "Lists the columns to choose from; none once it is over.");
    c.def("lines", &lines, nb::sig("def lines(self) -> dict[str, tuple[tuple[int, int], ...]]"),
          "Maps each direction in which the winner has a line to its cells (column, row).");
    c.def(
        "threats",
        [](const AnyPosition& p, std::optional<int> side) { return as_tuple(p.threats(side.value_or(p.to_move()))); },
        "side"_a = nb::none(), nb::sig("def threats(self, side: int | None = None) -> tuple[tuple[int, int], ...]"),
        "Lists the empty cells (column, row), in reach or not, that complete a line for the side\n"
        "(default: the one to move).");
    c.def(
        "winning_moves",
        [](const AnyPosition& p, std::optional<int> side) {
            return as_tuple(p.winning_moves(side.value_or(p.to_move())));
        },
        "side"_a = nb::none(), nb::sig("def winning_moves(self, side: int | None = None) -> tuple[int, ...]"),
        "Lists the open columns that complete a line for the side (default: the one to move).");
    c.def("mirror", &AnyPosition::mirrored, "Returns the position with left and right swapped.");

    c.def("__eq__", &equal, "other"_a, nb::sig("def __eq__(self, other: object, /) -> bool"));
    c.def("__hash__", &hash);
    c.def("__repr__", &repr);
}

}  // namespace linefall
