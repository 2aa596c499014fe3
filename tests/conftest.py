"""What every test relies on, wherever the suite was started from."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import coverage
import pytest

# A shell that starts something in the background lets it ignore Ctrl-C, and `nohup` lets it ignore
# hang-ups; all that is started from there inherits that, and no test of such an end could pass.
# With handlers of its own, this process hands on the usual behaviour.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda _number, _frame: None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Lets a test that is marked `unwatched` run at full speed."""
    watching = coverage.Coverage.current() if item.get_closest_marker("unwatched") else None
    if watching is None:
        return (yield)
    watching.stop()
    try:
        return (yield)
    finally:
        watching.start()
