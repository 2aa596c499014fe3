"""What a console's bytes travel on: standard input and output, TCP, or a serial device.

On the first and the last a thread does nothing but read, so that nothing is lost while an answer
is still being sent. Over TCP every caller has a console of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import queue
import re
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any, BinaryIO, Final
from weakref import WeakKeyDictionary

from linefall.console import Console
from linefall.desk import Desk, Hall
from linefall.errors import LinefallError

CHUNK: Final = 65_536
#: A caller who reads nothing may fall behind by this much before the game waits for them.
MOST_UNSENT: Final = 16 * 2**20
#: More callers at a time than this are turned away.
MOST_CALLERS: Final = 500
_PORT: Final = re.compile("[0-9]{1,5}")


class CableError(LinefallError):
    """Says that a line could not be opened, or that it is gone."""


def run(console: Console, read: Callable[[], bytes], write: Callable[[bytes], None]) -> None:
    """Carries bytes between a line and a console until the input ends or somebody says BYE.

    `read` gives no bytes at the end. What it raises is raised here.
    """
    arrived: queue.SimpleQueue[bytes | BaseException] = queue.SimpleQueue()
    threading.Thread(target=_read_on, args=(read, arrived), daemon=True).start()
    write(console.start())
    while not console.ended:
        data = arrived.get()
        if isinstance(data, BaseException):
            raise data
        write(console.feed(data) if data else console.finish())


def _read_on(read: Callable[[], bytes], arrived: queue.SimpleQueue[bytes | BaseException]) -> None:
    try:
        while data := read():
            arrived.put(data)
        arrived.put(b"")
    except BaseException as error:  # handed over to the thread that waits for the bytes
        arrived.put(error)


def run_on_files(console: Console, source: BinaryIO, target: BinaryIO) -> None:
    """Runs a console on two open files, such as standard input and output."""

    def write(data: bytes) -> None:
        target.write(data)
        target.flush()

    handle = source.fileno()
    run(console, lambda: os.read(handle, CHUNK), write)


# ----------------------------------------------------------------------------------------- serial


def run_on_serial(console: Console, device: str, baud: int) -> None:
    """Runs a console on a serial device, 8 data bits, no parity, 1 stop bit."""
    serial = import_module("serial")  # an extra: only who has such a device needs it
    try:
        port = serial.Serial(device, baud)
    except (serial.SerialException, OSError, ValueError) as error:
        raise CableError(f"{device}: cannot be opened: {_reason(error)}") from None
    try:
        with contextlib.closing(port):
            run(console, lambda: bytes(port.read(max(1, port.in_waiting))), port.write)
            port.flush()
    except (serial.SerialException, OSError, TypeError):
        # TypeError: what pyserial raises in a read when the port is closed under it.
        raise CableError(f"{device}: the serial device has gone away") from None


def _reason(error: BaseException) -> str:
    """Says in words why a device could not be opened.

    pyserial puts the number of an error that it met into its text, with Python's brackets.
    """
    number, met = getattr(error, "errno", None), error.__context__
    if number is None and met is not None and len(met.args) == 2:  # a number and its text
        number = met.args[0]
    if number == errno.ENOTTY:
        return "it is no serial device"
    return os.strerror(number) if number else str(error)


# -------------------------------------------------------------------------------------------- tcp


def parse_address(text: str) -> tuple[str, int]:
    """Reads HOST:PORT; an IPv6 address stands in brackets.

    >>> parse_address("localhost:4000"), parse_address("[::1]:4000")
    (('localhost', 4000), ('::1', 4000))
    """
    host, _, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    if not host or "[" in host or "]" in host or not _PORT.fullmatch(port) or int(port) > 65_535:
        raise CableError(f"{text!r} was given; possible: HOST:PORT such as localhost:4000")
    return host, int(port)


async def serve(
    hall: Hall,
    host: str,
    port: int,
    *,
    echo: bool = False,
    ready: Callable[[str, int], None] = lambda _host, _port: None,
) -> None:
    """Serves callers for ever; `ready` is told the address once they can call."""
    office = _Office(hall, echo=echo)
    try:
        server = await asyncio.start_server(office.answer, host, port)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise CableError(f"cannot listen on {host}:{port}: {reason}") from None
    asyncio.get_running_loop().set_exception_handler(_complain)
    async with server:
        name = server.sockets[0].getsockname()
        ready(name[0], name[1])
        await server.serve_forever()


def _complain(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Complains of what goes wrong, but not of callers for whom the system has no file left.

    They wait; asyncio tries again after a second.
    """
    if not isinstance(context.get("exception"), OSError):
        loop.default_exception_handler(context)


class _Office:
    """Answers callers and carries to each what happens at their desk."""

    def __init__(self, hall: Hall, *, echo: bool) -> None:
        self._hall = hall
        self._echo = echo
        self._lines: dict[Console, asyncio.StreamWriter] = {}
        self._locks: WeakKeyDictionary[Desk, asyncio.Lock] = WeakKeyDictionary()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Talks with one caller until they leave or the line drops."""
        if len(self._lines) >= MOST_CALLERS:
            writer.write(b"all lines are busy, call again later\r\n")
            writer.close()
            return
        desk = self._hall.open()
        console = Console(desk, hall=self._hall, echo=self._echo, newline="\r\n", hint=True)
        self._lines[console] = writer
        try:
            await self._talk(console, reader, writer)
        except (OSError, asyncio.CancelledError):
            pass  # the line dropped, in one of many ways, or the server ends
        except LinefallError as error:  # a player that cannot play
            writer.write(f"error: {error}\r\n".encode("ascii", "replace"))
        finally:
            console.leave()
            self._carry(console, console.desk)
            del self._lines[console]
            writer.close()

    async def _talk(
        self, console: Console, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        writer.transport.set_write_buffer_limits(MOST_UNSENT)
        writer.write(await self._work(console, console.start))
        while not console.ended:
            if data := await reader.read(CHUNK):
                console.receive(data)
            else:
                console.receive_end()
            while console.waits:
                left = console.desk
                writer.write(await self._work(console, console.work))
                self._carry(console, left, console.desk)
                await asyncio.sleep(0)  # so that the others have their turn
                await writer.drain()
        writer.transport.set_write_buffer_limits()  # who leaves and reads nothing is still a caller
        with contextlib.suppress(OSError):
            await writer.drain()

    async def _work(self, console: Console, step: Callable[[], bytes]) -> bytes:
        """Lets a console work at its desk; where somebody thinks, beside the other callers."""
        if not console.desk.has_thinkers:
            return step()
        async with self._locks.setdefault(console.desk, asyncio.Lock()):
            return await asyncio.to_thread(step)

    def _carry(self, console: Console, *desks: Desk) -> None:
        """Sends to the others at these desks what happened there; who never reads is cut off."""
        for other, writer in self._lines.items():
            if other.desk not in desks or other is console:
                continue
            writer.write(other.take())
            if writer.transport.get_write_buffer_size() > MOST_UNSENT:
                writer.transport.abort()
