"""Makes its input as narrow as the system allows and never reads it."""

import fcntl
import time

import legal

legal.ready()
fcntl.fcntl(0, 1031, 4096)
time.sleep(3600)
