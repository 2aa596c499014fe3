"""What every test relies on, wherever the suite was started from."""

from __future__ import annotations

import signal

# A shell that starts something in the background lets it ignore Ctrl-C, and all that is started
# from there inherits that: no test of an interruption could pass. With a handler of its own, this
# process hands on the usual behaviour.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
