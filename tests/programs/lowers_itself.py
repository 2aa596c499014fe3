"""Takes away its own limits, as far as they go, so that the judge has trouble with it."""

import os
import resource

import legal

for which in (resource.RLIMIT_NOFILE, resource.RLIMIT_STACK, resource.RLIMIT_DATA):
    low = 64 if which == resource.RLIMIT_NOFILE else 2**26
    resource.setrlimit(which, (low, low))
for which in (resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC):
    resource.setrlimit(which, (0, 0))
os.umask(0o777)
legal.play()
