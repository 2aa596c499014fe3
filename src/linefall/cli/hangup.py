"""Turns a terminal that goes away into one clear line."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, TextIO

from linefall.errors import LinefallError

HANGUP: Final[Any] = getattr(signal, "SIGHUP", None)  # Windows has no such signal


class TerminalClosed(LinefallError):
    """Says that the terminal has gone away."""


@contextmanager
def watching_the_terminal(message: str) -> Iterator[None]:
    """Ends what runs inside with `message` when the terminal is closed, and with nothing else.

    The system tells it by a signal, or by an input/output error, whichever comes first.
    """

    told = HANGUP is not None and threading.current_thread() is threading.main_thread()
    after: Any = None

    def let_go() -> None:
        # The signal may come after the error, or while that is being dealt with.
        nonlocal after
        after = signal.SIG_IGN
        if told:
            signal.signal(HANGUP, after)
        _point_at_nothing(sys.stdout)

    def closed(_signal: int, _frame: FrameType | None) -> None:
        let_go()
        raise TerminalClosed(message)

    if told:
        after = signal.signal(HANGUP, closed)
    try:
        yield
    except (TerminalClosed, OSError) as error:
        if isinstance(error, OSError) and error.errno != errno.EIO:
            raise
        let_go()
        raise TerminalClosed(message) from None
    finally:
        if told:
            signal.signal(HANGUP, after)


def _point_at_nothing(stream: TextIO) -> None:
    """Lets what is still to be written to a stream that is gone vanish without a complaint."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, stream.fileno())
    os.close(nothing)
