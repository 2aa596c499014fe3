"""Makes one good move and dies while the other one thinks."""

import os

import legal

legal.ready()
columns = legal.turn()[1]
legal.say(columns // 2)
os._exit(3)
