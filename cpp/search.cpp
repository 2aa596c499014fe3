// Iterative deepening with a principal-variation search.
//
// One code for all boards. Discs, threats and open lines are kept by Lines, whose cost per move grows with X and not
// with the board; boards of up to 128 bits keep bit sets as well, for the two bounds that are proved in bounds.hpp.
#include "search.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>
#include <type_traits>

#include "lines.hpp"
#include "memo.hpp"
#include "position.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {
namespace {

constexpr int beyond = 2 * won;  // every score
constexpr int deepest = 120;
constexpr int widest = 24;  // columns looked at, of boards with more
constexpr int shallow = 3;  // moves to the horizon where a guess may do without a look

constexpr std::size_t size(int number) { return static_cast<std::size_t>(number); }

// A mixing of numbers by Steele, Lea and Flood (2014), for keys that are the same in every run.
constexpr std::uint64_t mixed(std::uint64_t number) {
    number += 0x9e3779b97f4a7c15;
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
    number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
    return number ^ (number >> 31);
}

template <class Rows>
int lowest_row(Rows rows) {
    if constexpr (sizeof(Rows) == 8) {
        return std::countr_zero(rows);
    } else {
        const auto low = static_cast<std::uint64_t>(rows);
        return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(rows >> 64));
    }
}

// The two bounds of bounds.hpp for one position; see there for the proofs. Words == 0: the board has too many bits.
template <int Words>
class Proofs {
  public:
    using Cells = Bits<Words>;

    explicit Proofs(const Rules& rules) : shape_(rules) {
        for (int row = 0; row < rules.rows; ++row) {
            ((rules.rows - 1 - row) % 2 ? odd_ : even_) |= shl(shape_.bottom_row(), row);
        }
    }

    void clear() { discs_[0] = discs_[1] = Cells(); }
    void flip(int side, int column, int row) { discs_[side] ^= shape_.cell(column, row); }

    // The most that the side to move can hope for with an even number of empty cells; nobody can win at once.
    int followed(int side, int most) const {
        const Cells taken = discs_[0] | discs_[1], empty = shape_.board() & ~taken;
        const Cells first = shape_.playable(taken) & even_;
        if (shape_.has_line(discs_[side] | (empty & odd_) | first)) return most;
        return shape_.has_line(discs_[1 - side] | (empty & even_ & ~first)) ? -won : 0;
    }

    // Whether the side to move, with an odd number of empty cells, loses by zugzwang: the other side's threat lies in
    // `row` of `column` with an odd number of cells above it, and the column is filled up to `height`, below it.
    bool frozen(int side, int column, int height, int row) const {
        const Cells taken = discs_[0] | discs_[1], empty = shape_.board() & ~taken;
        const Cells here = shape_.column(column), first = shape_.playable(taken);
        const Cells below = shl(Cells::first(row), shape_.stride() * column);
        Cells reach = discs_[side] | (((empty & odd_) | (first & even_)) & ~here) | (empty & even_ & below);
        if ((row - 1 - height) % 2) reach |= first & here;
        return !shape_.has_line(reach);
    }

  private:
    Shape<Words> shape_;
    Cells odd_, even_;  // cells with an odd or even number of cells above
    Cells discs_[2];
};

template <>
class Proofs<0> {
  public:
    explicit Proofs(const Rules&) {}
    void clear() {}
    void flip(int, int, int) {}
    int followed(int, int most) const { return most; }
    bool frozen(int, int, int, int) const { return false; }
};

template <class Rows, int Words>
class BoardSearcher final : public Searcher {
  public:
    BoardSearcher(const Rules& rules, std::size_t memory, bool diagonals)
        : rules_(rules), diagonals_(diagonals), lines_(rules, diagonals), proofs_(rules), memo_(memory) {
        for (int i = 0; i < 2 * rules.cells(); ++i) keys_.push_back(mixed(static_cast<std::uint64_t>(i)));
        heights_.assign(size(rules.columns), 0);
        for (int column = 0; column < rules.columns; ++column) from_centre_.push_back(column);
        std::stable_sort(from_centre_.begin(), from_centre_.end(),
                         [&](int a, int b) { return off_centre(a) < off_centre(b); });
        for (int row = 0; row < rules.rows; ++row) {
            if ((rules.rows - 1 - row) % 2) odd_rows_ |= Rows{1} << row;
        }
        // The side that moves with an even number of empty cells leads: cells with an odd number above come to it.
        leader_ = rules.cells() % 2;
        set(Weights{});
    }

    void set(const Weights& weights) override {
        weights_ = weights;
        const int connect = rules_.connect;
        line_weights_.assign(size(connect) + 1, 0);
        double worth = weights.line;
        for (int discs = connect - 2; discs > 0; --discs, worth *= weights.fewer / 100.0) {
            line_weights_[size(discs)] = std::max(static_cast<int>(worth + 0.5), discs);
        }
        if (connect > 1) line_weights_[size(connect) - 1] = weights.three;
        line_weights_[size(connect)] = 0;
        lines_.set_weights(line_weights_);
    }

    void forget() override {
        memo_.forget();
        history_.assign(size(2 * rules_.cells()), 0);
    }

    Found search(const Look& look, StopToken& stop) override {
        begin(look, stop);
        Found found;
        found.columns = columns_;
        found.column = columns_.front();
        found.complete = complete_;
        for (auto& count : history_) count /= 8;
        const int most = look.depth ? std::min(look.depth, deepest) : deepest;
        for (int depth = 1; depth <= most && depth <= left_; ++depth) {
            deepen(found, depth);
            if (stopped_) break;
            found.depth = depth;
            if (std::abs(found.score) >= won || forced_) break;
        }
        found.line = principal_line(found.column);
        found.nodes = nodes_;
        return found;
    }

    Found values(const Look& look, StopToken& stop) override {
        begin(look, stop);
        Found found;
        found.columns = columns_;
        found.scores.assign(columns_.size(), 0);
        for (int depth = 1; depth <= look.depth && depth <= left_; ++depth) {
            std::vector<int> scores;
            for (const int column : columns_) scores.push_back(try_column(column, depth - 1, -beyond, beyond));
            if (stopped_) break;
            found.scores = scores;
            found.depth = depth;
        }
        found.nodes = nodes_;
        return found;
    }

  private:
    struct Undo {
        int value[2], open[2];
        std::uint64_t key;
    };

    struct Move {
        int column, order;
        int worth;   // what it changes of the open lines
        bool quiet;  // it makes no threat
    };

    int off_centre(int column) const { return std::abs(2 * column - (rules_.columns - 1)); }

    // Sets the position up and chooses the columns to look at.
    void begin(const Look& look, StopToken& stop) {
        stop_ = &stop;
        stopped_ = forced_ = false;
        nodes_ = 0;
        limit_ = look.nodes ? look.nodes : ~std::uint64_t{0};
        if (history_.empty()) history_.assign(size(2 * rules_.cells()), 0);
        memo_.grow_older();
        lines_.clear();
        proofs_.clear();
        key_ = 0;
        int discs = 0;
        for (int column = 0; column < rules_.columns; ++column) {
            int& height = heights_[size(column)];
            for (height = 0; height < rules_.rows; ++height, ++discs) {
                const int bit = column * (rules_.rows + 1) + height;
                if (!has(look.first, bit) && !has(look.second, bit)) break;
                const int side = has(look.second, bit);
                lines_.add(side, lines_.cell(column, height));
                proofs_.flip(side, column, height);
                key_ ^= keys_[size(2 * lines_.cell(column, height) + side)];
            }
        }
        side_ = discs % 2;
        left_ = rules_.cells() - discs;
        choose_columns(look.columns);
    }

    static bool has(const std::string& bits, int bit) {
        return size(bit / 8) < bits.size() && (bits[size(bit / 8)] >> bit % 8 & 1);
    }

    void choose_columns(const std::vector<int>& wanted) {
        columns_.clear();
        for (const int column : wanted.empty() ? from_centre_ : wanted) {
            if (heights_[size(column)] < rules_.rows) columns_.push_back(column);
        }
        looked_at_.assign(size(rules_.columns), true);
        complete_ = rules_.columns <= widest;
        if (complete_) return;
        // Lines that matter run through the columns where a disc of either side would change most.
        std::vector<int> busiest = from_centre_;
        std::erase_if(busiest, [&](int column) { return heights_[size(column)] == rules_.rows; });
        std::stable_sort(busiest.begin(), busiest.end(), [&](int a, int b) { return stir(a) > stir(b); });
        if (busiest.size() > size(widest)) busiest.resize(size(widest));
        looked_at_.assign(size(rules_.columns), false);
        for (const int column : busiest) looked_at_[size(column)] = true;
        if (wanted.empty()) columns_ = busiest;
    }

    int stir(int column) const {
        const int height = heights_[size(column)], cell = lines_.cell(column, height);
        if ((lines_.threats(0, column) | lines_.threats(1, column)) >> height & 1) return won;
        return 16 * (lines_.promise(0, cell).value + lines_.promise(1, cell).value) - off_centre(column);
    }

    void drop(int column, Undo& undo) {
        int& height = heights_[size(column)];
        const int cell = lines_.cell(column, height);
        undo = {{lines_.value[0], lines_.value[1]}, {lines_.open[0], lines_.open[1]}, key_};
        key_ ^= keys_[size(2 * cell + side_)];
        memo_.prefetch(position_key());
        lines_.add(side_, cell);
        proofs_.flip(side_, column, height);
        ++height;
        --left_;
        side_ = 1 - side_;
    }

    void take_back(int column, const Undo& undo) {
        side_ = 1 - side_;
        ++left_;
        const int height = --heights_[size(column)];
        proofs_.flip(side_, column, height);
        lines_.remove(side_, lines_.cell(column, height));
        key_ = undo.key;
        for (int i = 0; i < 2; ++i) {
            lines_.value[i] = undo.value[i];
            lines_.open[i] = undo.open[i];
        }
    }

    // Whose turn it is follows from the discs; only so that 0 is no key.
    std::uint64_t position_key() const { return key_ ^ 0x5bd1e995a7c2f3e1; }

    // One look at all columns to a depth; the best one ends up first.
    void deepen(Found& found, int depth) {
        int best = -beyond;
        std::size_t lost = 0;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const int column = columns_[i];
            int score;
            if (i == 0) {
                score = try_column(column, depth - 1, -beyond, beyond);
            } else {
                score = try_column(column, depth - 1, best, best + 1);
                if (!stopped_ && score > best) score = try_column(column, depth - 1, best, beyond);
            }
            if (stopped_) return;
            lost += score <= -won;
            if (score > best) {
                best = score;
                found.column = column;
                found.score = score;
                std::rotate(columns_.begin(), columns_.begin() + static_cast<std::ptrdiff_t>(i),
                            columns_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            }
        }
        forced_ = complete_ && columns_.size() > 1 && lost + 1 == columns_.size();
    }

    // The score of a column for the side to move.
    int try_column(int column, int depth, int alpha, int beta) {
        if (lines_.threats(side_, column) >> heights_[size(column)] & 1) return won + left_ - 1;
        Undo undo;
        drop(column, undo);
        const int score = -visit(depth, -beta, -alpha);
        take_back(column, undo);
        return score;
    }

    // Values a position for the side to move.
    int visit(int depth, int alpha, int beta) {
        if (++nodes_ % 64 == 0 && stop_->poll()) stopped_ = true;
        if (nodes_ >= limit_) stopped_ = true;
        if (stopped_ || left_ == 0) return 0;
        if (lines_.open[0] == 0 && lines_.open[1] == 0) return 0;

        // What is decided at once, and the columns that do not give a win away.
        const int other = 1 - side_;
        int forced = -1;
        bool lost = false;
        int safe[Rules::limit], safe_count = 0, skipped = 0;
        for (const int column : from_centre_) {
            const int height = heights_[size(column)];
            if (height == rules_.rows) continue;
            if (lines_.threats(side_, column) >> height & 1) return won + left_ - 1;
            const Rows theirs = lines_.threats(other, column) >> height;
            if (theirs & 1) {
                lost = lost || forced >= 0;
                forced = column;
            }
            const bool gives = (theirs & 2) && height + 1 < rules_.rows;
            if (gives) continue;
            if (looked_at_[size(column)]) {
                safe[safe_count++] = column;
            } else {
                skipped = column + 1;
            }
        }
        if (forced >= 0) {
            const int height = heights_[size(forced)];
            const bool under = height + 1 < rules_.rows && (lines_.threats(other, forced) >> (height + 1) & 1);
            if (lost || under) return 2 - won - left_;
            return follow(forced, depth, alpha, beta);
        }
        if (safe_count == 0 && skipped > 0) safe[safe_count++] = skipped - 1;
        if (safe_count == 0) return left_ == 1 ? 0 : 2 - won - left_;
        if (left_ == 1) return 0;

        // Nobody wins at once, so the side to move wins with its next disc but one at the earliest.
        const int most = bounded(won + left_ - 3);
        if (most <= alpha) return most;
        if (depth <= 0) return std::min(most, evaluate());
        beta = std::min(beta, most);
        if (safe_count == 1) return follow(safe[0], depth, alpha, beta);
        int standing = -beyond;
        if (depth <= shallow) {
            // So near the horizon a position that is far behind or far ahead stays so.
            standing = evaluate();
            if (depth == 1 && standing + weights_.quiet <= alpha) return std::min(standing + weights_.quiet, most);
            if (standing - weights_.ahead * depth >= beta && beta > -won) return std::min(standing, most);
        }
        return look_at(safe, safe_count, depth, alpha, beta, standing);
    }

    int follow(int column, int depth, int alpha, int beta) {
        Undo undo;
        drop(column, undo);
        const int score = -visit(depth, -beta, -alpha);
        take_back(column, undo);
        return score;
    }

    // The most that the side to move can hope for.
    int bounded(int most) const {
        if (lines_.open[side_] == 0) most = 0;
        if constexpr (Words > 0) {
            if (!diagonals_) return most;
            if (left_ % 2 == 0) return std::min(most, proofs_.followed(side_, most));
            for (int column = 0; column < rules_.columns; ++column) {
                const int height = heights_[size(column)];
                if (height >= rules_.rows) continue;
                const Rows threats = (lines_.threats(1 - side_, column) & odd_rows_) >> height;
                if (!threats) continue;
                const int row = height + lowest_row(threats);
                if (row > height && proofs_.frozen(side_, column, height, row)) {
                    most = std::min(most, -won - (rules_.rows - 1 - row));
                }
            }
        }
        return most;
    }

    int look_at(const int* safe, int safe_count, int depth, int alpha, int beta, int standing) {
        const std::uint64_t key = position_key();
        int known = -1;
        if (const Note* note = memo_.find(key)) {
            known = note->column;
            const bool deep = note->depth >= depth;
            const bool at_least = note->bound != Bound::at_most, at_most = note->bound != Bound::at_least;
            if (at_least && note->score >= beta && (deep || note->score >= won)) return note->score;
            if (at_most && note->score <= alpha && (deep || note->score <= -won)) return note->score;
            if (note->bound == Bound::exact && deep) return note->score;
        }
        Move moves[Rules::limit];
        for (int i = 0; i < safe_count; ++i) moves[i] = ranked(safe[i], known);

        const int low = alpha;
        int best = -beyond, best_column = -1;
        for (int i = 0; i < safe_count; ++i) {
            for (int j = i + 1; j < safe_count; ++j) {
                if (moves[j].order > moves[i].order) std::swap(moves[i], moves[j]);
            }
            const Move& move = moves[i];
            if (depth == 1 && i > 0 && move.quiet && std::abs(alpha) < won) {
                const int hope = standing + move.worth + weights_.frontier;
                if (hope <= alpha) {
                    best = std::max(best, hope);
                    continue;
                }
            }
            Undo undo;
            drop(move.column, undo);
            int score;
            if (i == 0) {
                score = -visit(depth - 1, -beta, -alpha);
            } else {
                // Late moves that threaten nothing get a less deep look first; only what then looks better than the
                // best is looked at in full.
                const int less = reduction(depth, i, move.quiet);
                score = -visit(depth - 1 - less, -alpha - 1, -alpha);
                if (less && score > alpha) score = -visit(depth - 1, -alpha - 1, -alpha);
                if (score > alpha && score < beta) score = -visit(depth - 1, -beta, -alpha);
            }
            take_back(move.column, undo);
            if (stopped_) return 0;
            if (score > best) {
                best = score;
                best_column = move.column;
                alpha = std::max(alpha, score);
                if (score >= beta) {
                    reward(move.column, depth);
                    break;
                }
            }
        }
        const Bound bound = best >= beta ? Bound::at_least : best > low ? Bound::exact : Bound::at_most;
        memo_.store(key, best, depth, best_column, bound);
        return best;
    }

    int reduction(int depth, int tried, bool quiet) const {
        if (depth < 3 || tried < weights_.reduce_from || !quiet) return 0;
        return depth > 5 && tried > weights_.reduce_from + 1 ? 2 : 1;
    }

    Move ranked(int column, int known) const {
        const int cell = lines_.cell(column, heights_[size(column)]);
        const auto promise = lines_.promise(side_, cell);
        int order = history_[size(2 * cell + side_)] + 4 * promise.value + 400 * promise.threats - off_centre(column);
        if (column == known) order += 1 << 28;
        return {column, order, promise.value, promise.threats == 0};
    }

    void reward(int column, int depth) {
        int& count = history_[size(2 * lines_.cell(column, heights_[size(column)]) + side_)];
        count += depth * depth;
        if (count > 1 << 20) {
            for (int& each : history_) each /= 2;
        }
    }

    // The worth of a position that is not searched further, for the side to move.
    int evaluate() const {
        int worth[2] = {lines_.value[0], lines_.value[1]};
        int useful[2] = {0, 0};  // columns whose lowest threat comes to its owner
        for (int column = 0; column < rules_.columns; ++column) {
            const int height = heights_[size(column)];
            if (height >= rules_.rows) continue;
            const Rows first = lines_.threats(0, column) >> height, second = lines_.threats(1, column) >> height;
            if (first | second) weigh_column(first, second, height, worth, useful);
        }
        // The leader's threats decide the end unless the follower has as many that spoil the count.
        if (useful[0] > useful[1]) worth[0] += weights_.decided;
        if (useful[1] > useful[0]) worth[1] += weights_.decided;
        int score = worth[side_] - worth[1 - side_] + weights_.tempo;
        if (score > 0 && lines_.open[side_] == 0) score = 0;
        if (score < 0 && lines_.open[1 - side_] == 0) score = 0;
        return std::clamp(score, -won / 2, won / 2);
    }

    void weigh_column(Rows first, Rows second, int height, int* worth, int* useful) const {
        const Rows odd = odd_rows_ >> height;
        Rows rest = first | second;
        int share = 100, before = -2, owner = -1;
        while (rest) {
            const int row = lowest_row(rest);
            const Rows bit = Rows{1} << row;
            rest &= rest - 1;
            for (int side = 0; side < 2; ++side) {
                if (!((side ? second : first) & bit)) continue;
                if (row == before + 1 && owner == 1 - side) continue;  // stopped by the answer to the threat below
                const bool mine = ((odd & bit) != 0) == (side == leader_);
                const int full = mine ? (side == leader_ ? weights_.leader : weights_.follower) : weights_.other;
                worth[side] += full * share / 100;
                if (share == 100 && mine) ++useful[side];
            }
            owner = (first & bit) ? ((second & bit) ? -1 : 0) : 1;
            before = row;
            share = share * weights_.buried / 100;
            if (share == 0) break;
        }
    }

    // The moves that the table remembers as best.
    std::vector<int> principal_line(int column) {
        std::vector<int> line;
        std::vector<Undo> undos;
        while (column >= 0 && line.size() < 40 && heights_[size(column)] < rules_.rows) {
            const bool wins = lines_.threats(side_, column) >> heights_[size(column)] & 1;
            line.push_back(column);
            undos.emplace_back();
            drop(column, undos.back());
            if (wins || left_ == 0) break;
            column = next_of_line();
        }
        for (std::size_t i = line.size(); i-- > 0;) take_back(line[i], undos[i]);
        return line;
    }

    int next_of_line() const {
        int stop = -1;
        for (const int column : from_centre_) {
            const int height = heights_[size(column)];
            if (height == rules_.rows) continue;
            if (lines_.threats(side_, column) >> height & 1) return column;
            if (lines_.threats(1 - side_, column) >> height & 1) stop = column;
        }
        if (stop >= 0) return stop;
        const Note* note = memo_.find(position_key());
        return note ? note->column : -1;
    }

    Rules rules_;
    bool diagonals_;
    Weights weights_;
    std::vector<int> line_weights_;
    Lines<Rows> lines_;
    Proofs<Words> proofs_;
    Memo memo_;
    std::vector<std::uint64_t> keys_;
    std::vector<int> heights_, from_centre_, history_;
    std::vector<int> columns_;     // of the root, best first
    std::vector<char> looked_at_;  // which columns are, on wide boards, unless something is forced
    bool complete_ = true;         // all of them are
    Rows odd_rows_ = 0;            // rows with an odd number of cells above
    int leader_ = 0;
    int side_ = 0, left_ = 0;
    std::uint64_t key_ = 0, nodes_ = 0, limit_ = 0;
    StopToken* stop_ = nullptr;
    bool stopped_ = false;
    bool forced_ = false;  // all columns but one lose
};

}  // namespace

std::unique_ptr<Searcher> make_searcher(const Rules& rules, std::size_t memory, bool diagonals) {
    const int bits = bits_needed(rules);
    if (bits <= 64) return std::make_unique<BoardSearcher<std::uint64_t, 1>>(rules, memory, diagonals);
    if (rules.rows > 62) return std::make_unique<BoardSearcher<Uint128, 0>>(rules, memory, diagonals);
    if (bits <= 128) return std::make_unique<BoardSearcher<std::uint64_t, 2>>(rules, memory, diagonals);
    return std::make_unique<BoardSearcher<std::uint64_t, 0>>(rules, memory, diagonals);
}

}  // namespace LINEFALL_ISA
}  // namespace linefall
