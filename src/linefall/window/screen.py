"""Shows a table in a real window, with pygame: mouse and keys in, picture and title out."""

from __future__ import annotations

import locale
import os
import sys
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Final

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # both are read at the import
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "linefall")
import pygame

from linefall import thinkers
from linefall.board import Board
from linefall.errors import LinefallError
from linefall.game import Phase
from linefall.picture import png
from linefall.player import Limit, Player
from linefall.rules import Rules
from linefall.window.table import Table

RESERVE: Final = 80  # pixels that a screen keeps for its bars and the window's frame
PAUSE: Final = 0.6  # seconds a program's move takes at least: people see it, and may undo
WAIT: Final = 30  # milliseconds between looks at what a program found,
REST: Final = 200  # and between looks at whether somebody pressed Ctrl-C
UNSEEN: Final = ("dummy", "offscreen")  # drivers with windows that nobody can see


def show(table: Table, *, limit: Limit, on_end: Callable[[Table], None] = lambda _: None) -> None:
    """Opens a window and plays until it is closed; `on_end` is called after each game."""
    try:
        _prefer_x11()
        pygame.display.init()
        if pygame.display.get_driver() in UNSEEN:
            raise pygame.error("nothing shows windows here")
        Window(table, limit, on_end).run()
    except pygame.error as error:
        raise LinefallError(
            f"no screen: {error}; without one, --frames DIR writes the pictures to files"
        ) from None
    finally:
        pygame.display.quit()


def _prefer_x11() -> None:
    """Keeps the library from trying every kind of screen, each with a complaint of its own."""
    if sys.platform == "linux" and not os.environ.get("WAYLAND_DISPLAY"):
        if not os.environ.get("DISPLAY"):
            raise pygame.error("DISPLAY is not set")
        os.environ.setdefault("SDL_VIDEODRIVER", "x11")


def _set_title(title: str) -> None:
    """Sets the title in a form that every X11 program can read.

    In a UTF-8 locale the library writes the old title property (WM_NAME) with a type that most
    programs do not know; in the C locale it is a plain string. The new property is right in both.
    """
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        locale.setlocale(locale.LC_CTYPE, "C")
        pygame.display.set_caption(title)
    finally:
        locale.setlocale(locale.LC_CTYPE, before)


def _icon() -> pygame.Surface:
    """Gives a small board for the bars and lists of a desktop."""
    image = png.draw(Board(Rules(2, 2, 4), [0, 1, 1]), cell=24)
    return pygame.image.frombytes(image.tobytes(), image.size, "RGB")


def multiple(picture: tuple[int, int], screen: tuple[int, int]) -> int:
    """Gives by which whole number a picture is enlarged on a screen.

    >>> multiple((512, 568), (1280, 1024)), multiple((512, 568), (3840, 2160))
    (1, 3)
    """
    return max(1, min(screen[0] // picture[0], (screen[1] - RESERVE) // picture[1]))


class Window:
    """Holds the window and what a program is thinking about."""

    def __init__(self, table: Table, limit: Limit, on_end: Callable[[Table], None]) -> None:
        self.table, self.limit, self.on_end = table, limit, on_end
        size = table.screen().size
        self.scale = multiple(size, pygame.display.get_desktop_sizes()[0])
        pygame.display.set_icon(_icon())
        self.surface = pygame.display.set_mode((size[0] * self.scale, size[1] * self.scale))
        self.thought: _Thought | None = None
        self.turn = threading.Lock()  # to think: a player has one head
        self.ended = False
        self.shown: tuple[object, ...] = ()

    def run(self) -> None:
        """Plays until the window is closed."""
        while True:
            self._draw()
            self._note_end()
            self._think()
            for event in (pygame.event.wait(WAIT if self.thought else REST), *pygame.event.get()):
                if event.type == pygame.QUIT:
                    return
                self._handle(event)

    def _handle(self, event: pygame.Event) -> None:
        if event.type == pygame.KEYDOWN:
            self.table.press(event.unicode.lower())
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self.table.click(event.pos[0] // self.scale, event.pos[1] // self.scale)
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED):
            self.shown = ()

    def _draw(self) -> None:
        """Draws the window when anything in it has changed."""
        table = self.table
        if self.shown == (now := (table.changes, table.news, table.prompt)):
            return
        picture = table.screen()
        image = pygame.image.frombytes(picture.tobytes(), picture.size, "RGB")
        self.surface.blit(pygame.transform.scale_by(image, self.scale), (0, 0))
        _set_title(f"Linefall: {table.news} {table.prompt}".replace("  ", " "))
        pygame.display.flip()
        self.shown = now

    def _note_end(self) -> None:
        over = self.table.series.phase is Phase.OVER
        if over and not self.ended:
            self.on_end(self.table)
        self.ended = over

    def _think(self) -> None:
        """Lets a program think about its move, and makes the move when it is found."""
        player, board = self.table.thinker, self.table.series.game.board
        if self.thought is not None and not self.thought.is_about(player, board.moves):
            self.thought.is_wanted = False
            self.thought = None
        if player is None:
            return
        if self.thought is None:
            self.thought = _Thought(player, board.copy(), self.limit, self.turn)
        elif (found := self.thought.found()) is not None:
            self.thought = None
            self.table.take(found)


class _Thought:
    """Is what a program thinks about a board, in a thread of its own.

    An undo makes a thought pointless; nobody asks for its end then, but the next one waits for it.
    """

    def __init__(self, player: Player, board: Board, limit: Limit, turn: threading.Lock) -> None:
        self.player, self.board, self.limit, self.turn = player, board, limit, turn
        self.is_wanted = True
        self.ready = monotonic() + PAUSE
        self._answer: SimpleQueue[thinkers.Found | Exception] = SimpleQueue()
        threading.Thread(target=self._think, daemon=True).start()

    def is_about(self, player: Player | None, moves: tuple[int, ...]) -> bool:
        return self.player is player and self.board.moves == moves

    def found(self) -> thinkers.Found | None:
        """Gives what was found, or None so far; a programmer's mistake comes up here."""
        if monotonic() < self.ready:
            return None
        try:
            answer = self._answer.get_nowait()
        except Empty:
            return None
        if isinstance(answer, thinkers.Found):
            return answer
        raise answer

    def _think(self) -> None:
        with self.turn:
            try:
                if self.is_wanted:
                    self._answer.put(thinkers.think(self.player, self.board, self.limit))
            except Exception as error:
                self._answer.put(error)
