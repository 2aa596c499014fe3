"""Answers in its turn, and again as soon as the other one thinks."""

import time

import legal


def choose(heights, rows, seconds, number):
    if number == 1:
        legal.say(0)
        time.sleep(0.1)


legal.play(choose)
