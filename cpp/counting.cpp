// Compiled once for each instruction set: see isa.hpp.
#include "counting.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_set>
#include <vector>

#include "board.hpp"

namespace linefall {
inline namespace LINEFALL_ISA {
namespace {

// Polls the token once for many small pieces of work.
class Pace {
  public:
    explicit Pace(StopToken& stop) : stop_(stop) {}

    // Says whether to stop, after `work` more moves.
    bool stops(int work = 1) {
        done_ += work;
        if (done_ < 4096) return stop_.stopped();
        done_ = 0;
        return stop_.poll();
    }

  private:
    StopToken& stop_;
    int done_ = 0;
};

// ---- move sequences

template <typename AnyBoard>
int open_columns(const AnyBoard& board) {
    int count = 0;
    for (int column = 0; column < board.rules().columns; ++column) count += board.is_open(column);
    return count;
}

template <typename AnyBoard>
std::uint64_t count_sequences(AnyBoard& board, int depth, Pace& pace) {
    if (depth == 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(open_columns(board));
    std::uint64_t count = 0;
    for (int column = 0; column < board.rules().columns && !pace.stops(); ++column) {
        if (!board.is_open(column)) continue;
        if (!board.drop(column)) count += count_sequences(board, depth - 1, pace);
        board.undo(column);
    }
    return count;
}

// ---- distinct positions

// A set of keys, which are never 0: 0 marks a free slot.
template <int Words>
class KeySet {
  public:
    using Key = Bits<Words>;

    void insert(const Key& key) {
        if (2 * (size_ + 1) > slots_.size()) grow();
        Key& slot = slot_for(key);
        size_ += !slot;
        slot = key;
    }

    std::size_t size() const { return size_; }

    template <typename Use>
    void for_each(Use use) const {
        for (const Key& key : slots_) {
            if (key) use(key);
        }
    }

  private:
    Key& slot_for(const Key& key) {
        std::uint64_t hash = 0;
        for (int i = 0; i < Words; ++i) {
            hash = (hash ^ key.word(i)) * 0x9e3779b97f4a7c15;
            hash ^= hash >> 32;
        }
        std::size_t index = hash & (slots_.size() - 1);
        while (slots_[index] && slots_[index] != key) index = (index + 1) & (slots_.size() - 1);
        return slots_[index];
    }

    void grow() {
        std::vector<Key> old(slots_.empty() ? 64 : 2 * slots_.size());
        old.swap(slots_);
        for (const Key& key : old) {
            if (key) slot_for(key) = key;
        }
    }

    std::vector<Key> slots_;
    std::size_t size_ = 0;
};

// The same for keys of big boards.
class BigKeySet {
  public:
    void insert(const std::string& key) { keys_.insert(key); }
    std::size_t size() const { return keys_.size(); }

    template <typename Use>
    void for_each(Use use) const {
        std::for_each(keys_.begin(), keys_.end(), use);
    }

  private:
    std::unordered_set<std::string> keys_;
};

template <int Words>
KeySet<Words> keys_for(const Board<Words>&) {
    return {};
}
BigKeySet keys_for(const BigBoard&) { return {}; }

template <int Words>
Bits<Words> key_of(const Board<Words>& board) {
    return board.shape().key(board.position());
}
std::string key_of(const BigBoard& board) { return board.key(); }

template <int Words>
void set_key(Board<Words>& board, const Bits<Words>& key) {
    board.set(board.shape().from_key(key));
}
void set_key(BigBoard& board, const std::string& key) { board.set_key(key); }

// The positions one move further on from those that are not finished.
template <typename AnyBoard, typename Keys>
Keys next_positions(AnyBoard& board, const Keys& keys, Pace& pace) {
    Keys next;
    keys.for_each([&](const auto& key) {
        if (pace.stops(board.rules().columns)) return;
        set_key(board, key);
        if (board.has_line(1 - board.to_move())) return;
        for (int column = 0; column < board.rules().columns; ++column) {
            if (!board.is_open(column)) continue;
            board.drop(column);
            next.insert(key_of(board));
            board.undo(column);
        }
    });
    return next;
}

// ---- random games

// SplitMix64: a counter, scrambled. Small, fast, and the same everywhere.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    // Uniform in 0 .. count - 1; the error is below count / 2^64.
    int below(int count) { return static_cast<int>(Uint128{next()} * static_cast<unsigned>(count) >> 64); }

  private:
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }

    std::uint64_t state_;
};

// The columns that are not full, in any order: picking one and closing one take the same short time on any board.
class OpenColumns {
  public:
    explicit OpenColumns(int columns) : count_(columns) { std::iota(column_, column_ + columns, 0); }

    int pick(Random& random) {
        picked_ = random.below(count_);
        return column_[picked_];
    }

    void close_picked() { column_[picked_] = column_[--count_]; }

  private:
    int column_[Rules::limit];
    int count_;
    int picked_ = 0;
};

// One game on bits. The discs of the two sides are kept apart, because only the last mover's are looked at.
template <int Words>
class RandomGame {
  public:
    explicit RandomGame(const Board<Words>& board) : shape_(board.shape()) {}

    // Says whether the disc completes a line.
    bool drop(int column, int ply) {
        Bits<Words>& discs = discs_[ply % 2];
        discs |= shape_.cell(column, heights_[column]++);
        // Nobody can have `connect` discs before this ply.
        return ply >= 2 * shape_.rules().connect - 2 && shape_.has_line(discs);
    }

    int height(int column) const { return heights_[column]; }

  private:
    const Shape<Words>& shape_;
    Bits<Words> discs_[2];
    int heights_[Rules::limit]{};
};

class BigRandomGame {
  public:
    explicit BigRandomGame(const BigBoard& board) : board_(board.rules()) {}
    bool drop(int column, int) { return board_.drop(column); }
    int height(int column) const { return board_.height(column); }

  private:
    BigBoard board_;
};

template <int Words>
RandomGame<Words> random_game(const Board<Words>& board) {
    return RandomGame<Words>(board);
}
BigRandomGame random_game(const BigBoard& board) { return BigRandomGame(board); }

template <typename AnyBoard>
int play(const AnyBoard& board, Random& random, Playouts& result) {
    auto game = random_game(board);
    OpenColumns open(board.rules().columns);
    const int cells = board.rules().cells();
    for (int ply = 0; ply < cells; ++ply) {
        const int column = open.pick(random);
        if (game.drop(column, ply)) {
            ++(ply % 2 == 0 ? result.first_wins : result.second_wins);
            return ply + 1;
        }
        if (game.height(column) == board.rules().rows) open.close_picked();
    }
    ++result.draws;
    return cells;
}

}  // namespace

std::uint64_t perft(const Rules& rules, int depth, StopToken& stop) {
    Pace pace(stop);
    return with_board(rules, [&](auto board) { return count_sequences(board, depth, pace); });
}

std::uint64_t count_positions(const Rules& rules, int plies, StopToken& stop) {
    Pace pace(stop);
    return with_board(rules, [&](auto board) -> std::uint64_t {
        auto keys = keys_for(board);
        keys.insert(key_of(board));
        for (int ply = 0; ply < plies && keys.size() > 0; ++ply) keys = next_positions(board, keys, pace);
        return keys.size();
    });
}

Playouts random_playouts(const Rules& rules, std::uint64_t games, std::uint64_t seed, StopToken& stop) {
    Pace pace(stop);
    return with_board(rules, [&](const auto& board) {
        Random random(seed);
        Playouts result;
        for (std::uint64_t game = 0; game < games; ++game) {
            const int plies = play(board, random, result);
            result.plies += static_cast<std::uint64_t>(plies);
            if (pace.stops(plies)) break;
        }
        return result;
    });
}

}  // namespace LINEFALL_ISA
}  // namespace linefall
