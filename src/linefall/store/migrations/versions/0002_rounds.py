"""Keeps the round and the meeting of a game, and makes standings fast."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the columns, empty for games that were played before, and the index."""
    op.add_column("games", sa.Column("round", sa.Integer))
    op.add_column("games", sa.Column("meeting", sa.Text))
    op.create_index(
        "games_standings", "games", ["tournament", "first", "second", "winner", "cause"]
    )
