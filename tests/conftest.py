"""What every test relies on, wherever the suite was started from."""

from __future__ import annotations

import signal

# A shell that starts something in the background lets it ignore Ctrl-C, and `nohup` lets it ignore
# hang-ups; all that is started from there inherits that, and no test of such an end could pass.
# With handlers of its own, this process hands on the usual behaviour.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda _number, _frame: None)
