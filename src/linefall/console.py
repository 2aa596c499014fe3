"""The game by words on a line: a small postfix interpreter, fed with bytes as they arrive.

A number goes on the stack, a word takes its numbers from there: `4 ADD` drops into the fourth
column. Nothing here reads or writes: `Console.feed` takes bytes, one at a time or a thousand, and
gives the bytes to send back. Several consoles can share a `Desk`, each seeing what happens there.

>>> console = Console()
>>> _ = console.start()
>>> print(console.feed(b"4 ADD 9 ADD 1 ADD\\n").decode().rstrip())
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | |O| | | |
 1 2 3 4 5 6 7
error: there is no column 9; open columns: 1 2 3 4 5 6 7
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping
from typing import Final

from linefall.desk import Desk, Hall, WordError
from linefall.errors import LinefallError
from linefall.events import ChooseSymbol, Drop, NewGame, Resign, Sure
from linefall.notation import whole_number

LONGEST_LINE: Final = 2**20
DEEPEST_STACK: Final = 2**16
#: Who works at many consoles goes round after so many words and bytes of one, or so much said.
MOST_STEPS: Final = 1000
MOST_SAID: Final = 2**16
HINT: Final = "A number and ADD drop a disc: 4 ADD. WORDS lists all words, BYE leaves."

CR, LF, BACKSPACE, DELETE, ESCAPE, KILL, CANCEL = 13, 10, 8, 127, 27, 21, 3


class Console:
    """Interprets what one caller types.

    `echo` sends back what is typed, for lines whose other end shows nothing by itself; `newline`
    ends each line that is sent.
    """

    def __init__(
        self,
        desk: Desk | None = None,
        *,
        hall: Hall | None = None,
        echo: bool = False,
        newline: str = "\n",
        hint: bool = False,
    ) -> None:
        self.desk = desk or Desk()
        self.ended = False
        self._hall = hall
        self._echo = echo
        self._newline = newline
        self._hint = hint
        self._stack: list[int] = []
        self._unread: deque[int] = deque()
        self._input_ended = False
        self._words: deque[str] = deque()  # of the line that was read last, not yet done
        self._arrives = False  # at a desk that was joined and not yet shown
        self._line = bytearray()
        self._too_long = False
        self._after_cr = False
        self._escape = b""
        self._out: deque[str] = deque()
        self._said = 0  # characters since the last ones were taken, or so
        self.desk.consoles.append(self)

    def start(self) -> bytes:
        """Gives what is sent first: the matrix, and who starts where that was drawn by lot."""
        self.say(self.desk.show())
        self.say(self.desk.starter())
        if self._hint:
            self.say(HINT)
        self.desk.think()
        return self.take()

    def feed(self, data: bytes) -> bytes:
        """Takes bytes as they arrive and gives the bytes to send back."""
        self.receive(data)
        return self._work_through()

    def finish(self) -> bytes:
        """Takes the end of input: a last line without an end counts, too."""
        self.receive_end()
        return self._work_through()

    def _work_through(self) -> bytes:
        said = [self.take()]
        while self.waits:
            said.append(self.work())
        return b"".join(said)

    def receive(self, data: bytes) -> None:
        """Puts bytes aside until `work` reads them."""
        self._unread.extend(data)

    def receive_end(self) -> None:
        """Notes that nothing more will arrive."""
        self._input_ended = True

    @property
    def waits(self) -> bool:
        """Tells whether there is something left for `work`."""
        left = self._arrives or self._words or self._unread or self._input_ended
        return not self.ended and bool(left)

    def work(self) -> bytes:
        """Does some of what was received, while others wait; gives the bytes to send.

        It ends where another desk is joined: what follows happens there, where somebody else may
        be at work.
        """
        desk, steps = self.desk, 0
        while self.waits and self.desk is desk and steps < MOST_STEPS and self._said < MOST_SAID:
            steps += 1
            if self._arrives:
                self._arrive()
            elif self._words:
                self._do_word(self._words.popleft())
            elif self._unread:
                self._take_byte(self._unread.popleft())
            elif self._line:
                self._end_line()
            else:
                self.leave()
        return self.take()

    def _arrive(self) -> None:
        """Shows the desk that was joined, and says which seat is left there."""
        self._arrives = False
        self.say(self.desk.show())
        self.say(self.desk.seat_told(self))

    def leave(self) -> None:
        """Gets up from the desk."""
        self.ended = True
        self.desk.leave(self)
        if self._hall is not None:
            self._hall.close_empty()

    def say(self, text: str) -> None:
        """Puts lines into what is to be sent."""
        if text:
            self._send(text.replace("\n", self._newline) + self._newline)

    def _send(self, text: str) -> None:
        self._out.append(text)
        self._said += len(text)

    def take(self) -> bytes:
        """Gives what is to be sent, once; whoever adds to it from another thread loses nothing."""
        self._said = 0
        sent = [self._out.popleft() for _ in range(len(self._out))]
        return "".join(sent).encode("ascii", "replace")

    # -------------------------------------------------------------------------- bytes to lines

    def _take_byte(self, byte: int) -> None:
        """Collects a line; CR, LF and CR LF end it, noise on the line is dropped."""
        after_cr, self._after_cr = self._after_cr, byte == CR
        if self._escape:
            self._take_escape(byte)
        elif byte == LF and after_cr:
            pass  # the second half of CR LF
        elif byte in (CR, LF):
            self._send_echo(self._newline)
            self._end_line()
        elif byte in (BACKSPACE, DELETE):
            self._rub_out(1)
        elif byte in (KILL, CANCEL):
            self._rub_out(len(self._line))
        elif byte == ESCAPE:
            self._escape = b"\x1b"
        elif 32 <= byte < 127 or byte == 9:
            self._keep(32 if byte == 9 else byte)

    def _keep(self, byte: int) -> None:
        if len(self._line) < LONGEST_LINE:
            self._line.append(byte)
        else:
            self._too_long = True
        self._send_echo(chr(byte))

    def _rub_out(self, count: int) -> None:
        if count and self._line:
            del self._line[-count:]
            self._send_echo("\b \b" * count)

    def _take_escape(self, byte: int) -> None:
        """Drops the rest of what an arrow key or its like sends: ESC [ digits letter."""
        started, self._escape = self._escape, b""
        if started == b"\x1b" and byte in b"[O":
            self._escape = b"\x1b["
        elif started == b"\x1b[" and byte in b"0123456789;":
            self._escape = started
        elif started == b"\x1b" or not 64 <= byte < 127:
            self._take_byte(byte)

    def _send_echo(self, text: str) -> None:
        if self._echo:
            self._send(text)

    def _end_line(self) -> None:
        line, self._line = self._line.decode("ascii"), bytearray()
        too_long, self._too_long = self._too_long, False
        if too_long:
            self._give_up(f"a line is at most {LONGEST_LINE} characters long")
        else:
            self._words.extend(words_of(line))

    # --------------------------------------------------------------------------- lines to words

    def _do_word(self, word: str) -> None:
        try:
            if (number := whole_number(word)) is not None:
                self._push(number)
            elif (meaning := WORDS.get(word.upper())) is not None:
                meaning[0](self)
            else:
                shown = word if len(word) <= 40 else word[:37] + "..."
                raise WordError(f"unknown word {shown}; WORDS lists those that are known")
        except LinefallError as error:
            self._give_up(str(error))

    def _give_up(self, reason: str) -> None:
        """Drops the rest of the line and empties the stack."""
        self._words.clear()
        self._stack.clear()
        self.say(f"error: {reason}")

    def _push(self, number: int) -> None:
        if len(self._stack) >= DEEPEST_STACK:
            raise WordError("the stack is full")
        self._stack.append(number)

    def _pop(self, word: str) -> int:
        if not self._stack:
            raise WordError(f"the stack is empty; {word} takes a number, as in 4 {word}")
        return self._stack.pop()

    def add(self) -> None:
        """Takes a number and drops a disc of the player to move into that column."""
        column = self._pop("ADD")
        self.desk.check_seat(self)
        self.desk.do(Drop(column - self.desk.series.house.columns_from))

    def new(self) -> None:
        """Starts a new game."""
        self.desk.check_player(self)
        self.desk.do(NewGame())

    def board(self) -> None:
        """Prints the matrix again."""
        self.say(self.desk.show())

    def undo(self) -> None:
        """Takes the last disc off, also of a finished game."""
        self.desk.check_player(self)
        self.desk.undo(self)

    def help(self) -> None:
        """Lists the words."""
        for word, (_, text) in WORDS.items():
            self.say(f"{word:<7} {text}")

    def show_stack(self) -> None:
        """Shows the stack, the top at the right."""
        self.say(" ".join([f"<{len(self._stack)}>", *map(str, self._stack)]))

    def bye(self) -> None:
        """Leaves."""
        self.leave()

    def symbol(self) -> None:
        """Takes 0 or 1 and chooses that symbol, where the house lets a player choose."""
        symbol = self._pop("SYMBOL")
        self.desk.check_seat(self)
        self.desk.do(ChooseSymbol(symbol))

    def yes(self) -> None:
        """Says that a move is sure, where the house asks."""
        self.desk.check_seat(self)
        self.desk.do(Sure(yes=True))

    def no(self) -> None:
        """Says that a move is not sure, where the house asks."""
        self.desk.check_seat(self)
        self.desk.do(Sure(yes=False))

    def resign(self) -> None:
        """Gives the game up for the player to move."""
        self.desk.check_seat(self)
        self.desk.do(Resign())

    def desk_number(self) -> None:
        """Shows the number of this game's desk."""
        self.say(f"desk {self._hall.number(self.desk) if self._hall else 0}")

    def join(self) -> None:
        """Takes a number and joins the game at that desk, as its second player or to watch."""
        number = self._pop("JOIN")
        desk = self._hall.desk(number) if self._hall else None
        if self._hall is None or desk is None:
            raise WordError(f"there is no desk {number}")
        if desk is self.desk:
            raise WordError(f"you are at desk {number}")
        self.desk.leave(self)
        desk.join(self)
        self.desk, self._arrives = desk, True  # it is shown when nobody else is at work there
        self._hall.close_empty()


def words_of(line: str) -> list[str]:
    r"""Splits a line into words, without comments: `( ... )` and `\` to the end of the line.

    >>> words_of("4 ADD ( the middle ) 3 ADD \\ and more")
    ['4', 'ADD', '3', 'ADD']
    """
    pieces = re.findall(r"\([^)]*\)?|\\.*|\S+", line)
    return [piece for piece in pieces if not piece.startswith(("(", "\\"))]


WORDS: Final[Mapping[str, tuple[Callable[[Console], None], str]]] = {
    "ADD": (Console.add, "( column -- ) drop a disc of the player to move"),
    "NEW": (Console.new, "start a new game"),
    "BOARD": (Console.board, "print the board again"),
    "UNDO": (Console.undo, "take the last disc off"),
    "RESIGN": (Console.resign, "give the game up for the player to move"),
    "SYMBOL": (Console.symbol, "( 0|1 -- ) choose a symbol, where the house asks"),
    "YES": (Console.yes, "the move is sure, where the house asks"),
    "NO": (Console.no, "the move is not sure, where the house asks"),
    "DESK": (Console.desk_number, "show the number of this game's desk"),
    "JOIN": (Console.join, "( desk -- ) join the game at another desk"),
    ".S": (Console.show_stack, "show the stack"),
    "HELP": (Console.help, "list the words"),
    "WORDS": (Console.help, "list the words"),
    "BYE": (Console.bye, "leave"),
}
