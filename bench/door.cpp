// The search behind plain functions, so that bench/versions.py can hold two versions of it side by side.
#include <cstring>
#include <memory>

#include "search.hpp"

using namespace linefall;

namespace {

struct Player {
    std::unique_ptr<Searcher> searcher;
    Weights weights;
};

}  // namespace

extern "C" {

Player* open_player(int rows, int columns, int connect, std::size_t memory) {
    const Rules rules{rows, columns, connect};
    return new Player{make_searcher(rules, memory, true), weights_for(rules)};
}

void forget(Player* player) { player->searcher->forget(); }

// Says whether there is a weight of that name.
bool set_weight(Player* player, const char* name, int value) {
    for (const NamedWeight& weight : named_weights) {
        if (std::strcmp(name, weight.name) != 0) continue;
        player->weights.*weight.field = value;
        player->searcher->set(player->weights);
        return true;
    }
    return false;
}

// Gives the column; `told` takes score, depth and nodes. The discs are bytes from the lowest.
int find_column(Player* player, const char* first, const char* second, int bytes, long long nodes, long long* told) {
    StopToken stop;
    Look look;
    look.first.assign(first, static_cast<std::size_t>(bytes));
    look.second.assign(second, static_cast<std::size_t>(bytes));
    look.nodes = static_cast<std::uint64_t>(nodes);
    const Found found = player->searcher->search(look, stop);
    told[0] = found.score;
    told[1] = found.depth;
    told[2] = static_cast<long long>(found.nodes);
    return found.column;
}
}
