// Runs every test and says which failed.
#include "check.hpp"

int main() {
    int failed = 0;
    for (const check::Test& test : check::tests()) {
        check::failures = 0;
        test.run();
        failed += check::failures > 0;
        std::printf("%s %s\n", check::failures > 0 ? "FAILED" : "ok    ", test.name);
    }
    std::printf("%zu tests, %d failed\n", check::tests().size(), failed);
    return failed > 0 ? 1 : 0;
}
