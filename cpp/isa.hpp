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

// Calls `function` of the best level: LINEFALL_DISPATCH(random_playouts, rules, games). The function must be declared
// for each level with LINEFALL_DECLARE_LEVELS.
#ifdef LINEFALL_HAS_LEVELS
#define LINEFALL_DECLARE_LEVELS(declaration) \
    namespace base {                         \
    declaration;                             \
    }                                        \
    namespace v3 {                           \
    declaration;                             \
    }                                        \
    namespace v4 {                           \
    declaration;                             \
    }
#define LINEFALL_DISPATCH(function, ...)                                                     \
    (::linefall::best_isa() == ::linefall::Isa::v4   ? ::linefall::v4::function(__VA_ARGS__) \
     : ::linefall::best_isa() == ::linefall::Isa::v3 ? ::linefall::v3::function(__VA_ARGS__) \
                                                     : ::linefall::base::function(__VA_ARGS__))
#else
#define LINEFALL_DECLARE_LEVELS(declaration) \
    inline namespace base {                  \
    declaration;                             \
    }
#define LINEFALL_DISPATCH(function, ...) ::linefall::base::function(__VA_ARGS__)
#endif
