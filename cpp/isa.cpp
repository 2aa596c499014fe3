#include "isa.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

#ifdef LINEFALL_HAS_LEVELS
#include <cpuid.h>
#endif

namespace linefall {
namespace {

#ifdef LINEFALL_HAS_LEVELS

struct Registers {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

// Empty where the processor does not know the leaf.
Registers cpuid(unsigned leaf) {
    Registers r;
    __get_cpuid_count(leaf, 0, &r.eax, &r.ebx, &r.ecx, &r.edx);
    return r;
}

// Which registers the operating system saves when it switches tasks: without that, AVX must not be used.
std::uint64_t saved_by_system() {
    unsigned low = 0, high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return std::uint64_t{high} << 32 | low;
}

constexpr bool all(std::uint64_t value, std::uint64_t wanted) { return (value & wanted) == wanted; }

constexpr unsigned bit(int index) { return 1u << index; }

// Asked of the processor directly: __builtin_cpu_supports needs a run-time library that not every compiler ships.
// The bits mirror the flags in CMakeLists.txt.
Isa detect() {
    constexpr unsigned osxsave = bit(27), avx = bit(28), fma = bit(12), movbe = bit(22), popcnt = bit(23);
    constexpr unsigned bmi = bit(3), avx2 = bit(5), bmi2 = bit(8), lzcnt = bit(5);
    constexpr unsigned avx512 = bit(16) | bit(17) | bit(28) | bit(30) | bit(31);  // F, DQ, CD, BW, VL
    constexpr std::uint64_t ymm = 0x06, zmm = 0xe6;

    if (!all(cpuid(1).ecx, osxsave | avx | fma | movbe | popcnt)) return Isa::base;
    const std::uint64_t saved = saved_by_system();
    const unsigned more = cpuid(7).ebx;
    if (!all(saved, ymm) || !all(more, bmi | avx2 | bmi2) || !all(cpuid(0x80000001).ecx, lzcnt)) return Isa::base;
    return all(saved, zmm) && all(more, avx512) ? Isa::v4 : Isa::v3;
}

#else

Isa detect() { return Isa::base; }

#endif

Isa allowed() {
    const char* wish = std::getenv("LINEFALL_ISA");
    if (wish != nullptr && std::string_view(wish) == "base") return Isa::base;
    if (wish != nullptr && std::string_view(wish) == "v3") return Isa::v3;
    return Isa::v4;
}

}  // namespace

Isa best_isa() {
    static const Isa best = detect() < allowed() ? detect() : allowed();
    return best;
}

const char* isa_name(Isa isa) { return isa == Isa::v4 ? "v4" : isa == Isa::v3 ? "v3" : "base"; }

}  // namespace linefall
