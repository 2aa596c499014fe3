"""The Python board, the compiled position and a slow, obvious game agree, move by move."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from linefall._core import Position
from linefall.board import Board, Direction
from linefall.rules import Rules
from slow import SlowGame

GAMES = {
    # one row, one column, one cell
    "1x1x1": 5, "1x1x2": 5, "1x7x1": 50, "1x7x2": 300, "1x7x3": 300, "1x9x4": 300, "1x100x5": 20,
    "7x1x1": 20, "7x1x2": 20, "9x1x4": 20, "100x1x3": 5, "2x1x2": 20,
    # one in line, and lines that do not fit
    "6x7x1": 100, "3x3x1": 100, "3x3x4": 600, "6x7x8": 300, "2x9x10": 300, "6x7x100": 100,
    # small
    "2x2x2": 600, "2x3x2": 600, "3x3x3": 1500, "3x4x3": 1500, "4x3x3": 1000, "4x4x3": 1500,
    "4x4x4": 1000, "4x5x3": 800, "5x4x4": 800, "5x5x5": 600, "3x6x3": 800, "6x4x4": 700,
    "2x8x4": 700, "8x2x4": 600,
    # what people play
    "6x7x4": 1500, "4x6x4": 600, "5x7x4": 500, "7x6x4": 500, "4x7x4": 500, "6x8x4": 300,
    "7x7x4": 300, "5x8x4": 300, "6x9x5": 250,
    # more than 64 and more than 128 cells
    "8x8x4": 250, "8x8x5": 150, "9x9x5": 150, "9x7x4": 200, "10x10x5": 100, "11x11x5": 60,
    "12x11x6": 40, "7x20x5": 60, "20x7x5": 60, "16x16x6": 16, "20x20x6": 10, "22x22x7": 5,
    # a few games on what is very large
    "30x30x8": 3, "50x50x15": 6, "3x100x4": 5, "100x3x4": 5, "100x100x30": 3,
}  # fmt: skip


@dataclass
class Seen:
    """Counts what the games of a board brought about."""

    games: int = 0
    last_cell_wins: int = 0
    long_lines: int = 0
    several_directions: int = 0
    draws: int = 0


@dataclass
class Style:
    """Plays at random, or steadily up, left or right: long lines hardly come about by chance."""

    steadiness: float
    steps: tuple[int, int]
    previous: list[int]

    @classmethod
    def drawn(cls, rules: Rules, rng: random.Random) -> Style:
        steps = rng.choice((-1, 0, 0, 1)), rng.choice((-1, 0, 0, 1))
        starts = [rng.randrange(rules.columns), rng.randrange(rules.columns)]
        return cls(rng.choice((0, 0, 0, 0.8, 0.98)), steps, starts)

    def choose(self, columns: list[int], side: int, rng: random.Random) -> int:
        steady = self.previous[side] + self.steps[side]
        if steady not in columns or rng.random() >= self.steadiness:
            steady = rng.choice(columns)
        self.previous[side] = steady
        return steady


def played(text: str, games: int) -> Seen:
    """Plays games on one board with every version of the game, comparing all the way."""
    rules = Rules.parse(text)
    rng = random.Random(text)
    seen = Seen()
    for _ in range(games):
        play_one(rules, rng, seen)
    return seen


def play_one(rules: Rules, rng: random.Random, seen: Seen) -> None:
    slow = SlowGame(rules.rows, rules.columns, rules.connect)
    board = Board(rules)
    position = Position(rules.rows, rules.columns, rules.connect)
    style = Style.drawn(rules, rng)
    side = 0
    while columns := slow.open_columns():
        assert board.open_columns == position.open_columns() == tuple(columns)
        assert board.to_move == position.to_move == side
        assert board.outcome() is None
        assert not position.is_over
        column = style.choose(columns, side, rng)
        wins = board.winning_moves()
        assert position.winning_moves() == wins
        cell = slow.drop(column, side)
        assert board.drop(column) == (column, position.drop(column)) == cell
        assert (column in wins) == bool(slow.lines_through(*cell))
        side = 1 - side
    compare_end(board, position, slow, seen)
    compare_tops(board, slow)
    compare_way_back(board, position, slow)


def compare_end(board: Board, position: Position, slow: SlowGame, seen: Seen) -> None:
    """Compares how the game ended with what a look at the whole board finds."""
    last_side = 1 - board.to_move
    outcome = board.outcome()
    lines = slow.all_lines(last_side)
    assert outcome is not None
    assert not slow.all_lines(1 - last_side)
    assert board.open_columns == position.open_columns() == ()
    assert position.is_over
    assert position.bits == board.bits
    assert str(board) == slow.drawing()
    assert outcome.winner == position.winner == (last_side if lines else None)
    assert outcome.reason == ("line" if lines else "full")
    assert {direction.name for direction in outcome.directions} == set(lines)
    assert outcome.cells == tuple(sorted(set().union(*lines.values())))
    in_core = {name.upper(): tuple(sorted(cells)) for name, cells in position.lines().items()}
    assert in_core == {name: tuple(sorted(cells)) for name, cells in lines.items()}
    count(slow, lines, seen)


def count(slow: SlowGame, lines: dict[str, set[tuple[int, int]]], seen: Seen) -> None:
    seen.games += 1
    seen.draws += not lines
    seen.last_cell_wins += bool(lines) and slow.discs() == slow.rows * slow.columns
    seen.long_lines += any(len(cells) > slow.connect for cells in lines.values())
    seen.several_directions += len(lines) > 1


def compare_tops(board: Board, slow: SlowGame) -> None:
    """Compares the lines through the top disc of every column, each direction by itself."""
    for column in range(slow.columns):
        height = slow.height(column)
        assert board.height(column) == height
        expected = slow.lines_through(column, height - 1) if height else {}
        for direction in Direction:
            assert board.line(direction, column) == tuple(expected.get(direction.name, ()))
    lines = {direction.name: list(line) for direction, line in board.lines().items()}
    assert lines == slow.lines_through(*slow.last)


def compare_way_back(board: Board, position: Position, slow: SlowGame) -> None:
    """Takes every disc back: the columns reopen, and an empty board is left."""
    rules = board.rules
    again = Board.from_bits(rules, *board.bits)
    assert again == board
    assert again.outcome() == board.outcome()
    for column in reversed(board.moves):
        assert board.undo() == position.undo() == column
        slow.grid[slow.height(column) - 1][column] = None
        slow.over = False
        assert board.open_columns == position.open_columns() == tuple(slow.open_columns())
    assert board == Board(rules)
    assert position == Position(rules.rows, rules.columns, rules.connect)


@pytest.mark.unwatched
@pytest.mark.parametrize("text", GAMES)
def test_all_versions_of_the_game_agree(text: str) -> None:
    assert played(text, GAMES[text]).games == GAMES[text]


def test_the_games_are_many_and_of_many_sizes() -> None:
    assert len(GAMES) >= 40
    assert sum(GAMES.values()) >= 20_000


def test_wins_with_the_last_cell_and_lines_longer_than_needed_are_among_the_games() -> None:
    seen = [played(text, 200) for text in ("3x4x3", "4x3x3", "2x8x4", "4x6x4")]
    assert sum(each.last_cell_wins for each in seen) > 10
    assert sum(each.long_lines for each in seen) > 10
    assert sum(each.several_directions for each in seen) > 10
    assert sum(each.draws for each in seen) > 10


def test_boards_that_are_very_large_see_lines_too() -> None:
    assert played("50x50x15", 2).draws < 2
