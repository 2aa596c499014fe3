"""What the commands about tournaments share: a tournament is prepared once, and found again."""

from pathlib import Path

from linefall.cli.league import prepare
from linefall.cli.league_settings import Settings
from linefall.rules import Rules
from linefall.store import Store


def test_a_tournament_whose_games_were_imported_goes_on(tmp_path: Path) -> None:
    """Its settings were not in the file of games: the same command then ended in a traceback."""
    programs: tuple[tuple[str | None, str], ...] = ((None, "@left"), (None, "@right"))
    plan = Settings(programs=programs, boards=(Rules(4, 4, 3),)).plan()
    with Store(tmp_path / "games.db") as store:
        store.begin(plan.id, "from games.jsonl", {})
        prepared = prepare(store, plan, "Autumn")
        assert prepared.id == plan.id
        assert prepared.openings, "they are drawn as for a new tournament"
        assert prepare(store, plan) == prepared
        assert [tournament.title for tournament in store.tournaments()] == ["Autumn"]
