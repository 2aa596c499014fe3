"""right: always the rightmost column that is not full.

The rules of the conversation, which every program here follows:
    1. print "Ready";
    2. read one line "N M X F T": N rows, M columns, X in line wins, F is 1 if you move first
       and 0 if second, T is the time for each move in seconds (a sixth word, such as "3,3,2",
       lists moves that were made already; only programs known to take it are sent one);
    3. then the two sides move in turn: on your turn print your column on a line of its own, on
       the other's turn read theirs. Columns count from 0. When the game is over, your input ends.
"""

import os
import sys


def choose(heights: list[int], rows: int) -> int:
    """Picks the rightmost column that is not full."""
    return max(column for column, height in enumerate(heights) if height < rows)


def main() -> None:
    """Plays one game on standard input and output."""
    print("Ready", flush=True)
    line = sys.stdin.readline()
    if not line:
        return
    try:
        rows, columns, _connect, first, _seconds, *opening = line.split()
        heights = [0] * int(columns)  # how many discs lie in each column
        height_limit = int(rows)
        moves = [move for word in opening for move in word.split(",")]
    except ValueError:
        sys.exit(f"right: expected a line 'N M X F T', got {line!r}")

    for move in moves:
        heights[read_column(move, heights, height_limit)] += 1
    my_turn = (first == "1") == (len(moves) % 2 == 0)
    while sum(heights) < height_limit * len(heights):
        if my_turn:
            column = choose(heights, height_limit)
            print(column, flush=True)
        else:
            line = sys.stdin.readline()
            if not line:
                return
            column = read_column(line, heights, height_limit)
        heights[column] += 1
        my_turn = not my_turn


def read_column(line: str, heights: list[int], rows: int) -> int:
    """Reads the other side's column, and ends with one clear line if it cannot be one."""
    open_columns = [column for column, height in enumerate(heights) if height < rows]
    try:
        column = int(line)
    except ValueError:
        column = -1
    if column not in open_columns:
        sys.exit(f"right: expected one of the columns {open_columns}, got {line!r}")
    return column


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # the judge is gone, or somebody pressed Ctrl-C
        os._exit(130)
