// Sets of cells against the plainest model there is: an array of bools.
#include "bits.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <type_traits>

#include "check.hpp"

using namespace linefall;

namespace {

template <int Words>
using Model = std::array<bool, Bits<Words>::width>;

template <int Words>
constexpr std::size_t last = static_cast<std::size_t>(Bits<Words>::width) - 1;

template <int Words>
Bits<Words> from_model(const Model<Words>& model) {
    Bits<Words> bits;
    for (std::size_t i = 0; i <= last<Words>; ++i) {
        if (model[i]) bits |= Bits<Words>::bit(static_cast<int>(i));
    }
    return bits;
}

// Dense, sparse, or with long runs of ones, which is where carries go wrong.
template <int Words>
Model<Words> random_model(std::mt19937& random) {
    Model<Words> model{};
    const auto kind = random() % 3;
    bool value = random() % 2;
    for (bool& bit : model) {
        if (kind == 2) value ^= random() % 40 == 0;
        bit = kind == 0 ? random() % 2 == 0 : kind == 1 ? random() % 50 == 0 : value;
    }
    return model;
}

template <int Words>
Model<Words> sum(const Model<Words>& a, const Model<Words>& b) {
    Model<Words> result{};
    int carry = 0;
    for (std::size_t i = 0; i <= last<Words>; ++i) {
        const int digit = a[i] + b[i] + carry;
        result[i] = digit % 2;
        carry = digit / 2;
    }
    return result;
}

template <int Words>
Model<Words> shifted_left(const Model<Words>& a, std::size_t amount) {
    Model<Words> result{};
    for (std::size_t i = amount; i <= last<Words>; ++i) result[i] = a[i - amount];
    return result;
}

template <int Words>
Model<Words> shifted_right(const Model<Words>& a, std::size_t amount) {
    Model<Words> result{};
    for (std::size_t i = 0; i + amount <= last<Words>; ++i) result[i] = a[i + amount];
    return result;
}

template <int Words>
void check_shifts(const Model<Words>& model) {
    const Bits<Words> bits = from_model<Words>(model);
    for (int amount = 0; amount <= Bits<Words>::width + 70; ++amount) {
        const auto steps = static_cast<std::size_t>(amount);
        CHECK(bits << amount == from_model<Words>(shifted_left<Words>(model, steps)));
        CHECK(bits >> amount == from_model<Words>(shifted_right<Words>(model, steps)));
        if (amount >= Bits<Words>::width) continue;
        CHECK(shl(bits, amount) == bits << amount);
        CHECK(shr(bits, amount) == bits >> amount);
    }
}

template <int Words>
void check_sums(const Model<Words>& a, const Model<Words>& b) {
    const Bits<Words> x = from_model<Words>(a), y = from_model<Words>(b);
    CHECK(x + y == from_model<Words>(sum<Words>(a, b)));
    CHECK(x + y - y == x);
    CHECK(x - y + y == x);
    CHECK(Bits<Words>() - x == ~x + Bits<Words>(1));
}

template <int Words>
void check_order(const Model<Words>& a, const Model<Words>& b) {
    const bool less = std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    const Bits<Words> x = from_model<Words>(a), y = from_model<Words>(b);
    CHECK((x < y) == less);
    CHECK((x == y) == (a == b));
    CHECK((x <=> y == 0) == (a == b));
}

template <int Words>
void check_logic(const Model<Words>& a, const Model<Words>& b) {
    const Bits<Words> x = from_model<Words>(a), y = from_model<Words>(b);
    for (std::size_t i = 0; i <= last<Words>; ++i) {
        const int bit = static_cast<int>(i);
        CHECK(x.has(bit) == a[i]);
        CHECK((x & y).has(bit) == (a[i] && b[i]));
        CHECK((x | y).has(bit) == (a[i] || b[i]));
        CHECK((x ^ y).has(bit) == (a[i] != b[i]));
        CHECK((~x).has(bit) == !a[i]);
    }
}

template <int Words>
void check_members(const Model<Words>& model) {
    Bits<Words> left = from_model<Words>(model);
    CHECK(popcount(left) == std::count(model.begin(), model.end(), true));
    for (std::size_t i = 0; i <= last<Words>; ++i) {
        if (!model[i]) continue;
        CHECK(lowest_index(left) == static_cast<int>(i));
        CHECK(lowest(left) == Bits<Words>::bit(static_cast<int>(i)));
        CHECK(several(left) == (popcount(left) > 1));
        left = without_lowest(left);
    }
    CHECK(!left);
    CHECK(!lowest(left));
    CHECK(!without_lowest(left));
}

template <int Words>
void check_bytes(const Model<Words>& model) {
    const Bits<Words> bits = from_model<Words>(model);
    unsigned char data[Bits<Words>::bytes];
    bits.to_bytes(data);
    CHECK(Bits<Words>::from_bytes(data, sizeof data) == bits);
    CHECK(Bits<Words>::from_bytes(data, 3) == (bits & Bits<Words>::first(24)));
    for (std::size_t i = 0; i <= last<Words>; ++i) CHECK((data[i / 8] >> i % 8 & 1) == model[i]);
}

template <int Words>
void check_all() {
    static_assert(std::is_trivially_copyable_v<Bits<Words>>);
    static_assert(sizeof(Bits<Words>) == 8 * Words);
    std::mt19937 random(Words);
    for (int round = 0; round < 30; ++round) {
        const auto a = random_model<Words>(random), b = random_model<Words>(random);
        if (round < 6) check_shifts<Words>(a);
        check_sums<Words>(a, b);
        check_order<Words>(a, b);
        check_order<Words>(a, a);
        check_logic<Words>(a, b);
        check_members<Words>(a);
        check_bytes<Words>(a);
    }
}

template <int Words>
void check_edges() {
    using Set = Bits<Words>;
    CHECK(!Set());
    CHECK(!Set::first(0));
    CHECK(Set::first(Set::width) == ~Set());
    CHECK(popcount(~Set()) == Set::width);
    CHECK(~Set() + Set(1) == Set());
    CHECK(Set() - Set(1) == ~Set());
    CHECK(lowest_index(Set::bit(Set::width - 1)) == Set::width - 1);
    CHECK(Set::bit(Set::width - 1) > Set::first(Set::width - 1));
    CHECK(Set::first(Set::width - 1) + Set(1) == Set::bit(Set::width - 1));
}

static_assert((Bits<8>::bit(511) >> 511) == Bits<8>(1), "sets can be computed while compiling");
static_assert(Bits<4>::first(200) + Bits<4>(1) == Bits<4>::bit(200));

}  // namespace

TEST("one word behaves like an array of bools") { check_all<1>(); }
TEST("two words behave like an array of bools") { check_all<2>(); }
TEST("four words behave like an array of bools") { check_all<4>(); }
TEST("eight words behave like an array of bools") { check_all<8>(); }

TEST("empty sets, full sets and the highest bit are no exceptions") {
    check_edges<1>();
    check_edges<2>();
    check_edges<4>();
    check_edges<8>();
}
