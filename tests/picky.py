"""Plays the first open column of an order drawn from its argument: always the same game."""

import random
import sys

order_seed = int(sys.argv[1]) if len(sys.argv) > 1 else 0
print("Ready", flush=True)
rows, columns, _, first, _ = sys.stdin.readline().split()
order = list(range(int(columns)))
random.Random(order_seed).shuffle(order)
heights = [0] * int(columns)
mine = first == "1"
while sum(heights) < int(rows) * int(columns):
    if mine:
        column = next(c for c in order if heights[c] < int(rows))
        print(column, flush=True)
    else:
        line = sys.stdin.readline()
        if not line:
            break
        column = int(line)
    heights[column] += 1
    mine = not mine
