"""Reports: one HTML file with tables, ratings and every game, and no link to the outside.

What programs printed is hostile until proved otherwise. Text enters the page in two ways only:
escaped by `text`, or inside the JSON block, in which no ``<`` occurs and which the script shows as
text. A content policy in the page allows that one script, known by its hash, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from linefall.blunders import Kept, Reviewer
from linefall.files import write_whole
from linefall.notation import counted
from linefall.record import GameRecord
from linefall.standings import Row, Score, Standings

REVIEW_SECONDS: Final = 5.0
"""Seconds that the solver may take for all games of a report together."""

ERRORS_SHOWN: Final = 1500
"""Characters of each program's error output that a game shows; the last ones say most."""

text = html.escape
"""Makes text harmless in HTML, in attributes too."""


@dataclass(frozen=True, slots=True)
class ReportGame:
    """Holds a game with the number it has in the report, and the part of the work it belongs to.

    `kept` is what the solver proved about its moves, where it did.
    """

    number: int
    record: GameRecord
    part: str = ""
    kept: Kept | None = None

    @property
    def names(self) -> tuple[str, str]:
        """Names the one who moved first, and the other."""
        first, second = self.record.sides
        return first.name, second.name


@dataclass(frozen=True)
class Section:
    """Is a part of the page: its id, its heading, and its body as HTML that is safe already."""

    id: str
    heading: str
    body: str


def write_report(
    path: Path,
    title: str,
    standings: Standings,
    games: Iterable[ReportGame],
    *,
    benched: Iterable[str] = (),
    champion: str | None = None,
) -> None:
    """Writes the report of a tournament, all or nothing; `champion` is who won a knockout."""
    games = review_games(games, REVIEW_SECONDS)
    sections = [
        *standings_sections(standings, benched, champion=champion),
        *review_sections(games),
    ]
    write_whole(path, page(title, sections, games))


def page(
    title: str,
    sections: Sequence[Section],
    games: Sequence[ReportGame],
    *,
    after: Sequence[Section] = (),
) -> str:
    """Gives the whole file: sections, the games to replay, and what comes after them."""
    script, style = _asset("report.js"), _asset("report.css")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    everything = [*sections, Section("games", "Games", _VIEWER), *after]
    links = "".join(f'<a href="#{one.id}">{text(one.heading)}</a>' for one in everything)
    body = "".join(
        f'<section id="{one.id}"><h2>{text(one.heading)}</h2>{one.body}</section>\n'
        for one in everything
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{text(title)}</title><style>{style}</style></head>\n<body><h1>{text(title)}</h1>"
        f"<nav>{links}</nav>\n{body}"
        f'<script type="application/json" id="data">{_data(games)}</script>\n'
        f"<script>{script}</script></body></html>\n"
    )


def _asset(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


_VIEWER: Final = """
<p class="soft screen">Choose a game below. Arrow keys go through its moves, Home and End to its
beginning and end, <kbd>n</kbd> and <kbd>p</kbd> to the next and the previous game.</p>
<noscript><p class="bad">Games are replayed by a script in this file; it is switched
off.</p></noscript>
<div id="viewer" tabindex="0" aria-label="replay of a game">
<div><div id="board"></div><div id="buttons">
<button type="button" id="to-start" title="beginning">|&lt;</button>
<button type="button" id="back" title="one move back">&lt;</button>
<button type="button" id="forward" title="one move on">&gt;</button>
<button type="button" id="to-end" title="end">&gt;|</button>
<button type="button" id="previous">previous game</button>
<button type="button" id="next">next game</button></div></div>
<div><h3 id="number">No game</h3><p id="where" class="soft"></p>
<p><span style="color:#c8281e">&#9679;</span> <span id="first"></span> moves first<br>
<span style="color:#b98a00">&#9678;</span> <span id="second"></span> moves second</p>
<p id="step" aria-live="polite"></p><div id="moves"></div>
<p><strong id="verdict"></strong></p><p id="review"></p>
<p id="errors-title" hidden>Error output of the program:</p>
<pre id="errors" hidden></pre></div></div>
<p id="choose"><label>Games of <select id="who"><option value="">everybody</option></select></label>
<span id="count" class="soft"></span></p>
<div id="list"><table><thead><tr><th>game</th><th class="t">first</th><th class="t">second</th>
<th class="t">board</th><th class="t">result</th><th class="t">by</th></tr></thead>
<tbody id="rows"></tbody></table></div>
"""


# ------------------------------------------------------------------------------- the JSON block


def _data(games: Sequence[ReportGame]) -> str:
    names = list(dict.fromkeys(name for game in games for name in game.names))
    index = {name: place for place, name in enumerate(names)}
    form = {"names": names, "games": [_game(game, index) for game in games]}
    # ASCII only, and no "<": neither an end of the script nor a comment can begin in it.
    return json.dumps(form, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def _game(game: ReportGame, index: dict[str, int]) -> dict[str, Any]:
    record, rules = game.record, game.record.rules
    line = record.verdict.evidence.get("cells", []) if record.verdict.cause == "line" else []
    return {
        "n": game.number,
        "f": index[game.names[0]],
        "s": index[game.names[1]],
        "b": [rules.rows, rules.columns, rules.connect],
        "z": record.house.columns_from,
        "t": record.seconds,
        "m": list(record.moves),
        "o": record.opening,
        "k": [None if one is None else round(one.wall, 3) for one in record.times],
        "w": record.winning_side,
        "c": record.verdict.cause,
        "x": record.verdict.sentence,
        "l": line,
        "e": error_output(record),
        "p": game.part,
        "r": review_words(game),
        "d": None if game.kept is None else game.kept.blunder,
    }


def error_output(record: GameRecord) -> list[str]:
    """Gives what the programs wrote to their error output, as lines, the last ones of each."""
    lines: list[str] = []
    for player, seat in enumerate(record.players):
        kept = _last_lines([str(line) for line in _errors_of(record, player)])
        lines += [f"{seat.name}:", *kept] if kept else []
    return lines


def _errors_of(record: GameRecord, player: int) -> list[Any]:
    """Finds a program's error output in a record; older ones have only that of the one to blame.

    Nothing where somebody else wrote the record and it has another form.
    """
    both = record.conditions.get("error_output")
    if isinstance(both, list):
        found = both[player] if player < len(both) else None
    else:
        evidence, name = record.verdict.evidence, "AB"[player]
        own = evidence if evidence.get("player") == name else evidence.get(name)
        found = own.get("error_output") if isinstance(own, dict) else None
    return found if isinstance(found, list) else []


def _last_lines(lines: list[str]) -> list[str]:
    """Gives the last lines, as many as a page with thousands of games has room for."""
    room, kept = ERRORS_SHOWN, 0
    while kept < len(lines) and (room := room - len(lines[-1 - kept])) >= 0:
        kept += 1
    return lines[len(lines) - kept :]


# -------------------------------------------------------------------------------------- reviews


def review_games(games: Iterable[ReportGame], seconds: float) -> list[ReportGame]:
    """Asks the solver about the games on 6x7x4, for so many seconds in all."""
    reviewer = Reviewer(seconds=seconds)
    return [replace(game, kept=reviewer.look(game.record)) for game in games]


def review_words(game: ReportGame) -> str:
    """Says who kept the result how often, and which move was the first blunder, if it is proved."""
    if (kept := game.kept) is None:
        return ""
    shares = "; ".join(_share(game, kept, side) for side in (0, 1))
    if kept.blunder is None:
        blunder = "No blunder" + ("." if kept.complete else " among the moves that were proved.")
    else:
        first = "The first" if kept.complete else "The first proved"
        blunder = (
            f"{first} blunder is move {kept.blunder + 1} by {game.names[kept.blunder % 2]}: "
            f"{kept.change}."
        )
    return f"{shares}. {blunder}"


def _share(game: ReportGame, kept: Kept, side: int) -> str:
    name, record = game.names[side], game.record
    if kept.proved[side]:
        return f"{name} kept the result in {kept.kept[side]} of {kept.proved[side]} moves"
    if any(place % 2 == side for place in range(record.opening, len(record.moves))):
        return f"{name} made moves about which nothing is proved"
    return f"{name} made no move"


def review_sections(games: Sequence[ReportGame]) -> list[Section]:
    """Gives the table of how well each program kept the result; none without games on 6x7x4."""
    reviewed = [(game.names, game.kept) for game in games if game.kept is not None]
    if not reviewed:
        return []
    held: Counter[str] = Counter()
    proved: Counter[str] = Counter()
    blunders: Counter[str] = Counter()
    for names, found in reviewed:
        for side, name in enumerate(names):
            held[name] += found.kept[side]
            proved[name] += found.proved[side]
            blunders[name] += found.blunder is not None and found.blunder % 2 == side
    order = sorted(proved, key=lambda name: (-held[name] / max(1, proved[name]), name))
    rows = [
        [name, f"{100 * held[name] / proved[name]:.1f} %", held[name], proved[name], blunders[name]]
        for name in order
        if proved[name]
    ]
    heads = ["program", "kept", "moves that kept the result", "moves proved", "first blunders"]
    note = (
        "<p>On 6x7x4 the solver knows whether a move kept the result. It looked at "
        f"{counted(len(reviewed), 'game')} in the time it had; moves that it could not prove in "
        "time are not counted.</p>"
    )
    return [Section("kept", "Moves that kept the result", note + table(heads, rows))]


# --------------------------------------------------------------------------------------- tables


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]], *, texts: int = 1) -> str:
    """Gives an HTML table; the first `texts` columns are text, the others numbers."""
    kinds = ['class="t"' if place < texts else "" for place in range(len(heads))]
    top = "".join(f"<th {kind}>{text(head)}</th>" for kind, head in zip(kinds, heads, strict=True))
    lines = "".join(
        "<tr>"
        + "".join(f"<td {kind}>{_cell(cell)}</td>" for kind, cell in zip(kinds, row, strict=True))
        + "</tr>\n"
        for row in rows
    )
    whole = f"<thead><tr>{top}</tr></thead><tbody>{lines}</tbody>"
    return f'<div class="wide"><table>{whole}</table></div>'


class Safe(str):
    """Is HTML that is safe already; any other text in a table is escaped."""


def _cell(value: Any) -> str:
    return value if isinstance(value, Safe) else text(str(value))


def standings_sections(
    standings: Standings, benched: Iterable[str] = (), *, champion: str | None = None
) -> Iterator[Section]:
    """Gives standings with intervals, the rating chart, the cross table and the faults."""
    out = set(benched)
    heads = ["program", "#", "points", "games", "wins", "ties", "losses", "rating", "95 %", "group"]
    rows = [
        [
            row.name + (" (benched)" if row.name in out else ""),
            row.rank,
            f"{row.points:g}",
            row.score.games,
            row.score.wins,
            row.score.draws,
            row.score.losses,
            f"{row.rating:.0f}",
            f"{row.low:.0f} to {row.high:.0f}",
            row.groups,
        ]
        for row in standings.rows
    ]
    first = standings.first_mover
    worth, low, high = (round(value) + 0 for value in (first.value, first.low, first.high))
    note = (
        "<p class='soft'>Programs that share a letter under “group” are not separated by games. "
        f"Moving first is worth {worth} Elo ({low} to {high}).</p>"
    )
    won = "" if champion is None else f"<p>{text(champion)} won the knockout.</p>"
    yield Section("standings", "Standings", won + table(heads, rows) + note)
    yield Section("ratings", "Ratings", rating_chart(standings.rows))
    yield Section("cross", "Who scored what against whom", _cross_table(standings.rows))
    yield Section("faults", "Faults", _faults(standings.rows))


def _cross_table(rows: Sequence[Row]) -> str:
    heads = ["program", *(str(row.rank) for row in rows)]
    lines = [
        [
            f"{row.rank}. {row.name}",
            *("x" if row is other else _against(row, other) for other in rows),
        ]
        for row in rows
    ]
    note = (
        "<p class='soft'>Points of games; a win is 1, a tie a half. "
        "Columns are headed by ranks; x shows whose column it is.</p>"
    )
    return table(heads, lines) + note


def _against(row: Row, other: Row) -> str:
    score = row.against.get(other.name, Score())
    return f"{score.points:g}/{score.games}" if score.games else "·"


def _faults(rows: Sequence[Row]) -> str:
    causes = sorted({cause for row in rows for cause in row.faults})
    if not causes:
        return "<p>No game was lost by a fault.</p>"
    lines = [
        [row.name, sum(row.faults.values()), *(row.faults.get(cause, "") for cause in causes)]
        for row in rows
        if row.faults
    ]
    note = "<p class='soft'>Games lost by each cause; “benched” are games not played any more.</p>"
    return table(["program", "all", *causes], lines) + note


STEP: Final = 26
LEFT: Final = 260
WIDTH: Final = 900


def rating_chart(rows: Sequence[Row]) -> str:
    """Draws each rating as a dot with its 95 % interval, as an SVG."""
    if not rows:
        return "<p>Nobody has played.</p>"
    low, high = min(row.low for row in rows), max(row.high for row in rows)
    scale = (WIDTH - LEFT - 30) / max(1.0, high - low)
    height = STEP * len(rows) + 40

    def at(value: float) -> float:
        return LEFT + 10 + (value - low) * scale

    marks = [
        f'<path d="M{at(tick):.1f} 4V{height - 30}" stroke="#cfd6dd"/>'
        f'<text x="{at(tick):.1f}" y="{height - 10}" text-anchor="middle">{tick:g}</text>'
        for tick in _ticks(low, high)
    ]
    for place, row in enumerate(rows):
        y = STEP * place + 18
        name = row.name if len(row.name) <= 28 else row.name[:27] + "…"
        marks.append(
            f'<text x="{LEFT}" y="{y + 5}" text-anchor="end">{text(name)}</text>'
            f'<line x1="{at(row.low):.1f}" x2="{at(row.high):.1f}" y1="{y}" y2="{y}" '
            f'stroke="#0b4f9e" stroke-width="4"/>'
            f'<circle cx="{at(row.rating):.1f}" cy="{y}" r="6" fill="#c8281e"/>'
        )
    return (
        f'<div class="wide"><svg role="img" viewBox="0 0 {WIDTH} {height}" '
        f'style="max-width:{WIDTH}px;width:100%"><title>Ratings with 95 % intervals</title>'
        f"{''.join(marks)}</svg></div>"
    )


def _ticks(low: float, high: float) -> list[float]:
    """Gives round numbers between two values, a handful of them.

    >>> _ticks(1234, 1987)
    [1400.0, 1600.0, 1800.0]
    """
    step = 1.0
    for factor in (2, 2.5, 2) * 12:
        if (high - low) / step <= 6:
            break
        step *= factor
    first = -(-low // step)
    return [step * (first + place) for place in range(8) if step * (first + place) <= high]
