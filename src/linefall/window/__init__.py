"""A game in a window: the picture of the board, and a strip below it that says what happens.

`table` is the game without a screen: keys and clicks go in, a picture and two lines of text come
out. `screen` puts it on a real screen with pygame, `frames` into files. `view` holds the pictures.
"""
