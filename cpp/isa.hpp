// Instruction sets: how one source file is compiled several times, and how the right copy is chosen.
//
// Sources given to `linefall_add_dispatched` in CMakeLists.txt are compiled once per level with LINEFALL_ISA set
// to `base`, `v3` or `v4`, so that a wheel built for any x86-64 still uses what the processor at hand offers.
//
// Every template and inline function that such a source uses must live in
//
//     namespace linefall { inline namespace LINEFALL_ISA { ... } }
//
// because a linker merges inline functions of the same name and keeps one of them: without the level in the name, an
// old processor could be handed the AVX copy. Outside that namespace stand only plain data passed between the levels
// (counts, options, StopToken). What the standard library instantiates for both is kept safe by the order in
// which CMakeLists.txt links: lower levels first, and a linker keeps the first of equal inline functions.
#pragma once

#ifndef LINEFALL_ISA
#define LINEFALL_ISA base
#endif

namespace linefall {

enum class Isa { base, v3, v4 };

// The highest level that this build contains and this processor can run. The environment variable
// LINEFALL_ISA (base, v3 or v4) lowers it, for tests and for comparing levels.
Isa best_isa();

const char* isa_name(Isa isa);

}  // namespace linefall

// A function with one copy per level is declared in its header with
//
//     namespace linefall {
//     LINEFALL_DECLARE_LEVELS(Playouts random_playouts(const Rules& rules, std::uint64_t games))
//     }
//
// defined in a dispatched source inside the inline namespace, and called, from any other source, with
// LINEFALL_DISPATCH(random_playouts, rules, games), which picks the best copy.
#if defined(LINEFALL_LEVEL_COPY)  // this file is being compiled for v3 or v4: only its own copy is in sight
#define LINEFALL_DECLARE_LEVELS(...) \
    inline namespace LINEFALL_ISA {  \
    __VA_ARGS__;                     \
    }
#elif defined(LINEFALL_HAS_LEVELS)
#define LINEFALL_DECLARE_LEVELS(...) \
    inline namespace base {          \
    __VA_ARGS__;                     \
    }                                \
    namespace v3 {                   \
    __VA_ARGS__;                     \
    }                                \
    namespace v4 {                   \
    __VA_ARGS__;                     \
    }
#define LINEFALL_DISPATCH(function, ...)                                                     \
    (::linefall::best_isa() == ::linefall::Isa::v4   ? ::linefall::v4::function(__VA_ARGS__) \
     : ::linefall::best_isa() == ::linefall::Isa::v3 ? ::linefall::v3::function(__VA_ARGS__) \
                                                     : ::linefall::base::function(__VA_ARGS__))
#else  // not x86-64: one level
#define LINEFALL_DECLARE_LEVELS(...) \
    inline namespace base {          \
    __VA_ARGS__;                     \
    }
#define LINEFALL_DISPATCH(function, ...) ::linefall::base::function(__VA_ARGS__)
#endif
