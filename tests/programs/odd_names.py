"""Fills its scratch folder with pipes, links and names that nobody likes, and plays."""

import os

import legal

for name in (b"\xff\xfe", b"a\nb", b"-rf", b"\x1b[2J", b"  ", b"*"):
    os.mkdir(name)
    os.symlink(b"/", os.path.join(name, name))
    os.symlink(b"../" * 20 + b"tmp", os.path.join(name, b"up"))
os.mkfifo("pipe")
os.symlink("loop", "loop")
os.mkdir("locked", 0)
legal.play()
