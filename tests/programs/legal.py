"""Plays legally, the leftmost open column; other programs here import it and misbehave."""

import os
import sys


def ready(end="\n"):
    sys.stdout.write("Ready" + end)
    sys.stdout.flush()


def setup():
    """Reads the judge's first line; ends when there is none."""
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    rows, columns, connect, first, seconds = line.split()
    return int(rows), int(columns), int(connect), first == "1", float(seconds)


def only_fenced():
    """Ends here when nothing keeps this program from doing real harm to other processes."""
    try:
        os.close(os.open("/tmp", os.O_TMPFILE | os.O_WRONLY))
        sys.exit("not behind a fence: this would do harm")
    except OSError:
        pass
    try:
        os.kill(os.getppid(), 0)
        if os.getppid() != 1:
            sys.exit("not behind a fence: this would do harm")
    except OSError:
        pass


def turn():
    """Reads until it is our turn for the first time."""
    size = setup()
    if not size[3] and not sys.stdin.readline():
        sys.exit(0)
    return size


def say(text, end="\n"):
    sys.stdout.write(str(text) + end)
    sys.stdout.flush()


def play(choose=None, *, end="\n", greet=True):
    """Plays a whole game; `choose(heights, rows, seconds, number)` may do anything first."""
    if greet:
        ready(end)
    rows, columns, _, mine, seconds = setup()
    heights, number = [0] * columns, 0
    while min(heights) < rows:
        if mine:
            column = next(c for c in range(columns) if heights[c] < rows)
            if choose is not None:
                changed = choose(heights, rows, seconds, number)
                column = column if changed is None else changed
            say(column, end)
            number += 1
        else:
            line = sys.stdin.readline()
            if not line:
                return
            column = int(line)
        if not 0 <= column < columns:
            break
        heights[column] += 1
        mine = not mine


if __name__ == "__main__":
    play()
