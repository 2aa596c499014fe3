#include "pages.hpp"

#include <bit>
#include <chrono>
#include <mutex>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace linefall {
namespace {

constexpr std::size_t step = std::size_t{2} << 20;  // a large page

struct Block {
    void* start;
    std::size_t size;
};

std::mutex door;
std::vector<Block> reserved;  // by `door`; given to the first tables that fit, then to the system

void* from_system(std::size_t size) {
#if defined(__linux__)
    void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, size, MADV_HUGEPAGE);
    return memory;
#else
    void* const memory = ::operator new(size, std::align_val_t(64));
    std::memset(memory, 0, size);
    return memory;
#endif
}

void to_system(void* memory, std::size_t size) {
#if defined(__linux__)
    munmap(memory, size);
#else
    static_cast<void>(size);
    ::operator delete(memory, std::align_val_t(64));
#endif
}

// Touches pages until the time is up, one at least; gives how far it came.
std::size_t touch(void* start, std::size_t size, double seconds) {
    const auto begin = std::chrono::steady_clock::now();
    auto* const memory = static_cast<volatile char*>(start);
    std::size_t from = 0;
    while (from < size) {
        const std::size_t end = size - from < step ? size : from + step;
        for (; from < end; from += 4096) memory[from] = 0;
        if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > seconds) break;
    }
    return from < size ? from : size;
}

// The smallest reserved block that is large enough, if there is one.
Block take_reserved(std::size_t size) {
    const std::lock_guard<std::mutex> one(door);
    auto best = reserved.end();
    for (auto block = reserved.begin(); block != reserved.end(); ++block) {
        if (block->size >= size && (best == reserved.end() || block->size < best->size)) best = block;
    }
    if (best == reserved.end()) return {nullptr, 0};
    const Block found = *best;
    reserved.erase(best);
    return found;
}

}  // namespace

ReadyPages::ReadyPages(std::size_t size) : size_(size), block_(size) {
    const Block found = take_reserved(size);
    if (found.start) block_ = found.size;
    data_ = static_cast<std::uint64_t*>(found.start ? found.start : from_system(size));
}

ReadyPages::~ReadyPages() { to_system(data_, block_); }

std::size_t reserve_pages(std::size_t size, double seconds) {
    void* const memory = from_system(size);
    const std::size_t touched = touch(memory, size, seconds);
    const std::size_t kept = touched >= size ? size : std::bit_floor(touched);
#if defined(__linux__)
    if (kept < size) to_system(static_cast<char*>(memory) + kept, size - kept);
#endif
    const std::lock_guard<std::mutex> one(door);
    reserved.push_back({memory, kept});
    return kept;
}

}  // namespace linefall
