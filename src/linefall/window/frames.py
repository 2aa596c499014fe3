"""Plays at a table without a screen: words in, PNG files out, one a change of the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TextIO

from linefall import thinkers
from linefall.errors import LinefallError
from linefall.files import write_whole
from linefall.game import Phase
from linefall.picture import png
from linefall.player import Limit
from linefall.window.table import Table

PATTERN: Final = "frame-[0-9][0-9][0-9][0-9][0-9].png"


def play(
    table: Table,
    folder: Path,
    words: Iterator[str],
    *,
    say: Callable[[str], None],
    limit: Limit,
) -> bool:
    """Plays one game with words for keys, and tells whether it came to an end.

    The picture is written before the first move and after each change.
    """
    reel = _Reel(table, folder)
    told = 0
    while table.series.phase is not Phase.OVER:
        if table.tellings != told:
            say(table.news)
            told = table.tellings
        if (program := table.thinker) is not None:
            table.take(thinkers.think(program, table.series.game.board, limit))
        else:
            say(table.prompt)
            word = next(words, None)
            if word is None:
                say("The input ended before the game did.")
                return False
            if not table.press(word.lower()):
                say(f"{word[:40]!r} means nothing here.")
        reel.write()
    say(table.news)
    return True


def words_of(stream: TextIO) -> Iterator[str]:
    """Gives the words of a stream as its lines come in."""
    for line in stream:
        yield from line.split()


class _Reel:
    """Writes the picture to the next file whenever it has changed."""

    def __init__(self, table: Table, folder: Path) -> None:
        self.table, self.folder, self.written = table, folder, 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.glob(PATTERN):  # of another game, which may have been longer
                old.unlink()
        except OSError as error:
            raise LinefallError(f"{folder}: cannot be written: {error.strerror}") from None
        self._seen = -1
        self.write()

    def write(self) -> None:
        if self._seen != self.table.changes:
            self._seen = self.table.changes
            path = self.folder / f"frame-{self.written:05}.png"
            write_whole(path, png.encode(self.table.view.image))
            self.written += 1
