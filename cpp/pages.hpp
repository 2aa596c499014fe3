// Zeroed memory on large pages, made ready before it is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace linefall {

// The same for all levels of instructions; nothing here is worth a copy of its own.
class ReadyPages {
  public:
    // Takes a reserved block that is large enough, or asks the system.
    explicit ReadyPages(std::size_t size);
    ~ReadyPages();

    ReadyPages(const ReadyPages&) = delete;
    ReadyPages& operator=(const ReadyPages&) = delete;

    std::uint64_t* data() const { return data_; }

    // A word that threads share without locks.
    static std::uint64_t load(const std::uint64_t* word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
    static void save(std::uint64_t* word, std::uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }

    void clear() { std::memset(data_, 0, size_); }

  private:
    std::size_t size_, block_;
    std::uint64_t* data_;
};

// Keeps a block ready for a table to come. The system gives pages when they are first touched, and a large one may then
// take a millisecond: too long for a program under a clock, so this touches all of them now. Where that takes
// longer than `seconds`, the block is the largest power of two that was touched; returns its size.
std::size_t reserve_pages(std::size_t size, double seconds);

}  // namespace linefall
