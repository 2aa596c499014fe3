"""What every keeper would otherwise import half of the standard library for.

A keeper starts with each program, so that its start is part of every game: `contextlib`, `json`,
`re`, `signal`, `socket`, `threading` and `typing` together take three times as long to import as
Python takes to start.
"""

from __future__ import annotations

import marshal

TYPE_CHECKING = False  # without importing typing; type checkers know the name
if TYPE_CHECKING:
    from typing import Any


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


def pack(thing: Any) -> bytes:
    """Writes plain data as one line, for `unpack` of the same Python.

    >>> unpack(pack({"event": "ended", "status": 0}))
    {'event': 'ended', 'status': 0}
    """
    return marshal.dumps(thing).hex().encode() + b"\n"


def unpack(line: bytes) -> Any:
    """Reads what `pack` wrote; only for lines of a judge or its keeper, which trust each other."""
    return marshal.loads(bytes.fromhex(line.decode()))
