"""Grades a made-up class of 30 and compares every verdict with what it was made for.

    python bench/grading.py [--full | --short] [FOLDER]

Without an option the boards and limits are those of `linefall grade --quick`. `--full` takes those
of a real grading, which is hours of thinking; `--short` has all its boards and exams, with less
time for each move and fewer rounds. A FOLDER that was begun before is gone on with.
"""

from __future__ import annotations

import csv
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from classroom import hand_in, hand_in_broken  # noqa: E402
from processes import processes_with  # noqa: E402

SHORT = """
[part1.minimax]
seconds = [0.2]
rounds = 2
[part1.deepening]
seconds = [0.2]
rounds = 1
[part1.alphabeta]
seconds = [0.2]
rounds = 1
[part2]
seconds = [0.1]
"""
GOOD = ["alphabeta", "handin", "deepening", "minimax"]
WEAK = ["left", "right", "rand", "left"]
FAULTY = {"crash": "start-up", "hang": "time", "silent": "start-up", "illegal": "illegal move",
          "cheat": "protocol"}  # fmt: skip
BROKEN = ["broken zip", "no program", "local import", "bomb", "path", "link"]


def make_class(folder: Path) -> dict[str, str]:
    """Writes 30 submissions; gives the kind of each by its ID."""
    kinds: dict[str, str] = {}
    for number, kind in enumerate([*GOOD, *WEAK, *FAULTY, *FAULTY], start=1001):
        hand_in(folder, str(number), kind, readme=number % 5 != 0)
        kinds[str(number)] = kind
    for number, kind in enumerate([*BROKEN, *BROKEN[:4]], start=2001):
        hand_in_broken(folder, str(number), kind)
        kinds[str(number)] = kind
    for name in ("12-34", "ada"):
        hand_in(folder, name, "left")
        kinds[name] = "wrong name"
    return kinds


def wrong(kind: str, row: dict[str, str]) -> bool:
    """Says whether a line of the table is not what its submission was made for."""
    if kind in (*BROKEN, "wrong name"):
        return row["total"] != "0" or not row["problems"]
    if kind in FAULTY:
        # The one that always answers 0 is only at fault once that column is full.
        return row["part1"] != "0" or row["faults"] == "0"
    return row["faults"] != "0"


def main() -> int:
    """Makes the class, grades it, and prints the figures."""
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    folder = Path(words[0] if words else tempfile.mkdtemp(prefix="classroom-"))
    (folder / "class").mkdir(parents=True, exist_ok=True)
    kinds = make_class(folder / "class")
    how = ["--quick"]
    if "--short" in sys.argv:
        (folder / "short.toml").write_text(SHORT)
        how = ["--config", "short.toml"]
    elif "--full" in sys.argv:
        how = []
    (folder / "tmp").mkdir(exist_ok=True)
    start = time.monotonic()
    subprocess.run(
        [sys.executable, "-m", "linefall", "grade", "class", *how, "--report", "grades.html",
         "--pages", "pages"], cwd=folder, check=True,
        env={**os.environ, "TMPDIR": str(folder / "tmp")},
    )  # fmt: skip
    seconds = time.monotonic() - start
    with (folder / "grades.csv").open(newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    with sqlite3.connect(folder / "grades.db") as database:
        games, moves = database.execute(
            "SELECT count(*), (SELECT count(*) FROM moves) FROM games"
        ).fetchone()
    pages = len(list((folder / "pages").glob("*.html")))
    size = (folder / "grades.html").stat().st_size / 1e6
    left = [pid for pid in processes_with(str(folder)) if pid != os.getpid()]
    print(f"{games} games, {moves} moves; {pages} pages, a report of {size:.2f} MB")
    print(f"processes left: {left or 'none'}")
    mistaken = [id_ for id_, kind in kinds.items() if wrong(kind, rows[id_])]
    print(f"{len(rows)} submissions graded in {seconds:.0f} s, in {folder}")
    print(f"not as constructed: {' '.join(mistaken) or 'none'}")
    own = [id_ for id_, kind in kinds.items() if kind != "wrong name"]  # who gets a page
    return bool(mistaken or left or pages != len(own) or len(rows) != len(kinds))


if __name__ == "__main__":
    sys.exit(main())
