"""The one place with calls that not every system has: processes, pipes, signals, fences.

`posix.py` with `keeper.py`, `fences.py` and `proc.py` is the way of Linux, and of macOS as far as
it goes there (no subreaper, no Landlock: process groups and `ps` instead). `windows.py` is the way
of Windows with what the standard library has. Both offer the same two names: `Wire` and `Child`.
Nothing outside of this folder calls what is not on every system.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.platform != "win32":
    from linefall.system.posix import Child, Wire, own_wait, raised_priority, usable_cores
else:
    from linefall.system.windows import Child, Wire, own_wait, raised_priority, usable_cores

__all__ = ["Child", "Wire", "own_wait", "raised_priority", "usable_cores"]
