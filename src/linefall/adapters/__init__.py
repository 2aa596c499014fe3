"""Programs that translate: they speak the judge's protocol for players that do not.

Each is run as a process of its own, under the same clock and fences as any program.
"""
