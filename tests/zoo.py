"""The misbehaving programs, and what the judge must say about each; used by tests and the soak."""

import os
import shlex
from pathlib import Path

from linefall.match import play_match
from linefall.recheck import recheck
from linefall.record import GameRecord
from linefall.rules import Rules

PROGRAMS = Path(__file__).parent / "programs"
NOTHING_WRONG = {"line", "draw"}
MEMORY = 200 * 2**20

#: Program -> the cause for which it loses; None: it does nothing wrong, and the game is played.
EXPECTED: dict[str, str | None] = {
    "silent": "start-up",
    "ready_late": "start-up",
    "ready_never": "start-up",
    "ready_no_newline": "start-up",
    "import_error": "start-up",
    "ready_twice": "protocol",
    "ready_crlf": None,
    "slow_start": None,
    "silent_later": "time",
    "never_reads": "time",
    "shrinks_pipe": "time",
    "stops_itself": "time",
    "thinks_for_ever": "time",
    "late": "time",
    "almost_late": None,
    "answers_without_newline": "time",
    "double_fork": "time",
    "fork_bomb": "time",
    "fork_storm": "time",
    "thread_storm": "time",
    "chatty": "protocol",
    "two_moves": "protocol",
    "out_of_turn": "protocol",
    "answers_nan": "protocol",
    "answers_unicode": "protocol",
    "answers_empty": "protocol",
    "answers_float": "protocol",
    "answers_two_words": "protocol",
    "answers_escapes": "protocol",
    "answers_null": "protocol",
    "answers_huge": "illegal move",
    "answers_negative": "illegal move",
    "answers_columns_too_many": "illegal move",
    "full_column": "illegal move",
    "endless_line": "flood",
    "gigabyte_burst": "flood",
    "floods_while_waiting": "flood",
    "error_flood": "flood",
    "error_chatter": None,
    "fills_disk": "flood",
    "many_files": "flood",
    "closes_output": "crash",
    "closes_input": "crash",
    "forks_and_exits": "crash",
    "exits_0": "crash",
    "killed_by_signal": "crash",
    "raises": "crash",
    "dies_while_waiting": "crash",
    "memory_touched": "memory",
    "memory_children": "memory",
    "memory_hidden": "memory",
    "memory_reserved": None,
    "ignores_termination": None,
    "deep_folders": None,
    "half_answers": None,
    "keeps_child": None,
    "kills_judge": None,
    "writes_outside": None,
    "steals_priority": None,
    # Not on anybody's list of what may go wrong: what somebody would try who means it.
    "sleeps_then_exits": "start-up",
    "plays_ahead": "protocol",
    "answers_while_waiting": "protocol",
    "answers_underscore": "protocol",
    "answers_full_width": "protocol",
    "answers_hexadecimal": "protocol",
    "answers_vertical_tab": "protocol",
    "answers_minus_blank": "protocol",
    "answers_broken_text": "protocol",
    "answers_sign_and_zeros": None,
    "bursts_at_the_end": None,
    "closes_errors": None,
    "leaves_deputy": "crash",
    "moving_target": None,
    "burns_in_hiding": None,
    "limits_others": None,
    "slows_others": None,
    "meddles": None,
    "signals_everybody": None,
    "odd_names": None,
    "removes_its_folder": None,
    "lowers_itself": None,
    "fills_deep": "flood",
    "fills_mapped": "flood",
    "memory_unmapped": "memory",
    "memory_in_flight": None,
    "memory_sockets": "memory",
    "memory_page_tables": "memory",
    "hides_among_files": "flood",
    "many_mappings": "flood",
    "holds_vfork": "time",
    "stops_after_move": "time",
    "steals_its_answer": "time",
    "newline_late": "time",
    "error_escapes": "crash",
    "adopts_orphans": None,
    "clones_sibling": None,
    "forks_at_the_end": None,
    "phoenix": None,
    "odd_titles": None,
    "raises_limits": None,
    "speaks_for_keeper": None,
    "signals_by_pipe": None,
    "leaves_shared_memory": None,
    "replaces_itself": None,
    "wakes_itself": None,
    "wakes_to_fork": None,
    "mutters_then_speaks": "protocol",
    "leases_files": None,
    "borrows_memory": None,
    "first_thread_ends": "memory",
    "files_of_a_thread": "memory",
    "pins_pages": None,
    "fills_in_a_moment": None,
    "locks_its_folder": "flood",
    "crowds_shared_memory": "flood",
    "takes_long_to_look_at": "time",
    "drips_errors": None,
    "answers_long_line": "flood",
    "wins_with_a_flood": None,
}
if os.geteuid() != 0:  # nobody else can look into files that are mapped and no more
    EXPECTED |= {"fills_mapped": "time", "memory_unmapped": "time"}
    EXPECTED |= {"thread_storm": "crash", "fork_storm": "crash"}  # only root can have them refused
#: Those that do harm where there is no fence around files and processes.
ONLY_FENCED = ("kills_judge", "limits_others", "slows_others", "meddles", "signals_everybody")
ONLY_FENCED += ("signals_by_pipe", "leaves_shared_memory", "replaces_itself", "speaks_for_keeper")
ONLY_FENCED += ("leases_files",)
#: Those that need longer than a blink to do their harm.
SECONDS = {"fills_disk": 20.0, "many_files": 20.0, "memory_touched": 10.0, "memory_children": 10.0}
SECONDS |= {"memory_hidden": 10.0, "kills_judge": 10.0, "gigabyte_burst": 5.0, "fork_bomb": 1.0}
SECONDS |= {"fork_storm": 1.0}
SECONDS |= {"almost_late": 3.0}
SECONDS |= {"memory_sockets": 10.0, "memory_page_tables": 10.0, "many_mappings": 10.0}
SECONDS |= {"memory_unmapped": 10.0, "fills_deep": 20.0, "fills_mapped": 20.0}
SECONDS |= {
    "thread_storm": 1.0,
    "first_thread_ends": 10.0,
    "files_of_a_thread": 10.0,
    "locks_its_folder": 20.0,
    "crowds_shared_memory": 20.0,
}
UNHURRIED = str(PROGRAMS / "unhurried.py")
OPPONENT = {"out_of_turn": UNHURRIED, "answers_while_waiting": UNHURRIED}
OPPONENT |= {"mutters_then_speaks": UNHURRIED}
OPPONENT |= {"leases_files": str(PROGRAMS / "imports_late.py")}
BOARD = {"full_column": Rules(4, 5, 5)}
READY = {"ready_late": 0.7, "silent": 0.5, "ready_no_newline": 0.7, "sleeps_then_exits": 0.7}
#: What a busy machine may do to a program that is innocent is not what these tests are about.
PATIENT = 5.0


def seconds_for(name: str) -> float:
    """Gives the time limit under which a program shows what it does."""
    if name in SECONDS:
        return SECONDS[name]
    return 0.2 if EXPECTED[name] == "time" else PATIENT


def marked(file: Path, mark: str) -> str:
    """Gives a command line with a word in it by which its processes are found."""
    return f"{shlex.quote(str(file))} {mark}"


def play(name: str, seat: int, level: str = "auto", mark: str = "zoo") -> GameRecord:
    """Plays a program against a good one, first as A or second as B."""
    programs = [marked(PROGRAMS / f"{name}.py", mark), OPPONENT.get(name, "@right")]
    a, b = programs if seat == 0 else programs[::-1]
    return play_match(
        a,
        b,
        BOARD.get(name, Rules()),
        seconds_for(name),
        memory=MEMORY,
        ready=READY.get(name, 15.0),
        sandbox_level=level,
        replay=False,
    )


def marks(seat: int, record: GameRecord, expected: str | None) -> list[str]:
    """Gives what is wrong with a verdict; nothing when it is right."""
    verdict, wrong = record.verdict, []
    if expected is None:
        if verdict.cause not in NOTHING_WRONG:
            wrong.append(f"{verdict.cause} for one that did nothing wrong: {verdict.sentence}")
    elif (verdict.cause, verdict.winner) != (expected, 1 - seat):
        wrong.append(f"{verdict.cause} instead of {expected}: {verdict.sentence}")
    if problems := recheck(record):
        wrong.append(f"the record does not hold: {problems}")
    return wrong
