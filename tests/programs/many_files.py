"""Makes more files than anybody can count."""

import legal

legal.ready()
legal.turn()
number = 0
while True:
    open(f"file{number}", "w").close()
    number += 1
