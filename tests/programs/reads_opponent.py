"""Tries to read the files that its arguments name, and the secrets of every process."""

import base64
import glob
import os
import pathlib
import sys

import legal

for process in glob.glob("/proc/[0-9]*/environ"):
    try:
        if int(process.split("/")[2]) != os.getpid() and pathlib.Path(process).read_bytes():
            print(f"read: {process}", file=sys.stderr)
    except OSError:
        continue
# The names come hidden, as a cheat would have them: the judge must not take them for its files.
for name in sys.argv[1:]:
    path = pathlib.Path(base64.b64decode(name).decode())
    try:
        path.read_bytes()
        print(f"read: {path}", file=sys.stderr)
    except OSError as error:
        print(f"refused: {path}: {error.strerror}", file=sys.stderr)
legal.play()
