"""Is ready, reads everything, and never answers."""

import sys

import legal

legal.ready()
for _ in sys.stdin:
    pass
