// The search with which endings are proved. Every search asks one question: does this side win, or not?
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "endgame_bounds.hpp"
#include "pages.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {

// 128 bits that stand for a position and a question about it. Different ones have the same key once in 10^30 times, so
// what is found is taken for the right one.
struct RestKey {
    std::uint64_t place = 0, check = 0;

    // `salt` tells apart what the set is a set of.
    template <int Words>
    void add(const Bits<Words>& set, std::uint64_t salt) {
        for (int i = 0; i < Words; ++i) add(set.words[i], salt + static_cast<std::uint64_t>(i));
    }

  private:
    void add(std::uint64_t word, std::uint64_t salt) {
        const std::uint64_t spread = (word ^ (salt + 1) * 0xD1342543DE82EF95) * 0x9E3779B97F4A7C15;
        const std::uint64_t folded = spread ^ spread >> 32;
        const Uint128 square = Uint128{folded ^ 0xD6E8FEB86659FD93} * (folded ^ 0xA24BAED4963EE407);
        const auto low = static_cast<std::uint64_t>(square), high = static_cast<std::uint64_t>(square >> 64);
        place += std::rotl((low ^ high) * 0xBF58476D1CE4E5B9, 32);
        check += (high + 0x94D049BB133111EB) * 0x2545F4914F6CDD1D ^ low;
    }
};

// What was proved, in pairs of entries: one that gives way to larger subtrees alone, one that always does.
class RestTable {
  public:
    explicit RestTable(std::size_t bytes)
        : pairs_(std::bit_floor(std::max(bytes, pair_bytes) / pair_bytes)), pages_(pairs_ * pair_bytes) {}

    std::size_t bytes() const { return pairs_ * pair_bytes; }
    void clear() { pages_.clear(); }
    void prefetch(const RestKey& key) const { __builtin_prefetch(at(key)); }

    std::optional<bool> find(const RestKey& key) const {
        const std::uint64_t* pair = at(key);
        for (int i = 0; i < pair_words; i += 2) {
            if (pair[i] == key.check && (pair[i + 1] ^ key.place) >> work_bits == 0) return pair[i + 1] & 1;
        }
        return {};
    }

    void store(const RestKey& key, bool answer, std::uint64_t work) {
        constexpr std::uint64_t most = (std::uint64_t{1} << (work_bits - 1)) - 1;
        std::uint64_t* pair = at(key);
        const std::uint64_t size = std::min(work, most), known = (pair[1] & (2 * most + 1)) >> 1;
        if (known > size && pair[0] != key.check) {
            pair += 2;
        } else if (pair[0] != key.check) {
            pair[2] = pair[0];
            pair[3] = pair[1];
        }
        pair[0] = key.check;
        pair[1] = key.place >> work_bits << work_bits | size << 1 | (answer ? 1 : 0);
    }

  private:
    static constexpr int pair_words = 4, work_bits = 28;
    static constexpr std::size_t pair_bytes = 8 * pair_words;

    std::uint64_t* at(const RestKey& key) const { return pages_.data() + pair_words * (key.place & (pairs_ - 1)); }

    std::size_t pairs_;
    ReadyPages pages_;
};

template <int Words>
class RestProver {
    using Set = Bits<Words>;

  public:
    explicit RestProver(RestTable& table) : table_(table), broods_(static_cast<std::size_t>(Frame<Words>::width)) {}

    Frame<Words> frame;
    std::uint64_t game = 0;  // tells what is proved with one frame from what is with another
    std::uint64_t nodes = 0;

    // Whether the side wins. `check(nodes)` is called at each node; it throws to end the search.
    template <class Check>
    bool wins(int side, const Rest<Words>& rest, int to_move, const Check& check) {
        winner_ = side;
        std::fill(&history_[0][0], &history_[0][0] + 2 * Frame<Words>::width, 0);
        Child root{rest, {}, {}, 0, 0};
        if (const auto answer = settle(root, to_move)) return *answer;
        if (const auto answer = known(root)) return *answer;
        return search(root, to_move, 0, check);
    }

  private:
    static constexpr int history_limit = 1 << 16, history_share = 64;

    // A position, the moves that do not lose at once, its key where these are several, and the move that led to it.
    struct Child {
        Rest<Words> rest;
        Set moves;
        RestKey key;
        int move;
        int merit;
    };

    struct Brood {
        Child children[static_cast<std::size_t>(Frame<Words>::most_columns)];
    };

    // The answer where it needs no search. If it does, `child` learns its moves and its key.
    std::optional<bool> settle(Child& child, int to_move) const {
        const Rest<Words>& rest = child.rest;
        const int other = 1 - to_move;
        const bool mine = to_move == winner_;
        if (!rest.lines[winner_] && !rest.threats[winner_]) return false;
        const Set first = Frame<Words>::playable(rest.cells);
        if (rest.threats[to_move] & first) return mine;
        const Set forced = rest.threats[other] & first;
        if (several(forced)) return !mine;
        if (!rest.cells) return false;
        child.moves = (forced ? forced : first) & ~shr(rest.threats[other], 1);
        if (!child.moves) return !mine;
        using Proved = typename RestBounds<Words>::Proved;
        const Proved proved = RestBounds<Words>(frame, rest, to_move).find();
        if (proved == Proved::o_wins) return !mine;
        if (proved == Proved::s_never_wins && mine) return false;
        if (several(child.moves)) {
            child.key = key_of(rest, to_move);
            table_.prefetch(child.key);
        }
        return {};
    }

    std::optional<bool> known(const Child& child) const {
        return several(child.moves) ? table_.find(child.key) : std::nullopt;
    }

    template <class Check>
    bool search(const Child& node, int to_move, int depth, const Check& check) {
        check(++nodes);
        const std::uint64_t before = nodes;
        const bool wanted = to_move == winner_;  // the answer that the side to move is after
        Brood& brood = broods_[static_cast<std::size_t>(depth)];
        int order[static_cast<std::size_t>(Frame<Words>::most_columns)];
        bool found = false;
        int count = 0, left = 0;
        for (Set moves = node.moves; moves && !found; moves = without_lowest(moves)) {
            Child& child = brood.children[count];
            child.move = lowest_index(moves);
            child.rest = frame.play(node.rest, child.move, to_move);
            if (const auto answer = settle(child, 1 - to_move)) {
                found = *answer == wanted;
            } else {
                child.merit = merit(node.rest, child.move, to_move);
                ++count;
            }
        }
        for (int i = 0; i < count && !found; ++i) {
            if (const auto answer = known(brood.children[i])) {
                found = *answer == wanted;
            } else {
                order[left++] = i;
            }
        }
        for (int i = 0; i < left && !found; ++i) {
            for (int j = i + 1; j < left; ++j) {
                if (brood.children[order[j]].merit > brood.children[order[i]].merit) std::swap(order[i], order[j]);
            }
            const Child& child = brood.children[order[i]];
            auto answer = i > 0 ? known(child) : std::nullopt;
            if (!answer) answer = search(child, 1 - to_move, depth + 1, check);
            found = *answer == wanted;
            if (found) reward(to_move, child.move, i > 0);
        }
        const bool answer = found == wanted;
        if (several(node.moves)) table_.store(node.key, answer, nodes - before + 1);
        return answer;
    }

    // What a move promises: threats, lines that come near, lines of the other side that it closes, and earlier success.
    int merit(const Rest<Words>& rest, int move, int side) const {
        int result = history_[side][move] / history_share;
        if (move == Frame<Words>::pass) return result;
        const int other = 1 - side;
        for (Set lines = rest.lines[side] & frame.through[side][move]; lines; lines = without_lowest(lines)) {
            const int lacking = popcount(frame.cells_of[side][lowest_index(lines)] & rest.cells);
            result += lacking == 2 ? 60 : lacking == 3 ? 10 : 0;
        }
        for (Set lines = rest.lines[other] & frame.through[other][move]; lines; lines = without_lowest(lines)) {
            result += popcount(frame.cells_of[other][lowest_index(lines)] & rest.cells) == 2 ? 15 : 6;
        }
        return result;
    }

    void reward(int side, int move, bool unexpected) {
        int& record = history_[side][move];
        record += unexpected ? 128 : 8;
        if (record > history_limit) {
            for (auto& records : history_) {
                for (int& each : records) each /= 2;
            }
        }
    }

    RestKey key_of(const Rest<Words>& rest, int to_move) const {
        RestKey key;
        const auto question = static_cast<std::uint64_t>(2 * winner_ + to_move);
        key.add(rest.cells, 64 + 32 * game + 8 * question);
        for (int side = 0; side < 2; ++side) {
            key.add(rest.lines[side], static_cast<std::uint64_t>(8 * side));
            key.add(rest.threats[side], static_cast<std::uint64_t>(8 * side + 4));
        }
        return key;
    }

    RestTable& table_;
    std::vector<Brood> broods_;  // one for each depth
    int winner_ = 0;             // the side that the question is about
    int history_[2][static_cast<std::size_t>(Frame<Words>::width)] = {};
};

}  // namespace LINEFALL_ISA
}  // namespace linefall
