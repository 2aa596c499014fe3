"""Plays for a riddles.io four-in-a-row program: settings, updates, `action move`, `place_disc 3`.

The program is started by this one and lives as its child. riddles.io has no word for other lengths
than four in line: on such boards the program plays as if it were four. Run by the judge, for
`riddles:COMMAND`; the standard library is all it needs.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import IO

NAMES = ("player0", "player1")
#: So much of a line is read: more than the judge takes for an answer.
LONGEST_LINE = 5000


class Bot:
    """Is a riddles.io program at the other end of two pipes."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts it; its error output is ours."""
        self.process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            errors="surrogateescape",  # whatever it says is for the judge to judge
        )

    def tell(self, *lines: str) -> None:
        """Sends lines; a program that has gone is found out when it is asked."""
        pipe = _open(self.process.stdin)
        try:
            pipe.write("".join(f"{line}\n" for line in lines))
            pipe.flush()
        except OSError:
            self.give_up("is gone")

    def ask(self, milliseconds: int) -> str:
        """Gives the column that it places its disc in, as it wrote it."""
        self.tell(f"action move {milliseconds}")
        pipe = _open(self.process.stdout)
        while line := pipe.readline(LONGEST_LINE):
            words = line.split()
            if not words:
                continue
            if words[0] == "place_disc" and len(words) == 2:
                return words[1]
            return line.strip()
        self.give_up("has closed its output")
        raise SystemExit(1)

    def give_up(self, why: str) -> None:
        """Ends this program as the other one has ended."""
        sys.exit(f"riddles: the program {why} (exit status {self.process.poll()})")


def _open(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


class Field:
    """Keeps the field as riddles.io writes it: rows from the top, `.` or 0 and 1."""

    def __init__(self, rows: int, columns: int) -> None:
        """Begins empty."""
        self.rows, self.columns = rows, columns
        self.cells = [["."] * columns for _ in range(rows)]
        self.discs = 0

    def drop(self, column: int, player: int) -> None:
        """Puts a disc into the lowest free cell."""
        for row in reversed(self.cells):
            if row[column] == ".":
                row[column] = str(player)
                self.discs += 1
                return

    def __str__(self) -> str:
        """Writes the field on one line."""
        return ";".join(",".join(row) for row in self.cells)


def greet(bot: Bot, field: Field, me: int, milliseconds: int) -> None:
    """Tells the program about the game, as the site does."""
    bot.tell(
        f"settings timebank {milliseconds}",
        f"settings time_per_move {milliseconds}",
        f"settings player_names {','.join(NAMES)}",
        f"settings your_bot {NAMES[me]}",
        f"settings your_botid {me}",
        f"settings field_columns {field.columns}",
        f"settings field_rows {field.rows}",
    )


def main() -> None:
    """Speaks the judge's protocol for the program that the command line names."""
    bot = Bot(sys.argv[1:])
    out = os.fdopen(os.dup(1), "w", errors="surrogateescape")
    print("Ready", file=out, flush=True)
    setup = sys.stdin.readline().split()
    if not setup:
        return
    rows, columns, _connect, first, seconds, *opening = setup
    field, me = Field(int(rows), int(columns)), 0 if first == "1" else 1
    milliseconds = int(float(seconds) * 1000)
    greet(bot, field, me, milliseconds)
    mover = 0
    for column in (part for word in opening for part in word.split(",")):
        field.drop(int(column), mover)
        mover = 1 - mover
    while field.discs < field.rows * field.columns:
        if mover == me:
            bot.tell(f"update game round {field.discs // 2 + 1}", f"update game field {field}")
            answer = bot.ask(milliseconds)
            print(answer, file=out, flush=True)
        else:
            answer = sys.stdin.readline()
            if not answer:
                return
        try:
            field.drop(int(answer), mover)
        except (ValueError, IndexError):
            return  # the judge has seen it, too
        mover = 1 - mover


if __name__ == "__main__":
    main()
