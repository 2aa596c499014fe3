"""The adapters: players that do not speak the protocol, and programs that speak it for them."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zoo
from linefall import Rules
from linefall.adapters.kaggle import Seat, Struct, find_agent
from linefall.adapters.perfect import thinking_time
from linefall.adapters.riddles import Field
from linefall.match import play_match
from linefall.roster import ADAPTERS
from talk import Program, play


@given(st.floats(0.001, 1000))
def test_a_margin_is_kept_below_every_limit(seconds: float):
    thinks = thinking_time(seconds)
    assert 0.49 * seconds <= thinks < seconds
    assert seconds - thinks <= 0.1001


def test_the_perfect_player_wins_what_can_be_won():
    record = play_match("@perfect", "@rand", Rules(4, 4, 3), 5.0, ready=15.0)
    assert (record.verdict.cause, record.verdict.winner) == ("line", 0)


def test_the_engine_plays_at_every_level_and_beats_the_random_one():
    record = play_match("@engine", "@rand", seconds=1.0, ready=15.0)
    assert (record.verdict.cause, record.verdict.winner) == ("line", 0)
    record = play_match("@engine:1", "@engine:2", Rules(4, 4, 3), seconds=1.0, ready=15.0)
    assert record.verdict.cause in ("line", "draw")
    assert [player.kind for player in record.players] == ["engine", "engine"]


def test_those_who_count_from_0_play_those_who_count_from_1(tmp_path: Path):
    """The built-in programs are not asked to count otherwise."""
    bot = tmp_path / "from_one.py"
    bot.write_text(
        "print('Ready', flush=True)\ninput()\n"
        "for _ in range(4):\n    print(1, flush=True)\n    assert input() == '7'\n"
    )
    record = play_match(str(bot), "@right", seconds=5.0, ready=15.0, columns_from=1)
    assert record.moves == (0, 6, 0, 6, 0, 6, 0)
    assert record.verdict.cause == "line"


def test_a_column_that_is_not_there_is_told_in_both_counts(tmp_path: Path):
    agent = tmp_path / "agent.py"
    agent.write_text("def agent(observation, configuration):\n    return 8\n")
    record = play_match(f"kaggle:{agent}", "@right", seconds=5.0, ready=15.0, columns_from=1)
    assert record.verdict.cause == "illegal move"
    assert "no column 9; " in record.verdict.sentence
    assert "it sent '8\\n', counting from 0, open columns: 1 2 3" in record.verdict.sentence


def test_the_perfect_player_leaves_when_nobody_speaks():
    done = subprocess.run(
        [sys.executable, "-P", "-m", "linefall.adapters.perfect"],
        input=b"",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"Ready\n", b"")


def test_nonsense_from_the_judge_is_one_line_and_an_error():
    done = subprocess.run(
        [sys.executable, "-P", "-m", "linefall.adapters.perfect"],
        input=b"6 7 4 1\n",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1


def test_an_agent_sees_the_board_as_kaggle_shows_it():
    seen = []

    def agent(observation: Struct, configuration: Struct) -> int:
        seen.append((observation, configuration))
        return 1

    seat = Seat(agent, "2 3 2 0 0.5")
    seat.drop(0, 1)
    seat.drop(0, 2)
    assert seat.ask() == 1
    observation, configuration = seen[0]
    assert observation.board == [2, 0, 0, 1, 0, 0]
    assert (observation["mark"], observation.step) == (2, 2)
    assert (configuration.rows, configuration["columns"], configuration.inarow) == (2, 3, 2)


def test_the_function_is_found_by_name_or_is_the_last_one(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    file = tmp_path / "one.py"
    file.write_text("def agent(o, c): return 1\ndef helper(): return 2\n")
    assert find_agent(str(file)).__name__ == "agent"
    file.write_text("def helper(): return 2\ndef my_agent(o, c): return 1\n")
    assert find_agent(str(file)).__name__ == "my_agent"


def test_a_riddles_field_is_written_from_the_top():
    field = Field(2, 3)
    field.drop(1, 0)
    field.drop(1, 1)
    assert str(field) == ".,1,.;.,0,."


@pytest.mark.parametrize("first", [0, 1])
def test_adapted_programs_take_an_opening(first: int):
    kaggle = f"kaggle:{zoo.PROGRAMS / 'kaggle_agent.py'}"
    riddles = f"riddles:{zoo.PROGRAMS / 'riddles_bot.py'}"
    record = play_match(kaggle, riddles, seconds=5.0, first=first, ready=15.0, opening=(0, 6, 0))
    assert record.moves[:3] == (0, 6, 0)
    assert record.verdict.cause in ("line", "draw")


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        ("3.0", None),
        ("3.7", "protocol"),  # it was taken for 3
        ("float('nan')", "protocol"),
        ("float('inf')", "protocol"),
        ("99", "illegal move"),
    ],
)
def test_what_an_agent_answers_is_judged_as_it_is(answer: str, cause: str | None, tmp_path: Path):
    """What is no number ended the adapter, as if the agent had crashed."""
    (tmp_path / "agent.py").write_text(f"def agent(o, c): return {answer}")
    record = play_match(f"kaggle:{tmp_path / 'agent.py'}", "@right", seconds=5.0, ready=15.0)
    assert record.verdict.cause == (cause or "line")


@pytest.mark.parametrize(
    ("said", "cause"),
    [("b'\\xff\\n'", "protocol"), ("b'x' * 10**9", "flood"), ("b'place_disc x\\n'", "protocol")],
)
def test_what_a_riddles_program_says_is_judged_as_it_is(said: str, cause: str, tmp_path: Path):
    """Bytes that are no text ended the adapter, and an endless line filled its memory."""
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import os, sys\nfor line in sys.stdin:\n    if line.startswith('action'):\n"
        f"        os.write(1, {said})\n"
    )
    record = play_match(f"riddles:{bot}", "@right", seconds=5.0, ready=15.0, memory=2**31)
    assert (record.verdict.cause, record.verdict.winner) == (cause, 1)


@pytest.fixture
def spoken_for(tmp_path: Path) -> dict[str, list[str]]:
    """The words after the name of each adapter: whom it is to speak for."""
    agent = tmp_path / "agent.py"
    agent.write_text("def agent(o, c): return next(i for i in range(c.columns) if not o.board[i])")
    return {
        "kaggle": [str(agent)],
        "riddles": [sys.executable, str(zoo.PROGRAMS / "riddles_bot.py")],
        "perfect": [],
    }


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("adapter", ["kaggle", "riddles", "perfect"])
def test_an_adapter_speaks_the_protocol_to_the_end_of_the_game(adapter, seat, spoken_for):
    """Without a judge between: every line that it says is looked at."""
    file, words = ADAPTERS / f"{adapter}.py", spoken_for[adapter]
    referee, _ = play(file, (4, 5, 4), *words, seat=seat, seconds=1.0, seed=seat)
    assert len(referee.moves) >= 7


@pytest.mark.parametrize("adapter", ["kaggle", "riddles"])
def test_an_adapter_leaves_when_nobody_speaks(adapter, spoken_for):
    with Program(ADAPTERS / f"{adapter}.py", *spoken_for[adapter]) as program:
        assert program.hear() == "Ready"
        assert program.end() == (0, "", "")
