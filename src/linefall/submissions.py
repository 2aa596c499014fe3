"""Submissions: the files `<ID>.zip` of a class, checked before anything in them runs.

A zip is never unpacked as a whole. Its table of contents is checked first; then `hw2.py` and the
README are read, each up to a limit, and written to a scratch folder under names that we choose.
What is wrong is said in sentences that a student understands:

- a *problem* means that there is no program to play: the submission scores 0;
- a *note* is reported, and the program is graded.
"""

from __future__ import annotations

import codecs
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from linefall.errors import LinefallError
from linefall.imports import read_imports

PROGRAM: Final = "hw2.py"

LARGEST_ZIP: Final = 20 * 2**20
MOST_ENTRIES: Final = 1000
LARGEST_CONTENT: Final = 100 * 2**20
"""Bytes that all files of a zip may have together."""

LARGEST_FILE: Final = 2**20
"""Bytes of `hw2.py`, and of the README."""

PACKINGS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
"""Others, such as LZMA, may ask for gigabytes of memory before they have read a byte."""

HIGHEST_RATIO: Final = 200
"""How many times larger than the zip its content may be, once it is more than `LARGEST_FILE`."""

HEADER_LINES: Final = 12
LONGEST_NAME: Final = 80

_README = re.compile(r"readme(\.[a-z0-9]{1,8})?", re.IGNORECASE)
_TEXT = re.compile(r"(|\.txt|\.md|\.markdown|\.rst|\.text)", re.IGNORECASE)
_LABEL = re.compile(r"^\W*(?:student(?:'s)?\s+|full\s+|my\s+)?name\s*[:=\-]\s*(.+)$", re.IGNORECASE)
_NOT_A_NAME = {"id", "name", "student", "number", "no", "nr", "author", "by", "and", "students"}


@dataclass(frozen=True)
class Submission:
    """Holds what was found in one file of the folder.

    `program` is the extracted `hw2.py`, None where there is none to play; `name` is the student's,
    as far as it was found at the top of a file.
    """

    id: str
    file: str
    name: str = ""
    program: Path | None = None
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Refused(LinefallError):
    """Says in a plain sentence why a zip is not opened."""


def is_id(text: str) -> bool:
    """Says whether a text is an ID: digits only.

    >>> is_id("1234567890"), is_id("12345-6789"), is_id("")
    (True, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) <= 40


def find_submissions(folder: Path) -> tuple[list[Path], list[Path]]:
    """Finds the zip files of a folder and, besides, what else is there and is not hidden.

    That may be a submission, too: browsers like to unpack what they fetch.
    """
    try:
        found = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise LinefallError(f"{folder} cannot be read: {error.strerror}") from None
    zips = [path for path in found if path.suffix.lower() == ".zip"]
    return zips, [path for path in found if path not in zips]


def check_all(paths: Iterable[Path], scratch: Path) -> Iterator[Submission]:
    """Checks zips one after the other; of two with one ID the second is a problem."""
    seen: set[str] = set()
    for path in paths:
        if path.stem in seen:
            problem = f"Another file has the ID {path.stem}; only the first is graded."
            yield Submission(printable(path.name), printable(path.name), problems=(problem,))
        else:
            yield check_submission(path, scratch)
        seen.add(path.stem)


def check_submission(path: Path, scratch: Path) -> Submission:
    """Checks one zip and extracts its program to a folder below `scratch`; never raises over it."""
    name = printable(path.name)
    submission = Submission(name.removesuffix(".zip"), name)
    if not is_id(path.stem):
        return replace(submission, problems=(
            f"The file is called {name}; it must be called by the ID, digits only, "
            f"such as 1234567890.zip.",
        ))  # fmt: skip
    if path.suffix != ".zip":
        submission = replace(submission, id=path.stem)
        submission = _noted(submission, f"The file is called {name}, not {path.stem}.zip.")
    try:
        with _opened(path) as archive:
            entries = _checked_entries(archive, path.stat().st_size)
            return _take(submission, archive, entries, scratch / path.stem)
    except Refused as error:
        return replace(submission, problems=(str(error),))
    except OSError as error:
        return replace(submission, problems=(f"The file cannot be read: {error.strerror}.",))


# ----------------------------------------------------------------------- the table of contents


def _opened(path: Path) -> zipfile.ZipFile:
    facts = os.stat(path)
    if not stat.S_ISREG(facts.st_mode):
        raise Refused(f"{path.name} is not a file.")
    if facts.st_size > LARGEST_ZIP:
        raise Refused(f"The zip has {_mega(facts.st_size)}; at most {_mega(LARGEST_ZIP)} are read.")
    try:
        return zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError) as error:
        raise Refused(f"The zip is broken: {_one_line(error)}.") from None


def _checked_entries(archive: zipfile.ZipFile, size: int) -> dict[str, zipfile.ZipInfo]:
    """Gives the files of a zip by name, once nothing in the table of contents is a trick."""
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise Refused(f"The zip holds {len(entries)} files; at most {MOST_ENTRIES} are taken.")
    for entry in entries:
        _check_entry(entry)
    content = sum(entry.file_size for entry in entries)
    if content > LARGEST_CONTENT or (content > LARGEST_FILE and content > HIGHEST_RATIO * size):
        raise Refused(
            f"The zip unpacks to {_mega(content)} from {_mega(size)}; that is a zip bomb."
        )
    names = [entry.filename for entry in entries]
    if twice := [name for name in set(names) if names.count(name) > 1]:
        raise Refused(f"The zip holds {_shown(min(twice))} twice.")
    return {entry.filename: entry for entry in entries if not entry.is_dir()}


def _check_entry(entry: zipfile.ZipInfo) -> None:
    # ZipInfo cuts a name at a null character and turns separators; the original tells.
    for name in (entry.orig_filename, entry.filename):
        if not name:  # which zipfile itself stumbles over
            raise Refused("The zip holds a file without a name.")
        if "\0" in name or "\\" in name or name.startswith("/") or re.match(r"[A-Za-z]:", name):
            raise Refused(f"The zip holds a file with a forbidden path: {_shown(name)}.")
        if ".." in name.split("/"):
            raise Refused(f"The zip holds a path that leads out of it: {_shown(name)}.")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind == stat.S_IFLNK:
        raise Refused(f"The zip holds a link: {_shown(entry.filename)}.")
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise Refused(f"The zip holds something that is no file: {_shown(entry.filename)}.")
    if entry.flag_bits & 0x1:
        raise Refused(f"The zip is encrypted ({_shown(entry.filename)}).")


# --------------------------------------------------------------------------------- the content


def _take(
    submission: Submission,
    archive: zipfile.ZipFile,
    entries: dict[str, zipfile.ZipInfo],
    folder: Path,
) -> Submission:
    if PROGRAM not in entries:
        return replace(submission, problems=(_without_program(entries),))
    code = _read(archive, entries[PROGRAM])
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    program = folder / PROGRAM
    program.write_bytes(code)
    name, notes = _headed(PROGRAM, _header_of_code(code), submission.id)
    submission = replace(_noted(submission, *notes), name=name)
    submission = _take_readme(submission, archive, entries, folder)
    found = read_imports(program)
    if found.problem is not None:
        end = "" if found.problem.endswith("?") else "."  # Python asks: Did you mean print(...)?
        return replace(submission, problems=(f"{PROGRAM} cannot run: {found.problem}{end}",))
    if found.missing:
        modules = ", ".join(_shown(module) for module in found.missing)
        return replace(submission, problems=(
            f"{PROGRAM} imports {modules}, which is neither in the standard library nor installed "
            f"here; it must be one file that imports no local file.",
        ))  # fmt: skip
    return replace(submission, program=program)


def _without_program(entries: dict[str, zipfile.ZipInfo]) -> str:
    inside = [name for name in entries if name.split("/")[-1].lower() == PROGRAM
              and not name.startswith("__MACOSX/")]  # fmt: skip
    if inside:
        return f"There is no {PROGRAM} at the root of the zip; there is {_shown(inside[0])}."
    return f"There is no {PROGRAM} in the zip."


def _take_readme(
    submission: Submission,
    archive: zipfile.ZipFile,
    entries: dict[str, zipfile.ZipInfo],
    folder: Path,
) -> Submission:
    found = sorted(name for name in entries if _README.fullmatch(name))
    if not found:
        return _noted(submission, "There is no README at the root of the zip.")
    file = next((name for name in found if _TEXT.fullmatch(Path(name).suffix)), found[0])
    try:
        content = _read(archive, entries[file])
    except Refused as error:
        return _noted(submission, str(error))
    (folder / "README").write_bytes(content)
    if not _TEXT.fullmatch(Path(file).suffix):
        return _noted(submission, f"{file} is no plain text: name and ID were not looked for.")
    if not content.strip():
        return _noted(submission, f"{file} is empty.")
    lines = _decoded(content).splitlines()
    name, notes = _headed(file, [line for line in lines if line.strip()], submission.id)
    return replace(_noted(submission, *notes), name=submission.name or name)


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Reads a file up to the limit, whatever its entry says about its size."""
    name = _shown(entry.filename)
    if entry.file_size > LARGEST_FILE:
        raise Refused(
            f"{name} has {_mega(entry.file_size)}; at most {_mega(LARGEST_FILE)} are read."
        )
    if entry.compress_type not in PACKINGS:
        raise Refused(
            f"{name} is packed by method {entry.compress_type}; "
            "possible: stored, deflated or bzip2, as zip programs do by themselves."
        )
    try:
        with archive.open(entry) as file:
            content = file.read(LARGEST_FILE + 1)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError,
            ValueError, OSError) as error:  # fmt: skip
        raise Refused(f"{name} cannot be unpacked: {_one_line(error)}.") from None
    if len(content) > LARGEST_FILE:
        raise Refused(f"{name} is larger than the zip says.")
    return content


# ------------------------------------------------------------------------- name and ID at the top


def _decoded(content: bytes) -> str:
    """Reads a text as editors write it: UTF-8, UTF-16 with its mark, or the old Western form."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _header_of_code(code: bytes) -> list[str]:
    """Gives the lines at the top of a program that can say who wrote it: comments and strings."""
    lines = _decoded(code).splitlines()
    header: list[str] = []
    for line in lines[: 3 * HEADER_LINES]:
        text = line.strip()
        if re.match(r"(import|from|def|class|if|while|for|try|with|@)\b", text):
            break
        if text and not text.startswith("#!"):
            header.append(text)
    return header


def _headed(file: str, lines: list[str], id_: str) -> tuple[str, list[str]]:
    """Finds the name at the top of a file, and says what is missing there."""
    top = lines[:HEADER_LINES]
    name = next(_names(top, id_), "")
    notes = []
    if not any(re.search(rf"(?<!\d){id_}(?!\d)", line) for line in top):
        notes.append(f"The ID {id_} is not at the top of {file}.")
    if not name:
        notes.append(f"No name is at the top of {file}.")
    return name, notes


def _names(lines: list[str], id_: str) -> Iterator[str]:
    """Gives what looks like a name: labelled, beside the ID, or two to five capitalised words."""
    for line in lines:
        if (label := _LABEL.match(line)) and (name := _cleaned(label[1], id_)):
            yield name
    for line in lines:
        if id_ in line and (name := _cleaned(line, id_)):
            yield name
    for line in lines:
        words = line.strip("#\"'*/-=_ \t").split()
        if 2 <= len(words) <= 5 and all(re.fullmatch(r"[^\W\d_][\w.'\-]*", w) for w in words):
            capitals = all(word[0].isupper() or not word[0].islower() for word in words)
            known = {word.lower() for word in words} & {"connect", "readme", "homework", "import"}
            if capitals and not known:
                yield _cleaned(line, id_)


def _cleaned(text: str, id_: str) -> str:
    """Leaves the words of a name: no ID, no labels, no marks."""
    text = re.sub(r"[^\w.'\- ]", " ", text.replace(id_, " "))
    words = [w for w in (word.strip("-_'") for word in text.split())
             if w and w.lower().strip(".") not in _NOT_A_NAME and not w.isdigit()]  # fmt: skip
    letters = [word for word in words if re.search(r"[^\W\d_]", word)]
    return " ".join(letters)[:LONGEST_NAME]


# ------------------------------------------------------------------------------------- words


def _noted(submission: Submission, *notes: str) -> Submission:
    return replace(submission, notes=(*submission.notes, *notes))


def printable(name: str) -> str:
    """Gives a file's name without what could disturb a screen or a page.

    >>> printable("a\\x1b[2J.zip")
    'a?[2J.zip'
    """
    text = os.fsencode(name).decode("utf-8", "replace")
    return "".join(c if c.isprintable() else "?" for c in text)


def _shown(name: str) -> str:
    text = ascii(name)[1:-1]
    return text if len(text) <= 60 else text[:57] + "..."


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return "".join(c if c.isprintable() else "?" for c in text)[:120].rstrip(".")


def _mega(size: int) -> str:
    """Gives a size in words.

    >>> _mega(2**32), _mega(2**20), _mega(12)
    ('4,096 MB', '1 MB', '12 bytes')
    """
    if size >= 100 * 2**20:
        return f"{size / 2**20:,.0f} MB"
    return f"{size / 2**20:.3g} MB" if size >= 2**20 else f"{size} bytes"
