"""The layers go one way: a lower one never imports a higher one."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "linefall"


def read_layers() -> tuple[tuple[str, ...], ...]:
    """Reads the layers from ARCHITECTURE.md, where they are drawn once for people and tests."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    drawing = page.split("\n## The layers", 1)[1].split("```")[1]
    return tuple(
        tuple(re.findall(r"^   (\w+)", layer, re.MULTILINE)) for layer in drawing.split("-- ")[1:]
    )


LAYERS = read_layers()
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
# A notebook asks the board itself for its picture; the import waits until it does.
EXCEPTIONS = {("board", "picture")}
DOOR = "__init__"  # the public names: it may import whatever it offers, and nobody imports it

MODULES = sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str:
    """Names the module or folder of src/linefall that holds a file."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imported_rooms(path: Path) -> set[str]:
    """Reads which modules and folders of linefall a file imports, anywhere in it."""
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for name in imported_names(node, path):
            parts = name.split(".")
            if parts[0] == "linefall":
                rooms.add(parts[1] if len(parts) > 1 else DOOR)
    return rooms


def imported_names(node: ast.AST, path: Path) -> list[str]:
    """Spells out the full names that one statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    package = ["linefall", *path.relative_to(PACKAGE).parts[:-1]]
    above = package[: len(package) - node.level + 1] if node.level else []
    module = ".".join([*above, *([node.module] if node.module else [])])
    if module == "linefall":  # `from linefall import board` names a module, or a public name
        return [f"linefall.{a.name}" if a.name in LEVEL else "linefall" for a in node.names]
    return [module]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_nothing_from_above(path):
    room = room_of(path)
    if room == DOOR:
        return
    assert room in LEVEL, f"{room} has no layer: give it a line in ARCHITECTURE.md"
    for other in imported_rooms(path):
        assert other != DOOR, f"{room} imports the public names; import the module itself"
        assert other in LEVEL, f"{other} has no layer"
        allowed = LEVEL[other] <= LEVEL[room] or (room, other) in EXCEPTIONS
        assert allowed, f"{room} imports {other}, which is above it"


def test_every_module_that_is_drawn_exists():
    there = {room_of(path) for path in MODULES} | {"_core"}
    assert {name for name in LEVEL if name not in there} == set()


def test_the_tournament_never_imports_the_store():
    tournament = LAYERS[LEVEL["schedule"]]
    for path in MODULES:
        if room_of(path) in tournament:
            assert "store" not in imported_rooms(path)


def test_the_picture_layer_knows_boards_alone():
    below = {name for level in LAYERS[:2] for name in level}
    for path in MODULES:
        if room_of(path) == "picture":
            assert imported_rooms(path) <= below | {"picture"}


def test_only_the_command_line_imports_click():
    for path in MODULES:
        if room_of(path) not in ("cli", "__main__"):
            source = ast.parse(path.read_text(encoding="utf-8"))
            names = {name for node in ast.walk(source) for name in imported_names(node, path)}
            assert "click" not in {name.split(".")[0] for name in names}, path


def test_every_form_of_import_is_seen():
    """The reader of imports must not miss a form of them, or the rule above is empty."""
    path = PACKAGE / "picture" / "made_up.py"
    forms = {
        "import linefall.bots.rand": "linefall.bots.rand",
        "from linefall.cli import run": "linefall.cli",
        "from linefall import bots": "linefall.bots",
        "from linefall import Board": "linefall",
        "from .. import bots": "linefall.bots",
        "from ..bots import rand": "linefall.bots",
        "from . import svg": "linefall.picture",
        "from .svg import draw": "linefall.picture.svg",
    }
    for form, name in forms.items():
        assert imported_names(ast.parse(form).body[0], path) == [name]


def modules_after(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


def test_importing_linefall_imports_no_extra_and_no_command_line():
    """What `import linefall` adds is its own, the standard library, and nothing else."""
    added = modules_after("import linefall") - modules_after("pass")
    roots = {name.partition(".")[0] for name in added}
    foreign = roots - set(sys.stdlib_module_names) - {"linefall", "__future__"}
    assert {name for name in foreign if not name.startswith("_")} == set()
    assert "linefall.cli" not in added


def test_importing_linefall_imports_little():
    """It takes a moment, as long as it is the board and what that stands on: some 50 modules."""
    added = modules_after("import linefall") - modules_after("pass")
    assert len([name for name in added if name.startswith("linefall")]) <= 8
    assert len(added) < 80


def test_the_engine_starts_without_what_a_judge_needs():
    """Pipes, sockets and the keeper came along with the number of cores, and took 20 ms."""
    added = modules_after("import linefall.cli.engine") - modules_after("pass")
    assert "linefall.system.cores" in added
    assert not {"linefall.system.posix", "linefall.system.keeper", "socket"} & added


def test_heavy_dependencies_are_extras():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    heavy = ("pillow", "pygame", "numpy", "scipy", "sqlalchemy", "distributed", "serial")
    assert not any(name in need for need in project["dependencies"] for name in heavy)
