"""Tries to write next to itself, in the temporary folder, the home, and places it is told of."""

import base64
import contextlib
import os
import pathlib
import sys

import legal

# Places come hidden, as a cheat would have them: the judge must not take them for its files.
NAMES = [base64.b64decode(word).decode() for word in sys.argv[1:] if word.endswith("=")]
if not NAMES:
    folders = ["/tmp", "/root", "/var/tmp", "/dev/shm", os.path.dirname(os.path.abspath(__file__))]
    NAMES = [f"{folder}/linefall_was_here.txt" for folder in folders]
for name in NAMES:
    try:
        with open(name, "x") as file:
            file.write("was here")
        if len(sys.argv) < 3:
            os.unlink(name)
        print(f"written: {name}", file=sys.stderr)
    except OSError as error:
        print(f"refused: {name}: {error.strerror}", file=sys.stderr)
try:
    open(__file__, "r+").close()
    print(f"written: {__file__}", file=sys.stderr)
except OSError as error:
    print(f"refused: {__file__}: {error.strerror}", file=sys.stderr)
pathlib.Path("mine.txt").write_text("in the scratch folder this is allowed")
os.mkdir("locked")
os.symlink("/etc", "locked/link")
with contextlib.suppress(PermissionError):  # some fences allow it nowhere
    os.chmod("locked", 0)
print("scratch:", os.getcwd(), file=sys.stderr)
legal.play()
