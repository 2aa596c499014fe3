"""Records to rows and back, with nothing lost on the way."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from linefall.record import GameRecord

# What has columns of its own; the rest of a record's plain form is kept as it is.
_COLUMNS = ("moves", "times", "verdict")


def game_row(record: GameRecord) -> dict[str, Any]:
    """Gives the line of table `games` for a record, without the numbers that only a store knows."""
    rest = {key: value for key, value in record.to_dict().items() if key not in _COLUMNS}
    rest["timed"] = bool(record.times)
    return {
        "winner": record.winning_side,
        "cause": record.verdict.cause,
        "board": str(record.rules),
        "seconds": record.seconds,
        "plies": len(record.moves),
        "started_at": record.started_at,
        "software": record.software,
        "rest": json.dumps(rest, separators=(",", ":")),
    }


def move_rows(record: GameRecord, game: int) -> list[dict[str, Any]]:
    """Gives the lines of table `moves` for a record."""
    times = record.times or (None,) * len(record.moves)
    return [
        {
            "game": game,
            "ply": ply,
            "column": column,
            "wall": None if time is None else time.wall,
            "cpu": None if time is None else time.cpu,
        }
        for ply, (column, time) in enumerate(zip(record.moves, times, strict=True))
    ]


def verdict_row(record: GameRecord, game: int) -> dict[str, Any]:
    """Gives the line of table `verdicts` for a record."""
    evidence = json.dumps(dict(record.verdict.evidence), separators=(",", ":"))
    return {"game": game, "sentence": record.verdict.sentence, "evidence": evidence}


def record_from_rows(
    game: Mapping[str, Any], verdict: Mapping[str, Any], moves: Iterable[Mapping[str, Any]]
) -> GameRecord:
    """Puts a record together again from its lines."""
    data = json.loads(game["rest"])
    timed, moves = data.pop("timed"), list(moves)
    winner = game["winner"]
    data["moves"] = [move["column"] for move in moves]
    data["times"] = [_time(move) for move in moves] if timed else []
    data["verdict"] = {
        "winner": None if winner is None else winner ^ data["start"],
        "cause": game["cause"],
        "sentence": verdict["sentence"],
        "evidence": json.loads(verdict["evidence"]),
    }
    return GameRecord.from_dict(data)


def _time(move: Mapping[str, Any]) -> dict[str, Any] | None:
    return None if move["wall"] is None else {"wall": move["wall"], "cpu": move["cpu"]}
