"""The way of the system at hand: that of `windows.py`, or that of `posix.py` for all others."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.platform != "win32":
    from linefall.system.posix import Child, Wire, files_allowed, own_wait, raised_priority
else:
    from linefall.system.windows import Child, Wire, files_allowed, own_wait, raised_priority

__all__ = ["Child", "Wire", "files_allowed", "own_wait", "raised_priority"]
