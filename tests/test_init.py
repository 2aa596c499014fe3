"""The public door: every name opens, is documented, and loads only what it needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import linefall


@pytest.mark.parametrize("name", linefall.__all__)
def test_every_public_name_opens_and_is_documented(name: str) -> None:
    value = getattr(linefall, name)
    assert name in dir(linefall)
    assert value.__doc__


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Bord'"):
        linefall.Bord  # type: ignore[attr-defined] # noqa: B018


def test_importing_the_package_brings_in_no_extra_and_nothing_of_the_higher_layers() -> None:
    code = (
        "import sys, linefall; "
        "heavy = {'PIL', 'numpy', 'scipy', 'sqlalchemy', 'alembic', 'pygame', 'serial', "
        "'distributed', 'rich', 'click', 'linefall.game', 'linefall._core'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"
