"""The console of rich, as every command prints through it."""

from __future__ import annotations

from typing import NoReturn

from rich.console import Console


class Printer(Console):
    """Prints as rich does, and leaves it to the command line what happens when nobody reads."""

    def on_broken_pipe(self) -> NoReturn:
        """Tells that the reader went away, where rich would end the process with status 1."""
        raise BrokenPipeError
