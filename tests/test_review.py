"""Reviews: grades that brute force confirms, reasons that hold on the board."""

import json
import os
import random
import re
import subprocess
import sys
from dataclasses import replace
from itertools import starmap
from pathlib import Path
from xml.etree import ElementTree

import pytest

from linefall import chart
from linefall.board import Board
from linefall.cli import run
from linefall.cli.review import report
from linefall.house import PRESETS
from linefall.insight import Insight, near_analyst, solver_analyst
from linefall.record import GameRecord, Seat
from linefall.review import Grade, MoveReview, Review, grade_of, review, sentence
from linefall.rules import Rules
from linefall.score import Exact
from linefall.solution import Bounds
from positions import random_board

SMALL = [Rules(4, 4, 3), Rules(3, 4, 3), Rules(4, 3, 3), Rules(4, 3, 4), Rules(1, 5, 3)]
NAMES = ("Red", "Yellow")
_known: dict[tuple[object, ...], int] = {}


def brute_score(board: Board) -> int:
    """Gives the score of a position for the side to move, by trying everything."""
    key = (board.rules, board.bits)
    if key not in _known:
        outcome = board.outcome()
        if outcome is not None:
            lost = (board.rules.cells + 2 - board.plies) // 2
            _known[key] = 0 if outcome.winner is None else -lost
        else:
            _known[key] = max(brute_values(board).values())
    return _known[key]


def brute_values(board: Board) -> dict[int, int]:
    values = {}
    for column in board.open_columns:
        board.drop(column)
        values[column] = -brute_score(board)
        board.undo()
    return values


def brute_line(board: Board) -> tuple[int, ...]:
    board, line = board.copy(), []
    while board.outcome() is None:
        values = brute_values(board)
        line.append(max(values, key=values.__getitem__))
        board.drop(line[-1])
    return tuple(line)


def brute_force(board: Board) -> Insight:
    values = brute_values(board.copy())
    exact = {column: Exact.from_score(score, board) for column, score in values.items()}
    return Insight(exact, brute_line(board))


def random_game(rules: Rules, seed: int) -> Board:
    return random_board(rules, rules.cells, random.Random(seed))


GAMES = [(rules, seed) for rules in SMALL for seed in range(12)]
GAME_IDS = [f"{rules}-{seed}" for rules, seed in GAMES]


@pytest.mark.parametrize(("rules", "seed"), GAMES, ids=GAME_IDS)
@pytest.mark.unwatched
def test_grades_agree_with_brute_force(rules: Rules, seed: int) -> None:
    game = random_game(rules, seed)
    result = review(game, brute_force, names=NAMES)
    assert [move.column for move in result.moves] == list(game.moves)
    board = Board(rules)
    for move in result.moves:
        values = brute_values(board)
        best, value = max(values.values()), values[move.column]
        assert move.side == board.to_move
        assert (move.grade is Grade.BEST) == (value == best)
        assert (move.grade is Grade.BLUNDER) == (sign(value) != sign(best))
        assert (move.grade is Grade.SLOWER) == (0 < value < best)
        assert (move.grade is Grade.SLIP) == (value < best < 0)
        assert move.best == tuple(c for c in values if values[c] == best)
        assert (move.reasons == ()) == (move.grade is Grade.BEST)
        board.drop(move.column)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize(("rules", "seed"), GAMES, ids=GAME_IDS)
def test_every_reason_holds_on_the_board(rules: Rules, seed: int) -> None:
    board = Board(rules)
    for move in review(random_game(rules, seed), brute_force, names=NAMES).moves:
        before = board.copy()
        board.drop(move.column)
        for reason in move.reasons:
            check_reason(reason, before, board)
        if move.grade is Grade.BLUNDER and move.line:
            end = board.copy()
            for column in move.line:
                end.drop(column)
            outcome = end.outcome()
            assert outcome is not None
            assert move.change is not None
            lost = move.change.endswith("loss")
            assert outcome.winner == (1 - move.side if lost else None)


def check_reason(reason: str, before: Board, after: Board) -> None:
    """Fails unless what the reason says is so."""
    columns = [int(word) - 1 for word in re.findall(r"\b\d+\b", reason)]
    if reason.startswith("misses a win"):
        assert tuple(columns) == before.winning_moves()
    elif "at once" in reason:
        new, wins = "below a winning cell" in reason, after.winning_moves()
        assert columns == [c for c in wins if (c == after.moves[-1]) == new]
        assert new or set(columns) <= set(before.winning_moves(after.to_move))
        assert NAMES[after.to_move] in reason
    elif "two winning cells" in reason:
        reply = after.copy()
        reply.drop(columns[0])
        assert len(reply.winning_moves(after.to_move)) >= 2
        assert reply.winning_moves() == ()
    elif reason.startswith("was "):
        best = max(brute_values(before.copy()).values())
        assert reason.startswith({1: "was won in", 0: "was a draw", -1: "was lost in"}[sign(best)])
    else:
        assert reason.startswith("fills the cell below")


def test_every_kind_of_reason_is_found_in_these_games() -> None:
    said = " | ".join(
        reason
        for rules, seed in GAMES
        for move in review(random_game(rules, seed), brute_force, names=NAMES).moves
        for reason in move.reasons
    )
    for words in (
        "misses a win at once in column",
        "fills the cell below a winning cell: lets",
        "| lets Yellow win at once in column 3, where it was threatened",
        "two winning cells after column",
        "own winning cell",
        "was won in 2, now lost in",
        "now a draw",
    ):
        assert words in said, words


def test_a_win_that_a_move_opens_was_not_threatened_before() -> None:
    """Both were said to have been threatened when a move opened one win beside an old one."""
    game = Board(Rules(4, 3, 3), [2, 2, 2, 0, 2, 0, 1, 0])
    told = review(game, brute_force, names=("x", "o")).moves[6]
    assert told.reasons[:2] == (
        "fills the cell below a winning cell: lets o win at once in column 2",
        "lets o win at once in column 1, where it was threatened",
    )


def test_shares_count_the_moves_that_kept_the_result() -> None:
    game = random_game(Rules(4, 4, 3), 2)
    result = review(game, brute_force, names=NAMES)
    for side in (0, 1):
        mine = [move for move in result.moves if move.side == side]
        kept = sum(move.change is None for move in mine)
        assert result.share_words(side) == f"{kept} of {len(mine)}"


def test_what_is_not_proved_stays_unsaid() -> None:
    def blind(board: Board) -> Insight:
        return Insight({}, complete=False)

    result = review(Board(moves=[3, 3, 2]), blind)
    assert [move.grade for move in result.moves] == [Grade.UNPROVED] * 3
    assert result.share_words(0) == "0 of 0"
    assert "blunder" not in sentence(result.moves[0], result)
    assert chart.text(result).count("\u2588") == 0


def grade(best: int, value: int) -> Grade:
    return grade_of(Insight({0: Exact(best, 10, 42), 1: Exact(value, 10, 42)}), 1)


def test_the_four_grades() -> None:
    assert grade(3, 3) is Grade.BEST
    assert grade(0, 0) is Grade.BEST
    assert grade(3, 1) is Grade.SLOWER
    assert grade(-1, -5) is Grade.SLIP
    for best, value in ((3, 0), (0, -2), (1, -1)):
        assert grade(best, value) is Grade.BLUNDER


def bounded(*bounds: tuple[int, int]) -> list[str]:
    """Grades columns about which no more is proved than these bounds."""
    insight = Insight({}, complete=False, bounds=dict(enumerate(starmap(Bounds, bounds))))
    return [grade_of(insight, column).value for column in range(len(bounds))]


def test_bounds_prove_what_they_can_and_no_more() -> None:
    assert bounded((1, 5), (-5, -1), (0, 0)) == ["best", "blunder", "blunder"]
    assert bounded((1, 5), (1, 5)) == ["keeps the result", "keeps the result"]
    assert bounded((4, 5), (1, 3), (5, 5)) == ["keeps the result", "slower", "best"]
    assert bounded((-2, -1), (-9, -4)) == ["best", "slip"]
    assert bounded((-5, 5), (-1, 0)) == ["not proved", "not proved"]
    assert bounded((2, 2), (-5, 1)) == ["best", "not proved"]
    assert bounded((0, 0), (-5, 0)) == ["best", "not proved"]


# -- charts --------------------------------------------------------------------------------------


def made_up(*scores: int | None, rules: Rules = Rules()) -> Review:
    """Makes a review whose values after the moves, for the side that began, are these."""
    moves = []
    for place, score in enumerate(scores):
        side = place % 2
        value = None
        if score is not None:
            value = Exact(score if side == 0 else -score, place, rules.cells, side)
        result = value.result if value else None
        results = (result, result)
        moves.append(MoveReview(place + 1, side, 0, Grade.BEST, value, value, results))
    return Review(rules, tuple(moves), NAMES)


def test_the_text_chart_has_the_first_side_above_and_the_other_below() -> None:
    lines = chart.text(made_up(1, 0, -1, None, 18)).splitlines()
    assert lines == [
        "   Red wins     \u2588",
        "                \u2588",
        "                \u2588",
        "            \u2588   \u2588",
        "       draw \u2500\u2500\u2500?\u2500",
        "              \u2588",
        "",
        "",
        "Yellow wins",
        "   blunders",
    ]


def test_a_long_game_fits_the_width_and_keeps_its_blunders() -> None:
    rules = Rules(20, 20, 4)
    result = made_up(*[0] * 400, rules=rules)
    moves = list(result.moves)
    moves[123] = replace(moves[123], grade=Grade.BLUNDER)
    shown = chart.text(Review(rules, tuple(moves), NAMES), width=60, ascii_only=True)
    assert max(map(len, shown.splitlines())) <= 60
    assert shown.count("^") == 1
    assert shown.isascii()


def test_the_chart_of_a_long_game_asks_each_move_a_few_times_only(monkeypatch) -> None:
    """It asked every move about every other: half a minute for a game of 10,000."""
    result, asked = made_up(*[1] * 40), []
    score = MoveReview.first_sides_score.fget
    counting = property(lambda move: asked.append(move) or score(move))
    monkeypatch.setattr(MoveReview, "first_sides_score", counting)
    chart.text(result)
    chart.draw_svg(result)
    assert len(asked) <= 8 * 40


def test_the_svg_chart_is_well_formed_with_a_bar_a_decided_move() -> None:
    result = made_up(1, 0, -1, None, 18)
    root = ElementTree.fromstring(chart.draw_svg(result))
    space = "{http://www.w3.org/2000/svg}"
    bars = [rect for rect in root.iter(f"{space}rect") if rect.get("rx")]
    assert [bar.get("fill") for bar in bars] == [
        chart.COLOURS[0], chart.COLOURS[1], chart.COLOURS[0]
    ]  # fmt: skip
    said = root.findtext(f"{space}desc") or ""
    assert said.splitlines()[1] == "2. draw"
    assert said.splitlines()[3] == "4. not proved"


def test_the_svg_chart_says_who_wins_where_only_that_is_proved() -> None:
    """Such a move had a bar, and was called not proved in words."""

    def somehow(board: Board) -> Insight:
        won = Bounds(1, 5) if board.to_move == 0 else Bounds(-5, -1)
        return Insight({}, complete=False, bounds=dict.fromkeys(board.open_columns, won))

    drawn = chart.draw_svg(review(Board(moves=[3, 2]), somehow, names=NAMES))
    assert f"1. {NAMES[0]} wins\n2. {NAMES[0]} wins<" in drawn


# -- with the solver -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_solver_and_brute_force_give_the_same_review(rules: Rules) -> None:
    analyst = solver_analyst(rules, memory="8M")
    for seed in range(3):
        game = random_game(rules, seed)
        ours, slow = review(game, analyst, names=NAMES), review(game, brute_force, names=NAMES)
        for one, other in zip(ours.moves, slow.moves, strict=True):
            assert replace(one, line=()) == replace(other, line=())
            assert len(one.line) == len(other.line)


LATE = "55254353533427442266"  # from here on every position of it is solved at once


def late_review(count: int) -> Review:
    """Reviews the last moves of a game on the usual board."""
    board = Board(moves=[int(letter) - 1 for letter in LATE])
    start = Board(moves=board.moves[:-count])
    set_up = Board.from_bits(start.rules, *start.bits)
    for column in board.moves[-count:]:
        set_up.drop(column)
    return review(set_up, solver_analyst(Rules(), memory="32M"), names=NAMES)


def test_a_game_on_the_usual_board() -> None:
    result = late_review(8)
    said = [sentence(move, result) for move in result.moves]
    assert [move.grade.value for move in result.moves] == [
        "best", "slower", "best", "best", "best", "best", "slip", "best"
    ]  # fmt: skip
    assert said[6].startswith("slip: fills the cell below a winning cell")


# -- the command ---------------------------------------------------------------------------------


def test_the_command_tells_every_move_the_shares_and_the_chart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["review", "12122343", "--board", "4x4x3"]) == 0
    out = capsys.readouterr().out
    game = Board(Rules(4, 4, 3), [0, 1, 0, 1, 1, 2, 3, 2])
    result = review(game, brute_force, names=("x", "o"))
    for move in result.moves:
        assert f"{move.number}. {'xo'[move.side]} {move.column + 1}   {move.grade.value}" in out
    for side in (0, 1):
        assert f"{'xo'[side]} kept the result in {result.share_words(side)} moves" in out
    assert "draw \u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500" in out


def test_the_command_gives_a_program_the_same_facts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", "12122343", "--board", "4x4x3", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [move["column"] for move in data["moves"]] == [0, 1, 0, 1, 1, 2, 3, 2]
    assert {move["grade"] for move in data["moves"]} <= {"best", "slower", "slip", "blunder"}
    assert data["kept"][0]["words"].endswith(" of 4")
    assert len(data["values"]) == 8
    assert data["moves"][4]["reasons"][0] == "misses a win at once in column 0"


def test_a_saved_game_is_reviewed_with_the_players_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    moves = (0, 1, 0, 1, 1, 2, 3, 2)
    seats = (Seat("Ada"), Seat("rand", "bot"))
    GameRecord(Rules(4, 4, 3), players=seats, start=1, moves=moves).save(path)
    picture = tmp_path / "value.svg"
    assert run(["review", str(path), "--chart", str(picture)]) == 0
    out = capsys.readouterr().out
    assert "1. rand 0" in out
    assert "Ada  kept" in out or "Ada kept" in out
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    assert "rand kept the result in" in (root[0].text or "")


def test_two_persons_are_called_and_columns_are_counted_as_at_their_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, house = tmp_path / "game.json", PRESETS["shapes"]
    seats = Seat("person"), Seat("person")
    GameRecord(Rules(4, 6, 4), players=seats, house=house, moves=(0, 1, 0, 2, 1, 3, 0, 4)).save(
        path
    )
    assert run(["review", str(path)]) == 0
    told = capsys.readouterr().out
    assert "8. Blue 4   best" in told
    assert "lets Blue win at once in column 4" in told
    assert run(["review", str(path), "--columns-from", "1"]) == 0
    assert "8. Blue 5   best" in capsys.readouterr().out


def test_what_the_judge_prints_of_one_game_is_reviewed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The help promised the files of matches, and only bare records were read."""
    record = GameRecord(Rules(4, 4, 3), players=(Seat("Ada"), Seat("Ben")), moves=(0, 1)).to_dict()
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"version": 1, "winner": None, "record": record}))
    assert run(["review", str(path)]) == 0
    assert "1. Ada 0" in capsys.readouterr().out
    path.write_text(json.dumps({"version": 1, "games": [{"record": record}] * 2}))
    assert run(["review", str(path)]) == 2
    assert capsys.readouterr().err.endswith("holds 2 games; possible: a file with one\n")


def test_nobody_is_blamed_for_an_opening_that_was_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its moves were graded and counted as those of the programs."""
    path, seats = tmp_path / "game.json", (Seat("Ada"), Seat("Ben"))
    GameRecord(Rules(), players=seats, moves=(6, 5, 1, 4, 3), opening=4).save(path)
    assert run(["review", str(path)]) == 0
    told = capsys.readouterr().out
    assert "1. Ada 6   opening\n2. Ben 5   opening\n" in told
    assert "5. Ada 3   best\nAda kept the result in 1 of 1 moves\nBen made no move\n" in told
    assert told.endswith("blunders\n")


def test_names_in_wide_characters_leave_columns_below_each_other() -> None:
    """They were counted by characters, each of which fills two columns of a terminal."""
    game = Board(Rules(4, 4, 3), [0, 1])
    result = review(game, brute_force, names=("\u738b\u660e", "Ben"))
    lines = "\n".join(report(game, result, "", columns_from=1)).split("\n")[5:]
    assert lines[0].startswith("1. \u738b\u660e 1   ")
    assert lines[1].startswith("2. Ben  2   ")
    assert lines[4].startswith("\u738b\u660e wins ")
    assert lines[8].startswith("     draw \u2500")
    assert lines[12].startswith(" Ben wins")


def test_a_terminals_width_is_kept() -> None:
    game = Board(Rules(4, 4, 3), [0, 1, 0, 1, 1, 2, 3, 2])
    result = review(game, brute_force, names=("x", "o"))
    end = "Player A has 3 in line (vertical)."
    narrow = report(game, result, end, columns_from=1, width=30)
    wide = report(game, result, end, columns_from=1)
    assert max(len(line) for text in narrow for line in text.split("\n")) <= 30
    assert "".join("".join(narrow[1:-1]).split()) == "".join("".join(wide[1:-1]).split())
    assert len(narrow) > len(wide)


def test_an_empty_game_has_nothing_to_review(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", "-", "--board", "4x4x3"]) == 0
    assert capsys.readouterr().out.endswith("no move was played\n")


def test_what_takes_too_long_is_not_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", "11", "--board", "9x9x5", "--seconds", "0.05"]) == 0
    out = capsys.readouterr().out
    assert "2 of 2 moves were not proved in time" in out
    assert "nothing is proved about the moves of x\nnothing is proved about the moves of o" in out
    assert "draw ??\n" in out


def test_a_side_that_made_no_move_has_no_share(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", "1", "--board", "1x1x1"]) == 0
    out = capsys.readouterr().out
    assert "\nx kept the result in 1 of 1 moves\no made no move\n" in out


def test_a_board_too_large_for_the_solver_is_reviewed_as_far_as_the_next_discs_decide(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["review", "1,2,1,2,1,2,3,2", "--board", "100x100x4"]) == 0
    out = capsys.readouterr().out
    assert "7. x 3   blunder (win to loss): misses a win at once in column 1; lets o win" in out
    assert "8. o 2   best" in out
    assert "6. o 2   not proved: lets x win at once in column 1, where it was threatened\n" in out
    assert "6 of 8 moves were not proved (a board of this size is too large for the solver" in out


def test_moves_that_are_too_long_for_the_name_of_a_file_are_reviewed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """They were refused: 'File name too long'."""
    moves = ",".join(str(column) for column in range(1, 101))
    assert len(moves) > 255
    assert run(["review", moves, "--board", "100x100x4"]) == 0
    assert "100. o 100 " in capsys.readouterr().out


def test_a_win_that_was_missed_is_told_also_where_no_more_is_proved() -> None:
    game = Board(Rules(100, 100, 3), [0, 50, 0, 60, 99])
    result = review(game, near_analyst)
    assert result.moves[4].grade is Grade.UNPROVED
    assert result.moves[4].reasons == ("misses a win at once in column 1",)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["no-such.json"], "there is no file 'no-such.json'; possible: a file with a game, or"),
        (["game"], "there is no file 'game'"),
        (["g" * 300], "there is no file 'ggg"),
        (["4458"], "there is no column 8"),
        (["44", "--chart", "value.png"], "FILE.svg"),
        (["44", "--chart", "no/such/value.svg"], "cannot be written: there is no folder no/such"),
        (["44", "--seconds", "0"], "seconds"),
        (["11", "--board", "101x100x30"], "rows must be a number from 1 to 100"),
        (["4444444"], "column 4 is full"),
    ],
)
def test_what_cannot_be_reviewed_is_one_line_and_status_2(
    args: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["review", *args]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_a_game_may_come_through_a_pipe_and_a_folder_is_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It said of a pipe, such as <(...) in a shell, and of a folder that there is no such file."""
    read, write = os.pipe()
    os.write(write, GameRecord(Rules(1, 3, 2), moves=(0, 1)).to_json().encode())
    os.close(write)
    assert run(["review", f"/dev/fd/{read}"]) == 0
    os.close(read)
    assert "x o ." in capsys.readouterr().out
    assert run(["review", str(tmp_path)]) == 2
    assert "cannot be read: Is a directory" in capsys.readouterr().err
    (tmp_path / "44").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run(["review", "44"]) == 0


def test_a_file_brings_its_own_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    GameRecord(Rules(4, 4, 3), moves=(0,)).save(path)
    assert run(["review", str(path), "--board", "6x7x4"]) == 2
    assert "leave out --board" in capsys.readouterr().err


def test_an_output_of_ascii_gets_an_ascii_chart() -> None:
    command = [sys.executable, "-m", "linefall", "review", "1212", "--board", "4x4x3"]
    ran = subprocess.run(
        command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, timeout=60
    )
    assert ran.returncode == 0
    assert b"draw ----" in ran.stdout
