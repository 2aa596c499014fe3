"""The one place with calls that not every system has: processes, pipes, signals, fences.

`posix.py` is the way of Linux, and of macOS as far as it goes there (no subreaper, no Landlock:
process groups and `ps` instead). `windows.py` is the way of Windows with what the standard library
has. Both offer the same names, those of `__all__`. Nothing outside of this folder calls what is not
on every system.

In the judge's process: `posix.py`, `usage.py` (whose fault it was), `leases.py` (a core for each
game), `folders.py`. Between judge and keeper: `messages.py`. In the keeper's process, which starts
with each program and so imports as little as can be: `keeper.py`, with `launch.py`, `fences.py` and
`seccomp.py` (how the program starts), `lookout.py`, `memory.py`, `scratch.py` and `groups.py` (what
it may use), `hold.py` and `proc.py` (how it ends), `libc.py` and `light.py` (what the standard
library takes longer for).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.platform != "win32":
    from linefall.system.posix import Child, Wire, own_wait, raised_priority, usable_cores
else:
    from linefall.system.windows import Child, Wire, own_wait, raised_priority, usable_cores

__all__ = ["Child", "Wire", "own_wait", "raised_priority", "usable_cores"]
