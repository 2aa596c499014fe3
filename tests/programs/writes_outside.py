"""Tries to write next to itself, in the temporary folder and in the home of the user."""

import os
import pathlib
import sys

import legal

NAMES = [
    pathlib.Path(__file__).parent / "was_here.txt",
    pathlib.Path("/tmp/linefall_was_here.txt"),
    pathlib.Path("/root/linefall_was_here.txt"),
    pathlib.Path("/var/tmp/linefall_was_here.txt"),
    pathlib.Path("/dev/shm/linefall_was_here.txt"),
    pathlib.Path(__file__),
]
for name in NAMES:
    try:
        with open(name, "a") as file:
            file.write("")
        print(f"written: {name}", file=sys.stderr)
    except OSError as error:
        print(f"refused: {name}: {error.strerror}", file=sys.stderr)
pathlib.Path("mine.txt").write_text("in the scratch folder this is allowed")
os.mkdir("locked")
os.symlink("/etc", "locked/link")
os.chmod("locked", 0)
print("scratch:", os.getcwd(), file=sys.stderr)
legal.play()
