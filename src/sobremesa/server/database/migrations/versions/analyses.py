"""Matches looked at again: once for each bot and version of the rules."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "11", "10"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("table", sa.String, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("beat", sa.Float, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("rows", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table", "bot", "rules"),
    )
