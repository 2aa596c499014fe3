#include "counting.hpp"

#include "check.hpp"

using namespace linefall;

TEST("the distinct positions of 6x7x4 are those of the literature") {
    const std::uint64_t known[] = {1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186};
    for (int plies = 0; plies < 10; ++plies) {
        StopToken stop;
        CHECK(LINEFALL_DISPATCH(count_positions, Rules{}, plies, stop) == known[plies]);
    }
}
