"""What a match is played under: limits, fences and cores, and the plan that a keeper gets."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from linefall import sandbox
from linefall.program import Command

# What holds where nobody says otherwise, for a game as for a tournament or a class.
READY: Final = 2.0
MEMORY: Final = 512 * 2**20
SANDBOX: Final = "auto"
COLUMNS_FROM: Final = 0

LONGEST_READY: Final = 1000
"""Seconds that a program may be given to print Ready, at most."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds what a match is played under, beside the rules: every limit and every fence."""

    seconds: float = 1.0
    ready: float = READY
    memory: int | None = MEMORY
    columns_from: int = COLUMNS_FROM
    level: str = "limits"
    cores: tuple[int, ...] = ()

    @property
    def own_cores(self) -> bool:
        """Says whether each program has cores of its own; else the one that waits is stopped."""
        return len(self.cores) >= 2

    def cores_of(self, player: int) -> tuple[int, ...]:
        """Gives the cores of one program: a half of them all, the same number for each."""
        half = len(self.cores) // 2
        return self.cores[player * half : (player + 1) * half] if self.own_cores else self.cores

    def conditions(self) -> dict[str, Any]:
        """Gives the settings as a record keeps them."""
        return {
            "sandbox": self.level,
            "memory": self.memory,
            "ready": self.ready,
            "columns_from": self.columns_from,
            "cores": [list(self.cores_of(player)) for player in (0, 1)],
            "waiting_program": "has its own core" if self.own_cores else "is stopped",
        }


def plan_for(player: int, commands: Sequence[Command], settings: Settings) -> dict[str, Any]:
    """Gives the plan by which a program's keeper starts it: all but its priority."""
    own = commands[player]
    others = [file for one in commands if one is not own for file in one.files]
    name = f"linefall-{secrets.token_hex(8)}"  # made, and removed, by the keeper
    scratch = os.path.join(os.path.realpath(tempfile.gettempdir()), name)
    fence = sandbox.Fence(
        settings.level,
        scratch,
        sandbox.readable(own.files, others),
        sandbox.folders(own.files),
    )
    return fence.plan() | {
        "argv": list(own.argv),
        "links": sandbox.furnishings(own.files, others),
        "environment": sandbox.environment(scratch),
        "memory": settings.memory or 0,
        "cores": list(settings.cores_of(player)),
        "token": secrets.token_hex(4),
    }
