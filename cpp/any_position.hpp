// A game in progress on a board of any size, checked: the form that is handed to people who are not in a hurry.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "board.hpp"

namespace linefall {

// Throws std::invalid_argument unless the rules are possible.
void check_rules(const Rules& rules);

// The board, how it came about, and who won. Misuse throws std::out_of_range (no such column) or
// std::invalid_argument (anything else), saying what was given and what was possible.
class AnyPosition {
  public:
    explicit AnyPosition(const Rules& rules, const std::vector<int>& moves = {});

    // A position set up from the discs of the two sides, each bytes_needed() bytes in the layout of position.hpp.
    // Where it came from is not known: moves() begins empty and undo() stops here.
    static AnyPosition from_discs(const Rules& rules, const std::string& first, const std::string& second);

    const Rules& rules() const { return rules_; }
    int plies() const;
    int to_move() const { return plies() % 2; }
    bool is_over() const { return winner_ || plies() == rules_.cells(); }
    std::optional<int> winner() const { return winner_; }
    const std::vector<int>& moves() const { return moves_; }

    int height(int column) const;
    std::optional<int> disc(int column, int row) const;  // whose it is
    std::vector<int> open_columns() const;               // none once the game is over

    int drop(int column);  // returns the row
    int undo();            // returns the column

    // The cells of the winner's lines in one direction, column by column.
    std::vector<Cell> line(const Direction& direction) const;

    // The empty cells, in reach or not, where the side would complete a line.
    std::vector<Cell> threats(int side) const;
    // The open columns where it would.
    std::vector<int> winning_moves(int side) const;

    AnyPosition mirrored() const;

    // A number that no other position of this board has, in bytes from the lowest.
    std::string key() const;

    // The discs of one side, as from_discs() takes them.
    std::string discs(int side) const;

    static std::size_t bytes_needed(const Rules& rules) { return static_cast<std::size_t>(bits_needed(rules) + 7) / 8; }

    friend bool operator==(const AnyPosition& a, const AnyPosition& b) {
        return a.rules_ == b.rules_ && a.key() == b.key();
    }

  private:
    void check_column(int column) const;
    void check_side(int side) const;
    void find_winner();

    Rules rules_;
    std::variant<Board<1>, Board<2>, Board<4>, Board<8>, BigBoard> board_;
    std::vector<int> moves_;
    std::optional<int> winner_;
};

}  // namespace linefall
