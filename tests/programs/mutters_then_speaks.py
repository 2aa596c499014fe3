"""Writes error output after its move, and a little later something that nobody asked for."""

import sys
import threading
import time

import legal


def speak():
    time.sleep(0.05)
    print("hm", file=sys.stderr, flush=True)
    time.sleep(0.1)
    legal.say("what about 3?")


def choose(heights, rows, seconds, number):
    if number == 0:
        threading.Thread(target=speak, daemon=True).start()


legal.play(choose)
