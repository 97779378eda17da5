"""Ratings: who stands where on which ladder, and how they came there."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "4", "3"

LADDER = "ladders.name"


def upgrade() -> None:
    op.create_table(
        "rated",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("done", sa.Boolean, nullable=False, server_default=sa.false(), index=True),
    )
    op.create_table(
        "ladders",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
    op.create_table(
        "standings",
        sa.Column("ladder", sa.String, sa.ForeignKey(LADDER), nullable=False),
        sa.Column("who", sa.String, nullable=False, index=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("height", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("ladder", "who"),
    )
    op.create_index("ix_standings_height", "standings", ["ladder", "height"])
    op.create_table(
        "steps",
        sa.Column("ladder", sa.String, sa.ForeignKey(LADDER), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("who", sa.String, nullable=False, index=True),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("lot", sa.String, nullable=False),
        sa.Column("other", sa.String, nullable=False, server_default=""),
        sa.Column("table", sa.String, nullable=False, index=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("mu_before", sa.Float, nullable=False),
        sa.Column("sigma_before", sa.Float, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("ladder", "n", "seat"),
    )
    op.create_table(
        "climbers",
        sa.Column("person", sa.String, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("handle", sa.String, nullable=False, unique=True),
    )
