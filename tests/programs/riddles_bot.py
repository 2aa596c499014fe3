"""A riddles.io program: reads settings and updates, and places its disc in the fullest column."""

import sys

field = []
for line in sys.stdin:
    words = line.split()
    if words[:3] == ["update", "game", "field"]:
        field = [row.split(",") for row in words[3].split(";")]
    elif words[:2] == ["action", "move"]:
        heights = [sum(row[c] != "." for row in field) for c in range(len(field[0]))]
        best = max((h, c) for c, h in enumerate(heights) if h < len(field))
        print(f"place_disc {best[1]}", flush=True)
