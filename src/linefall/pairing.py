"""Pairing: neighbours in a table meet, and nobody meets anybody again who need not.

Each takes the nearest below whom it has not met. Late in a long tournament that leaves some over;
then who can meet whom is a matching of a graph, and Edmonds' search finds the largest there is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence, Set

Graph = Mapping[int, Sequence[int]]  # whom each may meet, in the order of the table


def pair_neighbours(table: Sequence[int], met: Set[frozenset[int]]) -> list[tuple[int, int]]:
    """Pairs an even table from the top, each with the nearest so that all get a new partner.

    Where that is impossible, as few as possible meet again.

    >>> pair_neighbours([0, 1, 2, 3], {frozenset((0, 1))})
    [(0, 2), (1, 3)]
    """
    mates: dict[int, int] = {}
    for i, a in enumerate(table):
        new = (b for b in table[i + 1 :] if b not in mates and frozenset((a, b)) not in met)
        if a not in mates and (b := next(new, None)) is not None:
            mates[a], mates[b] = b, a
    if len(mates) < len(table):
        graph = {a: [b for b in table if b != a and frozenset((a, b)) not in met] for a in table}
        for a in table:
            _find_mate(a, graph, mates)
        if len(mates) == len(table):
            mates = _nearest(table, graph, mates)
    left = [a for a in table if a not in mates]
    for a, b in zip(left[::2], left[1::2], strict=True):
        mates[a], mates[b] = b, a
    place = {a: i for i, a in enumerate(table)}
    return [(a, mates[a]) for a in table if place[a] < place[mates[a]]]


def _nearest(table: Sequence[int], graph: Graph, mates: dict[int, int]) -> dict[int, int]:
    """Lets each from the top take the nearest with whom all below can still be paired."""
    found: dict[int, int] = {}
    for a in table:
        for b in (b for b in graph[a] if a in mates and b in mates):
            rest = {c: d for c, d in mates.items() if a not in (c, d) and b not in (c, d)}
            if mates[a] == b or _find_mate(mates[a], _without(a, b, graph, mates), rest):
                found[a], found[b], mates = b, a, rest
                break
    return found


def _without(a: int, b: int, graph: Graph, mates: Mapping[int, int]) -> Graph:
    """The graph of those who are left when these two are paired."""
    left = mates.keys() - {a, b}
    return {c: [d for d in graph[c] if d in left] for c in left}


def _find_mate(root: int, graph: Graph, mates: dict[int, int]) -> bool:
    """Finds a mate for `root`, for which others may change theirs; says whether there is one.

    Looks along pairs that could be and pairs that are, in turn. An odd cycle on the way can be
    walked in both directions, so all of it is reached: it is taken for one place, its `base`.
    """
    base = {a: a for a in graph}
    came: dict[int, int] = {}  # from whom a pair that could be leads here

    def common_base(a: int, b: int) -> int:
        passed = {base[a]}
        while base[a] != root:
            a = came[mates[base[a]]]
            passed.add(base[a])
        while base[b] not in passed:
            b = came[mates[base[b]]]
        return base[b]

    def walk(a: int, b: int, end: int) -> set[int]:
        """The places from `a` to `end`; from now on they are also reached by way of `b`."""
        places = set()
        while base[a] != end:
            places |= {base[a], base[mates[a]]}
            came[a], b = b, mates[a]
            a = came[b]
        return places

    reached, queue = {root}, deque([] if root in mates else [root])
    while queue:
        a = queue.popleft()
        for b in reversed(graph[a]):  # from below, so that the pairs at the top stay
            if base[a] == base[b] or mates.get(a) == b:
                continue
            if b in reached:
                end = common_base(a, b)
                cycle = walk(a, b, end) | walk(b, a, end)
                inside = [c for c in graph if base[c] in cycle]
                base.update(dict.fromkeys(inside, end))
                queue.extend(c for c in inside if c not in reached)
                reached.update(inside)
            elif b not in came:
                came[b] = a
                if b not in mates:
                    _change_mates(b, came, mates)
                    return True
                reached.add(mates[b])
                queue.append(mates[b])
    return False


def _change_mates(end: int, came: Mapping[int, int], mates: dict[int, int]) -> None:
    """Makes the pairs on the way to `end` that could be, instead of those that are."""
    b: int | None = end
    while b is not None:
        a = came[b]
        old = mates.get(a)
        mates[a], mates[b] = b, a
        b = old
