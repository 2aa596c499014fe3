"""The first tables: settings, programs, tournaments, games, moves, verdicts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes the tables in an empty database."""
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "programs",
        sa.Column("id", Id, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.UniqueConstraint("name", "kind", "hash", name="programs_once"),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("software", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", Id, primary_key=True),
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id", ondelete="CASCADE")),
        sa.Column("key", sa.Text),
        sa.Column("first", Id, sa.ForeignKey("programs.id"), nullable=False),
        sa.Column("second", Id, sa.ForeignKey("programs.id"), nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("cause", sa.Text, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("seconds", sa.Double),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("started_at", sa.Text),
        sa.Column("software", sa.Text),
        sa.Column("rest", sa.Text, nullable=False),
        sa.UniqueConstraint("tournament", "key", name="games_once"),
    )
    op.create_table(
        "moves",
        sa.Column("game", Id, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("column", sa.Integer, nullable=False),
        sa.Column("wall", sa.Double),
        sa.Column("cpu", sa.Double),
    )
    op.create_table(
        "verdicts",
        sa.Column("game", Id, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("sentence", sa.Text, nullable=False),
        sa.Column("evidence", sa.Text, nullable=False),
    )
