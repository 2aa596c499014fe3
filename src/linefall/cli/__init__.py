"""The command line: one file a command, loaded when it is asked for.

A new command is a module ``linefall.cli.<name>`` with an attribute ``command``, and one line
in ``COMMANDS``. Everything that users can cause ends as one line on standard error: bad input
with exit status 2, Ctrl-C with 130, a reader that went away quietly with 141.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import cast

import click
from click.shell_completion import CompletionItem, shell_complete

from linefall.errors import LinefallError, visible

# name -> what `linefall --help` says about it. The module is linefall.cli.<name>, a hyphen
# becoming an underscore. Kept as text so that help and completion import no command.
COMMANDS = {
    "play": "Play a game in the terminal.",
    "console": "Play by words on a line: standard input, TCP or serial.",
    "best": "Find the best move and say why.",
    "draw": "Draw a position and say how it stands.",
    "solve": "Find the exact value of a position.",
    "book": "Build a book of openings, or check one.",
    "judge": "Referee a game between two programs.",
    "check": "Check a program against the judge's protocol, for its author.",
    "tournament": "Play a tournament of programs and rank them.",
    "grade": "Grade a class: check submissions, play their games, give points.",
    "standings": "Print points, ratings and faults from what was played.",
    "games": "List games, and carry them in and out of a database.",
    "sprt": "Test whether one program is stronger than another.",
    "replay": "Check a game record again and show the game.",
    "window": "Play in a window, or in picture files.",
    "review": "Say of every move of a game how good it was, and why.",
    "engine": "Run the engine: a strong program that speaks the judge's protocol.",
    "bot": "Run a bot: a standalone program that speaks the judge's protocol.",
    "export": "Write the strong program as one standalone file.",
    "completion": "Print the completion script for a shell.",
}

PROGRAM = "linefall"
COMPLETE_VARIABLE = "_LINEFALL_COMPLETE"
BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


class Commands(click.Group):
    """Lists commands from the table and imports only the one that runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports one command; None when there is no such name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"{__name__}.{cmd_name.replace('-', '_')}")
        return cast(click.Command, module.command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command that the first word names, or says which there are."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            ctx.fail(f"there is no command {args[0]!r}; commands: {' '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the table of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completes a command's name without importing any."""
        names = [
            CompletionItem(name, help=summary)
            for name, summary in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return names + click.Command.shell_complete(self, ctx, incomplete)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="linefall", prog_name=PROGRAM, message="%(prog)s %(version)s")
def cli() -> None:
    """The laboratory of Connect-X: the drop-disc game on any board.

    Boards are written ROWSxCOLUMNSxCONNECT, Connect Four being 6x7x4, and moves are the
    columns played, counting from 1.

    Example: linefall draw 4453 --board 6x7x4
    """


def main() -> None:
    """Runs the command line that the process was started with, and ends the process."""
    _open_closed_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):  # names may hold what the output has no sign for
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


def _open_closed_streams() -> None:
    """Puts nothing where a standard stream was closed, before another file takes its number."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != number:
                os.dup2(nothing, number)
                os.close(nothing)
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115  # it stays
            setattr(sys, name, stream)


def run(args: Sequence[str]) -> int:
    """Runs one command line and returns its exit status; errors are one line each.

    >>> run(["draw", "4", "--board", "1x4x4"])
    . . . x
    1 2 3 4
    1x4x4: 1 disc, o to move; open columns: 1 2 3
    0
    """
    try:
        status = _dispatch(args)
        sys.stdout.flush()  # here, where a reader that went away can still be handled
        return status
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.UsageError as error:
        return _complain(error.format_message() + _where_to_look(error))
    except click.ClickException as error:
        return _complain(error.format_message())
    except LinefallError as error:
        return _complain(str(error))
    except ModuleNotFoundError as error:
        return _complain_about_extra(error)
    except MemoryError:
        return _complain("this machine does not have the memory that it would take")
    except BrokenPipeError:
        return _leave_quietly()
    except OSError as error:
        return _complain(_describe_os_error(error))
    except (KeyboardInterrupt, click.Abort):
        if sys.stderr.isatty():
            print(file=sys.stderr)  # the shell's prompt goes below the ^C
        return INTERRUPTED


def _dispatch(args: Sequence[str]) -> int:
    if instruction := os.environ.get(COMPLETE_VARIABLE):
        return shell_complete(cli, {}, PROGRAM, COMPLETE_VARIABLE, instruction)
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    colour = False if plain else None  # None: where the output is a terminal
    with cli.make_context(PROGRAM, list(args) or ["--help"], color=colour) as context:
        status = cli.invoke(context)
    return status if isinstance(status, int) else 0


def _complain(message: str) -> int:
    """Writes one line that disturbs no screen, whatever the message looked like."""
    line = " ".join(part.strip() for part in message.splitlines() if part.strip())
    with suppress(OSError):  # where nobody can be told, the status still says it
        print(f"{PROGRAM}: {visible(line)}", file=sys.stderr)
    return BAD_INPUT


def _where_to_look(error: click.UsageError) -> str:
    path = error.ctx.command_path if error.ctx is not None else PROGRAM
    return f" (see {path} --help)"


def _complain_about_extra(error: ModuleNotFoundError) -> int:
    from linefall.cli.extras import EXTRAS, advice

    module = (error.name or "").partition(".")[0]
    if module not in EXTRAS:
        raise error
    return _complain(advice(module))


def _describe_os_error(error: OSError) -> str:
    reason = error.strerror or str(error) or type(error).__name__
    if error.filename is None:
        return reason
    return f"{error.filename or repr(error.filename)}: {reason}"


def _leave_quietly() -> int:
    """Points standard output at nothing: Python flushes it once more when it ends."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)
    return BROKEN_PIPE
