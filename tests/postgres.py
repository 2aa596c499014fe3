"""A real PostgreSQL server for the tests: started once, as its own user, gone at the end.

It listens on a socket in its own folder and on no network. The server refuses to run as root, so
root hands over to the user that Debian's package made.
"""

import contextlib
import glob
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path


def _binary(name: str) -> str:
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return found[-1] if found else shutil.which(name) or name


def _as_server(words: list[str]) -> list[str]:
    if os.geteuid() != 0:
        return words
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *words]


def _run(words: list[str], folder: Path) -> None:
    done = subprocess.run(
        _as_server(words), cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, f"{words[0]}: {done.stdout}{done.stderr}"


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Runs a server; gives the URL of its first database, to be completed with a name."""
    folder = Path(tempfile.mkdtemp(prefix="linefall-pg-", dir="/tmp"))
    try:
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
        data = folder / "data"
        _run([_binary("initdb"), "-D", str(data), "-U", "linefall", "-A", "trust", "-N"], folder)
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=20"
        control = [_binary("pg_ctl"), "-D", str(data), "-w", "-t", "60"]
        _run([*control, "-l", str(folder / "log"), "-o", options, "start"], folder)
        try:
            yield f"postgresql://linefall@/{{name}}?host={folder}"
        finally:
            _run([*control, "-m", "immediate", "stop"], folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
