"""Calls of the C library by name, with what `ctypes` wraps: at a fifth of its time to import."""

from __future__ import annotations

import _ctypes
import os

from linefall.system.light import TYPE_CHECKING

if TYPE_CHECKING:
    from ctypes import Structure, c_char_p, c_int, c_ulong, c_ushort
else:
    from _ctypes import Structure

    class c_int(_ctypes._SimpleCData):  # noqa: N801  # as ctypes calls it
        """Is a C int."""

        _type_ = "i"

    class c_ulong(_ctypes._SimpleCData):  # noqa: N801
        """Is a C unsigned long."""

        _type_ = "L"

    class c_ushort(_ctypes._SimpleCData):  # noqa: N801
        """Is a C unsigned short."""

        _type_ = "H"

    class c_char_p(_ctypes._SimpleCData):  # noqa: N801
        """Is a C pointer to bytes."""

        _type_ = "z"


__all__ = ["Structure", "c_char_p", "c_ushort", "call"]

_LIBRARY = _ctypes.dlopen(None, os.RTLD_NOW)  # type: ignore[arg-type]  # None: this very process


class _Function(_ctypes.CFuncPtr):
    _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_USE_ERRNO
    _restype_ = c_int


def call(name: str, *values: int | bytes | Structure | None) -> int:
    """Calls a function that gives an int; an `OSError` when it is negative.

    Numbers are passed as words, bytes and structures by address, None as no address.

    >>> call("getppid") == os.getppid()
    True
    """
    function = _Function(_ctypes.dlsym(_LIBRARY, name))
    result: int = function(*(_passed(value) for value in values))
    if result < 0:
        number = _ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def _passed(value: int | bytes | Structure | None) -> object:
    if isinstance(value, int):
        return c_ulong(value)
    return _ctypes.byref(value) if isinstance(value, Structure) else value
