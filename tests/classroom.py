"""A made-up class: submissions of every kind, for the tests and for the figures in the docs."""

import stat
import zipfile
from pathlib import Path

from linefall import bots

PLAYER = """
import sys, time
print("Ready", flush=True)
rows, columns, connect, first, seconds = input().split()
rows, columns, first = int(rows), int(columns), first == "1"
heights = [0] * columns
turn = 0 if first else 1
while True:
    if turn == 0:
        move = {choose}
        heights[move] += 1
        print(move, flush=True)
    else:
        line = sys.stdin.readline()
        if not line.strip():
            break
        heights[int(line)] += 1
    turn = 1 - turn
"""
LEFT = "next(c for c in range(columns) if heights[c] < rows)"
RIGHT = "next(c for c in reversed(range(columns)) if heights[c] < rows)"

#: Kind of program -> its text.
PROGRAMS = {
    "left": PLAYER.format(choose=LEFT),
    "right": PLAYER.format(choose=RIGHT),
    "crash": 'raise RuntimeError("</script><script>document.title = 1</script>")\n',
    "hang": 'print("Ready", flush=True)\nwhile True:\n    pass\n',
    "silent": "import time\ntime.sleep(1000)\n",
    "illegal": PLAYER.format(choose="0"),
    "cheat": PLAYER.format(choose="print(0) or 0"),
}


def program(kind: str) -> str:
    """Gives the text of a program; those that come along play well."""
    if kind in PROGRAMS:
        return PROGRAMS[kind]
    return bots.path(kind).read_text(encoding="utf-8")


def hand_in(folder: Path, id_: str, kind: str, *, name: str = "Ada Example", readme=True) -> Path:
    """Writes a submission that is whole, but for what its program does."""
    path = folder / f"{id_}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("hw2.py", f"# Name: {name}\n# ID: {id_}\n{program(kind)}")
        if readme:
            archive.writestr("README.txt", f"{name} {id_}\n\nIt plays {kind}.\n")
    return path


def hand_in_broken(folder: Path, id_: str, kind: str) -> Path:
    """Writes a submission with nothing to play."""
    path = folder / f"{id_}.zip"
    if kind == "broken zip":
        path.write_bytes(b"PK\x03\x04 this is no zip")
        return path
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        if kind == "no program":
            archive.writestr("README", "nothing")
        elif kind == "local import":
            archive.writestr("hw2.py", "import helper\n")
            archive.writestr("helper.py", "")
        elif kind == "bomb":
            archive.writestr("hw2.py", bytes(30 * 2**20))
        elif kind == "path":
            archive.writestr("hw2.py", "")
            archive.writestr("../../hw2.py", "")
        elif kind == "link":
            link = zipfile.ZipInfo("hw2.py")
            link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
            archive.writestr(link, "/etc/passwd")
    return path
