"""Floods both outputs while the other one thinks, to slow the judge down."""

import os
import threading
import time

import legal


def flood(descriptor):
    while True:
        os.write(descriptor, b"noise\n" * 10000)


legal.ready()
columns = legal.turn()[1]
legal.say(0)
for number in (1, 2):
    threading.Thread(target=flood, args=(number,), daemon=True).start()
time.sleep(3600)
