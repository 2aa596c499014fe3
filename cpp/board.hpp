// A board to play on, of any size: Board<Words> where the bits hold it, BigBoard beyond, with the same functions.
#pragma once

#include <string>
#include <vector>

#include "position.hpp"

namespace linefall {

struct Cell {
    int column;
    int row;
    friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

// The step from one cell of a line to the next.
struct Direction {
    const char* name;
    int right;
    int up;
};

inline constexpr Direction directions[] = {
    {"horizontal", 1, 0}, {"vertical", 0, 1}, {"diagonal", 1, 1}, {"antidiagonal", 1, -1}};

inline namespace LINEFALL_ISA {

// A position together with the geometry of its board. Columns and rows count from 0, row 0 at the bottom; side 0
// moves first. Nothing is checked: the column of a drop must be open, the column of an undo that of the last disc.
template <int Words>
class Board {
  public:
    explicit Board(const Rules& rules) : shape_(rules) {}

    const Rules& rules() const { return shape_.rules(); }
    const Shape<Words>& shape() const { return shape_; }
    const Position<Words>& position() const { return position_; }
    void set(const Position<Words>& position) { position_ = position; }

    int plies() const { return position_.plies; }
    int to_move() const { return position_.to_move(); }
    bool is_open(int column) const { return shape_.is_open(position_.occupied, column); }
    int height(int column) const { return shape_.height(position_.occupied, column); }
    bool has_disc(int side, int column, int row) const {
        return bool(position_.discs(side) & shape_.cell(column, row));
    }

    // Says whether the disc completes a line.
    bool drop(int column) {
        shape_.drop(position_, column);
        return shape_.has_line(position_.waiting());
    }

    void undo(int column) { shape_.undo(position_, column); }

    bool has_line(int side) const { return shape_.has_line(position_.discs(side)); }

    // All cells of the side's lines in one direction, column by column.
    std::vector<Cell> line_cells(int side, const Direction& direction) const {
        return list(shape_.line_cells(position_.discs(side), direction.right, direction.up));
    }

    // The empty cells that would complete a line of the side.
    std::vector<Cell> threats(int side) const {
        return list(shape_.threats(position_.discs(side), position_.occupied));
    }

    // The columns, open ones, where it could do so at once.
    std::vector<int> winning_columns(int side) const {
        std::vector<int> result;
        const Bits<Words> reachable = shape_.playable(position_.occupied);
        for (const Cell& cell : list(shape_.threats(position_.discs(side), position_.occupied) & reachable)) {
            result.push_back(cell.column);
        }
        return result;
    }

    void mirror() { position_ = shape_.mirrored(position_); }

    // The number that stands for the position alone, in bytes from the lowest.
    std::string key() const {
        std::string result(Bits<Words>::bytes, '\0');
        shape_.key(position_).to_bytes(reinterpret_cast<unsigned char*>(result.data()));
        return result;
    }

    void set_key(const std::string& key) { position_ = shape_.from_key(Bits<Words>::from_bytes(key)); }

  private:
    std::vector<Cell> list(Bits<Words> cells) const {
        std::vector<Cell> result;
        for (; cells; cells = without_lowest(cells)) {
            const int bit = lowest_index(cells);
            result.push_back({shape_.column_of(bit), shape_.row_of(bit)});
        }
        return result;
    }

    Shape<Words> shape_;
    Position<Words> position_;
};

// Boards of more than 512 bits: a byte for each cell. A line is looked for through one disc only, so that the cost of
// a move does not grow with the board.
class BigBoard {
  public:
    explicit BigBoard(const Rules& rules)
        : rules_(rules), cells_(static_cast<std::size_t>(rules.cells()), empty), heights_(size(rules.columns), 0) {}

    const Rules& rules() const { return rules_; }
    int plies() const { return plies_; }
    int to_move() const { return plies_ % 2; }
    bool is_open(int column) const { return height(column) < rules_.rows; }
    int height(int column) const { return heights_[size(column)]; }
    bool has_disc(int side, int column, int row) const { return at(column, row) == side; }

    bool drop(int column) {
        const int row = heights_[size(column)]++;
        const int side = plies_++ % 2;
        at(column, row) = static_cast<signed char>(side);
        return completes_line(side, {column, row});
    }

    void undo(int column) {
        at(column, --heights_[size(column)]) = empty;
        --plies_;
    }

    bool has_line(int side) const {
        for (const Direction& direction : directions) {
            if (!line_cells(side, direction).empty()) return true;
        }
        return false;
    }

    std::vector<Cell> line_cells(int side, const Direction& direction) const {
        std::vector<Cell> result;
        for (int column = 0; column < rules_.columns; ++column) {
            for (int row = 0; row < height(column); ++row) {
                const Cell cell{column, row};
                if (at(column, row) == side && in_line(side, cell, direction)) result.push_back(cell);
            }
        }
        return result;
    }

    std::vector<Cell> threats(int side) const {
        std::vector<Cell> result;
        for (int column = 0; column < rules_.columns; ++column) {
            for (int row = height(column); row < rules_.rows; ++row) {
                if (completes_line(side, {column, row})) result.push_back({column, row});
            }
        }
        return result;
    }

    std::vector<int> winning_columns(int side) const {
        std::vector<int> result;
        for (int column = 0; column < rules_.columns; ++column) {
            if (is_open(column) && completes_line(side, {column, height(column)})) result.push_back(column);
        }
        return result;
    }

    void mirror() {
        const BigBoard before = *this;
        for (int column = 0; column < rules_.columns; ++column) {
            const int other = rules_.columns - 1 - column;
            heights_[size(column)] = before.height(other);
            for (int row = 0; row < rules_.rows; ++row) at(column, row) = before.at(other, row);
        }
    }

    // The same number as that of Board: the discs of the side to move and a mark above each pile.
    std::string key() const {
        std::string result(size(bits_needed(rules_) + 7) / 8, '\0');
        const auto set = [&](int bit) {
            result[size(bit / 8)] = static_cast<char>(result[size(bit / 8)] | 1 << bit % 8);
        };
        for (int column = 0; column < rules_.columns; ++column) {
            const int bottom = (rules_.rows + 1) * column;
            set(bottom + height(column));
            for (int row = 0; row < height(column); ++row) {
                if (at(column, row) == to_move()) set(bottom + row);
            }
        }
        return result;
    }

    void set_key(const std::string& key) {
        const auto has = [&](int bit) { return (key[size(bit / 8)] >> bit % 8 & 1) != 0; };
        plies_ = 0;
        for (int column = 0; column < rules_.columns; ++column) {
            int mark = rules_.rows;
            while (!has((rules_.rows + 1) * column + mark)) --mark;
            heights_[size(column)] = mark;
            plies_ += mark;
        }
        for (int column = 0; column < rules_.columns; ++column) {
            for (int row = 0; row < rules_.rows; ++row) {
                const int side = has((rules_.rows + 1) * column + row) ? to_move() : 1 - to_move();
                at(column, row) = row < height(column) ? static_cast<signed char>(side) : empty;
            }
        }
    }

  private:
    static constexpr signed char empty = -1;  // otherwise the side

    static constexpr std::size_t size(int number) { return static_cast<std::size_t>(number); }
    signed char& at(int column, int row) { return cells_[size(column * rules_.rows + row)]; }
    signed char at(int column, int row) const { return cells_[size(column * rules_.rows + row)]; }

    bool completes_line(int side, Cell cell) const {
        for (const Direction& direction : directions) {
            if (in_line(side, cell, direction)) return true;
        }
        return false;
    }

    // Whether a disc of the side in this cell, there or not yet, stands in a line with its neighbours.
    bool in_line(int side, Cell cell, const Direction& direction) const {
        const int after = run(side, cell, direction.right, direction.up);
        return 1 + after + run(side, cell, -direction.right, -direction.up) >= rules_.connect;
    }

    // How many discs of the side follow the cell in a direction, up to `connect`.
    int run(int side, Cell cell, int right, int up) const {
        int length = 0;
        while (length < rules_.connect) {
            cell = {cell.column + right, cell.row + up};
            const bool inside =
                cell.column >= 0 && cell.column < rules_.columns && cell.row >= 0 && cell.row < rules_.rows;
            if (!inside || at(cell.column, cell.row) != side) break;
            ++length;
        }
        return length;
    }

    Rules rules_;
    std::vector<signed char> cells_;
    std::vector<int> heights_;
    int plies_ = 0;
};

// Calls `use` with an empty board of the smallest kind that holds the rules.
template <typename Use>
auto with_board(const Rules& rules, Use use) {
    const int bits = bits_needed(rules);
    if (bits <= 64) return use(Board<1>(rules));
    if (bits <= 128) return use(Board<2>(rules));
    if (bits <= 256) return use(Board<4>(rules));
    if (bits <= 512) return use(Board<8>(rules));
    return use(BigBoard(rules));
}

}  // namespace LINEFALL_ISA
}  // namespace linefall
