"""Runs the command line: ``python -m linefall`` is the command ``linefall``."""

import signal


def main() -> None:
    """Runs the command line; Ctrl-C while it is still being loaded ends it without a word."""
    heeds_ctrl_c = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeds_ctrl_c:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from linefall import cli

    if heeds_ctrl_c:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    cli.main()


if __name__ == "__main__":
    main()
