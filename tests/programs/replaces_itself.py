"""Tries to put another program into its own place, and into that of its helper, and plays."""

import os
import sys

import legal

legal.only_fenced()
for path in (__file__, legal.__file__):
    for attempt in (
        lambda path=path: os.unlink(path),
        lambda path=path: os.rename("other", path),
        lambda path=path: os.truncate(path, 0),
        lambda path=path: os.symlink("other", path + ".new"),
    ):
        try:
            with open("other", "w") as file:
                file.write("raise SystemExit\n")
            attempt()
            print("granted", file=sys.stderr)
        except OSError:
            pass
legal.play()
