"""Tries to raise its own limits, to be spared when memory runs out, and to leave its group."""

import os
import resource
import sys

import legal


def tried(what, attempt, *arguments):
    try:
        attempt(*arguments)
        print(f"granted: {what}", file=sys.stderr)
    except (OSError, ValueError):
        pass


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


for name in ("FSIZE", "NOFILE", "CORE"):
    which = getattr(resource, f"RLIMIT_{name}")
    tried(name, resource.setrlimit, which, (resource.RLIM_INFINITY,) * 2)
tried("spared", write, "/proc/self/oom_score_adj", "-1000")
for group in ("/sys/fs/cgroup/pids/cgroup.procs", "/sys/fs/cgroup/cgroup.procs"):
    tried("left its group", write, group, str(os.getpid()))
legal.play()
