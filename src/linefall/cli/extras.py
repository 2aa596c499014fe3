"""What is installed only where it is wanted, and what to say where it is lacking."""

from __future__ import annotations

import importlib.util

from linefall.errors import LinefallError

# Top-level module -> the extra that brings it.
EXTRAS = {
    "PIL": "picture",
    "serial": "serial",
    "pygame": "window",
    "sqlalchemy": "store",
    "alembic": "store",
    "psycopg": "store",
    "numpy": "ratings",
    "distributed": "cluster",
}


def require(*modules: str) -> None:
    """Refuses to begin without these: whoever finds out after the games has lost an hour."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise LinefallError(advice(*missing))


def advice(*missing: str) -> str:
    """Says how to install modules of `EXTRAS`.

    >>> advice("sqlalchemy", "numpy")
    "this needs sqlalchemy, numpy: pip install 'linefall[store,ratings]', or make lab in a checkout"
    """
    extras = ",".join(dict.fromkeys(EXTRAS[name] for name in missing))
    packages = f"pip install 'linefall[{extras}]'"
    return f"this needs {', '.join(missing)}: {packages}, or make lab in a checkout"
