// The rules of one game: the size of the board and how many in line win.
#pragma once

namespace linefall {

struct Rules {
    static constexpr int limit = 100;  // of each number

    int rows = 6;
    int columns = 7;
    int connect = 4;

    constexpr int cells() const { return rows * columns; }

    constexpr bool valid() const {
        return rows >= 1 && rows <= limit && columns >= 1 && columns <= limit && connect >= 1 && connect <= limit;
    }

    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace linefall
