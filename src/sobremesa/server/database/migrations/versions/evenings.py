"""Evenings of a club: who came, and who plays whom at which table."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "7", "6"

PERSON, EVENING = "guests.id", "evenings.id"


def upgrade() -> None:
    op.create_table(
        "evenings",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("manner", sa.JSON, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("auto", sa.Boolean, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("host", sa.String, sa.ForeignKey(PERSON), index=True),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("begun", sa.Float),
        sa.Column("ended", sa.Float),
    )
    op.create_index("ix_evenings_listed", "evenings", ["ended", "made"])
    op.create_table(
        "evening_comers",
        sa.Column("evening", sa.String, sa.ForeignKey(EVENING), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), index=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("until", sa.Integer),
        sa.Column("removed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("evening", "number"),
        sa.UniqueConstraint("evening", "person", name="uq_evening_comers_person"),
    )
    op.create_table(
        "evening_rounds",
        sa.Column("evening", sa.String, sa.ForeignKey(EVENING), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("byes", sa.JSON, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("evening", "number"),
    )
    op.create_table(
        "evening_tables",
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("evening", sa.String, sa.ForeignKey(EVENING), nullable=False, index=True),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("scores", sa.JSON),
        sa.Column("ruled", sa.Boolean, nullable=False, server_default=sa.false()),
    )
