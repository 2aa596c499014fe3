#include "any_position.hpp"

#include <stdexcept>

namespace linefall {
namespace {

using std::to_string;

std::string listed(const std::vector<int>& numbers) {
    std::string text;
    for (const int number : numbers) text += " " + to_string(number);
    return text;
}

bool has(const std::string& data, int bit) { return (data[static_cast<std::size_t>(bit / 8)] >> bit % 8 & 1) != 0; }

void set(std::string& data, int bit) {
    char& byte = data[static_cast<std::size_t>(bit / 8)];
    byte = static_cast<char>(byte | 1 << bit % 8);
}

// The height of the pile that the two sides' discs form in a column, and how many each has there.
int checked_pile(const Rules& rules, int column, const std::string& first, const std::string& second, int counts[2]) {
    int height = 0;
    for (int row = 0; row <= rules.rows; ++row) {
        const int bit = column * (rules.rows + 1) + row;
        if (!has(first, bit) && !has(second, bit)) continue;
        const std::string where = "in column " + to_string(column) + ", row " + to_string(row);
        if (has(first, bit) && has(second, bit)) throw std::invalid_argument("both sides have a disc " + where);
        if (row == rules.rows) throw std::invalid_argument("a disc lies above the board " + where);
        if (row > height) throw std::invalid_argument("a disc hangs above an empty cell " + where);
        ++height;
        ++counts[has(second, bit)];
    }
    return height;
}

void check_beside(const Rules& rules, const std::string& data) {
    for (int bit = bits_needed(rules); bit < static_cast<int>(8 * data.size()); ++bit) {
        if (has(data, bit)) throw std::invalid_argument("a disc lies beside the board, at bit " + to_string(bit));
    }
}

void check_turns(int first, int second) {
    if (first == second || first == second + 1) return;
    throw std::invalid_argument("the first side has " + to_string(first) + " discs and the second " +
                                to_string(second) + ", but they take turns");
}

// The key (see position.hpp) of the position with these discs.
std::string key_of_discs(const Rules& rules, const std::string& first, const std::string& second) {
    check_beside(rules, first);
    check_beside(rules, second);
    int counts[2] = {0, 0};
    std::vector<int> marks;
    for (int column = 0; column < rules.columns; ++column) {
        marks.push_back(column * (rules.rows + 1) + checked_pile(rules, column, first, second, counts));
    }
    check_turns(counts[0], counts[1]);
    std::string key = counts[0] == counts[1] ? first : second;
    for (const int mark : marks) set(key, mark);
    return key;
}

}  // namespace

void check_rules(const Rules& rules) {
    if (rules.valid()) return;
    throw std::invalid_argument("rows, columns and connect go from 1 to 100, not " + to_string(rules.rows) + "x" +
                                to_string(rules.columns) + "x" + to_string(rules.connect));
}

AnyPosition::AnyPosition(const Rules& rules, const std::vector<int>& moves)
    : rules_((check_rules(rules), rules)),
      board_(with_board(rules, [](const auto& board) { return decltype(board_)(board); })) {
    for (const int column : moves) drop(column);
}

AnyPosition AnyPosition::from_discs(const Rules& rules, const std::string& first, const std::string& second) {
    AnyPosition result(rules);
    const std::string key = key_of_discs(rules, first, second);
    std::visit([&](auto& board) { board.set_key(key); }, result.board_);
    result.find_winner();
    return result;
}

int AnyPosition::plies() const {
    return std::visit([](const auto& board) { return board.plies(); }, board_);
}

int AnyPosition::height(int column) const {
    check_column(column);
    return std::visit([&](const auto& board) { return board.height(column); }, board_);
}

std::optional<int> AnyPosition::disc(int column, int row) const {
    check_column(column);
    if (row < 0 || row >= rules_.rows) {
        throw std::out_of_range("there is no row " + to_string(row) + "; rows: 0 to " + to_string(rules_.rows - 1));
    }
    for (const int side : {0, 1}) {
        if (std::visit([&](const auto& board) { return board.has_disc(side, column, row); }, board_)) return side;
    }
    return std::nullopt;
}

std::vector<int> AnyPosition::open_columns() const {
    std::vector<int> open;
    if (is_over()) return open;
    for (int column = 0; column < rules_.columns; ++column) {
        if (height(column) < rules_.rows) open.push_back(column);
    }
    return open;
}

int AnyPosition::drop(int column) {
    check_column(column);
    if (is_over()) throw std::invalid_argument("the game is over; a move can be undone");
    const int row = height(column);
    if (row == rules_.rows) {
        throw std::invalid_argument("column " + to_string(column) + " is full; open columns:" + listed(open_columns()));
    }
    const int side = to_move();
    if (std::visit([&](auto& board) { return board.drop(column); }, board_)) winner_ = side;
    moves_.push_back(column);
    return row;
}

int AnyPosition::undo() {
    if (moves_.empty()) throw std::invalid_argument("there is no move to undo");
    const int column = moves_.back();
    moves_.pop_back();
    std::visit([&](auto& board) { board.undo(column); }, board_);
    winner_.reset();
    return column;
}

std::vector<Cell> AnyPosition::line(const Direction& direction) const {
    if (!winner_) return {};
    return std::visit([&](const auto& board) { return board.line_cells(*winner_, direction); }, board_);
}

std::vector<Cell> AnyPosition::threats(int side) const {
    check_side(side);
    return std::visit([&](const auto& board) { return board.threats(side); }, board_);
}

std::vector<int> AnyPosition::winning_moves(int side) const {
    check_side(side);
    if (is_over()) return {};
    return std::visit([&](const auto& board) { return board.winning_columns(side); }, board_);
}

AnyPosition AnyPosition::mirrored() const {
    AnyPosition result = *this;
    std::visit([](auto& board) { board.mirror(); }, result.board_);
    for (int& column : result.moves_) column = rules_.columns - 1 - column;
    return result;
}

std::string AnyPosition::key() const {
    return std::visit([](const auto& board) { return board.key(); }, board_);
}

std::string AnyPosition::discs(int side) const {
    check_side(side);
    std::string data(bytes_needed(rules_), '\0');
    for (int column = 0; column < rules_.columns; ++column) {
        for (int row = 0; row < height(column); ++row) {
            if (disc(column, row) == side) set(data, column * (rules_.rows + 1) + row);
        }
    }
    return data;
}

void AnyPosition::check_column(int column) const {
    if (column >= 0 && column < rules_.columns) return;
    throw std::out_of_range("there is no column " + to_string(column) + "; columns: 0 to " +
                            to_string(rules_.columns - 1));
}

void AnyPosition::check_side(int side) const {
    if (side != 0 && side != 1) throw std::invalid_argument("a side is 0 or 1, not " + to_string(side));
}

void AnyPosition::find_winner() {
    for (const int side : {0, 1}) {
        if (!std::visit([&](const auto& board) { return board.has_line(side); }, board_)) continue;
        if (winner_) throw std::invalid_argument("both sides have a line");
        winner_ = side;
    }
}

}  // namespace linefall
