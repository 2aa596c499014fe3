"""The whole table of matches: engine and single file against the programs that come along.

Every game that ends is a line in a file, so that the bench can be stopped and taken up again; each
run plays what is still lacking, as long as it is given. Bots play in this process and are timed by
processor time. The engine is a program of its own, timed from outside by the clock, so run it on a
core that is free: a game also notes how many answers came late. Openings are
balanced as far as can be told (`linefall.openings`), and each is played with both seats.

    python bench/matrix.py --minutes 10 --games games.jsonl
    python bench/matrix.py --minutes 10 --games games.jsonl --part 2/2    # on the other core
    python bench/matrix.py --minutes 10 --games games.jsonl --board 20x20x6 --seconds 0.2
    python bench/matrix.py --minutes 90 --games more.jsonl --bot alphabeta --count 20
    python bench/matrix.py --minutes 0 --games games.jsonl --write docs/engine-figures.md
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from linefall.board import Board
from linefall.openings import draw_openings
from linefall.rules import Rules
from matches import Choose, EngineProgram, make_program

WEAK = ("rand", "left", "right")
BASELINES = ("minimax", "deepening", "alphabeta")
BOARDS = ("4x7x4", "6x7x4", "8x8x4", "7x9x5", "10x10x5", "20x20x6")
BEGIN, END = "<!-- matches: begin -->", "<!-- matches: end -->"


class Task(NamedTuple):
    """Says who meets whom, where, how long, from which opening and in which seat."""

    player: str
    bot: str
    board: str
    seconds: float
    opening: int
    seat: int


def tasks(count: int) -> Iterator[Task]:
    """Lists all games, those that tell most first: so many of the engine against each bot."""
    for bots, seconds, boards in (
        (BASELINES, 0.2, BOARDS),
        (WEAK, 0.2, BOARDS),
        (BASELINES, 1.0, ("6x7x4", "8x8x4", "10x10x5")),
        (BASELINES, 1.0, ("4x7x4", "7x9x5", "20x20x6")),
        (WEAK, 1.0, BOARDS),
    ):
        yield from games("engine", bots, boards, seconds, count)
    for games_each in (4, 20):
        for board, seconds in (
            *(("8x8x4", 0.5), ("6x7x4", 0.5), ("4x7x4", 1.0), ("8x8x4", 1.0), ("6x7x4", 1.0)),
        ):
            yield from games("handin", BASELINES[::-1], (board,), seconds, games_each)


def games(
    player: str, bots: Sequence[str], boards: Sequence[str], seconds: float, count: int
) -> Iterator[Task]:
    """Lists `count` games of a player against each bot on each board."""
    for opening in range(count // 2):
        for board in boards:
            for bot in bots:
                for seat in (0, 1):
                    yield Task(player, bot, board, seconds, opening, seat)


@cache
def opening_of(board: str, index: int) -> tuple[int, ...]:
    """Gives the opening with this number; on small boards the numbers go round."""
    openings = draw_openings(Rules.parse(board), 10, seed=7) or [()]
    return openings[index % len(openings)]


def play(task: Task) -> dict[str, object]:
    """Plays a game and gives what is kept of it."""
    rules = Rules.parse(task.board)
    if task.player != "engine":
        return play_against(task, make_program(task.player, rules, task.seconds))
    with EngineProgram(rules, task.seconds) as engine:
        game = play_against(task, engine)
    seconds = [answer.seconds for answer in engine.answers]
    late = sum(each > task.seconds for each in seconds)
    return {**game, "answers": len(seconds), "slowest": max(seconds), "late": late}


def play_against(task: Task, ours: Choose) -> dict[str, object]:
    """Plays a game against the bot."""
    rules = Rules.parse(task.board)
    board = Board(rules, opening_of(task.board, task.opening))
    theirs = make_program(task.bot, rules, task.seconds)
    while (outcome := board.outcome()) is None:
        board.drop((ours if board.to_move == task.seat else theirs)(board))
    points = 0.5 if outcome.winner is None else float(outcome.winner == task.seat)
    return {**task._asdict(), "points": points, "moves": ",".join(map(str, board.moves))}


def is_asked_for(task: Task, options: argparse.Namespace) -> bool:
    """Says whether the command line wants this game."""
    return (
        options.player in (None, task.player)
        and options.bot in (None, task.bot)
        and options.board in (None, task.board)
        and options.seconds in (None, task.seconds)
    )


def read(path: Path) -> dict[Task, float]:
    """Reads the games that were played."""
    done = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            game = json.loads(line)
            done[Task(*(game[name] for name in Task._fields))] = game["points"]
    return done


def table(done: dict[Task, float]) -> str:
    """Words the results, one row a match, as Markdown."""
    rows = ["| player | against | board | s | won | drawn | lost | points |", "|---" * 8 + "|"]
    matches: dict[tuple[str, str, str, float], list[float]] = {}
    for task, gained in done.items():
        matches.setdefault(task[:4], []).append(gained)
    order = {name: i for i, name in enumerate((*WEAK, *BASELINES, *BOARDS))}
    for (player, bot, board, seconds), points in sorted(
        matches.items(), key=lambda item: (item[0][0], item[0][3], order[item[0][2]], item[0][1])
    ):
        counts = " | ".join(str(sum(p == value for p in points)) for value in (1.0, 0.5, 0.0))
        mean = sum(points) / len(points)
        error = sqrt(sum((p - mean) ** 2 for p in points)) / len(points)
        share = f"{100 * mean:.0f} % ± {100 * error:.0f}"
        rows.append(f"| {player} | {bot} | {board} | {seconds} | {counts} | {share} |")
    return "\n".join(rows)


def write(path: Path, text: str) -> None:
    """Puts the table between its marks in a page."""
    page = path.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Plays what is lacking, then prints or writes the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=Path, required=True, help="the file of games played")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--player", choices=("engine", "handin"))
    parser.add_argument("--bot", choices=(*WEAK, *BASELINES), help="this one alone")
    parser.add_argument("--board", choices=BOARDS, help="this one alone")
    parser.add_argument("--seconds", type=float, help="matches with this limit alone")
    parser.add_argument("--count", type=int, default=4, help="games of the engine with each bot")
    parser.add_argument("--part", default="1/1", help="1/2: the first of every two games")
    parser.add_argument("--write", type=Path, help="the page that holds the table")
    options = parser.parse_args()
    gc.disable()
    end = time.monotonic() + 60 * options.minutes
    done = read(options.games)
    part, parts = map(int, options.part.split("/"))
    wanted = (task for task in dict.fromkeys(tasks(options.count)) if is_asked_for(task, options))
    for task in islice(wanted, part - 1, None, parts):
        if time.monotonic() >= end:
            break
        if task in done:
            continue
        game = play(task)
        done[task] = float(str(game["points"]))
        with options.games.open("a", encoding="utf-8") as file:
            file.write(json.dumps(game) + "\n")
        gc.collect()
    if options.write is not None:
        write(options.write, table(done))
    else:
        print(table(done))


if __name__ == "__main__":
    main()
