"""Prints the script that makes a shell complete ``linefall``."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from linefall.cli import COMPLETE_VARIABLE, PROGRAM, cli


@click.command()
@click.argument("shell", metavar="SHELL", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script for a shell.

    \b
    bash: eval "$(linefall completion bash)"      in ~/.bashrc
    zsh:  eval "$(linefall completion zsh)"       in ~/.zshrc, after compinit
    fish: linefall completion fish | source       in ~/.config/fish/config.fish

    \b
    Example:
      linefall completion bash \\
        > ~/.local/share/bash-completion/completions/linefall
    """
    kind = get_completion_class(shell)
    assert kind is not None, shell
    click.echo(kind(cli, {}, PROGRAM, COMPLETE_VARIABLE).source())
