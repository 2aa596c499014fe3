"""A book: exact values of openings in one file, found by binary search without reading it all.

::

    bytes   0-7    magic  b"LFBOOK\\r\\n"
            8      version of the format: 1
            9-12   rows, columns, connect, and the most discs of a position
            13-16  how many records there are
            17-20  CRC-32 of the bytes 0-16 and all records
            21-    records of 7 bytes, in ascending order

Numbers are stored with the high byte first. A record is the key of a position in its upper 49 bits
and the score plus 64 in the lower 7. The key is the sum of the mover's discs and all discs (each
disc bit ``column * (rows + 1) + row``): in each column that sum tells the height and the colours.
Of a position and its mirror image the smaller key is kept. Positions where the side to move wins
at once are left out: nobody needs a book for those. docs/book.md has the whole story.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from linefall.errors import LinefallError
from linefall.files import write_whole
from linefall.rules import Rules

MAGIC = b"LFBOOK\r\n"  # the line end shows when a transfer has treated the file as text
VERSION = 1
KEY_BITS = 49
RECORD = 7  # bytes
_SCORE_BITS = 7
_ZERO = 64  # what is added to a score
_HEADER = struct.Struct(">8sBBBBBI")
_CHECK = struct.Struct(">I")
_START = _HEADER.size + _CHECK.size


class BookError(LinefallError, ValueError):
    """Says why a file is no book, or which board a book cannot hold."""


class DamagedBook(BookError):
    """Says that a file was a book once, and how that shows."""


class Keys:
    """Turns positions of one board into keys and back.

    >>> keys = Keys(Rules())
    >>> keys.of(0, 1 << 42) == keys.of(0, 1) == 1
    True
    """

    def __init__(self, rules: Rules) -> None:
        """Refuses boards whose positions do not fit a key."""
        self.stride, self.columns = rules.rows + 1, rules.columns
        if rules.bits_needed > KEY_BITS:
            raise BookError(
                f"a book cannot hold {rules}; possible: (rows + 1) x columns up to {KEY_BITS}"
            )
        self._column = (1 << self.stride) - 1

    def of(self, mover: int, taken: int) -> int:
        """Gives the key of a position or of its mirror image, whichever is smaller."""
        key = mover + taken
        return min(key, self.mirrored(key))

    def mirrored(self, key: int) -> int:
        """Gives the key of the mirror image."""
        turned = 0
        for _ in range(self.columns):
            turned = turned << self.stride | key & self._column
            key >>= self.stride
        return turned

    def position(self, key: int) -> tuple[int, int]:
        """Gives the mover's discs and all discs back.

        >>> Keys(Rules()).position(Keys(Rules()).of(1, 3))
        (1, 3)
        """
        mover = taken = 0
        for place in range(0, self.columns * self.stride, self.stride):
            column = key >> place & self._column
            # A column of h discs adds 2^h - 1, and the mover's part of it, which is not more.
            full = (1 << (column + 1).bit_length() - 1) - 1
            taken |= full << place
            mover |= (column - full) << place
        return mover, taken


class Book:
    """Knows the exact scores of openings of one board.

    >>> book = Book.of(Rules(4, 4, 4), {Keys(Rules(4, 4, 4)).of(0, 0): 0})
    >>> book.get(0, 0), book.get(0, 1)
    (0, None)
    """

    def __init__(self, content: bytes, source: str = "a book") -> None:
        """Takes the bytes of a book file; refuses them if anything is wrong with them."""
        self.source = source
        self.rules, self.plies, self._count = _read_header(content, source)
        self._content = content
        self._keys = Keys(self.rules)

    @classmethod
    def open(cls, path: str | Path) -> Book:
        """Reads a book file, and no more of any other file than tells that it is none."""
        with Path(path).open("rb") as file:
            start = file.read(len(MAGIC))
            return cls(start + file.read() if start == MAGIC else start, str(path))

    @classmethod
    def of(cls, rules: Rules, scores: Mapping[int, int]) -> Book:
        """Makes a book of scores by key."""
        plies = max((Keys(rules).position(key)[1].bit_count() for key in scores), default=0)
        records = b"".join(
            (key << _SCORE_BITS | scores[key] + _ZERO).to_bytes(RECORD, "big")
            for key in sorted(scores)
        )
        size = rules.rows, rules.columns, rules.connect
        header = _HEADER.pack(MAGIC, VERSION, *size, plies, len(scores))
        check = _CHECK.pack(zlib.crc32(records, zlib.crc32(header)))
        return cls(header + check + records)

    def save(self, path: str | Path) -> None:
        """Writes the book file, all of it or nothing."""
        write_whole(path, self._content)

    def __len__(self) -> int:
        return self._count

    def get(self, mover: int, taken: int) -> int | None:
        """Gives the score of a position for its side to move, or None if it is not in the book."""
        if taken.bit_count() > self.plies:
            return None
        key = self._keys.of(mover, taken)
        first = (key << _SCORE_BITS).to_bytes(RECORD, "big")
        place = bisect_left(range(self._count), first, key=self._record)
        if place == self._count:
            return None
        found, score = self._unpacked(place)
        return score if found == key else None

    def items(self) -> Iterator[tuple[int, int]]:
        """Gives all keys with their scores, in the order of the file."""
        return (self._unpacked(place) for place in range(self._count))

    def _record(self, place: int) -> bytes:
        start = _START + place * RECORD
        return self._content[start : start + RECORD]

    def _unpacked(self, place: int) -> tuple[int, int]:
        number = int.from_bytes(self._record(place), "big")
        return number >> _SCORE_BITS, (number & (1 << _SCORE_BITS) - 1) - _ZERO


def _read_header(content: bytes, source: str) -> tuple[Rules, int, int]:
    if not content.startswith(MAGIC):
        raise BookError(f"{source} is no book of openings")
    if len(content) < _START:
        raise DamagedBook(f"{source} is damaged: {len(content)} bytes are no book")
    _, version, rows, columns, connect, plies, count = _HEADER.unpack_from(content)
    if version != VERSION:
        raise BookError(f"{source} is a book of version {version}; possible: {VERSION}")
    if len(content) != _START + count * RECORD:
        raise DamagedBook(
            f"{source} is damaged: {len(content)} bytes instead of {_START + count * RECORD}"
        )
    (check,) = _CHECK.unpack_from(content, _HEADER.size)
    if zlib.crc32(content[_START:], zlib.crc32(content[: _HEADER.size])) != check:
        raise DamagedBook(f"{source} is damaged: its checksum is wrong")
    return Rules(rows, columns, connect), plies, count


def shipped_path() -> Path:
    """Says where the book is that comes along."""
    return Path(__file__).parent / "data" / "6x7x4.book"


@cache
def shipped() -> Book | None:
    """Gives the book that comes along; if there is none or it is damaged, None.

    A damaged one is told of once, as a warning: whoever asks goes on without it.
    """
    path = shipped_path()
    try:
        return Book.open(path)
    except FileNotFoundError:
        return None
    except (BookError, OSError) as error:
        warnings.warn(f"solving without a book: {error}", stacklevel=2)
        return None
