// The smallest test framework that serves: TEST("a sentence") { CHECK(condition); }
#pragma once

#include <cstdio>
#include <vector>

namespace check {

struct Test {
    const char* name;
    void (*run)();
};

inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}

inline int failures = 0;

struct Register {
    Register(const char* name, void (*run)()) { tests().push_back({name, run}); }
};

inline void that(bool holds, const char* condition, const char* file, int line) {
    if (holds) return;
    ++failures;
    std::printf("%s:%d: not true: %s\n", file, line, condition);
}

}  // namespace check

#define CHECK_JOIN_(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN_(a, b)
#define CHECK(...) check::that(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define TEST(name)                                                                                   \
    static void CHECK_JOIN(test_, __LINE__)();                                                       \
    static const check::Register CHECK_JOIN(register_, __LINE__)(name, CHECK_JOIN(test_, __LINE__)); \
    static void CHECK_JOIN(test_, __LINE__)()
