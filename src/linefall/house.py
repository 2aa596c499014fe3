"""House rules: what a table adds to the rules of the board, held as data.

Tables disagree: how many slips a player may make, whether a move may be taken back, who starts,
whether columns count from 0 or from 1. Each of these is one field of `HouseRules`, so that `Game`
needs no special case, and every interface plays every preset. `PRESETS` holds the five named ones;
a user's own comes from a TOML file (`load_house`).

Players are numbered 0 and 1 (player A and player B, whoever moves first); this is not the *side*
of the board, where 0 is always the one that moved first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from string import Formatter
from typing import Any, Final

from linefall.errors import HouseError, LinefallError
from linefall.notation import columns_wide
from linefall.rules import Rules
from linefall.settings import SettingsError, parse_toml, read_text

Pair = tuple[str, str]
_SIZE: Final = re.compile(r"(-?[0-9]{1,9})x(-?[0-9]{1,9})(?=x)", re.ASCII)

_LOOKS: Final = ("letters", "shapes", "matrix", "numbers", "bins", "plain")
# The words that a field may hold. One table, so that the check and the message cannot disagree.
WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "beyond_slips": ("loses", "refused"),
    "beyond_redos": ("loses", "refused"),
    "redo_reach": ("until reply", "any", "own"),
    "starts": ("first", "second", "lot", "loser", "winner"),
    "chooser": ("nobody", "lot", "starter"),
    "look": _LOOKS,
    "window_look": (*_LOOKS, "bitmap"),
    "asks_for": ("column", "bin"),
    "colours": ("red", "blue", "yellow", "green", "magenta", "cyan", "white"),
    "shapes": ("circle", "pentagon", "square", "triangle", "diamond", "star"),
}


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Holds everything that tables disagree about, checked when it is made.

    >>> PRESETS["classic"].slips
    3
    >>> PRESETS["shapes"].fit(Rules(1, 5, 4))
    Rules(rows=4, columns=5, connect=4)
    """

    name: str
    #: The board when none is asked for, and the smallest and largest that this table takes.
    board: Rules = Rules()
    least: Rules = Rules(1, 1, 1)
    most: Rules = Rules(100, 100, 100)
    #: A board that is too small is raised to the least one, instead of being refused.
    raises_small: bool = False
    #: Slips that are forgiven in a game (None: any number), and what one more does.
    slips: int | None = None
    beyond_slips: str = "loses"
    #: Moves that may be taken back in a game (None: any number), and what asking for more does.
    redos: int | None = None
    beyond_redos: str = "refused"
    #: How far back a redo reaches: `until reply`, the last disc by the one who dropped it;
    #: `any`, the last disc by anybody, also of a finished game, again and again;
    #: `own`, the asker's latest disc and the answer to it.
    redo_reach: str = "own"
    #: After each drop the player is asked 'are you sure?', and a redo is the answer no.
    are_you_sure: bool = False
    #: Who moves first. `loser` and `winner` speak of the game before; the first game of a series
    #: is then drawn by lot, and after a draw the other player starts.
    starts: str = "first"
    columns_from: int = 1
    #: How the two players are called.
    names: Pair = ("A", "B")
    #: The two marks, their colours and shapes, and who chooses between them. Where nobody does,
    #: player 0 has the first.
    symbols: Pair = ("X", "O")
    colours: Pair = ("red", "yellow")
    shapes: Pair = ("circle", "pentagon")
    chooser: str = "nobody"
    #: Games are played one after the other, with a score.
    series: bool = False
    #: How a terminal shows the board, and how a window does.
    look: str = "letters"
    window_look: str = "plain"
    #: How the dialogue calls a column; bins are asked for in the words of `shapes`.
    asks_for: str = "column"
    #: The last line of a game that was drawn, or won: {player} is called as in other sentences.
    won: str = "{player} won"
    drawn: str = "Draw game"

    def __post_init__(self) -> None:
        """Refuses what no table could mean, naming the field, what it was and what it may be."""
        for field in fields(self):
            _check_type(field.name, str(field.type), getattr(self, field.name))
        for name, words in WORDS.items():
            value = getattr(self, name)
            for word in (value,) if isinstance(value, str) else value:
                if word not in words:
                    raise HouseError(f"{name}: {word!r} was given; possible: {', '.join(words)}")
        self._check_numbers()
        self._check_pairs()
        self._check_texts()
        if (fitted := self.fit(self.board)) != self.board:
            raise HouseError(f"board: {self.board} was given; the least is {fitted}")

    def fit(self, rules: Rules | None = None) -> Rules:
        """Gives the board that is played when `rules` is asked for, or says which are possible.

        >>> PRESETS["classic"].fit(Rules(8, 8, 5))
        Traceback (most recent call last):
        linefall.errors.HouseError: board: 8x8x5 was given; classic is played on 6x7x4 only
        """
        if rules is None:
            return self.board
        if self.raises_small:
            rules = Rules(
                max(rules.rows, self.least.rows),
                max(rules.columns, self.least.columns),
                max(rules.connect, self.least.connect),
            )
        if not self._takes(rules):
            raise HouseError(f"board: {rules} was given; {self.name} is played on {self._range()}")
        return rules

    def parse_board(self, text: str) -> Rules:
        """Reads a board's text; where small boards are raised, no number is too small.

        >>> PRESETS["shapes"].parse_board("0x-1x4")
        Rules(rows=4, columns=5, connect=4)
        """
        size = _SIZE.match(text) if self.raises_small else None
        if size is not None:
            rows = max(int(size[1]), self.least.rows)
            columns = max(int(size[2]), self.least.columns)
            text = f"{rows}x{columns}{text[size.end() :]}"
        return self.fit(Rules.parse(text))

    def _takes(self, rules: Rules) -> bool:
        return all(
            getattr(self.least, part) <= getattr(rules, part) <= getattr(self.most, part)
            for part in ("rows", "columns", "connect")
        )

    def _range(self) -> str:
        if self.least == self.most:
            return f"{self.least} only"
        return f"{self.least} to {self.most}"

    def _check_numbers(self) -> None:
        for name in ("slips", "redos"):
            value = getattr(self, name)
            if value is not None and not 0 <= value <= 1_000_000:
                raise HouseError(f'{name}: {value} was given; possible: 0 to 1000000, or "any"')
        if self.columns_from not in (0, 1):
            raise HouseError(f"columns_from: {self.columns_from} was given; possible: 0, 1")

    def _check_pairs(self) -> None:
        for name in ("names", "symbols", "colours"):
            first, second = getattr(self, name)
            if first == second:
                raise HouseError(f"{name}: {first!r} was given twice; the two must differ")
        for symbol in self.symbols:
            if not _is_symbol(symbol):
                raise HouseError(
                    f"symbols: {symbol!r} was given; possible: one character that can be seen, "
                    "one column wide, other than _ . |"
                )

    def _check_texts(self) -> None:
        for name in ("won", "drawn"):
            if not _is_template(text := getattr(self, name)):
                raise HouseError(
                    f"{name}: {text!r} was given; possible: text with {{player}}, {{name}}, "
                    "{symbol} or {colour} in it"
                )
        names = (("names", name) for name in self.names)
        for key, text in (("name", self.name), *names, ("won", self.won), ("drawn", self.drawn)):
            if not text.strip() or not text.isprintable() or len(text) > 80:
                possible = "1 to 80 characters on one line"
                raise HouseError(f"{key}: {text!r} was given; possible: {possible}")

    def to_json(self) -> str | dict[str, Any]:
        """Gives the name of a preset that is known by name, or else every field."""
        if PRESETS.get(self.name) == self:
            return self.name
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_json(cls, data: object) -> HouseRules:
        """Reads what `to_json` gave; a `HouseError` says what is wrong with anything else.

        >>> HouseRules.from_json("classic") is PRESETS["classic"]
        True
        """
        if isinstance(data, str):
            return _preset(data)
        if not isinstance(data, Mapping):
            raise HouseError(f"house rules are a name or a table, not {_kind(data)}")
        return _from_table(data, HouseRules("own"))


def load_house(name: str) -> HouseRules:
    """Gives the preset of that name, or reads a user's own from a `.toml` file.

    >>> load_house("bitmap").columns_from
    0
    """
    if name in PRESETS:
        return PRESETS[name]
    if name.endswith(".toml"):
        return _read_toml(Path(name))
    return _preset(name, else_possible=", or a file ending in .toml")


def _preset(name: str, *, else_possible: str = "") -> HouseRules:
    known = {**PRESETS, CASUAL.name: CASUAL}
    if name not in known:
        possible = ", ".join(PRESETS) + else_possible
        raise HouseError(f"no rules named {name!r}; possible: {possible}")
    return known[name]


def _read_toml(path: Path) -> HouseRules:
    try:
        table = parse_toml(read_text(path))
    except SettingsError as error:
        raise HouseError(f"{path}: {error}") from None
    base = table.pop("base", None)
    if "look" in table:  # which a window follows, unless the file says otherwise
        table.setdefault("window_look", table["look"])
    try:
        if unknown := [key for key in table if key not in _KEYS]:
            raise HouseError(f"unknown key {unknown[0]!r}; possible: base, {', '.join(_KEYS)}")
        if base is not None and not isinstance(base, str):
            raise HouseError(f"base: {base!r} was given; possible: {', '.join(PRESETS)}")
        start = HouseRules(path.stem or "own") if base is None else _preset(base)
        return _from_table({"name": path.stem, **table}, start)
    except LinefallError as error:
        raise HouseError(f"{path}: {error}") from None


#: What a table of house rules can hold, with its type.
_KEYS: Final = {field.name: str(field.type) for field in fields(HouseRules)}


def _from_table(table: Mapping[str, Any], base: HouseRules) -> HouseRules:
    """Lays a table over `base`. A board alone also moves the limits that it would break."""
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _KEYS:
            raise HouseError(f"unknown key {key!r}; possible: {', '.join(_KEYS)}")
        values[key] = _read_value(key, _KEYS[key], value)
    if "board" in values and base.least == base.most:
        # A table that takes one board only takes the new one only.
        values.setdefault("least", values["board"])
        values.setdefault("most", values["board"])
    try:
        return replace(base, **values)
    except HouseError:
        raise
    except LinefallError as error:
        raise HouseError(str(error)) from None


def _read_value(key: str, kind: str, value: object) -> object:
    """Turns what a TOML or JSON table can hold into the field's type, or says what it may be."""
    if kind == "Rules" and isinstance(value, str):
        try:
            return Rules.parse(value)
        except LinefallError as error:
            raise HouseError(f"{key}: {error}") from None
    if kind == "int | None" and value in ("any", None):
        return None
    if kind == "Pair" and isinstance(value, list):
        value = tuple(value)
    _check_type(key, kind, value)
    return value


def _check_type(key: str, kind: str, value: object) -> None:
    good, possible = {
        "str": (isinstance(value, str), "text"),
        "bool": (isinstance(value, bool), "true, false"),
        "int": (type(value) is int, "a whole number"),
        "int | None": (value is None or type(value) is int, 'a whole number, or "any"'),
        "Rules": (isinstance(value, Rules), 'a board such as "6x7x4"'),
        "Pair": (_is_pair(value), "a list of two texts"),
    }[kind]
    if not good:
        shown = list(value) if isinstance(value, tuple) else value  # as it was written
        shown = _kind(value) if isinstance(value, Mapping) else repr(shown)
        raise HouseError(f"{key}: {shown[:80]} was given; possible: {possible}")


def _is_symbol(text: str) -> bool:
    """Says whether a text is one character that fills one column of a terminal."""
    if len(text) != 1 or not text.isprintable() or text.isspace() or text in "_.|":
        return False
    return columns_wide(text) == 1


def _is_template(text: str) -> bool:
    """Says whether a text has no holes but the known ones, and those without a format."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        return False
    known = (None, "player", "name", "symbol", "colour")
    return all(hole in known and not form and not turn for _, hole, form, turn in parts)


def _is_pair(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and all(isinstance(part, str) for part in value)
    )


def _plain(value: object) -> object:
    if isinstance(value, Rules):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _kind(value: object) -> str:
    names = {dict: "a table", list: "a list", type(None): "nothing", bool: "true or false"}
    return names.get(type(value), f"a {type(value).__name__}")


_STANDARD: Final = Rules(6, 7, 4)

#: A friendly game when no rules are named: seats by lot, any number of slips and redos.
CASUAL: Final = HouseRules("casual", starts="lot", names=("Red", "Yellow"), won="{name} wins")

#: The five presets, by name.
PRESETS: Final[Mapping[str, HouseRules]] = {
    house.name: house
    for house in (
        HouseRules(
            "classic",
            least=_STANDARD,
            most=_STANDARD,
            slips=3,
            redos=3,
            redo_reach="until reply",
            are_you_sure=True,
            symbols=("O", "X"),
            chooser="lot",
            series=True,
            window_look="letters",
        ),
        HouseRules(
            "shapes",
            board=Rules(4, 6, 4),
            least=Rules(4, 5, 1),
            raises_small=True,
            redos=0,
            columns_from=0,
            names=("red", "blue"),
            colours=("red", "blue"),
            look="shapes",
            window_look="shapes",
            asks_for="bin",
            won="winner: {name}",
            drawn="a tie",
        ),
        HouseRules(
            "console",
            least=_STANDARD,
            most=_STANDARD,
            redo_reach="any",
            names=("1", "2"),
            symbols=("O", "@"),
            look="matrix",
            window_look="matrix",
        ),
        HouseRules(
            "connectx",
            slips=0,
            redos=0,
            starts="lot",
            columns_from=0,
        ),
        HouseRules(
            "bitmap",
            least=_STANDARD,
            most=_STANDARD,
            slips=2,
            redos=3,
            beyond_redos="loses",
            redo_reach="until reply",
            starts="lot",
            columns_from=0,
            names=("1", "2"),
            symbols=("Y", "R"),
            colours=("yellow", "red"),
            shapes=("square", "square"),
            chooser="starter",
            window_look="bitmap",
        ),
    )
}
