"""`linefall check`: checks a program against the judge's protocol, for its author."""

from __future__ import annotations

import json
from typing import Any

import click

from linefall import sandbox
from linefall.check import Checker, Result
from linefall.cli.judge import judging
from linefall.cli.options import SecondsType, json_option, judge_options, rules_option
from linefall.conditions import Settings
from linefall.roster import command_for
from linefall.rules import Rules
from linefall.system.cores import usable_cores

#: Some check failed.
BAD = 1


@click.command("check")
@click.argument("program")
@rules_option
@click.option(
    "--seconds",
    type=SecondsType(0, 1000, min_open=True),
    default=0.2,
    show_default=True,
    metavar="T",
    help="Time for each move, where a check does not say otherwise.",
)
@judge_options
@json_option
def command(
    program: str,
    rules: Rules,
    *,
    seconds: float,
    memory: int | None,
    columns_from: int,
    ready: float,
    sandbox_level: str,
    as_json: bool,
) -> int:
    """Check a program against the judge's protocol, for its author.

    Some 25 numbered checks in under a minute, with the judge's own code: each passes or fails,
    and a failure shows the line of the dialogue that broke it.

    \b
    Example: linefall check mine.py
    Example: linefall check "java -cp bot Main" --board 4x7x4

    A check that is lost to a busy machine is repeated once, and then left undecided. The exit
    status is 0 when none fails, 1 when one does, 2 for bad arguments, 3 when the judge itself
    could not do its work.
    """
    with judging():
        settings = Settings(
            seconds=seconds,
            ready=ready,
            memory=memory,
            columns_from=columns_from,
            level=sandbox.choose(sandbox_level),
            cores=tuple(usable_cores()),
        )
        checker = Checker(command_for(program), settings, rules)
        results: list[Result] = []
        for result in checker.run():
            if not as_json:
                _show(result, before=results)
            results.append(result)
        if as_json:
            click.echo(json.dumps(_summary(results, settings)))
        else:
            click.echo(_count(results))
    return BAD if any(result.failed for result in results) else 0


def _show(result: Result, *, before: list[Result]) -> None:
    mark = click.style("pass", fg="green") if result.passed else click.style("FAIL", fg="red")
    if result.undecided:
        mark = click.style("busy", fg="yellow")
    click.echo(f"{result.number:3}. {mark}  {result.title}")
    if same := _same(result, before):
        click.echo(f"           the same as in check {same}")
        return
    if said := result.problem or result.advice:
        click.echo(f"           {said}")
    for line in result.dialogue:
        click.echo(f"             {line}")


def _same(result: Result, before: list[Result]) -> int | None:
    """Gives the number of the check that failed with the very same words, such as at the start."""
    told = (result.problem, result.dialogue)
    same = [other.number for other in before if (other.problem, other.dialogue) == told]
    return same[0] if same and result.problem else None


def _count(results: list[Result]) -> str:
    passed = sum(result.passed for result in results)
    undecided = sum(result.undecided for result in results)
    text = f"{passed} of {len(results)} checks passed"
    busy = f"; {undecided} could not be decided: the machine is too busy"
    return text + busy if undecided else text


def _summary(results: list[Result], settings: Settings) -> dict[str, Any]:
    checks = [
        {
            "number": result.number,
            "title": result.title,
            "passed": result.passed,
            "undecided": result.undecided,
            "problem": result.problem,
            "advice": result.advice,
            "dialogue": list(result.dialogue),
        }
        for result in results
    ]
    passed = all(result.passed for result in results)
    return {"version": 1, "passed": passed, "sandbox": settings.level, "checks": checks}
