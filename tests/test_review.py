"""Reviews: grades that brute force confirms, reasons that hold on the board."""

import random
import re
from xml.etree import ElementTree

import pytest

from linefall import chart
from linefall.board import Board
from linefall.review import Grade, Insight, MoveReview, Review, grade_of, review, sentence
from linefall.rules import Rules
from linefall.score import Exact

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
    chance, board = random.Random(seed), Board(rules)
    while board.outcome() is None:
        board.drop(chance.choice(board.open_columns))
    return board


GAMES = [(rules, seed) for rules in SMALL for seed in range(12)]
GAME_IDS = [f"{rules}-{seed}" for rules, seed in GAMES]


@pytest.mark.parametrize(("rules", "seed"), GAMES, ids=GAME_IDS)
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
        assert tuple(columns) == after.winning_moves()
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


def test_the_four_grades() -> None:
    def of(score: int) -> Exact:
        return Exact(score, 10, 42)

    assert grade_of(of(3), of(3)) is Grade.BEST
    assert grade_of(of(3), of(1)) is Grade.SLOWER
    assert grade_of(of(-1), of(-5)) is Grade.SLIP
    for best, value, change in (
        (3, 0, "win to draw"),
        (0, -2, "draw to loss"),
        (1, -1, "win to loss"),
    ):
        assert grade_of(of(best), of(value)) is Grade.BLUNDER
        move = MoveReview(11, 0, 3, Grade.BLUNDER, of(best), of(value))
        assert move.change == change


# -- charts --------------------------------------------------------------------------------------


def made_up(*scores: int | None, rules: Rules = Rules()) -> Review:
    """Makes a review whose values after the moves, for the side that began, are these."""
    moves = []
    for place, score in enumerate(scores):
        side = place % 2
        value = None
        if score is not None:
            value = Exact(score if side == 0 else -score, place, rules.cells, side)
        moves.append(MoveReview(place + 1, side, 0, Grade.BEST, value, value))
    return Review(rules, tuple(moves), NAMES)


def test_the_text_chart_has_the_first_side_above_and_the_other_below() -> None:
    lines = chart.text(made_up(1, 0, -1, None, 18)).splitlines()
    assert lines == [
        "   Red wins     \u2588",
        "                \u2588",
        "                \u2588",
        "            \u2588   \u2588",
        "       draw \u2500\u2500\u2500\u2500\u2500",
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
    moves[123] = MoveReview(124, 1, 0, Grade.BLUNDER, moves[123].before, moves[123].after)
    shown = chart.text(Review(rules, tuple(moves), NAMES), width=60, ascii_only=True)
    assert max(map(len, shown.splitlines())) <= 60
    assert shown.count("^") == 1
    assert shown.isascii()


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
