"""Runs the command line: ``python -m linefall`` is the command ``linefall``."""

from linefall.cli import main

if __name__ == "__main__":
    main()
