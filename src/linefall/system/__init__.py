"""The one place with calls that not every system has: processes, pipes, signals, fences.

`posix.py` is the way of Linux, and of macOS as far as it goes there (no subreaper, no Landlock:
process groups and `ps` instead). `windows.py` is the way of Windows with what the standard library
has. Both offer the same names; `here.py` has those of the system at hand. Nothing outside of this
folder calls what is not on every system.

In the judge's process: `posix.py`, `usage.py` (whose fault it was), `cores.py` and `leases.py` (a
core for each game), `folders.py`. Between judge and keeper: `messages.py`. In the keeper's process,
which starts with each program and so imports as little as can be: `keeper.py`, with `launch.py`,
`fences.py` and `seccomp.py` (how the program starts), `lookout.py`, `memory.py`, `scratch.py` and
`groups.py` (what it may use), `hold.py` and `proc.py` (how it ends), `libc.py` and `light.py` (what
the standard library takes longer for).
"""
