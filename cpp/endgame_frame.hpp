// What is left of a position near its end: the cells still to be filled, and the lines that can still be completed.
//
// Late in a game most cells are filled and most lines are closed. How it goes on depends on nothing but the empty cells
// of each column and, for each side, the sets of cells that it still needs for a line. A frame numbers these cells and
// lines once, from some position on. Every position after that one is then a few sets of small numbers, on a board of
// any size, and positions that differ in nothing but discs that no longer matter are the same.
//
// The cells of a column have numbers in a row, from the bottom up, and a number between two columns is left out. So the
// lowest empty cells are those whose lower neighbour is no member.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bits.hpp"
#include "rules.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

// Whose disc lies in each cell; the cells of a column in a row, from the bottom up.
struct Discs {
    static constexpr std::int8_t none = -1;

    Rules rules;
    std::vector<std::int8_t> owners;
    int left = 0;
    int to_move = 0;

    // The bytes are those of a question (solver.hpp).
    Discs(const Rules& of, const std::string& mover, const std::string& occupied) : rules(of) {
        owners.assign(static_cast<std::size_t>(rules.cells()), none);
        for (int cell = 0; cell < rules.cells(); ++cell) left += !has(occupied, cell);
        to_move = (rules.cells() - left) % 2;
        for (int cell = 0; cell < rules.cells(); ++cell) {
            if (!has(occupied, cell)) continue;
            owners[static_cast<std::size_t>(cell)] = static_cast<std::int8_t>(has(mover, cell) ? to_move : 1 - to_move);
        }
    }

    std::int8_t owner(int cell) const { return owners[static_cast<std::size_t>(cell)]; }

  private:
    bool has(const std::string& bytes, int cell) const {
        const auto bit = static_cast<std::size_t>(cell / rules.rows * (rules.rows + 1) + cell % rules.rows);
        return bit / 8 < bytes.size() && static_cast<unsigned char>(bytes[bit / 8]) >> (bit % 8) & 1;
    }
};

// A position, as far as it matters. Cells and lines are numbers of a frame.
template <int Words>
struct Rest {
    using Set = Bits<Words>;

    Set cells;       // empty; whose turn it is follows from their number
    Set lines[2];    // of each side: open, and two cells or more are lacking
    Set threats[2];  // of each side: cells that complete a line; other lines through these say nothing more
};

template <int Words>
class Frame {
  public:
    using Set = Bits<Words>;

    static constexpr int width = Set::width;
    static constexpr int most_columns = width / 2;

    // A cell by itself in no line: a move that changes nothing. Of many such moves one is kept if they are odd in
    // number, none otherwise, because whoever does not want a second one made answers it with a third.
    static constexpr int pass = width - 1;

    // Whether what is left of the position can be numbered; if not, the frame holds nothing.
    bool set_up(const Discs& discs) {
        base_.clear();
        if (discs.left > 2 * width) return false;
        std::vector<Cells> open[2];
        for (int side = 0; side < 2; ++side) {
            open[side] = open_lines(discs, side);
            if (open[side].size() > size(width)) return false;
        }
        if (!number_cells(discs, open)) return false;
        number_lines(open);
        base_ = discs.owners;
        base_left = discs.left;
        return true;
    }

    // Whether the position comes after the one that the frame was set up from.
    bool holds(const Discs& discs) const {
        if (base_.empty()) return false;
        for (std::size_t i = 0; i < base_.size(); ++i) {
            if (base_[i] != Discs::none && base_[i] != discs.owners[i]) return false;
        }
        return true;
    }

    // The position must be held, and not over.
    Rest<Words> enter(const Discs& discs) const {
        Rest<Words> rest;
        Set taken[2];
        for (std::size_t i = 0; i < numbers_.size(); ++i) {
            if (numbers_[i] < 0) continue;
            const int owner = discs.owners[i];
            (owner == Discs::none ? rest.cells : taken[owner]) |= Set::bit(numbers_[i]);
        }
        for (int side = 0; side < 2; ++side) {
            for (int line = 0; line < counts_[side]; ++line) {
                if (cells_of[side][line] & taken[1 - side]) continue;
                const Set lacking = cells_of[side][line] & rest.cells;
                if (several(lacking)) {
                    rest.lines[side] |= Set::bit(line);
                } else {
                    rest.threats[side] |= lacking;
                }
            }
        }
        for (int side = 0; side < 2; ++side) close_beside(rest, side, rest.threats[side]);
        close_above_shared(rest, rest.threats[0] & rest.threats[1]);
        for (int side = 0; side < 2; ++side) close_below(rest, side);
        leave_out(rest);
        if ((discs.left - popcount(rest.cells)) % 2) rest.cells ^= Set::bit(pass);
        return rest;
    }

    // The position after a disc of the side in the cell, which must be the lowest of its column and win nothing.
    Rest<Words> play(const Rest<Words>& before, int cell, int side) const {
        const int other = 1 - side;
        const Set here = Set::bit(cell);
        Rest<Words> rest = before;
        rest.cells &= ~here;
        rest.threats[other] &= ~here;
        if (cell == pass) return rest;
        rest.lines[other] &= ~through[other][cell];
        Set made;
        for (Set lines = rest.lines[side] & through[side][cell]; lines; lines = without_lowest(lines)) {
            const Set lacking = cells_of[side][lowest_index(lines)] & rest.cells;
            if (!several(lacking)) made |= lacking;
        }
        if (made) {
            rest.threats[side] |= made;
            close_beside(rest, side, made);
            close_above_shared(rest, made & rest.threats[other]);
            close_below(rest, side);
        }
        leave_out(rest);
        return rest;
    }

    // The lowest empty cell of each column.
    static Set playable(const Set& cells) { return cells & ~shl(cells, 1); }

    int base_left = 0;  // cells left when it was set up
    Set leader;         // an odd number of cells lies above; of what was left out on top, an even number
    Set column_of[static_cast<std::size_t>(width)], above[static_cast<std::size_t>(width)];  // the cells, by a cell
    Set cells_of[2][static_cast<std::size_t>(width)];  // by a line: what it lacked at first
    // By a cell: the lines through it, and through those above it in its column. Then, for the lowest empty cell of a
    // column, the lines through cells that a rule of endgame_bounds.hpp does not give to a side.
    Set through[2][static_cast<std::size_t>(width)], through_above[2][static_cast<std::size_t>(width)];
    Set through_follower[2][static_cast<std::size_t>(width)];         // an even number above, not the cell itself
    Set through_leader[2][static_cast<std::size_t>(width)];           // an odd number above, not the cell itself
    Set through_leader_or_first[2][static_cast<std::size_t>(width)];  // an odd number above, and the cell itself

  private:
    using Cells = std::vector<int>;  // of the board

    static constexpr std::size_t size(int number) { return static_cast<std::size_t>(number); }

    // What a side lacks of each line that the other side has no disc in. A line that lacks all that another one lacks
    // says nothing more, and is left out.
    static std::vector<Cells> open_lines(const Discs& discs, int side) {
        const Rules& rules = discs.rules;
        std::vector<Cells> all;
        constexpr int ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        for (const auto& [right, up] : ways) {
            for (int column = 0; column + (rules.connect - 1) * right < rules.columns; ++column) {
                for (int row = 0; row < rules.rows; ++row) {
                    const int last = row + (rules.connect - 1) * up;
                    if (last < 0 || last >= rules.rows) continue;
                    Cells lacking;
                    bool open = true;
                    for (int i = 0; i < rules.connect && open; ++i) {
                        const int cell = (column + i * right) * rules.rows + row + i * up;
                        if (discs.owner(cell) == Discs::none) lacking.push_back(cell);
                        open = discs.owner(cell) != 1 - side;
                    }
                    if (!open) continue;
                    std::sort(lacking.begin(), lacking.end());
                    all.push_back(std::move(lacking));
                }
            }
        }
        std::sort(all.begin(), all.end(), [](const Cells& one, const Cells& other) {
            return one.size() != other.size() ? one.size() < other.size() : one < other;
        });
        std::vector<Cells> kept;
        for (Cells& line : all) {
            const bool needless = std::any_of(kept.begin(), kept.end(), [&](const Cells& less) {
                return std::includes(line.begin(), line.end(), less.begin(), less.end());
            });
            if (!needless) kept.push_back(std::move(line));
            if (kept.size() > size(width)) break;
        }
        return kept;
    }

    bool number_cells(const Discs& discs, const std::vector<Cells> (&open)[2]) {
        const Rules& rules = discs.rules;
        std::vector<char> matters(discs.owners.size(), 0);
        for (const auto& lines : open) {
            for (const Cells& line : lines) {
                for (const int cell : line) matters[size(cell)] = 1;
            }
        }
        numbers_.assign(discs.owners.size(), -1);
        leader = Set();
        std::fill(std::begin(column_of), std::end(column_of), Set());
        std::fill(std::begin(above), std::end(above), Set());
        int next = 0;
        for (int column = 0; column < rules.columns; ++column) {
            int end = rules.rows - 1, first = 0;
            const auto cell = [&](int row) { return size(column * rules.rows + row); };
            while (first < rules.rows && discs.owners[cell(first)] != Discs::none) ++first;
            while (end >= first && !matters[cell(end)]) --end;
            if (end < first) continue;
            end += (rules.rows - 1 - end) % 2;
            const int begin = next;
            if (begin + end - first + 1 > pass - 1) return false;
            for (int row = first; row <= end; ++row) {
                if ((rules.rows - 1 - row) % 2) leader |= Set::bit(next);
                numbers_[cell(row)] = static_cast<std::int16_t>(next++);
            }
            const Set all = shl(Set::first(next - begin), begin);
            for (int i = begin; i < next; ++i) {
                column_of[i] = all;
                above[i] = all & ~Set::first(i + 1);
            }
            ++next;
        }
        return true;
    }

    void number_lines(const std::vector<Cells> (&open)[2]) {
        for (int side = 0; side < 2; ++side) {
            for (auto* table :
                 {&through, &through_above, &through_follower, &through_leader, &through_leader_or_first}) {
                std::fill(std::begin((*table)[side]), std::end((*table)[side]), Set());
            }
            counts_[side] = static_cast<int>(open[side].size());
            for (int line = 0; line < counts_[side]; ++line) {
                Set cells;
                for (const int cell : open[side][size(line)]) cells |= Set::bit(numbers_[size(cell)]);
                cells_of[side][line] = cells;
                for (; cells; cells = without_lowest(cells)) through[side][lowest_index(cells)] |= Set::bit(line);
            }
            for (int first = 0; first < pass; ++first) {
                for (Set cells = above[first]; cells; cells = without_lowest(cells)) {
                    const int cell = lowest_index(cells);
                    through_above[side][first] |= through[side][cell];
                    (leader.has(cell) ? through_leader : through_follower)[side][first] |= through[side][cell];
                }
                through_leader_or_first[side][first] = through_leader[side][first] | through[side][first];
            }
        }
    }

    // Lines through a side's own threats say nothing more.
    void close_beside(Rest<Words>& rest, int side, Set threats) const {
        for (; threats; threats = without_lowest(threats)) rest.lines[side] &= ~through[side][lowest_index(threats)];
    }

    // Whoever comes to a cell that both sides want wins there: what is above it is never filled.
    void close_above_shared(Rest<Words>& rest, Set shared) const {
        for (; shared; shared = without_lowest(shared)) {
            const int cell = lowest_index(shared);
            for (int side = 0; side < 2; ++side) {
                rest.lines[side] &= ~through_above[side][cell];
                rest.threats[side] &= ~above[cell];
            }
        }
    }

    // Right below a threat the other side plays only to win there: otherwise it loses with the next disc. So it gets no
    // line that needs two such cells, or one and something above it.
    void close_below(Rest<Words>& rest, int side) const {
        const int other = 1 - side;
        Set once, closed;
        for (Set below = shr(rest.threats[side] & ~playable(rest.cells), 1); below; below = without_lowest(below)) {
            const int cell = lowest_index(below);
            const Set& lines = through[other][cell];
            closed |= lines & (once | through_above[other][cell]);
            once |= lines;
        }
        rest.lines[other] &= ~closed;
    }

    // Leaves out what no open line needs: columns without any, as moves that change nothing, and pairs of cells on top
    // of the others. Who would rather not play the first of such a pair need not: it answers with the second.
    void leave_out(Rest<Words>& rest) const {
        const Set threats = rest.threats[0] | rest.threats[1];
        Set first = playable(rest.cells);
        if (first.has(pass)) first ^= Set::bit(pass);
        for (; first; first = without_lowest(first)) {
            const int lowest_cell = lowest_index(first);
            const Set column = rest.cells & column_of[lowest_cell];
            const int top = lowest_cell + popcount(column) - 1;
            int highest = top;
            while (highest >= lowest_cell && !threats.has(highest) && !(rest.lines[0] & through[0][highest]) &&
                   !(rest.lines[1] & through[1][highest])) {
                --highest;
            }
            if (highest < lowest_cell) {
                rest.cells &= ~column;
                if ((top - lowest_cell) % 2 == 0) rest.cells ^= Set::bit(pass);
            } else if (top - highest > 1) {
                rest.cells &= ~above[top - (top - highest) / 2 * 2];
            }
        }
    }

    std::vector<std::int8_t> base_;      // the discs that it was set up from; none: it holds nothing
    std::vector<std::int16_t> numbers_;  // by the cell of the board; -1: left out
    int counts_[2] = {0, 0};             // lines
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
