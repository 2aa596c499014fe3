"""Other processes: which of them there are, and waiting for what they bring about and show."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path


def processes_with(text: str) -> list[int]:
    """Lists the processes (not this one) whose command line holds a text."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdecimal() and int(entry) != os.getpid():
            try:
                words = Path("/proc", entry, "cmdline").read_bytes()  # of one that ended: nothing
            except OSError:
                continue
            if text.encode() in words:
                found.append(int(entry))
    return found


def wait_until(
    condition: Callable[[], object],
    seconds: float = 30.0,
    *,
    pause: float = 0.02,
    complaint: Callable[[], str] = lambda: "it did not come about",
) -> None:
    """Waits for something that must come about."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, complaint()
        time.sleep(pause)


def read_to_the_end(terminal: int) -> bytes:
    """Gives what a terminal shows until its other end is closed."""
    seen = b""
    while True:
        try:
            more = os.read(terminal, 4096)
        except OSError:  # how Linux says that nobody holds the other end any more
            return seen
        if not more:
            return seen
        seen += more


LEAVING = """
import resource
def leave(amount):
    with open("/proc/self/statm") as file:
        mapped = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + amount,) * 2)
"""


def run_with_little_memory(code: str) -> subprocess.CompletedProcess[str]:
    """Runs Python of its own, which calls `leave` with the bytes that it may map from then on."""
    return subprocess.run(
        [sys.executable, "-c", LEAVING + code],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
