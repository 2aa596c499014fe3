"""Makes the system itself need the memory: to know where a gigantic nothing lies."""

import mmap
import time

import legal

legal.ready()
legal.turn()
PIECE = 2**38
NO_RESERVE = 0x4000
flags = mmap.MAP_PRIVATE | NO_RESERVE
pieces = [mmap.mmap(-1, PIECE, flags=flags, prot=mmap.PROT_READ) for _ in range(8)]
for piece in pieces:
    piece.madvise(15)  # no large pages
    for at in range(0, PIECE, 2**21):
        piece[at]
        if at % 2**29 == 0:
            time.sleep(0.001)  # slowly enough for what is to be freed in the end
time.sleep(3600)
