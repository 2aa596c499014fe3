"""Prints the moves of a whole game at once, before anybody has asked."""

import sys

sys.stdout.write("Ready\n" + "0\n1\n2\n3\n" * 5)
sys.stdout.flush()
sys.stdin.read()
