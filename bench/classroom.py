"""Grades a made-up class of 30 and compares every verdict with what it was made for.

    python bench/classroom.py [--full] [FOLDER]

Without `--full` the boards and limits are those of `linefall grade --quick`.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from classroom import hand_in, hand_in_broken  # noqa: E402

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
    words = [word for word in sys.argv[1:] if word != "--full"]
    folder = Path(words[0] if words else tempfile.mkdtemp(prefix="classroom-"))
    (folder / "class").mkdir(parents=True, exist_ok=True)
    kinds = make_class(folder / "class")
    quick = [] if "--full" in sys.argv else ["--quick"]
    start = time.monotonic()
    subprocess.run(
        [sys.executable, "-m", "linefall", "grade", "class", *quick, "--report", "grades.html",
         "--pages", "pages"], cwd=folder, check=True,
    )  # fmt: skip
    seconds = time.monotonic() - start
    with (folder / "grades.csv").open(newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    mistaken = [id_ for id_, kind in kinds.items() if wrong(kind, rows[id_])]
    print(f"{len(rows)} submissions graded in {seconds:.0f} s, in {folder}")
    print(f"not as constructed: {' '.join(mistaken) or 'none'}")
    return bool(mistaken)


if __name__ == "__main__":
    sys.exit(main())
