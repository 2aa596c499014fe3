// One thread's search of a position.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "memo.hpp"
#include "search.hpp"
#include "search_move.hpp"
#include "stop.hpp"
#include "team.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

constexpr int beyond = 2 * won;  // every score
constexpr int deepest = 120;
constexpr int widest = 24;      // columns looked at, of boards with more
constexpr int shallow = 3;      // moves to the horizon where a guess may do without a look
constexpr int unknown = 4;      // moves to the horizon from where an unknown position gets a look that is less deep
constexpr int asked_from = 5;   // moves to the horizon from where the table is asked about all moves before any
constexpr int shared_from = 3;  // moves to the horizon from where threads keep out of each other's way
constexpr int put_off = -(1 << 29);  // the order of moves that wait until another thread has looked at them
constexpr int longest = 512;         // moves from the root for which killers are kept

constexpr std::size_t size(int number) { return static_cast<std::size_t>(number); }

// What a thread that helps another one and that one tell each other.
struct Word {
    std::atomic<bool> over{false};        // it is enough
    std::atomic<std::uint64_t> nodes{0};  // looked at so far, or a few fewer

    void say(std::uint64_t so_many) { nodes.store(so_many, std::memory_order_relaxed); }
    bool enough() const { return over.load(std::memory_order_relaxed); }
};

// Who says when a search must end: the thread that was asked looks at the clock, one that helps waits for a word.
struct Ends {
    StopToken* stop = nullptr;
    Word* word = nullptr;

    bool now(std::uint64_t nodes) const {
        if (stop) return stop->poll();
        word->say(nodes);
        return word->enough();
    }
};

// Looks deeper and deeper with a principal-variation search. What a thread learns of moves that cut is its own, what it
// learns of positions is in the memo that all share.
template <class State>
class Explorer {
  public:
    Team* team = nullptr;  // none where there is one thread

    Explorer(const Rules& rules, Memo& memo, bool diagonals)
        : rules_(rules), state_(rules, diagonals), memo_(memo), from_centre_(columns_from_centre(rules)) {
        forget();
        work_out_reductions();
    }

    void set(const Weights& weights) {
        weights_ = weights;
        work_out_reductions();
    }

    void forget() {
        history_.assign(size(2 * (rules_.rows + 1) * rules_.columns), 0);
        killers_.assign(size(2 * longest), -1);
    }

    Found search(const Look& look, const Ends& ends) {
        begin(look, ends);
        Found found;
        found.columns = columns_;
        found.column = columns_.front();
        found.complete = complete_;
        const int most = look.depth ? std::min(look.depth, deepest) : deepest;
        for (int depth = 1; depth <= most && depth <= state_.left; ++depth) {
            deepen(found, depth);
            if (stopped_) break;
            found.depth = depth;
            if (std::abs(found.score) >= won || forced_) break;
        }
        found.line = principal_line(found.column);
        found.nodes = nodes_;
        return found;
    }

    Found values(const Look& look, const Ends& ends) {
        begin(look, ends);
        Found found;
        found.columns = columns_;
        found.scores.assign(columns_.size(), 0);
        for (int depth = 1; depth <= look.depth && depth <= state_.left; ++depth) {
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
    // Moves to the horizon from where positions are looked up and kept. Where guesses are kept, these do for the last.
    static constexpr int remembered = State::dear ? 2 : 1;

    using Move = typename State::Move;
    using Undo = typename State::Undo;
    using Safe = typename State::Safe;

    // Sets the position up and chooses the columns to look at.
    void begin(const Look& look, const Ends& ends) {
        ends_ = ends;
        stopped_ = forced_ = false;
        nodes_ = 0;
        limit_ = look.nodes ? look.nodes : ~std::uint64_t{0};
        for (auto& count : history_) count /= 8;
        killers_.assign(killers_.size(), -1);
        state_.clear();
        int discs = 0;
        for (int column = 0; column < rules_.columns; ++column) {
            for (int row = 0; row < rules_.rows; ++row, ++discs) {
                const int bit = column * (rules_.rows + 1) + row;
                if (!has(look.first, bit) && !has(look.second, bit)) break;
                state_.place(has(look.second, bit), column, row);
            }
        }
        state_.begin(discs % 2, rules_.cells() - discs);
        root_left_ = state_.left;
        salt_ = mixed_key(root_left_);
        choose_columns(look.columns);
    }

    static bool has(const std::string& bits, int bit) {
        return size(bit / 8) < bits.size() && (bits[size(bit / 8)] >> bit % 8 & 1);
    }

    void choose_columns(const std::vector<int>& wanted) {
        columns_.clear();
        for (const int column : wanted.empty() ? from_centre_ : wanted) {
            if (state_.is_open(column)) columns_.push_back(column);
        }
        looked_at_.assign(size(rules_.columns), true);
        complete_ = rules_.columns <= widest;
        if (complete_) return;
        // Lines that matter run through the columns where a disc of either side would change most.
        std::vector<int> busiest = from_centre_;
        std::erase_if(busiest, [&](int column) { return !state_.is_open(column); });
        std::stable_sort(busiest.begin(), busiest.end(), [&](int a, int b) { return state_.stir(a) > state_.stir(b); });
        if (busiest.size() > size(widest)) busiest.resize(size(widest));
        looked_at_.assign(size(rules_.columns), false);
        for (const int column : busiest) looked_at_[size(column)] = true;
        if (wanted.empty()) columns_ = busiest;
    }

    // One look at all columns to a depth; the best one ends up first.
    void deepen(Found& found, int depth) {
        const int before = found.score;
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
            if (stopped_) {
                // All columns before this one lose; this one may not.
                if (i > 0 && best <= -won) {
                    found.column = column;
                    found.score = before;
                }
                return;
            }
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
        if (state_.wins_in(column)) return won + state_.left - 1;
        return follow(column, depth, alpha, beta);
    }

    int follow(int column, int depth, int alpha, int beta) {
        Undo undo;
        state_.drop(column, undo);
        if (depth >= remembered) memo_.prefetch(position_key());
        const int score = -visit(depth, -beta, -alpha);
        state_.take_back(column, undo);
        return score;
    }

    // The key of a position in the memo. Whose turn it is follows from the discs; only so that 0 is no key.
    static std::uint64_t memo_key(std::uint64_t key) { return key ^ 0x5bd1e995a7c2f3e1; }
    std::uint64_t position_key() const { return memo_key(state_.key); }

    // Values a position for the side to move.
    int visit(int depth, int alpha, int beta) {
        if (++nodes_ % 128 == 0 && ends_.now(nodes_)) stopped_ = true;
        if (nodes_ >= limit_) stopped_ = true;
        const int left = state_.left;
        if (stopped_ || left == 0) return 0;

        Safe safe;
        int only = -1;
        const Now now = state_.look(looked_at_, safe, only);
        if (now == Now::won) return won + left - 1;
        if (now == Now::lost) return 2 - won - left;
        if (now == Now::forced) return follow(only, depth, alpha, beta);
        if (left == 1) return 0;

        // Nobody wins at once, so the side to move wins with its next disc but one at the earliest.
        const int most = state_.most(won + left - 3);
        if (most <= alpha) return most;
        if (most >= 0 && (most == 0 || beta <= 0) && state_.other_cannot_win()) return 0;
        if (depth <= 0) return std::min(most, guess());
        beta = std::min(beta, most);
        if (now == Now::single) return follow(only, depth, alpha, beta);
        int known = -1, standing = -beyond;
        if (depth >= remembered) {
            if (const auto note = memo_.find(position_key())) {
                if (settles(*note, depth, alpha, beta)) return note->score;
                known = note->column;
            }
        }
        // Without a move to begin with, a deep look is dear: it is left to the next deepening, which will know one.
        if (known < 0 && depth >= unknown) --depth;
        if (depth <= shallow) {
            // So near the horizon a position that is far behind or far ahead stays so.
            standing = guess();
            if (depth == 1 && standing + weights_.quiet <= alpha) return std::min(standing + weights_.quiet, most);
            if (standing - weights_.ahead * depth >= beta && beta > -won) return std::min(standing, most);
        }
        return look_at(safe, depth, alpha, beta, standing, known);
    }

    // The worth of a position that is not searched further, for the side to move.
    int guess() {
        if constexpr (State::dear) {
            const std::uint64_t key = position_key() ^ salt_;
            if (const auto known = guesses_.find(key)) return *known;
            const int score = new_guess();
            guesses_.store(key, score);
            return score;
        } else {
            return new_guess();
        }
    }

    int new_guess() {
        const int score = state_.evaluate();
        return score < 0 && state_.other_cannot_win() ? 0 : score;
    }

    // Whether what is remembered answers the question; a proof does at any depth.
    static bool settles(const Note& note, int depth, int alpha, int beta) {
        const bool deep = note.depth >= depth;
        if (note.bound != Bound::at_most && note.score >= beta && (deep || note.score >= won)) return true;
        if (note.bound != Bound::at_least && note.score <= alpha && (deep || note.score <= -won)) return true;
        return note.bound == Bound::exact && deep;
    }

    int look_at(const Safe& safe, int depth, int alpha, int beta, int standing, int known) {
        Move moves[Rules::limit];
        int count = 0;
        if (state_.prepare(safe, moves, count)) return won + state_.left - 3;
        // What is fetched now is there when its turn comes.
        for (int i = 0; i < count && depth > remembered; ++i) memo_.prefetch(memo_key(moves[i].next));
        rank(moves, count, known);
        for (int i = 0; i < count && depth >= asked_from; ++i) {
            if (moves[i].column == known || !cuts(moves[i], depth, beta)) continue;
            memo_.store(position_key(), beta, depth, moves[i].column, Bound::at_least);
            return beta;
        }

        const int low = alpha;
        int best = -beyond, best_column = -1;
        for (int i = 0; i < count; ++i) {
            for (int j = i + 1; j < count; ++j) {
                if (moves[j].order > moves[i].order) std::swap(moves[i], moves[j]);
            }
            Move& move = moves[i];
            if (State::knows_worth && depth == 1 && i > 0 && move.quiet && std::abs(alpha) < won) {
                const int hope = standing + move.worth + weights_.frontier;
                if (hope <= alpha) {
                    best = std::max(best, hope);
                    continue;
                }
            }
            Undo undo;
            state_.drop(move, undo);
            const bool shared = team && depth >= shared_from;
            const std::uint64_t place = position_key();
            if (shared && i > 0 && move.order > put_off && team->is_at(place)) {
                // Another thread is at it, and may have found its worth when all others are done.
                state_.take_back(move.column, undo);
                move.order += 2 * put_off;
                --i;
                continue;
            }
            if (shared) team->enter(place);
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
            state_.take_back(move.column, undo);
            if (shared) team->leave(place);
            if (stopped_) return 0;
            if (score > best) {
                best = score;
                best_column = move.column;
                alpha = std::max(alpha, score);
                if (score >= beta) {
                    reward(move, depth);
                    break;
                }
            }
        }
        if (depth >= remembered) {
            const Bound bound = best >= beta ? Bound::at_least : best > low ? Bound::exact : Bound::at_most;
            memo_.store(position_key(), best, depth, best_column, bound);
        }
        return best;
    }

    // Whether the table tells that a move is worth beta or more. After an answer that it forces it is the same side's
    // turn again.
    bool cuts(const Move& move, int depth, int beta) const {
        const auto note = memo_.find(memo_key(move.next));
        if (!note || note->bound == (move.forcing ? Bound::at_most : Bound::at_least)) return false;
        const int score = move.forcing ? note->score : -note->score;
        return score >= beta && (note->depth >= depth - 1 || score >= won);
    }

    // How many moves less deep a move is looked at first: the more, the deeper the look and the later the move.
    int reduction(int depth, int tried, bool quiet) const {
        if (depth < 3 || tried < weights_.reduce_from || !quiet) return 0;
        return std::min(reductions_[size(depth)][size(std::min(tried, widest))], depth - 2);
    }

    void work_out_reductions() {
        for (int depth = 1; depth <= deepest; ++depth) {
            for (int tried = 1; tried <= widest; ++tried) {
                const double more = weights_.reduce * std::log(depth) * std::log(tried) / 100;
                reductions_[size(depth)][size(tried)] = 1 + static_cast<int>(more);
            }
        }
    }

    // Orders by what the table remembers, what has cut here or elsewhere, and what the state knows.
    void rank(Move* moves, int count, int known) const {
        const int ply = std::min(root_left_ - state_.left, longest - 1);
        const int* killers = &killers_[size(2 * ply)];
        for (int i = 0; i < count; ++i) {
            Move& move = moves[i];
            move.order += history_[size(2 * move.cell + state_.side)];
            if (move.column == known) {
                move.order += 1 << 28;
            } else if (move.cell == killers[0]) {
                move.order += 600;
            } else if (move.cell == killers[1]) {
                move.order += 300;
            }
        }
    }

    void reward(const Move& move, int depth) {
        int& count = history_[size(2 * move.cell + state_.side)];
        count += depth * depth;
        if (count > 1 << 20) {
            for (int& each : history_) each /= 2;
        }
        int* killers = &killers_[size(2 * std::min(root_left_ - state_.left, longest - 1))];
        if (killers[0] != move.cell) {
            killers[1] = killers[0];
            killers[0] = move.cell;
        }
    }

    // The moves that the table remembers as best.
    std::vector<int> principal_line(int column) {
        std::vector<int> line;
        std::vector<Undo> undos;
        while (column >= 0 && line.size() < 40 && state_.is_open(column)) {
            const bool wins = state_.wins_in(column);
            line.push_back(column);
            undos.emplace_back();
            state_.drop(column, undos.back());
            if (wins || state_.left == 0) break;
            column = next_of_line();
        }
        for (std::size_t i = line.size(); i-- > 0;) state_.take_back(line[i], undos[i]);
        return line;
    }

    int next_of_line() const {
        int stop = -1;
        for (const int column : from_centre_) {
            if (!state_.is_open(column)) continue;
            if (state_.wins_in(column)) return column;
            if (state_.loses_without(column)) stop = column;
        }
        if (stop >= 0) return stop;
        const auto note = memo_.find(position_key());
        return note ? note->column : -1;
    }

    Rules rules_;
    Weights weights_;
    State state_;
    Memo& memo_;
    GuessMemo guesses_;
    std::vector<int> from_centre_, history_, killers_;
    std::array<std::array<int, widest + 1>, deepest + 1> reductions_{};
    std::vector<int> columns_;     // of the root, best first
    std::vector<char> looked_at_;  // which columns are, on wide boards, unless something is forced
    bool complete_ = true;         // all of them are
    int root_left_ = 0;
    std::uint64_t salt_ = 0;  // makes guesses of other roots strange ones: they go by its discs, too
    std::uint64_t nodes_ = 0, limit_ = 0;
    Ends ends_;
    bool stopped_ = false;
    bool forced_ = false;  // all columns but one lose
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
