"""Works for a while before it is ready; nothing is wrong with it."""

import time

import legal

while time.process_time() < 0.3:
    pass
legal.play()
