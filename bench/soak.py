"""The judge under strain: every misbehaving program again and again, with the times it must keep.

    python bench/soak.py [--rounds 5] [--only NAME ...]
                         [--moves 2000] [--seconds 0.1 [1.0 ...]] [--load quiet busy]

For each program in tests/programs, in both seats: the verdict, within 100 ms of the fault; every
process gone within 250 ms after it; nothing left; the judge's memory. Then the moves of a program
that works for 80 % of its time, on a quiet machine and with a process burning each core: none may
be booked as the program's fault. Exit status 1 when anything was not as it must be.
"""

from __future__ import annotations

import argparse
import gc
import os
import secrets
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import zoo
from engine import burners
from linefall import Rules, play_match
from linefall.system import memory
from processes import processes_with

TO_VERDICT, TO_GONE, GROWTH = 0.1, 0.25, 5 * 2**20
LOADS = ("quiet", "busy")


def one_round(names: list[str], figures: dict[str, list[float]]) -> list[str]:
    """Plays every program once in each seat; gives what was wrong."""
    wrong = []
    for name in names:
        for seat in (0, 1):
            mark = f"soak-{secrets.token_hex(6)}"
            record = zoo.play(name, seat, mark=mark)
            bad = zoo.marks(seat, record, zoo.EXPECTED[name])
            if left := processes_with(mark):
                bad.append(f"left behind: {left}")
            to_verdict = record.verdict.evidence.get("seconds_to_verdict", 0.0)
            to_gone = record.conditions["seconds_until_all_gone"]
            figures["to the verdict"].append(to_verdict)
            figures["until all were gone"].append(to_gone)
            # A time loss is counted from its deadline; another fault may be found out on the
            # program's turn, when the other one has used its T.
            late = record.verdict.cause == "time"
            limit = TO_VERDICT + (0.0 if late else record.seconds or 0.0)
            if to_verdict > limit:
                bad.append(f"the verdict took {to_verdict:.3f} s")
            if to_gone > TO_GONE:
                bad.append(f"the end took {to_gone:.3f} s")
            wrong += [f"{name}, {'AB'[seat]}: {text}" for text in bad]
    return wrong


def zoo_soak(rounds: int, names: list[str]) -> bool:
    """Plays the zoo, prints its figures, and says whether all was well."""
    figures: dict[str, list[float]] = {"to the verdict": [], "until all were gone": []}
    wrong = one_round(names, figures)
    gc.collect()
    before = memory.resident([os.getpid()])
    for number in range(1, rounds):
        wrong += one_round(names, figures)
        print(f"round {number + 1} of {rounds}: {len(wrong)} wrong", flush=True)
    gc.collect()
    growth = memory.resident([os.getpid()]) - before
    games = len(figures["to the verdict"])
    print(f"{games} games with {len(names)} programs: {len(wrong)} wrong")
    for what, times in figures.items():
        middle = statistics.median(times) * 1000
        print(f"seconds {what}: median {middle:.0f} ms, most {max(times) * 1000:.0f} ms")
    print(f"the judge's memory grew by {growth / 2**20:.1f} MB")
    print("\n".join(wrong))
    return not wrong and growth < GROWTH


def kill_soak(names: list[str], rounds: int) -> bool:
    """Kills judges with -9 in the middle of a game; says whether everything went with them."""
    slowest, left = 0.0, 0
    for name in names * rounds:
        mark = f"soak-{secrets.token_hex(6)}"
        bot = zoo.marked(zoo.PROGRAMS / f"{name}.py", mark)
        other = zoo.marked(zoo.PROGRAMS / "silent_later.py", mark)
        words = ["judge", bot, other, "6", "7", "4", "1", "60", "--quiet", "--ready", "30"]
        judge = subprocess.Popen([sys.executable, "-m", "linefall", *words])
        while len(processes_with(mark)) < 5 and judge.poll() is None:
            time.sleep(0.02)  # the judge itself, and at least two of each program
        time.sleep(0.1)
        judge.kill()
        judge.wait()
        start = time.monotonic()
        while processes_with(mark) and time.monotonic() < start + 5:
            time.sleep(0.005)
        slowest = max(slowest, time.monotonic() - start)
        left += len(processes_with(mark))
    count = len(names) * rounds
    print(f"{count} judges killed with -9: {left} processes left, all gone in {slowest:.3f} s")
    return left == 0 and slowest < TO_GONE


def moves_soak(seconds: float, moves: int, load: str) -> bool:
    """Plays moves that take 80 % of their time; says whether none was the program's fault."""
    bot, done, lost, blamed = str(zoo.PROGRAMS / "thinks_80_percent.py"), 0, 0, []
    with burners((os.cpu_count() or 1) if load == "busy" else 0):
        while done < moves:
            record = play_match(bot, bot, Rules(10, 10, 11), seconds, replay=False)
            done += len(record.moves)
            if record.verdict.cause not in ("line", "draw"):
                lost += 1
                facts = record.verdict.evidence.get("time", {})
                if facts.get("class") not in ("machine", "unclear"):
                    blamed.append(f"{record.verdict.sentence} {facts}")
    print(f"{done} moves at 80 % of {seconds:g} s, {load}: {lost} games lost, ", end="")
    print(f"{len(blamed)} booked as the program's fault", *blamed, sep="\n    ", flush=True)
    return not blamed


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--seconds", type=float, nargs="*", default=[0.1])
    parser.add_argument("--load", nargs="*", choices=LOADS, default=LOADS)
    parser.add_argument("--only", nargs="*", default=list(zoo.EXPECTED))
    wanted = parser.parse_args()
    good = zoo_soak(wanted.rounds, wanted.only) if wanted.rounds else True
    if wanted.rounds:
        good &= kill_soak(["double_fork", "keeps_child", "fork_bomb", "silent_later"], 2)
    for seconds in wanted.seconds:
        for load in wanted.load:
            good &= moves_soak(seconds, wanted.moves, load) if wanted.moves else True
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
