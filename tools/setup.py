#!/usr/bin/env python3
"""Sets up all that a make target needs, and does nothing when nothing changed.

    python3 tools/setup.py play
    python3 tools/setup.py --may play test    only says whether the machine has what they need

It makes .venv, installs the project there (editable, so that only a change of the C++ core asks
for a build) and, for some targets, programs of the system. A stamp inside .venv says what is
done; each step takes its word out before it begins and puts it back when it has ended, so an
interrupted set-up never looks finished. Two of these at once wait for each other.

Nothing but the standard library is imported: this runs before anything is installed. It is for
systems that have `make` and locks on folders: Linux and macOS.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from glob import glob
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
STAMP = VENV / "linefall-setup.json"
ZIG_BIN = VENV / "zig-bin"
OLDEST_PYTHON = (3, 11)

# What each target needs: extras of pyproject.toml, and programs of the system.
LINT = (("dev",), ())
TEST = (("dev",), ("g++", "tmux", "bwrap", "Xvfb", "xdotool", "initdb", "chromium"))
TARGETS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "play": ((), ()),
    "lab": (("picture", "serial", "window", "store", "ratings"), ()),
    "test": TEST,
    "lint": LINT,
    "format": LINT,
    "stub": LINT,
    "sanitize": ((), ("g++",)),
    "soak": TEST,
    "check-solver": TEST,
}

# Program -> Debian's package for it, and where it may be besides PATH.
PACKAGES = {
    "g++": ("g++", ""),
    "tmux": ("tmux", ""),
    "bwrap": ("bubblewrap", ""),
    "Xvfb": ("xvfb", ""),
    "xdotool": ("xdotool", ""),
    "initdb": ("postgresql", "/usr/lib/postgresql/*/bin/initdb"),
    "chromium": ("chromium", ""),
}

# What builds the core, besides build-system.requires in pyproject.toml.
BUILD_TOOLS = ("cmake>=3.26", "ninja")
ZIG = "ziglang==0.17.0"  # the compiler for machines that have none


class CannotSetUp(Exception):
    """Says in one line what stands in the way."""


def main() -> int:
    """Does what the command line says; status 1 when it cannot be done."""
    words = sys.argv[1:]
    only_asked, targets = words[:1] == ["--may"], [word for word in words if word != "--may"]
    if not targets or not {*targets} <= {*TARGETS} or (len(words) > 1 and not only_asked):
        print(f"usage: {sys.argv[0]} {'|'.join(TARGETS)}", file=sys.stderr)
        return 2
    try:
        packages = packages_to_install([p for target in targets for p in TARGETS[target][1]])
        if not only_asked:
            set_up(TARGETS[targets[0]][0], packages)
    except CannotSetUp as error:
        print(f"set-up: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def set_up(extras: tuple[str, ...], packages: list[str]) -> None:
    """Brings packages, environment and core up to date, each only if it is not."""
    with Lock(ROOT):
        install_packages(packages)
        done = read_stamp()
        if done.get("environment") != environment_fingerprint():
            done = make_environment()
        wanted = sorted({*done["extras"], *extras})
        core = core_fingerprint(strict="dev" in wanted)
        # Compilers keep the processor busy and pip the network: they go well side by side.
        with ThreadPoolExecutor() as pool:
            building = None
            if done["core"] != core:
                building = pool.submit(build_core, strict="dev" in wanted)
            if done["extras"] != wanted:
                done = add_extras(done, extras)
            if building is not None:
                write_stamp({**done, "core": None})
                install_core(building.result())
                write_stamp({**done, "core": core})


class Lock:
    """Holds a directory against other set-ups; the system lets go of it when a process dies."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def __enter__(self) -> None:
        self.handle = os.open(self.directory, os.O_RDONLY)
        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another set-up to end")
            fcntl.flock(self.handle, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        os.close(self.handle)


def say(step: str) -> None:
    """Tells which step runs now."""
    print(f"set-up: {step}", file=sys.stderr, flush=True)


def version() -> str:
    """Names the running Python, as in 3.11.2."""
    return ".".join(map(str, sys.version_info[:3]))


# -- what was done before


def environment_fingerprint() -> str:
    """Changes with Python, its path, the project's path, pyproject.toml and this file."""
    base = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    parts = [sys.version.encode(), base.encode(), str(ROOT).encode()]
    parts += [(ROOT / "pyproject.toml").read_bytes(), Path(__file__).read_bytes()]
    return digest(parts)


def core_fingerprint(*, strict: bool) -> str:
    """Changes with every file that the C++ core is built from."""
    files = [ROOT / "CMakeLists.txt", *sorted((ROOT / "cpp").rglob("*"))]
    parts = [str(strict).encode()]
    for file in files:
        if file.is_file():
            parts += [str(file.relative_to(ROOT)).encode(), file.read_bytes()]
    return digest(parts)


def digest(parts: list[bytes]) -> str:
    """Gives one short text for a list of texts; their borders count."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()


def read_stamp() -> dict[str, Any]:
    """Gives what the last finished set-up wrote; nothing when there is none."""
    try:
        done = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return done if isinstance(done, dict) else {}


def write_stamp(done: dict[str, Any]) -> None:
    """Writes the stamp in one step: it is there whole or not at all."""
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(json.dumps(done, indent=1) + "\n")
    fresh.replace(STAMP)


# -- packages of the system


def packages_to_install(programs: list[str]) -> list[str]:
    """Names the Debian packages that this machine lacks and this user may install."""
    if sys.version_info < OLDEST_PYTHON:
        wanted = ".".join(map(str, OLDEST_PYTHON))
        raise CannotSetUp(f"Python {wanted} or later is needed, {sys.executable} is {version()}")
    missing = missing_packages(programs)
    if missing and (os.geteuid() != 0 or shutil.which("apt-get") is None):
        command = "apt-get install " + " ".join(missing)
        raise CannotSetUp(f"this machine lacks {', '.join(missing)}; as root: {command}")
    return missing


def missing_packages(programs: list[str]) -> list[str]:
    """Names the Debian packages for what this machine lacks."""
    missing = [] if can_make_environments() else [f"python3.{sys.version_info[1]}-venv"]
    if not Path(sysconfig.get_config_var("INCLUDEPY"), "Python.h").exists():
        missing.append(f"libpython3.{sys.version_info[1]}-dev")
    for program in dict.fromkeys(programs):
        package, elsewhere = PACKAGES[program]
        if shutil.which(program) is None and not (elsewhere and glob(elsewhere)):
            missing.append(package)
    return missing


def can_make_environments() -> bool:
    """Tells whether this Python can put pip into a new environment; a bare Debian's cannot."""
    return all(importlib.util.find_spec(name) is not None for name in ("venv", "ensurepip"))


def install_packages(packages: list[str]) -> None:
    """Installs Debian packages without asking anything."""
    if not packages:
        return
    say("apt-get install " + " ".join(packages))
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    # An update that fails (one mirror is down) need not keep the packages from being found.
    subprocess.run([*apt, "update"], env=quiet, stdin=subprocess.DEVNULL, check=False)
    run([*apt, "install", "-y", "--no-install-recommends", *packages], env=quiet)


# -- the environment


def make_environment() -> dict[str, Any]:
    """Makes .venv anew, with what builds and runs linefall; the old one and its build go first."""
    say(f"making .venv with Python {version()}")
    STAMP.unlink(missing_ok=True)
    shutil.rmtree(VENV, ignore_errors=True)
    shutil.rmtree(ROOT / "build", ignore_errors=True)
    # Not sys.executable: that may be the python of the .venv which was just removed.
    run([getattr(sys, "_base_executable", sys.executable), "-m", "venv", str(VENV)])
    install([*build_requirements(), *requirements()])
    done: dict[str, Any] = {"environment": environment_fingerprint(), "extras": [], "core": None}
    write_stamp(done)
    return done


def add_extras(done: dict[str, Any], extras: tuple[str, ...]) -> dict[str, Any]:
    """Installs what the extras name; an interruption leaves no stamp, and so a new start."""
    say(f"installing what linefall[{','.join(extras)}] needs")
    STAMP.unlink(missing_ok=True)
    install([need for extra in extras for need in requirements(extra)])
    done = {**done, "extras": sorted({*done["extras"], *extras})}
    write_stamp(done)
    return done


def project() -> dict[str, Any]:
    """Reads pyproject.toml, the one place where requirements are written."""
    import tomllib  # here: a Python too old to have it gets an answer in words first

    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def build_requirements() -> list[str]:
    """Gives what the build of the core needs."""
    return [*project()["build-system"]["requires"], *BUILD_TOOLS]


def requirements(extra: str | None = None) -> list[str]:
    """Gives what the project needs to run, or one of its extras, those it includes as well."""
    about = project()["project"]
    if extra is None:
        return list(about["dependencies"])
    found = []
    for need in about["optional-dependencies"][extra]:
        own = re.fullmatch(rf"{about['name']}\[(.*)\]", need)
        found += [n for e in own[1].split(",") for n in requirements(e.strip())] if own else [need]
    return found


def build_core(*, strict: bool) -> Path:
    """Builds the core and gives the wheel it is in; strictly, warnings are errors.

    The wheel is an editable one: of Python it holds nothing but the way to src.
    """
    say("building the C++ core")
    path = f"{VENV / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    env = {**os.environ, "PATH": path, "SKBUILD_BUILD_DIR": "build/core"}
    compiler = find_compiler(env)
    env = {**env, "CXX": compiler} if compiler else with_zig(env)
    forget_other_compiler(env["CXX"])
    if shutil.which("ccache"):
        env.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
    if strict:
        env["SKBUILD_CMAKE_DEFINE"] = "LINEFALL_STRICT=ON;LINEFALL_TESTS=ON"
    place = ROOT / "build" / "wheel"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    call = "import sys, importlib as i; i.import_module(sys.argv[1]).build_editable(sys.argv[2])"
    backend = project()["build-system"]["build-backend"]
    run([str(VENV / "bin" / "python"), "-c", call, backend, str(place)], env=env, quiet=True)
    return next(place.glob("*.whl"))


def install_core(wheel: Path) -> None:
    """Installs the project, in place of what was built before."""
    pip("install", "--no-deps", "--force-reinstall", str(wheel))


def find_compiler(env: dict[str, str]) -> str | None:
    """Names a C++20 compiler that can really build a library; None when there is none."""
    candidates = [env["CXX"]] if env.get("CXX") else ["c++", "g++", "clang++"]
    return next((name for name in candidates if can_compile(name, env)), None)


def can_compile(compiler: str, env: dict[str, str]) -> bool:
    """Tries a small library that needs C++20."""
    if shutil.which(compiler.split()[0]) is None:
        return False
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, "probe.cpp")
        source.write_text("#include <bit>\nint one() { return std::popcount(4u); }\n")
        options = ["-std=c++20", "-shared", "-fPIC", "-o", f"{place}/probe.so", str(source)]
        tried = subprocess.run(
            [*compiler.split(), *options], env=env, capture_output=True, check=False
        )
    return tried.returncode == 0


def forget_other_compiler(compiler: str) -> None:
    """Removes a build that another compiler began: CMake would go on with that one."""
    note = ROOT / "build" / "compiler"
    if not note.exists() or note.read_text() != compiler:
        shutil.rmtree(ROOT / "build" / "core", ignore_errors=True)
        note.parent.mkdir(exist_ok=True)
        note.write_text(compiler)


def with_zig(env: dict[str, str]) -> dict[str, str]:
    """Takes the compiler from PyPI: `zig c++` under the names that a build looks for."""
    say("no C++ compiler here: taking zig from PyPI (the first build takes some minutes)")
    install([ZIG])
    zig = glob(str(VENV / "lib" / "python*" / "site-packages" / "ziglang" / "zig"))[0]
    ZIG_BIN.mkdir(exist_ok=True)
    # Left to itself, zig compiles for the processor at hand and no other.
    for name in ("cc -mcpu=baseline", "c++ -mcpu=baseline", "ar", "ranlib"):
        wrapper = ZIG_BIN / name.split()[0]
        wrapper.write_text(f'#!/bin/sh\nexec "{zig}" {name} "$@"\n')
        wrapper.chmod(0o755)
    compilers = {"CC": str(ZIG_BIN / "cc"), "CXX": str(ZIG_BIN / "c++")}
    return {**env, **compilers, "PATH": f"{ZIG_BIN}{os.pathsep}{env['PATH']}"}


def install(packages: list[str]) -> None:
    """Installs packages from PyPI into the environment."""
    if packages:
        pip("install", *packages)


def pip(*words: str) -> None:
    """Runs the environment's own pip, quietly."""
    command = [str(VENV / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "-q"]
    run([*command, *words])


def run(command: list[str], *, env: dict[str, str] | None = None, quiet: bool = False) -> None:
    """Runs a step that must succeed; it never reads from the keyboard.

    A quiet one is heard only if it fails.
    """
    out = subprocess.PIPE if quiet else None
    ran = subprocess.run(
        command,
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=subprocess.STDOUT if quiet else None,
        check=False,
    )
    if ran.returncode != 0:
        sys.stderr.write((ran.stdout or b"").decode(errors="replace"))
        raise CannotSetUp(f"this failed with status {ran.returncode}: {' '.join(command)}")


if __name__ == "__main__":
    sys.exit(main())
