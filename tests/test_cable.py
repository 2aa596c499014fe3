"""The console on real lines: pipes, TCP sockets, and a pseudo-terminal pair as serial cable."""

import asyncio
import contextlib
import errno
import os
import pty
import queue
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import termios
import threading
import time
import tty

import pytest

from linefall.board import Board
from linefall.cable import CableError, parse_address, serve
from linefall.cli import run as run_here
from linefall.desk import Desk, Hall
from linefall.player import Choice, Guest, Limit

CONSOLE = [sys.executable, "-m", "linefall", "console"]
NUMBERS = b" 1 2 3 4 5 6 7"


# --------------------------------------------------------------------- standard input and output


def piped(typed: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*CONSOLE, *options], input=typed, capture_output=True, timeout=60)


def test_a_script_is_piped_in_and_ends_with_status_0() -> None:
    ran = piped(b"4 ADD 4 ADD\r\n3 ADD")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.count(NUMBERS) == 4
    assert ran.stdout.splitlines()[-2] == b"| | |O|O| | | |"


def test_bye_ends_with_status_0_and_an_error_does_not_change_that() -> None:
    ran = piped(b"foo\nBYE\n4 ADD\n")
    assert (ran.returncode, ran.stdout.count(NUMBERS)) == (0, 1)


def test_10_000_words_at_full_speed_are_all_read_even_when_nobody_reads_the_answers_yet() -> None:
    """A writer that sends everything before it reads anything must not lock up."""
    padding = b"( more than a pipe holds without a reader at its other end )"
    script = (b"NEW 4 ADD 4 ADD 5 ADD UNDO " + padding + b"\n") * 1250
    process = subprocess.Popen(CONSOLE, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(script)
    process.stdin.close()
    said = process.stdout.read()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert said.count(NUMBERS) == 1 + 5 * 1250


def test_ctrl_c_ends_with_status_130() -> None:
    process = subprocess.Popen(
        CONSOLE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, b"")


def test_a_terminal_that_is_closed_is_one_clear_line() -> None:
    near, far = pty.openpty()
    process = subprocess.Popen(CONSOLE, stdin=far, stdout=far, stderr=subprocess.PIPE)
    seen = b""
    while b"BYE leaves." not in seen:
        seen += os.read(near, 4096)
    process.send_signal(signal.SIGHUP)
    _, errors = process.communicate(timeout=60)
    os.close(near)
    os.close(far)
    assert (process.returncode, errors) == (2, b"linefall: the terminal was closed\n")


def test_a_bot_can_have_a_seat() -> None:
    ran = piped(b"4 ADD\n", "--second", "right")
    assert b"| | | |O| | |@|" in ran.stdout


def test_another_preset_can_be_played_by_words() -> None:
    ran = piped(b"1 ADD 0 ADD 1 ADD 2 ADD 1 ADD 3 ADD 1 ADD\n", "--rules", "shapes")
    assert ran.stdout.splitlines()[-1] == b"winner: red"


# ------------------------------------------------------------------------------------------ serial


class SerialLine:
    """Runs the console on one end of a pseudo-terminal pair; the test holds the other end."""

    def __init__(self, *options: str) -> None:
        self.near, self.far = pty.openpty()
        tty.setraw(self.far)
        device = os.ttyname(self.far)
        self.process = subprocess.Popen(
            [*CONSOLE, "--serial", device, *options], stderr=subprocess.PIPE
        )
        self.seen = b""

    def read_until(self, text: bytes, count: int = 1) -> bytes:
        """Reads until a text was seen so many times; gives what was read."""
        new = b""
        while new.count(text) < count:
            new += os.read(self.near, 65_536)
        return new

    def finish(self) -> tuple[int, str]:
        assert self.process.stderr is not None
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors.decode()


@pytest.fixture
def line():
    opened = []

    def start(*options: str) -> SerialLine:
        opened.append(SerialLine(*options))
        opened[-1].read_until(b"BYE leaves.\r\n")
        return opened[-1]

    yield start
    for one in opened:
        one.process.kill()
        one.process.communicate()
        for handle in (one.near, one.far):
            with contextlib.suppress(OSError):  # the test closed it
                os.close(handle)


def test_on_a_serial_line_what_is_typed_is_echoed_and_lines_end_with_cr_lf(line) -> None:
    serial = line()
    os.write(serial.near, b"4 ADD\r")
    said = serial.read_until(NUMBERS + b"\r\n")
    assert said.startswith(b"4 ADD\r\n| | ")
    assert b"| | | |O| | | |\r\n" in said
    os.write(serial.near, b"BYE\r")
    assert serial.finish() == (0, "")


def test_a_serial_line_is_115200_8n1_unless_told_otherwise(line) -> None:
    for options, speed in (((), termios.B115200), (("--baud", "9600"), termios.B9600)):
        serial = line(*options)
        _, _, flags, _, in_speed, out_speed, _ = termios.tcgetattr(serial.far)
        assert (in_speed, out_speed) == (speed, speed)
        assert flags & termios.CSIZE == termios.CS8
        assert not flags & (termios.PARENB | termios.CSTOPB)


def test_slow_typing_with_backspaces_noise_and_every_line_end(line) -> None:
    serial = line()
    typed = b"5\x084 AD\x00D\r3\xff ADX\x7fD\n2 ADD\r\nfoo\r\n1 ADD ( x\r"
    chance = random.Random(1)
    for byte in typed:
        os.write(serial.near, bytes([byte]))
        time.sleep(chance.choice([0, 0, 0.002, 0.01]))
    said = serial.read_until(NUMBERS, 4)
    assert said.count(b"error: unknown word foo") == 1
    os.write(serial.near, b"BOARD BYE\r")
    assert b"|@|O|@|O| | | |" in said
    assert serial.finish() == (0, "")


def test_10_000_words_at_full_speed_on_a_serial_line_are_all_read(line) -> None:
    serial = line("--no-echo")
    script = b"NEW 4 ADD 4 ADD 5 ADD UNDO\r\n" * 1250 + b"BYE\r\n"

    def write() -> None:
        rest = script
        while rest:
            rest = rest[os.write(serial.near, rest) :]

    writer = threading.Thread(target=write)
    writer.start()
    said = serial.read_until(NUMBERS, 5 * 1250)
    writer.join()
    assert said.count(NUMBERS) == 5 * 1250
    assert b"error" not in said
    assert serial.finish() == (0, "")


def test_a_writer_that_reads_nothing_until_it_has_written_everything_is_served(line) -> None:
    """Bytes keep being read while answers wait, or both ends would wait for each other."""
    serial = line("--no-echo")
    script = b"4 ADD UNDO\r" * 2000
    while script:
        script = script[os.write(serial.near, script) :]
    assert serial.read_until(NUMBERS, 4000).count(NUMBERS) == 4000


def test_a_serial_device_that_disappears_is_one_clear_line_and_a_status(line) -> None:
    serial = line()
    os.close(serial.far)
    os.close(serial.near)
    status, errors = serial.finish()
    assert status == 2
    assert re.fullmatch(r"linefall: /dev/pts/\d+: the serial device has gone away\n", errors)


@pytest.mark.parametrize(
    ("device", "said"),
    [("/dev/gone", "No such file or directory"), ("/dev/null", "it is no serial device")],
)
def test_a_device_that_cannot_be_opened_is_one_clear_line(device, said, capsys) -> None:
    assert run_here(["console", "--serial", device]) == 2
    errors = capsys.readouterr().err
    assert errors == f"linefall: {device}: cannot be opened: {said}\n"


# -------------------------------------------------------------------------------------------- TCP


class Caller:
    """Is somebody who calls the server."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.first = self.read_until(b"BYE leaves.\r\n")

    def send(self, text: bytes) -> None:
        self.socket.sendall(text)

    def read_until(self, text: bytes, count: int = 1) -> bytes:
        new = b""
        while new.count(text) < count:
            data = self.socket.recv(65_536)
            assert data, f"the line ended before {text!r}: {new[-200:]!r}"
            new += data
        return new

    def read_to_the_end(self) -> bytes:
        new = b""
        while data := self.socket.recv(65_536):
            new += data
        return new

    def hang_up(self) -> None:
        self.socket.close()


class Server:
    """Runs the server on a port that is free."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*CONSOLE, "--tcp", "127.0.0.1:0", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        told = self.process.stdout.readline().decode()
        self.port = int(told.rpartition(":")[2])
        self.callers: list[Caller] = []

    def call(self) -> Caller:
        self.callers.append(Caller(self.port))
        return self.callers[-1]

    def stop(self) -> tuple[int, bytes]:
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors


@pytest.fixture(scope="module")
def server():
    one = Server()
    yield one
    for caller in one.callers:
        caller.hang_up()
    assert one.stop() == (130, b"")


def test_every_caller_has_a_game_of_their_own(server) -> None:
    first, second = server.call(), server.call()
    assert first.first.count(NUMBERS) == 1
    first.send(b"4 ADD\r\n")
    assert b"|O|" in first.read_until(NUMBERS)
    second.send(b"BOARD\n")
    assert b"|O|" not in second.read_until(NUMBERS)


def test_two_callers_play_one_game_after_one_joined_the_other(server) -> None:
    first, second = server.call(), server.call()
    first.send(b"DESK\n")
    told = re.search(rb"desk (\d+)\r\n", first.read_until(b"\r\n"))
    assert told is not None
    second.send(told[1] + b" JOIN\n")
    second.read_until(NUMBERS)
    first.read_until(b"another player joined\r\n")
    first.send(b"4 ADD\n")
    assert b"| | | |O| | | |" in second.read_until(NUMBERS)
    second.send(b"4 ADD\n")
    assert b"| | | |@| | | |" in first.read_until(NUMBERS, 2)


def test_who_is_left_alone_at_a_desk_is_told_at_once(server) -> None:
    """They heard of it only after a word of their own."""
    first, second, third = (server.call() for _ in range(3))
    numbers = []
    for caller in (first, third):
        caller.send(b"DESK\n")
        numbers += re.findall(rb"desk (\d+)", caller.read_until(b"\r\n"))
    second.send(b"%b JOIN\n" % numbers[0])
    first.read_until(b"another player joined\r\nyou are Player 1; it is your turn\r\n")
    second.send(b"%b JOIN\n" % numbers[1])
    assert first.read_until(b"left\r\n") == b"Player 2 left\r\n"
    third.read_until(b"another player joined\r\n")


def test_bye_hangs_up_and_others_go_on(server) -> None:
    first, second = server.call(), server.call()
    first.send(b"4 ADD BYE 4 ADD\n")
    assert first.read_to_the_end().count(NUMBERS) == 1
    second.send(b"4 ADD\n")
    assert b"|O|" in second.read_until(NUMBERS)


def test_half_a_line_before_the_caller_stops_sending_still_counts(server) -> None:
    caller = server.call()
    caller.send(b"4 ADD")
    caller.socket.shutdown(socket.SHUT_WR)
    assert b"|O|" in caller.read_to_the_end()


def test_a_line_that_drops_in_the_middle_of_a_word_harms_nobody(server) -> None:
    for _ in range(20):
        caller = server.call()
        caller.send(b"4 AD")
        linger = b"\x01\x00\x00\x00\x00\x00\x00\x00"  # hang up with a reset
        caller.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        caller.hang_up()
    caller = server.call()
    caller.send(b"4 ADD\n")
    assert b"|O|" in caller.read_until(NUMBERS)


def test_10_000_words_over_tcp_sent_before_anything_is_read(server) -> None:
    caller = server.call()
    caller.send(b"NEW 4 ADD 4 ADD 5 ADD UNDO\n" * 1250)
    assert caller.read_until(NUMBERS, 5 * 1250).count(NUMBERS) == 5 * 1250


def test_a_caller_who_asks_for_much_and_reads_nothing_keeps_nobody_waiting(server) -> None:
    """One line of a stranger kept all others waiting for minutes, and took gigabytes to answer."""
    greedy, other = server.call(), server.call()
    greedy.send(b"1 " * 20_000 + b".S " * 300_000 + b"\n")
    greedy.read_until(b"<20000> 1 1")
    other.send(b"4 ADD\n")
    assert b"|O|" in other.read_until(NUMBERS)
    greedy.hang_up()


def test_many_callers_at_once(server) -> None:
    callers = [server.call() for _ in range(40)]
    for number, caller in enumerate(callers):
        caller.send(f"{number % 7 + 1} ADD\r\n".encode())
    for number, caller in enumerate(callers):
        row = caller.read_until(NUMBERS + b"\r\n").split(b"\r\n")[-3]
        assert row.index(b"O") == 1 + 2 * (number % 7)


def test_an_address_that_is_taken_or_none_is_one_clear_line(server, capsys) -> None:
    assert run_here(["console", "--tcp", f"127.0.0.1:{server.port}"]) == 2
    assert "cannot listen on 127.0.0.1" in capsys.readouterr().err
    for address in ("4000", "localhost:", "localhost:http", "localhost:70000", ":4000"):
        assert run_here(["console", "--tcp", address]) == 2
        assert "possible: HOST:PORT such as localhost:4000" in capsys.readouterr().err


def test_both_lines_at_once_are_refused(capsys) -> None:
    assert run_here(["console", "--tcp", "localhost:0", "--serial", "/dev/null"]) == 2
    assert "--tcp and --serial exclude each other" in capsys.readouterr().err


def test_players_that_there_are_not_are_refused_before_anybody_calls(capsys) -> None:
    """Every caller was hung up on, with a traceback on the server's side."""
    assert run_here(["console", "--tcp", "127.0.0.1:0", "--second", "program:/no/such"]) == 2
    assert "there is no program '/no/such'" in capsys.readouterr().err


def test_a_caller_hears_why_a_player_cannot_play(tmp_path) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"\x7fELF and no more")
    program.chmod(0o755)
    one = Server("--first", f"program:{program}")
    with socket.create_connection(("127.0.0.1", one.port), timeout=60) as caller:
        heard = caller.recv(65_536)
    assert one.stop() == (130, b"")
    assert b"Exec format error.\r\n" in heard


def test_callers_for_whom_no_file_is_left_wait_until_somebody_leaves() -> None:
    """The server wrote a traceback for each of them, every second."""
    one = Server()
    files = f"/proc/{one.process.pid}/fd"
    most = len(os.listdir(files)) + 2
    resource.prlimit(one.process.pid, resource.RLIMIT_NOFILE, (most, most))
    first, second = one.call(), one.call()
    with socket.create_connection(("127.0.0.1", one.port), timeout=60) as third:
        first.send(b"BOARD\n")
        first.read_until(NUMBERS)  # the third has been looked at by now
        second.hang_up()
        assert third.recv(65_536).startswith(b"| |")
    first.hang_up()
    assert one.stop() == (130, b"")


def test_an_ipv6_address_stands_in_brackets() -> None:
    assert parse_address("[::1]:80") == ("::1", 80)
    for wrong in ("nonsense", "[::1:80", "::1]:80", "[]:80", "host:" + "9" * 5000):
        with pytest.raises(CableError, match="possible: HOST:PORT"):
            parse_address(wrong)


class Slow:
    """Is a player that thinks until it is told to move."""

    name = "slow"

    def __init__(self) -> None:
        self.asked, self.told = threading.Event(), threading.Event()

    def choose(self, board: Board, limit: Limit) -> Choice:
        self.asked.set()
        assert self.told.wait(60)
        return Choice(0)


class ServerHere:
    """Runs the server in a thread of this process, so that a test can hold what plays there."""

    def __init__(self, hall: Hall) -> None:
        self.opened: queue.SimpleQueue[int] = queue.SimpleQueue()
        self.thread = threading.Thread(target=asyncio.run, args=(self.serve(hall),))
        self.thread.start()
        self.port = self.opened.get(timeout=60)

    async def serve(self, hall: Hall) -> None:
        self.loop, self.task = asyncio.get_running_loop(), asyncio.current_task()
        with contextlib.suppress(asyncio.CancelledError):
            await serve(hall, "127.0.0.1", 0, ready=lambda _, port: self.opened.put(port))

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self.task.cancel)
        self.thread.join(60)


def test_who_joins_a_desk_where_a_player_thinks_waits_for_its_move() -> None:
    """Words after JOIN ran beside the thinking, and dropped a disc in the thinker's place."""
    slow = Slow()
    server = ServerHere(Hall(lambda: Desk(guests=(Guest("person"), Guest("slow", slow)))))
    first, second = Caller(server.port), Caller(server.port)
    try:
        first.send(b"4 ADD\n")
        assert slow.asked.wait(60)
        second.send(b"1 JOIN 7 ADD\n")
        first.read_until(b"another player joined\r\n")
        slow.told.set()
        second.send(b"BYE\n")
        heard = second.read_to_the_end()
        assert b"error: others play here, you watch\r\n" in heard
        assert b"|@| | |O| | | |" in heard
        first.send(b"BOARD\n")
        assert b"|@| | |O| | | |" in first.read_until(NUMBERS)
    finally:
        slow.told.set()
        for caller in (first, second):
            caller.hang_up()
        server.stop()


def test_a_line_that_is_given_up_by_the_system_is_one_that_dropped(monkeypatch, caplog) -> None:
    """The server went on, and wrote a traceback for each: a time-out is no ConnectionError."""

    async def read(_reader: asyncio.StreamReader, _count: int) -> bytes:
        raise TimeoutError(errno.ETIMEDOUT, "Connection timed out")

    monkeypatch.setattr(asyncio.StreamReader, "read", read)
    server = ServerHere(Hall())
    try:
        caller = Caller(server.port)
        caller.read_to_the_end()
        caller.hang_up()
    finally:
        server.stop()
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio"] == []


def test_callers_can_play_against_a_bot_side_by_side() -> None:
    server = Server("--second", "right")
    callers = [server.call() for _ in range(3)]
    for caller in callers:
        caller.send(b"4 ADD\n")
    for caller in callers:
        assert b"| | | |O| | |@|" in caller.read_until(NUMBERS, 2)
        caller.hang_up()
    assert server.stop() == (130, b"")
