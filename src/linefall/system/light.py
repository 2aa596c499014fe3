"""What every keeper would otherwise import half of the standard library for.

A keeper starts with each program, so that its start is part of every game: `contextlib`, `json`,
`re`, `signal`, `socket`, `threading` and `typing` together take three times as long to import as
Python takes to start.
"""

from __future__ import annotations

TYPE_CHECKING = False  # without importing typing; type checkers know the name


class ignoring:  # noqa: N801  # reads like contextlib.suppress, whose work it does
    """Goes on behind the block when one of these errors occurs in it."""

    def __init__(self, *errors: type[BaseException]) -> None:
        """Takes the errors to ignore."""
        self.errors = errors

    def __enter__(self) -> None:
        """Does nothing."""

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        """Says whether the error is one to ignore."""
        return kind is not None and issubclass(kind, self.errors)
