"""Checking the zips of a class: what is taken, what is noted, and what is refused."""

import os
import stat
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from linefall.errors import LinefallError
from linefall.imports import find_missing, read_imports
from linefall.submissions import check_all, check_submission, find_submissions, is_id

ID = "1234567890"
CODE = f"# Ada Example\n# ID: {ID}\nprint('Ready')\n"
README = f"Name: Ada Example\nID: {ID}\n\nAlpha-beta with a heuristic.\n"


def make_zip(folder: Path, files: dict, name: str = f"{ID}.zip") -> Path:
    """Writes a zip; a key may be a ZipInfo where the entry itself is the point."""
    path = folder / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in files.items():
            archive.writestr(entry, content)
    return path


def checked(tmp_path: Path, files: dict, name: str = f"{ID}.zip"):
    return check_submission(make_zip(tmp_path, files, name), tmp_path / "scratch")


def entry(name: str, mode: int = stat.S_IFREG | 0o644) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = mode << 16
    return info


def test_a_good_submission_gives_its_program_and_its_author(tmp_path):
    found = checked(tmp_path, {"hw2.py": CODE, "README": README})
    assert (found.id, found.name, found.problems, found.notes) == (ID, "Ada Example", (), ())
    assert found.program.read_text() == CODE
    assert sorted(p.name for p in found.program.parent.iterdir()) == ["README", "hw2.py"]


@pytest.mark.parametrize(
    ("top", "name"),
    [
        (f"# Name: Grace Example, ID: {ID}", "Grace Example"),
        (f'"""Grace Example {ID}"""', "Grace Example"),
        (f"# {ID}\n# Grace van Example", ""),  # nothing says that this is a name
        (f"# {ID}\n# Grace Example", "Grace Example"),
        (f"# student: Grace Example\n# id {ID}", ""),
        (f"# ID: {ID}\n# Name - Zoë O'Example-Smith", "Zoë O'Example-Smith"),
        (f"#!/usr/bin/env python3\n# Connect Four\n# {ID}", ""),
    ],
)
def test_the_name_is_found_at_the_top_or_said_to_be_missing(tmp_path, top, name):
    found = checked(tmp_path, {"hw2.py": f"{top}\nprint('Ready')\n", "README.md": f"ID {ID}"})
    assert found.name == name
    assert ("No name is at the top of hw2.py." in found.notes) == (not name)
    assert found.program is not None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252"])
def test_a_name_is_read_as_an_editor_wrote_it(tmp_path, encoding):
    """In files from Windows a name with an accent counted as missing."""
    declared = "# -*- coding: latin-1 -*-\n" if encoding in ("latin-1", "cp1252") else ""
    code = f"{declared}# Name: Zoë Über\n# ID: {ID}\nprint('Ready')\n"
    readme = f"Name: Zoë Über\r\nID: {ID}\r\n"
    kept = "utf-8" if encoding == "utf-16" else encoding  # Python itself reads no UTF-16
    found = checked(tmp_path, {"hw2.py": code.encode(kept), "README": readme.encode(encoding)})
    assert (found.name, found.problems, found.notes) == ("Zoë Über", (), ())


def test_what_is_missing_is_noted_and_the_program_is_graded(tmp_path):
    found = checked(tmp_path, {"hw2.py": "print('Ready')\n"})
    assert found.problems == ()
    assert found.program is not None
    assert found.notes == (
        f"The ID {ID} is not at the top of hw2.py.",
        "No name is at the top of hw2.py.",
        "There is no README at the root of the zip.",
    )


def test_another_students_id_is_not_taken_for_ones_own(tmp_path):
    code = CODE.replace(ID, ID + "1")
    assert f"The ID {ID} is not at the top of hw2.py." in checked(tmp_path, {"hw2.py": code}).notes


def test_a_readme_that_is_no_text_is_noted(tmp_path):
    found = checked(tmp_path, {"hw2.py": CODE, "ReadMe.PDF": b"%PDF-\x00\xff"})
    assert found.notes == ("ReadMe.PDF is no plain text: name and ID were not looked for.",)


@pytest.mark.parametrize("name", ["12345-6789.zip", "ada.zip", "١٢٣.zip", "12 34.zip", "1.2.zip"])
def test_a_wrong_name_is_a_problem_that_says_what_to_do(tmp_path, name):
    found = checked(tmp_path, {"hw2.py": CODE}, name)
    assert "digits only" in found.problems[0]
    assert found.program is None


def test_a_name_that_is_no_text_disturbs_nothing(tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\x1b[2J.zip"))
    path.write_bytes(b"")
    found = check_submission(path, tmp_path / "scratch")
    assert found.id == "\ufffd?[2J"
    found.problems[0].encode()


def test_of_two_files_with_one_id_the_first_is_graded(tmp_path):
    paths = [make_zip(tmp_path, {"hw2.py": CODE}, name) for name in ("1.ZIP", "1.zip")]
    first, second = check_all(paths, tmp_path / "scratch")
    assert (first.id, first.program is None) == ("1", False)
    assert "not 1.zip" in first.notes[0]
    assert (second.id, second.program) == ("1.zip", None)
    assert "Another file" in second.problems[0]


REFUSED = {
    "the zip is empty": ({}, "no hw2.py"),
    "it lies in a folder": ({f"{ID}/hw2.py": CODE}, f"there is {ID}/hw2.py"),
    "capitals": ({"HW2.PY": CODE}, "there is HW2.PY"),
    "a path leads out": ({"hw2.py": CODE, "../evil.py": ""}, "leads out"),
    "an absolute path": ({"hw2.py": CODE, "/etc/evil": ""}, "forbidden path"),
    "a drive": ({"hw2.py": CODE, "C:/evil": ""}, "forbidden path"),
    "a backslash": ({"hw2.py": CODE, "..\\evil": ""}, "forbidden path"),
    "a link": ({entry("hw2.py", stat.S_IFLNK | 0o777): "/etc/passwd"}, "holds a link"),
    "a device": ({"hw2.py": CODE, entry("tap", stat.S_IFIFO | 0o644): ""}, "no file"),
    "a bomb": ({"hw2.py": CODE, "zeros": bytes(30 * 2**20)}, "zip bomb"),
    "a huge program": ({"hw2.py": os.urandom(2**19).hex() + "0"}, "at most 1 MB"),
    "too many files": ({f"f{n}": "" for n in range(1001)}, "1001 files"),
    "no Python": ({"hw2.py": "def broken(:\n"}, "line 1 is no Python"),
    "Python 2": ({"hw2.py": "print 'Ready'\n"}, "Did you mean print(...)?"),
    "a null character": ({"hw2.py": "x = 1\0\n"}, "no Python"),
    "a name in the old Western form": (
        {"hw2.py": b"# first\n# Jos\xe9\n# third\n"},
        "line 2 is no Python: the byte 0xe9 is no utf-8; save it as UTF-8",
    ),
    "the same further down": (
        {"hw2.py": b"x = 1\n" * 9 + b"# Jos\xe9\n"},
        "line 10 is no Python: the byte 0xe9 is no utf-8",
    ),
    "nested too deep": ({"hw2.py": "(" * 100_000 + ")" * 100_000}, "cannot run"),
    "deep operators": ({"hw2.py": "x = " + "-" * 300_000 + "1\n"}, "cannot run"),
    "a local import": ({"hw2.py": "import helper\n", "helper.py": ""}, "imports helper"),
    "a relative import": ({"hw2.py": "from . import helper\n"}, "imports ."),
    "a hidden import": ({"hw2.py": "def f():\n  __import__('helper')\n"}, "imports helper"),
    "our own engine": ({"hw2.py": "from linefall import engine\n"}, "imports linefall"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_played_is_refused_with_a_plain_sentence(tmp_path, case):
    files, sentence = REFUSED[case]
    found = checked(tmp_path, files)
    assert found.program is None
    assert len(found.problems) == 1
    assert sentence in found.problems[0]
    assert "\n" not in found.problems[0]
    assert not found.problems[0].endswith("?.")
    outside = [p for p in tmp_path.rglob("*") if "evil" in p.name or p.name == "helper.py"]
    assert outside == []


@pytest.mark.parametrize(
    "guarded",
    [
        "try:\n    import helper\nexcept ImportError:\n    helper = None\n",
        "import contextlib\nwith contextlib.suppress(ImportError):\n    import helper\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from helper import Board\n",
        "import typing\nif typing.TYPE_CHECKING:\n    import helper\nelse:\n    helper = None\n",
    ],
)
def test_a_guarded_import_is_allowed(guarded: str, tmp_path):
    """Only the first was: programs with the others scored 0, though they play."""
    assert checked(tmp_path, {"hw2.py": CODE + guarded}).program is not None


@pytest.mark.parametrize(
    "unguarded",
    [
        "with open(__file__):\n    import helper\n",
        "import contextlib\nwith contextlib.suppress(OSError):\n    import helper\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    pass\nelse:\n    import helper\n",
    ],
)
def test_an_import_in_another_block_is_not_guarded_by_it(unguarded: str):
    assert find_missing(unguarded).missing == ("helper",)


def test_a_file_without_a_name_is_refused(tmp_path):
    """It stopped the grading of the whole class: Python's own zipfile stumbles over it."""
    path = make_zip(tmp_path, {"hw2.py": CODE, "name": ""})
    content = bytearray(path.read_bytes())
    lengths = content.rindex(b"PK\1\2") + 28  # of the name, of more, of a comment
    content[lengths : lengths + 6] = bytes([0, 0, 0, 0, len("name"), 0])
    path.write_bytes(content)
    found = check_submission(path, tmp_path / "scratch")
    assert (found.program, found.problems) == (None, ("The zip holds a file without a name.",))


def test_two_files_of_one_name_are_refused(tmp_path):
    path = make_zip(tmp_path, {"hw2.py": CODE})
    with (
        zipfile.ZipFile(path, "a") as archive,
        pytest.warns(UserWarning, match="Duplicate"),
    ):
        archive.writestr("hw2.py", "import os")
    assert "twice" in check_submission(path, tmp_path / "scratch").problems[0]


@pytest.mark.parametrize("damage", [None, 40])
def test_a_packing_that_takes_what_memory_it_likes_is_refused(tmp_path, damage):
    """A damaged one ended the grading of a whole class."""
    info = entry("hw2.py")
    info.compress_type = zipfile.ZIP_LZMA
    path = make_zip(tmp_path, {info: CODE * 20, "README": README})
    if damage is not None:
        content = bytearray(path.read_bytes())
        content[damage + 30] ^= 0xFF
        path.write_bytes(content)
    found = check_submission(path, tmp_path / "scratch")
    assert "hw2.py is packed by method 14; possible: stored, deflated" in found.problems[0]


def test_an_encrypted_zip_is_refused(tmp_path):
    path = make_zip(tmp_path, {"hw2.py": CODE})
    content = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = content.index(signature) + offset
        content[place] |= 1
    path.write_bytes(content)
    assert "encrypted" in check_submission(path, tmp_path / "scratch").problems[0]


def test_a_size_that_lies_does_not_unpack_more_than_it_says(tmp_path):
    path = make_zip(tmp_path, {"hw2.py": "#" * 5_000_000})
    content = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = content.index(signature) + offset
        content[place : place + 4] = struct.pack("<I", 1000)
    path.write_bytes(content)
    found = check_submission(path, tmp_path / "scratch")
    assert "cannot be unpacked" in found.problems[0]


def test_things_that_are_no_file_do_not_stop_the_check(tmp_path):
    os.mkfifo(tmp_path / "1.zip")
    (tmp_path / "2.zip").mkdir()
    (tmp_path / "3.zip").symlink_to(tmp_path / "nowhere")
    for name in ("1.zip", "2.zip", "3.zip"):
        assert len(check_submission(tmp_path / name, tmp_path / "scratch").problems) == 1


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(cut=st.integers(0, 400), place=st.integers(0, 400), byte=st.integers(0, 255))
def test_a_damaged_zip_gives_a_sentence_and_never_an_exception(tmp_path, cut, place, byte):
    path = make_zip(tmp_path, {"README": README, "other.py": CODE})  # no program: no process
    content = bytearray(path.read_bytes())
    content[place % len(content)] = byte
    path.write_bytes(content[: len(content) - cut if cut < 200 else len(content)])
    assert check_submission(path, tmp_path / "scratch").program is None


@pytest.mark.parametrize(
    "content", [b"# coding: latin-1\n# Jos\xe9\n", b"\xef\xbb\xbf# Jos\xc3\xa9\n"]
)
def test_what_python_itself_reads_is_no_problem(content, tmp_path):
    """A byte that is no UTF-8 in a comment passed the check, and then no game could begin."""
    (tmp_path / "hw2.py").write_bytes(content)
    assert find_missing(content).problem is None
    subprocess.run([sys.executable, tmp_path / "hw2.py"], check=True)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_for_imports(content):
    found = find_missing(content)
    assert found.problem is None or "\n" not in found.problem


def test_a_reader_that_takes_too_long_is_ended(tmp_path):
    (tmp_path / "hw2.py").write_text("x = 1")
    assert "more than 0.001 s" in read_imports(tmp_path / "hw2.py", seconds=0.001).problem


def test_the_zips_of_a_folder_are_found_and_everything_else_is_named(tmp_path):
    """A submission that a browser had unpacked was passed over without a word."""
    for name in ("2.zip", "1.ZIP", "notes.txt", ".hidden.zip"):
        (tmp_path / name).write_text("")
    (tmp_path / "3").mkdir()
    zips, others = find_submissions(tmp_path)
    assert [path.name for path in zips] == ["1.ZIP", "2.zip"]
    assert [path.name for path in others] == ["3", "notes.txt"]
    with pytest.raises(LinefallError, match="cannot be read"):
        find_submissions(tmp_path / "nowhere")


def test_an_id_is_digits_only():
    assert is_id("0")
    assert not any(map(is_id, ["", "12-3", "a", "²", "1" * 41, "1\n"]))
