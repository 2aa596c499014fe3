// Positions of every width, and the big board, against a grid that looks at every cell.
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "any_position.hpp"
#include "check.hpp"

using namespace linefall;

namespace {

// The rules once more, slow and obvious.
class Grid {
  public:
    explicit Grid(const Rules& rules) : rules_(rules), columns_(static_cast<std::size_t>(rules.columns)) {}

    int height(int column) const { return static_cast<int>(pile(column).size()); }
    void drop(int column, int side) { columns_[static_cast<std::size_t>(column)].push_back(side); }

    std::optional<int> disc(int column, int row) const {
        if (column < 0 || column >= rules_.columns || row < 0 || row >= height(column)) return std::nullopt;
        return pile(column)[static_cast<std::size_t>(row)];
    }

    bool has_line(int side) const {
        for (int column = 0; column < rules_.columns; ++column) {
            for (int row = 0; row < height(column); ++row) {
                for (const Direction& direction : directions) {
                    if (line_from(side, {column, row}, direction, {-1, -1})) return true;
                }
            }
        }
        return false;
    }

    // Whether a disc of the side in an empty cell would complete a line.
    bool would_complete(int side, Cell cell) const {
        for (const Direction& d : directions) {
            for (int back = 0; back < rules_.connect; ++back) {
                const Cell start{cell.column - back * d.right, cell.row - back * d.up};
                if (line_from(side, start, d, cell)) return true;
            }
        }
        return false;
    }

  private:
    const std::vector<int>& pile(int column) const { return columns_[static_cast<std::size_t>(column)]; }

    // Whether `connect` cells from the start on are the side's; the cell `extra` counts as if it were.
    bool line_from(int side, Cell cell, const Direction& direction, Cell extra) const {
        for (int i = 0; i < rules_.connect; ++i) {
            if (disc(cell.column, cell.row) != side && !(cell == extra)) return false;
            cell = {cell.column + direction.right, cell.row + direction.up};
        }
        return true;
    }

    Rules rules_;
    std::vector<std::vector<int>> columns_;
};

void compare_cells(const AnyPosition& position, const Grid& grid) {
    for (int column = 0; column < position.rules().columns; ++column) {
        CHECK(position.height(column) == grid.height(column));
        for (int row = 0; row < position.rules().rows; ++row) {
            CHECK(position.disc(column, row) == grid.disc(column, row));
        }
    }
}

void compare_threats(const AnyPosition& position, const Grid& grid) {
    for (const int side : {0, 1}) {
        std::vector<Cell> threats;
        std::vector<int> wins;
        for (int column = 0; column < position.rules().columns; ++column) {
            for (int row = grid.height(column); row < position.rules().rows; ++row) {
                if (!grid.would_complete(side, {column, row})) continue;
                threats.push_back({column, row});
                if (row == grid.height(column) && !position.is_over()) wins.push_back(column);
            }
        }
        CHECK(position.threats(side) == threats);
        CHECK(position.winning_moves(side) == wins);
    }
}

void compare_copies(const AnyPosition& position) {
    const AnyPosition again = AnyPosition::from_discs(position.rules(), position.discs(0), position.discs(1));
    CHECK(again == position);
    CHECK(again.winner() == position.winner());
    const AnyPosition mirror = position.mirrored();
    CHECK(mirror.mirrored() == position);
    CHECK(mirror == AnyPosition(position.rules(), mirror.moves()));
}

// Plays one random game, comparing after about one move in `every`, and takes it back to the start.
void play(const Rules& rules, std::mt19937& random, unsigned every) {
    AnyPosition position(rules);
    Grid grid(rules);
    std::vector<std::string> keys;
    while (!position.is_over()) {
        const std::vector<int> open = position.open_columns();
        const int column = open[random() % open.size()];
        const int side = position.to_move();
        keys.push_back(position.key());
        CHECK(position.drop(column) == grid.height(column));
        grid.drop(column, side);
        if (random() % every != 0 && !position.is_over()) continue;
        CHECK(position.winner().has_value() == grid.has_line(side));
        compare_cells(position, grid);
        compare_threats(position, grid);
        compare_copies(position);
    }
    CHECK(position.open_columns().empty());
    while (position.plies() > 0) {
        const int column = position.moves().back();
        CHECK(position.undo() == column);
        CHECK(!position.is_over());
        CHECK(position.key() == keys[static_cast<std::size_t>(position.plies())]);
    }
}

template <typename Misuse>
std::string refusal(Misuse misuse) {
    try {
        misuse();
    } catch (const std::logic_error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

int words_for(const Rules& rules) {
    return with_board(rules, [](const auto& board) {
        if constexpr (requires { board.shape(); }) {
            return static_cast<int>(sizeof board.shape().board() / 8);
        } else {
            return 0;  // the big board
        }
    });
}

// The widest boards of each kind and the first ones beyond are among them.
const Rules small_boards[] = {{1, 1, 1},  {1, 1, 2},  {1, 9, 3},  {9, 1, 4},  {2, 2, 2},  {6, 7, 1},
                              {6, 7, 4},  {6, 7, 8},  {3, 3, 3},  {4, 5, 3},  {7, 8, 4},  {1, 32, 3},
                              {63, 1, 4}, {12, 5, 4}, {4, 13, 4}, {1, 33, 3}, {64, 1, 4}, {8, 8, 5},
                              {15, 8, 5}, {1, 64, 3}, {42, 3, 4}, {2, 43, 3}};
const Rules large_boards[] = {{15, 16, 5}, {31, 8, 6}, {15, 17, 6}, {63, 4, 5},  {31, 16, 7}, {15, 32, 6},
                              {18, 27, 6}, {7, 64, 5}, {1, 100, 5}, {100, 1, 5}, {100, 5, 5}, {20, 25, 6}};

}  // namespace

TEST("small boards agree with the obvious one after each move") {
    std::mt19937 random(1);
    for (const Rules& rules : small_boards) {
        for (int game = 0; game < 12; ++game) play(rules, random, 1);
    }
}

TEST("large boards agree with the obvious one") {
    std::mt19937 random(2);
    for (const Rules& rules : large_boards) {
        for (int game = 0; game < 2; ++game) play(rules, random, 40);
    }
}

TEST("the largest board agrees with the obvious one") {
    std::mt19937 random(3);
    play({100, 100, 30}, random, 5000);
    play({100, 100, 100}, random, 5000);
}

TEST("each board is given the smallest kind that holds it") {
    CHECK(words_for({7, 8, 4}) == 1);    // 64 bits
    CHECK(words_for({12, 5, 4}) == 2);   // 65
    CHECK(words_for({15, 8, 4}) == 2);   // 128
    CHECK(words_for({42, 3, 4}) == 4);   // 129
    CHECK(words_for({15, 16, 4}) == 4);  // 256
    CHECK(words_for({31, 16, 4}) == 8);  // 512
    CHECK(words_for({18, 27, 4}) == 0);  // 513
    CHECK(words_for({100, 100, 4}) == 0);
}

TEST("the bits lie as they are drawn") {
    const Shape<1> shape(Rules{6, 7, 4});
    CHECK(shape.cell(0, 0) == Bits<1>::bit(0));
    CHECK(shape.cell(3, 2) == Bits<1>::bit(23));
    CHECK(shape.cell(6, 5) == Bits<1>::bit(47));
    CHECK(shape.column(1) == Bits<1>(0b1111110000000));
    CHECK(popcount(shape.board()) == 42);
    CHECK(shape.column_of(23) == 3);
    CHECK(shape.row_of(23) == 2);
}

TEST("a gap between discs is a threat, and a line may be longer than needed") {
    //  o o . o . . .
    //  x x . x x . o     x completes five in column 2
    AnyPosition position({6, 7, 4}, {0, 0, 1, 1, 3, 3, 4, 6});
    CHECK(position.threats(0) == std::vector<Cell>{{2, 0}});
    position.drop(2);
    CHECK(position.winner() == 0);
    CHECK(position.line(directions[0]) == std::vector<Cell>{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}});
    CHECK(position.line(directions[1]).empty());
}

TEST("lines do not run from the top of a column into the next") {
    //  x . . .
    //  o x . .
    //  o x . .     one x above the other, were there no spare row between the columns
    const AnyPosition position({3, 4, 3}, {1, 0, 1, 0, 0});
    CHECK(!position.is_over());
    CHECK(position.threats(0) == std::vector<Cell>{{1, 2}, {2, 0}});
}

TEST("the disc that fills the board can win") {
    const AnyPosition position({1, 3, 2}, {0, 2, 1});
    CHECK(position.plies() == position.rules().cells());
    CHECK(position.winner() == 0);
    const AnyPosition draw({1, 3, 3}, {0, 2, 1});
    CHECK(draw.is_over() && !draw.winner());
}

TEST("misuse is refused with what was given and what was possible") {
    AnyPosition position({2, 3, 3}, {0, 0});
    CHECK(refusal([&] { position.drop(0); }) == "column 0 is full; open columns: 1 2");
    CHECK(refusal([&] { position.drop(3); }) == "there is no column 3; columns: 0 to 2");
    CHECK(refusal([&] { position.drop(-1); }) == "there is no column -1; columns: 0 to 2");
    CHECK(refusal([&] { position.height(7); }) == "there is no column 7; columns: 0 to 2");
    CHECK(refusal([&] { position.disc(0, 2); }) == "there is no row 2; rows: 0 to 1");
    CHECK(refusal([&] { position.threats(2); }) == "a side is 0 or 1, not 2");
    CHECK(position.plies() == 2);
    AnyPosition over({2, 2, 1}, {0});
    CHECK(refusal([&] { over.drop(1); }) == "the game is over; a move can be undone");
    CHECK(refusal([] { AnyPosition({6, 7, 4}).undo(); }) == "there is no move to undo");
    CHECK(refusal([] { AnyPosition({0, 7, 4}); }) == "rows, columns and connect go from 1 to 100, not 0x7x4");
    CHECK(refusal([] { AnyPosition({6, 101, 4}); }) == "rows, columns and connect go from 1 to 100, not 6x101x4");
}

TEST("impossible set-ups are refused") {
    const auto refused = [](char first, char second) {
        const Rules rules{2, 2, 2};  // column 0 is bits 0 and 1, column 1 is bits 3 and 4; bits 2 and 5 are spare
        return refusal([&] { AnyPosition::from_discs(rules, std::string(1, first), std::string(1, second)); });
    };
    CHECK(refused(0b1, 0b1) == "both sides have a disc in column 0, row 0");
    CHECK(refused(0b10, 0) == "a disc hangs above an empty cell in column 0, row 1");
    CHECK(refused(0b100, 0) == "a disc lies above the board in column 0, row 2");
    CHECK(refused(0b1000000, 0) == "a disc lies beside the board, at bit 6");
    CHECK(refused(0, 0b1) == "the first side has 0 discs and the second 1, but they take turns");
    CHECK(refused(0b11, 0b11000) == "both sides have a line");
}
