"""`linefall export`: writes the strong single-file program for hand-in."""

from __future__ import annotations

import ast
import io
import re
import zipfile
from pathlib import Path

import click

from linefall import bots
from linefall.files import write_whole
from linefall.submissions import PROGRAM, is_id

NAME_LINE = "# Name: (your name)\n"
ID_LINE = "# ID: (your ID)\n"


def fill_in(name: str | None, student_id: str | None) -> str:
    """Gives the program with name and ID in its first two lines.

    >>> fill_in("Ada", "1234567890").splitlines()[:2]
    ['# Name: Ada', '# ID: 1234567890']
    """
    source = bots.path("handin").read_text(encoding="utf-8")
    if name is not None:
        source = source.replace(NAME_LINE, f"# Name: {name}\n", 1)
    if student_id is not None:
        source = source.replace(ID_LINE, f"# ID: {student_id}\n", 1)
    return source


def readme(source: str) -> str:
    """Gives the README: name and ID as in the program, then the program's own explanation."""
    head = "".join(line.removeprefix("# ") for line in source.splitlines(keepends=True)[:2])
    explanation = ast.get_docstring(ast.parse(source)) or ""
    first, _, rest = explanation.partition("\n")
    return (
        f"{head}\n{PROGRAM}: {first.partition(': ')[2]}\n{rest}\n\n"
        f"Run it with Python 3.10 or later: python {PROGRAM}\n"
        "It needs the standard library alone.\n"
    )


def submission(source: str) -> bytes:
    """Packs the program and its README; the same program gives the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in ((PROGRAM, source), ("README.md", readme(source))):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text.encode())
    return packed.getvalue()


#: What Python takes in the first two lines for the encoding of a file (PEP 263).
ENCODING = re.compile(r"coding[:=]\s*[-\w.]+")


def check_name(_context: click.Context, _option: click.Parameter, name: str | None) -> str | None:
    """Accepts one line of text: the name becomes a comment of the program."""
    if name is not None and (not name.strip() or not name.isprintable() or len(name) > 80):
        raise click.BadParameter(f"{name!r} is no name: one line of up to 80 characters is")
    if name is not None and ENCODING.search(name):
        raise click.BadParameter(f"{name!r} would be read as the encoding of the program")
    return name.strip() if name else name


def check_id(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    """Accepts digits only, for the ID names the zip file."""
    if text is not None and not is_id(text):
        raise click.BadParameter(f"{text!r} is no ID: up to 40 digits and nothing else are")
    return text


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--name", callback=check_name, help="Your name, for the first line.")
@click.option("--id", "student_id", callback=check_id, help="Your ID, digits only.")
@click.option("--zip", "zipped", is_flag=True, help="Also write <ID>.zip beside FILE.")
@click.option("--force", is_flag=True, help="Replace files that exist already.")
def command(
    file: Path, *, name: str | None, student_id: str | None, zipped: bool, force: bool
) -> None:
    """Write the strong program as one standalone file.

    FILE needs nothing but Python's standard library. With --zip, <ID>.zip beside it holds the
    program as hw2.py and a README that explains algorithm and heuristic. Files that exist are
    left alone unless --force is given. With - as FILE the program goes to standard output.

    \b
    Example:
      linefall export hw2.py --name "Ada Lovelace" --id 1234567890 --zip
    """
    if file == Path():  # which is what no name at all becomes
        raise click.UsageError("'' is no name of a file")
    source = fill_in(name, student_id)
    if file == Path("-"):
        if zipped:
            raise click.UsageError("--zip writes beside FILE; standard output has no beside")
        click.echo(source, nl=False)
        return
    contents = {file: source.encode()}
    if zipped:
        if student_id is None:
            raise click.UsageError("--zip needs --id, after which the zip file is named")
        archive = file.parent / f"{student_id}.zip"
        if archive == file:
            raise click.UsageError(f"{file} is the zip file itself; name the program otherwise")
        contents[archive] = submission(source)
    for path in contents:
        if path.exists() and not force:
            raise click.UsageError(f"{path} exists already; --force replaces it")
    for path, content in contents.items():
        write_whole(path, content)
        click.echo(f"wrote {path} ({len(content):,} bytes)")
