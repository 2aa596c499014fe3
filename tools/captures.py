"""Plays each preset in tmux as a person would, and keeps the last screen in docs/presets/.

The game without a preset goes to docs/play-capture.txt.

    .venv/bin/python tools/captures.py [OPPONENT]

The person drops into the columns of a fixed list, answers what is asked, and goes on until the game
is over. Each capture is to be looked at before it is committed.
"""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PRESETS = ("classic", "shapes", "console", "connectx", "bitmap")
# What stands at the end of the screen, and what a person types then; None: a column.
ANSWERS = (
    (r"choose 0 for .*:$", "1"),
    (r"are you sure\?.*:$", "y"),
    (r"next game\?.*:$", "0"),
    (r"anything else ends:$", ""),
    (r"(column \d+\.\.\d+|that is not full):$", None),
)
PATIENCE = 60.0


class Screen:
    """Is a tmux session of its own."""

    def __init__(self, folder: str, command: str) -> None:
        self._base = ["tmux", "-S", f"{folder}/tmux", "-f", "/dev/null", "-u"]
        self._call("new-session", "-d", "-x", "80", "-y", "40", f"{command}; sleep 1000")

    def _call(self, *words: str) -> str:
        ran = subprocess.run([*self._base, *words], capture_output=True, text=True, check=True)
        return ran.stdout

    def text(self) -> str:
        """Gives what is on the screen."""
        return self._call("capture-pane", "-p").rstrip()

    def type(self, text: str) -> None:
        """Types a line."""
        self._call("send-keys", text, "Enter")

    def close(self) -> None:
        """Ends the session."""
        self._call("kill-server")


def settled(screen: Screen, before: str) -> str:
    """Waits until the screen has changed and then stands still."""
    end, last = time.monotonic() + PATIENCE, before
    while time.monotonic() < end:
        time.sleep(0.3)
        now = screen.text()
        if now == last and now != before:
            return now
        last = now
    raise SystemExit(f"the screen stands still:\n{last}")


def play(options: str) -> str:
    """Plays one game to its end and gives the last screen."""
    columns = itertools.cycle("3241536")
    with tempfile.TemporaryDirectory() as folder:
        python = f"env LANG=C.UTF-8 {sys.executable} -m linefall"
        screen = Screen(folder, f"{python} play {options}; echo exit status $?")
        try:
            text = settled(screen, "")
            while "exit status" not in text:
                answer = answer_to(text)
                screen.type(next(columns) if answer is None else answer)
                text = settled(screen, text)
        finally:
            screen.close()
    return f"$ linefall play {options}\n[...]\n{text}\n"


def answer_to(text: str) -> str | None:
    """Gives what a person answers to the question at the end of the screen."""
    for pattern, answer in ANSWERS:
        if re.search(pattern, text):
            return answer
    raise SystemExit(f"no answer to:\n{text}")


def main() -> None:
    """Plays every preset and writes the captures."""
    opponent = sys.argv[1] if len(sys.argv) > 1 else "engine:4"
    games = {"play-capture.txt": "--seed 7"} | {
        f"presets/{preset}-capture.txt": f"--rules {preset} --second {opponent} --seed 7"
        for preset in PRESETS
    }
    for file, options in games.items():
        path = ROOT / "docs" / file
        path.write_text(play(options), encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
